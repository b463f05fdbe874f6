"""Foes and other entries of a directive: their records and attributes."""

from __future__ import annotations

import re
from itertools import pairwise

from gbk.bind import symbols
from gbk.bind.names import fold, near, spaced
from gbk.bind.symbols import Layout
from gbk.lower import choices, choosing, expressions, members
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


Entry = tuple[str, symbols.Foe | None, tree.Order, tuple[tree.Term, ...]]


def entries(
    u: Unit, instance: Instance, base: int, var: Members, piece: tree.Slice, site: tree.Directive
) -> dict[str, Record | Here]:
    """Write the records of a set: the one that the order names, and its entry lines. Those that
    begin with the word of other records belong to their set."""
    handed = re.match(rf"^(\w+) {u.env.pattern('reserved', 'of')} (.+)$", piece.text)
    if (handed and u.rule is not None) or (
        piece.text and isinstance(u.scope.find(piece.text), Members)
    ):
        _hand_on(u, instance, base, var, piece)
        return {}
    layout = var.layout
    assert layout is not None
    expanded = _expanded(u, instance, layout.word, piece, site)
    parameter = next(name for name, other in instance.parameters.items() if other is var)
    if not expanded and "{" + parameter + "}" in instance.rule.pattern:
        u.say("bad-directive", "no-entries", site.order.head.span, name=instance.rule.name)
    if len(expanded) > MOST_ENTRIES:
        u.say("bad-directive", "too-many-entries", site.order.head.span, most=MOST_ENTRIES)
        expanded = expanded[:MOST_ENTRIES]
    block = u.slots(1 + len(expanded) + layout.size * len(expanded))
    records = [block + 1 + len(expanded) + number * layout.size for number in range(len(expanded))]
    u.w.num(len(expanded))
    u.w.op("FSTORE", block)
    u.w.num(0)
    u.w.op("FSTORE", base + var.k + 1)
    found: dict[str, Record | Here] = {}
    for number, (record, entry) in enumerate(zip(records, expanded, strict=True)):
        u.w.op("ADDR", record)
        u.w.op("FSTORE", block + 1 + number)
        found[entry[0]] = _record(u, instance, record, layout, entry)
        absent = Label()
        choices.guards(u, entry[3], absent, None)
        u.w.op("FLOAD", base + var.k + 1)
        u.w.num(number)
        u.w.op("SETBIT")
        u.w.op("FSTORE", base + var.k + 1)
        u.w.put(absent)
    u.w.op("ADDR", block)
    u.w.op("FSTORE", base + var.k)
    return found


def known(u: Unit, piece: tree.Slice) -> bool:
    """Whether a foe's name is that of a record which is there already."""
    owner = tree.Name(piece.text.strip('"“”«»'), piece.span)
    return fold(owner.text) not in u.env.foes and expressions.layout_of(u, owner) is not None


def single(
    u: Unit, instance: Instance, base: int, var: Record, piece: tree.Slice, site: tree.Directive
) -> dict[str, Record | Here]:
    """Write the record of a rule that takes one foe."""
    found = _expanded(u, instance, var.layout.word, piece, site)
    if not found:
        u.say("bad-directive", "no-entries", piece.span, name=instance.rule.name)
        return {}
    entry, *more = found
    if more:
        u.say("bad-directive", "nothing-below", more[0][2].span, name=instance.rule.name)
    record = u.slots(var.layout.size)
    here = _record(u, instance, record, var.layout, entry)
    u.w.op("ADDR", record)
    u.w.op("FSTORE", base + var.k)
    return {entry[0]: here}


def _expanded(
    u: Unit, instance: Instance, word: str, piece: tree.Slice, site: tree.Directive
) -> list[Entry]:
    """Every single record of the word's set: its shown name, its declaration, where its
    attributes stand, its guards. `3 Goblin` are three."""
    words = [u.env.canonical(other) for other, _ in instance.rule.tree.records]
    listed: list[tuple[str, tree.Order, tuple[tree.Term, ...]]] = []
    if piece.text:
        listed.append((piece.text, site.order, ()))
    taken = "foe" if "foe" in words or not words else words[0]
    for entry in site.entries:
        name = entry.order.head.text
        first, _, rest = name.partition(" ")
        said = u.env.canonical(first) if rest else ""
        if said in words and said != taken:
            name = rest
        else:
            said = taken
        if said == word:
            listed.append((name, entry.order, entry.terms))
    expanded: list[Entry] = []
    for name, order, terms in listed:
        many = re.match(r"^(\d+) (.+)$", name)
        plain = spaced((many.group(2) if many else name).strip('"“”«»'))
        foe = u.env.foes.get(fold(plain))
        shown = foe.name if foe else plain
        count = min(int(many.group(1)[:4]), MOST_ENTRIES + 1) if many else 1
        for number in range(1, count + 1):
            expanded.append((f"{shown} {number}" if many else shown, foe, order, terms))
    return expanded


