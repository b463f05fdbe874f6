"""Sets: going through their members, and asking the reader for some."""

from __future__ import annotations

from collections.abc import Callable

from gbk.bind import symbols
from gbk.bind.names import near
from gbk.lower import expressions
from gbk.lower.code import Label
from gbk.lower.scope import Alias, Members, Record, Slot, Thing
from gbk.lower.unit import Unit
from gbk.model import tree

Body = Callable[[], None]


def spread(e: tree.Expr) -> tree.Expr:
    """`1..n - 1` as a set: what is added to a range belongs to its end."""
    if isinstance(e, tree.Binary) and e.op in ("+", "-"):
        left = spread(e.left)
        if isinstance(left, tree.Spread):
            return tree.Spread(left.low, tree.Binary(e.op, left.high, e.right, e.span), e.span)
    return e


def each(
    u: Unit, variable: str, members: tree.Expr, condition: tree.Expr | None, body: Body
) -> bool:
    """Write a loop over a set: `body` writes what is done with each member that fits, with
    `variable` in scope. False (a finding said) where `members` is no set."""
    members = spread(members)
    outer, u.scope = u.scope, u.scope.inner()
    after = Label()

    def fitting() -> None:
        if condition is not None:
            expressions.unless(u, condition, after)
        body()

    found = _each(u, variable, members, fitting, after)
    u.scope = outer
    return found


def push(u: Unit, variable: str) -> None:
    """Push what a variable of a loop holds: a number, an address, the number of an item."""
    var = u.scope.find(variable)
    item = u.env.find(var.name) if isinstance(var, Alias) else None
    if isinstance(item, symbols.Item):
        u.w.num(item.number)
    else:
        assert isinstance(var, Slot | Record | Thing)
        u.w.op("FLOAD", var.k)


def of_items(u: Unit, e: tree.Expr) -> bool:
    """Whether a set is that of the hero's things."""
    return (
        isinstance(e, tree.Name)
        and u.env.word("part", e.text) == "items"
        and u.scope.find(e.text) is None
        and u.env.find(e.text) is None
    )


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
    if of_items(u, members):
        for item in u.env.items:
            u.use("item", item.name, "look", members.span)
            u.scope.put(variable, Alias(item.name))
            u.w.op("LOAD", item.slot)
            u.w.jump("JZ", after)
            body()
            u.w.put(after)
            after.at = -1
        return True
    called = members.text if isinstance(members, tree.Name) else ""
    var = u.scope.find(called)
    if isinstance(var, Members):
        _listed(u, variable, var, body, after)
        return True
    match expressions.symbol(u, called):
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
    u.say("unknown-name", "no-set", members.span, name=called, near=near(called, known))
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
    u.scope.put(variable, _member_of(var, slot))
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


def _member_of(var: Members, k: int) -> Slot | Record | Thing:
    if var.things:
        return Thing(k)
    return Record(k, var.layout) if var.layout else Slot(k, of_values=var.of_values)


def quantified(u: Unit, e: tree.Over) -> None:
    """`any`, `every`, `count`, `sum`: one number."""
    if e.kind == "count" and e.condition is None and isinstance(e.members, tree.Name):
        words = f"{e.variable} of {e.members.text}"
        if isinstance(u.env.find(words), symbols.Item):
            expressions.value(u, tree.Fact("count", tree.Name(words, e.span), None, e.span))
            return
    if of_items(u, e.members):
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
        u.use("item", item.name, "look", e.span)
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


def words_of(u: Unit, e: tree.Expr) -> tuple[str, ...] | None:
    """The members of the `values` that an expression is one of: a variable of them, a stat or an
    attribute that begins as one of them or is called like them."""
    named: symbols.Symbol | None = None
    first: tree.Expr | None = None
    if isinstance(e, tree.Name):
        var = u.scope.find(e.text)
        if isinstance(var, Slot):
            named = u.env.find(var.of_values)
        stat = expressions.symbol(u, e.text)
        first = stat.declared.value if isinstance(stat, symbols.Stat) else None
    elif isinstance(e, tree.Field):
        found = expressions.layout_of(u, e.owner)
        named = u.env.find(e.attribute)
        first = found[1].defaults.get(u.env.canonical(e.attribute)) if found else None
    if isinstance(first, tree.Name):
        grade = u.env.find(first.text)
        named = u.env.find(grade.of) if isinstance(grade, symbols.Grade) else named
    return named.members if isinstance(named, symbols.Values) else None


def say_one_of(u: Unit, names: tuple[str, ...]) -> None:
    """Pop a number from 0 and say the name with that number."""
    labels, end = [Label() for _ in names], Label()
    u.w.switch(labels)
    u.w.jump("JUMP", end)
    for one, word in zip(labels, names, strict=True):
        u.w.put(one)
        u.w.op("TEXT", u.w.string(u.env.translated(word)))
        u.w.jump("JUMP", end)
    u.w.put(end)


def member_var(u: Unit, members: tree.Expr, k: int) -> Slot | Record | Thing:
    """The variable that a member of this set is kept in."""
    if of_items(u, members):
        return Thing(k)
    if isinstance(members, tree.Name):
        var = u.scope.find(members.text)
        if isinstance(var, Members):
            return _member_of(var, k)
        found = expressions.symbol(u, members.text)
        if isinstance(found, symbols.Cast):
            return Record(k, found.layout)
        if isinstance(found, symbols.Values):
            return Slot(k, of_values=found.name)
        if isinstance(found, symbols.Stat):
            return Slot(k, of_values=found.members)
    return Slot(k)
