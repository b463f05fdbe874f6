"""Directives that rules define: the call, its foes, its checkpoints, its outcomes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import partial

from gbk.bind import symbols
from gbk.bind.names import fold, near
from gbk.bind.symbols import Layout, Rule
from gbk.lower import choices, expressions, members
from gbk.lower.code import Label, Ref
from gbk.lower.scope import Alias, Here, Members, Record, Scope, Slot, Var, shifted
from gbk.lower.unit import Unit
from gbk.model import tree
from gbk.model.book import Fork, Go, Step, Stop
from gbk.model.program import OUTCOME, ROUND
from gbk.model.source import Span

MOST_ENTRIES = 30


@dataclass(slots=True)
class Instance:
    """A rule compiled for the stats and items that it was called with. `parameters` and
    `withs`: where in its frame they lie; `exports`: its names as its own frame sees them."""

    ref: Ref
    rule: Rule
    frame: int
    parameters: dict[str, Var]
    withs: dict[str, Slot]
    exports: dict[str, Var]
    outcomes: tuple[str, ...]
    defaults: dict[str, str | None] = field(default_factory=dict)


def order(u: Unit, order: tree.Order, site: tree.Directive) -> bool:
    """Lower an order that fits a rule's pattern; False if none fits."""
    found = match(u, order.head.text)
    if found is None:
        u.say(
            "bad-directive",
            "no-such-directive",
            order.head.span,
            name=order.head.text,
            near=near(order.head.text.split(" ")[0], u.compiler.first_words()),
        )
        return False
    rule, slices = found
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

_TOKEN = re.compile(r"\([^()]*(?:\([^()]*\)[^()]*)*\)|[\"“«][^\"”»]*[\"”»]|/|[^\s/]+")


def match(u: Unit, head: str) -> tuple[Rule, dict[str, tuple[str, int]]] | None:
    """The rule whose pattern fits, the one with most literals; its parameters' text and
    offset in `head`."""
    tokens = [(m.group(), m.start()) for m in _TOKEN.finditer(head)]
    best: tuple[int, Rule, dict[str, tuple[str, int]]] | None = None
    for rule in u.env.rules:
        for pattern in (rule.pattern, *rule.also):
            slices = _fit(pattern, tokens, head)
            if slices is not None:
                literals = sum(not word.startswith("{") for word in pattern)
                if best is None or literals > best[0]:
                    best = literals, rule, slices
    return (best[1], best[2]) if best else None


def _fit(
    pattern: tuple[str, ...], tokens: list[tuple[str, int]], head: str
) -> dict[str, tuple[str, int]] | None:
    slices: dict[str, tuple[str, int]] = {}
    at = 0
    for number, word in enumerate(pattern):
        if not word.startswith("{"):
            if at >= len(tokens) or fold(tokens[at][0]) != word:
                return None
            at += 1
            continue
        following = next((w for w in pattern[number + 1 :] if not w.startswith("{")), None)
        start = at
        if following is None and number == len(pattern) - 1:
            at = len(tokens)
        elif following is None:
            at += 1
        else:
            while at < len(tokens) and fold(tokens[at][0]) != following:
                at += 1
        if start >= len(tokens) or at == start:
            piece = ("", len(head))
        else:
            last = tokens[min(at, len(tokens)) - 1]
            piece = (head[tokens[start][1] : last[1] + len(last[0])], tokens[start][1])
        if not piece[0] and not word.strip("{}").endswith("s"):
            return None
        slices[word.strip("{}")] = piece
    return slices if at >= len(tokens) else None


# ---------------------------------------------------------------- calling

_PLAIN_KINDS = ("stat", "item", "paragraph", "text", "foe")


def kind_of(env_rule: Rule, parameter: str, u: Unit) -> str:
    """What a parameter takes: entries, stat, item, paragraph, text, foe, cast, value."""
    if parameter in _PLAIN_KINDS:
        return parameter
    words = {"foe", "ally"} | {word for word, _ in env_rule.tree.records}
    if any(parameter in (word + "s", word[:-1] + "ies") for word in words):
        return "entries"
    if any(isinstance(s, symbols.Cast) and s.singular == parameter for s in u.env.names.values()):
        return "cast"
    return "value"


def _call(u: Unit, rule: Rule, slices: dict[str, tree.Slice], site: tree.Directive) -> None:
    statics, dice = [], []
    for parameter, piece in slices.items():
        kind = kind_of(rule, parameter, u)
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
    base = u.slots(instance.frame)
    inner = Scope()
    for name, var in instance.exports.items():
        if u.env.find(name) is None:
            inner.put(name, shifted(var, base))
    entries = _arguments(u, instance, base, slices, site, dice)
    _withs(u, instance, base, site)
    inner.put("round", Slot(base + ROUND))
    inner.put("раунд", Slot(base + ROUND))
    for name, record in entries.items():
        inner.names.setdefault(fold(name), record)
    if len(entries) == 1:
        inner.put("foe", next(iter(entries.values())))
    elif isinstance(inner.find("target"), Record):
        inner.put("foe", inner.find("target"))  # type: ignore[arg-type]
    if inner.find("foe"):
        inner.put("враг", inner.find("foe"))  # type: ignore[arg-type]
    outer = u.scope
    if u.rule is None:
        for name, var in inner.names.items():
            u.scope.names[name] = var
    else:
        u.scope = Scope(inner.names, outer)
    _run(u, instance, base, site)
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
    entries: dict[str, Record | Here] = {}
    for parameter, piece in slices.items():
        var = instance.parameters.get(parameter)
        match kind_of(instance.rule, parameter, u):
            case "entries":
                assert isinstance(var, Members) and var.layout
                entries.update(_entries(u, instance, base, var, piece, site))
            case "text":
                assert var is not None and not isinstance(var, Alias)
                u.w.op("STR", u.w.string(u.env.translated(piece.text.strip('"“”«»'))))
                u.w.op("FSTORE", base + var.k)
            case "value" | "foe" | "cast":
                assert isinstance(var, Slot | Record)
                expr = u.parse(piece)
                if expr is None:
                    continue
                if parameter in dice:
                    _code(u, expr)
                else:
                    expressions.value(u, expr)
                u.w.op("FSTORE", base + var.k)
    return entries


