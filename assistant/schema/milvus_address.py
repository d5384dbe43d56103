"""Where a catalogue in Milvus is: a server's address or a file of milvus-lite, and the collection in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

WRITE_IT_AS = "milvus://host:19530/collection, milvus+https://host/collection or milvus:///path/to/shop.db/collection"
_SCHEMES = {"milvus": "http", "milvus+https": "https"}
_COLLECTION = re.compile(r"[A-Za-z_]\w{0,200}", re.ASCII)


def is_milvus(text: str) -> bool:
    """Whether a text is to be read as such an address, right or wrong, and not as a folder."""
    return text.partition(":")[0].lower() in _SCHEMES and ":" in text


@dataclass(frozen=True, slots=True)
class MilvusAddress:
    """`uri` is a server's address (http or https) or, of milvus-lite, the path of a file that ends in `.db`."""

    uri: str
    collection: str
    text: str

    @classmethod
    def parse(cls, text: str) -> MilvusAddress:
        """The address in a text; `ValueError` with one clear line where it is none."""
        try:
            parts = urlsplit(text)
            server, port, user = parts.hostname, parts.port, parts.username
        except ValueError as error:
            raise ValueError(f"{text} is no address; write {WRITE_IT_AS}") from error
        if user is not None:
            raise ValueError("the address names a user; set ASSISTANT_MILVUS_TOKEN to user:password instead")
        place, _, collection = parts.path.rpartition("/")
        is_whole = not place if server else place.endswith(".db") and parts.scheme == "milvus"
        if parts.scheme not in _SCHEMES or not is_whole or not _COLLECTION.fullmatch(collection):
            raise ValueError(f"{text} is no address; write {WRITE_IT_AS}")
        host = f"[{server}]" if server and ":" in server else server
        at = f"{_SCHEMES[parts.scheme]}://{host}{f':{port}' if port else ''}"
        return cls(at if server else place, collection, text)

    @property
    def is_file(self) -> bool:
        """Whether milvus-lite opens it in this process."""
        return "://" not in self.uri

    def __str__(self) -> str:
        return self.text
