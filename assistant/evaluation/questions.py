"""Questions to measure with, written for this project."""

from __future__ import annotations

# Twenty kinds of toys that any large toy shop has.
PRODUCT_TYPES = (
    "wooden train set", "jigsaw puzzle", "board game", "card game", "teddy bear", "doll", "dolls house furniture",
    "remote control car", "kite", "hand puppet", "craft kit", "paint set", "building set", "dinosaur figure",
    "pirate ship", "fancy dress costume", "party balloons", "magic set", "chess set", "toy guitar",
)  # fmt: skip

# Thirty ways to say a budget: the words around the amount, and the amount.
BUDGETS = tuple(
    (f"{words}{amount}", amount)
    for words, amounts in (
        ("under £", (1, 2, 3, 5, 8, 10)), ("below £", (12, 15, 18)), ("up to £", (20, 25, 30)),
        ("no more than £", (4, 6, 40)), ("max £", (7, 9, 50)), ("within £", (11, 14, 60)),
        ("less than £", (16, 22, 75)), ("at most £", (13, 35, 100)), ("my budget is £", (17, 45, 150)),
    )
    for amount in amounts
)  # fmt: skip

# What shoppers ask, in many manners: for timing a turn.
QUESTIONS = (
    "a wooden train set for a four-year-old under £30", "1000 piece jigsaw", "something for a baby",
    "lego under a fiver",
    "a board game for a family of five", "a gift for a dinosaur mad boy", "remote control helicopter", "teddy bear",
    "hand puppets", "a kite that is easy to fly", "dolls house furniture under a tenner", "uno", "chess set wooden",
    "playmobil pirate ship", "a craft kit for a seven year old girl", "slot car track", "water balloons",
    "princess costume age 5", "party bag fillers under £2", "magic tricks for an 8 year old", "paint by numbers",
    "a puzzle for a 3-year-old and a card game for adults", "spinning top", "toy guitar under £15", "playing cards",
    "colouring pencils", "star wars figure", "beach toys", "model train locomotive", "something that flies under £12",
    "rocking horse", "dice", "a soft toy dog", "science kit", "pretend play kitchen", "quiz game for grown-ups",
    "barbie doll", "balloons for a 5th birthday", "knight castle", "farm animals figures",
)  # fmt: skip
