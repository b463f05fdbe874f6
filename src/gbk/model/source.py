"""Source text and places in it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple


class Span(NamedTuple):
    """A stretch of text: two offsets in code points, `end` exclusive.

    Spans in a tree count from the start of their unit (the head or a paragraph),
    so that a unit that moved within its file keeps its spans.
    """

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Source:
    """One `.gbk` file: `name` as findings print it, `text` without a byte-order mark
    and with `\\n` line ends."""

    name: str
    text: str = field(repr=False)
    _starts: list[int] = field(default_factory=list, repr=False, compare=False)

    def line_starts(self) -> list[int]:
        """Offsets at which lines begin; the first is 0."""
        if not self._starts:
            self._starts.append(0)
            at = self.text.find("\n")
            while at >= 0:
                self._starts.append(at + 1)
                at = self.text.find("\n", at + 1)
        return self._starts

    def position(self, offset: int) -> tuple[int, int]:
        """(line, column) of an offset, both from 1, in code points."""
        starts = self.line_starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its end."""
        starts = self.line_starts()
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end]


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a source: absolute offsets, `end` exclusive."""

    source: Source
    start: int
    end: int
