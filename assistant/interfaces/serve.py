"""The page's server: `python -m assistant.interfaces.serve`.

It loads the program before the first visitor comes, and sends the page's scripts packed, which makes a first visit
less than half as heavy: Streamlit sends them as they lie on disk and leaves that to a proxy, which most shops have not.
A browser keeps them for a year, so each visitor has them packed once.
"""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from streamlit.starlette import App
from streamlit.web.cli import main as streamlit

from assistant import Settings
from assistant.adapters.resilience import start
from assistant.interfaces.widgets.shared import open_shop

_PAGE = "ASSISTANT_PAGE"
# Streamlit finds it by its name. Level 5 packs nearly as small as 9, in a fraction of the time.
app = App(
    os.environ.get(_PAGE) or "app.py", middleware=[Middleware(GZipMiddleware, minimum_size=2_000, compresslevel=5)]
)


def main() -> None:
    """Takes what `streamlit run` takes. What cannot be opened is said on the page, to each visitor."""
    page, *options = sys.argv[1:] or [""]
    if not Path(page).is_file():
        sys.exit("Name the page first: python -m assistant.interfaces.serve app.py")
    # Streamlit warns of what runs outside a visit, as this does on purpose.
    logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context").setLevel(logging.ERROR)
    start(lambda: open_shop(Settings()))
    os.environ[_PAGE] = str(Path(page).resolve())
    streamlit(["run", __file__, *options])


if __name__ == "__main__":
    main()
