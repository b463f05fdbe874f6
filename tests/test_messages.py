"""Every sentence is there in every language, with the same names in it."""

from __future__ import annotations

import re
import string
from pathlib import Path

from gbk.messages import sentences

SOURCE = Path(__file__).parents[1] / "src" / "gbk"
_RAISED = re.compile(
    r'(?:Mistake\(|\breader\.say\(|\br\.say\()\s*"([a-z-]+)"'
    r'|(?:\.say\(|Finding\()\s*"[a-z-]+",\s*f?"([a-z-]+)"'
)


def raised() -> set[str]:
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        for match in _RAISED.finditer(path.read_text("utf-8")):
            found.update(key for key in match.groups() if key)
    return found


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_every_key_has_a_sentence() -> None:
    keys = raised()
    assert len(keys) > 80
    assert keys - set(sentences("en")) == set()


def test_russian_has_no_holes() -> None:
    english, russian = sentences("en"), sentences("ru")
    assert set(english) == set(russian)
    for key, entry in english.items():
        assert set(entry) == set(russian[key]), key
        for part, text in entry.items():
            assert fields(russian[key][part]) <= fields(text), (key, part)
