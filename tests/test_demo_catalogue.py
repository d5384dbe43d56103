"""The demo catalogue and its drawings: what every visitor of the public demo sees, guarded row by row."""

from __future__ import annotations

import csv
import re
import xml.etree.ElementTree as ET
from collections import Counter
from datetime import datetime
from decimal import Decimal
from itertools import chain
from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[1] / "data"
COLUMNS = (
    "id,title,brand,category,price,currency,rating,rating_count,age,players,pieces,material,features,description,"
    "image_url,product_url,reviews,stock_count"
).split(",")
DRAWINGS = (
    "aircraft baby books building castles crafts dinosaurs dolls dressing-up drums electronic figures games kites "
    "magic models music outdoor party pretend-play puppets puzzles ride-ons science sensory soft-toys toy "
    "trains vehicles"
).split()
# Trade marks that slip into English as if they were ordinary words, and a few that every toy shop is full of.
TRADE_MARKS = (
    "lego duplo barbie disney uno monopoly jenga cluedo scrabble yahtzee frisbee velcro slinky plasticine meccano "
    "scalextric hornby brio nerf bluetooth sellotape biro rubik play-doh spirograph swingball tupperware perspex jeep"
).split()
Toy = dict[str, str]


def _lines() -> list[str]:
    return (DATA / "catalog.csv").read_text(encoding="utf-8").splitlines(keepends=True)


NOTE = [line for line in _lines() if line.startswith("#")]
TOYS: list[Toy] = list(csv.DictReader(_lines()[len(NOTE) :], strict=True))
SVGS = [DATA / "drawings" / f"{name}.svg" for name in DRAWINGS]


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.lower())


def _named(toys: list[Toy]) -> list[str]:
    return [f"{toy['id']} {toy['title']}" for toy in toys]


def _lowest_age_months(toy: Toy) -> int | None:
    """The lower end of the stated age, in months; the form of the cell is checked on the way."""
    if not toy["age"]:
        return None
    found = re.fullmatch(r"(\d+)(?:-\d+ |\+ | )(years|months)|(\d+) (years|months)\+", toy["age"])
    assert found, f"{toy['id']}: {toy['age']!r} is not an age"
    number, unit = found[1] or found[3], found[2] or found[4]
    return int(number) * (12 if unit == "years" else 1)


def _reviews(toy: Toy) -> list[list[str]]:
    return [review.split(" // ") for review in toy["reviews"].split(" | ")] if toy["reviews"] else []


def _share_without(column: str) -> float:
    return sum(not toy[column] for toy in TOYS) / len(TOYS)


def _runs(text: str, length: int) -> set[tuple[str, ...]]:
    words = _words(text)
    return {tuple(words[at : at + length]) for at in range(len(words) - length + 1)}


def test_the_file_opens_by_saying_that_all_of_it_is_invented() -> None:
    note = " ".join(NOTE)
    assert _lines()[: len(NOTE)] == NOTE, "the note stands at the beginning and nowhere else"
    assert "invented" in note
    assert "nothing here can be bought" in note
    assert "Apache-2.0" in note


def test_it_has_the_promised_columns_and_size() -> None:
    assert list(TOYS[0]) == COLUMNS
    assert len(TOYS) >= 600
    assert all(None not in toy and None not in toy.values() for toy in TOYS), "every row has as many cells as columns"


@pytest.mark.parametrize("column", ["id", "title", "description"])
def test_nothing_is_there_twice(column: str) -> None:
    seen = Counter(toy[column].casefold() for toy in TOYS if toy[column])
    assert [value for value, times in seen.items() if times > 1] == []


def test_ids_are_stable_and_short() -> None:
    assert [toy["id"] for toy in TOYS if not re.fullmatch(r"demo-\d{4}", toy["id"])] == []


def test_prices_are_pounds_between_two_and_two_hundred_and_fifty() -> None:
    priced = [toy for toy in TOYS if toy["price"]]
    assert _named([toy for toy in priced if not re.fullmatch(r"\d+\.\d\d", toy["price"])]) == []
    assert _named([toy for toy in priced if not 2 <= Decimal(toy["price"]) <= 250]) == []
    assert {toy["currency"] for toy in priced} == {"GBP"}
    assert {toy["currency"] for toy in TOYS if not toy["price"]} == {""}


