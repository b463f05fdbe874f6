"""The lowering of a whole book: its start, rules, uses and paragraphs, unit by unit."""

from __future__ import annotations

from collections.abc import Iterator

from gbk.bind import symbols
from gbk.bind.env import Env
from gbk.bind.names import fold
from gbk.bind.symbols import Layout, Rule
from gbk.lower import (
    blocks,
    choices,
    entries,
    expressions,
    forced,
    numbers,
    outcomes,
    parameters,
    things,
)
from gbk.lower.code import Compiled, Label, Ref
from gbk.lower.link import watches
from gbk.lower.scope import Alias, Members, Record, Scope, Slot, Text, Var
from gbk.lower.unit import Instance, RuleFrame, Unit
from gbk.model import tree
from gbk.model.book import Detour, Go
from gbk.model.diagnostic import Finding
from gbk.model.program import CLOSED, IT, NONE, OUTCOME, ROUND, RULE_HEADER
from gbk.model.source import Source, Span

NO_OUTCOME = 127


class Compiler:
    """Compiles the units of one book. `findings` grows on the way."""

    def __init__(self, env: Env) -> None:
        self.env = env
        self.findings: list[Finding] = env.findings
        self.routines: dict[Ref, Compiled] = {}
        self.instances: dict[Ref, Instance] = {}
        self.layouts = self._layouts()
        for foe in {foe.name: foe for foe in env.foes.values() if foe.lasting}.values():
            foe.address = env.allocate(self.layouts["foe"].size)
        self._open: list[Ref] = []
        self._said: set[tuple[str, str]] = set()
        self._take_frames: dict[str, int] = {}
        self._callers: dict[int, set[str]] = {}

    # -------------------------------------------------------------- small answers

    def word(self, key: str) -> str:
        """A word of the game's own in the book's language."""
        return self.env.forms("game", key)[-1]

    def said_before(self, name: str, key: str) -> bool:
        """A name that is wrong is said once, not at each use."""
        said = (fold(name), "->" if key == "->" else "")
        if said in self._said:
            return True
        self._said.add(said)
        return False

    def first_words(self) -> list[str]:
        from gbk.lower.directives import VERBS

        rules = [rule.literals[0] for rule in self.env.rules if rule.literals]
        return [*VERBS, *rules]

    def _layouts(self) -> dict[str, Layout]:
        """One shape a word for the records of all rules, so that rules can hand them on."""
        layouts: dict[str, Layout] = {}
        for rule in self.env.rules:
            for word, attributes in rule.tree.records:
                word = self.env.canonical(word)
                layout = layouts.setdefault(word, Layout(word, {}, {}))
                for name, default in attributes:
                    if fold(name) not in layout.offsets:
                        layout.offsets[fold(name)] = layout.size
                        layout.size += 1
                    layout.defaults.setdefault(fold(name), default)
        for rule in self.env.rules:
            # `roll foe.power = …` gives records a number of the rule's own
            for word in [self.env.canonical(w) for w, _ in rule.tree.records] or ["foe"]:
                layout = layouts.setdefault(word, Layout(word, {}, {}))
                for name in _own_fields(rule.tree.body):
                    if fold(name) not in layout.offsets:
                        layout.offsets[fold(name)] = layout.size
                        layout.size += 1
        layouts.setdefault("foe", Layout("foe", {}, {}))
        return layouts

    def layout_for(self, parameter: str) -> Layout:
        """The layout of the records that a parameter such as `foes` takes."""
        for word, layout in self.layouts.items():
            if parameter in (word, plural(word)):
                return layout
        return self.layouts["foe"]

    def rule_attributes(self, u: Unit) -> set[str]:
        """The attributes of records that the rule being compiled declares."""
        return self._callers.get(id(u), set())

    # -------------------------------------------------------------- rules

    def instance(
        self, rule: Rule, statics: tuple[tuple[str, str], ...], u: Unit | None
    ) -> Instance | None:
        """The rule compiled for these stats, items, dice; None where it would call itself."""
        ref: Ref = ("rule", " ".join(rule.pattern), *(f"{k}={v}" for k, v in statics))
        if ref in self.instances:
            return self.instances[ref]
        if ref in self._open:
            return None
        self._open.append(ref)
        instance = self._compile_rule(rule, dict(statics), ref)
        self._open.pop()
        self.instances[ref] = instance
        return instance

    def want(self, ref: Ref) -> bool:
        """Compile a routine that a cached unit calls; False where it is no more."""
        if ref in self.routines:
            return True
        if ref[0] == "take":
            item = self.env.find(ref[1])
            return isinstance(item, symbols.Item) and self.take_frame(item) > 0
        rule = next((r for r in self.env.rules if " ".join(r.pattern) == ref[1]), None)
        if rule is None and ref[2:] and ref[2].startswith("number="):
            rule = (self.env.setups + self.env.every)[int(ref[2].partition("=")[2])]
        if rule is None:
            return False
        statics = tuple((k, v) for k, _, v in (part.partition("=") for part in ref[2:]))
        return self.instance(rule, statics, None) is not None

    def _compile_rule(self, rule: Rule, statics: dict[str, str], ref: Ref) -> Instance:
        env = self.env
        u = Unit(env, self, rule.source, rule.offset, "", "")
        u.key = "rule " + " ".join(ref[1:])
        u.room = RULE_HEADER
        u.it = Slot(IT)
        self._callers[id(u)] = {fold(a) for _, attrs in rule.tree.records for a, _ in attrs}
        named = tuple(env.canonical(name) for name, _ in rule.tree.outcomes)
        defaults = {
            env.canonical(name): env.canonical(default) if default else None
            for name, default in rule.tree.outcomes
        }
        parameters: dict[str, Var] = {}
        for word in rule.pattern:
            if word.startswith("{"):
                name = word.strip("{}")
                parameters[name] = self._parameter(u, rule, name, statics)
                u.scope.put(name, parameters[name])
        for word, _ in rule.tree.records:
            # records that no parameter takes are a set all the same: `- ally Hunter, …`
            name = plural(env.canonical(word))
            if name not in parameters and word not in parameters:
                parameters[name] = Members(u.slots(2), self.layout_for(name))
                u.scope.put(name, parameters[name])
        withs = {fold(name): Slot(u.slots()) for name, _ in rule.tree.with_}
        for name, slot in withs.items():
            u.scope.put(name, slot)
        u.scope.put("round", Slot(ROUND))
        instance = Instance(ref, rule, 0, parameters, withs, {}, named, defaults)
        exits = [Label() for _ in named]
        deadly = next((o for o in named if outcomes.ends(instance, o)), None)
        u.rule = RuleFrame(named, exits, exits[named.index(deadly)] if deadly else None)
        u.rule.chosen = dict(_chosen(rule.tree.body))
        init, begin = Label(), Label()
        u.w.jump("JUMP", init)
        u.w.put(begin)
        if rule.tree.battle:
            _closed(u, "ADD")
        blocks.block(u, rule.tree.body)
        for number, label in enumerate([None, *exits]):
            if label is not None:
                u.w.put(label)
            if rule.tree.battle:
                _closed(u, "SUB")
            u.w.op("OUTCOME", number - 1 if label is not None else NO_OUTCOME)
        u.w.put(init)
        for k in (ROUND, OUTCOME):
            u.w.num(0)
            u.w.op("FSTORE", k)
        for var in {
            id(v): v for v in u.exports.values() if isinstance(v, Record) and v.k >= 0
        }.values():
            if var not in parameters.values():
                u.w.num(NONE)
                u.w.op("FSTORE", var.k)
        u.w.jump("JUMP", begin)
        instance.frame = u.room
        instance.exports = {**u.exports, **{n: v for n, v in parameters.items()}, **withs}
        instance.flow = u.w.out.flow = tuple(u.flow)
        self.routines[ref] = u.w.out
        return instance

    def _parameter(self, u: Unit, rule: Rule, name: str, statics: dict[str, str]) -> Var:
        match parameters.kind_of(rule, name, u):
            case "entries":
                return Members(u.slots(2), self.layout_for(name))
            case "stat" | "item":
                return Alias(statics.get(name, ""))
            case "paragraph":
                return Alias(statics.get(name, ""))
            case "text":
                return Text(u.slots())
            case "foe":
                return Record(u.slots(), self.layouts["foe"])
            case "cast":
                cast = parameters.cast_of(rule, name, u)
                assert cast is not None
                return Record(u.slots(), cast.layout)
        return Slot(u.slots(), evaluated=statics.get(name) == "dice")

    def call_plain(self, u: Unit, rule: Rule) -> None:
        """Call a rule that takes nothing: `setup`, `every paragraph`."""
        number = str((self.env.setups + self.env.every).index(rule))
        instance = self.instance(rule, (("number", number),), u)
        if instance is not None:
            u.w.call(instance.ref, u.slots(instance.frame), None)
            if not u.key.startswith("\x00"):
                outcomes.die(u)

    def take_frame(self, item: symbols.Item) -> int:
        """How large the frame of the routine is that takes this item; compiles it."""
        if item.name not in self._take_frames:
            u = Unit(self.env, self, Source("", ""), 0, "", "")
            u.key = "take " + item.name
            u.room = RULE_HEADER
            things.take_routine(u, item)
            u.w.op("OUTCOME", NO_OUTCOME)
            self.routines[("take", item.name)] = u.w.out
            self._take_frames[item.name] = u.room
        return self._take_frames[item.name]

    # -------------------------------------------------------------- units

    def start(self, source: Source, first: str) -> Compiled:
        """Stats get their values, setups run, the first paragraph is turned to."""
        env = self.env
        u = Unit(env, self, source, 0, "\x00start", "")
        frame_at = self._frame(u)
        u.w.op("FRAME", 0)
        for stat in env.stats:
            self._first_value(u, stat)
        for cast in {id(s): s for s in env.names.values() if isinstance(s, symbols.Cast)}.values():
            _first_records(u, cast)
        for foe in {foe.name: foe for foe in env.foes.values() if foe.lasting}.values():
            entries.first_numbers(u, foe)
        for rule in env.setups:
            self.call_plain(u, rule)
        for _, number, stat in watches(env):
            u.w.op("LOAD", stat.slot)
            u.w.op_ref("STORE", ("last", stat.name, str(number)))
        u.w.op_ref("TURN", ("paragraph", first), 1)
        u.w.out.code[frame_at] = u.room
        u.flow.append(Go(first, Span(0, 0)))
        for stat in env.stats:
            for _, target in stat.declared.at:
                u.source, u.offset = stat.source, stat.offset
                u.flow.append(Detour(choices.key_of(u, target), target.span))
        u.w.out.flow = tuple(u.flow)
        return u.w.out

    def _frame(self, u: Unit) -> int:
        return len(u.w.out.code) + 1

    def _first_value(self, u: Unit, stat: symbols.Stat) -> None:
        u.source, u.offset = stat.source, stat.offset
        if stat.declared.value is None and not stat.declared.grades:
            return
        for k in range(max(1, stat.size)):
            u.label = stat.label or self.env.translated(stat.name)
            u.waiting = stat
            if stat.declared.hidden or stat.declared.secret:
                u.label = ""
            before = len(u.w.out.code)
            if stat.declared.value is not None:
                expressions.value(u, stat.declared.value)
            else:
                u.w.num(0)
            if u.label and forced.throws(u.w.out, before):
                u.w.num(NONE)
                u.w.op("TOLD", u.w.string(u.label))
            u.label = ""
            if stat.start >= 0:
                u.w.op("DUP")
                u.w.op("STORE", stat.start)
            numbers.clamp(u, numbers.Target(("LOAD", stat.slot), stat))
            u.waiting = None
            u.w.op("STORE", stat.slot + k)

    def use(self, item: symbols.Item, source: Source, offset: int) -> Ref:
        """The code of an item's `use` block."""
        u = Unit(self.env, self, source, offset, "", "")
        u.key = "\x00use " + item.name
        frame_at = self._frame(u)
        u.w.op("FRAME", 0)
        assert item.tree is not None and item.tree.use is not None
        blocks.block(u, item.tree.use)
        if u.passed:
            choices.offer(u, use=True)
        u.w.op("USED")
        u.w.out.code[frame_at] = u.room
        u.w.out.flow = tuple(u.flow)
        ref: Ref = ("use", item.name)
        self.routines[ref] = u.w.out
        return ref

    def paragraph(self, p: tree.Paragraph, key: str, body: tuple[tree.Item, ...]) -> Compiled:
        """A paragraph, or a step of it where `key` is "paragraph/step"."""
        u = Unit(self.env, self, p.source, p.offset, key, p.name)
        frame_at = len(u.w.out.code) + 2
        u.w.op_ref("HERE", ("paragraph", key), 0)
        if "/" not in key:
            for rule in self.env.every:
                self.call_plain(u, rule)
        blocks.block(u, body)
        choices.offer(u)
        u.w.out.code[frame_at] = u.room
        u.w.out.flow = tuple(u.flow)
        return u.w.out


