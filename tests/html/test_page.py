"""What the page is made of: nothing of the book runs, nothing is fetched, nothing is lost."""

from __future__ import annotations

import bz2
import gzip
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gbk.export.html import STYLE, Templates, UnusableError, book_key, json_text
from gbk.resources import resource
from tests.html.conftest import Open, page_of
from tests.html.test_play import BOOK, fact, options, take

FOLDER = resource("templates") / "player"
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&lt;i&gt;\u202eabc\u2028\U0001f409"


def test_text_stays_text(show: Open) -> None:
    book = f"""\
book: {HOSTILE}
author: "><b>{HOSTILE}
description: {HOSTILE}
item thing

== 1 == {HOSTILE.replace("*", "")}
{HOSTILE}
! take thing
* {HOSTILE} -> 2

== 2 ==
! end victory "{HOSTILE}"
"""
    page = show(book)
    text = page.inner_text("main p")
    assert "</script><script>alert(1)</script><img src=x onerror=alert(2)>&lt;i&gt;" in text
    assert "\U0001f409" in text
    assert page.locator("main img, main i, main script").count() == 0
    assert page.locator("h1").inner_text().startswith("</script>")
    assert page.title().startswith("</script>")
    assert options(page)[0].startswith("</script>")
    page.locator("#answers button").click()
    assert fact(page, "ended") == "victory"


def test_the_policy_forbids_all_but_the_page(show: Open) -> None:
    page = show(BOOK)
    policy = page.get_attribute("meta[http-equiv=Content-Security-Policy]", "content") or ""
    for rule in ("default-src 'none'", "base-uri 'none'", "form-action 'none'", "img-src data:"):
        assert rule in policy
    assert "unsafe" not in policy
    assert page.evaluate("document.scripts.length") == 3


def test_the_author_style_is_added_and_cannot_break_out(show: Open) -> None:
    css = "main { color: rgb(1, 2, 3) }\r\n/* </style><script>alert(1)</script> */\nh1::after { content: '</style>' }"
    page = show(BOOK, css=css)
    assert page.evaluate("getComputedStyle(document.querySelector('main')).color") == "rgb(1, 2, 3)"
    assert (
        page.evaluate("getComputedStyle(document.querySelector('h1'), '::after').content")
        == '"</style>"'
    )


def test_pictures_are_in_the_page_or_told(show: Open) -> None:
    book = "== 1 ==\n![A red dot](dot.svg)\n\n![A lost map](map.png)\n! end\n"
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="9"/></svg>'
    page = show(book, pictures={"dot.svg": svg})
    assert page.get_by_role("img", name="A red dot").evaluate("i => i.naturalWidth") == 9
    assert "A lost map" in page.inner_text("main")


@pytest.mark.parametrize("size", [100, 200])
def test_a_narrow_page_loses_nothing(show: Open, size: int) -> None:
    book = BOOK.replace("It is dark.", "Donau" + "dampfschifffahrts" * 6 + ".")
    page = show(book.replace("stat gold", "stat row[1..12] = 3\nstat gold"))
    page.set_viewport_size({"width": 320, "height": 640})
    page.evaluate(f"document.documentElement.style.fontSize = '{size}%'")

    def fits() -> bool:
        return page.evaluate("document.documentElement.scrollWidth <= 320")

    assert fits()
    take(page, "Look round")
    assert fits()
    page.keyboard.press("s")
    assert page.get_by_role("button", name="Use: bread").is_visible() and fits()
    page.get_by_role("button", name="Use: bread").click()
    take(page, "Pay the guard")
    assert fits()
    page.get_by_role("button", name="Menu").click()
    assert page.evaluate("document.getElementById('menu').scrollWidth <= 320") and fits()


def test_a_reader_who_hears_the_page(show: Open) -> None:
    page = show(BOOK)
    take(page, "Look round")
    log = page.get_by_role("log")
    assert "It rattles." in log.inner_text()
    log.evaluate("log => { window.log = log }")
    take(page, "Look round")
    assert page.evaluate("window.log.isConnected")  # what is new is read out
    take(page, "Pay the guard")
    assert not page.evaluate("window.log.isConnected")  # a new page is not; its heading is
    assert page.evaluate("document.activeElement.tagName") == "H2"
    assert page.locator("h1").count() == 1