def test_ratings_come_with_counts_and_not_every_toy_is_good() -> None:
    rated = [toy for toy in TOYS if toy["rating"]]
    ratings = [float(toy["rating"]) for toy in rated]
    assert all(bool(toy["rating"]) == bool(toy["rating_count"]) for toy in TOYS)
    assert all(re.fullmatch(r"\d\.\d", toy["rating"]) for toy in rated)
    assert all(1 <= int(toy["rating_count"]) <= 4000 for toy in rated)
    assert min(ratings) < 3.5
    assert 4.8 < max(ratings) <= 5
    assert any(float(toy["rating"]) == 5 and int(toy["rating_count"]) <= 5 for toy in rated), "a lone five-star rating"


@pytest.mark.parametrize(
    ("column", "least", "most"),
    [
        ("price", 0.03, 0.10),
        ("rating", 0.04, 0.12),
        ("age", 0.04, 0.12),
        ("pieces", 0.1, 0.4),
        ("players", 0.5, 0.95),
        ("description", 0.002, 0.03),
        ("brand", 0.002, 0.03),
    ],
)
def test_gaps_are_there_as_in_any_honest_catalogue(column: str, least: float, most: float) -> None:
    assert least <= _share_without(column) <= most


def test_no_picture_or_page_is_claimed() -> None:
    assert {toy["image_url"] + toy["product_url"] for toy in TOYS} == {""}


def test_descriptions_are_of_readable_length() -> None:
    described = [toy for toy in TOYS if toy["description"]]
    assert _named([toy for toy in described if not 30 <= len(toy["description"].split()) <= 120]) == []


def test_no_two_descriptions_share_eight_words_in_a_row() -> None:
    seen = Counter(chain.from_iterable(_runs(toy["description"], 8) for toy in TOYS))
    assert [" ".join(run) for run, times in seen.items() if times > 1] == []


def test_descriptions_open_in_many_ways() -> None:
    openings = Counter(tuple(_words(toy["description"])[:2]) for toy in TOYS if toy["description"])
    assert [(" ".join(words), times) for words, times in openings.items() if times > 4] == []


def test_features_are_two_to_six_short_lines() -> None:
    lines = {toy["id"]: toy["features"].split(" | ") for toy in TOYS}
    assert [number for number, features in lines.items() if not 2 <= len(features) <= 6] == []
    assert [line for line in chain.from_iterable(lines.values()) if not 1 <= len(line.split()) <= 12] == []


def test_the_voice_is_calm_and_no_trade_mark_is_named() -> None:
    text = " ".join(chain.from_iterable(toy.values() for toy in TOYS))
    assert "!" not in text
    assert not re.search(r"\b(amazing|awesome|must-have|ultimate|best-selling|unbeatable)\b", text, re.IGNORECASE)
    assert set(TRADE_MARKS) & set(re.findall(r"[a-z]+(?:-[a-z]+)*", text.lower())) == set()


def test_brands_are_many_and_none_has_everything() -> None:
    brands = Counter(toy["brand"] for toy in TOYS if toy["brand"])
    assert len(brands) >= 50
    assert max(brands.values()) <= len(TOYS) / 10


def test_every_kind_of_toy_has_toys_that_compete() -> None:
    paths = [toy["category"].split(" > ") for toy in TOYS]
    assert all(2 <= len(path) <= 3 for path in paths)
    widest = Counter(path[0] for path in paths)
    assert len(widest) >= 18
    assert [kind for kind, toys in widest.items() if toys < 5] == []


def test_there_is_a_choice_of_wooden_trains_within_reach() -> None:
    wooden = [toy for toy in TOYS if toy["category"].endswith("Wooden Train Sets") and "wood" in toy["material"]]
    assert sum(12 <= Decimal(toy["price"] or 0) <= 60 for toy in wooden) >= 4
    assert sum(toy["category"].startswith("Trains") for toy in TOYS) >= 6


