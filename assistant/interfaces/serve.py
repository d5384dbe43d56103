"""The page's server, which loads the program before the first visitor comes: `python -m assistant.interfaces.serve`."""

from __future__ import annotations

import logging
import sys

from streamlit.web.cli import main as streamlit

from assistant import Settings
from assistant.adapters.resilience import start
from assistant.interfaces.widgets.shared import open_shop


def main() -> None:
    """Takes what `streamlit run` takes. What cannot be opened is said on the page, to each visitor."""
    # Streamlit warns of what runs outside a visit, as this does on purpose.
    logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context").setLevel(logging.ERROR)
    start(lambda: open_shop(Settings()))
    streamlit(["run", *sys.argv[1:]])


if __name__ == "__main__":
    main()