def colours(block: str) -> dict[str, str]:
    found = re.findall(r"--(\w+): #(\w+)", block)
    return {name: "#" + (c if len(c) == 6 else "".join(2 * x for x in c)) for name, c in found}


def luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def test_every_theme_can_be_read() -> None:
    css = "".join((FOLDER / name).read_text("utf-8") for name in STYLE)
    themes = [
        found for block in re.findall(r"\{([^{}]*--desk[^{}]*)\}", css) if (found := colours(block))
    ]
    assert len(themes) == 5  # the last is paper itself
    assert themes[2] == themes[3]  # dark, chosen or the device's
    for theme in themes:
        for text in ("ink", "quiet", "accent"):
            for ground in ("paper", "desk", "tint"):
                light, dark = sorted(
                    (luminance(theme[text]), luminance(theme[ground])), reverse=True
                )
                assert (light + 0.05) / (dark + 0.05) >= 4.5, (text, ground, theme)


def test_every_style_variable_is_documented() -> None:
    css = "".join((FOLDER / name).read_text("utf-8") for name in STYLE)
    page = (Path(__file__).parents[2] / "docs" / "page.md").read_text("utf-8")
    set_ones = set(re.findall(r"^ *(--[\w-]+):", css, re.MULTILINE))
    assert set(re.findall(r"^\| `(--[\w-]+)` \|", page, re.MULTILINE)) == set_ones


def test_json_closes_nothing() -> None:
    text = json_text({"a": "</script><!--&\u2028"})
    assert not set("<>&\u2028") & set(text)


def test_books_are_told_apart() -> None:
    assert len({book_key("A", "B"), book_key("AB", ""), book_key("A", "C")}) == 3


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
@pytest.mark.parametrize(
    "data",
    [
        b"a",
        b"aaaa",
        b"a" * 1000,
        b"abc" * 400_000,
        bytes(range(256)) * 40,
        "Лес и поле. ".encode() * 999,
    ],
)
def test_bunzip_undoes_bzip2(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "packed").write_bytes(bz2.compress(data))
    program = (FOLDER / "bunzip.js").read_text("utf-8") + (
        "const fs = require('fs');"
        "fs.writeFileSync(process.argv[2], bunzip(fs.readFileSync(process.argv[1], 'latin1')));"
    )
    subprocess.run(["node", "-e", program, tmp_path / "packed", tmp_path / "plain"], check=True)
    assert (tmp_path / "plain").read_bytes() == data


def test_the_player_is_small() -> None:
    """Machine, view and style together."""
    player = (Templates().script() + Templates().style()).encode()
    assert len(player) <= 60_000
    assert len(gzip.compress(player, 9)) <= 20_000


def test_a_folder_of_ones_own_templates(show: Open, tmp_path: Path) -> None:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "en.toml").write_text('[page]\nmap = "Chart"\n', "utf-8")
    (tmp_path / "style.css").write_text("main { color: rgb(1, 2, 3) }", "utf-8")
    frame = (FOLDER / "page.html.j2").read_text("utf-8")
    (tmp_path / "page.html.j2").write_text(frame.replace("<main>", "<p>By hand</p><main>"), "utf-8")
    page = show(BOOK, templates=tmp_path)
    assert page.get_by_text("By hand").is_visible()
    assert page.get_by_role("button", name="Chart").is_visible()
    assert page.get_by_role("button", name="Menu").is_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('main')).color") == "rgb(1, 2, 3)"
    take(page, "Pay the guard")
    assert fact(page, "paragraph") == "3"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.html.j2", "{% if %}"),
        ("page.html.j2", "{{ 1 / 0 }}"),
        ("page.html.j2", b"\xff"),
        ("words/en.toml", "= ="),
        ("main.js", "let = ;"),
        ("style.css", b"\xff"),
    ],
)
def test_templates_that_cannot_be_used(name: str, text: str | bytes, tmp_path: Path) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(UnusableError):
        page_of(BOOK, templates=tmp_path)


def test_a_cover_stands_on_the_first_page_alone(show: Open) -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="9"/></svg>'
    page = show("cover: dot.svg\n" + BOOK, pictures={"dot.svg": svg})
    assert page.locator("#cover").is_visible()
    take(page, "Pay the guard")
    assert page.locator("#cover").is_hidden()
