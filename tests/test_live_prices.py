"""Live prices in a conversation: after the answer, never in its way, and with all that they change."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from chat_server import chat_server, says
from fakes import FakePrices

from assistant import Assistant, Settings, wiring
from assistant.errors import QuestionError
from assistant.prices import build_price_source
from assistant.prices.ports import JudgesPrices, SearchHit
from assistant.protocols import PriceSource
from assistant.schema import Product, Receipt, Response
from assistant.wiring import build_name_reader

NOW = "how much does a wooden train set cost right now?"
UNDER_30 = "what does a wooden train set under £30 cost right now?"
TOP = "Figure-of-Eight"
NOT_YET = "I haven't confirmed a live price yet. The price shown is from the catalogue."
NOT_CONFIRMED = "I couldn't confirm a live price just now. The price shown is from the catalogue."


@pytest.fixture(scope="module")
def built(demo_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assistant]:
    """The demo catalogue, opened once."""
    with Assistant.open(settings=Settings(catalog=demo_folder, home=tmp_path_factory.mktemp("home"))) as opened:
        yield opened


def over(built: Assistant, prices: PriceSource | None, timeout_s: float = 6.0) -> Assistant:
    """The same shop with another web."""
    settings = built._settings.model_copy(update={"live_price_timeout_s": timeout_s})
    return Assistant(replace(built._parts, prices=prices, unjudged_prices=prices), settings, is_demo=False)


@pytest.fixture
def web() -> FakePrices:
    return FakePrices({TOP: "21.75", "Woodland Halt": "26"}, age_minutes=4)


@pytest.fixture
def shop(built: Assistant, web: FakePrices) -> Assistant:
    return over(built, web)


def titles(reply: Response) -> list[str]:
    return [pick.product.title for pick in reply.products]


# ── Never in the way ─────────────────────────────────────────────────────────────────────────────────────────────


def slow(query: str, *, region: str, backend: str, timeout_s: float) -> Sequence[SearchHit]:
    time.sleep(2)
    return []


def gone(query: str, *, region: str, backend: str, timeout_s: float) -> Sequence[SearchHit]:
    raise OSError("network is unreachable")


@pytest.mark.parametrize("search", [slow, gone])
def test_the_catalogue_answer_stands_at_once_whatever_the_web_does(
    built: Assistant, tmp_path: Path, search: object
) -> None:
    source = build_price_source(cache_folder=tmp_path / "cache", names=build_name_reader(Settings()), search=search)  # type: ignore[arg-type]
    assistant = over(built, source, timeout_s=0.8)
    first = assistant.ask(NOW)
    assert first.wants_live_price
    assert NOT_YET in first.final_answer
    second = assistant.live_prices(first)
    assert NOT_CONFIRMED in second.final_answer
    assert NOT_YET not in second.final_answer
    assert [(pick.product.id, pick.price) for pick in second.products] == [
        (pick.product.id, pick.price) for pick in first.products
    ]


def test_asking_does_not_touch_the_web_and_a_question_about_no_price_does_not_want_it(
    shop: Assistant, web: FakePrices
) -> None:
    assert shop.ask(NOW).wants_live_price
    assert not shop.ask("a wooden train set").wants_live_price
    assert web.asked == []


# ── What a live price changes ────────────────────────────────────────────────────────────────────────────────────


def test_confirmed_prices_become_the_prices_of_the_turn_with_their_receipts(shop: Assistant, web: FakePrices) -> None:
    first = shop.ask(UNDER_30, session_id="s1")
    live = shop.live_prices(first)
    assert web.asked == [titles(first)]
    top = live.top_pick
    assert top
    assert top.receipt
    assert top.price == top.receipt.price
    assert "£21.75 is the price at toybarn.example 4 minutes ago. The catalogue says £22.50." in live.final_answer
    assert NOT_YET not in live.final_answer
    assert re.match(r"Figure-of-Eight Wooden Train(?: Set)?, £21\.75 at toybarn 4 minutes ago\. ", live.spoken_answer)
    assert any(citation.url == "https://toybarn.example/1" for citation in live.citations)
    output = live.response_document.groups[0].plugin_output
    assert output
    assert output["plugin"] == "live price"
    assert "2 of 6 confirmed" in output["summary"]
    assert live.timings["live_prices"] >= 0


def test_the_alternatives_get_theirs_too_and_the_others_keep_the_catalogues(shop: Assistant) -> None:
    live = shop.live_prices(shop.ask(NOW))
    prices = {pick.product.title: pick for pick in live.products}
    assert prices["Woodland Halt Wooden Train Set"].price.amount == 26  # type: ignore[union-attr]
    assert all(pick.receipt is None for title, pick in prices.items() if TOP not in title and "Woodland" not in title)


def test_a_live_price_over_the_budget_takes_the_toy_off_the_list_and_says_so(built: Assistant) -> None:
    assistant = over(built, FakePrices({TOP: "34.50"}))
    first = assistant.ask(UNDER_30)
    assert TOP in titles(first)[0]
    live = assistant.live_prices(first)
    assert titles(live)[0] == titles(first)[1]
    assert sorted(titles(live)) == sorted(titles(first)[1:])
    told = [titles(live).index(title) for title in titles(live) if title.split(",")[0] in live.final_answer]
    assert told == list(range(len(told)))
    assert all(pick.price and pick.price.amount <= 30 for pick in live.products)
    assert "costs £34.50 at toybarn.example just now, outside your budget, so I left it out." in live.final_answer


def test_a_list_that_live_prices_empty_is_an_honest_nothing(built: Assistant) -> None:
    assistant = over(built, FakePrices({"": "99"}))
    live = assistant.live_prices(assistant.ask(UNDER_30))
    assert (live.status, live.products, live.top_pick) == ("no-context", [], None)
    assert "outside your budget" in live.final_answer


def test_another_leader_is_named(catalogue_of: Callable[[str], Path], tmp_path: Path) -> None:
    twins = catalogue_of("title,brand,price\nHill Wooden Train Set,Harrow,£9\nValley Wooden Train Set,Harrow,£9.50\n")
    with Assistant.open(settings=Settings(catalog=twins, home=tmp_path)) as assistant:
        reply = assistant.ask(UNDER_30)
        first, second = titles(reply)
        live = over(assistant, FakePrices({first: "0.90", second: "12.50"})).live_prices(reply)
    assert titles(live) == [second, first]
    assert f"With the live prices, {second} comes before {first}." in live.final_answer


def test_money_is_not_converted(built: Assistant) -> None:
    assistant = over(built, FakePrices({TOP: "9"}, currency="EUR"))
    first = assistant.ask(UNDER_30)
    live = assistant.live_prices(first)
    assert [pick.price for pick in live.products] == [pick.price for pick in first.products]
    assert NOT_CONFIRMED in live.final_answer


def test_a_shopper_who_clicks_asks_too(shop: Assistant) -> None:
    plain = shop.ask("a wooden train set under £30")
    assert shop.can_check_prices(plain)
    live = shop.live_prices(plain)
    assert live.top_pick
    assert live.top_pick.receipt
    assert "£21.75 is the price at toybarn.example" in live.final_answer


def test_no_external_is_honoured(shop: Assistant, web: FakePrices) -> None:
    reply = shop.ask("what does a wooden train set cost right now? don't search the web")
    assert not reply.wants_live_price
    assert not shop.can_check_prices(reply)
    assert shop.live_prices(reply) is reply
    assert web.asked == []
    assert "I didn't look on the web, as you asked." in reply.final_answer


def test_where_live_prices_are_off_it_is_said_that_none_is_confirmed(built: Assistant) -> None:
    assistant = over(built, None)
    reply = assistant.ask(NOW)
    assert not assistant.can_check_prices(reply)
    assert assistant.live_prices(reply) is reply
    assert NOT_CONFIRMED in reply.final_answer


def test_cheaper_is_cheaper_than_the_live_price(shop: Assistant) -> None:
    live = shop.live_prices(shop.ask(NOW, session_id="s2"))
    assert len(shop.session("s2").turns) == 1
    assert shop.session("s2").turns[0].shown[0].price == live.products[0].price
    cheaper = shop.ask("something cheaper", session_id="s2")
    assert all(pick.price and pick.price.amount < Decimal("21.75") for pick in cheaper.products)


def test_a_later_turn_is_not_overwritten_by_prices_that_come_late(shop: Assistant) -> None:
    first = shop.ask(NOW, session_id="s3")
    shop.ask("a kite", session_id="s3")
    shop.live_prices(first)
    assert [turn.user for turn in shop.session("s3").turns] == [NOW, "a kite"]
    assert all(
        shown.price is None or shown.price.amount != Decimal("21.75") for shown in shop.session("s3").turns[1].shown
    )


def test_what_was_said_before_stays_a_source_when_the_answer_is_made_again(shop: Assistant) -> None:
    shop.ask("a wooden train set under £30", session_id="s4")
    for follow_up in ("something cheaper", "how much is it right now?"):
        first = shop.ask(follow_up, session_id="s4")
        live = shop.live_prices(first)
        before, after = first.response_document.groups[0], live.response_document.groups[0]
        assert before.session_sources
        assert after.session_sources == before.session_sources
        assert "under £30" in live.response_markdown
        assert live.ledger == first.ledger


# ── One toy by its title ─────────────────────────────────────────────────────────────────────────────────────────


class Judging(FakePrices):
    """A web whose pages are read by the judge, where there is one."""

    def __init__(self, judge: JudgesPrices | None = None, **_: object) -> None:
        super().__init__({"": "21.75"})
        self._judge = judge

    def receipts(self, products: Sequence[Product], *, timeout_s: float) -> dict[str, Receipt]:
        found = super().receipts(products, timeout_s=timeout_s)
        for product in products:
            if self._judge and product.id in found:
                self._judge.objection(product, found[product.id].price, ("£21.75",))
        return found


def test_no_page_is_shown_to_a_model_that_is_switched_off(
    demo_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring, "build_price_source", Judging)
    with chat_server([says("{}")]) as server:
        settings = Settings(home=tmp_path, voice="off", model_base_url=server.base_url, model_name="tiny")
        with Assistant.open(demo_folder, settings) as asked:
            rules = asked.without_model()
            reply = rules.ask(NOW)
            live = rules.live_prices(reply)
            assert live.top_pick is not None
            assert live.top_pick.receipt is not None
            assert server.asked == []
            asked.live_prices(reply)
            assert server.asked


def test_the_price_of_one_toy_by_its_title(shop: Assistant, web: FakePrices) -> None:
    check = shop.price("figure-of-eight wooden train set")
    assert check.product.title.startswith(TOP)
    assert check.receipt
    assert check.receipt.price.amount == Decimal("21.75")
    assert web.asked == [[check.product.title]]
    assert shop.price("Whistlestop Battery Train Set").receipt is None


@pytest.mark.parametrize(("title", "said"), [("train set", "several"), ("zzzz qqqq", "closest"), ("", "empty")])
def test_a_title_that_names_no_single_toy_is_refused_with_what_is_near(shop: Assistant, title: str, said: str) -> None:
    with pytest.raises(QuestionError, match=said):
        shop.price(title)
