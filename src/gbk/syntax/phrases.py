"""Expressions wherever they stand: each text is parsed once."""

from __future__ import annotations

from typing import Any

from gbk.model import tree
from gbk.model.source import Span
from gbk.syntax.mistakes import Mistake
from gbk.syntax.words import folded

DEEPEST = 60
"""Brackets nested deeper than this are a mistake, not a stack that overflows."""


def parse_expression(text: str, start: int, language: str) -> tree.Expr:
    """The expression that a text is. `start` is where the text stands in its unit. Raises
    Mistake."""
    parsed = _parsed(text, language)
    if isinstance(parsed, Mistake):
        raise Mistake(parsed.key, shift(parsed.span, start), parsed.names)
    expr: tree.Expr = moved(parsed, start) if start else parsed
    return expr


_memo: dict[tuple[str, str], Any] = {}


def _parsed(text: str, language: str) -> Any:
    key = text, language
    if key not in _memo:
        if len(_memo) > 20000:
            _memo.clear()
        _memo[key] = _parse(text, language)
    return _memo[key]


def _parse(text: str, language: str) -> Any:
    depth = deepest = 0
    for char in text:
        if char in "([":
            depth += 1
            deepest = max(deepest, depth)
        elif char in ")]":
            depth -= 1
    if deepest > DEEPEST or len(text) > 20000 or text.count("not ") + text.count("-") > 500:
        return Mistake("too-deep", Span(0, min(len(text), 40)), {})
    from gbk.syntax import expressions

    return expressions.parse(text, language)


def shift(span: Span, by: int) -> Span:
    return Span(span.start + by, span.end + by)


_FIELDS: dict[type, tuple[str, ...]] = {}


def moved(node: Any, by: int) -> Any:
    """The same tree `by` further on."""
    if isinstance(node, Span):
        return Span(node.start + by, node.end + by)
    if isinstance(node, tuple):
        return tuple(moved(n, by) for n in node)
    cls = type(node)
    if cls in (int, str, bool, type(None)):
        return node
    fields = _FIELDS.get(cls)
    if fields is None:
        fields = _FIELDS[cls] = tuple(cls.__match_args__)
    return cls(*(moved(getattr(node, f), by) for f in fields))


__all__ = ["folded", "moved", "parse_expression"]
