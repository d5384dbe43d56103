"""axe-core in the page: what it finds that would shut somebody out."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

GRAVE = ("serious", "critical")


def grave(page: Page) -> list[str]:
    """Every serious or critical finding, with where it is.

    A page whose colours change does so in pieces: what is found is looked at once more when it has come to rest.
    """
    if found := _found(page):
        page.wait_for_function("performance.now() - window.changed > 1000")
        found = _found(page)
    return found


def _found(page: Page) -> list[str]:
    response = Axe().run(page).response
    found = response["violations"]
    return [
        f"{rule['id']} ({rule['impact']}): {rule['help']}: {node['target']} {node.get('failureSummary', '')[:300]}"
        for rule in found
        if rule["impact"] in GRAVE
        for node in rule["nodes"]
    ]
