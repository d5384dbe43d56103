"""What needs no products: greetings, thanks, help, a word on the shop, and what is outside toys.

Later stages leave these texts alone.
"""

from __future__ import annotations

from assistant.language.lexicon import GENERIC
from assistant.language.text import FUNCTION_WORDS, words
from assistant.schema import Act, DialogueAct, Intent, MessageReading, Route
from assistant.understanding.heard import UNSURE, Heard, sureness
from assistant.understanding.message_text import without_budget
from assistant.understanding.shown_questions import taken

GREETING = "Hello. Tell me what kind of toy you're after, who it's for and your budget, and I'll find one."
OUT_OF_DOMAIN = "I can only help with toys and games. Tell me about a toy you're after and I'll look for it."
THANKS = "Glad to help. If you need another toy, just tell me."
HELP = (
    "Tell me what you're looking for, who it's for and what you'd like to spend, such as: a wooden train set for a "
    "four-year-old under £30. Then ask for something cheaper, premium or more balanced, or ask why I chose it."
)
NOT_UNDERSTOOD = "I didn't understand that, so this is what I showed you."
NONE_SHOWN = "I have no toy on the screen to answer that about. Tell me what you're after and I'll look for it."
SHOP_SERVICE = (
    "I can't tell you about delivery, returns or payment from here; please look at the shop's own pages. I can help "
    "you choose a toy: tell me who it's for and what they enjoy."
)
# A message of which nothing is left without its words on how to answer.
ONLY_FORM = MessageReading(("form",))
# So many of a message's words name what is no toy; the reader has learned no goods but toys.
MOST_OF_OTHER_GOODS = 4
# What needs no products; of several the first counts, and a greeting says least.
REPLIES: dict[DialogueAct, tuple[Act, str]] = {
    "service": ("help", SHOP_SERVICE), "take": ("thank", NONE_SHOWN), "help": ("help", HELP),
    "thanks": ("thank", THANKS), "greet": ("greet", GREETING),
}  # fmt: skip


def telling_words(text: str) -> list[str]:
    """The words of a message that are neither small nor for anything at all."""
    return [word for word in words(text) if word not in FUNCTION_WORDS | GENERIC]


def replied(heard: Heard) -> Route:
    """What needs no products: a greeting, thanks, help, a word on the shop, or that it is outside toys."""
    reading = heard.reading
    if reading.does(*REPLIES):
        likely = {*reading.acts, *(act for act, odds in reading.odds if odds >= UNSURE)}
        first = next(act for act in REPLIES if act in likely)
        if first == "take" and heard.shown:
            return Route((taken(heard),))
        act, reply = REPLIES[first]
        return Route((Intent(heard.text, act, "greeting", confidence=sureness(reading)),), reply=reply)
    if reading == ONLY_FORM:
        return Route((Intent(heard.text, "help", "greeting"),), reply=REPLIES["help"][1])
    wanted = " ".join(reading.words_for("kind") or _other_goods(heard.text))
    outside = Intent(heard.text, "other", "out_of_domain", wanted, confidence=sureness(reading))
    return Route((outside,), reply=OUT_OF_DOMAIN)


def none_shown(heard: Heard, reply: str = NONE_SHOWN) -> Route:
    """A question about a toy where no search has found any, or not so many."""
    return Route((Intent(heard.text, "help", "greeting", confidence=sureness(heard.reading)),), reply=reply)


def _other_goods(text: str) -> list[str]:
    """What is asked for that is no toy: the first words that say something, sums and what leads to them left out."""
    return telling_words(without_budget(text))[:MOST_OF_OTHER_GOODS]
