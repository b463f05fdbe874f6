"""Foes and other entries of a directive: their records and attributes."""

from __future__ import annotations

import re

from gbk.bind import symbols
from gbk.bind.names import fold, near, spaced
from gbk.bind.symbols import Layout
from gbk.lower import choices, expressions, members
from gbk.lower.code import Label
from gbk.lower.scope import Here, Members, Record, Scope
from gbk.lower.unit import Instance, Lasting, Unit
from gbk.model import tree
from gbk.model.source import Span

MOST_ENTRIES = 30


def code(u: Unit, expr: tree.Expr) -> None:
    """Push the address of code that computes the expression each time it is read."""
    start, after = Label(), Label()
    u.w.jump("CODE", start)
    u.w.jump("JUMP", after)
    u.w.put(start)
    expressions.value(u, expr)
    u.w.op("DONE")
    u.w.put(after)


def entries(
    u: Unit, instance: Instance, base: int, var: Members, piece: tree.Slice, site: tree.Directive
) -> dict[str, Record | Here]:
    handed = re.match(r"^(\w+) (?:of|из) (.+)$", piece.text)
    if (handed and u.rule is not None) or (
        piece.text and isinstance(u.scope.find(piece.text), Members)
    ):
        _hand_on(u, instance, base, var, piece)
        return {}
    listed: list[tuple[str, tree.Order, tuple[tree.Term, ...]]] = []
    if piece.text:
        listed.append((piece.text, site.order, ()))
    for entry in site.entries:
        listed.append((entry.order.head.text, entry.order, entry.terms))
    expanded: list[tuple[str, symbols.Foe | None, tree.Order, tuple[tree.Term, ...]]] = []
    for name, order, terms in listed:
        many = re.match(r"^(\d+) (.+)$", name)
        plain = spaced((many.group(2) if many else name).strip('"“”«»'))
        foe = u.env.foes.get(fold(plain))
        shown = foe.name if foe and fold(foe.name) == fold(plain) else plain
        count = int(many.group(1)) if many else 1
        for number in range(1, count + 1):
            expanded.append((f"{shown} {number}" if many else shown, foe, order, terms))
    if not expanded:
        u.say("bad-directive", "no-entries", site.order.head.span, name=instance.rule.name)
    if len(expanded) > MOST_ENTRIES:
        u.say("bad-directive", "too-many-entries", site.order.head.span, most=MOST_ENTRIES)
        expanded = expanded[:MOST_ENTRIES]
    layout = var.layout
    assert layout is not None
    block = u.slots(1 + len(expanded) + layout.size * len(expanded))
    records = [block + 1 + len(expanded) + number * layout.size for number in range(len(expanded))]
    u.w.num(len(expanded))
    u.w.op("FSTORE", block)
    u.w.num(0)
    u.w.op("FSTORE", base + var.k + 1)
    found: dict[str, Record | Here] = {}
    for number, (name, foe, order, terms) in enumerate(expanded):
        record = records[number]
        u.w.op("ADDR", record)
        u.w.op("FSTORE", block + 1 + number)
        u.w.op("STR", u.w.string(name))
        u.w.op("FSTORE", record)
        if foe is not None and foe.lasting:
            _lasting(u, instance, record, layout, name, foe, order)
        else:
            _attributes(u, instance, record, layout, name, foe, order)
        absent = Label()
        choices.guards(u, terms, absent, None)
        u.w.op("FLOAD", base + var.k + 1)
        u.w.num(number)
        u.w.op("SETBIT")
        u.w.op("FSTORE", base + var.k + 1)
        u.w.put(absent)
        found[name] = Here(record, layout)
    u.w.op("ADDR", block)
    u.w.op("FSTORE", base + var.k)
    return found


def _hand_on(u: Unit, instance: Instance, base: int, var: Members, piece: tree.Slice) -> None:
    """`do fight foe of foes with COND`: the same records, those of them that fit. What the
    called rule knows of them and the calling one does not gets its default."""
    expr = u.parse(
        tree.Slice(
            "count " + piece.text if " " in piece.text else f"count x of {piece.text}",
            Span(piece.span.start - 6, piece.span.end),
        )
    )
    if not isinstance(expr, tree.Over) or not isinstance(expr.members, tree.Name):
        return
    source = u.scope.find(expr.members.text)
    if not isinstance(source, Members):
        u.say("unknown-name", "no-set", piece.span, name=expr.members.text, near="")
        return
    u.w.op("FLOAD", source.k)
    u.w.op("FSTORE", base + var.k)
    u.w.num(0)
    u.w.op("FSTORE", base + var.k + 1)
    known = set(u.compiler.rule_attributes(u))

    def body() -> None:
        member = u.scope.find(expr.variable)
        assert isinstance(member, Record)
        u.w.op("FLOAD", base + var.k + 1)
        members.position(u, expr.variable, source.layout, source.first, source.k)
        u.w.op("SETBIT")
        u.w.op("FSTORE", base + var.k + 1)
        for attribute, default in _defaults(instance).items():
            if attribute in known or default is None or source.layout is None:
                continue
            u.w.op("FLOAD", member.k)
            u.w.num(source.layout.offsets[attribute])
            u.w.op("ADD")
            _attribute_value(u, attribute, default, Scope())
            u.w.op("POKE")

    members.each(u, expr.variable, expr.members, expr.condition, body)


