"""Where a conversation stands: the wishes and the list in force."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from builders import up_to

from assistant.schema import Act, Budget, Constraints, Drop, Intent, Session, SessionTurn, Shown
from assistant.understanding.state.dialogue_state import chips, earlier, last_list, last_product_intents, merge


def turn(kind: str, *ids: str, act: Act = "find") -> SessionTurn:
    intent = Intent(kind, act, "product_query", product_type=kind, about=ids if act == "details" else ())
    shown = tuple(Shown(one, None, None, top=at == 0) for at, one in enumerate(ids))
    return SessionTurn(kind, "", (intent,), shown)


BUSHES, LACING = turn("bushes", "bush"), turn("lacing toy", "tree", "beads")


def stands_at(*turns: SessionTurn) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    session = Session("s1", turns)
    (intent,) = last_product_intents(session)
    before = tuple(one.turns[-1].user for one in earlier(session))
    return intent.product_type, tuple(one.doc_id for one in last_list(session)), before


def test_the_newest_search_is_in_force() -> None:
    assert stands_at(BUSHES, LACING) == ("lacing toy", ("tree", "beads"), ("bushes",))


def test_a_question_about_what_is_shown_changes_nothing() -> None:
    asked = turn("lacing toy", "beads", act="details")
    assert stands_at(BUSHES, LACING, asked) == ("lacing toy", ("tree", "beads"), ("bushes",))


def test_who_asks_about_a_toy_of_an_earlier_list_has_gone_back_to_it() -> None:
    asked = turn("bushes", "bush", act="details")
    assert stands_at(BUSHES, LACING, asked, asked) == ("bushes", ("bush",), ("lacing toy",))
    assert stands_at(BUSHES, LACING, asked, LACING) == ("lacing toy", ("tree", "beads"), ("lacing toy", "bushes"))


def test_comparing_with_a_toy_of_an_earlier_list_goes_nowhere() -> None:
    compared = turn("lacing toy", "tree", "bush", act="compare")
    assert stands_at(BUSHES, LACING, compared)[0] == "lacing toy"


def merged(old: Budget | None, new: Budget | None) -> Budget | None:
    return merge(Constraints(budget=old), Constraints(budget=new)).budget


def test_a_sum_in_the_place_of_another_knows_what_it_was_raised_from() -> None:
    assert merged(up_to(30), up_to(70)) == replace(up_to(70), raised_from=Decimal(30))
    assert merged(up_to(30), replace(up_to(40), on_top=True)) == replace(up_to(70), raised_from=Decimal(30))
    assert merged(up_to(30), up_to(20)) == up_to(20)
    assert merged(None, replace(up_to(20), on_top=True)) == replace(up_to(20), on_top=True)
    assert merged(up_to(30), None) == up_to(30)
    assert merged(up_to(30), replace(up_to(70), currency="USD")) == replace(up_to(70), currency="USD")


def test_a_count_that_is_wanted_now_is_refused_no_more() -> None:
    assert merge(Constraints(refused=("1000 pieces",)), Constraints(pieces=1000)).refused == ()
    assert merge(Constraints(refused=("1000 pieces",)), Constraints(pieces=500)).refused == ("1000 pieces",)


def test_the_least_rating_holds_until_it_is_taken_back_by_a_press() -> None:
    stars = merge(Constraints(stars=4.5), Constraints(pieces=100))
    assert stars.stars == 4.5
    (_, chip) = chips((replace(turn("kite").intents[0], constraints=replace(stars, pieces=None)),))
    assert (chip.label, chip.command) == ("4.5 stars and up", Drop("stars"))


def test_a_count_or_another_limit_takes_the_place_of_a_limit_of_pieces() -> None:
    most = Constraints(refused=("red", "301 pieces or more"))
    assert merge(most, Constraints(pieces=500)).refused == ("red",)
    assert merge(most, Constraints(refused=("501 pieces or more",))).refused == ("red", "501 pieces or more")
    assert merge(most, Constraints(players=2)).refused == most.refused
    assert merge(Constraints(pieces=1000), most).pieces is None
