"""The page on which a visitor brings a catalogue: choose a list, say what its columns are, watch it being read."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from assistant.assistant import Assistant
from assistant.catalogue.column_guess import GUESSED
from assistant.errors import AssistantError, CatalogueError
from assistant.evaluation.example_questions import examples_of
from assistant.interfaces.page.plain import plain, plain_line, table
from assistant.interfaces.page.uploads import (
    MAX_MEGABYTES,
    MAX_ROWS,
    MOST_COUNTED,
    PREVIEW_HEAD,
    TYPES,
    WITHOUT_PRICES,
    ColumnsView,
    Outcome,
    OwnShop,
    OwnShops,
    commands,
    likely_currency,
    looked_at,
    previewed,
)
from assistant.interfaces.page.view import Question, sentence
from assistant.interfaces.widgets.shelf import offer
from assistant.language.currencies import CODES, SYMBOLS

if TYPE_CHECKING:
    # What Streamlit hands over of a chosen file.
    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from assistant.catalogue.importing import ImportReport

AS_THE_LIST_SAYS = "as the list says"
CURRENCIES = (AS_THE_LIST_SAYS, *SYMBOLS, *sorted(CODES - SYMBOLS.keys()))
LIST_ITSELF, NOT_GIVEN = "", "not in the list"
_WAITING = "Waiting for another list to be read"
_STEPS = {"reading": "Reading the list", "indexing": "Learning the toys"}
_LABELS = {
    "title": "Title", "price": "Price", "sale_price": "Sale price", "currency": "Currency", "brand": "Maker",
    "category": "Category", "description": "Description", "rating": "Stars", "rating_count": "Number of ratings",
    "age": "Age", "features": "Features", "image_url": "Picture address", "product_url": "Shop address",
    "id": "Your own code", "gtin": "Barcode", "model_number": "Maker's number", "stock_count": "Pieces in stock",
    "pieces": "Number of pieces", "players": "Players", "material": "Material",
}  # fmt: skip
# From this share of toys without a price on it is more likely the column than the shop.
MANY_UNPRICED = 0.1


def show_upload(
    shop: Assistant, owns: OwnShops, own: OwnShop | None, back: Callable[[], None], give_back: Callable[[], None]
) -> None:
    """The whole panel; `back` leads to the conversation, `give_back` to the one about the shop's own toys."""
    st.title("Your toys", anchor=False)
    st.text(
        "Try the assistant on your toys: the spreadsheet or list that you have, as Excel (.xlsx), CSV, TSV, JSON, a "
        f"Google Merchant feed or an export of Shopify or WooCommerce, of at most {MAX_MEGABYTES} MB (the "
        "command that imports takes larger ones). The first "
        f"{MAX_ROWS:,} rows are read for this visit and shown to nobody else."
    )
    if own:
        _in_use(own, give_back)
    chosen = st.file_uploader(
        "Product list", type=list(TYPES), max_upload_size=MAX_MEGABYTES, key="list", on_change=_changed
    )
    # The list stays after the panel was left, though nothing is chosen in it any more.
    kept: _List | None = _kept(chosen, owns) if chosen is not None else st.session_state.get("kept")
    file = kept if kept and kept.path.exists() else None
    with st.container(key="of-the-list"):
        if own and not (file and st.session_state.get("reading")):
            show_outcome(own.outcome, back, columns_again=bool(file))
        elif file:
            if failure := st.session_state.get("failure"):
                show_outcome(failure)
            _asked_about(file, shop, owns)
    st.button("Back to the toys", on_click=back, key="done")


def _in_use(own: OwnShop, give_back: Callable[[], None]) -> None:
    about = f"Questions are now about {len(own.shop.catalogue):,} toys of {own.outcome.name}."
    st.info(plain(about), icon=":material/inventory_2:")

    def leave() -> None:
        _forget_list()
        give_back()

    st.button("Go back to the shop's toys", on_click=leave, key="give-back")


def _read_again() -> None:
    """The list that is chosen is to be asked about, whatever was made of one before."""
    st.session_state.pop("failure", None)
    st.session_state.reading = True


def _changed() -> None:
    """Another list was chosen, or the one that was is taken back."""
    _read_again()
    if st.session_state.get("list") is None:
        _forget_list()


