"""Every book in the language's page compiles, with nothing found at the level of errors."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gbk.pipeline import check, load_text

PAGE = Path(__file__).parents[1] / "docs" / "language.md"
BLOCKS = re.findall(r"^```gbk\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_there_are_books() -> None:
    assert len(BLOCKS) >= 7


@pytest.mark.parametrize("text", BLOCKS, ids=lambda text: text.splitlines()[0])
def test_the_book_compiles(text: str) -> None:
    loaded = load_text(text)
    assert [f for f in check(loaded) if f.severity == "error"] == []
    assert loaded.program is not None
