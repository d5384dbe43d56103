"""A question turned round, to say that it has no answer: "does it float?" becomes "whether it floats".

A closed grammar over the words that open a question. What it does not read is not turned round.
"""

from __future__ import annotations

import re

from assistant.language.text import stem

_PERSONS = {
    "i": "you", "we": "you", "my": "your", "our": "your", "me": "you", "us": "you", "mine": "yours",
    "myself": "yourself", "ourselves": "yourselves",
}  # fmt: skip
_PRONOUN = (
    r"(?P<subject>it|they|(?:this|that)(?: one)?|these|those|he|she|i|we|you(?= (?:have|need|get)\b)"
    r"|(?:my|our|his|her|its|their) [a-z'-]+"
    r"|(?:any|all|both|either|each|none) of (?:them|these|those|the two|the three)"
    r"|the (?:[a-z'-]+ ){1,2}ones?|(?:one|two|three|four|five|six|[1-9])(?= play\b)"
    r"|[a-z]+ (?:and|or) [a-z]+(?= (?:included|supplied|needed|provided|in it)$))"
)
# Where such a name ends is only sure at the end of the question.
_NAMED = r"(?P<subject>(?:the|this|that|these|those|my|our) [a-z' -]{2,40}?)"
_AUXILIARY = r"is|are|was|can|could|will|would|should|has|have|does|do|did"
# Between whom and what they do: "does it actually make a noise".
_ADVERB = re.compile(r"(?P<adverb>(?!(?:re|app|supp|comp|rep|f)ly )(?:[a-z]+ly|just|also|still|ever|even|always)) ")
_ASIDE = re.compile(
    r"^(?:and|so|but|ok|okay|oh|hi|hello|also|please|just|um|er)[, ]+"
    r"|(?<![, ])[, ]*+(?:please|pls|thanks|then|though|tho|or (?:anything|something|what(?:ever|not)?)|do you think)$"
)
_SHORTENED = re.compile(r"^(what|where|how|who|when)'?s ")
_YES_NO = re.compile(rf"^(?P<aux>{_AUXILIARY}) {_PRONOUN} (?P<rest>[a-z].*)$")
_DO_THEY = re.compile(r"^do (?P<rest>(?:the|these|those|my|our) [a-z].*)$")
_THERE = re.compile(
    r"^(?P<how>how (?:many|much) (?:[a-z]+ )?|what [a-z]+ )?(?P<aux>is|are) there"
    r"(?P<rest>(?(how)(?: in it| in the \w+)?| [a-z].*))$"
)
_ASKED_FOR = (
    r"(?:how (?:many |much |far )?[a-z]+|what (?:kind|sort|type) of [a-z]+|what [a-z]+|which [a-z]+"
    r"|where|when|who|what|how)"
)
_OPEN = re.compile(rf"^(?P<how>{_ASKED_FOR}) (?P<aux>{_AUXILIARY}) {_PRONOUN}(?: (?P<rest>[a-z].*))?$")
_OPEN_NAMED = re.compile(
    rf"^(?P<how>{_ASKED_FOR}) (?P<aux>is|are|was) {_NAMED}"
    r"(?: (?P<rest>(?:(?:made|used|meant|filled|stuffed|covered) )?(?:out of|of|from|for|about|with)))?$"
)
# What is asked for does it itself: "how many can play it", "what is in the box".
_OWN_SUBJECT = re.compile(
    rf"^(?:how (?:many|much)(?: [a-z]+)?|who|what|(?:what|which)(?: of)? [a-z]+) "
    rf"(?:{_AUXILIARY}|comes?|goes|fits?|needs?) "
    r"(?!(?:it|they|this|that|these|those|he|she|i|we|you|an?|the|my|our|your|not)\b)[a-z].*$"
)
_ONE_OF_ITS = re.compile(
    r"^(?P<how>how [a-z]+) (?P<aux>does|do|did|can|will) (?P<subject>(?:an?|the|its) [a-z]+) (?P<rest>[a-z]+)$"
)
# "How many bricks in that?"
_HOW_MANY_IN = re.compile(r"^(how many (?!are\b|is\b|can\b|come\b)[a-z]+) (?=(?:in|with|on) (?:it|this|that|the)\b)")
# "How big is it when its done?"
_WHEN_ITS = re.compile(r"\b(when|once|after) it'?s (?=[a-z]+$)")
_VERBS = r"(?:come|have|need|take|make|work|fit|go|run|fold|float|fly|include|use|play|ride|wear|hold)"
# Another verb of the same question: "does it fold up or come with a box".
_ALSO = re.compile(rf"\b(or|and) ({_VERBS})\b")
# A name of several words ends before one of these: "would my Brio trains run on it".
_LONGER = re.compile(rf"^(?P<more>(?:[a-z'-]+ ){{1,2}}?)(?={_VERBS}\b)")
_EXACTLY = re.compile(r"^(what|how|which|who|where|when) (?:exactly|actually) ")
_BECAUSE = re.compile(r",? (?:because|cos|coz|cuz) ")
_OR = re.compile(rf" or (?=(?:{_AUXILIARY}|do) )")
_WHO = re.compile(r"^(?:who|which company) (?:makes|made|designed) (?:it|this|them|these)$")
_HOW_ALONE = re.compile(r"^how (?!many|much)[a-z]+$")
_WHAT_ALONE = re.compile(r"^what (?:(?P<age>ages?)|sizes?|scale|weight|colou?rs?)$")
_HOW_MANY_ALONE = re.compile(r"^how many (?!is$|are$|can$|of$)[a-z]+$")
# Behind what is asked another clause begins: "will it come soon i need it".
_ANOTHER_CLAUSE = re.compile(
    r"\b(?:i|we|he|she|its|(?:is|will|does|can|would|has) it|(?:are|will|do|can) they|cos|because|i'm)\b"
)
_MOST_WORDS = 11
_WHICH_ONE = re.compile(
    r"\b(?P<asked>which(?: ones?)?(?: of (?:these|those|them|the \w+)(?: (?:two|three))?)? "
    r"(?:is|are|has|have|would|will|can|suits?|needs?|lasts?|looks?|takes?) "
    r"(?!you\b|i\b|we\b)[a-z0-9' -]+)(?=[?.!,;]|$)"
)
# The question of a message, behind what it tells first: "the first one looks strong. But is it too big for him?"
_QUESTION = re.compile(
    rf"(?:^|[.!?,;:]\s*|\b(?:and|but|so|then|ok|okay|oh)\s+)(?P<asked>(?:{_AUXILIARY}|do|hows?|whats?|which|whos?|where|when)\b"
    r"[^.!?;]*)",
    re.IGNORECASE,
)
_MOST_QUOTED = 90
# No sign in it that a page or a voice could take for more than words.
_PLAIN = re.compile(r"[a-z0-9' ,/&£$.-]+")


