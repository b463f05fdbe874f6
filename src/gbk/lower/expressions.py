"""Expressions: each leaves one number on the stack."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gbk.bind import symbols
from gbk.bind.names import fold, near
from gbk.lower import cells, facts, items, members
from gbk.lower.code import Label
from gbk.lower.scope import Alias, Here, Members, Record, Row, Slot, Text, Thing
from gbk.lower.unit import Unit
from gbk.model import tree
from gbk.model.program import MOST_DICE, NONE
from gbk.model.source import Span

_BINARY = {
    "+": "ADD",
    "-": "SUB",
    "*": "MUL",
    "=": "EQ",
    "!=": "NE",
    "<": "LT",
    "<=": "LE",
    ">": "GT",
    ">=": "GE",
    "and": "AND",
    "or": "OR",
}
_CALLS = {"min": "MIN", "max": "MAX", "round up": "DIVUP", "round down": "DIVDOWN"}


def value(u: Unit, e: tree.Expr) -> None:
    """Write the code that pushes the value of an expression."""
    held = items.thing(u, _asked(e))
    if held is not None:
        items.each(u, held, lambda: _VALUE[type(e)](u, e), lambda: u.w.num(NONE))
    else:
        _VALUE[type(e)](u, e)


def _asked(e: tree.Expr) -> tree.Expr | None:
    """What it is of which an expression asks something."""
    match e:
        case tree.Field(owner=owner):
            return owner
        case tree.Given(value=tree.Field(owner=owner)):
            return owner
        case tree.Fact(subject=subject):
            return subject
    return None


def unless(u: Unit, condition: tree.Expr, label: Label) -> None:
    """Write a jump to a label that is taken unless a condition holds. What stands behind an
    `and` is not looked at where what stands before it fails, unless it would throw dice."""
    if (
        isinstance(condition, tree.Binary)
        and condition.op == "and"
        and not _throws(condition.right)
    ):
        unless(u, condition.left, label)
        unless(u, condition.right, label)
    else:
        value(u, condition)
        u.w.jump("JZ", label)


def _throws(node: object) -> bool:
    """Whether dice are written anywhere in an expression."""
    if isinstance(node, tree.Dice):
        return True
    parts = (
        node if isinstance(node, tuple) else vars(node).values() if hasattr(node, "span") else ()
    )
    return any(_throws(part) for part in parts if not isinstance(part, int | str))


def _number(u: Unit, e: tree.Number | tree.Truth) -> None:
    u.w.num(e.value)


def _nothing(u: Unit, e: tree.Nothing) -> None:
    u.w.num(NONE)


def _it(u: Unit, e: tree.It) -> None:
    u.w.op("FLOAD", u.it.k)


def _quote(u: Unit, e: tree.Quote) -> None:
    if u.scope.find(e.text) or u.env.find(e.text):
        name(u, e.text, e.span)
    else:
        u.w.op("STR", u.w.string(u.env.translated(e.text)))


def _name(u: Unit, e: tree.Name) -> None:
    name(u, e.text, e.span)


def symbol(u: Unit, text: str) -> symbols.Symbol | None:
    """The book's symbol of that name, through parameters that stand for one."""
    var = u.scope.find(text)
    if isinstance(var, Alias):
        return u.env.find(var.name)
    return u.env.find(text) if var is None else None


def name(u: Unit, text: str, span: Span) -> None:
    """Push what a bare name means."""
    var = u.scope.find(text)
    if var is None:
        var = u.scope.find(u.env.canonical(text))
    match var:
        case Slot(k, evaluated):
            u.w.op("FLOAD", k)
            if evaluated:
                u.w.op("EVAL")
            return
        case Thing(k) | Text(k) | Record(k, _, -1):
            u.w.op("FLOAD", k)
            return
        case Record(_, _, address):
            u.w.num(address)
            return
        case Here(k, _):
            u.w.op("ADDR", k)
            return
        case Row() | Members():
            u.say("syntax", "row-alone", span, name=text)
            u.w.num(0)
            return
    found = symbol(u, text)
    match found:
        case symbols.Stat(size=0):
            if u.waiting is not None and found.number >= u.waiting.number:
                key = "stat-itself" if found is u.waiting else "stat-later"
                u.say("syntax", key, span, name=found.name)
            load_stat(u, found)
        case symbols.Stat() | symbols.Values() | symbols.Table():
            u.say("syntax", "row-alone", span, name=text)
            u.w.num(0)
        case symbols.Grade(value=number):
            u.w.num(number)
        case symbols.Item():
            u.say("unknown-name", "item-alone", span, name=text)
            u.w.num(0)
        case symbols.Codeword():
            u.say("unknown-name", "codeword-alone", span, name=text)
            u.w.num(0)
        case symbols.Formula():
            formula(u, found, (), span)
        case symbols.Kind() | symbols.Cast():
            u.say("unknown-name", "kind-alone", span, name=text)
            u.w.num(0)
        case None:
            _unknown(u, text, span)


