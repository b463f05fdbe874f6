"""No violation that axe-core knows of, on any screen in any theme."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.html.conftest import Open
from tests.html.test_play import fact, take

BOOK = """\
book: The Probe
author: A. Writer
rules: castle
kind bag, limit 5
item bread
    use
        drop bread

== 1 == The gate
> "Toll," it says on a board.

Lean and **strong**. Behind you is [an *open* door -> 2].
! take bread
! mark TOLL
* Fight -> fight
* Ask -> ask

== 2 ==
A hall.
-> 1

== fight == A fight
! fight
    - Crow, dexterity 2, strength 3
    - Rook, dexterity 2, strength 3
    * Run {if round >= 1} -> 2
    ? won -> over

== ask ==
! choose number from 1 to 3, "How many?"
-> over

== over ==
! end victory "Home."
"""


def fault(page: Page) -> list[str]:
    found = Axe().run(page).response
    assert len(found["passes"]) > 10  # it has looked
    return [f"{v['id']}: {node['html'][:200]}" for v in found["violations"] for node in v["nodes"]]


@pytest.mark.parametrize(("theme", "width"), [("light", 320), ("sepia", 1200), ("dark", 320)])
def test_every_screen(show: Open, theme: str, width: int) -> None:
    page = show(BOOK)
    page.set_viewport_size({"width": width, "height": 800})
    page.get_by_role("button", name="Menu").click()
    page.locator(f"[data-look={theme}]").click()
    assert fault(page) == [], "menu"
    page.keyboard.press("Escape")
    assert fault(page) == [], "start"
    take(page, "an open door")
    take(page, "Turn to 1")
    assert fault(page) == [], "paragraph"
    page.keyboard.press("s")
    assert page.get_by_label("Notes").is_visible()
    assert fault(page) == [], "sheet"
    page.keyboard.press("s")
    take(page, "Ask")
    assert fault(page) == [], "question"
    page.get_by_role("button", name="Undo").click()
    take(page, "Fight")
    take(page, "Rook")
    assert page.locator(".roll").count() == 3
    assert fault(page) == [], "fight"
    page.evaluate("document.getElementById('notice').textContent = 'It cannot be kept.'")
    assert fault(page) == [], "message"
    page.keyboard.press("u")
    page.keyboard.press("u")
    take(page, "Ask")
    page.get_by_label("A number from").fill("2")
    page.keyboard.press("Enter")
    take(page, "Turn the page")
    assert fact(page, "ended") == "victory"
    assert fault(page) == [], "ending"
    page.keyboard.press("m")
    assert page.get_by_role("dialog", name="Map").is_visible()
    assert fault(page) == [], "map"
