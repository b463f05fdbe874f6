"""The lexer that Pygments finds as `gbk`."""

from __future__ import annotations

from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, include
from pygments.token import (
    Comment,
    Generic,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
)

from gbk.highlight.patterns import ROOT, Match, Region, contexts

TOKENS: dict[str, Any] = {
    "": Text,
    "brace": Punctuation,
    "comment": Comment.Single,
    "declaration": Keyword.Declaration,
    "dice": Number,
    "emphasis": Generic.Emph,
    "escape": String.Escape,
    "keyword": Keyword,
    "logic": Operator.Word,
    "mark": Keyword.Pseudo,
    "number": Number.Integer,
    "ornament": Punctuation,
    "paragraph": Name.Label,
    "setting": Name.Attribute,
    "sign": Operator,
    "string": String,
    "strong": Generic.Strong,
    "tag": Name.Tag,
    "title": Generic.Heading,
    "value": String.Other,
    "verb": Name.Builtin,
}
PLAIN = (r"[^\W_]+|[ \t]+|\n|.", Text)
"""What no pattern takes: a word, blanks, a line's end, a sign."""


def _states() -> dict[str, list[Any]]:
    """The contexts as states, and a state more for each region."""
    states: dict[str, list[Any]] = {"root": [*map(include, ROOT), PLAIN]}
    for context, patterns in contexts().items():
        rules: list[Any] = []
        for number, one in enumerate(patterns):
            kinds = (TOKENS[kind] for kind in one.kinds)
            action = bygroups(*kinds)  # type: ignore[no-untyped-call]
            if isinstance(one, Region):
                name = f"{context}:{number}"
                end = (one.end, TOKENS[one.end_kind], "#pop")
                states[name] = [end, *map(include, one.inside), PLAIN]
                rules.append((one.pattern, action, name))
            elif isinstance(one, Match):
                rules.append((one.pattern, action))
        states[context] = rules
    return states


class GbkLexer(RegexLexer):
    """Gamebooks in the `.gbk` language, English or Russian."""

    name = "Gbk"
    aliases: ClassVar[list[str]] = ["gbk"]
    filenames: ClassVar[list[str]] = ["*.gbk"]
    tokens = _states()
