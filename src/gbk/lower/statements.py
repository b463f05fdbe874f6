"""Statements of rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from gbk.bind import symbols
from gbk.bind.names import fold, near
from gbk.lower import (
    blocks,
    calls,
    choices,
    choosing,
    directives,
    expressions,
    members,
    numbers,
    text,
)
from gbk.lower.code import Label
from gbk.lower.scope import Record, Row, Slot, Thing
from gbk.lower.unit import Loop, Unit
from gbk.model import tree
from gbk.model.book import Fork
from gbk.model.node import changed
from gbk.model.program import BLOCKS, NONE


def statement(u: Unit, item: object) -> None:
    """Write one statement."""
    _STATEMENT[type(item)](u, item)


def _variable(u: Unit, name: str) -> Slot:
    """The variable of that name, a new one where there is none."""
    var = u.scope.find(name)
    if isinstance(var, Slot) and var.k >= 0:
        return var
    var = Slot(u.slots())
    u.scope.put(name, var)
    return var


def _let(u: Unit, s: tree.Let) -> None:
    if s.row is not None:
        _let_row(u, s.name, s.row, lambda: expressions.value(u, s.value))
        return
    var: Slot | Record | Thing = Slot(u.slots())
    chosen = u.rule.chosen.get(fold(s.name)) if u.rule else None
    if chosen is not None:
        var = members.member_var(u, chosen, var.k)
    expressions.value(u, s.value)
    u.w.op("FSTORE", var.k)
    u.scope.put(s.name, var)


def _let_row(u: Unit, name: str, row: tree.Expr, push: Callable[[], None]) -> None:
    low = high = None
    if isinstance(row, tree.Spread):
        low, high = u.env.constant(row.low), u.env.constant(row.high)
    if low is None or high is None or not 0 < high - low + 1 <= 100:
        u.say("syntax", "row-bounds", row.span, name=name)
        low, high = 1, 1
    var = Row(u.slots(high - low + 1), low, high - low + 1)
    for k in range(var.k, var.k + var.size):
        push()
        u.w.op("FSTORE", k)
    u.scope.put(name, var)


def _assign(u: Unit, s: tree.Assign) -> None:
    if isinstance(s.to, tree.Name):
        known = u.scope.find(s.to.text)
        if known is None and expressions.symbol(u, s.to.text) is None:
            u.say(
                "unknown-name",
                "assigned-unknown",
                s.to.span,
                name=s.to.text,
                near=near(s.to.text, u.scope.names),
            )
            return
    to = numbers.target(u, s.to)
    if to is not None:
        to.low = None
        numbers.write(u, to, lambda: expressions.value(u, s.value))


def _roll(u: Unit, s: tree.Roll) -> None:
    """A chance that the reader sees: the dice, then what they come to under their name."""
    label = numbers.label_of(u, s.to)
    u.label = label
    if isinstance(s.to, tree.Index) and isinstance(s.to.at[0], tree.Spread):
        _roll_row(u, s, s.to)
        u.label = ""
        return
    if isinstance(s.to, tree.Name) and u.scope.find(s.to.text) is None:
        _variable(u, s.to.text)
    to = numbers.target(u, s.to)
    if to is None:
        u.label = ""
        return
    to.low = None

    def push() -> None:
        expressions.value(u, s.value)
        who(u, s.to)
        u.w.op("TOLD", u.w.string(label))
        u.w.op("DUP")
        u.w.op("FSTORE", u.it.k)

    numbers.write(u, to, push)
    u.label = ""


def who(u: Unit, to: tree.Expr) -> None:
    """Push the name of the record that rolls, or NONE for the hero."""
    found = expressions.layout_of(u, to.owner) if isinstance(to, tree.Field) else None
    if found is None:
        u.w.op("NUM", NONE)
        return
    expressions.record_address(u, found[0])
    u.w.op("PEEK")


def _roll_row(u: Unit, s: tree.Roll, to: tree.Index) -> None:
    var = u.scope.find(to.row.text) if isinstance(to.row, tree.Name) else None
    spread = to.at[0]
    assert isinstance(spread, tree.Spread)
    if var is None and isinstance(to.row, tree.Name) and expressions.symbol(u, to.row.text) is None:
        _let_row(u, to.row.text, spread, lambda: u.w.num(0))
    index = tree.Name("\x00i", s.span)
    members.each(
        u,
        "\x00i",
        spread,
        None,
        lambda: _roll(u, tree.Roll(tree.Index(to.row, (index,), to.span), s.value, s.span)),
    )


def _if(u: Unit, s: tree.If) -> None:
    end = Label()
    ways = []
    for condition, block in s.arms:
        following = Label()
        if condition is not None:
            expressions.unless(u, condition, following)
        ways.append(choices.flow_of(u, partial(blocks.nested, u, block)))
        u.w.jump("JUMP", end)
        u.w.put(following)
    u.w.put(end)
    if s.arms[-1][0] is not None:
        ways.append(())
    u.flow.append(Fork(tuple(ways), s.span))


def _while(u: Unit, s: tree.While) -> None:
    again, end = Label(), Label()
    if u.env.constant(s.condition) and _stays(u, s.block):
        u.say("endless", "endless-loop", s.condition.span)
    u.w.put(again)
    expressions.unless(u, s.condition, end)
    loops = u.rule.loops if u.rule else []
    loops.append(Loop(s.condition, u.scope))
    blocks.nested(u, s.block)
    loops.pop()
    u.w.jump("JUMP", again)
    u.w.put(end)


def _stays(u: Unit, block: tuple[tree.Item, ...]) -> bool:
    """Whether nothing in a block asks the reader, or leads out of it."""
    for item in block:
        match item:
            case tree.Let() | tree.Assign() | tree.Roll() | tree.Say() | tree.Draw():
                pass
            case tree.If(arms=arms):
                if not all(_stays(u, inner) for _, inner in arms):
                    return False
            case tree.While(block=inner) | tree.Repeat(block=inner) | tree.For(block=inner):
                if not _stays(u, inner):
                    return False
            case tree.Do(order=order) | tree.Directive(order=order):
                if directives.verb_of(u, order) not in ("gain", "lose", "set", "mark", "unmark"):
                    return False
            case _:
                return False
    return True


def _repeat(u: Unit, s: tree.Repeat) -> None:
    left = u.slots()
    again, end = Label(), Label()
    expressions.value(u, s.count)
    u.w.op("FSTORE", left)
    u.w.put(again)
    u.w.op("FLOAD", left)
    u.w.num(0)
    u.w.op("GT")
    u.w.jump("JZ", end)
    blocks.nested(u, s.block)
    u.w.op("FLOAD", left)
    u.w.num(1)
    u.w.op("SUB")
    u.w.op("FSTORE", left)
    u.w.jump("JUMP", again)
    u.w.put(end)


def _for(u: Unit, s: tree.For) -> None:
    members.each(u, s.variable, s.members, s.condition, lambda: blocks.nested(u, s.block))


def _choose(u: Unit, s: tree.Choose) -> None:
    choosing.choose(u, s)


def _decide(u: Unit, s: tree.Decide) -> None:
    s = changed(s, options=tuple(choices.settled(u, option) for option in s.options))
    end = Label()
    taken = [Label() for _ in s.options]
    onces = [
        u.own("once")
        if any(isinstance(t, tree.Mark) and t.kind == "once" for t in o.terms)
        else None
        for o in s.options
    ]
    u.w.op("MENU", 2)
    if s.reader is not None:
        _reader(u, s.reader)
    if s.question:
        text.quoted(u, s.question.text, s.question.span.start + 1)
    for number, option in enumerate(s.options):
        choices.option(u, number, option, onces[number])
    u.w.op("CHOOSE")
    u.w.switch(taken)
    u.w.jump("JUMP", end)
    ways = []
    for number, option in enumerate(s.options):
        u.w.put(taken[number])

        def body(number: int = number, option: tree.Choice = option) -> None:
            choices.effects(u, option.terms, onces[number])
            blocks.nested(u, option.block)
            if option.target is not None:
                choices.turn(u, option.target, 1)

        ways.append(choices.flow_of(u, body))
        u.w.jump("JUMP", end)
    u.w.put(end)
    u.flow.append(Fork(tuple(ways), s.span))


def _reader(u: Unit, name: tree.Name) -> None:
    """Say whose decision it is."""
    found = expressions.layout_of(u, name)
    if found is None:
        u.say("unknown-name", "no-foe-here", name.span, name=name.text, near="")
        return
    expressions.record_address(u, found[0])
    u.w.op("PEEK")
    u.w.op("NAME")
    u.w.op("TEXT", u.w.string(": "))


def _say(u: Unit, s: tree.Say) -> None:
    text.sentence(u, s.pieces)
    u.w.op("BREAK", BLOCKS.index("say"))


def _checkpoint(u: Unit, s: tree.Checkpoint) -> None:
    """Death first; then, if the loop goes on, the place's interrupts and choices; then death
    again, since they may have brought it."""
    rule = u.rule
    if rule is None:
        u.say("syntax", "rule-only", s.span, name="checkpoint")
        return
    skip = Label()
    if not s.before:
        u.w.op("ROUND")
    _dead(u)
    if rule.loops and not s.before:
        loop = rule.loops[-1]
        outer, u.scope = u.scope, loop.scope
        expressions.unless(u, loop.condition, skip)
        u.scope = outer
    u.w.op("YIELD")
    _dead(u)
    u.w.put(skip)


def _dead(u: Unit) -> None:
    if u.rule and u.rule.death and u.env.deadly:
        alive = Label()
        u.w.op("DEAD")
        u.w.jump("JZ", alive)
        u.w.jump("JUMP", u.rule.death)
        u.w.put(alive)


def _outcome(u: Unit, s: tree.Outcome) -> None:
    rule = u.rule
    if rule is None:
        u.say("syntax", "rule-only", s.span, name="outcome")
        return
    name = u.env.canonical(s.name)
    if name not in rule.outcomes:
        u.say(
            "unknown-name", "no-such-outcome", s.span, name=s.name, near=near(name, rule.outcomes)
        )
        return
    u.w.jump("JUMP", rule.exits[rule.outcomes.index(name)])


def _do(u: Unit, s: tree.Do) -> None:
    calls.order(u, s.order, tree.Directive(s.order, (), s.cases, (), (), s.span))


def _draw(u: Unit, s: tree.Draw) -> None:
    """A member of a row in proportion to its number, which is one less then; NONE if the
    row is empty."""
    row = s.row
    stat = expressions.symbol(u, row.text) if isinstance(row, tree.Name) else None
    if not isinstance(stat, symbols.Stat) or not stat.size:
        u.say("unknown-name", "no-row", row.span, name=getattr(row, "text", ""))
        return
    if isinstance(s.variable, tree.Name) and u.scope.find(s.variable.text) is None:
        u.scope.put(s.variable.text, Slot(u.slots(), of_values=stat.members))
    to = numbers.target(u, s.variable)
    if to is None:
        return
    to.low = None
    left, index = u.slots(), u.slots()
    end, again, here, none = Label(), Label(), Label(), Label()
    u.w.num(1)
    u.w.num(1)
    u.w.num(0)
    for k in range(stat.size):
        u.w.op("LOAD", stat.slot + k)
        u.w.op("ADD")
    u.w.op("DUP")
    u.w.jump("JZ", none)
    u.w.num(0)
    u.w.op("ROLL", u.w.string(""))
    u.w.op("FSTORE", left)
    u.w.num(-1)
    u.w.op("FSTORE", index)
    u.w.put(again)
    u.w.op("FLOAD", index)
    u.w.num(1)
    u.w.op("ADD")
    u.w.op("FSTORE", index)
    u.w.op("FLOAD", left)
    _at(u, stat.slot, index)
    u.w.op("PEEK")
    u.w.op("SUB")
    u.w.op("FSTORE", left)
    u.w.op("FLOAD", left)
    u.w.num(0)
    u.w.op("GT")
    u.w.jump("JZ", here)
    u.w.jump("JUMP", again)
    u.w.put(here)
    _at(u, stat.slot, index)
    _at(u, stat.slot, index)
    u.w.op("PEEK")
    u.w.num(1)
    u.w.op("SUB")
    u.w.op("POKE")

    def found() -> None:
        u.w.op("FLOAD", index)
        u.w.num(stat.first)
        u.w.op("ADD")

    numbers.write(u, to, found, bounded=False)
    u.w.jump("JUMP", end)
    u.w.put(none)
    for _ in range(3):
        u.w.op("DROP")
    numbers.write(u, to, lambda: u.w.num(NONE), bounded=False)
    u.w.put(end)


def _at(u: Unit, slot: int, index: int) -> None:
    u.w.num(slot)
    u.w.op("FLOAD", index)
    u.w.op("ADD")


_STATEMENT: dict[type, Callable[[Unit, Any], None]] = {
    tree.Let: _let,
    tree.Assign: _assign,
    tree.Roll: _roll,
    tree.If: _if,
    tree.While: _while,
    tree.Repeat: _repeat,
    tree.For: _for,
    tree.Choose: _choose,
    tree.Decide: _decide,
    tree.Say: _say,
    tree.Checkpoint: _checkpoint,
    tree.Outcome: _outcome,
    tree.Do: _do,
    tree.Draw: _draw,
}
