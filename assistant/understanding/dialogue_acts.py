"""What the message does: find, refine, explain, compare, ask for details or a price, greet, thank, ask for help."""

from __future__ import annotations

import re

from assistant.language.numbers import ORDINALS
from assistant.schema import Act, Refinement
from assistant.understanding.question_topics import SERVICE

_CHEAPER = re.compile(
    r"\b(?:cheaper|less expensive|lower[- ]priced?|more affordable|not so expensive|too (?:expensive|pricey|dear|much)|"
    r"anything cheap|save money|costs? less)\b"
)
_PREMIUM = re.compile(
    r"\b(?:premium|more expensive|fancier|higher[- ](?:end|quality)|better quality|best quality|top of the range|"
    r"posher|"
    r"upgrade|nicer one|more luxurious|splash out)\b"
)
_BALANCED = re.compile(
    r"\b(?:more balanced|balanced|best value|better value|middle ground|in between|value for money)\b"
)
_ANOTHER = re.compile(
    r"^(?:(?:have you got|do you have|show me|is there|how about|what about|maybe|try|i'd like|can i see) )?"
    r"(?:(?:something|anything|some|a|an) )?(?:else|other (?:one|option|idea|choice)s?|another(?: one)?|"
    r"different(?: one)?|others|more options|(?:bigger|smaller|larger|similar|better|nicer)(?: one)?)(?: please)?\W*$"
)
_NTH = (
    r"(?:(?:the )?(?:first|second|third|fourth|fifth|sixth|last|other|next|top|1st|2nd|3rd|4th|5th|6th)"
    r"(?: (?:one|pick|option|choice|toy|thing|result|two|three))?|(?:the )?(?:number|no\.?|option) (?:one|two|three|"
    r"four|five|six|[1-6]))"
)
_POINTING = re.compile(
    rf"^(?:ok(?:ay)?,? |and |so |what about |how about |tell me about |show me |i like |i'll take |i prefer |"
    rf"let's see |"
    rf"can i see |no,? )*(?:{_NTH}|(?:that|this)(?: one)?)(?: please| then| instead)?\W*$"
)
# "Does the second one need batteries?", "who makes it?", "will it last?"
_QUESTION = re.compile(
    rf"^(?:and |so |but |ok(?:ay)?,? |well,? |oh,? )*(?:do|does|is|are|was|will|would|can|could|has|have|did|who|"
    rf"what|what's|"
    rf"how|which|where|when)\b.*\b(?:it|its|they|them|{_NTH}|(?:that|this) (?:one|toy|set|game)|these|those)\b"
)
# "Does the tower come apart?", "needs batteries?", "what size": asked of what is shown though no word points at it.
_OF_THE_TOY = re.compile(
    r"^(?:and |so |but |ok(?:ay)?,? )*"
    r"(?:(?:does|do|is|are|was|will|would|can|could|has|have|did|needs?|comes?|who|where|how)\b"
    r"(?! (?:you|i|we|there|about|much for)\b)|"
    r"(?:what|which)(?:'?s| is| are| does| do| size| colou?r| age| material)\b|"
    r"(?:any |some )?(?:good |bad )?reviews?\b)"
)
# Asks for a measure, a number or the contents, of which only a toy that is there has any.
_MEASURING = re.compile(
    r"^(?:and |so |but |ok(?:ay)?,? )*(?:how (?:many|long|big|large|small|tall|high|wide|heavy|loud|old|hard|easy)\b|"
    r"what(?:'?s| is| comes) (?:in|with|inside|included)\b|what (?:size|colou?r|age|material)\b)"
)
_REFERRING = re.compile(
    rf"\b(?:it|its|them|they|that|this|these|those|both|all|(?:first|top|last) (?:two|three)|{_NTH})\b"
)
_ASKS_FOR_ANOTHER = re.compile(
    r"^(?:and |so |but )*(?:(?:do|have|has|can|could) you|is there|are there|what about|"
    r"(?:can|could) i (?:see|get|have|find|buy)|how about|what if)\b"
)
_COMPARE = re.compile(
    r"\b(?:compare|comparison|versus|vs\.?|differences? between|what's the difference|how do they differ|"
    r"which (?:one |of (?:them|these|those|the two) )?(?:is|would be|do you think is) (?:the )?(?:better|best|nicer)|"
    r"side by side)\b"
)
_WHY = re.compile(
    r"\b(?:why (?:that|this|did|is|do|the|it|not)|explain|how come|what makes (?:it|that|this|you)|reason for|why\?)|"
    r"^why\W*$"
)
_THE_NTH_ONE = re.compile(r"\bthe (?:first|second|third|fourth|fifth|sixth|last|other) one\b")
_ONLY_WHY = re.compile(
    r"^(?:and |but |so )?(?:why|how come)(?: did you (?:pick|choose|suggest|recommend))?(?: (?:that|this|it|those|"
    r"these|1|one))*\W*$"
)
_DETAILS = re.compile(
    r"\b(?:tell me more|more (?:details|info|information|about)|details|what(?: is|'s) (?:in the box|included)|"
    r"describe (?:it|that|this|the)|how (?:big|many pieces|heavy|long) is (?:it|that|this)|does (?:it|that|this one)|"
    r"is (?:it|that|this one))\b"
)
_PRICE = re.compile(
    r"\b(?:how much (?:is|does|are|would|for)|what(?: is|'s| does| would) (?:the|its|it|that)(?: one)? (?:price|cost)|"
    r"live price|current price|check (?:the |its |live )*price|price (?:right )?now|still (?:the same price|in stock|"
    r"available))\b"
)
# Talk that asks for nothing: some of these words, and no others.
_ACKNOWLEDGED = frozenset(
    "thanks thank cheers ta appreciated perfect brilliant lovely great bye goodbye goodnight farewell cool awesome "
    "excellent wonderful nice fab".split()
)
_AROUND_THANKS = _ACKNOWLEDGED.union(
    """
    assistant robot buddy pal friend
    you so very much a lot many ok okay that's that all is it for now your help again one right fine good job then i'm
    done really it's yes yep yeah no just the kind of bot this was super oh well and but see later ya night day
    everything have been helpful useful thats i need loads bunch million ever man mate dear im i'll take will buy get
    """.split()
)
_HELP = re.compile(
    r"^(?:help|help me|what can you do|how does this work|what do you do|how do i use this|who are you|"
    r"what are you)\W*$"
)
_BYE = re.compile(
    r"^(?:ok(?:ay)?,? )?(?:bye|goodbye|see you|see ya|good night|(?:that's|that is|that'll be) (?:all|it)|"
    r"no(?:thing)? (?:thanks|else)|i'll take (?:it|that(?: one)?|this(?: one)?))\b"
)


