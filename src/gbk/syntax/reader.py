"""Reading one unit: its text, its language, and where its findings go."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from gbk.model import tree
from gbk.model.diagnostic import Finding
from gbk.model.source import Place, Source, Span
from gbk.syntax.lines import Line
from gbk.syntax.mistakes import Mistake
from gbk.syntax.phrases import parse_expression
from gbk.syntax.words import Words, words

T = TypeVar("T")


@dataclass(slots=True, eq=False, repr=False)
class Reader:
    """`offset`: where the unit begins in its source; `name`: the paragraph's, for findings."""

    source: Source
    offset: int
    text: str
    language: str
    findings: list[Finding]
    name: str = ""
    table: Words = field(init=False)

    def __post_init__(self) -> None:
        self.table = words(self.language)

    def say(self, key: str, span: Span, code: str = "syntax", **names: str | int) -> None:
        self.add(key, span, code, names)

    def add(self, key: str, span: Span, code: str, names: dict[str, str | int]) -> None:
        place = Place(self.source, self.offset + span.start, self.offset + span.end)
        self.findings.append(Finding(code, key, place, names, self.name))

    def attempt(self, read: Callable[..., T], *args: Any) -> T | None:
        """What `read(*args)` gives; a mistake becomes a finding and None."""
        try:
            return read(*args)
        except Mistake as mistake:
            self.add(mistake.key, mistake.span, "syntax", mistake.names)
            return None

    def expression(self, text: str, start: int) -> tree.Expr:
        """Raises Mistake."""
        left = len(text) - len(text.lstrip())
        return parse_expression(text.strip(), start + left, self.language)

    def keyword(self, section: str, line: str, *wanted: str) -> tuple[str, int]:
        """The keyword that a text begins with and the offset of what follows; ("", 0)."""
        names = wanted or tuple(self.table.forms[section])
        pattern = self.table.pattern(
            section, *(n for n in names if self.table.forms[section].get(n))
        )
        found = re.match(rf"({pattern})(?![\w'’-])[ \t]*", line, re.IGNORECASE)
        if not found:
            return "", 0
        return self.table.word(section, found.group(1)), found.end()


def slice_at(line_start: int, text: str, low: int, high: int | None = None) -> tree.Slice:
    """A trimmed piece of a line's text."""
    piece = text[low:high]
    left = len(piece) - len(piece.lstrip())
    piece = piece.strip()
    at = line_start + low + left
    return tree.Slice(piece, Span(at, at + len(piece)))


def arrow_in(text: str) -> int:
    """Where `->` stands outside quotes and brackets, or -1."""
    depth, at = 0, 0
    while at < len(text):
        char = text[at]
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char in '"“«':
            end = text.find({'"': '"', "“": "”", "«": "»"}[char], at + 1)
            at = end if end > 0 else at
        elif depth <= 0 and text.startswith("->", at):
            return at
        at += 1
    return -1


def span_of(lines: list[Line]) -> Span:
    return Span(lines[0].start, lines[-1].span.end)
