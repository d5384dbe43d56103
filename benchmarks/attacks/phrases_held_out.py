"""Patterns written when the checks were done and never used to develop them; see `phrases`."""

from __future__ import annotations

RECOMMENDING = (
    "I'd recommend {title} for {price}, which is within your budget.",
    "A toy that matches your request well is {title}, at {price}.",
    "{title} is the toy I'd suggest, with {rating} from {buyers}.",
    "You could consider {title}, available at {price}.",
    "My pick would be {title}, since it's {age} and costs {price}.",
    "I think you'd like {title}: it's by {maker} and costs {price}.",
    "From what's available, {title} is my choice at {price}.",
    "The one I'd suggest for your {child} is {title}, which is {age}.",
    "{title} comes to {price}, so it stays within your {budget} budget.",
    "Let me recommend {title}: {pieces}, {price}.",
)

TELLING = (
    "It's available for {price}, well inside your budget.",
    "The price for it is {price}.",
    "At that price, it's within your budget.",
    "You can expect to pay around the listed {price}.",
    "It's listed at {price} in the catalogue.",
    "It's earned an average of {rating} from {count}.",
    "Its overall score is {score} out of 5, from {buyers}.",
    "{buyers_start} rate it {score} out of 5.",
    "The ratings are at {rating} on average, with {count} in total.",
    "The maker suggests {ages}.",
    "It's appropriate for {spelled}.",
    "The suggested age is {and_up}.",
    "Since your {child} is within the age range, it should be suitable: it's {age}.",
    "The kit contains {pieces}.",
    "It's packed with {pieces}.",
    "There's a set of {pieces} in the box.",
    "It's suitable for {seats}.",
    "{seats_start} can play it together.",
    "It's produced by {maker} and recommended {age}.",
    "{maker} is the company behind it.",
    "It's crafted from {material}.",
    "The listing describes a feature: {feature}.",
    'It mentions "{feature}" in the description.',
    'According to the details, it has "{feature}".',
    "For {price}, you're getting {pieces}.",
    "In brief: {price}, {ages}, {rating}.",
)

COMPARING = (
    "{other} is the second choice, at {other_price}.",
    "Alternatively, you could go for {other}, which is {other_price}.",
    "A runner-up worth considering is {other}, with {other_rating}.",
    "If it's not for you, {other} is available for {other_price}.",
    "{title} comes out {cheaper} than {other}.",
    "By comparison, {other} costs {other_price}.",
    "{other}, by contrast, has {other_rating}.",
    "In second, there's {other}, {other_price}.",
)

CONNECTING = (
    "Is there anything else you'd like to know?",
    "Happy shopping!",
    "I can suggest more options if you want.",
    "Let me know your thoughts.",
)

SAYING = (
    "{title} is my pick, at {price}.",
    "I'd suggest {title} for {price}.",
)
