"""Directives that every book has (section 6 of the language), and the way to rules' own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise

from gbk.bind import symbols
from gbk.bind.names import fold, near
from gbk.lower import calls, choices, expressions, numbers, things
from gbk.lower.code import Label
from gbk.lower.scope import Slot
from gbk.lower.unit import Unit
from gbk.model import tree
from gbk.model.book import Detour, Fork, Stop
from gbk.model.program import NONE
from gbk.model.source import Span

ENDINGS = {"победа": "victory", "поражение": "defeat", "смерть": "death"}


def verb_of(u: Unit, order: tree.Order) -> str:
    """The canonical first words of an order that is one of the language's own, else ""."""
    return _verb(u, order.head.text)[0]


def _verb(u: Unit, head: str) -> tuple[str, int]:
    """The verb and where its arguments begin in `head`."""
    words = [(m.group(), m.start(), m.end()) for m in re.finditer(r"\S+", head)]
    for count in (2, 1):
        if len(words) < count:
            continue
        said = fold(" ".join(w for w, _, _ in words[:count]))
        said = u.env.verbs.get(said, said)
        if said in _VERBS:
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
        pattern and pattern[0] == first and calls.match(u, head) is not None
        for rule in u.env.rules
        for pattern in (rule.pattern, *rule.also)
    )


def inline(u: Unit, order: tree.Order, paying: bool = False) -> None:
    """An order in braces: in prose, or the effect of a choice (`paying`: `pay` may stand)."""
    site = tree.Directive(order, (), (), (), (), order.span)
    if verb_of(u, order) == "pay" and not paying:
        u.say("bad-directive", "pay-outside", order.span)
        return
    directive(u, site)


def directive(u: Unit, site: tree.Directive) -> None:
    """Lower one directive with what stands below it."""
    head = site.order.head
    verb, at = _verb(u, head.text)
    rule = calls.match(u, head.text)
    if verb and (rule is None or (not rule[0].own and len(rule[0].literals) <= len(verb.split()))):
        rest = tree.Slice(head.text[at:], Span(head.span.start + at, head.span.end))
        _VERBS[verb](u, rest, site)
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
        calls.die(u)


