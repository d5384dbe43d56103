"""What the page shows, decided without a browser."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from assistant import resources
from assistant.interfaces.page.cards import MOST_OTHERS, facts, live_line, shortened, stars
from assistant.interfaces.page.drawings import FALLBACK, drawing_for
from assistant.interfaces.page.plain import cited, https, link, plain, plain_line
from assistant.interfaces.page.view import (
    answered,
    chips,
    failed,
    first_sentence,
    loaded,
    newest_cards,
    remembered,
    switched_off,
    voice_labels,
)
from assistant.interfaces.widgets.shelf import WINDOW
from assistant.protocols import Voice
from assistant.schema import (
    AgeRange,
    Answer,
    AnswerMeta,
    AskAbout,
    Budget,
    Citation,
    Constraints,
    EvidencePack,
    Intent,
    NearestMiss,
    Pick,
    PlayerRange,
    Price,
    Product,
    Receipt,
    Refine,
    Response,
    ResponseDocument,
    Route,
    SessionTurn,
    Shown,
)

HOSTILE = (
    "<img src=x onerror=alert(1)> [x](javascript:alert(1)) ![i](http://e.example/p.png) $x^2$ $$y$$ :red[hot] "
    ":material/delete: :material_delete: :smile: `code` **bold** _soft_ # head | a | b | www.e.example a@e.example"
)


def toy(number: int = 1, **fields: object) -> Product:
    given: dict[str, object] = {
        "title": f"Toy {number}",
        "brand": "Maker",
        "price": Price(Decimal("24.99"), "GBP"),
        "rating": 4.66,
        "rating_count": 132,
        "age": AgeRange(36, 72),
        "pieces": 46,
        "category": ("Toys", "Trains"),
    }
    return Product(id=str(number), **(given | fields))  # type: ignore[arg-type]


def pick(product: Product, rank: int = 1, **fields: object) -> Pick:
    return Pick(product, product.price, rank, 1.0, **fields)  # type: ignore[arg-type]


def wish(text: str = "a train", kind: str = "train", **asked: object) -> Intent:
    return Intent(text, "find", "product_query", kind, Constraints(**asked))  # type: ignore[arg-type]


def answer(intent: Intent, picks: Sequence[Pick] = (), text: str = "Toy 1 fits [1].", **fields: object) -> Answer:
    given: dict[str, object] = {"status": "answered" if picks else "no-context"}
    return Answer(intent, final_answer=text, spoken_answer=text, picks=tuple(picks), **(given | fields))  # type: ignore[arg-type]


def response(*answers: Answer, text: str = "Hello.", **fields: object) -> Response:
    picks = [chosen for one in answers for chosen in one.picks]
    given: dict[str, object] = {
        "status": answers[0].status if answers else "greeting",
        "final_answer": answers[0].final_answer if answers else text,
        "spoken_answer": text,
        "top_pick": picks[0] if picks else None,
        "products": picks,
        "citations": [],
        "answer_meta": AnswerMeta(),
        "followups": [],
        "errors": [],
        "warnings": [],
        "ledger": Constraints(),
        "route": Route(tuple(one.intent for one in answers) or (Intent("hello", "greet", "greeting"),)),
        "plan": None,
        "retrieval_report": None,
        "response_document": ResponseDocument(session_id="s", groups=[]),
        "response_markdown": "",
        "timings": {},
        "answers": answers,
    }
    return Response(**(given | fields))  # type: ignore[arg-type]


# ── Text of others ───────────────────────────────────────────────────────────────────────────────────────────────


def unescaped(markdown: str) -> str:
    """What a reader of Markdown shows of text in which every mark is escaped."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown).replace("\u2060", "")


def test_plain_shows_exactly_the_text() -> None:
    assert unescaped(plain(HOSTILE)) == HOSTILE


def test_plain_leaves_no_mark_unescaped() -> None:
    assert not re.findall(r"(?<!\\)[!-/:-@\[\]^`{-~]", re.sub(r"\\.", "", plain(HOSTILE)))


@pytest.mark.parametrize("text", [":smile:", ":material/delete:", ":material_x:", ":streamlit:", "https://e.example",
                                  "http://e.example", "www.e.example", "WWW.e.example", "a@e.example"])  # fmt: skip
def test_plain_parts_what_is_looked_for_after_parsing(text: str) -> None:
    assert "\u2060" in plain(text)


