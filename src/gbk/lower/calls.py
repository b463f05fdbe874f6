"""Directives that rules define: the call, its foes, its checkpoints, its outcomes."""

from __future__ import annotations

import re
from functools import partial

from gbk.bind import symbols
from gbk.bind.names import fold, near
from gbk.bind.symbols import Rule
from gbk.lower import blocks, choices, entries, expressions, outcomes, parameters, patterns
from gbk.lower.code import Label
from gbk.lower.scope import Alias, Here, Members, Record, Scope, Slot, shifted
from gbk.lower.unit import Instance, Lasting, Unit
from gbk.model import tree
from gbk.model.book import Fork, Go, Site, Step, Stop
from gbk.model.node import changed
from gbk.model.program import OUTCOME, ROUND
from gbk.model.source import Span


def order(u: Unit, order: tree.Order, site: tree.Directive) -> bool:
    """Lower an order that fits a rule's pattern; False if none fits."""
    fitting = patterns.matches(u, order.head.text)
    if not fitting:
        u.say(
            "bad-directive",
            "no-such-directive",
            order.head.span,
            name=order.head.text,
            near=near(order.head.text.split(" ")[0], u.compiler.first_words()),
        )
        return False
    rule, slices = fitting[0]
    if len(fitting) > 1:
        other = fitting[1][0].name
        u.say("bad-directive", "two-rules", order.head.span, name=rule.name, other=other)
    _call(
        u,
        rule,
        {
            name: tree.Slice(
                piece, Span(order.head.span.start + at, order.head.span.start + at + len(piece))
            )
            for name, (piece, at) in slices.items()
        },
        site,
    )
    return True


# ---------------------------------------------------------------- patterns


# ---------------------------------------------------------------- calling


def _call(u: Unit, rule: Rule, slices: dict[str, tree.Slice], site: tree.Directive) -> None:
    statics, dice = [], []
    for parameter, piece in slices.items():
        kind = parameters.kind_of(rule, parameter, u)
        if kind in ("stat", "item"):
            statics.append((parameter, _symbol_name(u, kind, piece)))
        elif kind == "paragraph":
            target = tree.Target("name", piece.text, piece.span)
            statics.append((parameter, choices.key_of(u, target)))
        elif kind == "value" and re.search(r"\d?[dк]\d|\.\.", piece.text):
            statics.append((parameter, "dice"))
            dice.append(parameter)
    instance = u.compiler.instance(rule, tuple(statics), u)
    if instance is None:
        u.say("bad-directive", "rule-in-itself", site.span, name=rule.name)
        return
    begin = len(u.w.out.code)
    base = u.slots(instance.frame)
    inner = Scope()
    for name, var in instance.exports.items():
        if u.env.find(name) is None:
            inner.put(name, shifted(var, base))
    records = _arguments(u, instance, base, slices, site, dice)
    entries.withs(u, instance, base, site)
    for form in u.env.forms("part", "round"):
        inner.put(form, Slot(base + ROUND))
    for name, record in records.items():
        inner.names.setdefault(fold(name), record)
    if len(records) == 1:
        inner.put("foe", next(iter(records.values())))
    elif isinstance(inner.find("target"), Record):
        inner.put("foe", inner.find("target"))  # type: ignore[arg-type]
    foe = inner.find("foe")
    for form in u.env.forms("part", "foe") if foe else ():
        inner.names.setdefault(fold(form), foe)  # type: ignore[arg-type]
    outer = u.scope
    if u.rule is None:
        for name, var in inner.names.items():
            u.scope.names[name] = var
    else:
        u.scope = Scope(inner.names, outer)
    _run(u, instance, base, site, begin)
    u.scope = outer


def _symbol_name(u: Unit, kind: str, piece: tree.Slice) -> str:
    found = expressions.symbol(u, piece.text.strip('"“”«»'))
    if (isinstance(found, symbols.Stat) and kind == "stat") or (
        isinstance(found, symbols.Item) and kind == "item"
    ):
        return found.name
    key = "no-such-stat" if kind == "stat" else "no-such-item"
    known = [s.name for s in (u.env.stats if kind == "stat" else u.env.items)]
    u.say("unknown-name", key, piece.span, name=piece.text, near=near(piece.text, known))
    return known[0] if known else ""


def _arguments(
    u: Unit,
    instance: Instance,
    base: int,
    slices: dict[str, tree.Slice],
    site: tree.Directive,
    dice: list[str],
) -> dict[str, Record | Here]:
    records: dict[str, Record | Here] = {}
    for parameter, others in instance.parameters.items():
        if isinstance(others, Members) and parameter not in slices:
            none = tree.Slice("", site.order.head.span)
            records.update(entries.entries(u, instance, base, others, none, site))
    for parameter, piece in slices.items():
        var = instance.parameters.get(parameter)
        match parameters.kind_of(instance.rule, parameter, u):
            case "entries":
                assert isinstance(var, Members) and var.layout
                records.update(entries.entries(u, instance, base, var, piece, site))
            case "text":
                assert var is not None and not isinstance(var, Alias)
                u.w.op("STR", u.w.string(u.env.translated(piece.text.strip('"“”«»'))))
                u.w.op("FSTORE", base + var.k)
            case "foe" if not entries.known(u, piece):
                assert isinstance(var, Record)
                records.update(entries.single(u, instance, base, var, piece, site))
            case "value" | "foe" | "cast":
                assert isinstance(var, Slot | Record)
                expr = u.parse(piece)
                if expr is None:
                    continue
                if parameter in dice:
                    entries.code(u, expr)
                else:
                    expressions.value(u, expr)
                u.w.op("FSTORE", base + var.k)
    return records


# ---------------------------------------------------------------- running


