"""A question about a shown toy: what it is about, and the numbers in it that a field can be compared with."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from assistant.language.numbers import NUMBER, value_of
from assistant.language.text import fold
from assistant.schema import Constraints, Question, Superlative
from assistant.understanding.grammars.audience import read_age, read_pieces, read_players
from assistant.understanding.grammars.budgets import read_budget

# What a shop does rather than what a toy is: a closed set, and how each is called.
_SERVICES = {
    "delivery": r"deliver(?:y|ies|ed)?|shipp(?:ed|ing)|ship to|postage|dispatch\w*|"
    r"(?:(?:get|be) here|arrive|come|(?:get|have) it(?: here| to me| delivered)?) "
    r"(?:by|before|in time|on time|tomorrow|tmrw|quick\w*|fast)",
    "returns": r"returns?|refunds?|send it back|exchange it",
    "buying": r"(?:where|how) (?:can|do|could|would|should) (?:i|we|you) (?:buy|order|get|find) "
    r"(?:it|one|this|that|them|these)(?! (?:to|out|into|off|on))",
    "stock": r"in stock|availab\w+",
    "gift wrapping": r"gift[- ]?wrap\w*|you wrap",
    "payment": r"pay(?:pal| by| with|ment)|instal?ments|invoices?",
    "discounts": r"discounts?|money off|vouchers?",
    "guarantees": r"warranty|guarantees?",
}
SERVICE = re.compile("|".join(rf"(?P<{name.replace(' ', '_')}>\b(?:{words})\b)" for name, words in _SERVICES.items()))
# What is "dishwasher safe" is so for no child.
_SAFETY = re.compile(
    r"\b(?:(?<!washer.)(?<!machine.)(?<!wave.)safe|safety|unsafe|chok\w+|hazard\w*|dangerous|swallow\w*"
    r"|(?:non-?)?toxic|poison\w*|(?:puts?|putting|goes|stuffs?) (?:\w+ ){1,3}in (?:his|her|their|its) mouths?)\b"
)
# What others make of it: who they are, and what they do.
_OPINIONS = re.compile(
    r"\breviews?\b|\b(?:people|buyers?|customers?|others?|everyone|parents?|folks?|they)\b[a-z' ]*"
    r"\b(?:say|says|saying|said|think|thinks|thought|reckon|write|wrote|rate)\b|\bworth (?:it|the money)\b"
    r"|\bany good\b(?! (?:in|at|on|with)\b)"
    r"|\baccording to (?:the |other )?(?:people|buyers?|customers?|others|parents?|reviews?)\b"
)
# Points at a toy and asks for nothing in particular.
_NTH = (
    r"(?:the )?(?:first|second|third|fourth|fifth|sixth|last|other|next|top|[1-6](?:st|nd|rd|th)|that|this)"
    r"(?: (?:one|pick|option|choice|toy))?"
)
_DESCRIPTION = re.compile(
    r"^(?:(?:and|so|ok|okay|please|can you|could you|i like|i'll take|what about|how about|show me|let's see),? )*"
    r"(?:(?:tell|give|show) me (?:a bit |some )?more.*|(?:more|any) (?:details?|info\w*)\b.*|"
    r"describe .*|tell me about .*|"
    rf"{_NTH}|(?:number|option|no\.?) ?(?:one|two|three|four|five|six|[1-6]))(?: please| then| instead)?\W*$"
    r"|.*\bwhat(?:'?s| is| are) (?:it|that|this|these|those|they|he|she|the [\w ]+)(?: one)? (?:like|about)"
    r"(?: then| though| tho)?\W*$"
    r"|.*\bwhat(?:'?s| is| are) (?:it|that|this|these|those|they)(?: then| exactly)?\W*$"
)
# What is the first by a field: a closed set of fields, and how each superlative is called.
_SUPERLATIVES: dict[Superlative, re.Pattern[str]] = {
    "cheapest": re.compile(
        r"\bcheap\w*\b|\bleast (?:money|expensive|dear|pricey)|\blow(?:est|er) (?:price|cost)|\bcosts? (?:the )?least"
    ),
    "dearest": re.compile(
        r"\bdear(?:er|est)\b|\bmost (?:expensive|pricey|money)|\bpricie?st\b|\bcosts? (?:the )?most|\bhighest price"
    ),
    "best rated": re.compile(
        r"\b(?:best|highest|top|better)[- ](?:rat\w+|review\w*|scor\w+|mark\w*|liked|stars)|\bmost (?:stars|loved)"
        r"|\b(?:people|buyers|customers|others|everyone|they) (?:like|love|prefer)d?\b"
        r"|\b(?:rated?|scored?|marked) (?:it |them |the )?(?:best|highest|the most)\b"
    ),
    "most rated": re.compile(
        r"\bmost (?:popular|bought|sold|ratings|reviews|rated|reviewed|wanted)|\bbest[- ]?sell\w+|\bpopular\b"
        r"|\bsells? (?:the )?(?:best|most)|\bmore (?:reviews|ratings)\b"
    ),
    "most pieces": re.compile(
        r"\bmost (?:pieces|bits|parts|bricks)|\bbiggest (?:number|count)"
        r"|\bwhich\b[\w ]*\bmore (?:pieces|bits|parts|bricks)"
    ),
    "biggest": re.compile(r"\b(?:biggest|largest|hugest|bigger|larger)\b"),
    "smallest": re.compile(r"\b(?:smallest|littlest|tiniest|smaller|littler|tinier)\b"),
}
# "A bit bigger", "smaller ones": a wish for another size, and for nothing else.
_ONLY_SIZE = re.compile(
    r"(?:(?:an?|the|bit|little|much|even|slightly|lot|way|something) )*(?:bigg|larg|small|tini)(?:er|est)"
    r"(?: (?:ones?|size))?"
)
_HOW_MANY_PLAY = re.compile(r"\bhow many (?:players|people|kids|children|can play|of us)\b")
# "Does a grown-up have to help?" asks for nobody's age.
_ADULTS_HELP = re.compile(
    r"\b(?:grown[- ]?ups?|adults?)\b[^,.?!]*?\b(?:help\w*|supervis\w+|assist\w*|present)\b"
    r"|\b(?:help|supervision|assistance) (?:from|of|by) (?:an? )?(?:grown[- ]?ups?|adults?)\b"
)
# What is counted in pieces is the bigger the more it has.
_IN_PIECES = re.compile(r"\b(?:jigsaws?|puzzles?|lego)\b")
# "Which of the two is easier": "better" asks for a comparison.
_BY_DEGREE = re.compile(
    r"\bwhich\b[\w ]*?\b(?:is|are|be|looks?|seems?|would|will)\b[\w ]*?\b"
    r"(?!better|best|either|other|another|ever|never|over|under|after|paper|number)(?:\w+(?:er|est)|more \w+)\b"
    r"|\bwhich\b[\w ]*? better for\b|\bwhich\b[\w ]*?\b(?:would|will|does|do)\b [\w ]*?\bbetter\b"
)


def ranks_by_degree(text: str) -> bool:
    """Whether it asks which of several is so in the highest degree: "which is easier to learn"."""
    return _BY_DEGREE.search(fold(text)) is not None


def comes_in_pieces(text: str) -> bool:
    """Whether a text names what is counted in pieces: of a jigsaw a bare 500 are those, of a doll it is a sum."""
    return _IN_PIECES.search(fold(text)) is not None


def read_superlative(text: str, of: str = "") -> Superlative | None:
    """The field that a superlative orders by; none where no field of a catalogue tells it ("softest").

    `of` is the kind of toy, where it is known: the biggest jigsaw has the most pieces.
    """
    folded = fold(text)
    found = next((name for name, pattern in _SUPERLATIVES.items() if pattern.search(folded)), None)
    return "most pieces" if found == "biggest" and comes_in_pieces(of) else found


# "Two of those", "three of the first one": of one toy, where they are not "two of the three" nor stand beside another;
# "I'd need 8 sets", "four the same", "what's the total for 4".
_COPIES = re.compile(
    rf"(?<!\band )(?P<count>{NUMBER}) of "
    rf"(?:it|this|that|these|those|them|the (?!two\b|three\b|four\b|five\b|six\b|{NUMBER}))"
    rf"|\b(?:need|want|take|get|buy|order|for) (?P<units>{NUMBER}) (?:sets|packs|packets|boxes|bags|copies|lots)\b"
    rf"|\b(?P<summed>{NUMBER}) (?:sets|packs|packets|boxes|bags|copies|lots)\b(?= (?:would |will )?(?:come to|cost)\b)"
    rf"|^(?P<first>{NUMBER}) (?:sets|packs|packets|boxes|bags|copies|lots)\b"
    rf"|\b(?P<same>{NUMBER}) (?:(?:of )?the same|identical)\b"
    rf"|\b(?:total|how much|price|come to|cost)\b[\w' ]{{0,20}}? for (?P<each>{NUMBER})(?: of)?\W*$"
)


def read_copies(text: str) -> int:
    """Of how many of one toy the words up to it ask for the price; 1 where they ask of no more."""
    found = _COPIES.search(fold(text))
    counts = [int(value_of(count)) for count in found.groupdict().values() if count] if found else []
    return max([1, *counts])


# A sentence that asks for less money and for nothing else.
_CHEAPER = re.compile(
    r"(?:(?:and|but|is there|are there|have you|do you have|you|got|any|anything|something|one|a|bit|little|less) ?)*"
    r"(?:cheaper|less expensive)(?: ones?)?(?: than (?:that|this|those|it|the \w+ one))?(?: (?:but )?still \w+)?\W*"
)


def only_asks_for_cheaper(text: str) -> bool:
    """Whether a sentence asks for something that costs less, and says nothing of what it is to be."""
    return _CHEAPER.fullmatch(fold(text).strip()) is not None


# "What's the cheapest one you've got": of all that the shop has, not of what is shown.
_YOU_HAVE = re.compile(r"\byou(?:(?:['’]?ve| have)? got| have| do| sell| stock)\b(?! any)")
_SHOWN = re.compile(r"\b(?:of|between|out of) (?:these|those|them|the (?:two|three|lot|ones))\b")
_FIRST_OF = re.compile(
    r"\b(?:cheap|dear|big|larg|small|tini|pric)\w*est\b|\b(?:most|least|best|highest|top|lowest)[- ]\w+"
)


def first_of_all(text: str) -> str:
    """The superlative by which a message asks for the first of all that the shop has; empty where it asks for none."""
    folded = fold(text)
    found = _FIRST_OF.search(folded)
    is_of_all = found and _YOU_HAVE.search(folded, found.end()) and not _SHOWN.search(folded)
    return found[0] if found and is_of_all and read_superlative(found[0]) else ""


def is_of_size(text: str) -> bool:
    """Whether words say how large it is to be beside others, and nothing else: "a bit bigger"."""
    return _ONLY_SIZE.fullmatch(fold(text).strip()) is not None


def read_question(text: str) -> Question:
    """What a message about a shown toy asks."""
    folded = fold(text).strip()
    if _DESCRIPTION.match(folded):
        return Question(text, "description")
    if services := dict.fromkeys((found.lastgroup or "").replace("_", " ") for found in SERVICE.finditer(folded)):
        return Question(text, "service", topic=" or ".join(services))
    if _OPINIONS.search(folded) and not read_numbers(folded).age:  # no buyer says what age it is for
        return Question(text, "opinions")
    # What is told beside the question is not asked: "is it wooden? 30 seven year olds will play with it".
    said = texts_of_sentences(folded)
    asked = " ".join([sentence for sentence in said if asks(sentence)] or said)
    # "How many can play? We are six" tells the number that is asked about.
    numbers = read_numbers(_ADULTS_HELP.sub("", asked))
    numbers = replace(numbers, players=read_players(folded if _HOW_MANY_PLAY.search(asked) else asked))
    return Question(text, "safety" if _SAFETY.search(folded) else "toy", numbers)


# The words that open a question, and where in a message another one may begin.
_OPENS = (
    r"(?:(?:remind|tell) me )?"
    r"(?:is|are|was|does|do|did|can|could|will|would|should|has|have|whats?|hows?|which|whos?|where|when|any"
    r"|why(?! not))\b"
)
# "It's a train, which I have" asks for nothing.
_RELATIVE = r"\s+(?:which|who|where)\b"
_SOUGHT = r"(?:got|have you|show me|find me|(?:i|we)(?:['’]?d| would)? (?:also )?(?:need|want|like)|need|another)\b"
_NEXT = re.compile(
    rf"(?<=[?.!])\s+|,?\s+(?:(?:and|also|plus|but|um+|uh)\s+)+(?={_OPENS}|{_SOUGHT})"
    rf"|,(?!{_RELATIVE})\s+(?={_OPENS})|\s+um+\s+(?=(?:an?|no|wait|actually) )",
    re.IGNORECASE,
)
# "And if I order today will it get here by Saturday?" asks behind its condition.
_IS_QUESTION = re.compile(
    rf"(?:(?:and|so|but|ok|okay|oh|also)\b,? )*"
    # "How adorable!" asks for nothing.
    r"(?!how \w+[.!]|what an? [^.?!]+[.!])"
    rf"(?:if \b[^,.?!]+,? (?=(?:will|would|can|could|does|is) (?:it|they)\b))?{_OPENS}",
    re.IGNORECASE,
)
_DO_YOU_KNOW = re.compile(r",? do you (?:know|think)(?=\W*$)", re.IGNORECASE)
_LINK = re.compile(r"[\s,]+(?:and|also|plus)?\s*$", re.IGNORECASE)
# Fewer words ("and how many") only make sense behind what stands before them.
LEAST_WORDS, MOST_QUESTIONS = 3, 3
# "How tall?" makes sense alone, and so does "how much?".
_HOW = re.compile(r"how (?!many|much)\w+|how much\W*$|what (?:ages?|size|scale|colou?r)\b", re.IGNORECASE)
_OF_IT = re.compile(
    r"(?:^|[.!?,;] ?|\b(?:and|but|so|ok) )(?:is|are|does|do|can|will|would|has) (?:it|they|this|these) "
)
_OF_WHAT_IS_FOUND = re.compile(
    r"(?:(?:what|how|when|where)\b[a-z ]* )?(?:is|are|does|do|can|will|would|has) "
    r"(?:it|they|the \w+(?: \w+)?)\b|what(?:['’]?s| is| comes) in (?:it|the \w+)\b|can (?:we|you|\w+) play\b"
)
_LEFT = re.compile(r"\b(?:have|got|is|what'?s) left (?:over|out of|of|from)\b")
_SEEKS = re.compile(
    r"\b(?:have you|do you (?:also )?(?:have|do|sell|stock|make|get|got)|you got|got any|"
    r"are there any|any other|what other|"
    r"is there (?:like )?(?:one|an?)(?! [a-z ]+\b(?:in|with) (?:it|them|this|that|the)\b)|"
    r"(?<!do )(?<!does )(?<!need )(?<!or )anything|(?<!\bit )(?<!or )something|another|show me|looking for|"
    r"c(?:an|ould) (?:i|we) (?:get|have|see)|"
    r"what else(?! (?:does|do (?:i|we)|is (?:in|with)|comes)\b))\b|(?:^|[.!?,;] ?)any\b"
)
# "Could you find something to go with it?"
_LOOKS_FOR = re.compile(
    r"\b(?:find|got any|any other|are there any (?:with|for|in|that|like|more)|what other|"
    r"(?<!or )anything|(?<!or )something|another|show me|looking for)\b"
)
# "Have you a bigger one" asks for it with or without a mark.
_HAVE_YOU = re.compile(r"\b(?:have you(?: got)?|do you have|do you do|you got) (?:an?|any)\b")
# "What about the Lelin one?" points; it asks nothing where a question stands behind it.
_POINTS = re.compile(
    r"(?:(?:and|so|but|ok|okay|oh|well|right)\b,? )*"
    r"(?:(?:what|how) about|(?:can|could) you (?:do|show|find|get|give)|(?:go|going)? ?back to)\b",
    re.IGNORECASE,
)


def sentences(text: str) -> list[tuple[int, int]]:
    """From where to where each sentence or question of a message goes, with the space behind it."""
    return list(pairwise([0, *(match.end() for match in _NEXT.finditer(text)), len(text)]))


def texts_of_sentences(text: str) -> list[str]:
    """The sentences and questions of a message, each with the space behind it."""
    return [text[start:end] for start, end in sentences(text)]


def questions_in(text: str) -> list[str]:
    """The message question by question, each with what is told beside it: "how long is it", "is it soft? He's two"."""
    text = _DO_YOU_KNOW.sub("", text)
    starts, is_asked = [0], False
    for begin, end in sentences(text):
        part = text[begin:end]
        is_whole = len(part.split()) >= LEAST_WORDS or _HOW.match(part)
        is_question = _IS_QUESTION.match(part) is not None and bool(is_whole)
        if is_question and is_asked:
            starts.append(begin)
        is_asked = is_asked or is_question
    parts = [text[begin:end] for begin, end in pairwise([*starts[:MOST_QUESTIONS], len(text)])]
    parts = [_LINK.sub("", part).strip() for part in parts[:-1]] + [parts[-1].strip()]
    return [asked for part in parts[:-1] if (asked := _behind_what_points(part))] + [
        _behind_what_points(parts[-1]) or parts[-1]
    ]


def _behind_what_points(part: str) -> str:
    """A part of a message without what only points: "what about the cats, how big are they"."""
    rest = [one.strip() for one in texts_of_sentences(part)]
    while rest and _POINTS.match(rest[0]):
        rest = rest[1:]
    return " ".join(rest)


# "How many do you get, there's 12 kids coming": what the asker tells of themselves answers nothing.
_TOLD_BEHIND = re.compile(
    r"[,.]\s+(?:there(?:['’]?s| is| are)|i(?:['’]?m|['’]?ve)?|we(?:['’]?re|['’]?ve)?|he(?:['’]?s)?|she(?:['’]?s)?|"
    r"they(?:['’]?re)?|my|mine|our|it(?:['’]?s| is) for|because|cos)\b[^?]*$",
    re.IGNORECASE,
)


def without_told(text: str) -> str:
    """A question without what is told behind it; as it stands where the rest asks nothing."""
    rest = _TOLD_BEHIND.sub("", text)
    return rest if len(rest.split()) >= LEAST_WORDS and asks(rest) else text


def asks(text: str) -> bool:
    """Whether a sentence of a message is a question."""
    return "?" in text or any(_IS_QUESTION.match(part.strip()) for part in re.split(rf"[.!;]|,(?!{_RELATIVE})", text))


def seeks(text: str) -> bool:
    """Whether it asks for something to be found: "do you have another"."""
    return bool(_SEEKS.search(fold(text)))


def looks_for(text: str) -> bool:
    """Whether it asks in so many words for something to be found."""
    folded = fold(text)
    return bool(_HAVE_YOU.search(folded)) or ("?" in text and bool(_LOOKS_FOR.search(folded)))


def asks_of_the_shop(text: str) -> bool:
    """Whether it asks what a shop does: "can we pay by invoice"."""
    return asks(text) and bool(SERVICE.search(fold(text)))


def asks_of_it(text: str) -> bool:
    """Whether it asks of something that was shown, and for nothing else: "does it fit Brio track"."""
    return bool(_OF_IT.search(fold(text))) and not seeks(text)


def asks_of_what_is_found(text: str) -> bool:
    """Whether it asks of a toy by "it" or by its kind: "how long is it", "does the drone come with a camera"."""
    folded = fold(text).strip()
    return bool(_OF_WHAT_IS_FOUND.match(folded)) and not seeks(folded)


def asks_what_is_left(text: str) -> bool:
    """Whether it asks what of the money is left, and for nothing else."""
    return bool(_LEFT.search(fold(text))) and not seeks(text)


def read_numbers(folded: str) -> Constraints:
    """The sum, the age and the pieces of a folded question."""
    budget, age = read_budget(folded, ""), read_age(folded)
    return Constraints(budget.budget if budget else None, age.age if age else None, pieces=read_pieces(folded))