def _unknown(u: Unit, text: str, span: Span) -> None:
    head, of, rest = fold(text).partition(" of ")
    fm = u.env.find(head) if of else None
    if isinstance(fm, symbols.Formula):
        formula(u, fm, (tree.Name(rest, span),), span)
        return
    cast = member(u, text)
    if cast is not None:
        u.w.num(cast[1])
        return
    known = [s.name for s in u.env.names.values()] + list(u.scope.names)
    u.say("unknown-name", "unknown-name", span, name=text, near=near(text, known))
    u.w.num(0)


def member(u: Unit, text: str) -> tuple[symbols.Cast, int] | None:
    """A member of a cast and its address."""
    key = fold(text)
    for cast in {id(s): s for s in u.env.names.values() if isinstance(s, symbols.Cast)}.values():
        if key in cast.members:
            return cast, cast.members[key]
    return None


def formula(u: Unit, fm: symbols.Formula, args: tuple[tree.Expr, ...], span: Span) -> None:
    """A formula is written out where it is read."""
    if len(args) != len(fm.tree.parameters):
        u.say("syntax", "formula-arguments", span, name=fm.name)
        u.w.num(0)
        return
    if u.depth > 32:
        u.say("syntax", "formula-circle", span, name=fm.name)
        u.w.num(0)
        return
    outer, u.scope = u.scope, u.scope.inner()
    for parameter, arg in zip(fm.tree.parameters, args, strict=True):
        var = outer.find(arg.text) if isinstance(arg, tree.Name) else None
        if var is None:
            var = Slot(u.slots())
            value(u, arg)
            u.w.op("FSTORE", var.k)
        u.scope.put(parameter, var)
    u.depth += 1
    value(u, fm.tree.value)
    u.depth -= 1
    u.scope = outer


def load_stat(u: Unit, stat: symbols.Stat) -> None:
    if stat.number in u.env.modified:
        u.w.op("STAT", stat.number)
    else:
        u.w.op("LOAD", stat.slot)


def _unary(u: Unit, e: tree.Unary) -> None:
    if e.op == "not":
        value(u, e.value)
        u.w.op("NOT")
    else:
        u.w.num(0)
        value(u, e.value)
        u.w.op("SUB")


def _binary(u: Unit, e: tree.Binary) -> None:
    value(u, e.left)
    value(u, e.right)
    u.w.op(_BINARY[e.op])


def _given(u: Unit, e: tree.Given) -> None:
    if isinstance(e.value, tree.Field) and isinstance(e.value.owner, tree.Name):
        item = symbol(u, e.value.owner.text)
        if isinstance(item, symbols.Item):
            known = u.env.canonical(e.value.attribute) in item.attributes
            u.w.num(int(known == e.given))
            return
    value(u, e.value)
    u.w.num(NONE)
    u.w.op("NE" if e.given else "EQ")


def _call(u: Unit, e: tree.Call) -> None:
    first, *rest = e.args
    if e.function.startswith("round") and u.env.constant(rest[0]) == 0:
        u.say("syntax", "divide-zero", rest[0].span)
    value(u, first)
    for arg in rest:
        value(u, arg)
        u.w.op(_CALLS[e.function])


def _dice(u: Unit, e: tree.Dice) -> None:
    count, sides = u.env.constant(e.count), u.env.constant(e.sides)
    if min(1 if n is None else n for n in (count, sides)) <= 0:
        u.say("syntax", "dice-none", e.span)
    elif count is not None and count > MOST_DICE:
        u.say("syntax", "dice-many", e.span, most=MOST_DICE)
    value(u, e.count)
    u.w.num(1)
    value(u, e.sides)
    u.w.num(0)
    u.w.op("ROLL", u.w.string(u.label))


def _spread(u: Unit, e: tree.Spread) -> None:
    u.w.num(1)
    value(u, e.low)
    value(u, e.high)
    u.w.num(0)
    u.w.op("ROLL", u.w.string(u.label))


# ---------------------------------------------------------------- records and rows


