"""Any OpenAI-compatible model, through the `openai` SDK.

The ladder: the server's own structured output; the schema in the prompt and validation here, with one repair; then
`ModelError`, and the rules answer. Every step shares one total time limit; a busy server is asked once more, and one
that keeps failing is left alone for a while. What calls cost is written to the open `metered()` account.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from assistant.adapters.metering import Account, open_account
from assistant.adapters.resilience import Breaker, LateError, within
from assistant.errors import ModelError
from assistant.protocols import Model
from assistant.schema import Message

if TYPE_CHECKING:
    import httpx2
    from openai import OpenAI

Talk = list[dict[str, str]]
# Statuses that say that the server does not know structured output, not that the request failed.
_UNSUPPORTED = frozenset({400, 404, 415, 422, 501})
# What the SDK raises when a server answers "success" with something that is no completion.
_MALFORMED = (ValueError, TypeError, AttributeError)
# Statuses of a server that may be well again in a moment.
_BUSY = frozenset({408, 429, 500, 502, 503, 504})
_LATE = "The model did not answer in time."
# How long a busy server is given, unless it names a shorter wait itself.
RETRY_AFTER_S = 0.25
# So many failures in a row, and for so long it is not asked again.
MAX_FAILURES, REST_S = 3, 30.0
# An answer is a few hundred words; what is larger is not read to its end.
MAX_ANSWER_BYTES = 1_000_000
_UNREADABLE = "The model's answer could not be read."


class OpenAIChatModel:
    """A `ChatModel` at any OpenAI-compatible address."""

    def __init__(
        self, *, base_url: str, api_key: str, model: str, timeout_s: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        from openai import OpenAI  # noqa: PLC0415  (half a second that an assistant without a model need not wait)

        self._client: OpenAI = OpenAI(
            base_url=base_url or None, api_key=api_key or "none", max_retries=0, http_client=_http_client()
        )
        self._model = model
        self._timeout_s = timeout_s
        self._clock = clock
        self._breaker = Breaker(MAX_FAILURES, REST_S, clock)

    def complete(self, messages: Sequence[Message], schema: type[Model], *, system: str) -> Model:
        """A validated `schema` within the time limit; raises `ModelError` with one plain line otherwise."""
        account, begun = open_account(), time.perf_counter()
        limit_s = min(self._timeout_s, account.left_s())
        if limit_s <= 0:  # the one try after a rest is for whoever has the time for it
            raise ModelError(_LATE)
        if not self._breaker.may_ask():
            raise ModelError("The model failed several times and is left alone for a moment.")
        try:
            # A server that sends a byte now and then resets the SDK's own limit each time, so it may be left behind.
            model = within(limit_s, partial(self._complete, messages, schema, system, account, limit_s))
        except LateError:
            self._breaker.note(failed=True)
            raise ModelError(_LATE) from None
        except ModelError as error:
            self._breaker.note(failed=not isinstance(error, _DeclinedError))
            raise
        except Exception as error:
            self._breaker.note(failed=True)
            raise _failure(error) from error
        finally:
            account.add(took_ms=(time.perf_counter() - begun) * 1000)
        self._breaker.note(failed=False)
        return model

    def _complete(
        self, messages: Sequence[Message], schema: type[Model], system: str, account: Account, limit_s: float
    ) -> Model:
        ask = partial(self._asked, deadline=self._clock() + limit_s, account=account)
        talk = [{"role": "system", "content": system}]
        talk += [{"role": message.role, "content": message.content} for message in messages]
        structured = self._structured(ask, talk, schema)
        return structured if structured is not None else self._prompted(ask, talk, schema)

    def _structured(self, ask: Callable[..., Any], talk: Talk, schema: type[Model]) -> Model | None:
        """By the server's structured output; None when it gives none, so that the next rung is tried."""
        import openai  # noqa: PLC0415

        try:
            completion = ask(self._client.chat.completions.parse, talk, response_format=schema)
        except (*_MALFORMED, openai.LengthFinishReasonError, openai.ContentFilterFinishReasonError):
            return None
        except openai.APIStatusError as error:
            if error.status_code in _UNSUPPORTED:
                return None
            raise
        message = completion.choices[0].message if completion and completion.choices else None
        if message is not None and message.refusal:
            raise _DeclinedError("The model declined to answer.")
        return message.parsed if message is not None else None

    def _prompted(self, ask: Callable[..., Any], talk: Talk, schema: type[Model]) -> Model:
        """By the schema in the prompt, validated here, with one repair."""
        asked = (
            f"Answer with one JSON object of this schema and nothing else:\n{json.dumps(schema.model_json_schema())}"
        )
        talk = [*talk, {"role": "user", "content": asked}]
        for _ in range(2):
            completion = ask(self._client.chat.completions.create, talk)
            text = (completion.choices[0].message.content if completion.choices else None) or ""
            try:
                return schema.model_validate_json(object_in(text))
            except ValidationError as error:
                first = error.errors()[0]
                problem = f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
                talk = [
                    *talk,
                    {"role": "assistant", "content": text[:4000]},
                    {"role": "user", "content": f"Mend this: {problem}"},
                ]
        raise ModelError(_UNREADABLE)

    def _asked(self, ask: Callable[..., Any], talk: Talk, *, deadline: float, account: Account, **options: Any) -> Any:
        """One call, made once more where the server is busy and there is time; its tokens are counted."""
        import openai  # noqa: PLC0415

        def call() -> Any:
            left_s = self._left_s(deadline)
            account.add(calls=1)
            return ask(model=self._model, messages=talk, temperature=0, timeout=left_s, **options)

        try:
            completion = call()
        except openai.APIStatusError as error:
            wait_s = _wait_s(error)
            if error.status_code not in _BUSY or self._left_s(deadline) < 2 * wait_s:
                raise
            time.sleep(wait_s)
            completion = call()
        account.add(**_tokens(getattr(completion, "usage", None)))
        return completion

    def _left_s(self, deadline: float) -> float:
        left = deadline - self._clock()
        if left <= 0:
            raise ModelError(_LATE)
        return left

    def close(self) -> None:
        """Gives the connections back."""
        self._client.close()