@pytest.mark.parametrize(
    "near_twins",
    [
        ("Low Water Harbour", "Low Water Harbour Junior", "Low Water Harbour Travel Tin"),
        ("Tansley Bear, Small", "Tansley Bear, Medium", "Tansley Bear, Large"),
        ("Fuse Bead Studio", "Fuse Bead Refill Tub"),
        ("Rainbow Rings Stacker, Wooden", "Rainbow Rings Stacker, Plastic"),
        ("Barnaby Bear, Pocket", "Barnaby Bear, Everyday", "Barnaby Bear, Giant"),
        ("Swamp Lab Slime Kit", "Swamp Lab Giant Slime Kit", "Swamp Lab Refill Bottles"),
        ("Kitchen Chemistry, 40 Experiments", "Kitchen Chemistry Junior, 15 Experiments"),
    ],
)
def test_near_twins_are_there_at_different_prices(near_twins: tuple[str, ...]) -> None:
    found = [toy for toy in TOYS if toy["title"] in near_twins]
    assert len(found) == len(near_twins)
    assert len({toy["price"] for toy in found}) == len(near_twins)


def test_a_third_of_the_toys_have_reviews_and_some_are_critical() -> None:
    reviewed = [toy for toy in TOYS if toy["reviews"]]
    stars = [float(review[1]) for toy in reviewed for review in _reviews(toy)]
    assert len(reviewed) >= len(TOYS) / 3
    assert sum(star <= 3 for star in stars) >= len(stars) / 10
    assert all(toy["rating"] for toy in reviewed), "whoever wrote a review also gave stars"


def test_every_review_is_title_stars_date_name_and_text() -> None:
    for toy in TOYS:
        reviews = _reviews(toy)
        assert len(reviews) <= 3, toy["id"]
        for title, stars, date, name, text in reviews:
            assert title
            assert 0 <= float(stars) <= 5
            assert datetime.strptime(date, "%d %B %Y").year >= 2024  # noqa: DTZ007 (a day, no time)
            assert name.isalpha()
            assert text.endswith(".")


def test_no_review_is_used_twice() -> None:
    texts = Counter(review[4] for toy in TOYS for review in _reviews(toy))
    assert [text for text, times in texts.items() if times > 1] == []


def test_ages_suit_what_is_in_the_box() -> None:
    for toy in TOYS:
        months = _lowest_age_months(toy)
        if months is None:
            continue
        said = f"{toy['description']} {toy['features']}".lower()
        pieces = int(toy["pieces"] or 1)
        small = re.search(r"\bsmall parts\b|\bbutton cells?\b|\bmarbles?\b", said)
        assert months >= 36 or not small, f"{toy['id']}: small parts below three"
        assert months >= 72 or pieces < 500 or not toy["category"].startswith("Puzzles"), f"{toy['id']}: hard puzzle"
        assert months >= 24 or pieces <= 100, f"{toy['id']}: {pieces} pieces below two"


def test_numbers_in_titles_agree_with_the_pieces() -> None:
    for toy in TOYS:
        found = re.search(r"(\d+)(?: Shaped)? Pieces", toy["title"])
        assert not found or found[1] == toy["pieces"], toy["id"]


def test_pieces_players_and_stock_are_numbers() -> None:
    assert _named([toy for toy in TOYS if not re.fullmatch(r"|[1-9]\d*", toy["pieces"])]) == []
    assert _named([toy for toy in TOYS if not re.fullmatch(r"|[1-9]\d*(-[1-9]\d*)?", toy["players"])]) == []
    assert _named([toy for toy in TOYS if not re.fullmatch(r"\d+", toy["stock_count"])]) == []
    assert any(toy["stock_count"] == "0" for toy in TOYS)


def test_batteries_are_said_one_way_or_the_other() -> None:
    for toy in TOYS:
        assert not ("no batteries needed" in toy["features"] and "batteries needed, not included" in toy["features"])


def test_there_is_a_drawing_for_each_kind_and_no_other_file() -> None:
    assert sorted(path.name for path in (DATA / "drawings").iterdir()) == sorted(path.name for path in SVGS)


@pytest.mark.parametrize("path", SVGS, ids=lambda path: path.stem)
def test_a_drawing_is_small_inert_and_in_the_one_style(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    root = ET.fromstring(source)
    shapes = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert path.stat().st_size < 4096
    assert root.get("viewBox") == "0 0 120 120"
    assert shapes <= {"svg", "g", "path", "rect", "circle", "ellipse"}, "no script, text, style, image or link"
    assert not any("href" in name or name.startswith("on") for element in root.iter() for name in element.attrib)
    assert "url(" not in source
    assert set(re.findall(r"#[0-9a-f]{6}", source)) <= {"#8c7460", "#cc7a55", "#e0b25a", "#86a890", "#f4e8d4"}
    assert 'stroke="#8c7460" stroke-width="3"' in source
