"""Any OpenAI-compatible model, through the `openai` SDK.

The ladder: the server's own structured output; then the schema in the prompt and validation here, with one repair;
then `ModelError`, and the rules answer. Every step shares one total time limit.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from assistant.errors import ModelError
from assistant.protocols import Model
from assistant.schema import Message

if TYPE_CHECKING:
    from openai import OpenAI

# Statuses that say that the server does not know structured output, not that the request failed.
_UNSUPPORTED = frozenset({400, 404, 415, 422, 501})
# What the SDK raises when a server answers "success" with something that is no completion.
_MALFORMED = (ValueError, TypeError, AttributeError)
_LATE = "The model did not answer in time."
_JSON = re.compile(r"\{.*\}", re.DOTALL)


class OpenAIChatModel:
    """A `ChatModel` at any OpenAI-compatible address."""

    def __init__(
        self, *, base_url: str, api_key: str, model: str, timeout_s: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        from openai import OpenAI  # noqa: PLC0415  (half a second that an assistant without a model need not wait)

        self._client: OpenAI = OpenAI(base_url=base_url or None, api_key=api_key or "none", max_retries=0)
        self._model = model
        self._timeout_s = timeout_s
        self._clock = clock

    def complete(self, messages: Sequence[Message], schema: type[Model], *, system: str) -> Model:
        """A validated `schema` within the time limit; raises `ModelError` with one plain line otherwise."""
        outcome: SimpleQueue[Model | Exception] = SimpleQueue()
        work = partial(self._complete, messages, schema, system)
        # A server that sends a byte now and then resets the SDK's own limit each time, so the work may be left behind.
        threading.Thread(target=_attempt, args=(work, outcome), daemon=True).start()
        try:
            result = outcome.get(timeout=self._timeout_s)
        except Empty:
            raise ModelError(_LATE) from None
        if isinstance(result, Exception):
            raise result
        return result

    def _complete(self, messages: Sequence[Message], schema: type[Model], system: str) -> Model:
        deadline = self._clock() + self._timeout_s
        told: list[dict[str, Any]] = [{"role": "system", "content": system}]
        told += [{"role": message.role, "content": message.content} for message in messages]
        structured = self._structured(told, schema, deadline)
        return structured if structured is not None else self._prompted(told, schema, deadline)

    def _structured(self, told: list[dict[str, Any]], schema: type[Model], deadline: float) -> Model | None:
        """By the server's structured output; None when it gives none, so that the next rung is tried."""
        import openai  # noqa: PLC0415

        try:
            completion = self._client.chat.completions.parse(
                model=self._model,
                messages=told,  # type: ignore[arg-type]
                response_format=schema,
                temperature=0,
                timeout=self._left_s(deadline),
            )
        except openai.APIStatusError as error:
            if error.status_code in _UNSUPPORTED:
                return None
            raise ModelError(f"The model answered with status {error.status_code}.") from error
        except (*_MALFORMED, openai.LengthFinishReasonError, openai.ContentFilterFinishReasonError):
            return None
        except openai.OpenAIError as error:
            raise ModelError(_LATE) from error
        message = completion.choices[0].message if completion and completion.choices else None
        if message is not None and message.refusal:
            raise ModelError("The model declined to answer.")
        return message.parsed if message is not None else None

    def _prompted(self, told: list[dict[str, Any]], schema: type[Model], deadline: float) -> Model:
        """By the schema in the prompt, validated here, with one repair."""
        asked = (
            f"Answer with one JSON object of this schema and nothing else:\n{json.dumps(schema.model_json_schema())}"
        )
        talk = [*told, {"role": "user", "content": asked}]
        problem = "nothing came"
        for _ in range(2):
            text = self._text(talk, deadline)
            try:
                return schema.model_validate_json(_object_in(text))
            except ValidationError as error:
                first = error.errors()[0]
                problem = f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
                talk = [
                    *talk,
                    {"role": "assistant", "content": text[:4000]},
                    {"role": "user", "content": f"Mend this: {problem}"},
                ]
        raise ModelError("The model's answer could not be read.")

    def _text(self, talk: list[dict[str, Any]], deadline: float) -> str:
        import openai  # noqa: PLC0415

        try:
            completion = self._client.chat.completions.create(
                model=self._model,
                messages=talk,  # type: ignore[arg-type]
                temperature=0,
                timeout=self._left_s(deadline),
            )
            return (completion.choices[0].message.content if completion.choices else None) or ""
        except openai.OpenAIError as error:
            raise ModelError(_LATE) from error
        except _MALFORMED as error:
            raise ModelError("The model's answer could not be read.") from error

    def _left_s(self, deadline: float) -> float:
        left = deadline - self._clock()
        if left <= 0:
            raise ModelError(_LATE)
        return left

    def close(self) -> None:
        """Gives the connections back."""
        self._client.close()


def _attempt(work: Callable[[], Model], outcome: SimpleQueue[Model | Exception]) -> None:
    try:
        outcome.put(work())
    except Exception as error:  # raised again where somebody waits for it
        outcome.put(error)


def _object_in(text: str) -> str:
    """The JSON object in a text that may have words or fences around it."""
    match = _JSON.search(text)
    return match.group() if match else text
