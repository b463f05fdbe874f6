"""Things that the reader picks from a list: offers, picks, shops."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from gbk.bind import symbols
from gbk.lower import choices, expressions, numbers, outcomes, text, things
from gbk.lower.code import Label
from gbk.lower.unit import Unit
from gbk.model import tree


def choice_list(u: Unit, part: tree.Slice) -> tuple[str, tree.Slice, list[tree.Slice]] | None:
    """`2 of (a, b)`, `up to 2 of (a, b)`: the word before ("" or "up to"), the number's
    slice, the names; None where it is no such list."""
    up_to, of = u.env.pattern("part", "upto"), u.env.pattern("reserved", "of")
    found = re.match(rf"^({up_to} )?(.+?) {of} \((.*)\)$", part.text, re.IGNORECASE)
    if found is None:
        return None
    return (
        found.group(1) or "",
        things.slice_of(part, found.start(2), found.end(2)),
        things.split_commas(things.slice_of(part, found.start(3), found.end(3))),
    )


Option = tuple[str, Callable[[Label], None], Callable[[], None]]


def _pick(
    u: Unit,
    options: list[Option],
    limit: int,
    leave: bool,
    ask: Callable[[], None],
    end: Label,
) -> None:
    """A menu again and again: each option with its guard and what it does. `limit`: frame slot
    that counts down, or -1."""
    again = Label()
    u.w.put(again)
    if limit >= 0:
        u.w.op("FLOAD", limit)
        u.w.num(0)
        u.w.op("GT")
        u.w.jump("JZ", end)
    u.w.op("MENU", 2)
    ask()
    some = u.slots()
    u.w.num(0)
    u.w.op("FSTORE", some)
    for number, (words, guard, _) in enumerate(options):
        closed = Label()
        guard(closed)
        u.w.num(number)
        u.w.op("OPTION")
        u.w.op("TEXT", u.w.string(words))
        u.w.num(1)
        u.w.op("FSTORE", some)
        u.w.put(closed)
    if leave:
        none = Label()
        u.w.op("FLOAD", some)
        u.w.jump("JZ", none)
        u.w.num(len(options))
        u.w.op("OPTION")
        u.w.op("TEXT", u.w.string(u.compiler.word("leave")))
        u.w.put(none)
    u.w.op("CHOOSE")
    labels = [Label() for _ in options]
    u.w.switch(labels)
    u.w.jump("JUMP", end)
    for label, (_, _, action) in zip(labels, options, strict=True):
        u.w.put(label)
        action()
        if limit >= 0:
            u.w.op("FLOAD", limit)
            u.w.num(1)
            u.w.op("SUB")
            u.w.op("FSTORE", limit)
        u.w.jump("JUMP", again)


def _word(u: Unit, key: str) -> None:
    u.w.op("TEXT", u.w.string(u.compiler.word(key)))


def offer(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    things.bare(u, site)
    parts = [rest, *site.order.parts]
    again = u.env.word("part", parts[-1].text) == "again"
    if again:
        parts.pop()
    limit = -1
    listed = choice_list(u, parts[0]) if parts else None
    if listed is not None:
        parts = listed[2]
        count = u.parse(listed[1])
        limit = u.slots()
        if count is not None:
            expressions.value(u, count)
            u.w.op("FSTORE", limit)
    end = Label()
    made = u.own("offer")
    if not again:
        u.w.op_ref("LOAD", made)
        u.w.op("NOT")
        u.w.jump("JZ", end)
    options: list[Option] = []
    for part in parts:
        found = things.item_named(u, part)
        if found is None:
            continue
        amount, item = found
        u.use("item", item.name, "get", part.span)
        left = u.slots()
        if amount is None:
            u.w.num(1)
        else:
            expressions.value(u, amount)
        u.w.op("FSTORE", left)

        def guard(closed: Label, left: int = left) -> None:
            u.w.op("FLOAD", left)
            u.w.num(0)
            u.w.op("GT")
            u.w.jump("JZ", closed)

        def action(left: int = left, item: symbols.Item = item) -> None:
            things.receive(u, item, lambda: u.w.num(1))
            u.w.op("FLOAD", left)
            u.w.num(1)
            u.w.op("SUB")
            u.w.op("FSTORE", left)

        options.append((item.name, guard, action))
    done = Label()
    _pick(u, options, limit, True, partial(_word, u, "what to take"), done)
    u.w.put(done)
    if not again:
        u.w.num(1)
        u.w.op_ref("STORE", made)
    u.w.put(end)


def choose(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    """`choose N of (…)`, `choose up to N of (…)`: the reader picks and has what he picks."""
    things.bare(u, site)
    listed = choice_list(u, rest)
    if listed is None:
        u.say("bad-directive", "choose-form", rest.span, found=rest.text)
        return
    count = u.parse(listed[1])
    if count is None:
        return
    limit = u.slots()
    expressions.value(u, count)
    u.w.op("FSTORE", limit)
    options: list[Option] = []
    for part in listed[2]:
        _, found, name = things.amount_and_thing(u, part)
        if found is None:
            found = u.env.find(name.text)
        if not isinstance(found, symbols.Item | symbols.Codeword):
            u.say(
                "unknown-name",
                "no-such-item",
                name.span,
                name=name.text,
                near=u.env.near(name.text),
            )
            continue
        kind = "item" if isinstance(found, symbols.Item) else "codeword"
        u.use(kind, found.name, "get", part.span)

        def guard(closed: Label, found: symbols.Item | symbols.Codeword = found) -> None:
            u.w.op("LOAD", found.slot)
            u.w.op("NOT")
            u.w.jump("JZ", closed)

        def action(found: symbols.Item | symbols.Codeword = found) -> None:
            if isinstance(found, symbols.Item):
                things.receive(u, found, lambda: u.w.num(1))
            else:
                u.w.num(1)
                u.w.op("STORE", found.slot)

        options.append((found.name, guard, action))
    end = Label()
    asked = [partial(text.question, u, part) for part in site.order.parts[:1]]
    _pick(u, options, limit, bool(listed[0]), asked[0] if asked else lambda: None, end)
    u.w.put(end)


def drop_listed(u: Unit, listed: tuple[str, tree.Slice, list[tree.Slice]]) -> None:
    count = u.parse(listed[1])
    if count is None:
        return
    limit = u.slots()
    expressions.value(u, count)
    u.w.op("FSTORE", limit)
    options: list[Option] = []
    for part in listed[2]:
        found = things.item_named(u, part)
        if found is None:
            continue
        item = found[1]
        u.use("item", item.name, "look", part.span)

        def guard(closed: Label, item: symbols.Item = item) -> None:
            u.w.op("LOAD", item.slot)
            u.w.jump("JZ", closed)

        options.append((item.name, guard, partial(things.lose, u, item, partial(u.w.num, 1))))
    end = Label()
    _pick(u, options, limit, bool(listed[0]), partial(_word, u, "what to leave"), end)
    u.w.put(end)


def shop(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    """Buying and selling until the reader leaves."""
    options: list[Option] = []
    if not site.entries:
        u.say("bad-directive", "no-wares", site.order.span)
    for entry in site.entries:
        option = _ware(u, entry)
        if option is not None:
            options.append(option)
    end = Label()
    _pick(u, options, -1, True, partial(text.question, u, rest), end)
    u.w.put(end)


def _ware(u: Unit, entry: tree.Entry) -> Option | None:
    head = entry.order.head
    selling = re.match(rf"^{u.env.pattern('part', 'sell')}\s+", head.text, re.IGNORECASE)
    thing = things.slice_of(head, selling.end(), len(head.text)) if selling else head
    amount, found, name = things.amount_and_thing(u, thing)
    prices = [numbers.amount_and_place(u, part) for part in entry.order.parts]
    if found is None or isinstance(found, symbols.Codeword | symbols.Kind):
        u.say("unknown-name", "no-such-item", name.span, name=name.text, near=u.env.near(name.text))
        return None
    costs = [p for p in prices if p is not None]
    once = (
        u.own("once")
        if any(isinstance(t, tree.Mark) and t.kind == "once" for t in entry.terms)
        else None
    )
    if isinstance(found, symbols.Item):
        u.use("item", found.name, "look" if selling else "get", head.span)
    place = tree.Name(found.name, name.span)
    count: tree.Expr = amount if amount is not None else tree.Number(1, name.span)
    words = " ".join(
        [
            head.text,
            *(["—", ", ".join(p.text for p in entry.order.parts)] if entry.order.parts else []),
        ]
    )

    def guard(closed: Label) -> None:
        choices.guards(u, entry.terms, closed, once)
        for cost, stat in costs if not selling else []:
            expressions.value(u, stat)
            expressions.value(u, cost)
            u.w.op("GE")
            u.w.jump("JZ", closed)
        if selling:
            if isinstance(found, symbols.Item):
                u.w.op("LOAD", found.slot)
            else:
                expressions.value(u, place)
            expressions.value(u, count)
            u.w.op("GE")
            u.w.jump("JZ", closed)

    def action() -> None:
        choices.effects(u, entry.terms, once)
        for cost, stat in costs:
            numbers.change(u, "gain" if selling else "lose", cost, stat)
        if isinstance(found, symbols.Item):
            if selling:
                things.lose(u, found, lambda: expressions.value(u, count))
            else:
                things.receive(u, found, lambda: expressions.value(u, count))
        else:
            numbers.change(u, "lose" if selling else "gain", count, place)
        if u.rule is None:
            outcomes.die(u)

    return words, guard, action
