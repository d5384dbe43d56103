"""Conversations kept in a database: SQLite by default, PostgreSQL by address, through the same code.

Only redacted text gets here. Each turn is one row; its content is one JSON document, because nothing ever asks for
a part of it.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import sqlalchemy as sa
from pydantic import TypeAdapter, ValidationError
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool
from sqlalchemy.schema import CreateIndex, CreateTable

from assistant.errors import SessionError
from assistant.schema import Feedback, Kept, Session, SessionTurn


def _table(name: str) -> sa.Table:
    return sa.Table(
        name,
        sa.MetaData(),
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("session_id", sa.String(64), nullable=False, index=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    )


_TURNS, _FEEDBACK, _OWED = _TABLES = _table("turns"), _table("feedback"), _table("owed")
_CONTENT: TypeAdapter[SessionTurn] = TypeAdapter(SessionTurn)
_OPINION: TypeAdapter[Feedback] = TypeAdapter(Feedback)
# Any number does, as long as no other program on the same database locks by it.
_MAKING_TABLES = 0x544F5953
_SESSION_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")


def check_session_id(session_id: str) -> str:
    """The id itself; raises `SessionError` when it could be anything but a name."""
    if not _SESSION_ID.fullmatch(session_id):
        raise SessionError(
            "A session id has 1 to 64 letters, digits, dots, dashes or underscores, a letter or digit first."
        )
    return session_id


class SqlSessionStore:
    """A `SessionStore` over SQLAlchemy; safe to use from many threads."""

    def __init__(
        self, url: str | sa.URL, *, keep_days: int = 0, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        """Opens the database and makes its table where it is missing; raises `SessionError` when it cannot.

        Turns older than `keep_days` are deleted now and once a day from now on; 0 keeps them for good.
        """
        self._keep, self._clock = timedelta(days=keep_days), clock
        try:
            self._engine = _engine(url)
            self._alone = threading.Lock() if isinstance(self._engine.pool, StaticPool) else nullcontext()
            with self._engine.begin() as connection:  # "if not exists", because two programs may start at once
                # PostgreSQL fails one of two that make the same all the same; SQLite has one writer at a time anyway.
                if connection.dialect.name == "postgresql":
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_MAKING_TABLES)))
                for table in _TABLES:
                    connection.execute(CreateTable(table, if_not_exists=True))
                    for index in table.indexes:
                        connection.execute(CreateIndex(index, if_not_exists=True))
                self._clear_old(connection)
        except (SQLAlchemyError, OSError) as error:
            raise SessionError(f"The session store cannot be opened: {_first_line(error)}") from error
        except ValueError:  # from a port that is no number; its line may hold a piece of the password
            raise SessionError("The session store cannot be opened: this is no address of a database") from None
        except ModuleNotFoundError as error:
            hint = 'install the extra "postgres"' if error.name == "psycopg" else _first_line(error)
            raise SessionError(f"The session store cannot be opened: {hint}") from error

    def load(self, session_id: str) -> Session:
        """The conversation so far, oldest turn first; raises `SessionError` when it cannot be read."""
        query = sa.select(_TURNS.c.content).where(_TURNS.c.session_id == session_id).order_by(_TURNS.c.id)
        with self._connected("The conversation cannot be read") as connection:
            contents = connection.execute(query).scalars().all()
            return Session(session_id, tuple(_CONTENT.validate_json(content) for content in contents))

    def append(self, session_id: str, turn: SessionTurn) -> None:
        """Adds a finished turn; raises `SessionError` when it cannot be stored."""
        row = _row(session_id, _CONTENT.dump_json(turn).decode(), self._clock())
        with self._connected("The conversation cannot be stored") as connection:
            connection.execute(_TURNS.insert(), row)
            if self._clock() >= self._clear_next:
                self._clear_old(connection)

    def amend(self, session_id: str, turn: SessionTurn) -> None:
        """Puts a turn in the place of the newest one with the same message; raises `SessionError` when it cannot."""
        self._change_newest(session_id, turn.user, sa.update(_TURNS), {"content": _CONTENT.dump_json(turn).decode()})

    def take_back(self, session_id: str, message: str) -> None:
        """Deletes the newest turn, where it has this message; raises `SessionError` when it cannot."""
        self._change_newest(session_id, message, sa.delete(_TURNS))

    def _change_newest(
        self, session_id: str, message: str, change: sa.Update | sa.Delete, values: Mapping[str, str] | None = None
    ) -> None:
        newest = sa.select(_TURNS.c.id, _TURNS.c.content).where(_TURNS.c.session_id == session_id)
        with self._connected("The conversation cannot be stored") as connection:
            found = connection.execute(newest.order_by(_TURNS.c.id.desc()).limit(1)).first()
            if found and _CONTENT.validate_json(found.content).user == message:
                connection.execute(change.where(_TURNS.c.id == found.id), values)

    def owe(self, session_id: str, message: str) -> bool:
        """Keeps a message that is about to be answered, or none any more; whether one was owed until now.

        Raises `SessionError` when it cannot.
        """
        with self._connected("The message cannot be stored") as connection:
            gone = connection.execute(sa.delete(_OWED).where(_OWED.c.session_id == session_id)).rowcount
            if message:
                connection.execute(_OWED.insert(), _row(session_id, message, self._clock()))
            return gone > 0

    def owed(self, session_id: str, for_s: float = 0) -> str:
        """The message that has no answer, for so many seconds at least; raises `SessionError` as `load` does."""
        query = sa.select(_OWED.c.content).where(_OWED.c.session_id == session_id).order_by(_OWED.c.id.desc())
        if for_s:
            query = query.where(_OWED.c.created_at <= self._clock() - timedelta(seconds=for_s))
        with self._connected("The conversation cannot be read") as connection:
            return connection.execute(query).scalars().first() or ""

    def rate(self, session_id: str, feedback: Feedback) -> None:
        """Keeps an opinion of an answer; raises `SessionError` when it cannot be stored."""
        with self._connected("The feedback cannot be stored") as connection:
            content = _OPINION.dump_json(feedback).decode()
            connection.execute(_FEEDBACK.insert(), _row(session_id, content, self._clock()))

    def opinions(self, session_id: str) -> list[Feedback]:
        """What was said of the answers of a conversation, oldest first; raises `SessionError` as `load` does."""
        query = sa.select(_FEEDBACK.c.content).where(_FEEDBACK.c.session_id == session_id).order_by(_FEEDBACK.c.id)
        with self._connected("The feedback cannot be read") as connection:
            return [_OPINION.validate_json(content) for content in connection.execute(query).scalars()]

    def history(self) -> list[Kept]:
        """Everything that is kept, oldest first; raises `SessionError` as `load` does."""
        with self._connected("The conversations cannot be read") as connection:
            found = [
                Kept(row.session_id, _utc(row.created_at), content.validate_json(row.content))
                for table, content in ((_TURNS, _CONTENT), (_FEEDBACK, _OPINION))
                for row in connection.execute(sa.select(table).order_by(table.c.id))
            ]
        return sorted(found, key=lambda kept: kept.at)

    def forget(self, session_id: str) -> int:
        """Deletes the conversation and what was said of it; returns how many turns it had."""
        with self._connected("The conversation cannot be deleted") as connection:
            for table in (_FEEDBACK, _OWED):
                connection.execute(sa.delete(table).where(table.c.session_id == session_id))
            return connection.execute(sa.delete(_TURNS).where(_TURNS.c.session_id == session_id)).rowcount

    @contextmanager
    def _connected(self, failure: str) -> Iterator[sa.Connection]:
        """A transaction that ends with the block; what goes wrong in it is a `SessionError` that begins so."""
        try:
            with self._alone, self._engine.begin() as connection:
                yield connection
        except (SQLAlchemyError, ValidationError) as error:
            raise SessionError(f"{failure}: {_first_line(error)}") from error

    def _clear_old(self, connection: sa.Connection) -> None:
        """Deletes what is older than may be kept; not again before tomorrow."""
        now = self._clock()
        self._clear_next = now + timedelta(days=1)
        if self._keep:
            for table in _TABLES:
                connection.execute(sa.delete(table).where(table.c.created_at < now - self._keep))

    def close(self) -> None:
        """Gives the connections back."""
        self._engine.dispose()


def _utc(moment: datetime) -> datetime:
    """A time as it was stored; SQLite forgets that it was in UTC."""
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _row(session_id: str, content: str, created_at: datetime) -> dict[str, object]:
    return {"session_id": session_id, "created_at": created_at, "content": content}


def sqlite_url(path: Path) -> sa.URL:
    """The address of a SQLite file; its folder is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return sa.URL.create("sqlite", database=str(path))


