"""What stands in a paragraph, an item's use or an outcome: line by line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from gbk.lower import choices, directives, expressions, statements, text
from gbk.lower.code import Label
from gbk.lower.unit import Unit
from gbk.model import tree
from gbk.model.book import Fork, Go


def block(u: Unit, items: tuple[tree.Item, ...]) -> None:
    """Write the items of a block in their order, names of its own in scope to its end."""
    outer, u.scope = u.scope, u.scope.inner() if u.rule else u.scope
    for item in items:
        _ITEM.get(type(item), statements.statement)(u, item)
    for name, var in u.scope.names.items():
        u.exports.setdefault(name, var)
    u.scope = outer


def nested(u: Unit, items: tuple[tree.Item, ...]) -> None:
    """A block that may not be reached: choices in it must be passed to be offered."""
    u.depth += 1
    block(u, items)
    u.depth -= 1


def _prose(u: Unit, item: tree.Prose) -> None:
    text.block(u, item)


def _picture(u: Unit, item: tree.Picture) -> None:
    u.picture(item.path, item.span)
    u.w.op("PICTURE", u.w.string(item.path), u.w.string(item.shows))


def _turn(u: Unit, item: tree.Turn) -> None:
    if u.env.watched and u.rule is None:
        u.w.op("LOOK")
    choices.turn(u, item.target, 0)
    u.flow.append(Go(choices.key_of(u, item.target), item.target.span))


def _choice(u: Unit, item: tree.Choice) -> None:
    choices.passed(u, item)


def _branch(u: Unit, item: tree.Branch) -> None:
    if all(arm.kind != "if" for arm in item.arms[1:]):
        _chain(u, item)
    else:
        _several(u, item)


def _chain(u: Unit, item: tree.Branch) -> None:
    """One `if` and what stands instead of it."""
    end = Label()
    ways = []
    for arm in item.arms:
        following = Label()
        if arm.condition is not None:
            expressions.unless(u, arm.condition, following)
        ways.append(choices.flow_of(u, partial(nested, u, arm.block)))
        if arm is not item.arms[-1]:
            u.w.jump("JUMP", end)
        u.w.put(following)
    u.w.put(end)
    if item.arms[-1].kind != "else":
        ways.append(())
    u.flow.append(Fork(tuple(ways), item.span))


def _several(u: Unit, item: tree.Branch) -> None:
    """Several that may all hold; `else` where none before did."""
    ran = u.slots()
    u.w.num(0)
    u.w.op("FSTORE", ran)
    flows = []
    for arm in item.arms:
        following = Label()
        if arm.kind != "if":
            u.w.op("FLOAD", ran)
            u.w.op("NOT")
            u.w.jump("JZ", following)
        if arm.condition is not None:
            expressions.unless(u, arm.condition, following)
        u.w.num(1)
        u.w.op("FSTORE", ran)
        flows.append(choices.flow_of(u, partial(nested, u, arm.block)))
        u.w.put(following)
    # A way for each arm that is the first to run; behind it any further `if` may run too.
    more = [Fork((flow, ()), arm.span) for arm, flow in zip(item.arms, flows, strict=True)]
    ways = [
        (*flow, *(more[k] for k in range(i + 1, len(flows)) if item.arms[k].kind == "if"))
        for i, flow in enumerate(flows)
    ]
    if item.arms[-1].kind != "else":
        ways.append(())
    u.flow.append(Fork(tuple(ways), item.span))


def _directive(u: Unit, item: tree.Directive) -> None:
    directives.directive(u, item)


def _broken(u: Unit, item: tree.Broken) -> None:
    u.flow.append(Fork(((), (Go("", item.span),)), item.span))
    if item.block:
        way = choices.flow_of(u, lambda: nested(u, item.block))
        u.flow.append(Fork((way, ()), item.span))


_ITEM: dict[type, Callable[[Unit, Any], None]] = {
    tree.Prose: _prose,
    tree.Picture: _picture,
    tree.Turn: _turn,
    tree.Choice: _choice,
    tree.Branch: _branch,
    tree.Directive: _directive,
    tree.Broken: _broken,
}