def test_plain_leaves_ordinary_words_alone() -> None:
    assert plain("Ages 3 to 6") == "Ages 3 to 6"
    assert "\u2060" not in plain("Open 10:30 to 12:30, size 3:4. Note: new")


def test_plain_keeps_lines_and_drops_what_cannot_be_seen() -> None:
    assert plain("one\n    two\r\n- three\tfour") == "one  \ntwo  \n\\- three four"
    assert plain("a\u202eb\x00c\u200bd") == "abcd"
    assert plain_line("one\n# two") == "one \\# two"


def test_cited_sets_the_marks_apart_and_keeps_the_rest_plain() -> None:
    assert cited("Wooden [1][2]. **£5** [3].") == (
        r"Wooden :small[:gray[\[1\]]]:small[:gray[\[2\]]]\. \*\*£5\*\* :small[:gray[\[3\]]]\."
    )
    assert cited("no marks") == "no marks"


@pytest.mark.parametrize(
    "url",
    ["http://shop.example", "javascript:alert(1)", "data:text/html,x", "https://", "//shop.example", "https://u:p@shop.example",
     "https://shop.example/a b", "https://shop.example/\n", "https://[bad", "ftp://shop.example", ""],
)  # fmt: skip
def test_only_https_addresses_become_links(url: str) -> None:
    assert https(url) == ""


def test_a_mark_leads_to_its_source_where_that_stands_on_the_page() -> None:
    assert cited("Wooden [1][2].", {2}) == r"Wooden :small[:gray[\[1\]]][:small[:gray[\[2\]]]](#source-2)\."


def test_an_address_cannot_end_its_link_early() -> None:
    url = "https://shop.example/a>(b)<c>"
    assert https(url) == url
    assert link("the [shop]", url) == r"[the \[shop\]](<https://shop.example/a%3E%28b%29%3Cc%3E>)"


# ── Toys ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("category", "title", "expected"),
    [
        (("Hobbies", "Model Trains & Railway Sets", "Rail Vehicles", "Trains"), "Hornby coach", "trains"),
        (("Puzzles", "Wooden Puzzles"), "Train Puzzle", "puzzles"),
        (("Games", "Card Games"), "Snap", "games"),
        ((), "Cuddly Bear", "soft-toys"),
        ((), "Glove Puppets", "puppets"),
        (("Toys",), "Microscope", "science"),
        (("Toys",), "Zyx", FALLBACK),
        (("Fancy Dress", "Costumes"), "Dinosaur", "dressing-up"),
        (("Figures & Playsets", "Playsets"), "King Arthur's Castle Wooden Playset", "castles"),
        (("Figures & Playsets", "Dinosaurs"), "T-Rex", "dinosaurs"),
        (("Figures & Playsets",), "Roaring Dinosaur", "dinosaurs"),
        (("Figures & Playsets", "Knights & Castles"), "Figurine King Richard with Lance", "figures"),
        (("Figures & Playsets", "Science Fiction & Fantasy"), "Transforming Robot Boxed Set", "figures"),
        ((), "Wooden Fort with a Castle Gate", "castles"),
        (("Sports Toys & Outdoor", "Kites & Flight Toys"), "Dart Blaster with Six Darts", "outdoor"),
        (("Sports Toys & Outdoor", "Kites & Flight Toys"), "Red Diamond Kite", "kites"),
        (("Remote Controlled Devices", "Cars & Race Cars"), "RC Racing Car", "vehicles"),
        (("Helicopters & Quadcopters",), "Mini Drone with Camera", "aircraft"),
        (("Model Building Kits", "Tanks"), "Panzer IV 1:35", "models"),
        (("Arts & Crafts",), "Shadow Kite", "kites"),
    ],
)
def test_the_drawing_follows_the_narrowest_word(category: tuple[str, ...], title: str, expected: str) -> None:
    assert drawing_for(toy(category=category, title=title)) == expected


def test_every_drawing_that_can_be_chosen_is_there() -> None:
    from assistant.interfaces.page import drawings

    names = {name for name, _ in drawings._WORDS} | {FALLBACK, *WINDOW}
    assert {name for name in names if not (resources.DRAWINGS / f"{name}.svg").is_file()} == set()


