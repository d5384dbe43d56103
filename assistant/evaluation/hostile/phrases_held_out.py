"""Patterns written when the checks were done and never used to develop them; see `phrases`."""

from __future__ import annotations

RECOMMENDING = (
    "I'd pick {title} for {price}.",
    "{title} is a fine choice at {price}.",
    "Take a look at {title}: it's {price} and {age}.",
    "The closest match to your request is {title}, priced at {price}.",
    "I'd recommend {title} by {maker}, which costs {price}.",
    "For your {child}, {title} would be my choice, since it's {age}.",
    "{title} stays within your budget at {price}, and it has {rating}.",
    "I've looked through the list, and I'd choose {title} at {price}.",
    "How does {title} sound? It's {price}.",
    "My top choice is {title}, which sells for {price}.",
    "One good option is {title}, at {price}.",
    "I'd opt for {title}: {rating} from {count}.",
)

TELLING = (
    "It's currently priced at {price}.",
    "The price stands at {price}.",
    "That's well within your budget.",
    "Your budget of {budget} covers it.",
    "It's rated {score} out of 5 based on {reviews}.",
    "{count_start} give it {rating} on average.",
    "It holds an average rating of {rating}.",
    "People have given it {rating}.",
    "It's meant for children {from_age}.",
    "According to the listing, it's {age}.",
    "The maker gives {ages} as the age.",
    "Your {child} is old enough: it's {age}.",
    "You get {pieces} in the set.",
    "The whole set has {pieces}.",
    "It includes {pieces} and costs {price}.",
    "Two facts: {price} and {pieces}.",
    "It's for {seats}.",
    "It can be played with {seats}.",
    "{maker} is the brand.",
    "It's a product of {maker}.",
    "It's {material_adjective}, made by {maker}.",
    "The toy itself is made of {material}.",
    "The catalogue adds: {feature}.",
    'It\'s described as "{feature}".',
    'From what the listing says, it has "{feature}".',
    "It's {price}, and {buyers} have rated it {score}.",
)

COMPARING = (
    "{other} comes next, at {other_price}.",
    "My runner-up is {other}, with {other_rating}.",
    "There's also {other} by {other_maker}, for {other_price}.",
    "If you want an alternative, try {other}, at {other_price}.",
    "{other} costs {other_price}, so it's {other_dearer}.",
    "{title} has {higher_rating} than {other}.",
    "Another good option is {other}, rated {other_score}.",
)

CONNECTING = (
    "Let me know what you think.",
    "I'm happy to look for something else.",
    "You can ask me for something cheaper, too.",
    "Would one of these suit you?",
)

SAYING = (
    "I'd choose {title}, at {price}.",
    "Take {title}, for {price}.",
)