def own_question(text: str) -> str:
    """The first question in a message without what stands around it; empty where none begins as questions do."""
    found = _QUESTION.search(" ".join(text.replace("’", "'").split()))
    asked = found["asked"].strip(" ,") if found else ""
    return asked if len(asked) <= _MOST_QUOTED and _PLAIN.fullmatch(asked.lower()) else ""


def indirect(question: str) -> str:
    """The question as a clause behind "doesn't say"; empty where it is none of those that can be turned round.

    The large letters that it has inside stay: "your Brio track".
    """
    large = {word.lower(): word for word in re.findall(r"(?<=[a-z,] )[A-Z][\w'-]+", question)}
    return " ".join(large.get(word, word) for word in _indirect(question).split(" "))


def which_one(message: str) -> str:
    """What a message asks of several, as a clause: "which is better for a beginner"; "which that is" where none is."""
    found = _WHICH_ONE.search(" ".join(message.lower().replace("’", "'").split()))
    clause = found["asked"].strip() if found else ""
    is_plain = bool(clause) and len(clause.split()) <= _MOST_WORDS and not _ANOTHER_CLAUSE.search(clause)
    return _turned(clause) if is_plain else "which that is"


def _indirect(question: str) -> str:
    folded = " ".join(question.lower().replace("’", "'").split()).rstrip("?!. ")
    while (less := _ASIDE.sub("", folded).rstrip("?!., ")) != folded:
        folded = less
    folded = _HOW_MANY_IN.sub(r"\1 are ", _WHEN_ITS.sub(r"\1 it is ", folded))
    folded = _EXACTLY.sub(r"\1 ", _BECAUSE.split(folded)[0].rstrip(","))
    choices = _OR.split(folded)
    if len(choices) > 1:
        clauses = [_indirect(choice) for choice in choices]
        return " or ".join(clauses) if all(clauses) else ""
    if not _PLAIN.fullmatch(folded) or len(folded.split()) > _MOST_WORDS or "," in folded:
        return ""
    if _HOW_MANY_ALONE.match(folded):
        return folded
    if alone := _WHAT_ALONE.match(folded):
        return f"{folded} {'they are' if folded.endswith('s') else 'it is'}{' for' if alone['age'] else ''}"
    return _turned_round(_SHORTENED.sub(r"\1 is ", _HOW_ALONE.sub(r"\g<0> is it", folded)))


