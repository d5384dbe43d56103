"""Live prices on the command line: after the answer, and of one toy by its title."""

from __future__ import annotations

from pathlib import Path

from command_line import run

NOW = "how much does a wooden train set cost right now?"


def test_the_command_says_that_no_live_price_is_confirmed(demo_folder: Path) -> None:
    ran = run("price", "Whistlestop Battery Train Set", "--catalog", demo_folder, ASSISTANT_LIVE_PRICES="0")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "Whistlestop Battery Train Set",
        "Catalogue price: £15.99",
        "Live price: not confirmed. No shop's page could be read that states it for this very toy.",
    ]
    found = run("price", "Whistlestop Battery Train Set", "--catalog", demo_folder, "--json", ASSISTANT_LIVE_PRICES="0")
    assert '"live": null' in found.out


def test_the_command_line_prints_the_catalogue_answer_and_then_the_live_line(demo_folder: Path) -> None:
    ran = run("ask", NOW, "--catalog", demo_folder, ASSISTANT_LIVE_PRICE_TIMEOUT_S="0.3")
    assert ran.code == 0
    assert ran.out.index("TOP PICK") < ran.out.index("Live price: not confirmed.")