def _forget_list() -> None:
    if kept := st.session_state.pop("kept", None):
        shutil.rmtree(kept.path.parent, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class _List:
    """A chosen list: its own name, and where it is kept."""

    file_id: str
    name: str
    path: Path


def _asked_about(file: _List, shop: Assistant, owns: OwnShops) -> None:
    """What is known of the file, what is asked about it, and the button that reads it.

    While it is being read, how far that is stands in the place of the questions.
    """
    path = file.path
    try:
        seen = _looked_at(path, file.file_id)
    except AssistantError as error:
        show_outcome(Outcome(file.name, error=_named(error, path, file.name)))
        return
    st.text(
        f"{file.name}: {seen.rows:,}{'+' if seen.rows == MOST_COUNTED else ''} rows, {len(seen.columns)} columns"
        + (f", {'an' if seen.known.startswith('A') else 'a'} {seen.known}" if seen.known else "")
    )
    for note in seen.notes:
        st.caption(plain(sentence(note)))
    place = st.empty()
    with place.container():
        likely = likely_currency(seen, st.context.locale or "")
        columns_before, money_before = st.session_state.get(f"chosen-{file.file_id}", (seen.guess, likely))
        at = CURRENCIES.index(money_before or AS_THE_LIST_SAYS)
        currency = st.selectbox(
            "Currency of the prices",
            CURRENCIES,
            index=at,
            key=f"money-{file.file_id}",
            format_func=lambda code: f"{code} ({SYMBOLS[code]})" if code in SYMBOLS else code,
        )
        if likely:
            st.caption(f"Your list names no currency. {likely} is a guess from the country of your browser.")
        code, top = "" if currency == AS_THE_LIST_SAYS else currency, st.container()
        columns = None if seen.known else _asked(seen, file.file_id, columns_before)
        with top:
            pressed = _ready(seen, columns, code)
    if pressed:
        # What a widget was set to is gone as soon as it is not on the page.
        st.session_state[f"chosen-{file.file_id}"] = (columns or {}, code)
        read = _read(file, columns, code, shop, owns, place.progress(0.0, text=_WAITING))
        if isinstance(read, OwnShop):
            told = replace(read.outcome, is_cut=seen.rows > MAX_ROWS, lasting=commands(file.name, columns, code))
            st.session_state.brought = replace(read, outcome=told)
            st.session_state.pop("reading", None)
        st.session_state.failure = read if isinstance(read, Outcome) else None
        st.rerun()


def _ready(seen: ColumnsView, columns: Mapping[str, str] | None, currency: str) -> bool:
    """What becomes of the first rows, so that a wrong column is seen at once; whether the list is to be read so."""
    if columns is not None and not columns.get("title"):
        st.caption("Which column holds the names of the toys? Say so below; all else may be missing.")
        return _read_button(readable=False)
    preview = previewed(seen, columns, currency)
    with st.container(key="preview"):
        st.header("How the first toys are read", anchor=False)
        if preview.toys:
            st.markdown(table(PREVIEW_HEAD, preview.toys))
        if preview.warning:
            st.warning(plain(preview.warning), icon=":material/warning:")
        if columns is not None and preview.unused:
            st.caption(plain(f"Not used: {', '.join(preview.unused)}. What is missing can be chosen below."))
    return _read_button(readable=preview.readable)


def _read_button(*, readable: bool) -> bool:
    # A primary button that is disabled has its label in the colour of the page.
    return st.button(
        "Read this list", type="primary" if readable else "secondary", disabled=not readable, key="read-list"
    )


def _asked(seen: ColumnsView, file_id: str, likely: Mapping[str, str]) -> dict[str, str]:
    """The column of each field: the `likely` one, corrected by the visitor."""
    with st.container(key="columns"):
        st.header("Which column is what", anchor=False)
        options = [LIST_ITSELF, *seen.columns]
        chosen = {}
        for field in GUESSED:
            at = options.index(likely[field]) if field in likely else 0
            chosen[field] = st.selectbox(
                _LABELS[field],
                options,
                index=at,
                key=f"column-{file_id}-{field}",
                format_func=lambda name: name or NOT_GIVEN,
            )
    # What was guessed and is taken back is named, so that no column by its name counts either.
    return {field: column for field, column in chosen.items() if column or field in seen.guess}


def _kept(file: UploadedFile, owns: OwnShops) -> _List:
    """The upload on disk, under a name of ours; the last one of this visit makes room."""
    known: _List | None = st.session_state.get("kept")
    if known and known.file_id == file.file_id and known.path.exists():
        return known
    _forget_list()
    kept = _List(file.file_id, file.name, owns.folder() / "list")
    kept.path.write_bytes(file.getbuffer())
    st.session_state.kept = kept
    return kept


def _looked_at(path: Path, file_id: str) -> ColumnsView:
    known = st.session_state.get("seen")
    if not known or known[0] != file_id:
        known = st.session_state.seen = (file_id, looked_at(path))
    seen: ColumnsView = known[1]
    return seen


def _read(
    file: _List, columns: Mapping[str, str] | None, currency: str, shop: Assistant, owns: OwnShops, bar: DeltaGenerator
) -> OwnShop | Outcome:
    """The import, with its progress on the page: a catalogue, as soon as it is whole, or why there is none."""
    folder = owns.folder()

    def draw(step: str, done: int, total: int) -> None:
        bar.progress(min(1.0, done / total) if total else 0.0, text=_STEPS.get(step, step.capitalize()))

    try:
        while not owns.importing.acquire(timeout=0.2):
            bar.progress(0.0, text=_WAITING)
        try:
            report = shop.import_products(
                file.path, folder, columns=columns, currency=currency, most=MAX_ROWS, brief=True,
                on_progress=draw,
            )  # fmt: skip
            own = shop.with_catalogue(folder)
            examples = examples_of(own)
        finally:
            owns.importing.release()
    except CatalogueError as error:
        rejects = _text(folder / "rejects.csv")
        shutil.rmtree(folder, ignore_errors=True)
        return Outcome(file.name, rejects=rejects, error=_named(error, file.path, file.name, folder))
    return OwnShop(own, folder, Outcome(file.name, report, _text(report.rejects_path), examples=examples))


def _text(path: Path | None) -> str:
    return path.read_text(encoding="utf-8") if path and path.is_file() else ""


def _named(error: AssistantError, path: Path, name: str, folder: Path | None = None) -> str:
    """The error's line in the page's words: the visitor's file by its own name, and no switch of the command line."""
    line = str(error).replace(str(path), name).replace("say which: --currency GBP (or USD, EUR)", "choose one above")
    if folder:
        line = line.replace(f"; see {folder / 'rejects.csv'}", "").replace(str(folder), "the catalogue")
    return line + "." if line.startswith(name) and not line.endswith(".") else sentence(line)


def show_outcome(outcome: Outcome, back: Callable[[], None] | None = None, *, columns_again: bool = False) -> None:
    """What was read, taken and rejected, what to ask now and how to keep it, or why nothing was read."""
    report = outcome.report
    with st.container(key="outcome"):
        if report is None:
            st.error(plain(f"{outcome.error} Questions are about the same toys as before."), icon=":material/error:")
        else:
            st.success(plain(f"{report.taken:,} toys of {outcome.name} are ready."), icon=":material/check_circle:")
            if told := unpriced(report):
                st.warning(told, icon=":material/warning:")
            if back:
                _offered(outcome, back, columns_again=columns_again)
            if outcome.is_cut:
                st.text(f"Of this list the first {MAX_ROWS:,} rows are read; the commands below read all of them.")
            lines = (f"| {count:,} | {what} |" for count, what in report.counts())
            st.markdown("\n".join(("| Rows | |", "|---:|---|", *lines)))
            if report.reasons:
                with st.expander("What was repaired or rejected, and why", key="reasons"):
                    st.markdown("\n".join(f"- {count:,} × {plain_line(why)}" for why, count in report.reasons.items()))
        if outcome.rejects:
            _rejected(outcome.rejects)
        if report is not None:
            st.header("Keep it for every visitor", anchor=False)
            st.text(
                "Two commands, in the folder of this program, with your list beside them. If somebody else runs this "
                "page for you, send them the list and these lines:"
            )
            st.code("\n".join(outcome.lasting), language="bash", wrap_lines=True)


def unpriced(report: ImportReport) -> str:
    """A line on the toys that have no price; empty where they are few."""
    without = report.taken - min(report.taken, report.with_price)
    if not report.with_price:
        return f"None of them has a price. {WITHOUT_PRICES}"
    if without < MANY_UNPRICED * report.taken:
        return ""
    kept = "so no budget can be kept for them."
    if 2 * report.unread_prices < without:
        return f"{without:,} of them have no price in the list, {kept}"
    return f"{without:,} of them have no price that can be read, {kept} Is it the right column?"


def _offered(outcome: Outcome, back: Callable[[], None], *, columns_again: bool) -> None:
    """Ways on: questions that these toys answer, the conversation, and the columns again."""

    def ask(question: Question) -> None:
        st.session_state.pending = question
        back()

    if outcome.examples:
        with st.container(key="own-examples"):
            st.caption("Ask one of these, or what a shopper would ask you:")
            offer(outcome.examples, "own-example", ask)
    with st.container(horizontal=True, key="ways-on"):
        st.button("Ask about these toys", on_click=back, type="primary", key="ask-own")
        if columns_again:
            st.button("Change the columns", on_click=_read_again, key="columns-again")


def _rejected(rejects: str) -> None:
    head, *rows = csv.reader(io.StringIO(rejects))
    with st.expander(f"The rows that were rejected or repaired ({len(rows):,})", key="rejected"):
        st.markdown(table(head, rows[:5]))
        st.download_button("Save all of them as CSV", rejects, "rows.csv", "text/csv", key="save-rejects")
