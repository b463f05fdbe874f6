"""Rolls and tables: a number, and what follows for its ranges."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise

from gbk.lower import blocks, choices, expressions, things
from gbk.lower.code import Label
from gbk.lower.scope import Slot
from gbk.lower.unit import Unit
from gbk.model import tree
from gbk.model.book import Fork, Site
from gbk.model.node import changed
from gbk.model.program import NONE
from gbk.model.source import Span


def roll(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    begin = len(u.w.out.code)
    name, equals, _ = rest.text.partition("=")
    named = bool(equals) and re.fullmatch(r"[^\W\d][\w '’-]*", name.strip()) is not None
    expr = u.parse(things.slice_of(rest, len(name) + 1, len(rest.text)) if named else rest)
    if expr is None:
        return
    u.label = name.strip() if named else ""
    u.label = u.env.translated(u.label) or u.compiler.word("roll")
    label = u.label
    expressions.value(u, expr)
    u.w.num(NONE)
    u.w.op("TOLD", u.w.string(label))
    u.label = ""
    u.w.op("DUP")
    u.w.op("FSTORE", u.it.k)
    slot = Slot(u.slots())
    u.w.op("FSTORE", slot.k)
    if named:
        u.scope.put(name.strip(), slot)
    leads = _ranges(u, site, slot.k, _reach(u, expr))
    if u.rule is None and leads:
        names = tuple(name for name, _ in leads)
        ends = tuple(at for _, at in leads)
        u.w.out.sites.append(Site("roll", site.span, begin, names, names[:1], leads=ends))


def by(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    expr = u.parse(rest)
    if expr is None:
        return
    slot = u.slots()
    expressions.value(u, expr)
    u.w.op("DUP")
    u.w.op("FSTORE", u.it.k)
    u.w.op("FSTORE", slot)
    _ranges(u, site, slot, None)


def _reach(u: Unit, e: tree.Expr) -> tuple[int, int] | None:
    """The least and the greatest number that dice can come to; None where it is not constant."""
    match e:
        case tree.Dice(count=count, sides=sides):
            n, most = u.env.constant(count), u.env.constant(sides)
            return None if n is None or most is None else (n, n * most)
        case tree.Spread(low=low, high=high):
            a, b = u.env.constant(low), u.env.constant(high)
            return None if a is None or b is None else (a, b)
        case tree.Binary(op="+" | "-" | "*" as op, left=left, right=right):
            ours, theirs = _reach(u, left), _reach(u, right)
            if ours is None or theirs is None:
                return None
            ends = [
                x + y if op == "+" else x - y if op == "-" else x * y for x in ours for y in theirs
            ]
            return min(ends), max(ends)
        case _:
            number = u.env.constant(e)
            return None if number is None else (number, number)


def _ranges(
    u: Unit, site: tree.Directive, slot: int, reach: tuple[int, int] | None
) -> list[tuple[str, int]]:
    """`?` ranges, parity and `else` below a roll or `by`: each as written, and where its block
    begins; "" is where the number that fits none goes on."""

    things.bare(u, changed(site, cases=()))
    if not site.cases:
        return []
    _table(u, site, reach)
    end = Label()
    leads = []
    ways = []
    for case in site.cases:
        following, hit = Label(), Label()
        if case.kind in ("even", "odd"):
            u.w.op("FLOAD", slot)
            u.w.op("FLOAD", slot)
            u.w.num(2)
            u.w.op("DIVDOWN")
            u.w.num(2)
            u.w.op("MUL")
            u.w.op("SUB")
            u.w.num(0 if case.kind == "even" else 1)
            u.w.op("EQ")
            u.w.jump("JZ", following)
        elif case.kind != "else":
            if not case.ranges:
                for label in case.labels:
                    u.say("bad-directive", "range-wanted", label.span, name=label.text)
            for low, high in case.ranges:
                first, last = u.env.constant(low), u.env.constant(high)
                if low and high and first is not None and last is not None and first > last:
                    span = Span(low.span.start, high.span.end)
                    u.say("syntax", "range-backwards", span, low=last, high=first)
                miss = Label()
                for bound, op in ((low, "GE"), (high, "LE")):
                    if bound is not None:
                        u.w.op("FLOAD", slot)
                        expressions.value(u, bound)
                        u.w.op(op)
                        u.w.jump("JZ", miss)
                u.w.jump("JUMP", hit)
                u.w.put(miss)
            u.w.jump("JUMP", following)
        u.w.put(hit)
        said = ", ".join(label.text for label in case.labels) or u.env.translated(case.kind)
        leads.append((said, hit.at))
        ways.append(choices.flow_of(u, partial(blocks.nested, u, case.block)))
        u.w.jump("JUMP", end)
        u.w.put(following)
    u.w.put(end)
    bounds = [bound for c in site.cases for pair in c.ranges for bound in pair]
    open_ended = None in [low for c in site.cases for low, _ in c.ranges] and None in [
        high for c in site.cases for _, high in c.ranges
    ]
    whole = (reach is not None or open_ended) and not any(
        u.env.constant(bound) is None for bound in bounds if bound is not None
    )
    if site.cases[-1].kind != "else" and not (whole or _parities(site)):
        ways.append(())
    u.flow.append(Fork(tuple(ways), site.span))
    return [*leads, ("", end.at)]


def _parities(site: tree.Directive) -> bool:
    return {"even", "odd"} <= {case.kind for case in site.cases}


def _table(u: Unit, site: tree.Directive, reach: tuple[int, int] | None) -> None:
    """Gaps and overlaps between constant ranges."""
    spans: list[tuple[int, int, tree.Case]] = []
    low_end, high_end = reach if reach else (-(10**9), 10**9)
    for case in site.cases:
        if case.kind != "labels":
            return
        for low, high in case.ranges:
            a = low_end if low is None else u.env.constant(low)
            b = high_end if high is None else u.env.constant(high)
            if a is None or b is None:
                return
            spans.append((a, b, case))
    if not spans or site.cases[-1].kind == "else":
        return
    spans.sort(key=lambda s: (s[0], s[1]))
    for (_, b, _), (c, _, case) in pairwise(spans):
        if c <= b:
            u.say("table-overlap", "table-overlap", case.span, number=c)
            return
        if c > b + 1:
            u.say("table-gap", "table-gap", site.span, missing=_interval(b + 1, c - 1))
            return
    if reach is None:
        return
    if spans[0][0] > low_end:
        u.say("table-gap", "table-gap", site.span, missing=_interval(low_end, spans[0][0] - 1))
    elif max(b for _, b, _ in spans) < high_end:
        top = max(b for _, b, _ in spans)
        u.say("table-gap", "table-gap", site.span, missing=_interval(top + 1, high_end))


def _interval(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}..{high}"