def _set(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    things.bare(u, site)
    cut = re.search(r"\s(?:to|до|в|на)\s|=", rest.text)
    if cut is None:
        u.say("bad-directive", "set-form", rest.span, found=rest.text)
        return
    place_slice = _part(rest, 0, cut.start())
    place = u.parse(place_slice)
    amount = u.parse(_part(rest, cut.end(), len(rest.text)))
    if place is None or amount is None:
        return
    numbers.change(u, "set", amount, place)
    _deadly(u, place)


def _part(s: tree.Slice, start: int, end: int) -> tree.Slice:
    text = s.text[start:end]
    left = len(text) - len(text.lstrip())
    text = text.strip()
    at = s.span.start + start + left
    return tree.Slice(text, Span(at, at + len(text)))


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
    return numbers.amount_and_place(u, _part(head, at, len(head.text)))


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
    expr = u.parse(_part(rest, len(name) + 1, len(rest.text)))
    if expr is None:
        return
    slot = Slot(u.slots())
    expressions.value(u, expr)
    u.w.op("FSTORE", slot.k)
    u.scope.put(name.strip(), slot)


# ---------------------------------------------------------------- rolls and tables


def _roll(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    name, equals, _ = rest.text.partition("=")
    named = bool(equals) and re.fullmatch(r"[^\W\d][\w '’-]*", name.strip()) is not None
    expr = u.parse(_part(rest, len(name) + 1, len(rest.text)) if named else rest)
    if expr is None:
        return
    u.label = name.strip() if named else ""
    u.label = u.env.translated(u.label) or u.compiler.word("roll")
    label = u.label
    expressions.value(u, expr)
    u.w.num(NONE)
    u.w.op("TOLD", u.w.string(label))
    u.label = ""
    u.w.op("DUP")
    u.w.op("FSTORE", u.it.k)
    slot = Slot(u.slots())
    u.w.op("FSTORE", slot.k)
    if named:
        u.scope.put(name.strip(), slot)
    _ranges(u, site, slot.k, _reach(u, expr))


def _by(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    expr = u.parse(rest)
    if expr is None:
        return
    slot = u.slots()
    expressions.value(u, expr)
    u.w.op("DUP")
    u.w.op("FSTORE", u.it.k)
    u.w.op("FSTORE", slot)
    _ranges(u, site, slot, None)


def _reach(u: Unit, e: tree.Expr) -> tuple[int, int] | None:
    """The least and the greatest number that dice can come to; None where it is not constant."""
    match e:
        case tree.Dice(count=count, sides=sides):
            n, most = u.env.constant(count), u.env.constant(sides)
            return None if n is None or most is None else (n, n * most)
        case tree.Spread(low=low, high=high):
            a, b = u.env.constant(low), u.env.constant(high)
            return None if a is None or b is None else (a, b)
        case tree.Binary(op="+" | "-" | "*" as op, left=left, right=right):
            ours, theirs = _reach(u, left), _reach(u, right)
            if ours is None or theirs is None:
                return None
            ends = [
                x + y if op == "+" else x - y if op == "-" else x * y for x in ours for y in theirs
            ]
            return min(ends), max(ends)
        case _:
            number = u.env.constant(e)
            return None if number is None else (number, number)


def _ranges(u: Unit, site: tree.Directive, slot: int, reach: tuple[int, int] | None) -> None:
    """`?` ranges, parity and `else` below a roll or `by`."""
    from gbk.lower import blocks

    things.bare(u, replace(site, cases=()))
    if not site.cases:
        return
    _table(u, site, reach)
    end = Label()
    ways = []
    for case in site.cases:
        following, hit = Label(), Label()
        if case.kind in ("even", "odd"):
            u.w.op("FLOAD", slot)
            u.w.op("FLOAD", slot)
            u.w.num(2)
            u.w.op("DIVDOWN")
            u.w.num(2)
            u.w.op("MUL")
            u.w.op("SUB")
            u.w.num(0 if case.kind == "even" else 1)
            u.w.op("EQ")
            u.w.jump("JZ", following)
        elif case.kind != "else":
            if not case.ranges:
                for label in case.labels:
                    u.say("bad-directive", "range-wanted", label.span, name=label.text)
            for low, high in case.ranges:
                miss = Label()
                for bound, op in ((low, "GE"), (high, "LE")):
                    if bound is not None:
                        u.w.op("FLOAD", slot)
                        expressions.value(u, bound)
                        u.w.op(op)
                        u.w.jump("JZ", miss)
                u.w.jump("JUMP", hit)
                u.w.put(miss)
            u.w.jump("JUMP", following)
        u.w.put(hit)
        ways.append(choices.flow_of(u, partial(blocks.nested, u, case.block)))
        u.w.jump("JUMP", end)
        u.w.put(following)
    u.w.put(end)
    whole = reach is not None and not any(
        u.env.constant(b) is None for c in site.cases for r in c.ranges for b in r if b is not None
    )
    if site.cases[-1].kind != "else" and not (whole or _parities(site)):
        ways.append(())
    u.flow.append(Fork(tuple(ways), site.span))


def _parities(site: tree.Directive) -> bool:
    return {"even", "odd"} <= {case.kind for case in site.cases}


def _table(u: Unit, site: tree.Directive, reach: tuple[int, int] | None) -> None:
    """Gaps and overlaps between constant ranges."""
    spans: list[tuple[int, int, tree.Case]] = []
    low_end, high_end = reach if reach else (-(10**9), 10**9)
    for case in site.cases:
        if case.kind != "labels":
            return
        for low, high in case.ranges:
            a = low_end if low is None else u.env.constant(low)
            b = high_end if high is None else u.env.constant(high)
            if a is None or b is None:
                return
            spans.append((a, b, case))
    if not spans or site.cases[-1].kind == "else":
        return
    spans.sort(key=lambda s: (s[0], s[1]))
    for (_, b, _), (c, _, case) in pairwise(spans):
        if c <= b:
            u.say("table-overlap", "table-overlap", case.span, number=c)
            return
        if c > b + 1:
            u.say("table-gap", "table-gap", site.span, missing=_interval(b + 1, c - 1))
            return
    if reach is None:
        return
    if spans[0][0] > low_end:
        u.say("table-gap", "table-gap", site.span, missing=_interval(low_end, spans[0][0] - 1))
    elif max(b for _, b, _ in spans) < high_end:
        top = max(b for _, b, _ in spans)
        u.say("table-gap", "table-gap", site.span, missing=_interval(top + 1, high_end))


def _interval(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}..{high}"


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
    name, with_, _ = rest.text.partition(" with ")
    if not with_:
        name, with_, _ = rest.text.partition(" с ")
    target = tree.Target("name", name.strip(), Span(rest.span.start, rest.span.start + len(name)))
    if with_:
        expr = u.parse(_part(rest, len(name) + len(with_), len(rest.text)))
        if expr is None:
            return
        expressions.value(u, expr)
    else:
        u.w.num(0)
    key = choices.key_of(u, target)
    u.w.op_ref("VISIT", ("paragraph", key))
    u.flow.append(Detour(key, site.span))
    if u.rule is None:
        calls.die(u)


def _end(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    things.bare(u, site)
    quoted = re.search(r"[\"“«](.*)[\"”»]", rest.text)
    words = rest.text[: quoted.start()] if quoted else rest.text
    kind = fold(words.strip().rstrip(","))
    kind = ENDINGS.get(kind, kind)
    text = quoted.group(1) if quoted else ""
    if kind == "death":
        if text:
            u.w.op("TEXT", u.w.string(text))
            u.w.op("BREAK", 0)
        u.w.op("DEATH")
    else:
        u.w.op("END", u.w.string(kind or "end"), u.w.string(text))
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


def _ask(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    from gbk.lower import blocks

    answers = [
        (label.text.strip('"“”«»'), case)
        for case in site.cases
        if case.kind == "answers"
        for label in case.labels
    ]
    u.w.op("MENU", 2)
    question = rest.text.strip('"“”«» ')
    if question:
        u.w.op("TEXT", u.w.string(question))
    u.w.op("TYPE", len(answers), *[u.w.string(answer) for answer, _ in answers])
    u.w.op("FSTORE", u.it.k)
    which = u.slots()
    u.w.op("FSTORE", which)
    end = Label()
    ways = []
    u.w.op("FLOAD", which)
    labels = [Label() for _ in answers]
    u.w.switch(labels)
    open_ended = True
    for case in site.cases:
        if case.kind == "answers":
            continue
        following, hit = Label(), Label()
        for low, high in case.ranges:
            miss = Label()
            u.w.op("FLOAD", u.it.k)
            u.w.num(NONE)
            u.w.op("NE")
            u.w.jump("JZ", miss)
            for bound, op in ((low, "GE"), (high, "LE")):
                if bound is not None:
                    u.w.op("FLOAD", u.it.k)
                    expressions.value(u, bound)
                    u.w.op(op)
                    u.w.jump("JZ", miss)
            u.w.jump("JUMP", hit)
            u.w.put(miss)
        if case.kind == "else":
            open_ended = False
        else:
            if not case.ranges:
                u.say("bad-directive", "answer-wanted", case.span)
            u.w.jump("JUMP", following)
        u.w.put(hit)
        ways.append(choices.flow_of(u, partial(blocks.nested, u, case.block)))
        u.w.jump("JUMP", end)
        u.w.put(following)
    u.w.jump("JUMP", end)
    done: dict[int, Label] = {}
    for label, (_, case) in zip(labels, answers, strict=True):
        u.w.put(label)
        if id(case) in done:
            u.w.jump("JUMP", done[id(case)])
            continue
        done[id(case)] = Label()
        u.w.put(done[id(case)])
        ways.append(choices.flow_of(u, partial(blocks.nested, u, case.block)))
        u.w.jump("JUMP", end)
    u.w.put(end)
    if open_ended:
        ways.append(())
    u.flow.append(Fork(tuple(ways), site.span))


def _choose_number(u: Unit, rest: tree.Slice, site: tree.Directive) -> None:
    things.bare(u, site)
    found = re.match(r"(?:from|от|с) (.+) (?:to|до|по) (.+)$", rest.text)
    if found is None:
        u.say("bad-directive", "choose-number-form", rest.span, found=rest.text)
        return
    low = u.parse(_part(rest, found.start(1), found.end(1)))
    high = u.parse(_part(rest, found.start(2), found.end(2)))
    if low is None or high is None:
        return
    u.w.op("MENU", 2)
    for part in site.order.parts[:1]:
        u.w.op("TEXT", u.w.string(part.text.strip('"“”«»')))
    expressions.value(u, low)
    expressions.value(u, high)
    u.w.op("NUMBER")
    u.w.op("FSTORE", u.it.k)


Lower = Callable[[Unit, tree.Slice, tree.Directive], None]
_VERBS: dict[str, Lower] = {
    "gain": _change("gain"),
    "lose": _change("lose"),
    "set": _set,
    "restore": _restore,
    "pay": _pay,
    "let": _let,
    "roll": _roll,
    "by": _by,
    "mark": _mark(1),
    "unmark": _mark(0),
    "visit": _visit,
    "end": _end,
    "on death": _on_death,
    "ask": _ask,
    "choose number": _choose_number,
    "take": things.take,
    "offer": things.offer,
    "drop": things.drop,
    "store": things.store,
    "fetch": things.fetch,
    "wield": things.wield,
    "choose": things.choose,
    "shop": things.shop,
}
