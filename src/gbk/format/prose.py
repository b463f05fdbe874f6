"""Blanks in the braces and links of prose and of choices; the prose itself stays."""

from __future__ import annotations

from dataclasses import dataclass, field

from gbk.format.orders import order
from gbk.model import tree
from gbk.model.source import Span
from gbk.syntax.prose import Scan


@dataclass(slots=True)
class Marks(Scan):
    """Reads a text as the parser does, and remembers where its marks stand. `cuts`: by a
    brace's offset those of its `?`, `:` and `|`; `orders`: what else stands between braces, by
    offset with its end; `guards`: those of them that are no part of a choice's text, by the
    offset of their end; `arrows`: `->` of links and of the choice, by offset with the end of what
    it leads to; `links`: where links begin."""

    cuts: dict[int, list[int]] = field(default_factory=dict)
    orders: dict[int, int] = field(default_factory=dict)
    guards: dict[int, int] = field(default_factory=dict)
    links: list[int] = field(default_factory=list)
    arrows: dict[int, int] = field(default_factory=dict)

    def read(self) -> None:
        """Raises Mistake."""
        self.pair()
        high = len(self.text)
        if self.choice:
            arrow = self._arrow(0, high)
            if arrow >= 0:
                self.arrows[arrow] = high
                high = arrow
        self.pieces(0, high)

    def _link(self, at: int, arrow: int, after: int) -> tree.Link:
        self.links.append(at)
        self.arrows[arrow] = after - 1
        return Scan._link(self, at, arrow, after)

    def _brace(self, at: int, after: int) -> tree.Piece | None:
        piece = Scan._brace(self, at, after)
        if at not in self.cuts:
            self.orders[at] = after
        if piece is None:
            self.guards[after] = at
        return piece

    def _either(
        self, low: int, question: int, bars: list[int], high: int, span: Span
    ) -> tree.Either:
        self.cuts[span.start] = [question, *bars]
        return Scan._either(self, low, question, bars, high, span)

    def _forms(
        self, word: str, low: int, colon: int, bars: list[int], high: int, span: Span
    ) -> tree.Piece:
        self.cuts[span.start] = [colon] if word == "note" else [colon, *bars]
        return Scan._forms(self, word, low, colon, bars, high, span)


def prose(text: str, language: str, shown: str, choice: bool = False) -> str:
    """The text with one blank on both sides of `->`, `?` and `|`, one behind `:`, none inside
    brackets, and orders set by `order`. `text`: what the parser reads; `shown`: the same text
    as it stands in the file, with the comments between its lines. Raises Mistake."""
    marks = Marks(text, 0, language, choice)
    marks.read()
    blanks = Blanks(text)
    heads = {at + 1: cuts[0] for at, cuts in marks.cuts.items()}
    orders = {at + 1: after - 1 for at, after in marks.orders.items()}
    targets = {arrow + 2: end for arrow, end in marks.arrows.items()}
    for low, high in (heads | orders | targets).items():
        high = len(text[:high].rstrip(" \t"))
        if text[low:high] == shown[low:high] and text[high - 1] != "\\":
            said = order(text[low:high])
            blanks.put(low, high, " " + said if low in targets and said[0] != "\n" else said)
    for arrow in marks.arrows:
        blanks.left(arrow, " ")
    for end in [*marks.arrows, *([len(text)] if choice and not marks.arrows else [])]:
        while (end := len(text[:end].rstrip(" \t"))) in marks.guards:
            end = marks.guards[end]
            blanks.left(end, " ")
    for cuts in marks.cuts.values():
        blanks.left(cuts[0], " " if text[cuts[0]] == "?" else "")
        for bar in cuts[1:]:
            blanks.left(bar, " ")
        for cut in cuts:
            blanks.right(cut + 1, " ")
    for at in (*marks.cuts, *marks.orders, *marks.links):
        empty = text[: marks.closing[at]].rstrip(" \t").endswith("|")
        blanks.left(marks.closing[at], " " if empty else "")
    for at in marks.links:
        blanks.right(at + 1, "")
    return blanks.apply(shown)


class Blanks:
    """Changes of a text's blanks: (from, to) → what stands there then."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.changes: dict[tuple[int, int], str] = {}

    def put(self, low: int, high: int, new: str) -> None:
        self.changes[low, high] = new

    def left(self, at: int, new: str) -> None:
        """The blanks that end at an offset; those that begin a line or follow a backslash stay."""
        low = len(self.text[:at].rstrip(" \t"))
        if low and self.text[low - 1] not in "\n\\":
            self.put(low, at, new)

    def right(self, at: int, new: str) -> None:
        """The blanks that begin at an offset. A mark that begins its line gets none behind it:
        it would tell what the line is."""
        high = at + len(self.text[at:]) - len(self.text[at:].lstrip(" \t"))
        begins = not self.text[self.text.rfind("\n", 0, at) + 1 : at - 1].strip()
        if high < len(self.text) and self.text[high] != "\n" and not (new and begins):
            self.put(at, high, new)

    def apply(self, text: str) -> str:
        """The changes in a text of the same offsets."""
        for (low, high), new in sorted(self.changes.items(), reverse=True):
            text = text[:low] + new + text[high:]
        return text