def test_facts_say_what_is_known_and_no_more() -> None:
    assert facts(toy(players=PlayerRange(2, 4))) == "Maker · ages 3 to 6 · 2 to 4 players · 46 pieces"
    assert facts(toy(players=PlayerRange(2, None))) == "Maker · ages 3 to 6 · 2 or more players · 46 pieces"
    assert facts(toy(players=PlayerRange(None, 6))) == "Maker · ages 3 to 6 · up to 6 players · 46 pieces"
    assert facts(toy(players=PlayerRange(1, 1), pieces=1)) == "Maker · ages 3 to 6 · 1 player · 1 piece"
    assert facts(toy(brand="", age=None, pieces=None)) == ""


def test_stars() -> None:
    assert stars(4.66, 1_320) == ("★ 4.7", "1,320 ratings")
    assert stars(5.0, 1) == ("★ 5.0", "1 rating")
    assert stars(4.0, None) == ("★ 4.0", "")
    assert stars(0.0, 3) == stars(None, 3) == ("", "")


def test_long_quotes_break_between_words() -> None:
    assert shortened("word " * 100, 12) == "word word…"
    assert shortened("a\n b") == "a b"


# ── Turns ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_answer_has_its_card_its_list_and_its_sources() -> None:
    picks = [pick(toy(number), number) for number in range(1, 9)]
    cite = Citation(1, "1#a", "Toy 1", "a wooden train", "1", "https://shop.example/1")
    intent = wish(material="wood", age=AgeRange(48, 48), budget=Budget(max=Decimal(30), currency="GBP"))
    turn = answered("a train", response(answer(intent, picks, citations=(cite,)), text="Said."), "t1")
    (card,) = turn.cards
    assert card.toy
    assert (card.wish, card.toy.title, card.toy.price, card.toy.stars, card.toy.ratings, card.toy.drawing) == (
        "", "Toy 1", "£24.99", "★ 4.7", "132 ratings", "trains",
    )  # fmt: skip
    assert [other.rank for other in card.others] == list(range(2, 2 + MOST_OTHERS))
    assert [(source.number, source.quote, source.url) for source in card.sources] == [
        (1, "a wooden train", "https://shop.example/1")
    ]
    assert [chip.label for chip in turn.chips] == ["train", "wood", "age 4", "up to £30"]
    assert turn.answers == (("", "Toy 1 fits [1]."),)
    assert (turn.spoken, turn.tone, turn.turn_id) == ("Said.", "answer", "t1")


def test_two_wishes_are_two_cards_under_their_names() -> None:
    one = answer(wish(kind="puzzle"), [pick(toy(1))], "A.")
    two = answer(wish(kind="board game"), [pick(toy(2))], "B.")
    turn = answered("both", response(one, two), "t")
    assert [card.wish for card in turn.cards] == ["Puzzle", "Board game"]
    assert turn.answers == (("Puzzle", "A."), ("Board game", "B."))


def test_a_question_beside_a_wish_is_words_over_the_card_of_the_wish_and_keeps_its_source() -> None:
    said = Citation(1, "a", "Toy 1", "for ages 3 and up", "1")
    asks = replace(wish(), act="details")
    question = answer(asks, text="It is for ages 3 and up [1].", status="answered", citations=(said,))
    found = answer(wish(kind="puzzle"), [pick(toy(2))], "B [2].", citations=(Citation(2, "b", "Toy 2", "wood", "2"),))
    turn = answered("both", response(question, found), "t")
    (card,) = turn.cards
    assert (card.toy and card.toy.title, card.wish) == ("Toy 2", "")
    assert [source.number for source in card.sources] == [1, 2]
    assert turn.answers == (("", "It is for ages 3 and up [1]."), ("", "B [2]."))
    assert turn.tone == "reply"
    assert next(chip.label for chip in turn.chips) == "puzzle"


def test_the_buttons_say_what_one_would_say_and_no_suggestion_twice() -> None:
    suggestions = ["Something cheaper", "More balanced", "Why this one?", "Is it wooden?", "Is it wooden?"]
    turn = answered("q", response(answer(wish(), [pick(toy())]), followups=suggestions), "t")
    assert [action.label for action in turn.actions] == [
        "Cheaper",
        "Premium",
        "More balanced",
        "Why this one?",
        "Is it wooden?",
    ]
    assert [action.asks.command for action in turn.actions] == [
        Refine("cheaper"), Refine("premium"), Refine("balanced"), AskAbout("explain"), None
    ]  # fmt: skip


