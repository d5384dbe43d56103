"""What stands on the shelf beside the pick: changes, quotes, plot, sources, report and export, without a browser."""

from __future__ import annotations

import json
import re
import shlex
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from builders import a_candidate, a_pack, a_plan, a_product, age, an_intent, price, up_to

from assistant import Assistant
from assistant.catalogue.importing import ImportReport
from assistant.errors import SourceError
from assistant.interfaces.page.cards import KICKERS, basket_url, card_of, quotes, toy_of
from assistant.interfaces.page.chart import COLOURS, chart_of, spec
from assistant.interfaces.page.export import as_json, as_markdown
from assistant.interfaces.page.marks import marked
from assistant.interfaces.page.story import story_of
from assistant.interfaces.page.uploads import (
    MOST_COUNTED,
    Outcome,
    OwnShop,
    OwnShops,
    commands,
    likely_currency,
    looked_at,
    previewed,
)
from assistant.interfaces.page.view import answered, more_about
from assistant.interfaces.widgets.upload_page import unpriced
from assistant.schema import Answer, Citation, Intent, Pick, Product, Query, Response, Review

HOSTILE = "Train [x](javascript:alert(1)) | **bold** <b>"


def pick(number: int, cost: str | None, rating: float | None, count: int | None = 100, **fields: object) -> Pick:
    product = a_product(f"p{number}", f"Toy {number}", cost, rating=rating, rating_count=count, **fields)
    return Pick(product, product.price, number, 1.0)


def answer(*picks: Pick, intent: Intent | None = None, **fields: object) -> Answer:
    intent = intent or an_intent(budget=up_to(30))
    pack = a_pack(*(a_candidate(one.product) for one in picks))
    given: dict[str, object] = {"pack": pack, "plan": a_plan(intent), **fields}
    return Answer(intent, "answered", "Toy 1 fits [1].", "Toy 1.", picks=picks, **given)  # type: ignore[arg-type]


LIST = (pick(1, "22.50", 4.5), pick(2, "27.99", 4.7), pick(3, "13.50", 4.3), pick(4, "19.99", None))


# ── Runner-up, quotes, comparison ────────────────────────────────────────────────────────────────────────────────


def test_the_runner_up_and_what_would_change_the_choice_are_said_once_each() -> None:
    card = card_of(answer(*LIST, cheaper="p3"), several=False)
    assert card
    assert card.changes == (
        "Runner-up and if the rating matters most: Toy 2, £27.99, 4.7 stars from 100 ratings",
        "If price matters most: Toy 3, £13.50, 4.3 stars from 100 ratings",
    )


def test_a_better_rating_from_a_few_people_changes_nothing() -> None:
    card = card_of(answer(LIST[0], pick(2, "23", 5.0, count=3)), several=False)
    assert card
    assert card.changes == ("Runner-up: Toy 2, £23, 5.0 stars from 3 ratings",)
    many = card_of(answer(LIST[0], pick(2, "23", 5.0, count=1), pick(3, "24", 4.8)), several=False)
    assert many
    assert "Well rated by more buyers: Toy 3, £24, 4.8 stars from 100 ratings" in many.changes
    alone = card_of(answer(LIST[0]), several=False)
    assert alone
    assert alone.changes == ()


def test_what_is_only_the_nearest_is_no_top_pick(shop: Assistant) -> None:
    near, right = (shop.ask(text).answers[0] for text in ("a garden swing", "a wooden train set"))
    unsure = replace(right, standing="guess")
    for found, label in ((near, KICKERS["nearest"]), (right, KICKERS["pick"]), (unsure, KICKERS["guess"])):
        card = card_of(found, several=False)
        assert card
        assert card.kicker == label
    assert near.final_answer.startswith("I found no garden swing here. The nearest I have is ")


def test_buyers_are_quoted_one_who_liked_it_and_one_who_did_not() -> None:
    reviews = [Review("", "Lovely.", 5.0, "May 2025"), Review("", "Great.", 4.0), Review("", "Broke at once.", 1.0)]
    assert quotes(reviews) == (("Lovely.", "5.0 stars · May 2025"), ("Broke at once.", "1.0 stars"))
    assert quotes([Review("Title only", "  ")]) == ()