def plural(word: str) -> str:
    """How a set of records is called after their word."""
    return word[:-1] + "ies" if word.endswith("y") else word + "s"


def _own_fields(body: object) -> Iterator[str]:
    """Attributes that a rule's body writes to."""
    if isinstance(body, tuple):
        for item in body:
            yield from _own_fields(item)
        return
    match body:
        case tree.Assign(to=tree.Field(attribute=name)) | tree.Roll(to=tree.Field(attribute=name)):
            yield name
        case tree.While(block=block) | tree.Repeat(block=block) | tree.For(block=block):
            yield from _own_fields(block)
        case tree.If(arms=arms):
            for _, block in arms:
                yield from _own_fields(block)
        case tree.Decide(options=options):
            for option in options:
                yield from _own_fields(option.block)


def _closed(u: Unit, op: str) -> None:
    u.w.op("LOAD", CLOSED)
    u.w.num(1)
    u.w.op(op)
    u.w.op("STORE", CLOSED)


def _chosen(body: tuple[tree.Item, ...]) -> Iterator[tuple[str, tree.Expr]]:
    """Variables that a rule chooses from sets, wherever: they are records of those sets."""
    for item in body:
        match item:
            case tree.Choose(variable=variable, members=members, low=None):
                yield fold(variable), members
            case tree.While(block=block) | tree.Repeat(block=block) | tree.For(block=block):
                yield from _chosen(block)
            case tree.If(arms=arms):
                for _, block in arms:
                    yield from _chosen(block)
            case tree.Decide(options=options):
                for option in options:
                    yield from _chosen(option.block)


def _first_records(u: Unit, cast: symbols.Cast) -> None:
    u.source, u.offset = cast.source, cast.offset
    u.w.num(len(cast.members))
    u.w.op("STORE", cast.block)
    first = {fold(entry.order.head.text): entry for entry in reversed(cast.tree.entries)}
    for number, (key, address) in enumerate(cast.members.items()):
        entry = first[key]
        u.w.num(address)
        u.w.op("STORE", cast.block + 1 + number)
        u.w.op("STR", u.w.string(entry.order.head.text))
        u.w.op("STORE", address)
        given = {}
        for part in entry.order.parts:
            pair = entries.split(u, part, cast.layout.offsets)
            if pair is not None:
                given[pair[0]] = pair[1]
        for attribute, offset in cast.layout.offsets.items():
            expr = given.get(attribute, cast.layout.defaults[attribute])
            length = cast.layout.rows.get(attribute, (1, 1))[1]
            for k in range(length):
                u.scope = Scope()
                if expr is not None:
                    expressions.value(u, expr)
                else:
                    u.w.num(0)
                u.w.op("STORE", address + offset + k)