def _code(u: Unit, expr: tree.Expr) -> None:
    """Push the address of code that computes the expression each time it is read."""
    start, after = Label(), Label()
    u.w.jump("CODE", start)
    u.w.jump("JUMP", after)
    u.w.put(start)
    expressions.value(u, expr)
    u.w.op("DONE")
    u.w.put(after)


def _entries(
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
        plain = (many.group(2) if many else name).strip('"“”«»')
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
        _code(u, expr)
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
                name=attribute,
                owner=name,
                rule=instance.rule.name,
            )
            u.w.num(0)
        u.w.op("FSTORE", record + layout.offsets[attribute])


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


def _withs(u: Unit, instance: Instance, base: int, site: tree.Directive) -> None:
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
                name=name,
                owner=instance.rule.name,
                rule=instance.rule.name,
            )
            u.w.num(0)
        u.w.op("FSTORE", base + slot.k)


# ---------------------------------------------------------------- running


def _run(u: Unit, instance: Instance, base: int, site: tree.Directive) -> None:
    """The call, the handler of its checkpoints, its outcomes."""
    from gbk.lower import blocks

    flags = [u.slots() for _ in site.whens]
    for flag in flags:
        u.w.num(0)
        u.w.op("FSTORE", flag)
    handler = Label() if site.whens or site.choices or u.rule is not None else None
    u.w.call(instance.ref, base, handler)
    after = Label()
    ways: list[tuple[Step, ...]] = []
    cases, otherwise = _cases(u, instance, site)
    labels = {name: Label() for name in instance.outcomes}
    if instance.outcomes:
        u.w.op("FLOAD", base + OUTCOME)
        u.w.switch([labels[name] for name in instance.outcomes])
    u.w.jump("JUMP", after)
    done: dict[int, Label] = {}
    for name in instance.outcomes:
        u.w.put(labels[name])
        case = cases.get(name) or _default_case(instance, name, cases) or otherwise
        if case is None:
            if ends(instance, name):
                _death(u)
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
        ways.append(choices.flow_of(u, partial(blocks.nested, u, case.block)))
        u.w.jump("JUMP", after)
    if handler is not None:
        _handler(u, handler, base, site, flags, ways)
    u.w.put(after)
    if u.rule is None:
        die(u)
    u.flow.append(Fork(tuple(ways) or ((),), site.span))


def _cases(
    u: Unit, instance: Instance, site: tree.Directive
) -> tuple[dict[str, tree.Case], tree.Case | None]:
    cases: dict[str, tree.Case] = {}
    otherwise = None
    for case in site.cases:
        if case.kind == "else":
            otherwise = case
            continue
        for label in case.labels:
            name = u.env.canonical(label.text)
            if case.kind == "labels" and name in instance.outcomes:
                cases.setdefault(name, case)
            else:
                u.say(
                    "bad-directive",
                    "no-outcome",
                    label.span,
                    name=label.text,
                    rule=instance.rule.literals[0]
                    if instance.rule.literals
                    else instance.rule.name,
                    outcomes=", ".join(u.env.translated(o) for o in instance.outcomes) or "—",
                    near=near(label.text, instance.outcomes),
                )
    return cases, otherwise


def _default_case(instance: Instance, name: str, cases: dict[str, tree.Case]) -> tree.Case | None:
    default = instance.defaults.get(name)
    return cases.get(fold(default)) if default else None


def ends(instance: Instance, name: str) -> bool:
    """Whether an outcome that the place does not name is death."""
    seen = set()
    while name not in seen:
        seen.add(name)
        default = instance.defaults.get(name)
        if default is None:
            return False
        name = fold(default)
        if name == "death":
            return True
    return False


def _death(u: Unit) -> None:
    if u.rule is not None and u.rule.death is not None:
        u.w.jump("JUMP", u.rule.death)
    else:
        u.w.op("DEATH")


def die(u: Unit) -> None:
    """The hero who stands at a deadly bound dies here."""
    if not u.env.deadly:
        return
    alive = Label()
    u.w.op("DEAD")
    u.w.jump("JZ", alive)
    u.w.op("DEATH")
    u.w.put(alive)


def _handler(
    u: Unit,
    handler: Label,
    base: int,
    site: tree.Directive,
    flags: list[int],
    ways: list[tuple[Step, ...]],
) -> None:
    """What happens at each checkpoint: the place's `? when` lines, then its choices. Inside
    a rule that calls another, the checkpoint is that rule's own."""
    from gbk.lower import blocks

    u.w.put(handler)
    resume = Label()
    if u.rule is not None:
        u.w.op("ROUND")
        u.w.op("YIELD")
        u.w.op("RESUME", base)
        return
    for flag, when in zip(flags, site.whens, strict=True):
        following = Label()
        u.w.op("FLOAD", flag)
        u.w.op("NOT")
        u.w.jump("JZ", following)
        expressions.value(u, when.condition)
        u.w.jump("JZ", following)
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
            closed = Label()
            choices.guards(u, choice.terms, closed, onces[number])
            choices.option(u, number + 1, choice.pieces)
            u.w.put(closed)
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