def test_a_comparison_is_a_table_of_what_the_catalogue_says() -> None:
    toys = (pick(1, "22.50", 4.5, age=age(3, 6)), pick(2, None, None, count=None))
    card = card_of(answer(*toys, intent=an_intent(act="compare")), several=False)
    assert card
    assert card.compared[0] == ("", "Toy 1", "Toy 2")
    assert ("Price", "£22.50", "not said") in card.compared
    assert ("Age", "ages 3 to 6", "not said") in card.compared
    assert "Pieces" not in [row[0] for row in card.compared]


def test_what_the_compared_have_in_common_stands_under_the_table() -> None:
    toys = (pick(1, "22.50", 4.5, age=age(3, 6), material="wood"), pick(2, "9", 4.0, age=age(3, 6), material="wood"))
    card = card_of(answer(*toys, intent=an_intent(act="compare")), several=False)
    assert card
    assert {"Age", "Material"}.isdisjoint(row[0] for row in card.compared)
    assert "ages 3 to 6, wood" in card.alike


def test_the_basket_is_the_shops_own_address() -> None:
    assert basket_url("https://shop.example/add?id={id}", "a/b&c=1") == "https://shop.example/add?id=a%2Fb%26c%3D1"
    assert basket_url("", "1") == ""


def test_an_answer_about_an_alternative_keeps_the_list_and_is_no_top_pick() -> None:
    before = card_of(answer(*LIST), several=False)
    about = card_of(answer(LIST[2], intent=an_intent(act="details")), several=False, before=before)
    assert about
    assert about.toy
    assert (about.kicker, about.toy.title, about.toy.rank) == ("More about", "Toy 3", 3)
    assert [toy.title for toy in about.others] == ["Toy 1", "Toy 2", "Toy 4"]
    elsewhere = card_of(answer(pick(9, "5", 4.0), intent=an_intent(act="details")), several=False, before=before)
    assert elsewhere
    assert (elsewhere.kicker, elsewhere.others) == ("More about", ())
    same = card_of(answer(LIST[0], intent=an_intent(act="explain")), several=False, before=before)
    assert same
    assert before
    assert (same.kicker, same.others, same.changes) == ("Top pick", before.others, before.changes)


def test_tell_me_more_about_an_alternative_is_about_it(shop: Assistant, session_id: str) -> None:
    listed = shop.ask("a wooden train set for a four-year-old under £30", session_id=session_id).products
    for other in listed[1:4]:
        asks = more_about(toy_of(other)).asks
        reply = shop.ask(asks.text, session_id=session_id, command=asks.command)
        assert [pick.product.id for pick in reply.products] == [other.product.id]
        assert other.product.title.split(",")[0][:12] in reply.final_answer


# ── Plot ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_plot_has_the_priced_and_rated_toys_the_budget_and_a_text() -> None:
    chart = chart_of(LIST, up_to(30))
    assert chart
    assert [point.rank for point in chart.points] == [1, 2, 3]
    assert chart.budget == 30
    assert chart.alt.startswith("Price against rating. 1. Toy 1: £22.50, 4.5 stars; 2. Toy 2")
    assert chart.alt.endswith("Your budget ends at £30.")
    drawn = spec(chart, "dark")
    json.dumps(drawn)
    assert drawn["layer"][2]["data"]["values"] == [{"budget": 30.0}]
    assert drawn["layer"][2]["mark"]["color"] == COLOURS["dark"][0]


def test_a_plot_of_two_points_is_none_and_other_money_draws_no_line_and_no_point() -> None:
    dollars = replace(pick(5, None, 4.0), price=price("25", "USD"))
    assert [point.rank for point in chart_of((*LIST, dollars), None).points] == [1, 2, 3]  # type: ignore[union-attr]
    assert chart_of(LIST[:2], None) is None
    chart = chart_of(LIST, up_to(30, "USD"))
    assert chart
    assert chart.budget is None
    assert len(spec(chart, "light")["layer"]) == 2