IN_MEMORY = "sqlite://"


def _engine(url: str | sa.URL) -> sa.Engine:
    address = sa.make_url(url)
    is_sqlite = address.get_backend_name() == "sqlite"
    is_in_memory = address.database in {None, "", ":memory:"} or address.query.get("mode") == "memory"
    if is_sqlite and is_in_memory:  # one connection for all threads, which take turns
        return sa.create_engine(address, poolclass=StaticPool, connect_args={"check_same_thread": False})
    if address.drivername in ("postgres", "postgresql"):  # as owners copy it; the driver of the extra is psycopg 3
        address = address.set(drivername="postgresql+psycopg")
    if is_sqlite and address.database:
        _keep_private(Path(address.database))
    engine = sa.create_engine(address, pool_pre_ping=not is_sqlite)
    if is_sqlite:
        sa.event.listen(engine, "connect", _write_ahead)
    return engine


def _keep_private(path: Path) -> None:
    """Lets nobody else on the machine read what was said, nor the files that SQLite puts beside its own."""
    path.touch(mode=0o600)
    for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        with suppress(FileNotFoundError, PermissionError):  # whose file it is may share it
            file.chmod(0o600)


def _write_ahead(connection: object, _record: object) -> None:
    """Readers never wait for a writer, and a writer waits its turn instead of failing."""
    cursor = connection.cursor()  # type: ignore[attr-defined]
    cursor.execute("PRAGMA busy_timeout=10000")
    with suppress(sqlite3.OperationalError):  # another program is doing the same just now, and once is for good
        cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.close()


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]
