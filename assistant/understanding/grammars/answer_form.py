"""How the shopper wants to be answered: a closed grammar, taken out before the message is read for a toy."""

from __future__ import annotations

import re
from collections.abc import Mapping

from assistant.schema import FormConstraints

_PLEASE = r"(?:please |can you |could you |just )?"
_SHOWN = r"(?:(?:answer|reply|(?:list|give|show|put) (?:it|them|me)(?: (?:it|them|to me))?) )?"
_FORM: Mapping[str, str] = {
    "no_code": r"(?:no|without) (?:any )?code(?: in (?:it|the answer))?",
    "no_citations": (
        r"(?:no|without|with no|skip the|leave out the|don['’]?t (?:give|show|need)(?: me)?(?: any)?) "
        r"(?:citations?|sources?|footnotes?|references?)"
    ),
    "no_external": (
        r"no external|(?:don['’]?t|do not|without) (?:\w+ )?(?:search(?:ing)?|us(?:e|ing)|go(?:ing)?) (?:on )?(?:the )?"
        r"(?:web|internet|online)|offline only|catalogue only|only (?:from )?(?:your|the) catalogue"
    ),
    "short": (
        rf"{_PLEASE}(?:(?:keep|make) (?:it|the answer|your answer) (?:short|brief|quick)|"
        r"(?:a |the )?(?:short|brief|quick) (?:answer|reply)|(?:answer )?(?:briefly|in brief|"
        r"in (?:a|one|two|1|2) (?:sentences?|words?|lines?)))"
    ),
    "long": (
        rf"{_PLEASE}(?:(?:a |the )?(?:(?:long|longer|detailed|full),? ?){{1,2}}(?:answer|reply)|"
        r"in (?:more |full |great )?detail)"
    ),
    # Last, as it may stand behind another: "a short answer in bullet points".
    "bullets": (
        rf"{_PLEASE}{_SHOWN}(?:(?:in|as|with|using) (?:a )?bullet(?:ed)?[- ]?(?:points?|list|form)|in bullets|"
        r"as a (?:table|list))|bullet ?points?"
    ),
}
_SAID = {
    name: re.compile(rf"\b(?:{pattern})\b(?:,? (?:please|pls|thanks))?", re.IGNORECASE)
    for name, pattern in _FORM.items()
}  # fmt: skip
# What led to the words on form, and is nothing without them.
_LOOSE = re.compile(
    r"^[\s,.;:!?-]*(?:(?:and|but|can i have|give me|i want|i'd like)\s+(?=about\b|and\b|find\b))?(?:about\s+)?|"
    r"(?:[\s,;:-]|\b(?:and|but|with|give me|can i have|i want)\b)+$",
    re.IGNORECASE,
)


def form_of(text: str) -> tuple[FormConstraints, str]:
    """What a message says of the answer's form, and the message without that; empty where it says nothing else."""
    said = [name for name, pattern in _SAID.items() if pattern.search(text)]
    if not said:
        return FormConstraints(), text
    asked = text
    for name in said:
        asked = _SAID[name].sub(" ", asked)
    form = FormConstraints(
        no_code="no_code" in said,
        no_citations="no_citations" in said,
        no_external="no_external" in said,
        format="bullets" if "bullets" in said else "card",
        length="short" if "short" in said else "long" if "long" in said else "medium",
    )
    return form, _LOOSE.sub("", " ".join(asked.split()))
