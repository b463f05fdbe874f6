"""One of the hero's things that is known only while the book is played."""

from __future__ import annotations

import re
from collections.abc import Callable

from gbk.bind.names import fold
from gbk.lower.code import Label
from gbk.lower.scope import Alias, Scope, Thing
from gbk.lower.unit import Unit
from gbk.model import tree


def thing(u: Unit, e: tree.Expr | None) -> tuple[str, Thing] | None:
    """The variable that an expression names, if it holds a thing."""
    if not isinstance(e, tree.Name):
        return None
    var = u.scope.find(e.text)
    return (e.text, var) if isinstance(var, Thing) else None


def named_in(u: Unit, text: str) -> tuple[str, Thing] | None:
    """A variable that holds a thing and is named in the words of an order."""
    words = fold(text)
    scope: Scope | None = u.scope
    while scope is not None:
        for name, var in scope.names.items():
            said = rf"(?<![\w.]){re.escape(name)}(?!\w)"
            if isinstance(var, Thing) and u.scope.find(name) is var and re.search(said, words):
                return name, var
        scope = scope.outer
    return None


def each(
    u: Unit, found: tuple[str, Thing], body: Callable[[], None], none: Callable[[], None]
) -> None:
    """Write `body` once for every thing of the book, with the variable standing for it; the
    machine goes where the number says. `none`: what is done where there is no thing."""
    name, var = found
    labels, end = [Label() for _ in u.env.items], Label()
    u.w.op("FLOAD", var.k)
    u.w.switch(labels)
    none()
    u.w.jump("JUMP", end)
    for label, item in zip(labels, u.env.items, strict=True):
        u.w.put(label)
        outer, u.scope = u.scope, u.scope.inner()
        u.scope.put(name, Alias(item.name))
        body()
        u.scope = outer
        u.w.jump("JUMP", end)
    u.w.put(end)
