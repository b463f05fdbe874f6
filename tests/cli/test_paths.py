"""Each sample book is clean, and its played path ends in a victory."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gbk.pipeline import check, load
from gbk.run.player import Play
from gbk.run.script import run_script

BOOKS = sorted((Path(__file__).parents[2] / "books").glob("*/*.gbk"))


def test_the_books_are_there() -> None:
    assert len(BOOKS) >= 3


@pytest.mark.parametrize(
    ("book", "used"),
    [
        ("kuznec", ["бой", "проверить удачу", "восстановить удачу", "тролль", "верность", "рана"]),
        ("drywater", ["fight", "gunfight", "eat", "test luck", "restore luck", "bullets", "wound"]),
    ],
)
def test_a_book_uses_what_its_system_has(book: str, used: list[str]) -> None:
    loaded = load(next(path for path in BOOKS if path.stem == book))
    assert loaded.program is not None
    assert sum(paragraph.parent < 0 for paragraph in loaded.program.paragraphs) >= 50
    orders = re.findall(r"^\s*(?:! |- )(.*)$", loaded.source.text, re.MULTILINE)
    for word in used:
        assert any(re.search(rf"(^|, ){word}\b", order) for order in orders), word


@pytest.mark.parametrize("book", BOOKS, ids=lambda path: path.stem)
def test_the_path_wins(book: Path) -> None:
    loaded = load(book)
    assert [f for f in check(loaded) if f.severity != "note"] == []
    assert loaded.program is not None
    script = book.with_name("victory.script").read_text("utf-8")
    seed = re.search(r"^// seed (\d+)", script, re.MULTILINE)
    assert seed is not None
    play = Play(loaded.program, int(seed[1]))
    run_script(play, script)
    assert play.result()["end"]["kind"] == "victory"
