"""robots.txt as RFC 9309 defines it: the longest matching rule decides, `*` and `$` included, allowing on a tie.

Written here because the standard library's reader takes the first match, knows no wildcards and fetches unguarded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote, unquote

_MAX_LINES = 20_000
_MAX_PATTERN = 500
_MAX_STARS = 20


@dataclass(frozen=True, slots=True)
class Rule:
    """One line for our robot: a path pattern, and whether it allows."""

    pattern: str
    allows: bool


def rules_for(agent: str, text: str) -> tuple[Rule, ...]:
    """The rules for the robot named `agent`; those for `*` where no group names it."""
    named: list[Rule] = []
    common: list[Rule] = []
    found_named = False
    for agents, rules in _groups(text):
        if agent.casefold() in agents:
            found_named = True
            named.extend(rules)
        elif "*" in agents:
            common.extend(rules)
    return tuple(named if found_named else common)


def _groups(text: str) -> Iterator[tuple[set[str], list[Rule]]]:
    agents: set[str] = set()
    rules: list[Rule] = []
    in_rules = False
    for key, value in _lines(text):
        if key == "user-agent":
            if in_rules:
                yield agents, rules
                agents, rules, in_rules = set(), [], False
            agents.add(re.split(r"[/\s]", value)[0].casefold())
        elif agents:
            in_rules = True
            if value:
                rules.append(Rule(value[:_MAX_PATTERN], key == "allow"))
    yield agents, rules


def _lines(text: str) -> Iterator[tuple[str, str]]:
    for line in text.removeprefix("\ufeff").splitlines()[:_MAX_LINES]:
        key, colon, value = line.split("#", 1)[0].partition(":")
        if colon and key.strip().casefold() in {"user-agent", "allow", "disallow"}:
            yield key.strip().casefold(), value.strip()


def allowed(rules: tuple[Rule, ...], path: str) -> bool:
    """Whether `path` (with its query) may be fetched; robots.txt itself always may."""
    wanted = _normal(path)
    if wanted == "/robots.txt":
        return True
    matching = [(len(rule.pattern), rule.allows) for rule in rules if _matches(rule.pattern, wanted)]
    return max(matching, default=(0, True))[1]


def _normal(path: str) -> str:
    return quote(unquote(path or "/"), safe="/?&=*$%:;,@+!~'()-._")


@lru_cache(maxsize=4096)
def _compiled(pattern: str) -> tuple[tuple[str, ...], bool]:
    ends = pattern.endswith("$")
    parts = _normal(pattern.removesuffix("$")).split("*", _MAX_STARS)
    return tuple(parts), ends


def _matches(pattern: str, path: str) -> bool:
    """Wildcard match from the left, piece by piece: linear, so that no pattern can be made slow."""
    parts, ends = _compiled(pattern)
    if not path.startswith(parts[0]):
        return False
    place = len(parts[0])
    for part in parts[1:-1] if ends else parts[1:]:
        found = path.find(part, place)
        if found < 0:
            return False
        place = found + len(part)
    if not ends:
        return True
    last = parts[-1] if len(parts) > 1 else ""
    return path.endswith(last) and len(path) - len(last) >= place if len(parts) > 1 else place == len(path)