def test_cheaper_is_no_button_where_nothing_right_is_cheaper() -> None:
    turn = answered("q", response(answer(wish(), [pick(toy())]), followups=["Something cheaper"]), "t")
    assert next(action.label for action in turn.after_cheaper(found=True).actions) == "Cheaper"
    without = turn.after_cheaper(found=False)
    assert [action.label for action in without.actions] == ["Premium", "More balanced", "Why this one?"]
    assert without.tried_cheaper


def test_nothing_found_shows_the_nearest_miss_apart() -> None:
    miss = NearestMiss(toy(price=Price(Decimal("34.99"), "GBP")), "budget_max")
    turn = answered("q", response(answer(wish(), text="Sorry.", pack=EvidencePack(nearest_miss=miss))), "t")
    (card,) = turn.cards
    assert card.toy is None
    assert card.others == ()
    assert card.nearest
    assert (card.nearest.price, card.missed) == ("£34.99", "The closest is over your budget")
    assert answered("q", response(answer(wish())), "t").cards[0].nearest is None


@pytest.mark.parametrize(
    ("asked", "advice"),
    [
        ({}, "Fewer wishes or another kind of toy may find one."),
        ({"budget": Budget(max=Decimal(9), currency="GBP")}, "A higher budget or fewer wishes may find one."),
        ({"budget": Budget(min=Decimal(9)), "age": AgeRange(36, 36)}, "Another age or fewer wishes may find one."),
    ],
)
def test_nothing_at_all_found_advises_to_ask_less_of_what_was_asked(asked: dict[str, Any], advice: str) -> None:
    assert answered("q", response(answer(wish(**asked))), "t").cards[0].missed == advice


def test_nothing_cheaper_leaves_the_last_pick_where_it_is() -> None:
    first = answered("q", response(answer(wish(), [pick(toy())])), "t1")
    cheaper = Intent("cheaper", "refine", "product_query", refinement="cheaper")
    second = answered("cheaper", response(answer(cheaper)), "t2")
    talk = failed("", "There are no words in that question.", "t3")
    assert newest_cards([first, second, talk]) == first.cards
    assert newest_cards([]) == ()


def test_nothing_cheaper_is_said_above_the_card_that_stays() -> None:
    cheaper = Intent("cheaper", "refine", "product_query", refinement="cheaper")
    assert answered("cheaper", response(answer(cheaper)), "t2").tone == "reply"


def test_an_answer_is_parted_after_its_first_sentence() -> None:
    said = "I'd go for Salt Co. Steam Engine, £9 [1][2]. Buyers like it [1]. Next best: another [3]."
    one = answered("q", response(answer(wish(), [pick(toy())], said)), "t")
    assert first_sentence(one) == (
        (("", "I'd go for Salt Co. Steam Engine, £9 [1][2]."),), "Buyers like it [1]. Next best: another [3].",
    )  # fmt: skip
    two = answered("q", response(*(answer(wish(kind=kind), [pick(toy())], said) for kind in ("puzzle", "kite"))), "t")
    asked = answered("q", response(answer(replace(wish(), act="details"), [pick(toy())], said)), "t")
    for whole in (two, asked, failed("q", "No.", "t")):
        assert first_sentence(whole) == (whole.answers, "")
    assert first_sentence(answered("q", response(answer(wish(), [pick(toy())], "No marks. At all.")), "t"))[1] == ""


def test_a_greeting_is_only_words() -> None:
    turn = answered("hello", response(text="Hello. Who is it for?"), "t")
    assert (turn.answers, turn.cards, turn.chips, turn.actions, turn.tone) == (
        (("", "Hello. Who is it for?"),), (), (), (), "talk",
    )  # fmt: skip


def test_an_error_is_one_calm_line() -> None:
    turn = failed("🎲", "there are no words in that question", "t")
    assert (turn.answers, turn.tone, turn.cards, turn.spoken) == (
        (("", "There are no words in that question."),), "error", (), "",
    )  # fmt: skip


def test_a_notice_is_shown_unless_the_answer_says_it() -> None:
    said = answer(wish(), [pick(toy())], "A train. Prices are in £.")
    turn = answered("q", response(said, warnings=["Prices are in £.", "No shop could be reached."]), "t")
    assert turn.notices == ("No shop could be reached.",)


def test_no_price_is_said() -> None:
    card = answered("q", response(answer(wish(), [pick(toy(price=None))])), "t").cards[0]
    assert card.toy
    assert card.toy.price == "No price listed"