def _record(u: Unit, instance: Instance, record: int, layout: Layout, entry: Entry) -> Here:
    name, foe, order, _ = entry
    u.w.op("STR", u.w.string(name))
    u.w.op("FSTORE", record)
    write = _lasting if foe is not None and foe.lasting else _attributes
    write(u, instance, record, layout, name, foe, order)
    return Here(record, layout)


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
    known = u.compiler.rule_attributes(u)

    def body() -> None:
        member = u.scope.find(expr.variable)
        assert isinstance(member, Record)
        u.w.op("FLOAD", base + var.k + 1)
        choosing.position(u, expr.variable, source.layout, source.first, source.k)
        u.w.op("SETBIT")
        u.w.op("FSTORE", base + var.k + 1)
        if source.layout is None:
            return
        for attribute, default in _defaults(u, instance, source.layout.word).items():
            if attribute in known or default is None:
                continue
            u.w.op("FLOAD", member.k)
            u.w.num(source.layout.offsets[attribute])
            u.w.op("ADD")
            _attribute_value(u, attribute, default, Scope())
            u.w.op("POKE")

    members.each(u, expr.variable, expr.members, expr.condition, body)


def _defaults(u: Unit, instance: Instance, word: str) -> dict[str, tree.Expr | None]:
    """The attributes that a rule knows of the records of a word."""
    return {
        fold(a): d
        for other, attributes in instance.rule.tree.records
        if u.env.canonical(other) == word
        for a, d in attributes
    }


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
    known = _defaults(u, instance, layout.word)
    right = _repaired(u, order, {*known, *instance.withs})
    if right:
        name = right.partition(",")[0]
        u.say("bad-directive", "attributes-commas", order.span, name=name, right=right)
        return
    if foe is not None:
        for part in foe.tree.attributes:
            pair = split(u, part, known)
            if pair is not None:
                given[pair[0]] = (pair[1], part.span)
    own: set[str] = set()
    misspelt: set[str] = set()
    for part in order.parts:
        pair = split(u, part, known)
        if pair is None:
            if not _is_with(u, instance, part):
                word = part.text.split(" ")[0]
                like = near(word, [*known, *instance.withs])
                misspelt.add(fold(like))
                u.say("bad-directive", "no-attribute", part.span, name=word, owner=name, near=like)
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
            if attribute not in misspelt:
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


def _repaired(u: Unit, order: tree.Order, known: set[str]) -> str:
    """The order with commas and without signs, where its attributes were written otherwise:
    `Troll dexterity 8 strength 14`, `Troll, strength = 14`; "" where they were not."""
    parts = []
    for part in (order.head, *order.parts):
        words = part.text.replace("=", " ").replace(":", " ").split()
        cuts = [n for n, word in enumerate(words) if u.env.canonical(word) in known]
        signed = re.match(r"[\w '’-]+?\s*[=:](?!=)", part.text) is not None
        numbered = [n for n in cuts if n + 1 < len(words) and words[n + 1].lstrip("-−").isdigit()]
        if not numbered or not (
            signed or len(numbered) > 1 or (part is order.head and numbered[0])
        ):
            parts.append((part.text, False))
            continue
        ends = [*numbered, len(words)]
        ahead = [" ".join(words[: ends[0]])] if ends[0] else []
        pieces = [" ".join(words[a:b]) for a, b in pairwise(ends)]
        parts.append((", ".join([*ahead, *pieces]), True))
    return ", ".join(text for text, _ in parts) if any(wrong for _, wrong in parts) else ""


def _lasting(
    u: Unit,
    instance: Instance,
    record: int,
    layout: Layout,
    name: str,
    foe: symbols.Foe | None,
    order: tree.Order,
) -> None:
    """A foe whose wounds stay: once it was met its numbers come from the book's memory."""
    assert foe is not None
    offsets = tuple(layout.offsets[a] for a in _defaults(u, instance, layout.word))
    kept = Lasting(name, record, foe.address, offsets)
    fresh, ready = Label(), Label()
    u.w.op_ref("LOAD", kept.met)
    u.w.jump("JZ", fresh)
    for offset in kept.offsets:
        u.w.op("LOAD", kept.address + offset)
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
        u.w.op_ref("STORE", foe.met)
        for offset in foe.offsets:
            u.w.op("FLOAD", foe.record + offset)
            u.w.op("STORE", foe.address + offset)


def first_numbers(u: Unit, foe: symbols.Foe) -> None:
    """What a foe whose wounds stay begins with, so that it can be asked about before it is met."""
    layout = u.compiler.layouts["foe"]
    u.source, u.offset = foe.source, foe.offset
    given = {}
    for part in foe.tree.attributes:
        pair = split(u, part, layout.offsets)
        if pair is not None:
            given[pair[0]] = pair[1]
    for attribute, offset in layout.offsets.items():
        expr = given.get(attribute, layout.defaults.get(attribute))
        if expr is not None and attribute not in u.env.dice_attributes:
            expressions.value(u, expr)
            u.w.op("STORE", foe.address + offset)


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


def _all_attributes(instance: Instance) -> set[str]:
    return {fold(a) for _, attributes in instance.rule.tree.records for a, _ in attributes}


def withs(u: Unit, instance: Instance, base: int, site: tree.Directive) -> None:
    declared = {fold(name): default for name, default in instance.rule.tree.with_}
    given: dict[str, tree.Expr] = {}
    entries = any(
        isinstance(v, Members) or (isinstance(v, Record) and name == "foe")
        for name, v in instance.parameters.items()
    )
    for part in site.order.parts:
        pair = split(u, part, declared)
        if pair is not None:
            given[pair[0]] = pair[1]
        elif not entries or (
            site.entries and split(u, part, _all_attributes(instance)) is not None
        ):
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
