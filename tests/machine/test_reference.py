"""The page about the program tells every instruction in the words of the table."""

from __future__ import annotations

import re
from pathlib import Path

from gbk.model.program import OPS

PAGE = Path(__file__).parents[2] / "docs" / "program.md"


def test_the_instructions_of_the_page() -> None:
    rows = re.findall(r"^\| ([A-Z]+) \| [^|]* \| (.*) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert rows == [(name, sentence) for name, _, sentence in OPS]
