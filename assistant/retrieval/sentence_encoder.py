"""Texts as vectors by any sentence-transformers model, for owners who have a better one; needs the extra `models`.

torch is imported when a model is loaded and never before: that takes seconds and half a gigabyte.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from pathlib import Path
from textwrap import shorten
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from assistant.errors import SettingsError
from assistant.retrieval.embedding import readable

# On two cores a batch halves the time a text takes; larger ones gain nothing.
BATCH = 32
_UNIT_TOLERANCE = 1e-3
_REASON_CHARACTERS = 200


class SentenceEncoder:
    """The encoder in a model folder, or the one that a model hub knows by this name; safe to use from several threads.

    `threads` is how many torch may use in this process. Raises `SettingsError` where the extra `models` is missing or
    the model cannot be used. Query and product are encoded alike, so models that want a prefix for each are not served.
    """

    def __init__(self, model: str, threads: int) -> None:
        self._model = load_model("SentenceTransformer", model, threads)
        self._lock = Lock()
        try:  # that the model gives vectors at all
            row = self.embed(["toy"])[0]
        except Exception as error:  # torch, transformers and the model's own parts raise what they like
            raise unusable(model, error) from error
        if not abs(float(np.linalg.norm(row)) - 1) <= _UNIT_TOLERANCE:
            raise SettingsError(f"The model {model!r} gives vectors without a direction; name another one.")
        self.dimension = len(row)
        folder = _folder(model)
        self.name = f"{folder.resolve().name if folder else model}@{_digest(self._model)}"

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of unit length per text, in their order: (len(texts), dimension).

        A text is read as far as the model reads. Its neighbours in a batch change its row by some 1e-7, which is less
        than the search tells apart.
        """
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        with self._lock:
            rows = self._model.encode(
                [readable(text) for text in texts],
                batch_size=BATCH,
                normalize_embeddings=True,
                show_progress_bar=False,
            )
        return np.asarray(rows, dtype=np.float32)


def load_model(kind: str, model: str, threads: int) -> Any:
    """The model of a folder or of a hub's name, as sentence-transformers' class `kind`.

    Raises `SettingsError` where there is no such folder, the extra `models` is not installed or the model is broken.
    Nothing is asked of the network for a folder, and no code that comes with a model is run.
    """
    folder = _folder(model)
    library = _library(model, threads)
    try:
        return getattr(library, kind)(str(folder or model), local_files_only=folder is not None)
    except Exception as error:  # torch, transformers and the hub's client raise what they like
        raise unusable(model, error) from error


def unusable(model: str, error: Exception) -> SettingsError:
    """What to say of a model that cannot be loaded or does not work."""
    reason = shorten(str(error) or type(error).__name__, _REASON_CHARACTERS, placeholder=" …")
    return SettingsError(
        f"The model {model!r} cannot be used ({reason}); name a folder with a whole model, or another."
    )


def _folder(model: str) -> Path | None:
    """The folder of that path; None where it is a hub's name, which has one slash at most."""
    path = Path(model).expanduser() if model.startswith("~/") else Path(model)
    if path.is_dir():
        return path
    if path.is_absolute() or model.startswith((".", "~")) or len(path.parts) > 2 or path.exists():
        raise SettingsError(f"There is no model folder {model!r}; name one, or a model as its hub calls it.")
    return None


def _library(model: str, threads: int) -> Any:
    try:
        import sentence_transformers  # noqa: PLC0415
        import torch  # noqa: PLC0415
        import transformers  # noqa: PLC0415
    except (ImportError, OSError) as error:
        raise SettingsError(
            f"The model {model!r} needs the extra `models` ({shorten(str(error), _REASON_CHARACTERS)}). "
            "Run: pip install 'toy-shopping-assistant[models]'"
        ) from error
    torch.set_num_threads(threads)
    # Otherwise loading draws bars and tables on standard error, before the one line that is for the reader.
    transformers.utils.logging.disable_progress_bar()
    for name in ("transformers", "sentence_transformers"):
        logging.getLogger(name).setLevel(logging.ERROR)
    return sentence_transformers


def _digest(model: Any) -> str:
    """Eight digits of a hash of the weights.

    Vectors are kept under the encoder's name, and other weights may well come under the same one.
    """
    import torch  # noqa: PLC0415

    digest = hashlib.blake2b(digest_size=4)
    for name, tensor in sorted(model.state_dict().items()):
        digest.update(name.encode())
        digest.update(tensor.cpu().contiguous().reshape(-1).view(torch.uint8).numpy())
    return digest.hexdigest()
