"""Directives that every book has (section 6 of the language), and the way to rules' own."""

from __future__ import annotations

import re
from collections.abc import Callable

from gbk.bind import symbols
from gbk.bind.names import fold, near
from gbk.lower import (
    asking,
    calls,
    choices,
    expressions,
    items,
    numbers,
    outcomes,
    patterns,
    picks,
    tables,
    text,
    things,
)
from gbk.lower.scope import Slot
from gbk.lower.unit import Unit
from gbk.model import tree
from gbk.model.book import Detour, Stop
from gbk.model.source import Span


def verb_of(u: Unit, order: tree.Order) -> str:
    """The canonical first words of an order that is one of the language's own, else ""."""
    return _verb(u, order.head.text)[0]


def _verb(u: Unit, head: str) -> tuple[str, int]:
    """The verb and where its arguments begin in `head`."""
    words = [(m.group(), m.start(), m.end()) for m in re.finditer(r"\S+", head)]
    for count in (3, 2, 1):
        if len(words) < count:
            continue
        said = fold(" ".join(w for w, _, _ in words[:count]))
        said = u.env.verbs.get(said, said)
        if said in VERBS:
            end = words[count - 1][2]
            return said, end + len(head[end:]) - len(head[end:].lstrip())
    return "", 0


def is_order(u: Unit, order: tree.Order) -> bool:
    """Whether words in braces are an order: they begin as a directive does."""
    head = order.head.text
    if _verb(u, head)[0]:
        return True
    first = fold(head.split(" ")[0]) if head else ""
    return any(
        pattern and pattern[0] == first and patterns.match(u, head) is not None
        for rule in u.env.rules
        for pattern in (rule.pattern, *rule.also)
    )


def inline(u: Unit, order: tree.Order, paying: bool = False) -> None:
    """An order in braces: in prose, or the effect of a choice (`paying`: `pay` may stand)."""
    directive(u, tree.Directive(order, (), (), (), (), order.span), paying)


def directive(u: Unit, site: tree.Directive, paying: bool = False) -> None:
    """Lower one directive with what stands below it."""
    head = site.order.head
    verb, at = _verb(u, head.text)
    if verb == "pay" and not paying:
        u.say("bad-directive", "pay-outside", site.order.span)
        return
    held = items.named_in(u, ", ".join([head.text, *(part.text for part in site.order.parts)]))
    if held is not None:
        items.each(u, held, lambda: directive(u, site, paying), lambda: None)
        return
    rule = patterns.match(u, head.text)
    if verb and (rule is None or (not rule[0].own and len(rule[0].literals) <= len(verb.split()))):
        rest = tree.Slice(head.text[at:], Span(head.span.start + at, head.span.end))
        if not rest.text.strip() and verb not in _ALONE:
            u.say("bad-directive", "nothing-named", head.span, name=head.text)
            return
        VERBS[verb](u, rest, site)
        return
    calls.order(u, site.order, site)


# ---------------------------------------------------------------- numbers


