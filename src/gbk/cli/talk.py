"""What `gbk play` says to a reader, in the book's language; the words are data."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).resolve().parent / "words"


@cache
def _table(language: str) -> dict[str, Any]:
    return tomllib.loads((_FOLDER / f"{language}.toml").read_text("utf-8"))


@cache
def languages() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def _forms(section: str) -> dict[str, str]:
    """What a reader may type → the command, verb or answer it means, in every language at once."""
    return {
        form: meaning
        for one in languages()
        for meaning, forms in _table(one)[section].items()
        for form in forms
    }


class Talk:
    """Sentences by key, in English where the language has none."""

    def __init__(self, language: str) -> None:
        self.table = _table(language if language in languages() else "en")
        self.commands = _forms("commands")
        self.verbs = _forms("verbs")
        self.answers = _forms("answers")

    def __call__(self, key: str, *values: object) -> str:
        sentence = self.table.get(key) or _table("en")[key]
        return str(sentence).format(*values)

    def ending(self, kind: str) -> str:
        """The name of a kind of ending; a book's own kinds are named as it names them."""
        return str(self.table[kind]) if kind in ("victory", "defeat", "death", "stuck") else kind