# ── Sources and report ───────────────────────────────────────────────────────────────────────────────────────────


def test_the_words_that_carry_the_answer_are_marked_and_no_others() -> None:
    text = "Farm Wooden Train Set. Brand Brio. Price £24.99. 4.7 stars from 132 ratings. For ages 3 to 6."
    assert marked(text, ["Farm Train Set is my top pick: for ages 3 to 6, £24.99 [1]."]) == (
        r":yellow-background[Farm] Wooden :yellow-background[Train Set]\. Brand Brio\. Price "
        r":yellow-background[£24\.99]\. 4\.7 stars from 132 ratings\. For :yellow-background[ages 3 to 6]\."
    )
    assert ":yellow" not in marked(text, [])


def test_marks_leave_hostile_text_as_text() -> None:
    assert marked(HOSTILE, ["a train, bold [1]"]) == (
        r":yellow-background[Train] \[x\]\(javascript\:alert\(1\)\) \| \*\*:yellow-background[bold]\*\* \<b\>"
    )


def test_each_source_knows_the_sentences_that_rest_on_it() -> None:
    cites = (Citation(1, "p1#a", "Toy 1", "first", "p1"), Citation(2, "p2#a", "Toy 2", "second", "p2"))
    told = answer(*LIST, citations=cites)
    card = card_of(
        Answer(
            told.intent,
            "answered",
            "One [1]. Two [1][2]. Three.",
            "",
            picks=told.picks,
            citations=cites,
            pack=told.pack,
        ),
        several=False,
    )
    assert card
    assert [source.cited_by for source in card.sources] == [("One [1].", "Two [1][2]."), ("Two [1][2].",)]


def test_the_report_tells_what_was_searched_and_how_long_it_took(shop: Assistant) -> None:
    lines = story_of(shop.ask("a wooden train set for a four-year-old under £30"))
    assert not [line for line in lines if line.rstrip().endswith(":")]
    assert lines[0] == "Recommend one train set that fits the wishes."
    assert lines[1].startswith("Round 1: searched “wood")
    assert any("taken." in line for line in lines)
    assert any(re.fullmatch(r"The likeliest of them was read as right with \d+%.", line) for line in lines)
    assert lines[-1].startswith("It took ")
    assert "planner" in lines[-1]
    greeting = story_of(shop.ask("hello"))
    assert len(greeting) == 1


# ── Export ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_conversation_can_be_taken_away(shop: Assistant, session_id: str) -> None:
    first = answered("a train", shop.ask("a wooden train set under £30", session_id=session_id), "t1")
    second = answered("hi", shop.ask("hello", session_id=session_id), "t2")
    told = json.loads(as_json([first, second], session_id))
    assert (told["format"], told["session"], len(told["turns"])) == ("toy-shop-conversation/1", session_id, 2)
    card = told["turns"][0]["cards"][0]
    assert card["toys"][0]["title"] == first.cards[0].toy.title  # type: ignore[union-attr]
    assert card["sources"][0]["number"] == 1
    text = as_markdown([first, second])
    assert text.startswith("## a train\n")
    assert f"1. **{first.cards[0].toy.title}**" in text  # type: ignore[union-attr]
    assert "## hi" in text


def test_an_export_can_not_be_formatted_by_the_catalogue() -> None:
    toy = Pick(Product("h", HOSTILE, price=price("5")), price("5"), 1, 1.0)
    turn = answered(HOSTILE, _response(answer(toy)), "t")
    assert "[x](javascript" not in as_markdown([turn])
    assert json.loads(as_json([turn], "s"))["turns"][0]["question"] == HOSTILE


def _response(told: Answer) -> Response:
    from test_view import response

    return response(told)


# ── A visitor's own catalogue ────────────────────────────────────────────────────────────────────────────────────


