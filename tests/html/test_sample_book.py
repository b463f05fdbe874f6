"""The sample book in a real browser, from a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from gbk.pipeline import build, load
from gbk.run.player import Play, random_play
from gbk.run.requests import End
from gbk.run.words import plain
from tests.html.conftest import Open

ROOT = Path(__file__).parents[2]
BOOKS = sorted((ROOT / "books").glob("*/*.gbk"))
BOOK = ROOT / "books" / "ferryman" / "ferryman.gbk"


@pytest.fixture
def page(show: Open) -> Page:
    _, html = build(BOOK)
    return show.html(html, 87)  # type: ignore[attr-defined]


def ended(page: Page) -> str | None:
    return page.evaluate("document.documentElement.dataset.ended || null")


def choices(page: Page) -> list[str]:
    return [
        b.inner_text() for b in page.query_selector_all("#answers button, #story a[role=button]")
    ]


def follow(page: Page, chosen: str | None) -> None:
    """Take a choice by its name; None: a turn that there is no way round."""
    if chosen is None:
        page.locator("#answers button").first.click()
    elif page.locator("#field").count():
        page.locator("#field").fill(chosen)
        page.locator("#field").press("Enter")
    else:
        page.locator("main").get_by_role("button", name=chosen, exact=True).first.click()


def test_a_won_play_is_won_on_the_page(page: Page) -> None:
    program = load(BOOK).program
    assert program is not None
    for seed in range(2000):
        play = Play(program, 87)
        random_play(play, seed)
        if isinstance(play.request, End) and play.request.kind == "victory":
            break
    for entry in play.transcript:
        follow(page, entry["chosen"])
    assert ended(page) == "victory"


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.stem)
@pytest.mark.parametrize("seed", [3, 4])
def test_a_random_play_is_that_of_the_terminal(show: Open, book: Path, seed: int) -> None:
    loaded, html = build(book)
    page = show.html(html, 87)  # type: ignore[attr-defined]
    assert loaded.program is not None
    play = Play(loaded.program, 87)
    random_play(play, seed)
    for entry in play.transcript:
        assert page.evaluate("document.documentElement.dataset.paragraph") == entry["paragraph"]
        follow(page, entry["chosen"])
    end = play.result()["end"]
    assert ended(page) == (end["kind"] if end else None)


def way_into_a_fight() -> Play:
    """A play with the page's dice that stands between two rounds of a fight."""
    program = load(BOOK).program
    assert program is not None
    for seed in range(500):
        play = Play(program, 87)
        for length in range(1, 60):
            play = Play(program, 87)
            random_play(play, seed, length)
            if isinstance(play.request, End):
                break
            options = [plain(o.text) for o in getattr(play.request, "options", ())]
            thrown = any(block["kind"] == "roll" for block in play.blocks)
            if options[:1] == ["go on"] and thrown:
                return play
    raise AssertionError("no play meets a fight")


def test_a_reload_in_the_middle_of_a_fight(page: Page) -> None:
    """The fight is where it was, with the same numbers, and goes on."""
    play = way_into_a_fight()
    for entry in play.transcript:
        follow(page, entry["chosen"])
    look = "[document.documentElement.dataset.paragraph, document.querySelector('#hero').innerText]"
    before, offered = page.evaluate(look), choices(page)
    assert offered[0] == "go on"
    page.reload()
    assert page.evaluate(look) == before
    assert choices(page) == offered
    page.locator("main").get_by_role("button", name="go on", exact=True).click()
    assert choices(page)


def test_undo_takes_one_step_back(page: Page) -> None:
    before = choices(page)
    page.locator("#answers button").first.click()
    assert choices(page) != before
    page.get_by_role("button", name="Undo").click()
    assert choices(page) == before


def test_a_narrow_phone_loses_nothing(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth <= 320")
    page.locator("#answers button").first.click()
    assert page.evaluate("document.documentElement.scrollWidth <= 320")
