"""The TextMate grammar: `python -m gbk.highlight.textmate` writes `grammar/gbk.tmLanguage.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gbk.highlight.patterns import ROOT, Match, Region, contexts
from gbk.resources import resource

SCOPES = {
    "brace": "punctuation.section.braces",
    "comment": "comment.line.double-slash",
    "declaration": "storage.type",
    "dice": "constant.numeric.dice",
    "emphasis": "markup.italic",
    "escape": "constant.character.escape",
    "keyword": "keyword.control",
    "logic": "keyword.operator.logical",
    "mark": "keyword.control.mark",
    "number": "constant.numeric",
    "ornament": "meta.separator",
    "paragraph": "entity.name.section",
    "setting": "support.type.property-name",
    "sign": "keyword.operator",
    "string": "string.quoted",
    "strong": "markup.bold",
    "tag": "entity.name.tag",
    "title": "markup.heading",
    "value": "string.unquoted",
    "verb": "support.function",
}


def grammar() -> dict[str, Any]:
    """The grammar as editors read it."""
    return {
        "name": "Gbk",
        "scopeName": "source.gbk",
        "fileTypes": ["gbk"],
        "patterns": _includes(ROOT),
        "repository": {
            name: {"patterns": [_pattern(one) for one in patterns]}
            for name, patterns in contexts().items()
        },
    }


def _includes(names: tuple[str, ...]) -> list[dict[str, str]]:
    return [{"include": f"#{name}"} for name in names]


def _captures(kinds: tuple[str, ...], first: int) -> dict[str, dict[str, str]]:
    return {
        str(number): {"name": f"{SCOPES[kind]}.gbk"}
        for number, kind in enumerate(kinds, first)
        if kind
    }


def _pattern(one: Match) -> dict[str, Any]:
    captures = _captures(one.kinds, 1)
    if not isinstance(one, Region):
        return {"match": one.pattern, "captures": captures}
    return {
        "begin": one.pattern,
        "beginCaptures": captures,
        "end": one.end,
        "endCaptures": _captures((one.end_kind,), 0),
        "patterns": _includes(one.inside),
    }


def path() -> Path:
    return resource("grammar") / "gbk.tmLanguage.json"


def text() -> str:
    """The file's text."""
    return json.dumps(grammar(), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    path().write_text(text(), "utf-8")
