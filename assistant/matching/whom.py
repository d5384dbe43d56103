"""Whom and which day a product's name says that it is for, beside a wish: pure functions over closed classes."""

from __future__ import annotations

import re

# Each with its own words, as a name says them and as a shopper may; "boys and girls" is for both.
_SEXES = tuple(
    (re.compile(rf"\b(?:{named})\b", re.IGNORECASE), re.compile(rf"\b(?:{named}|{asked})\b", re.IGNORECASE))
    for named, asked in (
        (
            r"men['’]?s|gents",  # "Army Men" are for anybody
            r"(?<!x-)men|for (?:an?|my) (?:\w+ )?(?:man|husband|boyfriend|dad)|blokes?|males?"
            r"|(?:i['’]?m|i am) an? (?:man|guy)",
        ),
        (r"lad(?:y|ies)(?:['’]?s)?|wom[ae]n(?:['’]?s)?|miss", r"for (?:an?|my) (?:\w+ )?(?:lady|wife|girlfriend|mum)"),
        (r"boy(?:['’]?s)?", r"(?:(?:grand|god|step)?son|nephew|brother|lad)s?"),
        (r"girl(?:['’]?s)?", r"(?:(?:grand|god|step)?daughter|niece|sister|lass)(?:e?s)?"),
    )
)
_RISQUE = re.compile(r"\b(?:furry handcuffs|love dice|erotic|kinky|lingerie|sexy|fever .*costume)\b", re.IGNORECASE)
_KIDS = re.compile(r"\b(?:kids?|child(?:ren)?|toddlers?|little ones?)\b", re.IGNORECASE)
_YOUNG_RELATIVE = re.compile(
    r"\b(?:(?:grand|god)?(?:sons?|daughters?)|(?:grand|god)(?:child(?:ren)?|kids?)|nieces?|nephews?)\b", re.IGNORECASE
)
ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b", re.IGNORECASE)
# In a name that has a birthday in it: "Age 17 Birthday Balloons", "My First Birthday".
_AGE = re.compile(r"\bage (\d+)\b|\b(\d+) years? old\b", re.IGNORECASE)
_FIRST = re.compile(r"\bfirst birthday\b", re.IGNORECASE)
_OF_ADVENT = re.compile(r"\badvent\b", re.IGNORECASE)
_BIRTHDAY = re.compile(r"\bbirthdays?\b", re.IGNORECASE)
# What tells that an ordinal in a name is a day: tanks are of the 6th division, and films have their 50th anniversary.
_OF_A_DAY = re.compile(
    r"\bbirthdays?\b|\bparty\b|\bhappy\b|\bwedding\b|\b(?:gold(?:en)?|silver|ruby|pearl|diamond) anniversary\b|"
    r"\bbanners?\b|\bballoons?\b|\bcandles?\b|\bbadges?\b",
    re.IGNORECASE,
)


def is_for_others(asked: str, name: str) -> bool:
    """Whether a name says for which sex it is, and that is none of those that a message names: "mens", "Ladies"."""
    wanted = {at for at, (_, words) in enumerate(_SEXES) if words.search(asked)}
    named = {at for at, (words, _) in enumerate(_SEXES) if words.search(name)}
    return bool(wanted and named) and not wanted & named


def names_children(asked: str) -> bool:
    """Whether a message says, by no age, that it is for children: "a dartboard for kids"."""
    return _KIDS.search(asked) is not None


def names_a_young_relative(asked: str) -> bool:
    """Whether a message says that it is for somebody who is mostly a child: "a doll for my niece"."""
    return _YOUNG_RELATIVE.search(asked) is not None


def is_for_another_day(asked: str, name: str, years: int | None = None) -> bool:
    """Whether a name has a birthday in it, and that is none of those that a wish has, or its age: "18th", "80th".

    Who asks for balloons wants none of a 70th birthday, and who asks for LEGO no calendar of Advent.
    """
    if _OF_ADVENT.search(name):
        return not _OF_ADVENT.search(asked)
    wanted = _ordinals(asked) | ({years} if years else set())
    named = _ordinals(name) if _OF_A_DAY.search(name) else set()
    if is_birthday := _BIRTHDAY.search(name) is not None:
        named |= {int("".join(age)) for age in _AGE.findall(name)} | ({1} if _FIRST.search(name) else set())
    return bool(named) and not wanted & named and bool(wanted or is_birthday)


def is_risque(asked: str, name: str) -> bool:
    """Whether a name is of what no shop shows unasked: "Love Dice and Furry Handcuffs" for a secret Santa."""
    return _RISQUE.search(name) is not None and not _RISQUE.search(asked)


def _ordinals(text: str) -> set[int]:
    return {int(found) for found in ORDINAL.findall(text)}
