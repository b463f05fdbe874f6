"""Statements: what stands in the body of a rule and in an item's use."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from gbk.model import tree
from gbk.model.source import Span
from gbk.syntax import blocks
from gbk.syntax.lines import Line
from gbk.syntax.mistakes import Mistake
from gbk.syntax.prose import parse_choice, parse_order, parse_pieces
from gbk.syntax.reader import Reader, slice_at

_QUOTED = re.compile(r"\"([^\"]*)\"|“([^”]*)”|«([^»]*)»")
_TAIL = re.compile(r",?[ \t]*(\"[^\"]*\"|“[^”]*”|«[^»]*»)[ \t]*$")
_ASSIGN = re.compile(r"^(\"[^\"]*\"(?:\.\w+)?|[^=<>!\"{]+?)\s*=(?!=)\s*(.+)$", re.DOTALL)


def body(r: Reader, lines: list[Line]) -> tuple[tree.Item, ...]:
    """The statements of a block."""
    out: list[tree.Item] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.kind == "BLANK":
            at += 1
        elif line.kind == "BRANCH":
            at = blocks.branch(r, lines, at, out, body)
        elif line.kind == "TURN":
            out.append(blocks.turn(r, line))
            at += 1
        elif line.kind == "CHOICE":
            out.append(blocks.choice(r, line, body))
            at += 1
        elif line.kind == "DIRECTIVE":
            text, start = line.after_mark
            out.append(blocks.directive(r, line, text, start, body))
            at += 1
        elif line.kind == "PROSE" and r.keyword("reserved", line.text, "if")[0]:
            at = _if(r, lines, at, out)
        elif line.kind == "PROSE":
            item = r.attempt(statement, r, line)
            out.append(item if item is not None else tree.Broken(body(r, line.block), line.span))
            at += 1
        else:
            r.say("statement-mark", line.span, found=line.text)
            at += 1
    return tuple(out)


def _if(r: Reader, lines: list[Line], at: int, out: list[tree.Item]) -> int:
    arms: list[tuple[tree.Expr | None, tuple[tree.Item, ...]]] = []
    first = lines[at]
    while at < len(lines):
        line = lines[at]
        if line.kind == "BLANK":
            at += 1
            continue
        if line.kind != "PROSE":
            break
        word, rest = r.keyword("reserved", line.text, "if", "else")
        if not word or (word == "if" and arms):
            break
        also = word == "if"
        if word == "else":
            inner, more = r.keyword("reserved", line.text[rest:], "if")
            also = bool(inner)
            rest += more
        at += 1
        if not line.block:
            r.say("branch-empty", line.span, found=line.text)
        condition = None
        if also:
            condition = r.attempt(r.expression, line.text[rest:], line.start + rest) or tree.Truth(
                0, line.span
            )
        arms.append((condition, body(r, line.block)))
        if not also:
            break
    out.append(tree.If(tuple(arms), first.span))
    return at


def statement(r: Reader, line: Line) -> tree.Item:
    """One statement. Raises Mistake."""
    text = line.text
    word, rest = r.keyword("statement", text)
    if word == "choose" and not _chooses_member(r, text, rest):
        word = ""
    reserved, reserved_rest = r.keyword("reserved", text, "for", "else")
    if reserved == "for":
        return _for(r, line, text[reserved_rest:], line.start + reserved_rest)
    if reserved == "else":
        raise Mistake("else-alone", line.span)
    if word in _STATEMENT:
        return _STATEMENT[word](r, line, text[rest:], line.start + rest)
    blocks.no_sign(text, line.start)
    assigned = _ASSIGN.match(text)
    if assigned and not r.table.begins("verb", text):
        to = _place(r, assigned.group(1), line.start)
        value = r.expression(assigned.group(2), line.start + assigned.start(2))
        return tree.Assign(to, value, line.span)
    return blocks.directive(r, line, text, line.start, body)


def _chooses_member(r: Reader, text: str, rest: int) -> bool:
    """Whether `choose` is of a set, and not of things written out or a number."""
    of, up_to = r.table.pattern("reserved", "of"), r.table.pattern("part", "upto")
    ahead = text.split(",")[0].split("(")[0]
    return bool(re.search(rf"\b(?:{of})\b", ahead, re.IGNORECASE)) and not re.match(
        rf"(?:(?:{up_to}) )?\S+ (?:{of}) \(", text[rest:], re.IGNORECASE
    )


def _block(r: Reader, line: Line) -> tuple[tree.Item, ...]:
    if not line.block:
        raise Mistake("branch-empty", line.span, {"found": line.text})
    return body(r, line.block)


def _place(r: Reader, text: str, start: int) -> Any:
    e = r.expression(text, start)
    if isinstance(e, tree.Fact) and e.words:
        return tree.Name(e.words, e.span)
    if not isinstance(e, tree.Name | tree.Index | tree.Field):
        raise Mistake("assign-what", e.span)
    return e


def _let(r: Reader, line: Line, text: str, start: int) -> tree.Item:
    name, equals, value = text.partition("=")
    if not equals:
        raise Mistake("let-form", line.span, {"found": text})
    row = None
    found = re.match(r"(.+?)\[(.+)\]\s*$", name)
    if found:
        row = r.expression(found.group(2), start + found.start(2))
        name = found.group(1)
    return tree.Let(name.strip(), row, r.expression(value, start + text.index("=") + 1), line.span)


def _roll(r: Reader, line: Line, text: str, start: int) -> tree.Item:
    name, equals, value = text.partition("=")
    if not equals:
        return blocks.directive(r, line, line.text, line.start, body)
    return tree.Roll(_place(r, name, start), r.expression(value, start + len(name) + 1), line.span)


def _while(r: Reader, line: Line, text: str, start: int) -> tree.Item:
    return tree.While(r.expression(text, start), _block(r, line), line.span)


def _repeat(r: Reader, line: Line, text: str, start: int) -> tree.Item:
    return tree.Repeat(r.expression(text, start), _block(r, line), line.span)


def members(r: Reader, text: str, start: int) -> tuple[str, tree.Expr, tree.Expr | None]:
    """`x of SET with COND`: read as the expression `any x of …`. Raises Mistake."""
    wrong = Mistake("members-form", Span(start, start + len(text)), {"found": text})
    if not re.search(rf"\s(?:{r.table.pattern('reserved', 'of')})\s", text, re.IGNORECASE):
        raise wrong
    e = r.expression("any " + text, start - 4)
    if not isinstance(e, tree.Over):
        raise wrong
    return e.variable, e.members, e.condition


def _for(r: Reader, line: Line, text: str, start: int) -> tree.Item:
    variable, over, condition = members(r, text, start)
    return tree.For(variable, over, condition, _block(r, line), line.span)


def _choose(r: Reader, line: Line, text: str, start: int) -> tree.Item:
    question = None
    tail = _TAIL.search(text)
    if tail:
        question = tree.Quote(tail.group(1)[1:-1], Span(start + tail.start(1), start + tail.end(1)))
        text = text[: tail.start()]
    low = high = None
    bounds = re.match(r"(\S+?)\.\.(\S+)\s+|(\d+)\s+", text)
    if bounds:
        ends = [(bounds.group(1), bounds.start(1)), (bounds.group(2), bounds.start(2))]
        if bounds.group(3):
            ends = [(bounds.group(3), bounds.start(3))] * 2
        low, high = (r.expression(t, start + at) for t, at in ends)
        start += bounds.end()
        text = text[bounds.end() :]
    variable, over, condition = members(r, text, start)
    return tree.Choose(variable, low, high, over, condition, question, line.span)


def _decide(r: Reader, line: Line, text: str, start: int) -> tree.Item:
    reader = None
    owner = re.match(rf"(?:{r.table.pattern('reserved', 'for')})\s+([^\"“«]+)", text, re.IGNORECASE)
    if owner:
        reader = tree.Name(
            owner.group(1).strip(), Span(start + owner.start(1), start + owner.end(1))
        )
    found = _QUOTED.search(text)
    question = None
    if found:
        question = tree.Quote(found.group()[1:-1], Span(start + found.start(), start + found.end()))
    options = []
    for below in line.block:
        if below.kind == "CHOICE":
            option = blocks.choice(r, below, body)
            if isinstance(option, tree.Choice):
                options.append(option)
        elif below.kind != "BLANK":
            r.say("decide-below", below.span, found=below.text)
    if not options:
        raise Mistake("decide-empty", line.span)
    return tree.Decide(question, reader, tuple(options), line.span)


def _say(r: Reader, line: Line, text: str, start: int) -> tree.Item:
    found = _QUOTED.match(text)
    if not found:
        raise Mistake("say-form", line.span, {"found": text})
    inside = found.group()[1:-1]
    return tree.Say(parse_pieces(inside, start + 1, r.language), line.span)


def _checkpoint(r: Reader, line: Line, text: str, start: int) -> tree.Item:
    word, _ = r.keyword("statement", text, "before")
    return tree.Checkpoint(bool(word), line.span)


def _outcome(r: Reader, line: Line, text: str, start: int) -> tree.Item:
    return tree.Outcome(text.strip(), line.span)


def _do(r: Reader, line: Line, text: str, start: int) -> tree.Item:
    order = parse_order(text, start)
    cases = []
    for below in line.block:
        if below.kind == "BRANCH":
            found = r.attempt(blocks.case, r, below, body)
            if isinstance(found, tree.Case):
                cases.append(found)
        elif below.kind != "BLANK":
            r.say("prose-below", below.span, name="do")
    return tree.Do(order, tuple(cases), line.span)


def _draw(r: Reader, line: Line, text: str, start: int) -> tree.Item:
    found = re.match(rf"(.+?)\s+(?:{r.table.pattern('part', 'from')})\s+(.+)$", text, re.IGNORECASE)
    if not found:
        raise Mistake("draw-form", line.span, {"found": text})
    to = _place(r, found.group(1), start)
    return tree.Draw(to, r.expression(found.group(2), start + found.start(2)), line.span)


_STATEMENT: dict[str, Callable[[Reader, Line, str, int], tree.Item]] = {
    "let": _let,
    "roll": _roll,
    "while": _while,
    "repeat": _repeat,
    "choose": _choose,
    "decide": _decide,
    "say": _say,
    "checkpoint": _checkpoint,
    "outcome": _outcome,
    "do": _do,
    "draw": _draw,
}
__all__ = ["body", "parse_choice", "slice_at"]