def layout_of(
    u: Unit, owner: tree.Name | tree.Quote | tree.Index
) -> tuple[Record | Here, symbols.Layout] | None:
    """The record that an owner names, with its layout."""
    if isinstance(owner, tree.Index):
        return None
    var = u.scope.find(owner.text)
    if isinstance(var, Record | Here):
        return var, var.layout
    found = member(u, owner.text)
    if found is not None:
        cast, address = found
        return Record(-1, cast.layout, address), cast.layout
    foe = u.env.foes.get(fold(owner.text))
    if foe is not None and foe.lasting:
        layout = u.compiler.layouts["foe"]
        return Record(-1, layout, foe.address), layout
    return None


def field_address(u: Unit, e: tree.Field) -> tuple[str, int] | None:
    """Where a field is: ("FLOAD", k), ("LOAD", g), or ("PEEK", 0) with its address pushed."""
    found = layout_of(u, e.owner)
    text = e.owner.text if not isinstance(e.owner, tree.Index) else ""
    if found is None:
        known = [n for n, v in u.scope.names.items() if isinstance(v, Record | Here)]
        u.say("unknown-name", "no-foe-here", e.span, name=text, near=near(text, known))
        return None
    record, layout = found
    attribute = u.env.canonical(e.attribute)
    offset = layout.offsets.get(attribute)
    if offset is None:
        u.say(
            "unknown-name",
            "no-attribute",
            e.span,
            name=e.attribute,
            owner=text,
            near=near(e.attribute, layout.offsets),
        )
        return None
    if isinstance(record, Here):
        return "FLOAD", record.k + offset
    if record.k < 0:
        return "LOAD", record.address + offset
    u.w.op("FLOAD", record.k)
    u.w.num(offset)
    u.w.op("ADD")
    return "PEEK", 0


def _field(u: Unit, e: tree.Field) -> None:
    if isinstance(e.owner, tree.Name):
        item = symbol(u, e.owner.text)
        if isinstance(item, symbols.Item):
            u.w.num(item.attributes.get(u.env.canonical(e.attribute), 0))
            return
    at = field_address(u, e)
    if at is None:
        u.w.num(0)
        return
    if at[0] == "PEEK":
        u.w.op("PEEK")
    else:
        u.w.op(*at)
    if u.env.canonical(e.attribute) in u.env.dice_attributes:
        u.w.op("EVAL")


def index_address(u: Unit, e: tree.Index) -> bool:
    """Push the address of a row's member; False (and nothing pushed) where there is no row."""
    first = 1
    if isinstance(e.row, tree.Field):
        found = layout_of(u, e.row.owner)
        attribute = u.env.canonical(e.row.attribute)
        if found is None or attribute not in found[1].rows:
            u.say("unknown-name", "no-row", e.span, name=e.row.attribute)
            return False
        record, layout = found
        first = layout.rows[attribute][0]
        record_address(u, record)
        u.w.num(layout.offsets[attribute] - first)
        u.w.op("ADD")
    else:
        var = u.scope.find(e.row.text)
        stat = symbol(u, e.row.text)
        if isinstance(var, Row):
            u.w.op("ADDR", var.k)
            u.w.num(-var.first)
            u.w.op("ADD")
        elif isinstance(stat, symbols.Stat) and stat.size:
            u.w.num(stat.slot - stat.first)
        else:
            u.say("unknown-name", "no-row", e.span, name=e.row.text, near=u.env.near(e.row.text))
            return False
    value(u, e.at[0])
    u.w.op("ADD")
    return True


def record_address(u: Unit, record: Record | Here) -> None:
    if isinstance(record, Here):
        u.w.op("ADDR", record.k)
    elif record.k < 0:
        u.w.num(record.address)
    else:
        u.w.op("FLOAD", record.k)


def _index(u: Unit, e: tree.Index) -> None:
    table = symbol(u, e.row.text) if isinstance(e.row, tree.Name) else None
    if isinstance(table, symbols.Table):
        cells.cell(u, table, e)
    elif isinstance(table, symbols.Formula):
        formula(u, table, e.at, e.span)
    elif index_address(u, e):
        u.w.op("PEEK")
    else:
        u.w.num(0)


# ---------------------------------------------------------------- facts


def _over(u: Unit, e: tree.Over) -> None:
    members.quantified(u, e)


_VALUE: dict[type, Callable[[Unit, Any], None]] = {
    tree.Number: _number,
    tree.Truth: _number,
    tree.Nothing: _nothing,
    tree.It: _it,
    tree.Quote: _quote,
    tree.Name: _name,
    tree.Dice: _dice,
    tree.Spread: _spread,
    tree.Unary: _unary,
    tree.Binary: _binary,
    tree.Given: _given,
    tree.Call: _call,
    tree.Field: _field,
    tree.Index: _index,
    tree.Fact: facts.fact,
    tree.AtLeast: facts.at_least,
    tree.Over: _over,
}
