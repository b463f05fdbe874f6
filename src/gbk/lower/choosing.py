"""Asking the reader for members of a set."""

from __future__ import annotations

from gbk.bind import symbols
from gbk.lower import expressions, members, text
from gbk.lower.code import Label
from gbk.lower.scope import Members, Record, Slot, Thing
from gbk.lower.unit import Unit
from gbk.model import tree

MOST_BITS = 31
"""So many members can be chosen from together."""


def choose(u: Unit, e: tree.Choose) -> None:
    """`choose x of SET with COND, "…"`: one (not asked where only one fits, none: NONE);
    `choose 1..3 xs of …`: a set, one at a time with a "done"."""
    if e.low is None:
        _choose_one(u, e)
    else:
        _choose_several(u, e)


def _menu(u: Unit, flags: int, question: tree.Quote | None) -> None:
    u.w.op("MENU", flags)
    if question is not None:
        text.quoted(u, question.text, question.span.start + 1)


def _choose_one(u: Unit, e: tree.Choose) -> None:
    known = u.scope.find(e.variable)
    var = known if isinstance(known, Slot | Record | Thing) and known.k >= 0 else None
    fresh = members.member_var(u, e.members, var.k if var else u.slots())
    _menu(u, 1, e.question)

    def body() -> None:
        members.push(u, e.variable)
        u.w.op("OPTION")
        text.shown(u, tree.Name(e.variable, e.span))

    members.each(u, e.variable, e.members, e.condition, body)
    u.w.op("CHOOSE")
    u.w.op("FSTORE", fresh.k)
    u.scope.put(e.variable, fresh)


def _choose_several(u: Unit, e: tree.Choose) -> None:
    """The set so far is a mask; each question offers those not yet in it."""
    k = u.slots(2)
    layout, first, words = _domain(u, e.members, k)
    taken, low, high, index = u.slots(), u.slots(), u.slots(), u.slots()
    again, end, ask = Label(), Label(), Label()
    for slot, bound in ((low, e.low), (high, e.high or e.low)):
        assert bound is not None
        expressions.value(u, bound)
        u.w.op("FSTORE", slot)
    for slot in (taken, k + 1):
        u.w.num(0)
        u.w.op("FSTORE", slot)
    u.w.put(again)
    u.w.op("FLOAD", taken)
    u.w.op("FLOAD", high)
    u.w.op("LT")
    u.w.jump("JZ", end)
    _menu(u, 1, e.question)
    u.w.num(-1)
    u.w.op("FSTORE", index)

    def body() -> None:
        u.w.op("FLOAD", k + 1)
        position(u, e.variable, layout, first, k)
        u.w.op("BIT")
        u.w.op("NOT")
        skip = Label()
        u.w.jump("JZ", skip)
        position(u, e.variable, layout, first, k)
        u.w.op("OPTION")
        text.shown(u, tree.Name(e.variable, e.span))
        u.w.put(skip)

    members.each(u, e.variable, e.members, e.condition, body)
    u.w.op("FLOAD", taken)
    u.w.op("FLOAD", low)
    u.w.op("GE")
    u.w.jump("JZ", ask)
    u.w.num(-1)
    u.w.op("OPTION")
    u.w.op("TEXT", u.w.string(u.compiler.word("done")))
    u.w.put(ask)
    u.w.op("CHOOSE")
    u.w.op("FSTORE", index)
    u.w.op("FLOAD", index)
    u.w.num(0)
    u.w.op("GE")
    u.w.jump("JZ", end)
    u.w.op("FLOAD", k + 1)
    u.w.op("FLOAD", index)
    u.w.op("SETBIT")
    u.w.op("FSTORE", k + 1)
    u.w.op("FLOAD", taken)
    u.w.num(1)
    u.w.op("ADD")
    u.w.op("FSTORE", taken)
    u.w.jump("JUMP", again)
    u.w.put(end)
    u.scope.put(e.variable, Members(k, layout, first, words, members.of_items(u, e.members)))


def _domain(u: Unit, of: tree.Expr, k: int) -> tuple[symbols.Layout | None, int, str]:
    """What the bits of a chosen set stand for; its list's address is put into slot k."""
    of = members.spread(of)
    if members.of_items(u, of) and len(u.env.items) > MOST_BITS:
        u.say("bad-directive", "too-many-entries", of.span, most=MOST_BITS)
    if isinstance(of, tree.Spread):
        return None, u.env.constant(of.low) or 0, ""
    if isinstance(of, tree.Name):
        var = u.scope.find(of.text)
        if isinstance(var, Members):
            u.w.op("FLOAD", var.k)
            u.w.op("FSTORE", k)
            return var.layout, var.first, var.of_values
        found = expressions.symbol(u, of.text)
        if isinstance(found, symbols.Cast):
            u.w.num(found.block)
            u.w.op("FSTORE", k)
            return found.layout, 0, ""
        if isinstance(found, symbols.Values):
            return None, 1, found.name
    return None, 0, ""


def position(u: Unit, variable: str, layout: symbols.Layout | None, first: int, k: int) -> None:
    """Push the bit number of the member in `variable`."""
    members.push(u, variable)
    if layout is None:
        u.w.num(first)
        u.w.op("SUB")
        return
    # Records of a list lie one after another, each `size` slots: the first one's address
    # stands behind the count.
    u.w.op("FLOAD", k)
    u.w.num(1)
    u.w.op("ADD")
    u.w.op("PEEK")
    u.w.op("SUB")
    u.w.num(layout.size)
    u.w.op("DIVDOWN")
