"""Declarations of a head, one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gbk.bind.env import Env
from gbk.bind.names import fold
from gbk.bind.symbols import (
    Cast,
    Foe,
    Formula,
    Grade,
    Kind,
    Layout,
    Rule,
    Stat,
    Table,
    Values,
    pattern_of,
)
from gbk.model import tree
from gbk.model.node import changed


def _stat(env: Env, d: tree.Stat, head: tree.Head, own: bool) -> None:
    old = env.find(d.name.name)
    if isinstance(old, Stat):
        merged = changed(
            old.declared,
            **{
                name: getattr(d, name)
                for name in (
                    "value",
                    "grades",
                    "low",
                    "high",
                    "dies_at",
                    "at",
                    "label",
                    "row",
                    "signs",
                )
                if getattr(d, name)
            },
            to_start=d.to_start or (old.to_start and d.high is None),
            hidden=d.hidden or old.declared.hidden,
        )
        if d.value is not None:
            old.source, old.offset = head.source, head.offset
        stat = old
        d = merged
    else:
        stat = Stat(d.name.name, len(env.stats), 0, -1, head.source, d, head.offset)
        env.stats.append(stat)
    env.put(d.name, stat, head, own)
    stat.declared = d
    stat.low, stat.high, stat.to_start = d.low, d.high, d.to_start
    stat.dies_at = d.dies_at
    stat.deadly = env.constant(d.dies_at) if d.dies_at is not None else None
    if d.dies_at is not None and stat.low is None:
        stat.low = d.dies_at
    stat.label = d.label
    least, most = env.constant(stat.low), env.constant(stat.high)
    if least is not None and most is not None and least > most:
        env.say("syntax", "bounds-crossed", head.source, head.offset, d.span, low=least, high=most)
    if d.row is not None:
        match d.row:
            case tree.Spread(low=low, high=high):
                first, last = env.constant(low), env.constant(high)
                if first is None or last is None or not 0 < last - first + 1 <= 1000:
                    env.say(
                        "syntax", "row-bounds", head.source, head.offset, d.span, name=d.name.name
                    )
                    first, last = 1, 1
                stat.first, stat.size = first, last - first + 1
            case tree.Name(text=text):
                values = env.find(text)
                if isinstance(values, Values):
                    stat.first, stat.size, stat.members = 1, len(values.members), values.name
                else:
                    env.say(
                        "unknown-name",
                        "unknown-name",
                        head.source,
                        head.offset,
                        d.row.span,
                        name=text,
                        near=env.near(text),
                    )
                    stat.size = 1
    if stat.slot == 0:
        stat.slot = env.allocate(max(1, stat.size))
        if not stat.size:
            stat.start = env.allocate(1)
    for value, grade in enumerate(d.grades):
        env.names.setdefault(fold(grade), Grade(grade, value, d.name.name))


def _kind(env: Env, d: tree.Kind, head: tree.Head, own: bool) -> None:
    name = env.kind_key(d.name.name)
    kind = env.kinds.setdefault(name, Kind(d.name.name))
    if d.limit is not None:
        kind.limit = _number(env, d.limit, head)
    if d.size_limit is not None:
        kind.size_limit = _number(env, d.size_limit, head)
    if fold(d.name.name) not in env.names:
        env.put(d.name, kind, head, own)


def _number(env: Env, expr: tree.Expr, head: tree.Head) -> int:
    value = env.constant(expr)
    if value is None:
        env.say("syntax", "number-wanted", head.source, head.offset, expr.span)
        return 0
    return value


def _thing(env: Env, d: tree.Thing, head: tree.Head, own: bool) -> None:
    item = env.item(d.name.name)
    env.put(d.name, item, head, own)
    item.tree = d if d.use is not None or d.modifiers or item.tree is None else item.tree
    for part in d.attributes:
        word = fold(part.text)
        kind = env.kind_key(word)
        if env.word("kind", word) or kind in env.kinds:
            item.kind = kind
        elif env.word("part", word) == "single":
            item.single = True
        else:
            name, _, number = word.rpartition(" ")
            if number.lstrip("-").isdigit() and name:
                item.attributes[env.canonical(name)] = int(number)
            else:
                item.attributes[env.canonical(word)] = 1


def _codeword(env: Env, d: tree.Codeword, head: tree.Head, own: bool) -> None:
    word = env.codeword(d.name.name)
    word.hidden = word.hidden or d.hidden
    env.put(d.name, word, head, own)


def _foe(env: Env, d: tree.Foe, head: tree.Head, own: bool) -> None:
    parts = tuple(p for p in d.attributes if env.word("part", p.text) != "lasting")
    lasting = len(parts) < len(d.attributes)
    foe = Foe(d.name.name, changed(d, attributes=parts), lasting, head.source, head.offset)
    for form in (d.name.name, *d.name.forms):
        env.foes[fold(form)] = foe


def _rule(env: Env, d: tree.RuleDef, head: tree.Head, own: bool) -> None:
    rule = Rule(
        pattern_of(d.pattern),
        d,
        head.source,
        head.offset,
        own,
        tuple(pattern_of(text) for _, text in d.also),
    )
    special = env.word("part", " ".join(rule.pattern))
    if special == "setup":
        env.setups.append(rule)
        return
    if special == "everyparagraph":
        env.every.append(rule)
        return
    shape = _shape(rule.pattern)
    env.rules = [other for other in env.rules if _shape(other.pattern) != shape]
    env.rules.append(rule)


def _shape(pattern: tuple[str, ...]) -> tuple[str, ...]:
    return tuple("{}" if word.startswith("{") else word for word in pattern)


def _table(env: Env, d: tree.Table, head: tree.Head, own: bool) -> None:
    env.put(
        d.name,
        Table(
            d.name.name,
            tuple(fold(row.text) for row, _ in d.rows),
            tuple(fold(column.text) for column in d.columns),
            tuple(cells for _, cells in d.rows),
        ),
        head,
        own,
    )


def _formula(env: Env, d: tree.Formula, head: tree.Head, own: bool) -> None:
    env.put(d.name, Formula(d.name.name, d), head, own)


def _values(env: Env, d: tree.Values, head: tree.Head, own: bool) -> None:
    env.put(d.name, Values(d.name.name, tuple(m.name for m in d.members)), head, own)
    for number, member in enumerate(d.members, 1):
        grade = Grade(member.name, number, d.name.name)
        for form in (member.name, *member.forms):
            env.names.setdefault(fold(form), grade)


def _row(env: Env, d: tree.Cast, row: tree.Expr, name: str, head: tree.Head) -> tuple[int, int]:
    """The first index of an attribute that is a row, and how many it has."""
    values = env.find(row.text) if isinstance(row, tree.Name) else None
    if isinstance(values, Values):
        return 1, len(values.members)
    if isinstance(row, tree.Spread):
        first, last = env.constant(row.low), env.constant(row.high)
        if first is not None and last is not None and 0 < last - first + 1 <= 100:
            return first, last - first + 1
    env.say("syntax", "row-bounds", head.source, head.offset, d.span, name=name)
    return 1, 1


def _cast(env: Env, d: tree.Cast, head: tree.Head, own: bool) -> None:
    layout = Layout("cast", {}, {})
    for name, row, default in d.each:
        length = 1
        if row is not None:
            first, length = _row(env, d, row, name, head)
            layout.rows[fold(name)] = (first, length)
        layout.offsets[fold(name)] = layout.size
        layout.defaults[fold(name)] = default
        layout.size += length
    names = [entry.order.head.text for entry in d.entries]
    block = env.allocate(1 + len(names))
    members: dict[str, int] = {}
    for name, entry in zip(names, d.entries, strict=True):
        if fold(name) in members:
            env.say("syntax", "name-twice", head.source, head.offset, entry.span, name=name)
        else:
            members[fold(name)] = env.allocate(layout.size)
    plural = fold(d.name.name)
    singular = plural[:-3] + "y" if plural.endswith("ies") else plural.removesuffix("s")
    env.put(
        d.name,
        Cast(d.name.name, singular, layout, block, members, d, head.offset, head.source),
        head,
        own,
    )


def _words(env: Env, d: tree.Words, head: tree.Head, own: bool) -> None:
    for english, forms in d.entries:
        for form in forms:
            env.english.setdefault(fold(form), fold(english))
        if d.language == env.language and forms:
            env.translations[fold(english)] = forms[0]


DECLARE: dict[type, Callable[[Env, Any, tree.Head, bool], None]] = {
    tree.Stat: _stat,
    tree.Kind: _kind,
    tree.Thing: _thing,
    tree.Codeword: _codeword,
    tree.Foe: _foe,
    tree.RuleDef: _rule,
    tree.Table: _table,
    tree.Formula: _formula,
    tree.Values: _values,
    tree.Cast: _cast,
    tree.Words: _words,
}
