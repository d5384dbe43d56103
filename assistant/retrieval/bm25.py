"""Search by words: BM25 over weighted fields, in tantivy; equal scores are settled by chunk id."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shutil import copytree, ignore_patterns

import tantivy

from assistant.catalogue.bm25_file import TOKENIZER, analyzer, plain
from assistant.errors import CatalogueDamagedError
from assistant.language.text import FUNCTION_WORDS
from assistant.schema import Filters, Hit, Query

# What a word counts by where it stands. Buyers' reviews find their products best with even weights; a shopper's few
# words name the toy, as titles do.
WEIGHTS = {"title": 2.0, "brand": 1.5, "category": 1.0, "details": 1.0, "description": 1.0}
_MOST_WORDS = 64
# More than are asked for are fetched, so that equal scores at the end can be told apart.
_SPARE = 16
_WORD = re.compile(r"[^\W_]+")
# Words that carry a sentence and no wish; dropped unless nothing else is asked.
_WISHLESS = FUNCTION_WORDS | frozenset(
    "about am any as at be can could do get give has have he her him his i if its like looking me my need no not our "
    "please she show so some something that their them there these they this under us want was we what which who will "
    "would you".split()
)


def query_stems(text: str) -> list[str]:
    """What of a question is looked for in an index: each stem once, in order."""
    spoken = _WORD.findall(plain(text))
    wanted = [word for word in spoken if word not in _WISHLESS] or spoken
    return list(dict.fromkeys(stem for word in wanted for stem in analyzer().analyze(word)))[:_MOST_WORDS]


class Bm25Searcher:
    """Searches an index that `Bm25Writer` wrote; one hit a product, under its first chunk."""

    def __init__(self, index: tantivy.Index) -> None:
        index.register_tokenizer(TOKENIZER, analyzer())
        # The index never changes: nothing has to watch its files.
        index.config_reader(reload_policy="manual")
        self._schema = index.schema
        self._searcher = index.searcher()

    @classmethod
    def open(cls, folder: Path, scratch: Path | None = None) -> Bm25Searcher:
        """Opens the index in a folder, writable or not; `CatalogueDamagedError` where there is none.

        tantivy makes a lock file even to read: where it may not, a copy in a temporary folder or in `scratch` is read.
        """
        try:
            return cls(tantivy.Index.open(str(folder)))
        except ValueError as error:
            for place in (None, scratch):
                with suppress(OSError):
                    return cls._copied(folder, place)
            raise CatalogueDamagedError(f"the index in {folder} cannot be read; import the products again") from error

    @classmethod
    def _copied(cls, folder: Path, place: Path | None) -> Bm25Searcher:
        if place is not None:
            place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=place) as copy:
            copytree(folder, copy, dirs_exist_ok=True, ignore=ignore_patterns(".tantivy-*.lock"))
            try:
                return cls(tantivy.Index.open(copy))
            except ValueError as error:
                raise OSError(str(error)) from error

    def search(self, query: Query) -> list[Hit]:
        """At most `query.k` products inside `query.filters`, best first, equal scores in order of chunk id."""
        parsed = self._parsed(query)
        if parsed is None or query.k < 1:
            return []
        fetch = query.k + _SPARE
        while True:
            found = self._searcher.search(parsed, limit=fetch, count=False).hits
            if len(found) < fetch or found[-1][0] < found[query.k - 1][0]:
                ids = [self._searcher.doc(address)["doc_id"][0] for _, address in found]
                hits = [Hit(one, f"{one}#0", score) for one, (score, _) in zip(ids, found, strict=True)]
                return sorted(hits, key=lambda hit: (-hit.score, hit.chunk_id))[: query.k]
            fetch *= 4  # the last place is shared by more than were fetched

    def _parsed(self, query: Query) -> tantivy.Query | None:
        """The query as an engine's query, `None` where it holds no word; nothing in it is read as syntax."""
        terms = [
            tantivy.Query.boost_query(tantivy.Query.term_query(self._schema, field, stem, index_option="freq"), weight)
            for stem in query_stems(query.text)
            for field, weight in WEIGHTS.items()
        ]
        if not terms:
            return None
        words = tantivy.Query.boolean_query([(tantivy.Occur.Should, term) for term in terms])
        return tantivy.Query.boolean_query([(tantivy.Occur.Must, words), *self._filters(query.filters)])

    def _filters(self, filters: Filters) -> Iterator[tuple[tantivy.Occur, tantivy.Query]]:
        """The price range and the excluded products; neither changes a score."""
        if filters.by_price:
            low, high = (None if end is None else float(end) for end in (filters.min_price, filters.max_price))
            prices = tantivy.Query.range_query(self._schema, "price", tantivy.FieldType.Float, low, high)
            yield tantivy.Occur.Must, tantivy.Query.const_score_query(prices, 0.0)
        if filters.exclude_ids:
            excluded = tantivy.Query.term_set_query(self._schema, "doc_id", sorted(filters.exclude_ids))
            yield tantivy.Occur.MustNot, excluded
