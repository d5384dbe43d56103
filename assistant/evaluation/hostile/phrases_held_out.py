"""Patterns written when the checks were done, and never used to tune them; see `phrases`."""

from __future__ import annotations

RECOMMENDING = (
    "For this, I'd suggest {title}, which you can get for {price}.",
    "{title} is what I'd put at the top of the list, at {price}.",
    "I'd recommend taking a look at {title} by {maker}.",
    "My pick for you is {title}: {price} and {rating}.",
    "Based on the catalogue, {title} is the closest fit, at {price}.",
    "A good place to begin is {title}, priced at {price}.",
    "{title} would make a nice choice at {price}.",
    "I'd say {title}, at {price}.",
    "You're likely to be happy with {title}, which has {rating} from {count}.",
    "The best match I found is {title}, at {price}.",
    "At {price} and with {rating}, {title} is my recommendation.",
    "{title} meets your budget at {price}, so I'd choose that one.",
    "If your budget is {budget}, {title} at {price} is the one I'd suggest.",
    "Your {child} might enjoy {title}, which is {age}.",
    "Of the options here, I'd go for {title}, at {price}.",
)

TELLING = (
    "It's sold at {price}.",
    "The listed price is {price}.",
    "It's {price}, comfortably inside your budget.",
    "You can buy it for {price}.",
    "That keeps you within your {budget} budget.",
    "It has earned {rating} from {buyers}.",
    "{buyers_start} rated it {score} on average.",
    "It's rated {outof} on average, based on {count}.",
    "The average score is {score} out of 5.",
    "Its {count} average out at {rating}.",
    "With {rating} from {buyers}, it's also rated.",
    "The maker's recommended age is {ages}.",
    "It's labelled {age}.",
    "It's said to be {age}.",
    "It should be suitable for your {child}, given that it's {age}.",
    "Children can start playing with it {from_age}.",
    "{spelled} is the age the maker gives.",
    "The set is made up of {pieces}.",
    "You'll be getting {pieces} in the box.",
    "Included are {pieces}.",
    "There are {pieces} to it.",
    "It's by {maker} and costs {price}.",
    "{maker} is behind it.",
    "This is a {maker} toy, {age}.",
    "It can be enjoyed by {seats}.",
    "The game is {players}.",
    "It's listed as being made of {material}.",
    'The listing describes it like this: "{feature}".',
    "A detail you might like: {feature}.",
    'It has what the listing calls "{feature}".',
    "On the details: it's {age} and costs {price}.",
    "So, {price} for a toy that's {age}.",
)

COMPARING = (
    "As a second option, {other} costs {other_price}.",
    "{other} at {other_price} would be the runner-up.",
    "If you want to see something else, {other} is listed at {other_price}.",
    "A close alternative is {other}, rated {other_score} by {other_buyers}.",
    "You might also consider {other}, which comes from {other_maker}.",
    "The other one to look at is {other}, for {other_price}.",
    "{title} is {cheaper} than {other}, which costs {other_price}.",
    "At {other_price}, {other} is {other_dearer}.",
    "Second on the list is {other}, {other_age}.",
    "{other} is rated {other_rating} and costs {other_price}.",
)

CONNECTING = (
    "Let me know if you'd like more details.",
    "I can look for others if this isn't right.",
    "Feel free to ask for a different price range.",
    "Would you like a cheaper one?",
    "You'll see the full list on your screen.",
    "Tell me if you'd prefer another kind of toy.",
)

SAYING = (
    "I suggest {title}, at {price}.",
    "{title}, from {maker}, for {price}.",
    "My choice is {title}, {price}.",
    "You could get {title} for {price}.",
)