def _turned_round(question: str) -> str:
    if _WHO.match(question):
        return question
    if there := _THERE.match(question):
        first = there["rest"].split()[:1]
        are = "are" if there["aux"] == "is" and first and stem(first[0]) != first[0] else there["aux"]
        return f"{there['how'] or 'whether '}there {are}{_turned(there['rest'])}"
    if _OWN_SUBJECT.match(question):
        return "" if _ANOTHER_CLAUSE.search(question.partition(" ")[2]) else _turned(question)
    if do_they := _DO_THEY.match(question):
        return f"whether {_turned(do_they['rest'])}"
    for pattern in (_YES_NO, _OPEN, _OPEN_NAMED, _ONE_OF_ITS):
        if match := pattern.match(question):
            found = match.groupdict()
            if _ANOTHER_CLAUSE.search(found.get("rest") or ""):
                return ""
            subject, rest = found["subject"], found.get("rest") or ""
            if re.match(r"(?:my|our) ", subject) and (longer := _LONGER.match(rest)):
                subject, rest = f"{subject} {longer['more'].strip()}", rest[longer.end() :]
            return _clause(found.get("how") or "whether", found["aux"], subject, rest)
    return ""


def _clause(opener: str, auxiliary: str, subject: str, rest: str) -> str:
    whom, rest = _turned(subject), rest.removeprefix("not ") if rest.startswith("not too ") else rest
    if auxiliary in ("do", "does", "did"):
        found = _ADVERB.match(rest)
        adverb, rest = (found["adverb"], rest[found.end() :]) if found else ("", rest)
        verb, _, others = rest.partition(" ")
        if not verb:
            return ""
        third = auxiliary == "does" and whom not in ("you", "they")
        others = (
            _ALSO.sub(lambda also: f"{also[1]} {third_person(also[2])}", _turned(others)) if third else _turned(others)
        )
        return " ".join(filter(None, (opener, whom, adverb, third_person(verb) if third else verb, others)))
    if whom == "you" and auxiliary in ("is", "was", "has"):
        auxiliary = {"is": "are", "was": "were", "has": "have"}[auxiliary]
    return " ".join(filter(None, (opener, whom, auxiliary, _turned(rest))))


def _turned(words: str) -> str:
    """The words from the other side of the counter: "my son" is "your son"."""
    return " ".join(_PERSONS.get(word, word) for word in words.split(" "))


def third_person(verb: str) -> str:
    """The verb behind "it": "needs", "washes", "flies", "has"."""
    if verb in ("have", "do", "go", "be"):
        return {"have": "has", "do": "does", "go": "goes", "be": "is"}[verb]
    if verb.endswith(("s", "sh", "ch", "x", "z")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2:-1] not in "aeiou" else f"{verb}s"


def plural(verb: str) -> str:
    """The verb behind "they", whether it was behind "it" or not: "passes" is "pass", "flies" is "fly", "need" stays."""
    bases = (verb.removesuffix(end) + base for end, base in (("ies", "y"), ("es", ""), ("s", "")) if verb.endswith(end))
    irregular = {"has": "have", "does": "do", "goes": "go", "is": "are"}
    return irregular.get(verb) or next((base for base in bases if third_person(base) == verb), verb)
