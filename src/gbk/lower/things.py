"""Things: taken, offered, dropped, put away, held, picked, bought."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from gbk.bind import symbols
from gbk.bind.names import fold, near
from gbk.lower import expressions, picks
from gbk.lower.code import Label
from gbk.lower.unit import Unit
from gbk.model import tree
from gbk.model.program import RULE_HEADER
from gbk.model.source import Span


def slice_of(part: tree.Slice, start: int, end: int) -> tree.Slice:
    text = part.text[start:end]
    left = len(text) - len(text.lstrip())
    at = part.span.start + start + left
    return tree.Slice(text.strip(), Span(at, at + len(text.strip())))


def split_commas(part: tree.Slice) -> list[tree.Slice]:
    out, start = [], 0
    for match in re.finditer(",", part.text):
        out.append(slice_of(part, start, match.start()))
        start = match.end()
    out.append(slice_of(part, start, len(part.text)))
    return [s for s in out if s.text]


def amount_and_thing(
    u: Unit, part: tree.Slice
) -> tuple[tree.Expr | None, symbols.Symbol | None, tree.Slice]:
    """`3 torch`, `(a + b) torch`, `torch`: the amount (None: one), what the name means."""
    whole = expressions.symbol(u, part.text.strip('"“”«»'))
    if isinstance(whole, symbols.Item | symbols.Codeword | symbols.Kind | symbols.Stat):
        return None, whole, part
    words = list(re.finditer(r"\([^()]*\)|\S+", part.text))
    for word in words[1:]:
        name = part.text[word.start() :].strip('"“”«»')
        found = expressions.symbol(u, name)
        if isinstance(found, symbols.Item | symbols.Codeword | symbols.Kind | symbols.Stat):
            amount = u.try_parse(slice_of(part, 0, word.start()))
            if amount is not None:
                return amount, found, slice_of(part, word.start(), len(part.text))
    return None, None, part


def item_named(u: Unit, part: tree.Slice) -> tuple[tree.Expr | None, symbols.Item] | None:
    amount, found, name = amount_and_thing(u, part)
    if isinstance(found, symbols.Item):
        return amount, found
    u.say(
        "unknown-name",
        "no-such-item",
        name.span,
        name=name.text,
        near=near(name.text, [item.name for item in u.env.items]),
    )
    return None


def bare(u: Unit, site: tree.Directive) -> None:
    """Say so where something stands below a directive that takes nothing."""
    children: tuple[tree.Entry | tree.Case | tree.When | tree.Choice, ...] = (
        *site.entries,
        *site.cases,
        *site.whens,
        *site.choices,
    )
    for child in children:
        u.say("bad-directive", "nothing-below", child.span, name=site.order.head.text.split(" ")[0])


def push_amount(u: Unit, amount: tree.Expr | None) -> None:
    """Push so many; one where nothing is said."""
    if amount is None:
        u.w.num(1)
    else:
        expressions.value(u, amount)


def take(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    bare(u, site)
    for part in (rest, *site.order.parts):
        found = item_named(u, part)
        if found is not None:
            u.use("item", found[1].name, "get", part.span)
            amount = found[0]
            receive(u, found[1], partial(push_amount, u, amount))


def receive(u: Unit, item: symbols.Item, push: Callable[[], object]) -> None:
    """The hero gets so many of a thing; where its kind has a limit, a routine asks for room."""
    if limited(u, item):
        frame = u.compiler.take_frame(item)
        base = u.slots(frame)
        push()
        u.w.op("FSTORE", base + RULE_HEADER)
        u.w.call(("take", item.name), base, None)
    elif item.single:
        u.w.num(1)
        u.w.op("STORE", item.slot)
    else:
        u.w.op("LOAD", item.slot)
        push()
        u.w.num(0)
        u.w.op("MAX")
        u.w.op("ADD")
        u.w.op("STORE", item.slot)


def limited(u: Unit, item: symbols.Item) -> bool:
    kind = u.env.kinds.get(item.kind)
    return (
        item.kind != "condition" and kind is not None and (kind.limit >= 0 or kind.size_limit >= 0)
    )


def take_routine(u: Unit, item: symbols.Item) -> None:
    """The code of ("take", item): its parameter says how many. One at a time: where there is
    no room the reader says what to leave, the new thing among them."""
    kind = u.env.kinds[item.kind]
    mates = [i for i in u.env.items if i.kind == item.kind]
    left = u.slots()
    again, end, room, ask = Label(), Label(), Label(), Label()
    u.w.put(again)
    u.w.op("FLOAD", left)
    u.w.num(0)
    u.w.op("GT")
    u.w.jump("JZ", end)
    u.w.op("FLOAD", left)
    u.w.num(1)
    u.w.op("SUB")
    u.w.op("FSTORE", left)
    if item.single:
        u.w.op("LOAD", item.slot)
        u.w.op("NOT")
        u.w.jump("JZ", again)
    u.w.put(ask)
    for limit, size in (
        (kind.limit, lambda i: 1),
        (kind.size_limit, lambda i: i.attributes.get("size", 1)),
    ):
        if limit < 0:
            continue
        u.w.num(size(item))
        for mate in mates:
            u.w.op("LOAD", mate.slot)
            u.w.num(size(mate))
            u.w.op("MUL")
            u.w.op("ADD")
        u.w.num(limit)
        u.w.op("LE")
        u.w.jump("JZ", room)
    u.w.op("LOAD", item.slot)
    u.w.num(1)
    u.w.op("ADD")
    u.w.op("STORE", item.slot)
    u.w.jump("JUMP", again)
    u.w.put(room)
    u.w.op("MENU", 0)
    u.w.op("TEXT", u.w.string(u.compiler.word("what to leave")))
    for mate in mates:
        closed = Label()
        if mate is not item:
            u.w.op("LOAD", mate.slot)
            u.w.jump("JZ", closed)
        u.w.num(mate.number)
        u.w.op("OPTION")
        u.w.op("TEXT", u.w.string(mate.name))
        u.w.put(closed)
    u.w.op("CHOOSE")
    labels = {mate.number: Label() for mate in mates if mate is not item}
    u.w.switch([labels.get(n, again) for n in range(len(u.env.items))])
    u.w.jump("JUMP", again)
    for mate in mates:
        if mate is not item:
            u.w.put(labels[mate.number])
            lose(u, mate, lambda: u.w.num(1))
            u.w.jump("JUMP", ask)
    u.w.put(end)


def lose(u: Unit, item: symbols.Item, push: Callable[[], object]) -> None:
    kept = Label()
    u.w.op("LOAD", item.slot)
    push()
    u.w.op("SUB")
    u.w.num(0)
    u.w.op("MAX")
    u.w.op("STORE", item.slot)
    if not u.env.holdable(item):
        return
    u.w.op("LOAD", item.slot)
    u.w.op("NOT")
    u.w.op("LOAD", u.env.wielded)
    u.w.num(item.number + 1)
    u.w.op("EQ")
    u.w.op("AND")
    u.w.jump("JZ", kept)
    u.w.num(0)
    u.w.op("STORE", u.env.wielded)
    u.w.put(kept)


# ---------------------------------------------------------------- lists that a reader picks from


"""What an option is called, its guard (jumps to the label if it is closed), what it does."""


def drop(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    bare(u, site)
    words = fold(rest.text).split()
    random = re.match(rf"^(.+?) (\S+) {u.env.pattern('part', 'random')}$", rest.text)
    if words and u.env.word("part", words[0]) == "all":
        kind = u.env.kind_key(" ".join(words[1:])) if len(words) > 1 else ""
        for item in u.env.items:
            if (item.kind == kind) if kind else item.kind != "condition":
                u.w.num(0)
                u.w.op("STORE", item.slot)
                if u.env.holdable(item):
                    lose(u, item, lambda: u.w.num(0))
        return
    if random is not None:
        _drop_random(u, slice_of(rest, 0, random.end(1)), u.env.kind_key(random.group(2)))
        return
    listed = picks.choice_list(u, rest)
    if listed is not None:
        picks.drop_listed(u, listed)
        return
    for part in (rest, *site.order.parts):
        found = item_named(u, part)
        if found is not None:
            amount = found[0]
            lose(u, found[1], partial(push_amount, u, amount))


def _drop_random(u: Unit, amount: tree.Slice, kind: str) -> None:
    """Each thing of the kind alike, one after another."""
    count = u.parse(amount)
    if count is None:
        return
    items = [item for item in u.env.items if item.kind == kind]
    left, pick = u.slots(), u.slots()
    again, end = Label(), Label()
    expressions.value(u, count)
    u.w.op("FSTORE", left)
    u.w.put(again)
    u.w.op("FLOAD", left)
    u.w.num(0)
    u.w.op("GT")
    u.w.jump("JZ", end)
    u.w.num(0)
    for item in items:
        u.w.op("LOAD", item.slot)
        u.w.op("ADD")
    u.w.op("FSTORE", pick)
    u.w.op("FLOAD", pick)
    u.w.jump("JZ", end)
    u.w.num(1)
    u.w.num(1)
    u.w.op("FLOAD", pick)
    u.w.num(0)
    u.w.op("ROLL", u.w.string(""))
    u.w.op("FSTORE", pick)
    u.w.op("FLOAD", left)
    u.w.num(1)
    u.w.op("SUB")
    u.w.op("FSTORE", left)
    for item in items:
        following = Label()
        u.w.op("FLOAD", pick)
        u.w.op("LOAD", item.slot)
        u.w.op("LE")
        u.w.jump("JZ", following)
        lose(u, item, lambda: u.w.num(1))
        u.w.jump("JUMP", again)
        u.w.put(following)
        u.w.op("FLOAD", pick)
        u.w.op("LOAD", item.slot)
        u.w.op("SUB")
        u.w.op("FSTORE", pick)
    u.w.jump("JUMP", again)
    u.w.put(end)


def _places(u: Unit, rest: tree.Slice, word: str) -> tuple[list[symbols.Item], str] | None:
    """`all weapon in GAOL`: the things meant and the key of the place."""
    every, there = u.env.pattern("part", "all"), u.env.pattern("part", word)
    found = re.match(rf"^{every}(?: (.+?))? {there} (.+)$", rest.text, re.IGNORECASE)
    if found:
        kind = u.env.kind_key(found.group(1)) if found.group(1) else ""
        items = [i for i in u.env.items if (i.kind == kind if kind else i.kind != "condition")]
        return items, fold(found.group(2))
    one = re.match(rf"^(.+?) {there} (.+)$", rest.text, re.IGNORECASE)
    item = item_named(u, slice_of(rest, 0, one.end(1))) if one else None
    if one is None:
        u.say("bad-directive", "store-form", rest.span, found=rest.text)
    return ([item[1]], fold(one.group(2))) if one and item else None


def store(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    bare(u, site)
    found = _places(u, rest, "in")
    for item in found[0] if found else []:
        slot = ("store", found[1] if found else "", item.name)
        u.w.op_ref("LOAD", slot)
        u.w.op("LOAD", item.slot)
        u.w.op("ADD")
        u.w.op_ref("STORE", slot)
        u.w.num(0)
        u.w.op("STORE", item.slot)
        lose(u, item, lambda: u.w.num(0))


def fetch(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    bare(u, site)
    found = _places(u, rest, "from")
    for item in found[0] if found else []:
        slot = ("store", found[1] if found else "", item.name)
        receive(u, item, partial(u.w.op_ref, "LOAD", slot))
        u.w.num(0)
        u.w.op_ref("STORE", slot)


def wield(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    bare(u, site)
    found = item_named(u, rest)
    if found is None:
        return
    after = Label()
    u.w.op("LOAD", found[1].slot)
    u.w.jump("JZ", after)
    u.w.num(found[1].number + 1)
    u.w.op("STORE", u.env.wielded)
    u.w.put(after)


# ---------------------------------------------------------------- shops
