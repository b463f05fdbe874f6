"""Lark parsers, whose finished tables are kept between runs as Python keeps its modules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from lark import Lark, Token
from lark.lexer import Lexer

from gbk.kept import kept_file
from gbk.resources import resource
from gbk.syntax.lines import Line


def parser(name: str, variant: str = "", more: str = "", **options: Any) -> Lark:
    """The LALR parser of `grammar/NAME.lark` with the lines `more` below it; its tables are
    kept under `variant` and made anew when grammar, options, Lark or Python change."""
    grammar = (resource("grammar") / f"{name}.lark").read_text("utf-8") + "\n" + more
    path = kept_file(f"{name}{variant}.lark")
    return Lark(
        grammar,
        parser="lalr",
        maybe_placeholders=False,
        propagate_positions=False,
        cache=str(path) if path else False,
        **options,
    )


class LineLexer(Lexer):
    """Hands Lark the tokens that `nest` makes."""

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, data: list[Token]) -> Iterator[Token]:  # type: ignore[override]
        return iter(data)


@cache
def _line_parser() -> Lark:
    return parser("book", lexer=LineLexer)


def nest(marks: list[Line | str]) -> list[Line]:
    """Lines and the marks INDENT and DEDENT between them as a block; each line gets what
    stands below it."""
    tokens = [
        Token(mark, mark) if isinstance(mark, str) else Token(mark.kind, mark) for mark in marks
    ]
    return [_line(item) for item in _line_parser().parse(tokens).children]


def _line(item: Any) -> Line:
    head, *rest = item.children
    line: Line = head.children[0].value
    line.block = [_line(child) for child in rest if not isinstance(child, Token)]
    return line
