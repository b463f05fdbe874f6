"""What the page keeps, and what it says where it can not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.html.conftest import Open, page_of
from tests.html.test_play import BOOK, fact, options, take


def menu(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()


def test_bookmarks(show: Open) -> None:
    page = show(BOOK)
    take(page, "Look round")
    menu(page)
    page.get_by_label("Name of the bookmark").fill("before <b>")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    take(page, "Pay the guard")
    page.reload()
    menu(page)
    page.get_by_role("button", name="Open: before <b>").click()
    assert fact(page, "paragraph") == "1" and "It rattles." in page.inner_text("main")
    menu(page)
    page.get_by_role("button", name="Remove: before <b>").click()
    assert page.locator("#slots li").count() == 0


def test_starting_again_asks_first(show: Open) -> None:
    page = show(BOOK)
    take(page, "Pay the guard")
    menu(page)
    page.locator("#restart").click()
    assert fact(page, "paragraph") == "3"
    page.locator("#restart").click()
    assert fact(page, "paragraph") == "1"


def test_out_to_a_file_and_in_again(show: Open, tmp_path: Path) -> None:
    page = show(BOOK)
    take(page, "Look round")
    text = page.inner_text("main")
    menu(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    file = tmp_path / "save.json"
    download.value.save_as(file)
    assert json.loads(file.read_text("utf-8"))["format"] == "gbk-save"
    page.keyboard.press("Escape")
    take(page, "Pay the guard")
    page.locator("#file").set_input_files(file)
    page.wait_for_function("document.documentElement.dataset.paragraph === '1'")
    assert page.inner_text("main") == text


def test_a_save_of_another_book_changes_nothing(show: Open, tmp_path: Path) -> None:
    page = show("book: Other\n\n== 1 ==\n* On -> 2\n\n== 2 ==\nElsewhere.\n! end\n")
    take(page, "On")
    (tmp_path / "save.json").write_text(
        page.evaluate("localStorage[Object.keys(localStorage).find((k) => !k.includes('/'))]"),
        "utf-8",
    )
    page = show(BOOK)
    text = page.inner_text("main")
    menu(page)
    page.locator("#file").set_input_files(tmp_path / "save.json")
    page.get_by_text("This file is no saved game of this book.").wait_for()
    assert page.inner_text("main") == text


def test_a_file_that_is_no_save_changes_nothing(show: Open, tmp_path: Path) -> None:
    page = show(BOOK)
    take(page, "Look round")
    text = page.inner_text("main")
    good = page.evaluate("localStorage[Object.keys(localStorage)[0]]")
    menu(page)
    for wrong in (
        "{",
        "[]",
        "null",
        '{"format":"gbk-save","version":1}',
        json.dumps(json.loads(good) | {"page": [[{"kind": "plain", "runs": 7}]]}),
        json.dumps(json.loads(good) | {"page": 3}),
        json.dumps(json.loads(good) | {"state": [1, 2]}),
    ):
        file = tmp_path / "wrong.json"
        file.write_text(wrong, "utf-8")
        page.locator("#file").set_input_files(file)
        page.get_by_text("This file is no saved game of this book.").wait_for()
        assert page.inner_text("main") == text, wrong
        page.evaluate("document.getElementById('said').textContent = ''")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click()
    assert options(page)[0] == "an open door"


def test_another_edition_finds_the_save(show: Open) -> None:
    page = show(BOOK)
    take(page, "Pay the guard")
    page = show(BOOK.replace("It is dark.", "It is night."), seed=None)
    assert fact(page, "paragraph") == "3"
    assert "It is night." in page.inner_text("main")
    assert "The book has changed" in page.inner_text("#notice")
    assert "3" in page.inner_text("#hero")


EDITION = """\
book: The Probe
stat gold = 5
item bread
item rope

== 1 ==
! take bread
! take rope
! lose 2 gold
* On -> 2

== 2 ==
The old hall.
* On -> 3

