"""Lines: each told by its first mark, with its depth; and the blocks that depths make."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from gbk.model.source import Span

DEEPEST = 32

_MARK = re.compile(
    r"(?P<COMMENT>//)|(?P<STEP>===(?!=))|(?P<ORNAMENT>(?:\*{3,}|-{3,}|—{3,})[ \t]*$)"
    r"|(?P<CHOICE>\*[ \t])|(?P<TURN>->)|(?P<PICTURE>!\[)|(?P<DIRECTIVE>![ \t])|(?P<BRANCH>\?[ \t])"
    r"|(?P<ENTRY>-[ \t])|(?P<QUOTE>>(?:[ \t]|$))|(?P<ESCAPED>\\)|(?P<PROSE>\S)"
)


@dataclass(slots=True, eq=False, repr=False)
class Line:
    """A line and what stands below it. `start`: offset of its first mark in the unit; `text`
    runs from there to the end of the line without trailing blanks."""

    kind: str
    text: str
    start: int
    depth: int
    block: list[Line] = field(default_factory=list)
    number: int = 0

    @property
    def span(self) -> Span:
        return Span(self.start, self.start + len(self.text))

    @property
    def after_mark(self) -> tuple[str, int]:
        """The text behind the mark and the blanks that follow it, and its offset."""
        cut = {"TURN": 2, "QUOTE": 1, "ESCAPED": 1}.get(self.kind, 2 if self.kind in _MARKED else 0)
        rest = self.text[cut:]
        trimmed = rest.lstrip(" \t") if self.kind != "ESCAPED" else rest
        return trimmed, self.start + cut + len(rest) - len(trimmed)


_MARKED = {"CHOICE", "DIRECTIVE", "BRANCH", "ENTRY"}


@dataclass(slots=True, eq=False, repr=False)
class Lines:
    """The lines of a unit as blocks, with what comments said. `uneven`: spans of lines whose
    depth lies between two open ones; `deep`: of lines deeper than the limit."""

    block: list[Line]
    allowed: set[str] = field(default_factory=set)
    todos: list[Span] = field(default_factory=list)
    uneven: list[Span] = field(default_factory=list)
    deep: list[Span] = field(default_factory=list)


def read_lines(text: str, start: int) -> Lines:
    """The lines of a unit's text from offset `start` on (behind the heading)."""
    found = Lines([])
    marks = list(_marks(text, start, found))
    if INDENT in marks:
        from gbk.syntax import grammars

        found.block = grammars.nest(marks)
    else:
        found.block = [line for line in marks if isinstance(line, Line)]
    return found


INDENT = "INDENT"
DEDENT = "DEDENT"


def _marks(text: str, at: int, found: Lines) -> Iterator[Line | str]:
    """Lines with INDENT and DEDENT; blank lines take the depth of what is open."""
    stack = [0]
    first = True
    blanks: list[int] = []
    length = len(text)
    pending = False
    while at < length:
        end = text.find("\n", at)
        if end < 0:
            end = length
        raw = text[at:end]
        body = raw.lstrip(" \t\u00a0\ufeff")
        if not body.strip():
            blanks.append(at)
            at = end + 1
            continue
        indent = raw[: len(raw) - len(body)]
        depth = len(indent) + 3 * indent.count("\t")
        start = at + len(indent)
        body = body.rstrip()
        match = _MARK.match(body)
        kind = match.lastgroup if match else "PROSE"
        assert kind is not None
        at = end + 1
        if kind == "COMMENT":
            _comment(body, start, found)
            continue
        if first:
            stack = [depth] if depth else [0]
            first = False
        if depth > stack[-1] and pending:
            if len(stack) > DEEPEST:
                found.deep.append(Span(start, start + len(body)))
            else:
                stack.append(depth)
                yield INDENT
        elif depth > stack[-1]:
            depth = stack[-1]
        while depth < stack[-1] and len(stack) > 1:
            stack.pop()
            if depth > stack[-1]:
                found.uneven.append(Span(start, start + len(body)))
                depth = stack[-1]
            yield DEDENT
        if blanks:
            yield Line("BLANK", "", blanks[-1], depth)
            blanks.clear()
        yield Line(kind, body, start, depth)
        pending = True
    while len(stack) > 1:
        stack.pop()
        yield DEDENT


def _comment(body: str, start: int, found: Lines) -> None:
    words = body[2:].split()
    if words[:1] == ["allow"]:
        found.allowed.update(word.strip(",") for word in words[1:])
    elif words[:1] and words[0].casefold().rstrip(":") == "todo":
        found.todos.append(Span(start, start + len(body)))