def _change(verb: str) -> Callable[[Unit, tree.Slice, tree.Directive], None]:
    def lower(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
        things.bare(u, site)
        pair = numbers.amount_and_place(u, rest)
        if pair is None:
            return
        numbers.change(u, verb, *pair)
        _deadly(u, pair[1])

    return lower


def _deadly(u: Unit, place: tree.Expr) -> None:
    if u.rule is not None:
        return
    stat = expressions.symbol(u, place.text) if isinstance(place, tree.Name) else None
    if isinstance(stat, symbols.Stat) and stat.deadly is not None:
        outcomes.die(u)


def _set(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    things.bare(u, site)
    cut = re.search(rf"\s{u.env.pattern('part', 'to')}\s|=", rest.text, re.IGNORECASE)
    if cut is None:
        u.say("bad-directive", "set-form", rest.span, found=rest.text)
        return
    place_slice = things.slice_of(rest, 0, cut.start())
    place = u.parse(place_slice)
    amount = u.parse(things.slice_of(rest, cut.end(), len(rest.text)))
    if place is None or amount is None:
        return
    numbers.change(u, "set", amount, place)
    _deadly(u, place)


def _restore(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    things.bare(u, site)
    stat = expressions.symbol(u, rest.text)
    if not isinstance(stat, symbols.Stat) or stat.start < 0:
        u.say(
            "unknown-name",
            "no-such-stat",
            rest.span,
            name=rest.text,
            near=near(rest.text, [s.name for s in u.env.stats]),
        )
        return
    u.w.op("LOAD", stat.start)
    u.w.op("STORE", stat.slot)


def price(u: Unit, order: tree.Order) -> tuple[tree.Expr, tree.Expr] | None:
    """Amount and stat of a `pay N STAT`."""
    head = order.head
    _, at = _verb(u, head.text)
    return numbers.amount_and_place(u, things.slice_of(head, at, len(head.text)))


def _pay(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    pair = numbers.amount_and_place(u, rest)
    if pair is not None:
        numbers.change(u, "lose", *pair)
        _deadly(u, pair[1])


def _let(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    name, equals, _ = rest.text.partition("=")
    if not equals:
        u.say("bad-directive", "let-form", rest.span, found=rest.text)
        return
    expr = u.parse(things.slice_of(rest, len(name) + 1, len(rest.text)))
    if expr is None:
        return
    slot = Slot(u.slots())
    expressions.value(u, expr)
    u.w.op("FSTORE", slot.k)
    u.scope.put(name.strip(), slot)


# ---------------------------------------------------------------- rolls and tables


# ---------------------------------------------------------------- marks, ways, ends


def _mark(number: int) -> Callable[[Unit, tree.Slice, tree.Directive], None]:
    def lower(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
        things.bare(u, site)
        word = expressions.symbol(u, rest.text.strip('"“”«»'))
        if not isinstance(word, symbols.Codeword):
            u.say(
                "unknown-name",
                "no-such-codeword",
                rest.span,
                name=rest.text,
                near=near(rest.text, [c.name for c in u.env.codewords]),
            )
            return
        if number:
            u.use("codeword", word.name, "get", rest.span)
        u.w.num(number)
        u.w.op("STORE", word.slot)

    return lower


def _visit(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    things.bare(u, site)
    cut = re.search(rf"\s{u.env.pattern('part', 'with')}\s", rest.text, re.IGNORECASE)
    if cut and choices.is_paragraph(u, rest.text):
        cut = None
    name = rest.text[: cut.start()] if cut else rest.text
    target = tree.Target("name", name.strip(), Span(rest.span.start, rest.span.start + len(name)))
    if cut:
        expr = u.parse(things.slice_of(rest, cut.end(), len(rest.text)))
        if expr is None:
            return
        expressions.value(u, expr)
    else:
        u.w.num(0)
    key = choices.key_of(u, target)
    u.w.op_ref("VISIT", ("paragraph", key))
    u.flow.append(Detour(key, site.span, visit=True))
    if u.rule is None:
        outcomes.die(u)


def _end(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    things.bare(u, site)
    whole = ", ".join(part.text for part in (rest, *site.order.parts))
    quoted = re.search(r"[\"“«](.*)[\"”»]", whole)
    words = whole[: quoted.start()] if quoted else whole
    if "," in words.strip().rstrip(","):
        u.say("bad-directive", "end-text", site.order.span, found=whole)
    kind = fold(words.strip().rstrip(","))
    kind = u.env.word("ending", kind) or kind
    said = text.end(u, quoted.group(1), rest.span.start + quoted.start(1)) if quoted else ""
    if kind == "death":
        if said:
            u.w.op("TEXT", u.w.string(said))
            u.w.op("BREAK", 0)
        u.w.op("DEATH")
    else:
        u.w.op("END", u.w.string(kind or "end"), u.w.string(said))
    u.flow.append(Stop(kind or "end", site.span))


def _on_death(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    things.bare(u, site)
    name = rest.text.removeprefix("->").strip()
    at = rest.span.end - len(name)
    key = choices.key_of(u, tree.Target("name", name, Span(at, rest.span.end)))
    u.w.out.features.add("bargains")
    u.w.op_ref("BARGAIN", ("paragraph", key))
    u.flow.append(Detour(key, site.span))


# ---------------------------------------------------------------- asking


_ALONE = ("ask", "end", "shop")
"""Verbs that need nothing behind them."""

Lower = Callable[[Unit, tree.Slice, tree.Directive], None]
VERBS: dict[str, Lower] = {
    "gain": _change("gain"),
    "lose": _change("lose"),
    "set": _set,
    "restore": _restore,
    "pay": _pay,
    "let": _let,
    "roll": tables.roll,
    "by": tables.by,
    "mark": _mark(1),
    "unmark": _mark(0),
    "visit": _visit,
    "end": _end,
    "on death": _on_death,
    "ask": asking.ask,
    "choose number": asking.choose_number,
    "take": things.take,
    "offer": picks.offer,
    "drop": things.drop,
    "store": things.store,
    "fetch": things.fetch,
    "wield": things.wield,
    "choose": picks.choose,
    "shop": picks.shop,
}
