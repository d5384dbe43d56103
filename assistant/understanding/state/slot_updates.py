"""What a message changes of the wishes in force: what it keeps, adds, replaces and takes back. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from assistant.language.numbers import ordinal
from assistant.language.text import FUNCTION_WORDS, brand_key, stems
from assistant.matching.fields import MEANINGS
from assistant.matching.whom import ORDINAL
from assistant.schema import Constraints, Intent, MessageReading, Span
from assistant.understanding.message_text import bare
from assistant.understanding.slots import Wish, named, without_theme
from assistant.understanding.state import dialogue_state
from assistant.understanding.state.slot_carryover import is_of_maker, kinds_of, without_dropped

# The names of the toys that have some words in them, each with its maker and shelf.
Named = Callable[[str], Sequence[str]]
# Who goes on with one of several wishes alone says so.
_ALONE = re.compile(r"\bjust (?:an? |the|that|for)\b|\bonly the\b", re.IGNORECASE)
# "And one for her brother" is of the kind that was wanted.
_ONE_FOR = re.compile(
    r"(?:^\W*|\b(?:and|also|plus|another|need|want|find|get|got|have) )(?:an?other )?one for\b", re.IGNORECASE
)

NO_INTENT = Intent("", "find", "product_query")


def going_on(
    previous: Sequence[Intent], reading: MessageReading, wish: Wish, text: str
) -> tuple[tuple[Intent, ...], tuple[Span, ...], tuple[Intent, ...]]:
    """The wishes that a message goes on with, less what holds no more, its words about these, and what stays beside.

    Of several it goes on with those that it names, and the others stay as they are; where it names none, with all. One
    that is given up for nothing else goes whole: "leave the balloons, just the bunting".
    """
    spans, left = reading.spans, without_dropped(previous, reading.kept)
    if wish.constraints.budget or reading.words_for("budget"):  # another sum, or a price that is told, ends none
        left = tuple(now.asking(budget=then.constraints.budget) for then, now in zip(previous, left, strict=True))
    if wish.theme and not reading.kept:  # where nobody tells what holds, a theme takes the place of another
        left = tuple(named(intent, kinds_of(intent)) for intent in left)
    given_up = [set(stems(said)) for said in reading.words_for("kind", sign="dropped")]
    by_name = [any(kind <= set(stems(intent.product_type)) for kind in given_up) for intent in previous]
    if any(by_name):  # "forget the kite" leaves the train set as it was
        left = tuple(now if is_named else then for then, now, is_named in zip(previous, left, by_name, strict=True))
    pairs = tuple(zip(previous, left, strict=True))
    is_meant = meaning(text, previous)
    stay = [(then, now) for then, now in pairs if not _is_given_up(then, now, given_up)]
    beside = () if _ALONE.search(text) else tuple(then for then, _ in stay if not is_meant(then))
    if wish.kinds or len(stay) == len(pairs):
        return tuple(now for then, now in pairs if is_meant(then)), spans, beside
    if stay:
        is_meant = meaning(text, [then for then, _ in stay])
        others = tuple(span for span in spans if (span.slot, span.sign) != ("kind", "dropped"))
        return tuple(now for then, now in stay if is_meant(then)), others, ()
    # Nobody gives up the last thing that is wanted and says of no other what it is to be, unless in so many words.
    says_more = given_up or wish.theme or wish.leftover or wish.constraints.wanted
    return tuple(now if says_more else then for then, now in pairs if is_meant(then)), spans, ()


def carried_over(previous: Sequence[Intent], reading: MessageReading, text: str) -> Intent:
    """What a new wish takes from those before it: what a reader says to hold, and where none tells, what always does.

    That is the age, where nobody else is named, and which makers are not wanted. An age or a sum on which the wishes
    before differ is none of the new one's.
    """
    if not previous:
        return NO_INTENT
    ages, budgets = ({getattr(intent.constraints, slot) for intent in previous} for slot in ("age", "budget"))
    if not reading.kept:
        age = ages.pop() if len(ages) == 1 and not reading.words_for("recipient") else None
        makers = dict.fromkeys(maker for intent in previous for maker in intent.constraints.refused_brands)
        return replace(NO_INTENT, constraints=Constraints(age=age, refused_brands=tuple(makers)))
    is_meant = meaning(text, previous)
    left = less(without_dropped(previous, reading.kept), reading.spans)
    then, base = next(pair for pair in zip(previous, left, strict=True) if is_meant(pair[0]))
    if _ONE_FOR.search(text) and not (kinds_of(base) or reading.words_for("kind")):
        base = named(base, kinds_of(then), *(base.themes if kinds_of(then) else then.themes))
    asked = base.constraints
    budget = replace(asked.budget, raised_from=None) if asked.budget and len(budgets) == 1 else None
    return replace(base, for_adult=False).asking(age=asked.age if len(ages) == 1 else None, budget=budget)


def meaning(text: str, wishes: Sequence[Intent]) -> Callable[[Intent], bool]:
    """Which of several wishes a message means: those whose kind it names, or what there is instead of one, else all."""
    own = {word for word in stems(text) if word not in FUNCTION_WORDS}
    message_stems = own.union(*(MEANINGS.get(word, ()) for word in own))  # "the cuddly" is the soft toy

    def names(intent: Intent) -> bool:
        called = intent.product_type or " ".join((intent.constraints.brand or "", *intent.leftover))
        return bool(message_stems & set(stems(called)))

    return names if any(map(names, wishes)) else lambda _: True


def _is_given_up(then: Intent, now: Intent, named_so: Sequence[set[str]]) -> bool:
    """Whether a wish has lost its kind, or all that it was to be, or is taken back by its name."""
    has_lost = (kinds_of(then) and not kinds_of(now)) or (then.names_a_toy and not now.names_a_toy)
    return bool(has_lost) or any(kind <= set(stems(then.product_type)) for kind in named_so)


def updated(intent: Intent, wish: Wish, spans: Sequence[Span], shown_maker: str, named_so: Named) -> Intent:
    """What still holds of a wish, less what is taken back, with what the message asks for; the new stands over it."""
    (intent,) = less((intent,), spans)
    asked = wish.constraints
    if wish.refuses_maker and (maker := intent.constraints.brand or shown_maker):
        asked = replace(asked, refused_brands=(*asked.refused_brands, maker))
    if len(nouns := {stems(kind)[-1] for kind in kinds_of(intent) if stems(kind)}) == 1 and wish.theme:
        # A superhero in place of "a pirate or a knight", of costumes.
        intent = named(intent, tuple(nouns), *intent.themes) if len(kinds_of(intent)) > 1 else intent
    before = kinds_of(intent)
    if before and not any((span.slot, span.sign) == ("kind", "wanted") for span in spans):
        # Themes of which any will do: "one with dragons or knights", of advent calendars.
        wish = replace(wish, kinds=tuple(f"{theme} {before[0]}" for theme in wish.kinds))
    if _says_no_more(wish.kinds, before):  # "make the car red", of a remote control car
        wish = replace(wish, kinds=())
    if asked.brand and is_of_maker(intent) and not named_so(f"{intent.theme} {asked.brand}"):
        intent = named(intent, kinds_of(intent))  # the theme was the old maker's name, and no licence
    themes = _themes(intent, wish)
    asked = replace(asked, refused_kinds=without_theme(asked.refused_kinds, " ".join(themes)))
    kinds = wish.kinds or kinds_of(intent)
    left = tuple(kind for kind in kinds if not any(stems(one) == stems(kind) for one in asked.refused_kinds))
    if kinds and not left:  # "that's only two chips": what is complained of is still wanted
        refused_kinds = tuple(
            one for one in asked.refused_kinds if not any(stems(one) == stems(kind) for kind in kinds)
        )
        asked = replace(asked, refused_kinds=refused_kinds)
    leftover = tuple(dict.fromkeys((*_of_that_age(intent.leftover, asked), *wish.leftover)))
    constraints = dialogue_state.merge(intent.constraints, asked, also=(*wish.kinds, wish.theme))
    return replace(
        named(replace(intent, constraints=constraints), left or kinds, *themes),
        leftover=leftover,
        for_adult=(intent.for_adult or wish.for_adult) and wish.constraints.age is None,
    )


def _of_that_age(phrases: tuple[str, ...], asked: Constraints) -> tuple[str, ...]:
    """The phrases, their birthday that of the age that is asked for now: "she's turning 50, actually"."""
    years = asked.age.min_months // 12 if asked.age and asked.age.min_months else 0
    return tuple(ORDINAL.sub(ordinal(years), phrase) if years else phrase for phrase in phrases)


def _themes(intent: Intent, wish: Wish) -> tuple[str, ...]:
    """What still holds of the themes, less what is refused, and the new one; none that another says already."""
    refused = [set(stems(one)) for one in wish.constraints.refused_kinds]
    themes = [theme for theme in intent.themes if not any(set(stems(theme)) <= one for one in refused)]
    themes = [theme for theme in themes if not set(stems(theme)) <= set(stems(wish.theme))]
    if any(set(stems(wish.theme)) <= set(stems(theme)) for theme in themes):
        return tuple(themes)
    return (*themes, wish.theme)


def _says_no_more(kinds: tuple[str, ...], present: tuple[str, ...]) -> bool:
    """Whether the kind is the present one, or that in fewer words."""
    return len(kinds) == len(present) == 1 and set(stems(kinds[0])) <= set(stems(present[0]))


def less(intents: Sequence[Intent], spans: Sequence[Span]) -> tuple[Intent, ...]:
    """The wishes less what these words take back: a thing by its name, or a whole slot."""
    for span in spans:
        if span.sign == "dropped" or (span.slot, span.sign) == ("occasion", "refused"):
            intents = [_less(intent, span) for intent in intents]
    return tuple(intents)


def _less(intent: Intent, span: Span) -> Intent:
    asked, name = intent.constraints, bare(span.text)
    if _names_one((*asked.refused_kinds, *asked.refused_brands), name):  # "I don't mind that maker after all"
        kinds, brands = (_kept(those, name) for those in (asked.refused_kinds, asked.refused_brands))
        return intent.asking(refused_kinds=kinds, refused_brands=brands)
    match span.slot:
        case "budget" | "age" | "players" | "pieces" | "material":
            return intent.asking(**{span.slot: None})
        case "brand":
            left = named(intent, kinds_of(intent)) if is_of_maker(intent) else intent
            return left.asking(brand=None, refused_brands=())
        case "kind" if set(stems(name)) & set(stems(intent.theme)):
            return named(intent, kinds_of(intent))
        case "kind":
            return replace(named(intent, (), *intent.themes), leftover=())
        case "theme":
            return named(intent, kinds_of(intent), *_others(intent.themes, name))
        case "colour" | "feature" | "scale":
            left = intent.asking(wanted=_others(asked.wanted, name), refused=_others(asked.refused, name))
            return replace(left, leftover=_kept(intent.leftover, name))
        case _:
            return replace(intent, leftover=_kept(intent.leftover, name))


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
