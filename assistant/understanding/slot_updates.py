"""What a message changes of the wish in force: what it adds, replaces and takes back. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from statistics import fmean

from assistant.language.text import brand_key, stems, without
from assistant.schema import Intent, Span
from assistant.understanding import dialogue_state
from assistant.understanding.slots import Wish, bare, beside_theme, named

_SCALE = re.compile(r"\d ?[:/] ?\d|\b(?:gauge|scale)\b")
# The names of the toys that have some words in them, each with its maker and shelf.
Named = Callable[[str], Sequence[str]]
# Of the toys named after a theme, the share that must have a word of another for it to be of that one's world.
OF_ITS_WORLD = 0.3


def themed(theme: str, before: str, named_so: Named) -> str:
    """The new theme with those words of the last that most of its toys have too: Yoda is Star Wars, cats no trains."""
    names = [set(stems(name)) for name in named_so(theme)]
    said = set(stems(theme))
    world = [word for word in before.split() if names and not said & set(stems(word))
             and fmean(names_of >= set(stems(word)) for names_of in names) >= OF_ITS_WORLD]  # fmt: skip
    return " ".join((*world, theme))


def updated(intent: Intent, wish: Wish, spans: Sequence[Span], shown_maker: str, named_so: Named) -> Intent:
    """The intent less what is taken back, with what the message asks for; what is new stands over what was."""
    intent = _without(intent, [span for span in spans if span.sign == "dropped"])
    if any(span.slot == "scale" for span in spans):  # there is one scale, and the new stands over the old
        kept = tuple(one for one in intent.constraints.wanted if not _SCALE.search(one))
        intent = replace(intent, constraints=replace(intent.constraints, wanted=kept))
    asked = wish.constraints
    if wish.refuses_maker and (maker := intent.constraints.brand or shown_maker):
        asked = replace(asked, refused_brands=(*asked.refused_brands, maker))
    if _says_no_more(wish.kinds, kinds_of(intent)):  # "make the car red", of a remote control car
        wish = replace(wish, kinds=())
    if wish.kinds:  # another sort of thing: what the last one was to have says nothing of it
        asked_before = replace(intent.constraints, wanted=(), pieces=None, material=None)
        intent = replace(intent, constraints=asked_before, leftover=())
    is_of_maker = intent.constraints.brand and brand_key(intent.constraints.brand) == brand_key(intent.theme)
    if asked.brand and is_of_maker:  # the theme was the old maker's name
        intent = named(intent, kinds_of(intent), "")
    kinds = wish.kinds or kinds_of(intent)
    left = tuple(kind for kind in kinds if not any(stems(one) == stems(kind) for one in asked.refused_kinds))
    asked = replace(asked, refused_kinds=beside_theme(asked.refused_kinds, wish.theme or intent.theme))
    if kinds and not left:  # "that's only two chips": what is complained of is still wanted
        told = tuple(one for one in asked.refused_kinds if not any(stems(one) == stems(kind) for kind in kinds))
        asked = replace(asked, refused_kinds=told)
    kinds = left or kinds
    constraints = dialogue_state.merge(intent.constraints, asked)
    before = intent.theme
    intent = named(replace(intent, constraints=constraints), kinds, wish.theme)
    intent = about_the_same(intent, before, named_so) if wish.kinds or wish.theme else named(intent, kinds, before)
    return replace(
        intent,
        leftover=tuple(dict.fromkeys((*intent.leftover, *wish.leftover))),
        for_adult=(intent.for_adult or wish.for_adult) and wish.constraints.age is None,
    )


def about_the_same(intent: Intent, before: str, named_so: Named) -> Intent:
    """A wish after one about another theme: of the same world, or about that theme where none is named.

    What the shop has, but not about that theme, is rather to be near to it than about it: a football is not Frozen.
    """
    kinds = kinds_of(intent)
    if intent.theme:
        return named(intent, kinds, themed(intent.theme, before, named_so))
    if before and kinds and named_so(kinds[0]) and not named_so(f"{before} {kinds[0]}"):
        return replace(intent, leftover=(*intent.leftover, before))
    return named(intent, kinds, before)


def _says_no_more(said: tuple[str, ...], present: tuple[str, ...]) -> bool:
    """Whether the kind is the present one, or that in fewer words."""
    return len(said) == len(present) == 1 and set(stems(said[0])) <= set(stems(present[0]))


def kinds_of(intent: Intent) -> tuple[str, ...]:
    """The kinds of toy without the theme that stands in front of each."""
    return tuple(kind for one in intent.kinds if (kind := without(one, intent.theme)))


def _without(intent: Intent, dropped: Sequence[Span]) -> Intent:
    """The intent less what is taken back: a thing by its name, or a whole slot."""
    for span in dropped:
        intent = _less(intent, span)
    return intent


def _less(intent: Intent, span: Span) -> Intent:
    asked, name = intent.constraints, bare(span.text)
    if _names_one((*asked.refused_kinds, *asked.refused_brands), name):  # "I don't mind that maker after all"
        kinds, brands = (_kept(those, name) for those in (asked.refused_kinds, asked.refused_brands))
        return replace(intent, constraints=replace(asked, refused_kinds=kinds, refused_brands=brands))
    match span.slot:
        case "budget" | "age" | "players" | "pieces" | "material":
            return replace(intent, constraints=replace(asked, **{span.slot: None}))  # type: ignore[arg-type]
        case "brand":
            kept = _others(asked.refused_brands, name)
            return replace(intent, constraints=replace(asked, brand=None, refused_brands=kept))
        case "kind" if set(stems(name)) & set(stems(intent.theme)):
            return named(intent, kinds_of(intent), "")
        case "kind":
            return replace(named(intent, (), intent.theme), leftover=())
        case "theme":
            return named(intent, kinds_of(intent), "")
        case "colour" | "feature":
            wanted, refused = _others(asked.wanted, name), _others(asked.refused, name)
            return replace(
                intent, constraints=replace(asked, wanted=wanted, refused=refused),
                leftover=_others(intent.leftover, name) if _names_one(intent.leftover, name) else intent.leftover,
            )  # fmt: skip
        case _:
            return intent


def _kept(phrases: tuple[str, ...], name: str) -> tuple[str, ...]:
    """The phrases that the name does not fit."""
    return tuple(one for one in phrases if not _alike(one, name))


def _others(phrases: tuple[str, ...], name: str) -> tuple[str, ...]:
    """The phrases less the one that is named; none of them where no name fits: "any colour"."""
    return _kept(phrases, name) if _names_one(phrases, name) else ()


def _names_one(phrases: Iterable[str], name: str) -> bool:
    return any(_alike(phrase, name) for phrase in phrases)


def _alike(phrase: str, name: str) -> bool:
    return brand_key(phrase) == brand_key(name) or bool(set(stems(phrase)) & set(stems(name)))
