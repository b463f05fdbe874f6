"""Prose: text with braces, links and emphasis; choices' texts with their guards."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from gbk.model import tree
from gbk.model.source import Span
from gbk.syntax.mistakes import Mistake
from gbk.syntax.phrases import parse_expression
from gbk.syntax.words import words

DEEPEST = 24
ESCAPED = set("{}[]*|\\-?!=/>\"'_#")
_SPECIAL = re.compile(r"[\\{}\[\]*|]")
_QUOTES = {'"': '"', "“": "”", "«": "»"}


@dataclass(slots=True, eq=False, repr=False)
class Scan:
    """One text being read. `start`: where it stands in its unit. `closing`: the place of each
    bracket's other half. `terms`: the guards met, where the text is a choice's."""

    text: str
    start: int
    language: str
    choice: bool = False
    closing: dict[int, int] = field(default_factory=dict)
    terms: list[tree.Term] = field(default_factory=list)
    depth: int = 0
    unclosed: dict[str, int] = field(default_factory=dict)

    def span(self, low: int, high: int) -> Span:
        return Span(self.start + low, self.start + high)

    def pair(self) -> None:
        """Find the halves of all brackets, once. Raises Mistake for a brace left open."""
        open_: list[tuple[str, int]] = []
        at = 0
        text = self.text
        for match in _SPECIAL.finditer(text):
            at_, char = match.start(), match.group()
            if at_ < at:
                continue
            if char == "\\":
                at = at_ + 2
            elif char in "{[":
                open_.append((char, at_))
            elif char in "}]":
                want = "{" if char == "}" else "["
                depth = len(open_) - 1
                while depth >= 0 and open_[depth][0] != want and want == "{":
                    depth -= 1
                if depth >= 0 and open_[depth][0] == want:
                    self.closing[open_[depth][1]] = at_
                    del open_[depth:]
        for char, at_ in open_:
            if char == "{":
                raise Mistake("brace-open", self.span(at_, at_ + 1))

    # -------------------------------------------------------------- pieces

    def pieces(self, low: int, high: int) -> tuple[tree.Piece, ...]:
        """The pieces between two offsets of the text."""
        if self.depth > DEEPEST:
            raise Mistake("too-deep", self.span(low, min(high, low + 1)))
        self.depth += 1
        out: list[tree.Piece] = []
        plain: list[str] = []
        begun = at = low
        text = self.text

        def flush(until: int) -> None:
            nonlocal begun
            if plain:
                out.append(tree.Plain("".join(plain), self.span(begun, until)))
                plain.clear()

        while at < high:
            match = _SPECIAL.search(text, at, high)
            stop = match.start() if match else high
            if stop > at:
                if not plain:
                    begun = at
                plain.append(text[at:stop])
                at = stop
                continue
            char = text[at]
            piece: tree.Piece | None = None
            after = at + 1
            if char == "\\" and at + 1 < high and text[at + 1] in ESCAPED:
                after = at + 2
                char = text[at + 1]
            elif char == "{" and at in self.closing:
                after = self.closing[at] + 1
                flush(at)
                piece = self._brace(at, after)
                if piece is None:
                    at = after
                    continue
            elif char == "[" and self.closing.get(at, high) < high:
                arrow = self._arrow(at + 1, self.closing[at])
                if arrow >= 0:
                    after = self.closing[at] + 1
                    flush(at)
                    piece = self._link(at, arrow, after)
            elif char == "*":
                found = self._emphasis(at, high)
                if found is not None:
                    flush(at)
                    piece, after = found
            if piece is not None:
                out.append(piece)
            else:
                if not plain:
                    begun = at
                plain.append(char)
            at = after
        flush(high)
        self.depth -= 1
        return tuple(out)

    def _emphasis(self, at: int, high: int) -> tuple[tree.Piece, int] | None:
        mark = "**" if self.text.startswith("**", at) else "*"
        begin = at + len(mark)
        if begin >= high or self.text[begin].isspace():
            return None
        if self.unclosed.get(mark, -1) >= begin:
            return None
        end = begin
        while True:
            end = self.text.find(mark, end, high)
            if end < 0:
                self.unclosed[mark] = high
                return None
            if not self.text[end - 1].isspace() and self.text[end - 1] != "\\" and end > begin:
                if mark == "*" and self.text.startswith("**", end):
                    end += 2
                    continue
                break
            end += 1
        inner = self.pieces(begin, end)
        after = end + len(mark)
        return tree.Emphasis(mark == "**", inner, self.span(at, after)), after

    def _top(self, low: int, high: int, wanted: str, quotes: bool = True) -> list[int]:
        """Offsets of characters that stand outside brackets (and quotes) in a range."""
        found, at = [], low
        while at < high:
            char = self.text[at]
            if char == "\\":
                at += 2
                continue
            if char in "{[" and at in self.closing:
                at = self.closing[at] + 1
                continue
            if quotes and char in _QUOTES:
                end = self.text.find(_QUOTES[char], at + 1, high)
                if end > 0:
                    at = end + 1
                    continue
            if char in wanted:
                found.append(at)
            at += 1
        return found

    def _arrow(self, low: int, high: int) -> int:
        for at in self._top(low, high, "-", quotes=False):
            if self.text.startswith("->", at):
                return at
        return -1

    def _link(self, at: int, arrow: int, after: int) -> tree.Link:
        outer_choice, outer_terms = self.choice, self.terms
        self.choice, self.terms = True, []
        pieces = _stripped(self.pieces(at + 1, arrow))
        terms = tuple(self.terms)
        self.choice, self.terms = outer_choice, outer_terms
        target = parse_target(
            self.text[arrow + 2 : after - 1], self.start + arrow + 2, self.language
        )
        return tree.Link(pieces, terms, target, self.span(at, after))

    # -------------------------------------------------------------- braces

    def _brace(self, at: int, after: int) -> tree.Piece | None:
        """What a brace is; None where it is a guard or effect of the choice."""
        low, high = at + 1, after - 1
        inside = self.text[low:high]
        table = words(self.language)
        span = self.span(at, after)
        if not inside.strip():
            raise Mistake("brace-empty", span)
        questions = self._top(low, high, "?")
        bars = self._top(low, high, "|", quotes=False)
        first = re.match(
            rf"\s*(?:{table.pattern('reserved', 'if')})(?![\w])\s*", inside, re.IGNORECASE
        )
        if questions and (bars or not self.choice) and (not bars or bars[0] > questions[0]):
            return self._either(low + (first.end() if first else 0), questions[0], bars, high, span)
        colon = self._top(low, high, ":")
        if colon and (not bars or colon[0] < bars[0]):
            word = table.word("line", inside[: colon[0] - low])
            return self._forms(word, low, colon[0], bars, high, span)
        if first:
            if self.choice:
                order = parse_order(inside, self.start + low)
                if order.parts:
                    rest = ", ".join(part.text for part in order.parts)
                    raise Mistake("brace-two", span, {"found": order.head.text, "rest": rest})
                self.terms.append(tree.Guard(self._expression(low + first.end(), high), span))
                return None
            raise Mistake("if-in-prose", span, {"found": inside.strip()[first.end() :]})
        if self.choice:
            mark = re.match(
                rf"\s*({table.pattern('line', 'once', 'otherwise', 'secret')})(?![\w])\s*",
                inside,
                re.IGNORECASE,
            )
            if mark:
                rest = inside[mark.end() :].strip()
                expr = self._expression(low + mark.end(), high) if rest else None
                self.terms.append(tree.Mark(table.word("line", mark.group(1)), expr, span))  # type: ignore[arg-type]
                return None
            order = parse_order(inside, self.start + low)
            if table.begins("verb", order.head.text):
                self.terms.append(tree.Brace(order, span))
                return None
            if self._holds(low, high):
                raise Mistake("guard-if", span, {"found": inside.strip()})
        return tree.Brace(parse_order(inside, self.start + low), span)

    def _holds(self, low: int, high: int) -> bool:
        """Does a text read as a condition, which shows nothing?"""
        try:
            e = self._expression(low, high)
        except Mistake:
            return False
        match e:
            case tree.Fact(kind=kind):
                return kind not in ("count", "visits", "start")
            case tree.Binary(op=op):
                return op not in ("+", "-", "*")
            case tree.Unary(op=op):
                return op == "not"
        return isinstance(e, tree.Given | tree.AtLeast)

    def _expression(self, low: int, high: int) -> tree.Expr:
        text = self.text[low:high]
        left = len(text) - len(text.lstrip())
        return parse_expression(text.strip(), self.start + low + left, self.language)

    def _either(
        self, low: int, question: int, bars: list[int], high: int, span: Span
    ) -> tree.Either:
        if len(bars) > 1:
            raise Mistake("either-three", span)
        condition = self._expression(low, question)
        middle = bars[0] if bars else high
        yes = _stripped(self.pieces(question + 1, middle))
        no = _stripped(self.pieces(middle + 1, high)) if bars else ()
        return tree.Either(condition, yes, no, span)

    def _forms(
        self, word: str, low: int, colon: int, bars: list[int], high: int, span: Span
    ) -> tree.Piece:
        if word == "note":
            return tree.Note(_stripped(self.pieces(colon + 1, high)), span)
        cuts = [colon, *bars, high]
        forms = tuple(_stripped(self.pieces(a + 1, b)) for a, b in pairwise(cuts))
        if word in ("random", "cycle"):
            return tree.Vary(word, forms, span)  # type: ignore[arg-type]
        return tree.Plural(self._expression(low, colon), forms, span)


def _stripped(pieces: tuple[tree.Piece, ...]) -> tuple[tree.Piece, ...]:
    """Pieces without outer blanks, and without the blanks that a guard leaves behind."""
    out: list[tree.Piece] = []
    for piece in pieces:
        last = out[-1] if out else None
        if isinstance(piece, tree.Plain) and isinstance(last, tree.Plain):
            gap = last.text.endswith(" ") and piece.text.startswith(" ")
            text = piece.text.lstrip(" ") if gap else piece.text
            piece = tree.Plain(last.text + text, Span(last.span.start, piece.span.end))
            out.pop()
        out.append(piece)
    while out and isinstance(out[0], tree.Plain):
        text = out[0].text.lstrip()
        if text:
            out[0] = tree.Plain(text, out[0].span)
            break
        out.pop(0)
    while out and isinstance(out[-1], tree.Plain):
        text = out[-1].text.rstrip()
        if text:
            out[-1] = tree.Plain(text, out[-1].span)
            break
        out.pop()
    return tuple(out)


def parse_pieces(text: str, start: int, language: str) -> tuple[tree.Piece, ...]:
    """The pieces of a prose text. Raises Mistake."""
    if not _SPECIAL.search(text):
        return (tree.Plain(text, Span(start, start + len(text))),) if text else ()
    scan = Scan(text, start, language)
    scan.pair()
    return scan.pieces(0, len(text))


def parse_choice(
    text: str, start: int, language: str
) -> tuple[tuple[tree.Piece, ...], tuple[tree.Term, ...], tree.Target | None]:
    """Text, guards and effects, and target of a choice. Raises Mistake."""
    scan = Scan(text, start, language, choice=True)
    scan.pair()
    arrow = scan._arrow(0, len(text))
    if arrow < 0:
        wrong = re.search(r"=>|—>|–>|→", text)
        if wrong:
            raise Mistake("arrow-wrong", scan.span(*wrong.span()), {"found": wrong.group()})
        return _stripped(scan.pieces(0, len(text))), tuple(scan.terms), None
    pieces = _stripped(scan.pieces(0, arrow))
    late = text.find("{", arrow)
    if late >= 0:
        raise Mistake("guard-late", scan.span(late, len(text)), {"found": text[late:].strip()})
    target = parse_target(text[arrow + 2 :], start + arrow + 2, language)
    return pieces, tuple(scan.terms), target


def parse_target(text: str, start: int, language: str) -> tree.Target:
    """What stands behind an arrow. Raises Mistake where nothing does."""
    name = text.strip()
    at = start + len(text) - len(text.lstrip())
    span = Span(at, at + len(name))
    if not name:
        raise Mistake("target-missing", Span(max(0, start - 2), start))
    word = words(language).word("line", name)
    if word in ("back", "return"):
        return tree.Target(word, name, span)  # type: ignore[arg-type]
    return tree.Target("name", name.strip('"“”«»'), span)


def parse_order(text: str, start: int) -> tree.Order:
    """An order cut at its commas."""
    cuts, depth, at = [-1], 0, 0
    while at < len(text):
        char = text[at]
        if char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif char in _QUOTES:
            end = text.find(_QUOTES[char], at + 1)
            if end > 0:
                at = end
        elif char == "," and depth <= 0:
            cuts.append(at)
        at += 1
    cuts.append(len(text))
    slices = []
    for a, b in pairwise(cuts):
        piece = text[a + 1 : b]
        left = len(piece) - len(piece.lstrip())
        piece = piece.strip()
        begin = start + a + 1 + left
        slices.append(tree.Slice(piece, Span(begin, begin + len(piece))))
    head, *parts = slices
    return tree.Order(
        head, tuple(p for p in parts if p.text), Span(head.span.start, start + len(text.rstrip()))
    )