def test_a_live_price_shows_its_receipt() -> None:
    seen = datetime(2026, 3, 1, 14, 32, tzinfo=UTC)
    receipt = Receipt(
        Price(Decimal("23.50"), "GBP"), "shop.example", "https://shop.example/1", seen, seen, 0.9, (), "json-ld"
    )
    card = answered("q", response(answer(wish(), [pick(toy(), receipt=receipt)])), "t").cards[0]
    assert card.toy
    now = seen + timedelta(minutes=4)
    assert live_line(card.toy, now) == (
        "Live price: £23.50 at shop.example · 4 minutes ago · the catalogue says £24.99"
    )
    same = replace(receipt, price=Price(Decimal("24.99"), "GBP"), availability="in stock")
    agreed = answered("q", response(answer(wish(), [pick(toy(), receipt=same)])), "t").cards[0].toy
    assert agreed
    assert live_line(agreed, seen) == "Live price: £24.99 at shop.example · in stock · just now"
    assert live_line(replace(agreed, receipt=None), seen) == ""
    assert card.toy.url == ""


def test_the_address_of_a_picture_is_left_for_the_guard_to_judge() -> None:
    card = answered("q", response(answer(wish(), [pick(toy(image_url=" http://i.example/1.jpg "))])), "t").cards[0].toy
    assert card
    assert (card.picture, card.drawing) == ("http://i.example/1.jpg", "trains")


def test_a_remembered_turn_shows_its_words_and_its_toys() -> None:
    price = Price(Decimal(20), "GBP")
    turn = SessionTurn(
        "a train", "Toy 2 fits [1].", (wish(),), (Shown("1", price, 4.0), Shown("2", price, 4.0, top=True))
    )
    view = remembered(turn, [toy(1), toy(2)])
    (card,) = view.cards
    assert card.toy
    assert (card.toy.title, card.toy.price, [other.title for other in card.others]) == ("Toy 2", "£20", ["Toy 1"])
    assert (view.question, view.answers, view.turn_id) == ("a train", (("", "Toy 2 fits [1]."),), "")
    assert view.spoken == "Toy 2 fits [1]."
    assert remembered(turn, []).cards == ()


# ── Around the turns ─────────────────────────────────────────────────────────────────────────────────────────────


def test_chips_say_each_part_of_a_wish_once() -> None:
    asked = wish(
        kind="board game", category="Board Game", brand="Quill", players=4, pieces=60, wanted=("co-operative",),
        refused=("batteries",), age=AgeRange(96, None), budget=Budget(Decimal(10), Decimal(20), "GBP", each=True),
    )  # fmt: skip
    assert [(chip.label, chip.asks.text) for chip in chips([asked])] == [
        ("board game", "any kind of toy"), ("Quill", "any brand"), ("ages 8 and up", "forget the age"),
        ("4 players", "forget the number of players"), ("60 pieces", "forget the number of pieces"),
        ("£10 to £20 each", "forget the budget"), ("co-operative", "forget the co-operative"),
        ("no batteries", "I don't mind batteries"),
    ]  # fmt: skip
    two = chips([wish(kind="puzzle", age=AgeRange(72, 72)), wish(kind="board game")])
    assert [chip.asks.text for chip in two][1] == "forget the age for the puzzle"


def test_the_empty_page_says_what_is_loaded_and_what_is_off() -> None:
    assert loaded(10_000, "GBP", demo=False) == "10,000 toys, prices in £"
    assert loaded(671, "GBP", demo=True).endswith("invented for this demonstration")
    assert loaded(5, "", demo=False) == "5 toys"
    assert switched_off(model=False, voice=True) == ("No model: answers are composed from the catalogue",)
    assert switched_off(model=True, voice=True) == ()


def test_voices_to_choose_are_those_of_this_machine_and_then_those_of_the_browser() -> None:
    scots = Voice("espeak:English (Scotland)", "English (Scotland)", "this machine")
    assert voice_labels([scots], ["Daniel", "Kate"]) == {
        "": "Automatic",
        "espeak:English (Scotland)": "English (Scotland), this machine",
        "browser:Daniel": "Daniel, this browser",
        "browser:Kate": "Kate, this browser",
    }
    assert list(voice_labels([], [])) == [""]


@pytest.mark.parametrize("chosen", ["browser:Kate", "espeak:English (Gone)"])
def test_a_chosen_voice_stays_to_be_seen(chosen: str) -> None:
    assert list(voice_labels([], [], chosen)) == ["", chosen]