def _run(u: Unit, instance: Instance, base: int, site: tree.Directive, begin: int) -> None:
    """The call, the handler of its checkpoints, its outcomes. The order's code has begun at
    `begin`."""

    lasting, u.lasting = u.lasting, []
    flags = [u.slots() for _ in site.whens]
    for flag in flags:
        u.w.num(0)
        u.w.op("FSTORE", flag)
    handler = Label() if site.whens or site.choices or u.rule is not None else None
    call = len(u.w.out.code)
    u.w.call(instance.ref, base, handler)
    if u.rule is None and instance.outcomes:
        wanted = tuple(name for name in instance.outcomes if _serves(instance, name))
        behind = len(u.w.out.code)
        u.w.out.sites.append(
            Site(
                instance.rule.name,
                site.span,
                begin,
                instance.outcomes,
                wanted,
                call,
                behind,
                base + OUTCOME,
            )
        )
    entries.keep(u, lasting)
    after = Label()
    ways: list[tuple[Step, ...]] = []
    cases, otherwise = outcomes.cases(u, instance, site)
    labels = {name: Label() for name in instance.outcomes}
    if instance.outcomes:
        u.w.op("FLOAD", base + OUTCOME)
        u.w.switch([labels[name] for name in instance.outcomes])
    u.w.jump("JUMP", after)
    done: dict[int, Label] = {}
    for name in instance.outcomes:
        u.w.put(labels[name])
        case = cases.get(name) or outcomes.default_case(instance, name, cases) or otherwise
        if case is None:
            if outcomes.ends(instance, name):
                outcomes.death(u)
                ways.append((Stop("death", site.span),))
            else:
                ways.append(())
            u.w.jump("JUMP", after)
            continue
        if id(case) in done:
            u.w.jump("JUMP", done[id(case)])
            continue
        done[id(case)] = Label()
        u.w.put(done[id(case)])
        way = choices.flow_of(u, partial(blocks.nested, u, case.block))
        if outcomes.ends(instance, name) and not outcomes.heals(u, case.block):
            way = (*way, Stop("death", case.span))
        ways.append(way)
        u.w.jump("JUMP", after)
    if handler is not None:
        interrupts: list[tuple[Step, ...]] = []
        _handler(u, handler, base, site, flags, interrupts, lasting)
        if interrupts:
            # what an interrupt does not leave goes on with the directive
            u.flow.append(Fork((*interrupts, ()), site.span))
    u.w.put(after)
    if u.rule is None:
        outcomes.die(u)
    away = outcomes.left_by(instance.flow)
    if away:
        # a rule that turns away itself: its outcomes stand beside that, if it has any
        always = outcomes.leaves(instance.flow) and not any(outcomes.said(instance.rule.tree.body))
        ways = [*([] if always else ways or [()]), *((step,) for step in away)]
    u.flow.append(Fork(tuple(ways) or ((),), site.span))


def _serves(instance: Instance, name: str) -> bool:
    """Whether an outcome is what the reader wants: the first, or one that defaults to it."""
    seen: set[str] = set()
    while name != instance.outcomes[0]:
        seen.add(name)
        name = fold(instance.defaults.get(name) or "")
        if not name or name in seen:
            return False
    return True


def _handler(
    u: Unit,
    handler: Label,
    base: int,
    site: tree.Directive,
    flags: list[int],
    ways: list[tuple[Step, ...]],
    lasting: list[Lasting],
) -> None:
    """What happens at each checkpoint: the place's `? when` lines, then its choices. Inside
    a rule that calls another, the checkpoint is that rule's own."""

    u.w.put(handler)
    resume = Label()
    if u.rule is not None:
        u.w.op("ROUND")
        u.w.op("YIELD")
        u.w.op("RESUME", base)
        return
    entries.keep(u, lasting)
    site = changed(site, choices=tuple(choices.settled(u, choice) for choice in site.choices))
    for flag, when in zip(flags, site.whens, strict=True):
        following = Label()
        u.w.op("FLOAD", flag)
        u.w.op("NOT")
        u.w.jump("JZ", following)
        expressions.unless(u, when.condition, following)
        u.w.num(1)
        u.w.op("FSTORE", flag)
        way = choices.flow_of(u, partial(blocks.nested, u, when.block))
        ways.append(way)
        _if_dead(u, resume)
        u.w.put(following)
    if site.choices:
        taken = [Label() for _ in site.choices]
        onces = [
            u.own("once")
            if any(isinstance(t, tree.Mark) and t.kind == "once" for t in c.terms)
            else None
            for c in site.choices
        ]
        u.w.op("MENU", 3)
        u.w.num(0)
        u.w.op("OPTION")
        u.w.op("TEXT", u.w.string(u.compiler.word("go on")))
        for number, choice in enumerate(site.choices):
            choices.option(u, number + 1, choice, onces[number])
        u.w.op("CHOOSE")
        u.w.switch([resume, *taken])
        u.w.jump("JUMP", resume)
        for number, choice in enumerate(site.choices):
            u.w.put(taken[number])

            def body(number: int = number, choice: tree.Choice = choice) -> None:
                choices.effects(u, choice.terms, onces[number])
                blocks.nested(u, choice.block)
                if choice.target is not None:
                    choices.turn(u, choice.target, 1)
                    u.flow.append(Go(choices.key_of(u, choice.target), choice.span))

            ways.append(choices.flow_of(u, body))
            u.w.jump("JUMP", resume)
    u.w.put(resume)
    u.w.op("RESUME", base)


def _if_dead(u: Unit, to: Label) -> None:
    if u.env.deadly:
        u.w.op("DEAD")
        u.w.op("NOT")
        u.w.jump("JZ", to)
