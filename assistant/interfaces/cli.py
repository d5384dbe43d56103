"""The command line: a thin face on `Assistant`. Errors are one clear line and a non-zero exit."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from uuid import uuid4

import typer
from rich.console import Console

from assistant.errors import AssistantError, SettingsError, SpeechError
from assistant.interfaces.progress import progress_bar
from assistant.language.currencies import money
from assistant.prices import policy

if TYPE_CHECKING:
    from assistant.assistant import Assistant
    from assistant.catalogue.importing import ImportReport
    from assistant.evaluation.bench import BenchReport
    from assistant.evaluation.evaluate import Evaluation
    from assistant.schema import Candidate, PriceCheck, Response
    from assistant.wiring import OnProgress

app = typer.Typer(add_completion=False, no_args_is_help=True, help=__doc__, pretty_exceptions_enable=False)
_out = Console(highlight=False, markup=False, soft_wrap=True)
_NOT_CONFIRMED = "Live price: not confirmed. No shop's page could be read that states it for this very toy."

Catalog = Annotated[
    str | None,
    typer.Option(
        "--catalog", envvar="ASSISTANT_CATALOG", metavar="DIR",
        help="Folder of an imported catalogue, or milvus://host:19530/collection.",
    ),
]  # fmt: skip
INTERRUPTED = 130  # what a shell calls a command that Ctrl-C stopped; Typer returns it and says nothing
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Plot = Annotated[Path | None, typer.Option("--plot", help="Also draw the figures into this SVG file.")]


@app.command()
def ask(
    text: Annotated[str, typer.Argument(help="What you are looking for.")],
    catalog: Catalog = None,
    session: Annotated[str | None, typer.Option("--session", help="Go on with this conversation.")] = None,
    as_json: AsJson = False,
    trace: Annotated[bool, typer.Option("--trace", help="Print how the answer came about, as JSON.")] = False,
) -> None:
    """Answer one question: the Top Pick, the reasons and the sources."""
    with _open(catalog) as shop:
        reply = shop.ask(text, session_id=session)
        if trace:
            from assistant.interfaces.trace import trace_json  # noqa: PLC0415

            print(trace_json(_live(shop, reply), shop.versions))
        elif as_json:
            print(_live(shop, reply).response_document.model_dump_json(indent=2))
        else:
            _print_reply(reply)
            _print_live(shop, reply)


@app.command()
def replay(
    trace: Annotated[Path, typer.Argument(help="What `assistant ask --trace` printed.")], catalog: Catalog = None
) -> None:
    """Ask again what a trace tells of, and say what differs; exits with 1 where anything does."""
    from assistant.interfaces.trace import differences, read_trace, trace_of  # noqa: PLC0415

    before, session_id = read_trace(trace), uuid4().hex
    with _open(catalog) as shop:
        try:
            for message in before["messages"]:
                reply = shop.ask(message, session_id=session_id)
        finally:
            shop.forget(session_id)
        differ = list(differences(before, trace_of(_live(shop, reply), shop.versions)))
    for line in differ:
        _out.print(line)
    if differ:
        raise typer.Exit(1)
    _out.print("The same.")


@app.command()
def chat(catalog: Catalog = None, session: Annotated[str, typer.Option("--session")] = "") -> None:
    """Talk until an empty line or Ctrl-D."""
    from assistant.adapters.sessions import check_session_id  # noqa: PLC0415

    session_id = check_session_id(session or uuid4().hex)
    with _open(catalog) as shop:
        _out.print(f"{len(shop.catalogue):,} toys. What are you looking for? (an empty line ends)")
        while line := _read_line():
            try:
                reply = shop.ask(line, session_id=session_id)
                _print_reply(reply)
                _print_live(shop, reply)
            except AssistantError as error:
                _out.print(str(error))


@app.command()
def search(
    text: Annotated[str, typer.Argument(help="Words to search for.")],
    catalog: Catalog = None,
    k: Annotated[int, typer.Option("-k", min=1, max=1000, help="How many candidates.")] = 10,
    max_price: Annotated[float | None, typer.Option("--max-price", min=0)] = None,
    min_price: Annotated[float | None, typer.Option("--min-price", min=0)] = None,
    as_json: AsJson = False,
) -> None:
    """List the catalogue's best candidates for a text."""
    with _open(catalog) as shop:
        found = shop.search(text, k, max_price=max_price, min_price=min_price)
    if as_json:
        print(json.dumps([_candidate(candidate) for candidate in found], indent=2, ensure_ascii=False))
        return
    for rank, candidate in enumerate(found, start=1):
        price = money(candidate.product.price) if candidate.product.price else "no price"
        _out.print(f"{rank:3}. {candidate.product.title}  {price}  ({candidate.score:.3f})")


