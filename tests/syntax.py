"""What a module says, as the tests that read code want it."""

import ast
import time
from functools import cache
from pathlib import Path


@cache
def parsed(path: Path) -> ast.Module:
    """Its tree; asked again where another thread parsed meanwhile (python/cpython#106905), as a traceback does."""
    for _ in range(9):
        try:
            return ast.parse(path.read_text(encoding="utf-8"))
        except SystemError:
            time.sleep(0.2)
    return ast.parse(path.read_text(encoding="utf-8"))