def test_an_upload_is_looked_at_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "list"
    path.write_text("Name,Cost\nKite,£5\nBear,£6\n", encoding="utf-8")
    seen = looked_at(path)
    assert (seen.columns, seen.rows, seen.known) == (("Name", "Cost"), 2, "")
    path.write_text("Name,Cost\n" + "Kite,£5\n" * (MOST_COUNTED + 9), encoding="utf-8")
    assert looked_at(path).rows == MOST_COUNTED
    path.write_text("Handle,Title,Body (HTML),Vendor,Variant SKU,Variant Price\nk,Kite,,M,1,5\n", encoding="utf-8")
    assert looked_at(path).rows == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"\x1f\x8b\x08\x00", "packed"), (b"", "empty"), (b"PK\x03\x04", "zip"),
     (b"\xd0\xcf\x11\xe0", "save it as .xlsx")],
)  # fmt: skip
def test_an_upload_that_is_no_list_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "list").write_bytes(content)
    with pytest.raises(SourceError, match=said):
        looked_at(tmp_path / "list")


@pytest.mark.parametrize(
    ("prices", "currency", "shown", "warned"),
    [
        (("£5", "twelve"), "", ["£5", "none"], ""),
        (("5,50", "12"), "EUR", ["€5.50", "€12"], ""),
        (("5,50", "12"), "", ["none", "none"], "The prices name no currency"),
        (("5,50 €", "12"), "", ["€5.50", "none"], "Some prices name no currency and would be left out"),
        (("5,50 €", "12"), "EUR", ["€5.50", "€12"], ""),
        (("1299", "450"), "GBP", ["£1,299", "£450"], "These prices look like pence or cents"),
        (("1200", "450"), "GBP", ["£1,200", "£450"], ""),
        (("12.99", "1299"), "GBP", ["£12.99", "£1,299"], ""),
        (("ask us", "twelve"), "GBP", ["none", "none"], "None of these toys has a price"),
    ],
)
def test_what_becomes_of_the_first_toys_is_shown_before_they_are_read(
    tmp_path: Path, prices: tuple[str, str], currency: str, shown: list[str], warned: str
) -> None:
    path = tmp_path / "list"
    path.write_text(f"Name;Cost;Ages\nKite;{prices[0]};3+\nBear;{prices[1]};\n", encoding="utf-8")
    seen = looked_at(path)
    preview = previewed(seen, seen.guess, currency)
    assert [toy[1] for toy in preview.toys] == shown
    assert [toy[4] for toy in preview.toys] == ["ages 3 and up", ""]
    assert (warned in preview.warning) if warned else preview.warning == ""


@pytest.mark.parametrize(
    ("prices", "locale", "code"),
    [
        ("5.50", "en-GB", "GBP"),
        ("5,50", "de-CH", "CHF"),
        ("5.50", "en", ""),
        ("£5.50", "en-US", ""),
        ("ask us", "en-GB", ""),
        ("5.50\nDrum;£6", "en-US", ""),
    ],
)
def test_a_list_that_names_no_currency_is_likely_in_that_of_its_readers_country(
    tmp_path: Path, prices: str, locale: str, code: str
) -> None:
    (tmp_path / "list").write_text(f"Name;Cost\nKite;{prices}\nBear;{prices}\n", encoding="utf-8")
    assert likely_currency(looked_at(tmp_path / "list"), locale) == code


def test_a_column_without_titles_is_told_before_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("Name,Notes\nKite,\n", encoding="utf-8")
    preview = previewed(looked_at(tmp_path / "list"), {"title": "Notes"}, "")
    assert preview.toys == ()
    assert "has a title" in preview.warning


def test_columns_that_are_read_are_not_called_unused_and_a_second_price_is_told(tmp_path: Path) -> None:
    lines = ["Item,Code,RRP,Sale price,Trade,Age from,Max age", "Kite,1,£9,£7,£4,3,6", "Bear,1,£5,,£2,3,6"]
    (tmp_path / "list").write_text("\n".join(lines), encoding="utf-8")
    seen = looked_at(tmp_path / "list")
    preview = previewed(seen, seen.guess, "")
    assert [toy[1] for toy in preview.toys] == ["£7", "£5"]
    assert preview.unused == ("Code", "Trade")
    assert preview.warning.startswith("Prices stand in Trade too. Shoppers are told those of RRP.")
    taken_back = previewed(seen, {**seen.guess, "sale_price": ""}, "")
    assert [toy[1] for toy in taken_back.toys] == ["£9", "£5"]
    assert "Sale price" in taken_back.unused