def _defaults(instance: Instance) -> dict[str, tree.Expr | None]:
    return {fold(a): d for _, attributes in instance.rule.tree.records for a, d in attributes}


def _attribute_value(u: Unit, attribute: str, expr: tree.Expr, scope: Scope | None) -> None:
    outer = u.scope
    if scope is not None:
        u.scope = scope
    if attribute in u.env.dice_attributes:
        code(u, expr)
    else:
        expressions.value(u, expr)
    u.scope = outer


def _attributes(
    u: Unit,
    instance: Instance,
    record: int,
    layout: Layout,
    name: str,
    foe: symbols.Foe | None,
    order: tree.Order,
) -> None:
    given: dict[str, tuple[tree.Expr, Span]] = {}
    known = _defaults(instance)
    if foe is not None:
        for part in foe.tree.attributes:
            pair = split(u, part, known)
            if pair is not None:
                given[pair[0]] = (pair[1], part.span)
    own: set[str] = set()
    for part in order.parts:
        pair = split(u, part, known)
        if pair is None:
            if not _is_with(u, instance, part):
                words = part.text.split(" ")
                u.say(
                    "bad-directive",
                    "no-attribute",
                    part.span,
                    name=words[0],
                    owner=name,
                    near=near(words[0], [*known, *instance.withs]),
                )
            continue
        if pair[0] in own:
            u.say("bad-directive", "attribute-twice", part.span, name=pair[0])
        own.add(pair[0])
        given[pair[0]] = (pair[1], part.span)
    for attribute, default in known.items():
        if attribute in given:
            _attribute_value(u, attribute, given[attribute][0], None)
        elif default is not None:
            _attribute_value(u, attribute, default, Scope())
        else:
            u.say(
                "bad-directive",
                "attribute-missing",
                order.head.span,
                name=u.env.translated(attribute),
                owner=name,
                rule=instance.rule.name,
            )
            u.w.num(0)
        u.w.op("FSTORE", record + layout.offsets[attribute])


def _lasting(
    u: Unit,
    instance: Instance,
    record: int,
    layout: Layout,
    name: str,
    foe: symbols.Foe,
    order: tree.Order,
) -> None:
    """A foe whose wounds stay: once it was met its numbers come from the book's memory."""
    kept = Lasting(name, record, {a: layout.offsets[a] for a in _defaults(instance)})
    fresh, ready = Label(), Label()
    u.w.op_ref("LOAD", kept.slot("met"))
    u.w.jump("JZ", fresh)
    for attribute, offset in kept.offsets.items():
        u.w.op_ref("LOAD", kept.slot("has " + attribute))
        u.w.op("FSTORE", record + offset)
    u.w.jump("JUMP", ready)
    u.w.put(fresh)
    _attributes(u, instance, record, layout, name, foe, order)
    u.w.put(ready)
    u.lasting.append(kept)
    keep(u, [kept])


def keep(u: Unit, lasting: list[Lasting]) -> None:
    """Write the numbers of lasting foes back into the book's memory."""
    for foe in lasting:
        u.w.num(1)
        u.w.op_ref("STORE", foe.slot("met"))
        for attribute, offset in foe.offsets.items():
            u.w.op("FLOAD", foe.record + offset)
            u.w.op_ref("STORE", foe.slot("has " + attribute))


def split(u: Unit, part: tree.Slice, known: object) -> tuple[str, tree.Expr] | None:
    """`dexterity 8` as its attribute and value; None where it begins with no attribute."""
    words = part.text.split()
    for count in range(len(words), 0, -1):
        name = u.env.canonical(" ".join(words[:count]))
        if name not in known:  # type: ignore[operator]
            continue
        rest = " ".join(words[count:])
        if not rest:
            return name, tree.Truth(1, part.span)
        at = part.text.rfind(words[count]) if count == len(words) - 1 else part.text.find(rest)
        at = max(at, 0)
        expr = u.parse(tree.Slice(part.text[at:], Span(part.span.start + at, part.span.end)))
        return name, expr if expr is not None else tree.Number(0, part.span)
    return None


def _is_with(u: Unit, instance: Instance, part: tree.Slice) -> bool:
    words = part.text.split()
    return any(
        u.env.canonical(" ".join(words[:n])) in instance.withs for n in range(1, len(words) + 1)
    )


def withs(u: Unit, instance: Instance, base: int, site: tree.Directive) -> None:
    declared = {fold(name): default for name, default in instance.rule.tree.with_}
    given: dict[str, tree.Expr] = {}
    entries = any(isinstance(v, Members) for v in instance.parameters.values())
    for part in site.order.parts:
        pair = split(u, part, declared)
        if pair is not None:
            given[pair[0]] = pair[1]
        elif not entries or (site.entries and split(u, part, _defaults(instance)) is not None):
            words = part.text.split(" ")
            u.say(
                "bad-directive",
                "no-attribute",
                part.span,
                name=words[0],
                owner=instance.rule.name,
                near=near(words[0], declared),
            )
    for name, slot in instance.withs.items():
        default = declared[name]
        if name in given:
            expressions.value(u, given[name])
        elif default is not None:
            outer, u.scope = u.scope, Scope()
            expressions.value(u, default)
            u.scope = outer
        else:
            u.say(
                "bad-directive",
                "attribute-missing",
                site.order.head.span,
                name=u.env.translated(name),
                owner=instance.rule.name,
                rule=instance.rule.name,
            )
            u.w.num(0)
        u.w.op("FSTORE", base + slot.k)
