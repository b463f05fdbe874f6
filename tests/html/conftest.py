"""A browser, and books in it. A page that says a word on the console, or asks for anything but
itself, fails its test."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from gbk.export.html import html
from gbk.pipeline import load_text

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

Open = Callable[..., Page]


def page_of(
    text: str,
    css: str = "",
    pictures: dict[str, bytes] | None = None,
    templates: Path | None = None,
) -> str:
    """The page of a book written out."""
    loaded = load_text(text)
    assert loaded.program is not None, loaded.findings
    return html(loaded.program, pictures or {}, css, templates)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "the browser tests need Debian's chromium"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(15000)
    yield context
    context.close()


@pytest.fixture
def show(context: BrowserContext, tmp_path: Path) -> Iterator[Open]:
    """`show(text, seed=1, css="", pictures=…)`: a page with the book, from a file."""
    troubles: list[str] = []
    asked: list[str] = []

    def show(text: str, seed: int | None = 1, **more: object) -> Page:
        return show_html(page_of(text, **more), seed)  # type: ignore[arg-type]

    def show_html(page_text: str, seed: int | None = None) -> Page:
        file = tmp_path / "book.html"
        file.write_text(page_text, "utf-8")
        page = context.new_page()
        page.on("console", lambda message: troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"file://{file}" + ("" if seed is None else f"#seed={seed}"))
        return page

    show.html = show_html  # type: ignore[attr-defined]
    yield show
    assert troubles == []
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []
