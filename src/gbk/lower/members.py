"""Sets: going through their members, and asking the reader for some."""

from __future__ import annotations

from collections.abc import Callable

from gbk.bind import symbols
from gbk.bind.names import near
from gbk.lower import expressions
from gbk.lower.code import Label
from gbk.lower.scope import Alias, Members, Record, Slot
from gbk.lower.unit import Unit
from gbk.model import tree

Body = Callable[[], None]


def each(
    u: Unit, variable: str, members: tree.Expr, condition: tree.Expr | None, body: Body
) -> bool:
    """Write a loop over a set: `body` writes what is done with each member that fits, with
    `variable` in scope. False (a finding said) where `members` is no set."""
    outer, u.scope = u.scope, u.scope.inner()
    after = Label()

    def fitting() -> None:
        if condition is not None:
            expressions.unless(u, condition, after)
        body()

    found = _each(u, variable, members, fitting, after)
    u.scope = outer
    return found


def _each(u: Unit, variable: str, members: tree.Expr, body: Body, after: Label) -> bool:
    if isinstance(members, tree.Spread):
        low, high = u.slots(), u.slots()
        expressions.value(u, members.low)
        u.w.op("FSTORE", low)
        expressions.value(u, members.high)
        u.w.op("FSTORE", high)
        _count(
            u,
            variable,
            Slot(u.slots()),
            lambda: u.w.op("FLOAD", low),
            lambda: u.w.op("FLOAD", high),
            body,
            after,
        )
        return True
    text = members.text if isinstance(members, tree.Name) else ""
    var = u.scope.find(text)
    if isinstance(var, Members):
        _listed(u, variable, var, body, after)
        return True
    match expressions.symbol(u, text):
        case symbols.Values(name=name, members=names):
            _count(
                u,
                variable,
                Slot(u.slots(), of_values=name),
                lambda: u.w.num(1),
                lambda: u.w.num(len(names)),
                body,
                after,
            )
            return True
        case symbols.Cast() as cast:
            record = Record(u.slots(), cast.layout)
            u.scope.put(variable, record)
            for address in cast.members.values():
                # Each member's own copy of the body: casts are small and lasting.
                u.w.num(address)
                u.w.op("FSTORE", record.k)
                body()
                u.w.put(after)
                after.at = -1
            return True
        case symbols.Stat(size=size, first=first) as row if size:
            _count(
                u,
                variable,
                Slot(u.slots(), of_values=row.members),
                lambda: u.w.num(first),
                lambda: u.w.num(first + size - 1),
                body,
                after,
            )
            return True
    known = [n for n, v in u.scope.names.items() if isinstance(v, Members)]
    u.say("unknown-name", "no-set", members.span, name=text, near=near(text, known))
    return False


def _count(
    u: Unit, variable: str, slot: Slot, low: Body, high: Body, body: Body, after: Label
) -> None:
    u.scope.put(variable, slot)
    again, end = Label(), Label()
    low()
    u.w.op("FSTORE", slot.k)
    u.w.put(again)
    u.w.op("FLOAD", slot.k)
    high()
    u.w.op("LE")
    u.w.jump("JZ", end)
    body()
    u.w.put(after)
    u.w.op("FLOAD", slot.k)
    u.w.num(1)
    u.w.op("ADD")
    u.w.op("FSTORE", slot.k)
    u.w.jump("JUMP", again)
    u.w.put(end)


def _listed(u: Unit, variable: str, var: Members, body: Body, after: Label) -> None:
    """Through a list of records (or, with no layout, the numbers from `first`) by its mask."""
    index, slot = u.slots(), u.slots()
    again, end = Label(), Label()
    u.scope.put(
        variable, Record(slot, var.layout) if var.layout else Slot(slot, of_values=var.of_values)
    )
    u.w.num(0)
    u.w.op("FSTORE", index)
    u.w.put(again)
    u.w.op("FLOAD", index)
    if var.layout:
        u.w.op("FLOAD", var.k)
        u.w.op("PEEK")
    else:
        u.w.num(31)
    u.w.op("LT")
    u.w.jump("JZ", end)
    u.w.op("FLOAD", var.k + 1)
    u.w.op("FLOAD", index)
    u.w.op("BIT")
    u.w.jump("JZ", after)
    u.w.op("FLOAD", index)
    if var.layout:
        u.w.op("FLOAD", var.k)
        u.w.op("ADD")
        u.w.num(1)
        u.w.op("ADD")
        u.w.op("PEEK")
    else:
        u.w.num(var.first)
        u.w.op("ADD")
    u.w.op("FSTORE", slot)
    body()
    u.w.put(after)
    u.w.op("FLOAD", index)
    u.w.num(1)
    u.w.op("ADD")
    u.w.op("FSTORE", index)
    u.w.jump("JUMP", again)
    u.w.put(end)


def quantified(u: Unit, e: tree.Over) -> None:
    """`any`, `every`, `count`, `sum`: one number."""
    if isinstance(e.members, tree.Name) and e.members.text.casefold() in ("items", "предметы"):
        _items(u, e)
        return
    total = u.slots()
    u.w.num(1 if e.kind == "every" else 0)
    u.w.op("FSTORE", total)

    def body() -> None:
        if e.kind == "any":
            u.w.num(1)
        elif e.kind == "every":
            u.w.num(0)
        else:
            u.w.op("FLOAD", total)
            if e.kind == "sum" and e.value is not None:
                expressions.value(u, e.value)
            else:
                u.w.num(1)
            u.w.op("ADD")
        u.w.op("FSTORE", total)

    condition = e.condition
    if e.kind == "every":
        condition = (
            tree.Unary("not", condition, condition.span) if condition else tree.Truth(0, e.span)
        )
    each(u, e.variable, e.members, condition, body)
    u.w.op("FLOAD", total)


def _items(u: Unit, e: tree.Over) -> None:
    """Over the hero's things: each copy counts, with the item's own attributes."""
    total = u.slots()
    u.w.num(1 if e.kind == "every" else 0)
    u.w.op("FSTORE", total)
    for item in u.env.items:
        after = Label()
        u.w.op("LOAD", item.slot)
        u.w.jump("JZ", after)
        outer, u.scope = u.scope, u.scope.inner()
        u.scope.put(e.variable, Alias(item.name))
        if e.condition is not None:
            expressions.value(u, e.condition)
            if e.kind == "every":
                u.w.op("NOT")
            u.w.jump("JZ", after)
        if e.kind in ("any", "every"):
            u.w.num(1 if e.kind == "any" else 0)
        else:
            u.w.op("FLOAD", total)
            if e.kind == "sum" and e.value is not None:
                expressions.value(u, e.value)
            else:
                u.w.num(1)
            u.w.op("LOAD", item.slot)
            u.w.op("MUL")
            u.w.op("ADD")
        u.w.op("FSTORE", total)
        u.scope = outer
        u.w.put(after)
    u.w.op("FLOAD", total)


# ---------------------------------------------------------------- asking


def choose(u: Unit, e: tree.Choose) -> None:
    """`choose x of SET with COND, "…"`: one (not asked where only one fits, none: NONE);
    `choose 1..3 xs of …`: a set, one at a time with a "done"."""
    question = u.env.translated(e.question.text) if e.question else ""
    if e.low is None:
        _choose_one(u, e, question)
    else:
        _choose_several(u, e, question)


def _menu(u: Unit, flags: int, question: str) -> None:
    u.w.op("MENU", flags)
    if question:
        u.w.op("TEXT", u.w.string(question))