class _DeclinedError(ModelError):
    """The model is well, and will not."""


def _failure(error: Exception) -> ModelError:
    """What the owner is told of a call that failed: whether to look at the server, the address or the time."""
    import openai  # noqa: PLC0415

    if isinstance(error, openai.APIStatusError):
        return ModelError(f"The model answered with status {error.status_code}.")
    if isinstance(error, openai.APITimeoutError):
        return ModelError(_LATE)
    return ModelError("The model could not be reached." if isinstance(error, openai.OpenAIError) else _UNREADABLE)


def _tokens(usage: Any) -> dict[str, int]:
    """What a server says that a call cost, where it says it in numbers."""
    tokens_in, tokens_out = getattr(usage, "prompt_tokens", 0), getattr(usage, "completion_tokens", 0)
    if not isinstance(tokens_in, int) or not isinstance(tokens_out, int):
        return {}
    return {"tokens_in": max(tokens_in, 0), "tokens_out": max(tokens_out, 0)}


def _wait_s(error: Any) -> float:
    """How long to leave a busy server alone: as it says, if it says a short time."""
    try:
        return min(max(float(error.response.headers.get("retry-after", RETRY_AFTER_S)), 0.0), 2.0)
    except ValueError:
        return RETRY_AFTER_S


def _http_client() -> httpx2.Client:
    """A client that reads at most `MAX_ANSWER_BYTES` of an answer, and no longer than the call's own limit."""
    import httpx2  # noqa: PLC0415  (comes with the SDK)

    class Bounded(httpx2.SyncByteStream):
        def __init__(self, stream: Any, limit_s: float) -> None:
            self._stream, self._until = stream, time.monotonic() + limit_s

        def __iter__(self) -> Iterator[bytes]:
            size = 0
            for piece in self._stream:
                size += len(piece)
                if size > MAX_ANSWER_BYTES or time.monotonic() > self._until:
                    raise httpx2.ReadTimeout("too large or too slow")
                yield piece

        def close(self) -> None:
            self._stream.close()

    class BoundedTransport(httpx2.HTTPTransport):
        def handle_request(self, request: httpx2.Request) -> httpx2.Response:
            response = super().handle_request(request)
            limit_s = (request.extensions.get("timeout") or {}).get("read") or 60.0
            response.stream = Bounded(response.stream, limit_s)
            return response

    return httpx2.Client(transport=BoundedTransport(), follow_redirects=False)


def object_in(text: str) -> str:
    """The JSON object in a text that may have words or fences around it."""
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text