== 3 ==
! end
"""


def test_a_later_edition_says_what_it_could_not_keep(show: Open) -> None:
    page = show(EDITION)
    take(page, "On")
    book = (
        EDITION.replace("item rope\n", "")
        .replace("! take rope\n", "")
        .replace("The old", "The new")
    )
    page = show(book, seed=None)
    assert fact(page, "paragraph") == "2"
    assert "The new hall." in page.inner_text("main")
    assert "not kept: rope." in page.inner_text("#notice").replace("\u2068", "").replace(
        "\u2069", ""
    )
    hero = page.inner_text("#hero").lower()
    assert "bread" in hero and "3" in hero and "rope" not in hero


def test_a_save_whose_paragraph_is_gone_is_put_aside(show: Open) -> None:
    page = show(EDITION)
    take(page, "On")
    page = show(EDITION.replace("== 2 ==", "== 4 ==").replace("-> 2", "-> 4"), seed=None)
    assert fact(page, "paragraph") == "1"
    assert "begins anew" in page.inner_text("#notice")
    menu(page)
    assert page.get_by_role("button", name="Open: 2").is_visible()


def test_notes_outlive_a_new_start_and_travel_in_a_file(show: Open, tmp_path: Path) -> None:
    page = show(BOOK)
    page.get_by_label("Notes").fill("Beware <the> guard")
    menu(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    page.locator("#restart").click()
    page.locator("#restart").click()
    page.reload()
    assert page.get_by_label("Notes").input_value() == "Beware <the> guard"
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page = show(BOOK)
    assert page.get_by_label("Notes").input_value() == ""
    download.value.save_as(tmp_path / "save.json")
    page.locator("#file").set_input_files(tmp_path / "save.json")
    page.wait_for_function("document.getElementById('notes').value === 'Beware <the> guard'")


def test_other_books_are_left_alone(show: Open) -> None:
    page = show("book: Other\n\n== 1 ==\n* On -> 2\n\n== 2 ==\n! end\n")
    take(page, "On")
    page = show(BOOK)
    take(page, "Pay the guard")
    keys = page.evaluate("Object.keys(localStorage).filter((k) => !k.includes('/'))")
    assert len(keys) == 2 and all(key.startswith("gbk:") for key in keys)


def test_a_sandboxed_frame_plays_and_says_that_it_keeps_nothing(show: Open) -> None:
    inner = page_of(BOOK).replace("&", "&amp;").replace('"', "&quot;")
    page = show.html(  # type: ignore[attr-defined]
        f'<!doctype html><link rel=icon href="data:,">'
        f'<iframe sandbox="allow-scripts" width=800 height=600 srcdoc="{inner}"></iframe>'
    )
    frame = page.frame_locator("iframe")
    frame.get_by_text("may not save here").wait_for()
    frame.get_by_role("button", name="Pay the guard").click()
    frame.locator("#field").fill("1")
    frame.locator("main").get_by_role("button", name="Answer").click()
    frame.get_by_role("heading", name="Victory").wait_for()
    frame.get_by_role("button", name="Menu").click()
    frame.get_by_label("Name of the bookmark").fill("here")
    frame.get_by_role("button", name="Keep").click()
    frame.get_by_role("button", name="Open: here").wait_for()


def test_a_full_store_is_told_and_the_play_goes_on(context: BrowserContext, show: Open) -> None:
    context.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
    )
    page = show(BOOK)
    assert "no room left" in page.inner_text("#notice")
    take(page, "Pay the guard")
    assert fact(page, "paragraph") == "3"
    page.get_by_role("button", name="Undo").click()
    assert fact(page, "paragraph") == "1"


def test_looks_last(show: Open) -> None:
    page = show(BOOK)
    menu(page)
    page.get_by_role("button", name="Dark").click()
    page.get_by_role("button", name="Larger text").click()
    page.reload()
    assert page.get_attribute("html", "data-theme") == "dark"
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "17.6px"


@pytest.mark.parametrize("broken", ["xx", "{}", '"xx"', ""])
def test_a_place_that_cannot_be_read_is_told(broken: str, show: Open) -> None:
    page = show(BOOK)
    take(page, "Pay the guard")
    page.evaluate(
        "(text) => Object.keys(localStorage).forEach((k) => localStorage[k] = text)", broken
    )
    page = show(BOOK, seed=None)
    assert "could not be read" in page.inner_text("#notice")
    assert fact(page, "paragraph") == "1"


def test_another_window_is_not_overwritten(show: Open) -> None:
    page = show(BOOK)
    other = show(BOOK, seed=None)
    take(other, "Pay the guard")
    take(page, "Look round")
    assert "open in another window too" in page.inner_text("#notice")
    menu(page)
    page.get_by_role("button", name="Open: other window").click()
    assert fact(page, "paragraph") == "3"
    other.reload()
    assert fact(other, "paragraph") == "3" and other.inner_text("#notice") == ""


def test_visits_without_end_are_told_to_the_reader(show: Open) -> None:
    page = show("== a ==\n* On -> b\n== b ==\n? visits here > 0\n    ! visit b\n! end\n")
    take(page, "On")
    assert "in ⁨b⁩ visits lead into visits" in page.inner_text("#notice")
    assert options(page) == ["On"]