def label(u: Unit, variable: str) -> None:
    """Say what a member is: its name, its word, its number."""
    var = u.scope.find(variable)
    if isinstance(var, Record):
        u.w.op("FLOAD", var.k)
        u.w.op("PEEK")
        u.w.op("NAME")
    elif isinstance(var, Slot) and var.of_values:
        say_word(u, var)
    elif isinstance(var, Slot):
        u.w.op("FLOAD", var.k)
        u.w.op("VALUE", 0)


def say_word(u: Unit, var: Slot) -> None:
    """Say the word of a `values` member."""
    values = u.env.find(var.of_values)
    names = values.members if isinstance(values, symbols.Values) else ()
    u.w.op("FLOAD", var.k)
    u.w.num(1)
    u.w.op("SUB")
    say_one_of(u, names)


def say_one_of(u: Unit, names: tuple[str, ...]) -> None:
    """Pop a number from 0 and say the name with that number."""
    labels, end = [Label() for _ in names], Label()
    u.w.switch(labels)
    u.w.jump("JUMP", end)
    for one, text in zip(labels, names, strict=True):
        u.w.put(one)
        u.w.op("TEXT", u.w.string(u.env.translated(text)))
        u.w.jump("JUMP", end)
    u.w.put(end)


def member_var(u: Unit, members: tree.Expr, k: int) -> Slot | Record:
    """The variable that a member of this set is kept in."""
    if isinstance(members, tree.Name):
        var = u.scope.find(members.text)
        if isinstance(var, Members):
            return Record(k, var.layout) if var.layout else Slot(k, of_values=var.of_values)
        found = expressions.symbol(u, members.text)
        if isinstance(found, symbols.Cast):
            return Record(k, found.layout)
        if isinstance(found, symbols.Values):
            return Slot(k, of_values=found.name)
        if isinstance(found, symbols.Stat):
            return Slot(k, of_values=found.members)
    return Slot(k)


def _choose_one(u: Unit, e: tree.Choose, question: str) -> None:
    known = u.scope.find(e.variable)
    var = known if isinstance(known, Slot | Record) and known.k >= 0 else None
    fresh = member_var(u, e.members, var.k if var else u.slots())
    _menu(u, 1, question)

    def body() -> None:
        inside = u.scope.find(e.variable)
        assert isinstance(inside, Slot | Record)
        u.w.op("FLOAD", inside.k)
        u.w.op("OPTION")
        label(u, e.variable)

    each(u, e.variable, e.members, e.condition, body)
    u.w.op("CHOOSE")
    u.w.op("FSTORE", fresh.k)
    u.scope.put(e.variable, fresh)


def _choose_several(u: Unit, e: tree.Choose, question: str) -> None:
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
    _menu(u, 0, question)
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
        label(u, e.variable)
        u.w.put(skip)

    each(u, e.variable, e.members, e.condition, body)
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
    u.scope.put(e.variable, Members(k, layout, first, words))


def _domain(u: Unit, members: tree.Expr, k: int) -> tuple[symbols.Layout | None, int, str]:
    """What the bits of a chosen set stand for; its list's address is put into slot k."""
    if isinstance(members, tree.Spread):
        return None, u.env.constant(members.low) or 0, ""
    if isinstance(members, tree.Name):
        var = u.scope.find(members.text)
        if isinstance(var, Members):
            u.w.op("FLOAD", var.k)
            u.w.op("FSTORE", k)
            return var.layout, var.first, var.of_values
        found = expressions.symbol(u, members.text)
        if isinstance(found, symbols.Cast):
            u.w.num(found.block)
            u.w.op("FSTORE", k)
            return found.layout, 0, ""
        if isinstance(found, symbols.Values):
            return None, 1, found.name
    return None, 0, ""


def position(u: Unit, variable: str, layout: symbols.Layout | None, first: int, k: int) -> None:
    """Push the bit number of the member in `variable`."""
    var = u.scope.find(variable)
    assert isinstance(var, Slot | Record)
    u.w.op("FLOAD", var.k)
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
