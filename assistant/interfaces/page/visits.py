"""Whose conversation it is: a browser's secret and the name in the address make the id, and neither does alone.

The secret is a cookie that the server gives out (`assistant.interfaces.serve`) and that no script can read. The address
names one of that browser's conversations, so that a reload, Back and Forward find it; opened in another browser the
same name is another, empty conversation. What is kept goes by a keyed hash of both, which leads back to neither.
"""

from __future__ import annotations

import hmac
import re
import secrets

COOKIE = "toy_shop_visitor"
KEPT_S = 30 * 24 * 3600  # since the last visit; a shopper who comes back later starts afresh


def secret_of(cookie: str) -> str:
    """The browser's secret, a new one where its cookie can be none of ours: 256 bits, which nobody guesses."""
    return cookie if re.fullmatch(r"[0-9a-f]{64}", cookie) else secrets.token_hex(32)


def new_name() -> str:
    """A name for one of a browser's conversations: it need only differ from the others of that browser."""
    return secrets.token_hex(4)


def is_name(text: str) -> bool:
    """Whether an address names a conversation; anything else in it starts a new one."""
    return bool(re.fullmatch(r"[0-9a-f]{8}", text))


def session_of(secret: str, name: str) -> str:
    """The id under which a conversation is kept."""
    return _keyed(secret, "conversation", name)


def link_of(secret: str, name: str) -> str:
    """What a link holds that shows a conversation to whoever has it: one a conversation, and no way to its id."""
    return _keyed(secret, "link", name)


def list_of(secret: str, name: str) -> str:
    """What an address holds of a conversation about a list that this browser brought; to others it says nothing."""
    return _keyed(secret, "list", name)[:8]


def is_link(text: str) -> bool:
    """Whether a text can be what `link_of` makes."""
    return bool(re.fullmatch(r"[0-9a-f]{32}", text))


def shown_by(link: str) -> str:
    """The id under which the copy is kept that a link shows."""
    return _keyed(link, "copy", "")


def _keyed(secret: str, purpose: str, name: str) -> str:
    return hmac.digest(secret.encode(), f"{purpose} {name}".encode(), "sha256").hex()[:32]
