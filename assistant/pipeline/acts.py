"""What the message does: find, refine, explain, compare, ask for details or a price, greet, thank, ask for help."""

from __future__ import annotations

import re

from assistant.schema import Act, Refinement

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
_POINTING = re.compile(
    r"^(?:ok(?:ay)? |and |what about |how about |tell me about |show me |i like |let's see )*(?:the )?"
    r"(?:first|second|third|fourth|fifth|sixth|last)(?: one| pick| option)?(?: please)?\W*$"
)
_COMPARE = re.compile(
    r"\b(?:compare|comparison|versus|vs\.?|difference between|which (?:one )?is better|side by side)\b"
)
_WHY = re.compile(r"\b(?:why (?:that|this|did|is|do|the|it|not)|explain|how come|what makes|reason for|why\?)|^why\W*$")
_DETAILS = re.compile(
    r"\b(?:tell me more|more (?:details|info|information|about)|details|what(?: is|'s) (?:in the box|included)|"
    r"describe|"
    r"how (?:big|many pieces|heavy|long) is (?:it|that|this)|does (?:it|that|this one)|is (?:it|that|this one) )\b"
)
_PRICE = re.compile(
    r"\b(?:how much (?:is|does|are)|what(?: is|'s| does) (?:the|its|it|that) (?:price|cost)|live price|current price|"
    r"check (?:the |its |live )*price|price (?:right )?now)\b"
)
_THANKS = re.compile(
    r"^(?:ok(?:ay)?,? |great,? |perfect,? |lovely,? |brilliant,? )*(?:many )?(?:thanks|thank you|thankyou|cheers|"
    r"ta|much appreciated)\b"
)
_HELP = re.compile(
    r"^(?:help|help me|what can you do|how does this work|what do you do|how do i use this|who are you|"
    r"what are you)\W*$"
)
_BYE = re.compile(r"^(?:ok(?:ay)?,? )?(?:bye|goodbye|see you|see ya|good night)\b")


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
    if len(folded.split()) <= 8 and (_THANKS.search(folded) or _BYE.search(folded)):
        return "thank"
    return None


def act_about_shown(folded: str) -> Act | None:
    """What the shopper asks about products already on the screen."""
    if _COMPARE.search(folded):
        return "compare"
    if _WHY.search(folded):
        return "explain"
    if _PRICE.search(folded):
        return "check_price"
    return "details" if _DETAILS.search(folded) or _POINTING.search(folded) else None
