"""Questions: typed answers and numbers."""

from __future__ import annotations

import re
from functools import partial

from gbk.lower import blocks, choices, expressions, text, things
from gbk.lower.code import Label
from gbk.lower.unit import Unit
from gbk.model import tree
from gbk.model.book import Fork
from gbk.model.program import NONE


def ask(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:

    answers = [
        (label.text.strip('"“”«»'), case)
        for case in site.cases
        if case.kind == "answers"
        for label in case.labels
    ]
    u.w.op("MENU", 2)
    text.question(u, rest)
    u.w.op("TYPE", len(answers), *[u.w.string(answer) for answer, _ in answers])
    u.w.op("FSTORE", u.it.k)
    which = u.slots()
    u.w.op("FSTORE", which)
    end = Label()
    ways = []
    u.w.op("FLOAD", which)
    labels = [Label() for _ in answers]
    u.w.switch(labels)
    open_ended = True
    for case in site.cases:
        if case.kind == "answers":
            continue
        following, hit = Label(), Label()
        for low, high in case.ranges:
            miss = Label()
            u.w.op("FLOAD", u.it.k)
            u.w.num(NONE)
            u.w.op("NE")
            u.w.jump("JZ", miss)
            for bound, op in ((low, "GE"), (high, "LE")):
                if bound is not None:
                    u.w.op("FLOAD", u.it.k)
                    expressions.value(u, bound)
                    u.w.op(op)
                    u.w.jump("JZ", miss)
            u.w.jump("JUMP", hit)
            u.w.put(miss)
        if case.kind == "else":
            open_ended = False
        else:
            if not case.ranges:
                u.say("bad-directive", "answer-wanted", case.span)
            u.w.jump("JUMP", following)
        u.w.put(hit)
        ways.append(choices.flow_of(u, partial(blocks.nested, u, case.block)))
        u.w.jump("JUMP", end)
        u.w.put(following)
    u.w.jump("JUMP", end)
    done: dict[int, Label] = {}
    for label, (_, case) in zip(labels, answers, strict=True):
        u.w.put(label)
        if id(case) in done:
            u.w.jump("JUMP", done[id(case)])
            continue
        done[id(case)] = Label()
        u.w.put(done[id(case)])
        ways.append(choices.flow_of(u, partial(blocks.nested, u, case.block)))
        u.w.jump("JUMP", end)
    u.w.put(end)
    if open_ended:
        ways.append(())
    u.flow.append(Fork(tuple(ways), site.span))


def choose_number(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    things.bare(u, site)
    found = re.match(
        rf"{u.env.pattern('part', 'from')} (.+) {u.env.pattern('part', 'to')} (.+)$", rest.text
    )
    if found is None:
        u.say("bad-directive", "choose-number-form", rest.span, found=rest.text)
        return
    low = u.parse(things.slice_of(rest, found.start(1), found.end(1)))
    high = u.parse(things.slice_of(rest, found.start(2), found.end(2)))
    if low is None or high is None:
        return
    u.w.op("MENU", 2)
    for part in site.order.parts[:1]:
        text.question(u, part)
    expressions.value(u, low)
    expressions.value(u, high)
    u.w.op("NUMBER")
    u.w.op("FSTORE", u.it.k)
