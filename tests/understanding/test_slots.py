"""Slots: what a wish asks for, once a reader has said which words say what."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from builders import a_vocabulary, age, an_intent, up_to
from reading import SHOP, marked

from assistant.schema import AgeRange, Budget, Constraints, Span
from assistant.understanding.message_text import bare, plain
from assistant.understanding.slots import Wish, brand_named, named, wish_of


def wish(text: str) -> Wish:
    said, spans = marked(text)
    return wish_of(said, spans, SHOP)


def test_kind_and_theme_are_kept_apart() -> None:
    found = wish("a {theme|dinosaur} {kind|puzzle} for my nephew")
    assert (found.kinds, found.theme) == (("puzzle",), "dinosaur")
    assert named(an_intent(), found.kinds, found.theme).product_type == "dinosaur puzzle"


def test_a_theme_that_the_kind_has_already_is_said_once() -> None:
    assert named(an_intent(), ("train set",), "trains").product_type == "train set"


def test_what_a_reader_hardly_takes_for_pieces_is_money() -> None:
    said, spans = marked("what about {pieces|up to 100}")
    unsure = [replace(span, confidence=0.5) for span in spans]
    assert wish_of(said, unsure, SHOP).constraints.budget == up_to(100)
    assert wish_of(said, spans, SHOP).constraints == Constraints(refused=("101 pieces or more",))


def test_what_a_reader_is_unsure_of_still_counts_beside_the_kind() -> None:
    said, (looks, kind) = marked("a {feature|lacy} {kind|mask}")
    found = wish_of(said, [replace(looks, confidence=0.4), kind], SHOP)
    assert (found.kinds, found.constraints.wanted, found.leftover) == (("mask",), (), ("lacy",))


@pytest.mark.parametrize(
    "said",
    [
        "ideally {material|wooden} {kind|blocks}",
        "{kind|blocks}, {material|wooden} if possible",
        "{kind|blocks}, preferably in {material|wood}",
        "{kind|blocks}. {material|wooden} would be nice but not essential",
    ],
)
def test_what_need_not_be_only_ranks(said: str) -> None:
    found = wish(said)
    assert (found.kinds, found.constraints.material) == (("blocks",), None)
    assert found.leftover in (("wooden",), ("wood",))


@pytest.mark.parametrize(
    ("said", "brand"),
    [
        ("a {kind|train set} like {brand|Brio}", None), ("{kind|blocks} similar to {brand|Brio}", None),
        ("we'd like a {brand|Brio} {kind|train}", "Brio"), ("{recipient|the boys} like {brand|Brio}", "Brio"),
    ],
)  # fmt: skip
def test_a_maker_whose_toys_others_are_to_be_like_only_ranks(said: str, brand: str | None) -> None:
    found = wish(said)
    assert (found.constraints.brand, "brio" in found.leftover) == (brand, brand is None)


def test_what_there_is_to_be_less_of_is_refused() -> None:
    assert wish("something less {colour|pink}").constraints.refused_kinds == ("pink",)
    assert wish("a {kind|game}, less {feature|noisy}").constraints.refused == ("noisy",)


def test_that_it_is_not_dear_is_nothing_to_tell_of_a_toy() -> None:
    assert wish("{kind|blocks}, not {-feature|too expensive}").constraints.refused == ()
    assert wish("{kind|blocks} without {-feature|noise}").constraints.refused == ("noise",)


def test_a_theme_alone_is_looked_for() -> None:
    assert named(an_intent(), (), "peppa pig").kinds == ("peppa pig",)


def test_what_somebody_has_of_a_theme_is_not_wanted_again() -> None:
    found = wish("a {theme|frozen} present, she has {owns|the elsa doll} and {owns|the dress}")
    assert found.constraints.refused_kinds == ("elsa doll", "dress")
    assert wish("she has {owns|tons of figures} already").constraints.refused_kinds == ("figures",)
    for said in ("more {theme|frozen}, she has {owns|loads of frozen}", "{kind|track}, he has {owns|a train set}"):
        assert wish(said).constraints.refused_kinds == ()


def test_something_to_do_with_space_is_about_space() -> None:
    found = wish("something {feature|to do} with {theme|space}")
    assert (found.theme, found.constraints.wanted, found.leftover) == ("space", (), ())


@pytest.mark.parametrize(("said", "day"), [("my husband turns {age|40}", ("40th",)), ("my son turns {age|4}", ())])
def test_the_birthday_of_a_grown_up_ranks(said: str, day: tuple[str, ...]) -> None:
    assert wish(f"{said}, a {{kind|banner}}").leftover == day


def test_who_wants_a_toy_is_not_what_it_is_about() -> None:
    found = wish("{theme|Rosie} wants a {kind|scooter}, she loves {theme|Frozen}")
    assert (found.kinds, found.theme, found.leftover) == (("scooter",), "frozen", ())


def test_a_size_is_no_age() -> None:
    found = wish("a {kind|nurse costume}, I take a {feature|size} {age|8-10}")
    assert (found.constraints.age, found.constraints.wanted) == (None, ("size", "8 10"))


def test_a_toys_own_babies_are_no_age() -> None:
    assert wish("{brand|lego} {theme|stegosaurus} with the {feature|babies}").constraints.age is None
    assert wish("a {kind|rattle} for the {recipient|baby}").constraints.age == AgeRange(0, 12)


def test_of_two_kinds_either_will_do_where_or_stands_between_them() -> None:
    assert wish("a {kind|puzzle} or a {kind|doll}").kinds == ("puzzle", "doll")
    assert wish("a {kind|puzzle} with a {kind|doll}").kinds == ("puzzle",)


def test_of_a_list_of_kinds_any_will_do() -> None:
    text = "{kind|colouring}, {kind|stickers} or maybe some {kind|crayons}, {kind|clay}, that sort of thing"
    assert (wish(text).kinds, wish(text).leftover) == (("colouring", "stickers", "crayons"), ("clay",))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("something with {theme|horses} or a {theme|vet} {kind|set}", ("horses", "vet set")),
        ("a {theme|dinosaur} or {theme|unicorn} {kind|puzzle}", ("dinosaur puzzle", "unicorn puzzle")),
        ("she loves {theme|baking} and {kind|making slime}", ("baking", "slime")),
        ("anything about {theme|space} or {theme|robots}", ("space", "robots")),
        ("{kind|cars} and the {kind|trucks}", ("cars", "trucks")),
    ],
)
def test_of_themes_any_will_do(text: str, kinds: tuple[str, ...]) -> None:
    assert (wish(text).kinds, wish(text).theme) == (kinds, "")


def test_a_kind_about_both_of_two_themes_stays_one_and_about_either_is_two() -> None:
    both = wish("a {kind|jigsaw}, 1000 pieces, with {theme|flowers} and a {theme|garden}")
    assert (both.kinds, both.theme, both.leftover) == (("jigsaw",), "flowers", ("garden",))
    either = wish("a {kind|jigsaw}, 1000 pieces, with {theme|flowers} or a {theme|garden}")
    assert (either.kinds, either.theme) == (("flowers jigsaw", "garden jigsaw"), "")
    behind = wish("a {kind|tank}, {theme|British} or {theme|Commonwealth} please")
    assert behind.kinds == ("british tank", "commonwealth tank")


@pytest.mark.parametrize("clause", ["he can build", "chucking it down"])
def test_words_with_a_pronoun_are_no_kind_of_toy(clause: str) -> None:
    found = wish(f"something for my son, {{kind|{clause}}}")
    assert (found.kinds, found.leftover) == ((), (clause,))


def test_what_is_asked_for_behind_what_somebody_loves_is_about_that() -> None:
    found = wish("she is mad about {theme|dinosaurs}, is there a {kind|puzzle} for her")
    assert (found.kinds, found.theme) == (("puzzle",), "dinosaurs")
    assert wish("{kind|cards} {theme|spurs} or {theme|chelsea}").kinds == ("spurs cards", "chelsea cards")


def test_what_a_reader_hardly_takes_for_a_kind_is_none() -> None:
    said, spans = marked("they'{kind|d} do it together")
    assert wish_of(said, [replace(spans[0], confidence=0.4)], SHOP).kinds == ()


@pytest.mark.parametrize("text", ["a {kind|toy}", "a {kind|present}", "{kind|something}", "a {kind|christmas gift}"])
def test_a_word_for_anything_is_no_kind(text: str) -> None:
    assert (wish(text).kinds, wish(text).theme) == ((), "")


def test_a_slip_in_the_kind_is_put_right_by_the_catalogues_words() -> None:
    said, spans = marked("a {kind|trian} and a {kind|puzzel} and {kind|somthing}")
    slips = [replace(span, unknown=(span.text,)) for span in spans]
    assert wish_of(said, slips[:1], SHOP).kinds == ("train",)
    assert wish_of(said, slips[1:2], SHOP).kinds == ("puzzle",)
    assert wish_of(said, slips[2:], SHOP).kinds == ()


def test_a_word_of_common_english_is_no_slip() -> None:
    assert wish("a {kind|trait}").kinds == ("trait",)


def test_a_word_that_nobody_knows_is_searched_for_as_it_is() -> None:
    assert wish("a {kind|blorptron}").kinds == ("blorptron",)


def test_every_slot_has_its_place() -> None:
    found = wish(
        "a {colour|red} {material|wooden} {kind|train} by {brand|brio}, {scale|00 gauge}, {feature|washable}, no "
        "{-feature|batteries}, not {-brand|Lego} or {-material|plastic}, for a {age|4 year old}, {budget|under £30}"
    )
    assert found.constraints == Constraints(
        budget=up_to(30), age=age(4, 4), brand="Brio", material="wood", wanted=("red", "00 gauge", "washable"),
        refused=("plastic", "batteries"), refused_brands=("LEGO",),
    )  # fmt: skip


def test_what_the_grammar_reads_as_an_age_is_no_sum() -> None:
    asked = wish("{kind|garden toys} for kids {budget|under 5}").constraints
    assert (asked.budget, asked.age) == (None, AgeRange(None, 59))


def test_a_part_of_the_theme_hides_nothing_of_it() -> None:
    found = wish("a {theme|harry potter} {kind|wand}, not {-theme|hermione} or {-theme|harry's}")
    assert found.constraints.refused_kinds == ("hermione",)


def test_a_scale_keeps_its_sign() -> None:
    assert wish("a {kind|spitfire} in {scale|1/48}").constraints.wanted == ("1/48",)


def test_another_size_orders_what_is_found_and_is_no_feature() -> None:
    assert wish("a {feature|bit bigger} {kind|kite}").constraints.wanted == ()
    assert wish("a {feature|bigger wheel} {kind|kite}").constraints.wanted == ("bigger wheel",)


def test_a_superlative_that_no_list_can_order_by_ranks() -> None:
    assert wish("the {best|softest} {kind|kite}").leftover == ("softest",)
    assert wish("the {best|cheapest} {kind|kite}").leftover == wish("the {best|very best} {kind|kite}").leftover == ()


def test_an_age_that_a_reader_found_is_read_where_the_grammar_of_the_whole_message_finds_none() -> None:
    assert wish("my neice is {age|9} and likes {kind|slime}").constraints.age == age(9, 9)
    assert wish("my neice is {age|nine or so} and likes {kind|slime}").constraints.age == age(9, 9)
    assert wish("{kind|slime} for the {age|big ones}").constraints.age is None
    assert wish("{kind|rattle}, {age|6m}").constraints.age == AgeRange(6, 6)
    assert wish("{kind|puzzle} {age|3-5}").constraints.age == age(3, 5)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("me and my two lads ({age|9 and 11})", 108, 132), ("three kids, {age|4 6 and 9}, no mess", 48, 108),
        ("for a girl who's {age|nearly 3}", 36, 36), ("a boy who will be {age|three in March}", 36, 36),
    ],
)  # fmt: skip
def test_several_ages_are_all_of_them(text: str, low: int, high: int) -> None:
    assert wish(text).constraints.age == AgeRange(low, high)


def test_counts_that_a_reader_found_need_no_unit() -> None:
    assert wish("hmm, his eyes are going. {pieces|500}").constraints.pieces == 500
    assert wish("it has to work for {players|two}").constraints.players == 2
    assert wish("make it {pieces|1,500}").constraints.pieces == 1500
    assert wish("not {-pieces|1000 pieces}, {pieces|500}").constraints == Constraints(
        pieces=500, refused=("1000 pieces",)
    )
    assert wish("{pieces|100 or less}").constraints == Constraints(refused=("101 pieces or more",))
    assert wish("a {kind|jigsaw} of {pieces|at least 500 pieces}").constraints.refused == ("499 pieces or fewer",)
    assert wish("{pieces|max 300}").constraints.refused == ("301 pieces or more",)
    assert wish("a {pieces|12} sided {kind|dice}").constraints.pieces is None
    assert wish("{pieces|loads} for {players|everybody}").constraints == Constraints()


def test_a_feature_of_many_words_only_ranks() -> None:
    found = wish("a {kind|doll} that {feature|tells you how fast your car went}")
    assert (found.constraints.wanted, found.leftover) == ((), ("tells you how fast your car went",))


def test_several_features_in_one_breath_are_several() -> None:
    found = wish("a {kind|doll}, must be {feature|safe from birth and washable}")
    assert found.constraints.wanted == ("safe from birth", "washable")


def test_a_maker_that_the_shop_has_not_is_searched_for() -> None:
    found = wish("a {brand|Zogbert} {kind|train}")
    assert (found.constraints.brand, found.theme) == (None, "zogbert")


def test_what_a_toy_is_to_go_with_is_not_its_maker() -> None:
    found = wish("{kind|track} for my {brand|Brio}")
    assert (found.constraints.brand, found.theme) == (None, "brio")
    assert wish("{kind|sleeves} for {theme|early learning centre}").constraints.brand is None
    assert wish("something for {brand|Brio}").constraints.brand == "Brio"


@pytest.mark.parametrize("lead", ["works with", "compatible with my", "fits"])
def test_what_it_is_to_fit_is_no_maker(lead: str) -> None:
    found = wish(f"a {{kind|bridge}} that {lead} {{brand|Brio}}")
    assert (found.constraints.brand, found.theme) == (None, "brio")


def test_what_it_is_for_is_no_kind_beside_one() -> None:
    assert wish("{kind|something for} the {kind|dolls house}").kinds == ("dolls house",)
    found = wish("something {colour|pink} to {kind|decorate with}")
    assert (found.kinds, found.leftover) == ((), ("decorate",))


@pytest.mark.parametrize("typed", ["that brand", "the same make", "that company", "this manufacturer"])
def test_the_maker_that_is_shown_can_be_turned_down(typed: str) -> None:
    assert wish(f"not {{-brand|{typed}}}").refuses_maker


@pytest.mark.parametrize(
    ("typed", "maker"),
    [("lego", "LEGO"), ("early", "Early"), ("Lego City", "LEGO"), ("brio's", "Brio"),
     ("early learning center", "Early Learning Centre"),
     ("train", ""), ("le", ""), ("", "")],
)  # fmt: skip
def test_a_maker_is_known_by_its_beginning_and_with_a_slip(typed: str, maker: str) -> None:
    assert brand_named(typed, SHOP) == maker


def test_numbers_are_read_by_grammars_and_by_nobody_else() -> None:
    found = wish("{kind|game} for {players|four} {age|adults}, {budget|expensive}, {pieces|lots of pieces}").constraints
    assert (found.budget, found.pieces) == (None, None)
    assert wish("a train for twenty quid").constraints.budget == up_to(20)


def test_a_sum_that_is_taken_back_is_no_limit() -> None:
    assert wish("forget the {~budget|under £30}").constraints.budget is None
    assert wish("{~budget|any price}, up to 30").constraints.budget == up_to(30)


def test_a_budget_is_never_also_an_age() -> None:
    found = wish("a {kind|doll} {budget|under 20 pounds}").constraints
    assert (found.budget, found.age) == (up_to(20), None)


def test_an_occasion_counts_only_where_no_toy_is_named() -> None:
    assert wish("a {kind|doll} for her {occasion|birthday}").leftover == ()
    assert wish("something for a {occasion|rainy day}").leftover == ("rainy day",)
    assert wish("{occasion|secret santa} for a man in my office").leftover == ()
    described = wish("{kind|something she can make herself}")
    assert (described.kinds, described.leftover) == ((), ("she can make herself",))


def test_a_grown_up_is_known_by_kinship_and_no_age() -> None:
    assert wish("a {kind|puzzle} for my grandad").for_adult
    assert not wish("a {kind|puzzle} for my grandad, he is 8").for_adult


@pytest.mark.parametrize(
    ("typed", "read"),
    [("Hes 4", "he is 4"), ("UNDR £20", "under £20"), ("call me on [phone] please", ", please"), ("a  b\n c", "a b c")],
)
def test_a_message_is_made_plain_for_the_grammars(typed: str, read: str) -> None:
    assert plain(typed) == read


def test_what_leads_to_a_word_is_no_part_of_it() -> None:
    assert bare("with the Bridge") == "bridge"
    assert bare("glue or") == "glue"


def test_money_is_read_in_the_catalogues_currency() -> None:
    said, spans = marked("a {kind|doll} under 20")
    budget = wish_of(said, spans, a_vocabulary()).constraints.budget
    assert budget is not None
    assert (budget.max, budget.currency) == (Decimal(20), "GBP")


def test_what_it_must_not_be_is_kept_apart_from_what_it_must_not_have() -> None:
    found = wish("no {-kind|robots}, no {-theme|zombies}, no {-feature|batteries}").constraints
    assert (found.refused_kinds, found.refused) == (("robots", "zombies"), ("batteries",))


def test_what_the_shop_hardly_calls_so_is_refused_by_its_own_words() -> None:
    shop = replace(a_vocabulary(), document_frequency={"plush": 40, "cuddly": 30, "soft": 2, "doll": 90, "plushie": 1})
    for refused, kinds in (("plushies", ("cuddly", "plush", "plushies")), ("dolls", ("dolls",))):
        said, spans = marked(f"not {{-kind|{refused}}}")
        assert wish_of(said, spans, shop).constraints.refused_kinds == kinds


def test_a_makers_name_is_taken_whole() -> None:
    found = wish("{brand|Early Learning} Centre {kind|train}")
    assert (found.constraints.brand, found.kinds, found.theme) == ("Early Learning Centre", ("train",), "")


def test_a_theme_of_several_words_that_is_a_makers_name_names_the_maker() -> None:
    assert wish("a {theme|early learning centre} {kind|train}").constraints.brand == "Early Learning Centre"
    assert wish("a {theme|brio} {kind|train}").constraints.brand is None


def test_a_material_is_one_wherever_it_was_read() -> None:
    assert wish("{kind|wooden train set}").constraints.material == "wood"
    assert wish("{feature|magnetic} {kind|puzzle}").constraints.material == "magnetic"
    assert wish("a {kind|plush}").constraints.material is None
    assert wish("a {kind|metal detector}").constraints.material is None
    assert wish("{material|gold plated} {kind|doll}").constraints.wanted == ("gold plated",)


@pytest.mark.parametrize("typed", ["a different {~brand|brand}", "not that {~brand|brand}", "another {~brand|make}"])
def test_another_maker_is_one_that_is_not_shown(typed: str) -> None:
    assert wish(typed).refuses_maker
    assert not wish("a different {~brand|brand}, {brand|lego}").refuses_maker


def test_a_bare_number_is_a_sum_where_a_reader_takes_it_for_one() -> None:
    assert wish("{kind|lego} {budget|between 40 and 60}").constraints.budget == Budget(Decimal(40), Decimal(60), "GBP")
    assert wish("more like {budget|15}").constraints.budget == replace(up_to(15), around=True)
    assert wish("between 40 and 60").constraints.budget is None


def test_a_number_alone_at_the_end_is_a_sum_of_what_does_not_come_in_pieces() -> None:
    for text, budget in (
        ("a {kind|drone} for my son, {pieces|250}", up_to(250)),
        ("a {kind|jigsaw} for my son, {pieces|250}", None),
        ("a {pieces|12} sided {kind|dice}", None),
    ):
        assert wish(text).constraints == Constraints(budget=budget)


def test_of_two_numbers_behind_a_child_the_reader_knows_which_is_the_age() -> None:
    found = wish("{kind|lego} for my {recipient|son}, {age|11}, {budget|25}").constraints
    assert (found.age, found.budget) == (age(11, 11), up_to(25))


def test_a_maker_is_turned_down_whatever_it_was_read_as() -> None:
    for slot in ("brand", "theme", "kind"):
        assert wish(f"a {{kind|train}}, not {{-{slot}|a brio}}").constraints.refused_brands == ("Brio",)


def test_an_occasion_names_no_toy_where_it_is_said_what_is_loved() -> None:
    assert wish("a {occasion|stocking filler} for a boy who loves {theme|pirates}").leftover == ()


def test_a_bare_range_that_a_reader_takes_for_money_is_a_budget() -> None:
    found = wish("no {-kind|plushies}!! {kind|action figure}, {budget|25-35}").constraints.budget
    assert found
    assert (found.min, found.max) == (Decimal(25), Decimal(35))


def test_an_occasion_that_says_more_than_that_there_is_one_ranks() -> None:
    assert wish("a {kind|banner} for mums {occasion|60th}").leftover == ("60th",)
    assert wish("a {kind|doll} for her {occasion|birthday}").leftover == ()


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("five pounds was the price of hers, i have {budget|twelve pounds} for this one", 12),
        ("we spent £50 last year so {budget|under £20} this time", 20),
        ("£30 or so, not £50", 30),  # no reader marked either: the first that reads as a budget
    ],
)
def test_of_several_sums_the_one_that_a_reader_marked_is_the_budget(text: str, most: int) -> None:
    budget = wish(text).constraints.budget
    assert budget
    assert budget.max == most


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            "seven quid? I said I'd spend {budget|around 30}",
            {"budget": Budget(max=Decimal(30), currency="GBP", around=True)},
        ),
        ("the youngest is {age|8} and my mum who's 70", {"age": age(8, 8)}),
        ("a {pieces|1000 piece} one, I told you I'd spend {budget|10}", {"budget": up_to(10), "pieces": 1000}),
        ("under {budget|£20}.12 please", {"budget": up_to("20.12")}),
        ("£15 was too much last time, I have {budget|5}", {"budget": up_to(5)}),
        ("chess is for two people! there's {players|six} of us", {"players": 6}),
    ],
)
def test_of_several_numbers_the_one_that_a_reader_marked_counts(text: str, asked: dict[str, Any]) -> None:
    assert wish(text).constraints == Constraints(**asked)


def test_what_cards_come_in_says_nothing_of_what_they_are_made_of() -> None:
    assert wish("a {kind|tin}").constraints.material is None
    assert wish("a {kind|tin robot}").constraints.material == "metal"


def test_of_two_scales_any_will_do() -> None:
    text, spans = marked("a tank kit in {scale|1/35} or {scale|1/72}")
    assert wish_of(text, spans, SHOP).constraints.wanted == ("1/35 or 1/72",)


def test_the_years_of_somebody_are_no_pieces() -> None:
    asked = wish("actually shes {pieces|50} not 40").constraints
    assert (asked.age, asked.pieces) == (age(50, 50), None)


def test_how_much_of_it_is_too_much_is_not_searched_for() -> None:
    assert wish("a {kind|costume}, nothing {-feature|too scary}").constraints.refused == ("scary",)
    assert wish("a {kind|bear}, {feature|very soft}").constraints.wanted == ("soft",)


def test_what_stands_behind_a_no_is_meant_however_unsurely_it_was_read() -> None:
    said, spans = marked("{kind|party bags}, no {-feature|tattoos}, {feature|glittery}")
    unsure = tuple(replace(span, confidence=0.4) if span.slot == "feature" else span for span in spans)
    asked = wish_of(said, unsure, SHOP).constraints
    assert (asked.refused, asked.wanted) == (("tattoos",), ())


def test_of_themes_of_which_any_will_do_the_kind_is_spelt_as_well() -> None:
    said, spans = marked("a {kind|puzle} with {theme|cats} or {theme|flowers}")
    stocked = replace(SHOP, document_frequency={"puzzle": 300, "cat": 40, "flower": 30})
    slips = tuple(replace(span, unknown=("puzle",)) if span.slot == "kind" else span for span in spans)
    assert wish_of(said, slips, stocked).kinds == ("cats puzzle", "flowers puzzle")


def test_a_name_with_its_epithet_is_the_name_where_a_shelf_begins_with_that() -> None:
    said, spans = marked("{theme|Thomas the Tank Engine} {kind|train}")
    filed = replace(a_vocabulary(), categories={"thomas & friends": (), "toy trains": ()})
    assert wish_of(said, spans, filed).theme == "thomas"
    assert wish_of(said, spans, a_vocabulary()).theme == "thomas the tank engine"


def test_the_number_of_stars_is_no_sum_and_no_age() -> None:
    asked = wish("the cheapest {kind|card game} rated over {budget|4}.{age|5}").constraints
    assert (asked.stars, asked.budget, asked.age) == (4.5, None, None)
    assert wish("a {kind|card game} with at least {pieces|4 stars} for {budget|£5}").constraints.budget == up_to(5)


def test_a_word_that_hardly_is_a_feature_begins_the_kind_behind_it() -> None:
    said = "a remote control car"
    spans = [Span("feature", "remote", 2, 8, confidence=0.5), Span("kind", "control car", 9, 20)]
    assert wish_of(said, spans, SHOP).kinds == ("remote control car",)
    sure = [replace(spans[0], confidence=0.9), spans[1]]
    assert (wish_of(said, sure, SHOP).kinds, wish_of(said, sure, SHOP).constraints.wanted) == (
        ("control car",),
        ("remote",),
    )


def test_what_is_said_behind_or_a_is_another_that_will_do() -> None:
    assert wish("more of a {kind|tank} or a {theme|walker}").kinds == ("tank", "walker")
    assert wish("a {kind|game} about {theme|trains}").kinds == ("game",)
