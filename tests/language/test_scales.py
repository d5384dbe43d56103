"""Model scales, as shops and shoppers write them."""

import pytest

from assistant.language.scales import ratio, scales


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1/35 german tank kit", {35}),
        ("Tamiya 1:35 StuG IV", {35}),
        ("eddie stobart lorry 1.76 scale diecast", {76}),
        ("1/12th scale dolls house kettle", {12}),
        ("dolls house, 1 : 12", {12}),
        ("Hornby OO gauge coach", {76}),
        ("track for OO/HO gauge", {76, 87}),
        ("N scale people, 1:160", {148, 160}),
        ("a 1/6 scale figure", {6}),
        ("made on 1/12/2014", set()),
        ("1/2 dozen balls", set()),
        ("model no 1", set()),
    ],
)
def test_a_scale_is_read_however_it_is_written(text: str, found: set[int]) -> None:
    assert scales(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Tobar 1:24 Scale Ferrari", "1:24 scale"), ("Tank Kit 1/35", "1:35 scale"), ("OO Gauge Coach", ""),
        ("Set for 1:12 and 1:24 Houses", ""), ("Red Train", ""),
    ],
)  # fmt: skip
def test_the_one_scale_that_a_text_writes_as_a_ratio(text: str, found: str) -> None:
    assert ratio(text) == found