@app.command()
def price(
    title: Annotated[str, typer.Argument(help="The toy's title in the catalogue.")],
    catalog: Catalog = None,
    as_json: AsJson = False,
) -> None:
    """Look for a toy's price in the shops of the web: shown only with its receipt."""
    with _open(catalog) as shop:
        check = shop.price(title)
    print(json.dumps(_checked(check), indent=2, ensure_ascii=False)) if as_json else _print_check(check)


@app.command(name="import")
def import_(
    file: Annotated[Path, typer.Argument(help="The shop's product list.")],
    to: Annotated[
        str, typer.Option("--to", metavar="DIR", help="Folder for the catalogue, or milvus://host:19530/collection.")
    ],
    column_map: Annotated[str, typer.Option("--map", help="Columns of any CSV: title=Name,price=USD_MSRP")] = "",
    currency: Annotated[str, typer.Option("--currency", help="Currency of prices that name none, such as GBP.")] = "",
    shard: Annotated[str, typer.Option("--shard", help="Only this part, for Milvus: 2/8, second of eight.")] = "",
) -> None:
    """Make a catalogue from a product list, or bring one up to date."""
    from assistant.assistant import Assistant  # noqa: PLC0415
    from assistant.evaluation.example_questions import examples_of  # noqa: PLC0415
    from assistant.wiring import make_catalogue  # noqa: PLC0415

    settings = _settings()
    with progress_bar() as progress:
        report = make_catalogue(
            file, to, column_map=column_map, currency=currency, shard=shard, settings=settings, on_progress=progress
        )
    with Assistant.open(to, settings) as shop:
        examples = examples_of(shop)
    _print_import(report, examples)


@app.command()
def speak(
    text: Annotated[str, typer.Argument(help="What to say.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The sound file to write.")],
) -> None:
    """Say a text into a sound file."""
    from assistant.wiring import make_synthesizer  # noqa: PLC0415

    synthesizer = make_synthesizer(_settings())
    if synthesizer is None:
        raise SpeechError("Speech is switched off. Set ASSISTANT_VOICE to auto, gtts or espeak to write sound files.")
    speech = synthesizer.synthesize(text)
    _write(output, speech.audio, "-o")
    _out.print(f"{output}: {len(speech.audio):,} bytes of {speech.media_type}")


@app.command()
def forget(
    session: Annotated[str, typer.Argument(help="The conversation to delete.")], catalog: Catalog = None
) -> None:
    """Delete a conversation."""
    with _open(catalog) as shop:
        turns = shop.forget(session)
    _out.print(f"{turns} turn{'s' if turns != 1 else ''} deleted.")


@app.command()
def insights(
    catalog: Catalog = None,
    table: Annotated[Path | None, typer.Option("--csv", help="Also write all of it into this CSV file.")] = None,
) -> None:
    """Show the owner what shoppers asked, what the shop had not got, and which answers were not liked."""
    from assistant.evaluation.insights import insights as found_out  # noqa: PLC0415

    with _open(catalog) as shop:
        found = found_out(shop)
    if table:
        _write(table, found.as_csv().encode(), "--csv")
    _out.print(found.as_text())


