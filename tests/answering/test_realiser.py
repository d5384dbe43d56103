"""The realiser: plain sentences, each number once, each sentence with its evidence."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from builders import a_candidate, a_pack, a_product, age, an_intent, up_to
from composed import OTHER, TRAIN, a_brief, asking

from assistant.answering.plan_check import checked
from assistant.answering.question_reading import ASKS_THE_PRICE
from assistant.answering.saying.phrases import quoted
from assistant.answering.saying.realiser import OPENINGS, Wording, one_after_another, realise, reasons_for
from assistant.answering.saying.replying import SAFETY
from assistant.answering.saying.speaking import RECOMMENDATION_WORDS, spoken_word_count
from assistant.answering.solvers.symbolic import SymbolicSolver
from assistant.schema import (
    AgeRange,
    AskFor,
    Best,
    Brief,
    Budget,
    Caution,
    Compare,
    ContentPlan,
    Contradiction,
    Coverage,
    Describe,
    Explain,
    Intent,
    Move,
    PlayerRange,
    Quote,
    Reading,
    Recommend,
    Reply,
    Review,
    RunnerUp,
    Sentence,
    Stated,
    Superlative,
    Total,
)


def said(brief: Brief, *moves: Move) -> str:
    plan = ContentPlan(moves) if moves else SymbolicSolver().solve(brief)
    return " ".join(sentence.text for sentence in realise(checked(plan, brief).plan, brief).shown)


def test_a_recommendation_names_what_was_asked_for_and_says_each_number_once() -> None:
    text = said(a_brief(an_intent(age=age(4, 4), budget=up_to(30), material="wood")))
    assert text.startswith("For a four-year-old, ")
    assert "Farm Wooden Train Set" in text
    assert "for ages 3 to 6, 46 pieces, £24.99, within your £30." in text
    assert "Buyers give it 4.7 stars from 132 ratings." in text
    assert text.count("£24.99") == text.count("4.7") == 1


def test_the_runner_up_stands_under_what_sets_it_apart() -> None:
    assert said(a_brief()).endswith("To spend less: City Train Set at £19.99, 4 stars from 30 ratings.")


def test_what_is_not_as_wished_is_said_before_it_disappoints_and_what_is_unknown_in_one_sentence() -> None:
    text = said(
        a_brief(
            an_intent(text="a train set with a tunnel", brand="Lego", age=age(8, 8), players=2, wanted=("tunnel",)),
            a_pack(a_candidate(TRAIN)),
        )
    )
    assert "The listing gives the maker as Brio. It is for ages 3 to 6, and you asked for age 8." in text
    assert text.count("ages 3 to 6") == 1
    assert "The listing doesn't say how many can play or whether it comes with a tunnel." in text


def test_a_range_of_ages_is_said_as_it_was_asked_for() -> None:
    text = said(a_brief(an_intent(text="a train set for two of 8 and 10", age=age(8, 10)), a_pack(a_candidate(TRAIN))))
    assert "It is for ages 3 to 6, and you asked for ages 8 to 10." in text


@pytest.mark.parametrize(
    "asked", ["what does it cost", "what did the tank droid one cost again", "what do the two blue ones cost"]
)
def test_a_price_is_asked_for_by_whatever_name(asked: str) -> None:
    assert ASKS_THE_PRICE.search(asked)
    assert not ASKS_THE_PRICE.search("does it cost me a stamp to return it")


def test_how_it_is_to_be_is_asked_for_where_a_change_says_no_more() -> None:
    wish = an_intent(text="waterproof off road", wanted=("waterproof", "road"))
    unsaid = "The listing doesn't say whether it is waterproof"
    assert unsaid in said(a_brief(replace(wish, act="refine")))
    assert unsaid not in said(a_brief(replace(wish, act="refine", text="a train for our road, maybe waterproof")))


def test_what_the_shop_has_not_got_is_said_by_its_name() -> None:
    text = said(a_brief(an_intent("croquet set", text="a croquet set")))
    assert text.startswith("I found no croquet set here. The nearest I have is Farm Wooden Train Set")


def test_what_is_offered_under_the_very_name_is_not_said_to_be_missing() -> None:
    boy = a_pack(replace(a_candidate(a_product(title="Pirate Boy Fancy Dress Costume")), scores={"right": 0.1}))
    text = said(a_brief(an_intent("pirate costume", text="a pirate costume"), boy))
    assert text.startswith("I'm not sure I have just that. The nearest I have is Pirate Boy")


def test_where_nothing_in_the_list_is_called_so_it_is_said_to_be_missing() -> None:
    wish = an_intent("kaleidoscope", text="a kaleidoscope under £10", budget=up_to(10))
    jigsaw = a_pack(a_candidate(a_product(title="Harbour at Dusk", cost="9"), right=0.2))
    unsold = replace(jigsaw, coverage=replace(jigsaw.coverage, is_sold=False))
    assert said(a_brief(wish, unsold)).startswith("I found no kaleidoscope here. The nearest I have is Harbour at Dusk")
    assert said(a_brief(wish, jigsaw)).startswith("My best guess is Harbour at Dusk")
    cheaper = replace(wish, act="refine", refinement="cheaper")
    again = said(a_brief(cheaper, unsold, was_found=True))
    assert again.startswith("I found no cheaper kaleidoscope here. The nearest I have is Harbour at Dusk")
    assert said(a_brief(wish, unsold, was_found=True)).startswith("I'm not sure I have just that.")
    named = a_pack(a_candidate(a_product(title="Glitter Kaleidoscope", cost="9"), right=0.2))
    told = said(a_brief(wish, replace(named, coverage=replace(named.coverage, is_sold=False))))
    assert "I found no" not in told


def test_the_best_rated_by_many_is_said_to_be_so_by_how_many() -> None:
    best = replace(an_intent("train set"), best="best rated")
    many = a_candidate(replace(TRAIN, rating=4.8, rating_count=90))
    few = a_candidate(replace(TRAIN, id="p2", title="Little Train Set", rating=5.0, rating_count=2))
    assert "The best rated I found, counting how many rated it, is Farm" in said(a_brief(best, a_pack(many, few)))
    assert "The best rated I found is Farm" in said(a_brief(best, a_pack(many)))


def test_a_colour_that_was_asked_for_is_told_of() -> None:
    red = an_intent("train set", text="a red train set", wanted=("red",))
    assert "The listing doesn't say whether it is red." in said(a_brief(red, a_pack(a_candidate(TRAIN))))
    purple = a_pack(a_candidate(replace(TRAIN, title="Farm Train Set (Purple)")))
    assert "The name says purple, not red." in said(a_brief(red, purple))


def test_the_first_of_all_that_is_about_something_is_told_as_such() -> None:
    most = replace(an_intent("farm", text="the best rated farm thing by Brio", brand="Brio"), themes=("farm",))
    few = a_candidate(TRAIN, right=0.01)
    assert said(a_brief(replace(most, best="best rated"), a_pack(few))).startswith("The best rated I found is Farm")
    assert said(a_brief(most, a_pack(few))).startswith("I'm not sure I have just that.")


def test_a_pick_without_a_price_is_said_to_have_none() -> None:
    assert "The catalogue gives no price for it." in said(a_brief(pack=a_pack(a_candidate(a_product(cost=None)))))
    assert "no price" not in said(a_brief())


def test_what_is_only_near_is_called_so_aloud_too() -> None:
    brief = a_brief(an_intent("croquet set", text="a croquet set"))
    spoken = realise(SymbolicSolver().solve(brief), brief).spoken
    assert spoken.startswith("I found no croquet set. The nearest: Farm Wooden Train, £24.99")
    assert spoken_word_count(spoken) <= RECOMMENDATION_WORDS


def test_a_kind_that_the_shop_has_is_never_said_to_be_missing() -> None:
    brief = a_brief(
        an_intent("train set", text="a train set that runs on steam"), a_pack(a_candidate(TRAIN, right=0.05))
    )
    assert said(brief).startswith("I'm not sure I have just that. The nearest I have is Farm Wooden Train Set")


def test_what_tells_nothing_of_what_it_is_to_be_about_is_no_guess_but_only_near() -> None:
    cats = replace(an_intent("cat train set", text="any with cats?", act="refine"), themes=("cats",))
    for right, opening in ((0.2, "I'm not sure I have just that. The nearest I have is"), (0.9, "Farm Wooden")):
        told = said(a_brief(cats, a_pack(a_candidate(TRAIN, right=right))))
        assert opening in told
        assert "doesn't say anything about “cats”" in told


def test_what_may_well_be_another_kind_is_offered_as_a_guess() -> None:
    brief = a_brief(an_intent("croquet set", text="a croquet set"), a_pack(a_candidate(TRAIN, right=0.2)))
    assert said(brief).startswith("My best guess is Farm Wooden Train Set")
    spoken = realise(SymbolicSolver().solve(brief), brief).spoken
    assert spoken.startswith("My best guess: Farm Wooden Train Set")
    sure = a_brief(an_intent("croquet set", text="a croquet set"), a_pack(a_candidate(TRAIN, right=0.6)))
    assert "guess" not in said(sure)
    for right, is_a_guess in ((0.4, True), (0.6, False)):  # its name has a word of the kind and not the noun
        nounless = a_brief(an_intent("farm gate", text="a farm gate"), a_pack(a_candidate(TRAIN, right=right)))
        assert ("guess" in said(nounless)) is is_a_guess
    for right, is_a_guess in ((0.6, True), (0.8, False)):  # no word of the product says croquet
        unnamed = a_brief(an_intent("croquet", text="croquet"), a_pack(a_candidate(TRAIN, right=right)))
        assert ("guess" in said(unnamed)) is is_a_guess


def test_what_it_must_be_is_said_to_be_unknown_where_the_listing_is_silent() -> None:
    wanted = an_intent("train set", text="a train set that's machine washable", wanted=("machine washable",))
    assert "The listing doesn't say whether it is machine washable." in said(a_brief(wanted))


@pytest.mark.parametrize(
    ("text", "wanted", "clause"),
    [
        ("have you got anything easier", "easier", "easier"),
        ("a train, not too loud", "not too loud", "too loud"),
        ("a train, it must be safe and washable please", "washable", "washable"),
    ],
)
def test_how_a_toy_was_to_be_is_told_where_nobody_knows(text: str, wanted: str, clause: str) -> None:
    brief = a_brief(an_intent("train set", text=text, wanted=(wanted,)))
    assert f"The listing doesn't say whether it is {clause}." in said(brief)


def test_a_figure_is_said_back_as_it_was_typed() -> None:
    drone = an_intent("train set", text="a train set that does 4K, size XL", wanted=("4k", "size xl"))
    assert "The listing doesn't say anything about “4K” or anything about “size XL”." in said(a_brief(drone))


def test_what_it_was_rather_to_be_about_is_told_where_nothing_says_so() -> None:
    train = replace(an_intent("dogs train set", text="any with dogs"), themes=("dogs",))
    assert "The listing doesn't say anything about “dogs”." in said(a_brief(replace(train, act="refine")))
    assert "about “dogs”" not in said(a_brief(train))
    unsure = a_pack(replace(a_candidate(TRAIN), scores={"right": 0.3}))
    assert "The listing doesn't say anything about “dogs”." in said(a_brief(train, unsure))


@pytest.mark.parametrize(("wanted", "is_told"), [("woody", False), ("trains on a loop", True), ("glitter", True)])
def test_a_listing_that_may_say_it_in_other_words_is_not_said_to_be_silent(wanted: str, *, is_told: bool) -> None:
    told = said(a_brief(an_intent("toy", text=f"a toy with {wanted}", wanted=(wanted,))))
    assert (f"whether it comes with {wanted}" in told) is is_told


def test_a_price_that_is_not_there_is_not_the_listings_silence() -> None:
    unpriced = a_pack(a_candidate(replace(TRAIN, price=None)))
    assert (
        said(a_brief(asking("how much is it"), unpriced)) == "The catalogue gives no price for Farm Wooden Train Set."
    )


def test_all_sides_of_a_toy_answer_for_any_of_them() -> None:
    sized = a_pack(a_candidate(replace(TRAIN, size="10 ft x 30 inches")))
    assert said(a_brief(asking("how deep is it"), sized)) == "The listing gives its size as 10 ft x 30 inches."


def test_what_the_list_has_none_of_is_said_to_be_gone() -> None:
    for count, is_gone in ((0, True), (3, False), (None, False)):
        text = said(a_brief(pack=a_pack(a_candidate(replace(TRAIN, stock_count=count)))))
        assert ("The shop's list had none in stock when it was read." in text) is is_gone


def test_to_spend_less_is_said_of_the_cheapest_alone() -> None:
    second, third = a_product("p2", "Hill Train Set", "19.99"), a_product("p3", "Toy Train Set", "9.99")
    brief = a_brief(an_intent("train set"), a_pack(*map(a_candidate, (TRAIN, second, third))))
    (behind,) = said(brief).split("To spend less: ")[1:]
    assert behind.startswith("Toy Train Set at £9.99")


def test_so_few_ratings_are_said_to_be_few() -> None:
    few = replace(TRAIN, rating=5.0, rating_count=1)
    assert "Only one buyer has rated it so far: 5 stars." in said(a_brief(pack=a_pack(a_candidate(few))))


@pytest.mark.parametrize(
    ("intent", "text"),
    [
        (asking("does it need batteries"), "No: the listing says no batteries needed."),
        (asking("how heavy is the lid"), "The listing for Farm Wooden Train Set doesn't say how heavy the lid is."),
        (asking("magnets?"), "Sorry, the listing for Farm Wooden Train Set doesn't say."),
        (asking("magnets: <b>yes</b>?"), "Sorry, the listing for Farm Wooden Train Set doesn't say."),
        (asking("recommended age for a 4 year old", age=age(4, 4)), "Yes: the maker says it is for ages 3 to 6."),
        (asking("recommended age for a 2 year old", age=age(2, 2)), "No: the maker says it is for ages 3 to 6."),
        (asking("is the recommended age too low for a 4 year old", age=age(4, 4)),
         "The maker says it is for ages 3 to 6."),
        (asking("what is the price"), "It costs £24.99."),
        (asking("how many pieces"), "It has 46 pieces."),
        (asking("is it safe", "safety"), "The maker says it is for ages 3 to 6. I can't judge safety beyond the "
         "maker's own age: please check the box and its warnings."),
    ],
)  # fmt: skip
def test_a_question_is_answered_first(intent: Intent, text: str) -> None:
    assert said(a_brief(intent)) == text


def test_of_several_questions_it_is_said_which_has_no_answer() -> None:
    first = asking("is it quiet or loud, what do you reckon?")
    assert first.question
    several = replace(first, question=replace(first.question, more=(replace(first.question, follows=True),)))
    quoted = "The listing for Farm Wooden Train Set has no answer to “is it quiet or loud, what do you reckon?”"
    assert said(a_brief(several)).startswith(quoted)


def test_what_is_left_of_a_budget_is_its_end_less_the_price_and_answers_nothing_else() -> None:
    constraints = an_intent(budget=up_to(30)).constraints
    asked = replace(asking("how much would I have left of my £30"), constraints=constraints)
    assert said(a_brief(asked)) == "That leaves £5.01 of your £30."
    for text in ("is it for left-handed children", "can it be left out in the rain"):
        other = replace(asking(text), constraints=constraints)
        assert "£5.01" not in said(a_brief(other))
    assert "£" not in said(a_brief(asking("how much would I have left")))
    with_more = replace(asking("how much have I got left of my £30 if I get the rattle too"), constraints=constraints)
    assert "£5.01" not in said(a_brief(with_more))


def test_what_buyers_say_is_answered_with_stars_where_none_has_written() -> None:
    asked = asking("what do people say about it", "opinions")
    stars = replace(TRAIN, reviews=())
    nothing = replace(stars, rating=None, rating_count=None)
    only_stars = "Buyers give it 4.7 stars from 132 ratings, with no written review here."
    assert said(a_brief(asked, a_pack(a_candidate(stars)))) == only_stars
    assert said(a_brief(asked, a_pack(a_candidate(nothing)))) == "Nobody has rated Farm Wooden Train Set yet."


def test_a_field_that_is_asked_for_is_never_said_to_be_missing() -> None:
    assert said(a_brief(asking("who makes it"))) == "It is made by Brio."
    assert said(a_brief(asking("whats the age on it"))) == "The maker says it is for ages 3 to 6."
    assert said(a_brief(asking("whats the rating"))) == "Buyers give it 4.7 stars from 132 ratings."


def test_of_about_so_much_no_limit_is_named() -> None:
    about = an_intent(budget=Budget(Decimal(20), Decimal(30)))
    assert "£24.99, within your budget." in said(a_brief(about))
    dear = an_intent(budget=replace(up_to(60), around=True))
    assert "budget" not in said(a_brief(dear))  # less than half of what was to be spent


def test_what_a_doubtful_find_was_to_be_about_is_told_where_nothing_says_so() -> None:
    wish = an_intent("train set", text="a train set, cows or sheep", leftover=("cows", "sheep"))
    unsure = a_pack(a_candidate(TRAIN, right=0.2))
    assert "The listing doesn't say anything about “cows or sheep”." in said(a_brief(wish, unsure))
    assert "anything about" not in said(a_brief(wish, a_pack(a_candidate(TRAIN, right=0.9))))
    assert "anything about" not in said(a_brief(replace(wish, leftover=("cows", "wooden")), unsure))


def test_a_toy_whose_listing_disputes_the_age_that_was_asked_for_is_a_guess() -> None:
    four = an_intent(age=age(4, 4))
    disputing = Contradiction("age", TRAIN.id, (Stated("listing", age(3, 6)), Stated("description", age(1, 2))))
    for found, opening in (((), "For a four-year-old, "), ((disputing,), "My best guess is ")):
        pack = a_pack(a_candidate(TRAIN), coverage=Coverage(contradictions=found))
        assert said(a_brief(four, pack)).startswith(opening)


def test_of_a_wish_without_a_kind_what_was_read_as_doubtful_is_a_guess() -> None:
    plane = an_intent("", text="something for the plane", wanted=("for the plane",))
    for right, opening in ((0.45, "My best guess is "), (0.9, "")):
        text = said(a_brief(plane, a_pack(a_candidate(TRAIN, right=right))))
        assert text.startswith("My best guess is ") is bool(opening)


def test_a_toy_without_an_age_is_not_said_to_suit_one() -> None:
    unknown = a_pack(a_candidate(replace(TRAIN, age=None)))
    assert said(a_brief(asking("can my 2 year old have it", age=age(2, 2)), unknown)) == (
        f"The listing doesn't say what age it is for. {SAFETY}."
    )


def test_nothing_is_said_to_be_for_an_age_that_the_listing_does_not_give() -> None:
    unknown = a_pack(a_candidate(replace(TRAIN, age=None)))
    text = said(a_brief(an_intent("train set", age=age(4, 4)), unknown))
    assert "four-year-old" not in text
    assert "The listing gives no age." in text


def test_a_buyers_remark_is_called_one() -> None:
    brief = a_brief(asking("is the paint chipping"))
    assert said(brief) == "Yes: one buyer writes “The paint is chipping already”."


def test_an_opinion_is_the_stars_and_buyers_own_words() -> None:
    text = said(a_brief(asking("any reviews")), Reply("p1", "opinion", ("p1.rating", "p1.review1.2", "p1.review1.3")))
    assert text == (
        "Buyers give it 4.7 stars from 132 ratings. One buyer writes “My son plays with it every day” and "
        "“The paint is chipping already”."
    )
    two = a_pack(a_candidate(replace(TRAIN, reviews=(*TRAIN.reviews, Review("", "The magnets are strong.", 5.0)))))
    text = said(a_brief(asking("any reviews"), two), Reply("p1", "opinion", ("p1.review1.2", "p1.review2.2")))
    assert text.startswith("One buyer writes “My son plays with it every day”. Another: “The magnets are strong”.")


@pytest.mark.parametrize(
    ("topic", "text"),
    [("delivery", "I can't tell you about delivery from here; the shop's own pages are the place to look."),
     ("stock", "The shop's list had 7 in stock when it was read. I can't tell you about what is in stock just "
      "now from here; the shop's own pages are the place to look.")],
)  # fmt: skip
def test_what_the_shop_does_is_said_to_be_elsewhere(topic: str, text: str) -> None:
    intent = asking("?", "service")
    assert intent.question
    intent = replace(intent, question=replace(intent.question, topic=topic))
    assert said(a_brief(intent, a_pack(a_candidate(replace(TRAIN, stock_count=7))))) == text


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Tank 1:35", "1:35 scale"), ("Tank 1:72", "It isn't 1:35 scale."),
        ("Tank", "The listing doesn't say whether it is 1:35 scale."),
    ],
)  # fmt: skip
def test_a_scale_that_was_asked_for_is_said_missed_or_not_known(title: str, words: str) -> None:
    tank = a_product("t1", title=title)
    assert words in said(a_brief(an_intent("tank", wanted=("1/35",)), a_pack(a_candidate(tank))))


def test_two_are_compared_by_what_speaks_for_each() -> None:
    older = replace(OTHER, age=age(5, None), pieces=60, rating=4.9)
    text = said(a_brief(pack=a_pack(a_candidate(TRAIN), a_candidate(older, 0.5))), Compare(("p1", "p2")))
    assert text == (
        "Beside Farm Wooden Train Set, City Train Set is £5 cheaper (£19.99 against £24.99), is better rated (4.9 "
        "stars from 30 ratings against 4.7 stars from 132 ratings), is meant for ages 5 and up (the other for ages 3 "
        "to 6) and has more pieces (60 against 46). The listing of Farm Wooden Train Set also says: made of wood."
    )


def test_where_listings_tell_little_the_sort_of_thing_tells_two_apart() -> None:
    toys = [
        a_product(f"p{at}", name, category=("Puppets", shelf))
        for at, (name, shelf) in enumerate((("Farm Set", "Hand Puppets"), ("Wolf", "Finger Puppets")), start=1)
    ]
    text = said(a_brief(an_intent("puppets"), a_pack(*map(a_candidate, toys))), Compare(("p1", "p2")))
    assert "Farm Set is filed under Hand Puppets and Wolf is filed under Finger Puppets." in text


def test_stars_that_hardly_anybody_gave_are_no_better_rating() -> None:
    hardly = replace(OTHER, rating=5.0, rating_count=1)
    text = said(a_brief(pack=a_pack(a_candidate(TRAIN), a_candidate(hardly, 0.5))), Compare(("p1", "p2")))
    assert "has more stars, though hardly anybody has rated it" in text


def test_the_first_by_a_field_is_called_that() -> None:
    text = said(a_brief(replace(an_intent("train set"), best="cheapest")))
    assert text.startswith("The cheapest I found is City Train Set")


def test_what_no_listing_gives_is_claimed_of_no_toy() -> None:
    bare = a_pack(a_candidate(replace(TRAIN, pieces=None, rating=None, rating_count=None)))
    for best in ("most pieces", "best rated", "most rated"):
        assert "I found is" not in said(a_brief(replace(an_intent("train set"), best=best), bare))


def test_of_two_wishes_each_is_put_forward_by_its_own_words() -> None:
    message = "a train set and a doll"
    kinds = ("train set", "train", "set", "farm train")
    openings = {said(a_brief(an_intent(kind, text=message)))[:8] for kind in kinds}
    assert len(openings) > 1


def test_what_is_the_same_is_said_once_and_a_rating_that_only_one_has_is_told_of_it() -> None:
    twin = replace(OTHER, age=age(3, 6), rating=None, rating_count=None)
    text = said(a_brief(pack=a_pack(a_candidate(TRAIN), a_candidate(twin, 0.5))), Compare(("p1", "p2")))
    assert "Both are for ages 3 to 6." in text
    assert "The listing of Farm Wooden Train Set also says: 4.7 stars from 132 ratings" in text


@pytest.mark.parametrize(("other", "is_told"), [("40 x 29 x 8 cm", False), ("1:72 scale", False), ("60 x 30 cm", True)])
def test_sizes_that_nobody_chooses_by_are_not_compared(other: str, is_told: bool) -> None:
    sized = a_pack(*(
        a_candidate(a_product(doc_id, title, size=size))
        for doc_id, title, size in (("p1", "Farm Train Set", "40 x 30 x 8.8 cm"), ("p2", "City Train Set", other))
    ))  # fmt: skip
    assert ("30 x 8.8 cm" in said(a_brief(an_intent(act="compare"), sized), Compare(("p1", "p2")))) == is_told


@pytest.mark.parametrize(
    ("other", "words"),
    [
        (age(8, None), "By the maker's age Farm Wooden Train Set (ages 3 to 6) suits a four-year-old. City Train Set "
                       "(ages 8 and up) is not meant for that age."),
        (age(4, None), "By the maker's age Farm Wooden Train Set (ages 3 to 6) and City Train Set (ages 4 and up) suit "
                       "a four-year-old."),
        (None, "By the maker's age Farm Wooden Train Set (ages 3 to 6) suits a four-year-old. The listing of City "
               "Train Set gives no age."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("about", ["best", "description"])
def test_who_compares_for_a_child_hears_first_which_are_for_that_age(
    other: AgeRange | None, words: str, about: str
) -> None:
    pack = a_pack(a_candidate(TRAIN), a_candidate(replace(OTHER, age=other), 0.5))
    brief = a_brief(asking("which is better for a 4-year-old", about, age=age(4, 4)), pack)
    text = said(brief, Compare(("p1", "p2")))
    assert text.startswith(words)
    assert text.count("ages 3 to 6") == 1
    assert realise(ContentPlan((Compare(("p1", "p2")),)), brief).spoken.startswith(words)


def test_where_no_listing_gives_an_age_that_is_said_once() -> None:
    ageless = a_pack(*(a_candidate(replace(one, age=None)) for one in (TRAIN, OTHER)))
    brief = a_brief(asking("which is better for a 4-year-old", "best", age=age(4, 4)), ageless)
    assert said(brief, Compare(("p1", "p2"))).startswith("Neither listing gives an age. ")


def test_the_biggest_is_only_that_of_those_whose_size_is_known() -> None:
    for sizes, said_of_it in (
        (("20 cm", "9 cm", ""), "The biggest I found, among those that give a size, is "),
        (("20 cm", "9 cm"), "The biggest I found is "),
        (
            ("20 cm", ""),
            "I'd go for Red Tank: 20 cm, £24.99. Too few listings give a size to tell which is the biggest.",
        ),
    ):
        tanks = [a_product(f"p{at}", f"{('Red', 'Green', 'Tin')[at]} Tank", size=one) for at, one in enumerate(sizes)]
        pack = a_pack(*(a_candidate(tank, right=0.9) for tank in tanks))
        assert said(a_brief(an_intent("tank", text="the biggest tank", best="biggest"), pack)).startswith(said_of_it)


def test_of_two_of_one_scale_none_is_called_the_bigger() -> None:
    tanks = a_pack(*(a_candidate(a_product(name, f"Tank {name}", size="1:35 scale")) for name in ("p1", "p2")))
    text = said(a_brief(an_intent(act="compare"), tanks), Best(("p1", "p2"), "biggest"))
    assert text.startswith("I can't say for certain which that is. The listing of Tank p1 says 1:35 scale.")


def test_three_are_compared_facet_by_facet() -> None:
    third = a_product("p3", "River Train Set", "30", rating=4.1, rating_count=9)
    pack = a_pack(a_candidate(TRAIN), a_candidate(OTHER, 0.5), a_candidate(third, 0.4))
    text = said(a_brief(pack=pack), Compare(("p1", "p2", "p3")))
    assert text.startswith(
        "By price: City Train Set, £19.99; Farm Wooden Train Set, £24.99; River Train Set, £30. By rating: "
    )


def test_a_comparison_is_spoken_without_the_numbers_on_the_screen() -> None:
    third = a_product("p3", "River Train Set", "30", rating=4.1, rating_count=9)
    brief = a_brief(pack=a_pack(a_candidate(TRAIN), a_candidate(OTHER, 0.5), a_candidate(third, 0.4)))
    assert realise(ContentPlan((Compare(("p2", "p1")),)), brief).spoken == (
        "City Train Set is £5 cheaper. Farm Wooden Train Set is better rated."
    )
    assert realise(ContentPlan((Compare(("p1", "p2", "p3")),)), brief).spoken == (
        "City Train Set is the cheapest. Farm Wooden Train Set is the best rated."
    )


def test_a_description_gives_figures_and_the_listings_own_words() -> None:
    text = said(a_brief(), Describe("p1", ("p1.brand", "p1.price", "p1.age", "p1.line2", "p1.rating")))
    assert text == (
        "Farm Wooden Train Set by Brio: £24.99 and for ages 3 to 6. The listing says “The track can be laid as an oval "
        "or as a figure of eight”. Buyers give it 4.7 stars from 132 ratings."
    )


def test_of_a_bare_listing_it_is_told_where_it_stands_and_that_this_was_all() -> None:
    bare = a_pack(a_candidate(a_product(title="Jumbolo", cost="25", category=("Board Games",))))
    told = said(a_brief(asking("tell me more", "description"), bare))
    assert told == "Jumbolo, filed under Board Games: £25. Its listing tells no more than that."
    long = a_pack(a_candidate(a_product(title="Unicorn Party Game (for 16)", category=("Paper",))))
    assert said(a_brief(asking("tell me more", "description"), long)).endswith(
        "Its listing tells no more than its name: “Unicorn Party Game (for 16)”."
    )
    assert "filed under Board Games, £25" in said(a_brief(an_intent("board game"), bare))
    assert "filed under" not in said(a_brief(an_intent("jumbolo"), bare))
    named = a_pack(a_candidate(a_product(title="Jumbolo Board Game", category=("Board Games",))))
    assert not any("Filed under" in line for line in reasons_for("p1", a_brief(an_intent("board game"), named)))


def test_quotation_marks_inside_a_quote_are_made_single() -> None:
    told = replace(TRAIN, features=(), description='They call it the "best" of all, they say.')
    brief = a_brief(pack=a_pack(a_candidate(told)))
    assert said(brief, Quote("p1", ("p1.line1",))) == "The listing says “They call it the ’best’ of all, they say”."


def test_one_question_is_asked_in_fixed_words() -> None:
    assert said(a_brief(), AskFor("age")) == "How old is the child?"


def test_an_opening_states_nothing() -> None:
    brief = a_brief()
    for tone, opening in OPENINGS.items():
        first = realise(ContentPlan((AskFor("age"),), tone), brief).shown[0]
        assert first.text == (opening or "How old is the child?")
        assert first.evidence_ids == ()


def test_the_same_message_is_answered_in_the_same_words_and_another_may_not_be() -> None:
    openings = {said(a_brief(an_intent(text=text)))[:9] for text in ("a", "b", "c", "d", "e", "f", "g", "h")}
    assert len(openings) > 1
    assert said(a_brief(an_intent(text="a"))) == said(a_brief(an_intent(text="a")))


@pytest.mark.parametrize(
    ("said_by_others", "quotation"),
    [
        ('by Gale Pitt 32" x 16"', "“by Gale Pitt 32 in x 16 in”"), ('"it is 5" they said.', "“’it is 5’ they said”"),
        ("“Size 5” is 12” long", "“‘Size 5’ is 12 in long”"), ('the "Brio" set', "“the ’Brio’ set”"),
    ],
)  # fmt: skip
def test_inches_stay_inches_in_a_quotation(said_by_others: str, quotation: str) -> None:
    assert quoted(said_by_others) == quotation


def test_players_and_small_sums_are_said_as_people_say_them() -> None:
    game = a_product(title="Card Game", cost="5.00", players=PlayerRange(2, 4))
    cheaper = a_product("p2", "Other Card Game", "4.24")
    brief = a_brief(an_intent("card game", players=3), a_pack(a_candidate(game), a_candidate(cheaper, 0.5)))
    assert "for 2 to 4 players" in said(brief)
    assert "is 76p cheaper (£4.24 against £5)" in said(brief, Compare(("p1", "p2")))


@pytest.mark.parametrize(
    ("wish", "reason"),
    [({"material": "wood"}, "Wooden"), ({"brand": "Brio"}, "By Brio"), ({"age": age(4, 4)}, "For ages 3 to 6"),
     ({"budget": up_to(30)}, "£24.99, within your £30"), ({"refused": ("batteries",)}, "No batteries needed"),
     ({"budget": replace(up_to(30), around=True)}, "£24.99, within your budget")],
)  # fmt: skip
def test_the_card_gives_the_reasons_line_by_line(wish: dict[str, Any], reason: str) -> None:
    assert reason in reasons_for("p1", a_brief(an_intent(**wish)))


def test_every_sentence_that_states_something_has_its_evidence() -> None:
    brief = a_brief(an_intent(age=age(4, 4), budget=up_to(30)))
    known = {item.evidence_id for item in brief.evidence}
    for sentence in realise(SymbolicSolver().solve(brief), brief).shown:
        assert sentence.evidence_ids, sentence.text
        assert set(sentence.evidence_ids) <= known


def test_a_price_of_nothing_is_not_said() -> None:
    free = a_product(cost=None)
    assert "£" not in said(a_brief(pack=a_pack(a_candidate(free))))
    assert Decimal(0) not in [getattr(fact.value, "amount", None) for fact in a_brief().facts]


@pytest.mark.parametrize(
    ("by", "text"),
    [
        ("cheapest", "City Train Set is cheaper: £19.99 against £24.99 for Farm Wooden Train Set."),
        ("dearest", "Farm Wooden Train Set is dearer: £24.99 against £19.99 for City Train Set."),
        ("best rated", "Farm Wooden Train Set is better rated: 4.7 stars from 132 ratings against 4 stars"),
        ("most rated", "Farm Wooden Train Set has more ratings: 4.7 stars from 132 ratings against 4 stars"),
        ("most pieces", "Of these only Farm Wooden Train Set says how many pieces it has: 46 pieces."),
        ("biggest", "The listings don't give sizes that I could compare."),
    ],
)
def test_the_first_by_a_field_is_named_with_its_value(by: Superlative, text: str) -> None:
    assert said(a_brief(), Best(("p1", "p2"), by)).startswith(text)


def test_of_two_the_bigger_is_the_one_with_the_longer_side() -> None:
    toys = [
        a_candidate(a_product("p1", size="30 x 10 cm")),
        a_candidate(a_product("p2", "City Train Set", size="14 inches")),
    ]
    assert said(a_brief(pack=a_pack(*toys)), Best(("p1", "p2"), "biggest")).startswith(
        "City Train Set is bigger: 14 inches against 30 x 10 cm for Farm Wooden Train Set."
    )


def test_fewer_stars_from_more_buyers_come_first_and_that_is_said() -> None:
    many, few = replace(TRAIN, rating=4.5, rating_count=400), replace(OTHER, rating=5.0, rating_count=1)
    text = said(a_brief(pack=a_pack(a_candidate(many), a_candidate(few, 0.5))), Best(("p1", "p2"), "best rated"))
    assert text.startswith("Farm Wooden Train Set is better rated: 4.5 stars")
    assert text.endswith("Stars from more buyers count for more.")


def test_twins_are_told_apart_by_their_models() -> None:
    twins = [a_product(f"p{at}", f"Britains {model} Tractor") for at, model in ((1, "3050"), (2, "3650"))]
    text = said(a_brief(pack=a_pack(*map(a_candidate, twins))))
    assert "Britains Tractor 3050" in text


def test_of_two_that_are_level_neither_is_first() -> None:
    same = a_pack(a_candidate(TRAIN), a_candidate(replace(OTHER, price=TRAIN.price), 0.5))
    assert "are level, both £24.99" in said(a_brief(pack=same), Best(("p1", "p2"), "cheapest"))


def test_prices_are_added_up_where_all_are_known() -> None:
    assert said(a_brief(), Total(("p1", "p2"))).startswith(
        "Together they come to £44.98: Farm Wooden Train Set at £24.99"
    )
    assert said(a_brief(), Total(("p1", "p2"), (2, 1))).startswith(
        "Together they come to £69.97: two of Farm Wooden Train Set at £24.99 each and "
    )
    assert realise(ContentPlan((Total(("p1", "p2")),)), a_brief()).spoken.startswith("Together they come to £44.98.")
    unpriced = a_pack(a_candidate(TRAIN), a_candidate(replace(OTHER, price=None), 0.5))
    assert said(a_brief(pack=unpriced), Total(("p1", "p2"))) == (
        "The catalogue gives no price for City Train Set. Farm Wooden Train Set costs £24.99."
    )


def test_so_many_of_one_toy_are_that_many_times_its_price() -> None:
    assert said(a_brief(), Total(("p1",), (2,))) == "Two of Farm Wooden Train Set come to £49.98, at £24.99 each."
    unpriced = a_pack(a_candidate(replace(TRAIN, price=None)))
    assert "no price" in said(a_brief(pack=unpriced), Total(("p1",), (2,)))


def test_who_asks_which_to_choose_hears_what_it_has_over_the_next() -> None:
    toys = a_pack(a_candidate(replace(TRAIN, rating=4.9)), a_candidate(OTHER, 0.5))
    advice = a_brief(an_intent(about=("p1", "p2")), toys)
    assert "Beside City Train Set it is better rated." in said(advice)
    assert "Beside" not in said(a_brief(an_intent(), toys))


def test_those_that_a_toy_stands_to_alike_are_named_in_one_sentence() -> None:
    third = a_product("p3", "Harbour Train Set", "24.99", rating=4.0)
    others = (a_candidate(replace(OTHER, price=TRAIN.price), 0.5), a_candidate(third, 0.4))
    text = said(a_brief(an_intent(act="explain"), a_pack(a_candidate(replace(TRAIN, rating=4.9)), *others)))
    assert "Beside City Train Set and Harbour Train Set it is better rated." in text


@pytest.mark.parametrize(
    ("question", "described", "text"),
    [
        ("does it come with a sword?", {"title": "Pirate Costume with Sword & Gun"},
         "Its name says “Pirate Costume with Sword & Gun”."),
        ("has it a hat and sword", {"title": "Pirate Costume with Sword & Gun"},
         "Its name says “Pirate Costume with Sword & Gun”."),
        ("do batteries come with it", {"title": "Stunt Car Rechargeable"}, "Its name says “Stunt Car Rechargeable”."),
        ("how big is it?", {"title": "Soft Bodied Doll 32cm"}, "Its name says “Soft Bodied Doll 32cm”."),
        ("how many can play?", {"title": "Tenzi 2-4 Player Family Game"},
         "Its name says “Tenzi 2-4 Player Family Game”."),
        ("is there enough to share with a friend?", {"title": "Friends 4 Ever Boat"},
         "The listing doesn't say whether there is enough to share with a friend."),
        ("is it really made of wood?", {"title": "Wooden Boat"}, "Yes: its name says “Wooden Boat”."),
        ("is it made of wood or of tin?", {"title": "Wooden Boat"}, "Its name says “Wooden Boat”."),
        ("how many are in it?", {"title": "4 Channel Boat"},
         "I can't find in the listing how many are in it."),
        ("what color is the mast?", {"title": "Purple Boat"},
         "The listing doesn't say what color the mast is."),
        ("can it be washed?", {"description": "The doll is machine washable."},
         "I can't find in the listing whether it can be washed."),
        ("how tall is it?", {"description": "With a 2 m cable.", "size": "36 x 18 x 8 cm"},
         "The listing gives its size as 36 x 18 x 8 cm."),
        ("is it 1:64 scale?", {"size": "1:32 scale, 12 cm"}, "No: it is 1:32 scale."),
        ("does it float?", {"description": "A sturdy boat."},
         "The listing doesn't say whether it floats."),
        ("how tall is the mast?", {"size": "36 x 18 x 8 cm"},
         "The listing doesn't say how tall the mast is; it gives the size as 36 x 18 x 8 cm."),
        ("what weight will it take?", {"weight": "6 kg"},
         "The listing doesn't say what weight it will take."),
        ("do you get darts with it?", {"description": "You get a tray for darts."},
         "The listing says “You get a tray for darts”."),
        ("do you get darts with it?", {"description": "You get darts: 3 x steel."},
         "Yes: the listing says “You get darts: 3 x steel”."),
        ("does it float?", {"description": "It does float. Boats float on air cushions. It does float well."},
         "Yes: the listing says “It does float”. It also says “Boats float on air cushions”."),
        ("what's in the set?", {"description": "Box Contains 1 x bridge. A fine bridge."},
         "The listing says “Box Contains 1 x bridge”."),
        ("what batteries does it want?", {"description": "Battery requirement: two of C."},
         "The listing says “Battery requirement: two of C”."),
        ("how many letters do you get in it?", {"pieces": 56},
         "The listing doesn't say how many letters you get in it; it has 56 pieces."),
        ("is it hard to learn?", {"age": age(8, None)},
         "The listing doesn't say whether it is hard to learn; the maker says it is for ages 8 and up."),
        ("is it loud?", {"age": age(8, None), "pieces": 56}, "The listing doesn't say whether it is loud."),
        ("how heavy a child can ride on it?", {"weight": "6 kg"},
         "Sorry, the listing doesn't say; it gives the weight as 6 kg."),
    ],
)  # fmt: skip
def test_what_a_listing_speaks_of_is_told_or_not_found_and_never_denied(
    question: str, described: dict[str, Any], text: str
) -> None:
    toy = a_product(**{"title": "Farm Boat", **described})
    assert said(a_brief(asking(question), a_pack(a_candidate(toy)))) == text


def test_a_wish_is_called_unknown_only_where_no_text_speaks_of_it() -> None:
    told = a_product(description="Suitable for kids from 3 to 6 yrs.")
    for toy, is_said in ((told, False), (a_product(), True)):
        text = said(a_brief(an_intent(age=age(4, 4)), a_pack(a_candidate(toy))))
        assert ("The listing gives no age" in text) == is_said


def test_where_one_listing_measures_its_toy_no_size_is_said_to_be_missing() -> None:
    toys = [a_candidate(a_product("p1", "Fox", description="A puppet of 25 cm in height.")), a_candidate(OTHER, 0.5)]
    text = said(a_brief(pack=a_pack(*toys)), Best(("p1", "p2"), "biggest"))
    assert text == "I can't say for certain which that is. The listing of Fox says “A puppet of 25 cm in height”."


def test_a_toy_that_was_just_named_is_told_more_of_and_nothing_twice() -> None:
    pick = Recommend("p1", ("p1.price", "p1.line2"))
    more = Describe("p1", ("p1.price", "p1.pieces", "p1.age", "p1.line3"))
    text = said(a_brief(), pick, more, Quote("p1", ("p1.line2", "p1.line3")))
    assert "It has 46 pieces and is for ages 3 to 6." in text
    assert text.count("£24.99") == text.count("oval") == text.count("damp cloth") == 1
    assert "The listing says “Wipe it clean with a damp cloth”" in text
    told = said(a_brief(), pick, replace(more, facts=("p1.line3",)), Quote("p1", ("p1.line1",)))
    assert "It also says no batteries needed" in told
    assert "no more than that" not in said(a_brief(), Recommend("p1"), Describe("p1", ("p1.price",)))


def test_of_several_others_each_is_put_forward_anew_and_a_wish_is_said_in_the_words_of_its_field() -> None:
    third = a_product("p3", "Hill Train Set", "18.00", age=age(3, 9))
    brief = a_brief(an_intent(age=age(4, 4)), a_pack(*map(a_candidate, (TRAIN, OTHER, third))))
    others = [
        RunnerUp(pick.product.id, tuple(f"p{place}.{name}" for name in ("price", "cheaper.p1", "met.age")))
        for place, pick in enumerate(brief.picks[1:], start=2)
    ]
    text = said(brief, Recommend("p1"), *others)
    assert "To spend less: Hill Train Set at £18, for ages 3 to 9. Or City Train Set at £19.99." in text


def test_another_that_has_no_price_is_said_to_have_none_and_a_sentence_is_told_of_whose_it_is() -> None:
    other = replace(OTHER, price=None, description="It lights up in the dark.")
    brief = a_brief(pack=a_pack(a_candidate(TRAIN), a_candidate(other, 0.5)))
    text = said(brief, Recommend("p1"), RunnerUp("p2"), Quote("p1", ("p1.line2",)), Quote("p1", ("p1.line3",)))
    assert "City Train Set, which has no price here." in text
    assert "Of Farm Wooden Train Set the listing says “The track" in text
    assert "It also says “Wipe" in text


def test_which_of_those_compared_to_take_is_said_with_what_decides() -> None:
    brief = a_brief(an_intent(act="compare", text="which is better for the car"))
    text = said(brief, Explain("p1", ("p1.title", "p1.line1")))
    assert text == "Of these I'd take Farm Wooden Train Set. The listing says no batteries needed."


def test_of_a_sentence_longer_than_a_breath_the_part_that_answers_is_heard() -> None:
    others = "with arms that move at the elbow and the shoulder and legs that bend at the knee and at the hip"
    line = f"The figure comes in a box, {others}, {others}, stands 31 cm tall, and wears a helmet that comes off"
    pack = a_pack(a_candidate(replace(TRAIN, features=(line,), description="")))
    brief = a_brief(asking("how tall does it stand"), pack)
    wording = realise(checked(ContentPlan((Reply("p1", "value", ("p1.line1",)),)), brief).plan, brief)
    assert "… stands 31 cm tall …" in wording.shown[0].text
    assert wording.spoken == "The listing says “… stands 31 cm tall …”."


def test_what_is_said_of_two_toys_alike_is_said_once() -> None:
    brief = a_brief(an_intent(text="a train set with a tunnel", wanted=("tunnel",)))
    cautions = [Caution(name, (f"{name}.unknown.wanted.tunnel",)) for name in ("p1", "p2")]
    assert said(brief, Recommend("p1"), *cautions).count("tunnel") == 1


def test_no_denial_is_cut_from_what_is_heard() -> None:
    others = "with arms that move at the elbow and the shoulder and legs that bend at the knee and at the hip"
    line = f"The figure comes in a box, {others}, stands 31 cm tall, with a helmet that is not included"
    brief = a_brief(asking("how tall does it stand"), a_pack(a_candidate(replace(TRAIN, features=(line,)))))
    wording = realise(checked(ContentPlan((Reply("p1", "value", ("p1.line1",)),)), brief).plan, brief)
    assert wording.spoken == "I've put the details on your screen."


def test_where_nothing_else_answers_for_an_age_the_makers_does() -> None:
    assert said(a_brief(asking("is that ok for the 5 year old", age=age(5, 5)))).startswith("Yes: the maker says")
    assert said(a_brief(asking("is that ok for the 2 year old", age=age(2, 2)))).startswith("No: the maker says")


def test_what_buyers_write_of_what_is_asked_comes_before_their_stars() -> None:
    pack = a_pack(a_candidate(replace(TRAIN, reviews=(Review("", "It is really hard to put together.", 3.0),))))
    general = said(a_brief(asking("what do buyers say", "opinions"), pack))
    assert general.startswith("Buyers give it")
    read = replace(
        a_brief(asking("is it hard to put together"), pack),
        readings={"p1.review1.2": Reading("opinion", 0.9)},
    )
    assert said(read, Reply("p1", "opinion", ("p1.rating", "p1.review1.2"))).startswith("One buyer writes")


def test_of_a_long_sentence_the_part_that_was_read_as_the_answer_is_quoted() -> None:
    line = "The box has a lid and a handle, the cars have working lights and the track is made of plastic all the way"
    brief = a_brief(asking("do the lights work"), a_pack(a_candidate(replace(TRAIN, features=(line,)))))
    read = replace(brief, readings={"p1.line1": Reading("value", 0.9, "the cars have working lights and")})
    assert said(read, Reply("p1", "value", ("p1.line1",))) == "The listing says “… the cars have working lights …”."


def test_what_a_listing_is_silent_on_is_said_in_one_sentence() -> None:
    texts = ("The listing doesn't say how big it is.", "The listing doesn't say whether it floats.")
    parts = [Wording((Sentence(text, ("p1#listing",)),), text, is_recommendation=False) for text in texts]
    together = one_after_another(parts)
    assert [one.text for one in together.shown] == ["The listing doesn't say how big it is or whether it floats."]
    assert together.spoken == together.shown[0].text


def test_what_is_about_something_that_the_shop_has_never_heard_of_is_only_near() -> None:
    wish = replace(an_intent("bluey train set"), themes=("bluey",))
    assert "The nearest I have is" in said(a_brief(wish, theme_is_known=False))
    called = replace(wish, text="a train set with our Bluey on it")
    assert said(a_brief(called, theme_is_known=False)).startswith("I found nothing of “bluey” here. The nearest I have")
    assert "The nearest I have is" not in said(a_brief(an_intent("train set")))


def test_a_wish_that_stays_beside_one_that_has_changed_is_told_in_a_word() -> None:
    stays = replace(an_intent(budget=up_to(30)), about=(TRAIN.id,))
    brief = replace(a_brief(stays), wishes=(an_intent("kite"), stays))
    assert said(brief).rstrip(".") == "As before, Farm Wooden Train Set: £24.99, within your £30"
    assert "As before" not in said(replace(brief, wishes=(stays,)))


@pytest.mark.parametrize(
    ("text", "asked", "told"),
    [
        ("a train set, not the ones that make noise", {"refused": ("make noise",)}, "whether it makes noise"),
        ("a train set that goes by itself", {"wanted": ("goes by itself",)}, "whether it goes by itself"),
        ("a train set that doesn't whistle", {"refused": ("whistle",)}, "whether it whistles"),
    ],
)
def test_what_it_is_to_do_and_the_listing_is_silent_on_is_told(text: str, asked: dict[str, Any], told: str) -> None:
    assert f"The listing doesn't say {told}." in said(
        a_brief(an_intent(text=text, **asked), a_pack(a_candidate(TRAIN)))
    )


def test_what_it_does_and_was_not_to_do_is_told_as_what_it_does() -> None:
    noisy = replace(TRAIN, features=("Press the funnel and it will make noise",))
    intent = an_intent(text="a train set that doesn't make noise", refused=("make noise",))
    assert "It makes noise." in said(a_brief(intent, a_pack(a_candidate(noisy))))


def test_one_star_is_one_star() -> None:
    assert "Only one buyer has rated it so far: 1 star." in said(
        a_brief(pack=a_pack(a_candidate(replace(TRAIN, rating=1.0, rating_count=1))))
    )


def test_what_a_shop_glued_together_is_told_apart() -> None:
    assert quoted("10 x metal tins3 x throwing bags") == "“10 x metal tins 3 x throwing bags”"
