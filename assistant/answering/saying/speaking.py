"""Plans for the ear: the recommendation in one short sentence, a reply as long as a breath."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.answering.saying.phrases import PUT_FORWARD, Phrase, in_stars, phrase_of, together
from assistant.answering.saying.setting import Setting
from assistant.language.text import stems
from assistant.language.titles import TITLE_WORDS
from assistant.schema import Fact, Rating
from assistant.speech.speaking.spoken_form import say

# 37 words last 14.8 s at 150 a minute; the fixed closing sentence takes 22 of them.
RECOMMENDATION_WORDS, REPLY_WORDS = 15, 36
ON_SCREEN = "I've put the details on your screen."


def spoken_recommendation(doc_id: str, setting: Setting, most_words: int = RECOMMENDATION_WORDS) -> str:
    """The Top Pick in at most so many words, giving up the age, then the maker, the rating, and words of its name.

    A name that would lose what the toy is called keeps it instead of the rating.
    """
    own = {fact.kind: fact for fact in setting.own(doc_id, "brand", "price", "rating", "age")}
    title = setting.pick(doc_id).product.title.casefold()
    standing = setting.standing(doc_id)
    opener = "" if standing == "pick" else f"{PUT_FORWARD[standing]}: "
    if standing == "nearest" and (missing := setting.missing_kind()):
        opener = f"I found no {missing}. The nearest: "
    if "brand" in own and str(own["brand"].value).casefold() in title:
        del own["brand"]
    noun = stems(setting.brief.plan.intent.product_type)[-1:]
    keeps_its_noun = bool(noun) and noun[0] in stems(setting.name(doc_id, max_words=6).text)
    for most, kinds in (
        (TITLE_WORDS, ("brand", "price", "rating", "age")), (TITLE_WORDS, ("brand", "price", "rating")),
        (TITLE_WORDS, ("price", "rating")), *(((6, ("price", "rating")),) if keeps_its_noun else ()),
        (TITLE_WORDS, ("price",)), (8, ("price",)), (6, ("price", "rating")), (5, ("price", "rating")),
        (4, ("price", "rating")), (4, ("price",)), (3, ("price",)), (6, ()), (3, ()),
    ):  # fmt: skip
        name = setting.name(doc_id, max_words=most)
        sentence = opener + _recommendation(name, [own[kind] for kind in kinds if kind in own])
        if spoken_word_count(sentence) <= most_words:
            return sentence
    return opener + together(setting.name(doc_id, max_words=3)).text


def _recommendation(name: Phrase, facts: Sequence[Fact]) -> str:
    parts = [name.text]
    for fact in facts:
        text = in_stars(fact.value.stars) if isinstance(fact.value, Rating) else phrase_of(fact).text
        parts.append(f" {text}" if fact.kind == "brand" else f", {text}")
    return together("".join(parts)).text


def spoken_reply(sentences: Sequence[Phrase], most: int = REPLY_WORDS) -> str:
    """The first sentences that fit in so many words; where the first does not, that the answer is to be read."""
    spoken: list[str] = []
    for sentence in sentences:
        if spoken_word_count(" ".join((*spoken, sentence.text))) > most:
            break
        spoken.append(sentence.text)
    if spoken:
        return " ".join(spoken)
    opener = re.match(r"(?:Yes|No)\b", sentences[0].text) if sentences else None
    return f"{opener[0]}. {ON_SCREEN}" if opener else ON_SCREEN


def spoken_word_count(text: str) -> int:
    """How many words a text is when it is said: "£24.99" is five, "4.7" three, "3-in-1" three."""
    return len(re.findall(r"[^\W_]+(?:['’][^\W_]+)*", say(text)))
