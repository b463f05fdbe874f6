"""Tables of numbers: a cell by its row and column."""

from __future__ import annotations

from gbk.bind import symbols
from gbk.lower import expressions
from gbk.lower.code import Label
from gbk.lower.unit import Unit
from gbk.model import tree
from gbk.model.program import NONE


def cell(u: Unit, table: symbols.Table, e: tree.Index) -> None:
    """A table is looked up by comparing headings, the last one standing for all beyond."""
    if len(e.at) != 2:
        u.say("syntax", "table-index", e.span, name=table.name)
        u.w.num(0)
        return
    _heading(u, table.rows, e.at[0])
    u.w.num(len(table.columns))
    u.w.op("MUL")
    _heading(u, table.columns, e.at[1])
    u.w.op("ADD")
    end = Label()
    cells = [cell for row in table.cells for cell in row]
    labels = [Label() for _ in cells]
    u.w.switch(labels)
    u.w.num(0)
    u.w.jump("JUMP", end)
    for label, cell in zip(labels, cells, strict=True):
        u.w.put(label)
        u.w.num(cell)
        u.w.jump("JUMP", end)
    u.w.put(end)


def _heading(u: Unit, headings: tuple[str, ...], at: tree.Expr) -> None:
    slot, end = u.slots(), Label()
    expressions.value(u, at)
    u.w.op("FSTORE", slot)
    for number, heading in enumerate(headings):
        after = Label()
        low, _, high = heading.partition("..")
        for bound, op in ((low, "GE" if high or ".." in heading else "EQ"), (high, "LE")):
            if not bound:
                continue
            u.w.op("FLOAD", slot)
            grade = u.env.find(bound)
            if isinstance(grade, symbols.Grade):
                u.w.num(grade.value)
            else:
                u.w.num(int(bound) if bound.lstrip("-").isdigit() else 0)
            u.w.op(op)
            u.w.jump("JZ", after)
        u.w.num(number)
        u.w.jump("JUMP", end)
        u.w.put(after)
    u.w.num(NONE)
    u.w.put(end)