def refinement_of(folded: str) -> Refinement | None:
    """The direction in which the shopper wants another choice, if any."""
    if _BALANCED.search(folded) or _ANOTHER.search(folded):
        return "balanced"
    if _PREMIUM.search(folded):
        return "premium"
    return "cheaper" if _CHEAPER.search(folded) else None


def without_refinement(folded: str) -> str:
    """The message less the words that only say the direction."""
    for pattern in (_ANOTHER, _BALANCED, _PREMIUM, _CHEAPER):
        folded = pattern.sub(" ", folded)
    return folded


def small_talk(folded: str) -> Act | None:
    """Thanks, a farewell, or a question about the assistant itself."""
    if _HELP.search(folded):
        return "help"
    said = re.findall(r"[a-z']+", folded)
    if len(said) > 12:
        return None
    if any(word in _ACKNOWLEDGED for word in said) and _AROUND_THANKS.issuperset(said):
        return "thank"
    return "thank" if len(said) <= 8 and _BYE.search(folded) else None


def act_about_shown(folded: str) -> Act | None:
    """What the shopper asks about products already on the screen."""
    if _COMPARE.search(folded):
        return "compare"
    if _WHY.search(folded):
        return "explain"
    if _PRICE.search(folded):
        return "check_price"
    if _DETAILS.search(folded) or _POINTING.search(folded) or SERVICE.search(folded):
        return "details"
    asks = _QUESTION.match(folded) or _OF_THE_TOY.match(folded) or _MEASURING.match(folded)
    return "details" if asks and not _ASKS_FOR_ANOTHER.match(folded) else None


def refers_to_shown(folded: str) -> bool:
    """Whether a question can only be about what is on the screen: "it", "the second one", "how many pieces"."""
    return bool(_REFERRING.search(folded) or _MEASURING.match(folded))


def points_at_shown(folded: str) -> bool:
    """Whether the message can only be about products on the screen: it points at them and names none."""
    return bool(_POINTING.match(folded) or _ONLY_WHY.match(folded) or _THE_NTH_ONE.search(folded))


def named_ranks(folded: str, count: int) -> tuple[int, ...]:
    """The places of a list of so many that the message names, from 1, in its order."""
    found = [
        (m.start(), int(m["digit"] or m["d2"] or ORDINALS.get(m["word"] or "", 0) or _CARDINALS.get(m["n"] or "", 0)))
        for m in _RANK.finditer(folded)
    ]
    found += [(m.start(), count) for m in re.finditer(r"\blast(?: one| pick| option| choice| toy)|\bthe last$", folded)]
    return tuple(dict.fromkeys(rank for _, rank in sorted(found) if 1 <= rank <= count))


_CARDINALS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_RANK = re.compile(
    rf"\b(?:(?P<word>{'|'.join(ORDINALS)})|(?P<digit>[1-9])(?:st|nd|rd|th)|"
    rf"(?:number|no\.?|option) (?:(?P<n>{'|'.join(_CARDINALS)})|(?P<d2>[1-9])))\b"
)