@app.command()
def evaluate(
    catalog: Catalog = None,
    against: Annotated[
        str, typer.Option("--against", metavar="DIR", help="Another catalogue of the same toys, to compare with.")
    ] = "",
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Measure how right the answers are: budgets kept, and reviews that find the product they are about."""
    from assistant.evaluation.evaluate import evaluate as measure  # noqa: PLC0415

    _report(lambda _: measure(catalog, _settings(), against), plot, as_json)


@app.command()
def bench(catalog: Catalog = None, plot: Plot = None, as_json: AsJson = False) -> None:
    """Measure how fast and how large the program is."""
    from assistant.evaluation.bench import bench as measure  # noqa: PLC0415

    _report(lambda progress: measure(catalog, _settings(), on_progress=progress), plot, as_json)


def _report(measure: Callable[[OnProgress], Evaluation | BenchReport], plot: Path | None, as_json: bool) -> None:
    """Measures, draws where that is wanted, and prints."""
    from assistant.evaluation import plots  # noqa: PLC0415

    if plot:
        plots.check(plot)
    with progress_bar() as progress:
        report = measure(progress)
    if plot:
        plots.write(plot, report.as_plot())
    print(json.dumps(asdict(report), indent=2, ensure_ascii=False)) if as_json else _out.print(report.as_text())


def main() -> None:
    """The entry point: runs a command and turns every expected error into one line."""
    for stream in (sys.stdin, sys.stdout):  # a toy's name may hold letters that the terminal does not have
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    sys.exit(_guarded(lambda: app(standalone_mode=False)))


def _guarded(command: Callable[[], Any]) -> int:
    try:
        code = command()
    except AssistantError as error:
        return _fail(str(error))
    except (KeyboardInterrupt, typer.Abort, EOFError):
        return _fail("Stopped.", code=INTERRUPTED)
    except BrokenPipeError:
        return 0
    except Exception as error:  # the last line of defence: a user never sees a traceback
        if hasattr(error, "format_message"):
            message = error.format_message().rstrip(".") or "Name a command"
            return _fail(f"{message}. Try --help.", code=2)
        # A library that was interrupted tells it as an error of its own.
        was_stopped, why = "KeyboardInterrupt" in str(error), " ".join(str(error).split())[:200]
        failure = f"Something went wrong inside the program ({type(error).__name__}: {why})."
        return _fail("Stopped.", code=INTERRUPTED) if was_stopped else _fail(failure)
    if code == INTERRUPTED:
        return _fail("Stopped.", code=INTERRUPTED)
    return code if isinstance(code, int) else 0


def _fail(message: str, code: int = 1) -> int:
    print(message, file=sys.stderr)
    return code


def _settings() -> Any:
    from assistant.settings import Settings  # noqa: PLC0415

    return Settings()


def _open(catalog: str | None) -> Assistant:
    from assistant.assistant import Assistant  # noqa: PLC0415

    with progress_bar() as progress:
        return Assistant.open(catalog, _settings(), on_progress=progress)


def _write(path: Path, content: bytes, option: str) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        why = f"{path} cannot be written: {error.strerror}. Choose another file with {option}."
        raise SettingsError(why) from error


def _read_line() -> str:
    try:
        return input("> ").strip()
    except EOFError:
        return ""


def _print_reply(reply: Response) -> None:
    """The answer, the list, the sources, and what is said."""
    _out.print(reply.final_answer)
    unsure = {a.picks[0].product.id: f"{a.standing.upper():8}" for a in reply.answers if a.standing != "pick"}
    for pick in reply.products:
        first = unsure.get(pick.product.id, "TOP PICK")
        label = first if pick.rank == 1 else f"{pick.rank:8}"
        price = money(pick.price) if pick.price else "no price"
        stars = f"{pick.product.rating:g} stars ({pick.product.rating_count or 0:,})" if pick.product.rating else ""
        _out.print("  ".join(part for part in (f"{label}  {pick.product.title}", price, stars) if part))
    if reply.citations:
        _out.print("Sources")
    for citation in reply.citations:
        _out.print(f"  [{citation.number}] {citation.quote[:160]}{'  ' + citation.url if citation.url else ''}")
    if reply.spoken_answer and reply.top_pick:
        _out.print(f"Spoken: {reply.spoken_answer}")
    for warning in reply.warnings:
        if warning not in reply.final_answer:
            _out.print(f"Note: {warning}")


def _live(shop: Assistant, reply: Response) -> Response:
    """The reply with live prices, where it wants any."""
    return shop.live_prices(reply) if reply.wants_live_price else reply


def _print_live(shop: Assistant, reply: Response) -> None:
    """The live price after the answer, or the answer once more where it changed what is chosen."""
    if not reply.wants_live_price or not shop.can_check_prices(reply):
        return
    live = shop.live_prices(reply)
    if [pick.product.id for pick in live.products] != [pick.product.id for pick in reply.products]:
        _print_reply(live)
    now = datetime.now(UTC)
    for pick in live.products:
        if pick.receipt:
            _out.print(f"{pick.product.title}: {policy.shown(pick.receipt, now)}  {pick.receipt.url}")
            if differs := policy.difference(pick.product, pick.receipt):
                _out.print(differs)
    if not any(pick.receipt for pick in live.products):
        _out.print(_NOT_CONFIRMED)


def _print_check(check: PriceCheck) -> None:
    """The catalogue's price, the live one with its receipt, and how they differ."""
    listed, receipt = check.product.price, check.receipt
    _out.print(check.product.title)
    _out.print(f"Catalogue price: {money(listed) if listed else 'none listed'}")
    if receipt is None:
        _out.print(_NOT_CONFIRMED)
        return
    _out.print(policy.shown(receipt, datetime.now(UTC)))
    _out.print(f"  {receipt.url}")
    _out.print(f"  {policy.proof(receipt)}")
    if differs := policy.difference(check.product, receipt):
        _out.print(differs)


def _checked(check: PriceCheck) -> dict[str, Any]:
    """A price check as JSON."""
    listed, receipt = check.product.price, check.receipt
    return {
        "docId": check.product.id,
        "title": check.product.title,
        "catalogue": {"amount": str(listed.amount), "currency": listed.currency} if listed else None,
        "live": policy.as_json(receipt) if receipt else None,
    }


def _print_import(report: ImportReport, examples: Sequence[str]) -> None:
    """What was read, taken, repaired and rejected, and why, and what can be asked now."""
    for count, what in (*report.counts(), (report.embedded, "texts embedded"), (report.reused, "texts reused")):
        _out.print(f"{count:>9,} {what}")
    for reason, count in report.reasons.items():
        _out.print(f"{count:>13,} {reason}")
    if not report.with_price:
        _out.print("No toy has a price, so nothing is within a budget. Name the column of prices: --map price=COLUMN.")
    if report.rejects_path:
        _out.print(f"Rejected and repaired rows: {report.rejects_path}")
    for question in examples:
        _out.print(f"Ask for example: {question}")
    _out.print(f"Done in {report.seconds:.1f} s.")


def _candidate(candidate: Candidate) -> dict[str, Any]:
    price = candidate.product.price
    return {
        "docId": candidate.doc_id,
        "chunkId": candidate.chunk_id,
        "score": round(candidate.score, 6),
        "scores": {name: round(score, 6) for name, score in candidate.scores.items()},
        "title": candidate.product.title,
        "brand": candidate.product.brand,
        "price": str(price.amount) if price else None,
        "currency": price.currency if price else None,
        "rating": candidate.product.rating,
        "ratingCount": candidate.product.rating_count,
        "url": candidate.product.product_url or None,
    }


if __name__ == "__main__":
    main()