@pytest.mark.parametrize(("unread", "asked"), [(0, False), (3, True)])
def test_a_price_that_is_not_there_is_told_from_one_that_cannot_be_read(unread: int, *, asked: bool) -> None:
    report = ImportReport(9, 9, 0, 0, 0, 5, unread, 9, 0, {}, None, 1.0)
    assert ("Is it the right column?" in unpriced(report)) is asked


def test_the_commands_import_just_what_was_tried() -> None:
    first, second = commands("my stock.xlsx", {"title": "What it is", "price": "Price, GBP"}, "GBP")
    assert shlex.split(first)[1:] == [
        "import", "my stock.xlsx", "--to", "my-shop", "--currency", "GBP", "--map",
        'title=What it is,"price=Price, GBP"',
    ]  # fmt: skip
    assert second == "ASSISTANT_CATALOG=my-shop make run"
    assert commands("feed.xml", None, "")[0] == ".venv/bin/assistant import feed.xml --to my-shop"


def test_a_list_that_is_read_briefly_is_searched_by_all_its_words(shop: Assistant, tmp_path: Path) -> None:
    rows = [f"Toy {name},£9,{'A toy for rainy days. ' * 40}{wood}" for name, wood in (("A", "zebrawood"), ("B", "oak"))]
    (tmp_path / "list").write_text("\n".join(["title,price,description", *rows]), encoding="utf-8")
    whole, brief = (shop.import_products(tmp_path / "list", tmp_path / str(so), brief=so) for so in (False, True))
    assert brief.embedded == 2 < whole.embedded
    read_briefly = shop.with_catalogue(tmp_path / "True")
    (hit,) = read_briefly.searcher("bm25").search(Query("zebrawood", "bm25", 2))
    assert read_briefly.catalogue.products([hit.doc_id])[0].title == "Toy A"


def test_a_visitors_catalogue_answers_that_visitor_alone_and_goes_when_others_need_the_room(
    shop: Assistant, tmp_path: Path
) -> None:
    owns = OwnShops(most=2)
    (tmp_path / "list").write_text("title,price\nGlass Marble Run,£9.50\n", encoding="utf-8")
    folder = owns.folder()
    report = shop.import_products(tmp_path / "list", folder)
    assert report.taken == 1
    own = OwnShop(shop.with_catalogue(folder), folder, Outcome("list"))
    owns.put("a", own)
    assert owns.get("b") is None
    reply = own.shop.ask("a marble run", session_id="own-1")
    assert reply.top_pick
    assert reply.top_pick.price == price(Decimal("9.50"))
    assert len(shop.catalogue) > 1
    owns.put("b", own)
    owns.put("c", replace(own, folder=owns.folder()))
    assert folder.exists()
    owns.put("d", replace(own, folder=owns.folder()))
    assert owns.get("a") is owns.get("b") is None
    assert not folder.exists()


def test_starting_over_takes_no_other_visitors_list(tmp_path: Path) -> None:
    owns = OwnShops(most=2)
    anna, ben = (OwnShop(None, owns.folder(), Outcome(name)) for name in ("anna", "ben"))  # type: ignore[arg-type]
    owns.put("anna", anna)
    for number in range(5):
        owns.put(f"ben {number}", ben)
    assert owns.get("anna") == anna
    assert anna.folder.exists()


def test_what_is_uploaded_and_left_makes_room_as_well_and_all_of_it_goes_at_the_end() -> None:
    owns = OwnShops(most=2)
    own = OwnShop(None, owns.folder(), Outcome("mine"))  # type: ignore[arg-type]
    owns.put("mine", own)
    left = [owns.folder() for _ in range(12)]
    assert [folder.exists() for folder in left] == [False] * 4 + [True] * 8
    assert own.folder.exists()
    owns.clear()
    assert not own.folder.parent.exists()
    assert owns.get("mine") is None
    assert owns.folder().exists()
