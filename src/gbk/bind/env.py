"""Everything that names mean in one book: rules' heads first, then the book's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from gbk.bind.names import fold, near
from gbk.bind.symbols import (
    Cast,
    Codeword,
    Foe,
    Formula,
    Grade,
    Item,
    Kind,
    Layout,
    Origin,
    Rule,
    Stat,
    Symbol,
    Table,
    Values,
    pattern_of,
)
from gbk.model import tree
from gbk.model.diagnostic import Finding
from gbk.model.program import GLOBALS_HEADER
from gbk.model.source import Place, Source, Span

FIXED_KINDS = {
    "bag": "bag",
    "condition": "condition",
    "weapon": "weapon",
    "сумка": "bag",
    "состояние": "condition",
    "оружие": "weapon",
}


@dataclass(slots=True)
class Env:
    """The names of one book. `names` is keyed by folded names and forms."""

    language: str
    verbs: dict[str, str]
    findings: list[Finding]
    settings: dict[str, str] = field(default_factory=dict)
    names: dict[str, Symbol] = field(default_factory=dict)
    stats: list[Stat] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    codewords: list[Codeword] = field(default_factory=list)
    kinds: dict[str, Kind] = field(default_factory=dict)
    foes: dict[str, Foe] = field(default_factory=dict)
    rules: list[Rule] = field(default_factory=list)
    setups: list[Rule] = field(default_factory=list)
    every: list[Rule] = field(default_factory=list)
    paragraphs: dict[str, int] = field(default_factory=dict)
    paragraph_names: dict[str, str] = field(default_factory=dict)
    translations: dict[str, str] = field(default_factory=dict)
    english: dict[str, str] = field(default_factory=dict)
    dice_attributes: frozenset[str] = frozenset()
    origins: dict[tuple[str, str], Origin] = field(default_factory=dict)
    watched: bool = False
    modified: set[int] = field(default_factory=set)
    owners: dict[str, tree.Paragraph] = field(default_factory=dict)
    homes: dict[str, tuple[Source, int]] = field(default_factory=dict)
    room: int = GLOBALS_HEADER + 1
    wielded: int = GLOBALS_HEADER

    # -------------------------------------------------------------- looking up

    def find(self, name: str) -> Symbol | None:
        return self.names.get(fold(name))

    def near(self, name: str) -> str:
        """The declared name that is most like `name`."""
        return near(name, [symbol.name for symbol in self.names.values()])

    def translated(self, text: str) -> str:
        """A rule's word or sentence in the book's language."""
        return self.translations.get(fold(text), text)

    def canonical(self, word: str) -> str:
        """The English form, folded, of a rule's word that may be foreign."""
        key = fold(word)
        return self.english.get(key, key)

    def kind_key(self, name: str) -> str:
        """The key of a kind, however it is written."""
        key = fold(name)
        if key in FIXED_KINDS:
            return FIXED_KINDS[key]
        symbol = self.names.get(key)
        return fold(symbol.name) if isinstance(symbol, Kind) else key

    def holdable(self, item: Item) -> bool:
        """Whether a thing can be taken in hand."""
        return item.kind == "weapon" or bool(
            item.tree and any(m.when == "wielded" for m in item.tree.modifiers)
        )

    @property
    def deadly(self) -> bool:
        return any(stat.deadly is not None for stat in self.stats)

    def allocate(self, slots: int) -> int:
        at = self.room
        self.room += slots
        return at

    # -------------------------------------------------------------- declaring

    def say(
        self, code: str, key: str, source: Source, offset: int, span: Span, **names: str | int
    ) -> None:
        place = Place(source, offset + span.start, offset + span.end)
        self.findings.append(Finding(code, key, place, names))

    def add_head(self, head: tree.Head, own: bool) -> None:
        """Take in the declarations of one head, in order."""
        for declaration in head.declarations:
            _DECLARE[type(declaration)](self, declaration, head, own)

    def put(self, declared: tree.Declared, symbol: Symbol, head: tree.Head, own: bool) -> None:
        """Enter a symbol under its name, its forms and its foreign forms."""
        known = self.names.get(fold(declared.name))
        if known is not None and type(known) is not type(symbol):
            self.say(
                "syntax", "name-twice", head.source, head.offset, declared.span, name=declared.name
            )
        foreign = [form for _, forms in declared.foreign for form in forms]
        for form in (declared.name, *declared.forms, *foreign):
            self.names[fold(form)] = symbol
        for language, forms in declared.foreign:
            if language == self.language and forms:
                self.translations[fold(declared.name)] = forms[0]
        kind = {Item: "item", Codeword: "codeword"}.get(type(symbol))
        if kind:
            place = Place(
                head.source, head.offset + declared.span.start, head.offset + declared.span.end
            )
            self.origins.setdefault((kind, fold(declared.name)), Origin(place, own, True))

    def item(self, name: str) -> Item:
        """The item of that name, declared now where it was not."""
        known = self.names.get(fold(name))
        if isinstance(known, Item):
            return known
        item = Item(name, len(self.items), self.allocate(1), "bag")
        self.items.append(item)
        self.names.setdefault(fold(name), item)
        return item

    def codeword(self, name: str) -> Codeword:
        known = self.names.get(fold(name))
        if isinstance(known, Codeword):
            return known
        word = Codeword(name, len(self.codewords), self.allocate(1))
        self.codewords.append(word)
        self.names.setdefault(fold(name), word)
        return word

    def add_paragraph(self, p: tree.Paragraph) -> None:
        """Enter a paragraph and its steps; a second one of the name is a finding."""
        key = fold(p.name)
        if key in self.paragraphs:
            first = self.owners[key]
            line, _ = first.source.position(first.offset + first.span.start)
            self.say(
                "duplicate-paragraph",
                "duplicate-paragraph",
                p.source,
                p.offset,
                p.span,
                name=p.name,
                line=line,
                file=first.source.name,
            )
            return
        self.owners[key] = p
        for full, name, step in [(key, p.name, p)] + [
            (f"{key}/{fold(step.name)}", step.name, step) for step in p.steps
        ]:
            if full in self.paragraphs:
                self.say(
                    "duplicate-paragraph",
                    "duplicate-step",
                    p.source,
                    p.offset,
                    step.span,
                    name=name,
                )
                continue
            self.paragraphs[full] = len(self.paragraphs)
            self.paragraph_names[full] = name

    def meet(self, kind: str, name: str, origin: Origin) -> None:
        """An item or codeword that is met in an order, and so declared where it was not."""
        known = self.names.get(fold(name))
        if known is None:
            # the longest declared name at the end is meant: `take 2 old torch`
            if kind == "item":
                self.item(name)
            else:
                self.codeword(name)
        elif not isinstance(known, Item | Codeword):
            return
        self.origins.setdefault((kind, fold(name)), origin)

    def finish(self) -> None:
        """What can be told only when all is declared."""
        for item in self.items:
            for modifier in item.tree.modifiers if item.tree else ():
                stat = self.find(modifier.stat.text)
                source, offset = self.homes[item.name]
                if isinstance(stat, Stat):
                    self.modified.add(stat.number)
                else:
                    self.say(
                        "unknown-name",
                        "no-such-stat",
                        source,
                        offset,
                        modifier.stat.span,
                        name=modifier.stat.text,
                        near=near(modifier.stat.text, [s.name for s in self.stats]),
                    )
        self.watched = any(stat.declared.at for stat in self.stats)
        self.dice_attributes = frozenset(self._dice_attributes())

    def _dice_attributes(self) -> set[str]:
        """Attributes of foes that somebody gives dice for: they are thrown at each mention."""
        found = set()
        for rule in self.rules:
            for _, attributes in rule.tree.records:
                for name, default in attributes:
                    if isinstance(default, tree.Dice | tree.Spread):
                        found.add(fold(name))
        texts = [p.text for p in self.owners.values()]
        texts += [part.text for foe in self.foes.values() for part in foe.tree.attributes]
        for text in texts:
            for match in _DICE_ATTRIBUTE.finditer(text):
                found.add(self.canonical(match.group(1)))
        return found

    def constant(self, expr: tree.Expr | None) -> int | None:
        """The value of a number written out, grades included; None where it is no constant."""
        match expr:
            case tree.Number() | tree.Truth():
                return expr.value
            case tree.Unary(op="-", value=value):
                inner = self.constant(value)
                return None if inner is None else -inner
            case tree.Name(text=text):
                symbol = self.find(text)
                return symbol.value if isinstance(symbol, Grade) else None
        return None


def _stat(env: Env, d: tree.Stat, head: tree.Head, own: bool) -> None:
    old = env.find(d.name.name)
    if isinstance(old, Stat):
        merged = replace(
            old.declared,
            **{
                name: getattr(d, name)
                for name in ("value", "grades", "low", "high", "dies_at", "at", "label", "row")
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
    name = FIXED_KINDS.get(fold(d.name.name), fold(d.name.name))
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
        if word in FIXED_KINDS or word in env.kinds:
            item.kind = FIXED_KINDS.get(word, word)
        elif word in ("single", "один"):
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
    lasting = any(fold(part.text) in ("lasting", "надолго") for part in d.attributes)
    parts = tuple(p for p in d.attributes if fold(p.text) not in ("lasting", "надолго"))
    foe = Foe(d.name.name, replace(d, attributes=parts), lasting, head.source, head.offset)
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
    if rule.pattern in (("setup",), ("начало",)):
        env.setups.append(rule)
        return
    if rule.pattern == ("every", "paragraph"):
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


def _cast(env: Env, d: tree.Cast, head: tree.Head, own: bool) -> None:
    layout = Layout("cast", {}, {})
    for name, row, default in d.each:
        length = 1
        if isinstance(row, tree.Name):
            values = env.find(row.text)
            length = len(values.members) if isinstance(values, Values) else 1
            layout.rows[fold(name)] = (1, length)
        layout.offsets[fold(name)] = layout.size
        layout.defaults[fold(name)] = default
        layout.size += length
    names = [entry.order.head.text for entry in d.entries]
    block = env.allocate(1 + len(names))
    members = {fold(name): env.allocate(layout.size) for name in names}
    singular = fold(d.name.name).removesuffix("s")
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


_DECLARE: dict[type, Callable[[Env, Any, tree.Head, bool], None]] = {
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


# ------------------------------------------------------------ names declared by being met

_MET = re.compile(
    r"(?:^[ \t]*!?[ \t]*|\{[ \t]*)(take|offer|mark|взять|предложить|отметить)[ \t]+([^}\n]*)",
    re.IGNORECASE | re.MULTILINE,
)
_DICE_ATTRIBUTE = re.compile(r"(?:^|,)[ ]*([^\W\d]\w*)[ ]+\(?\d*[dк]\d", re.MULTILINE)
_AMOUNT = re.compile(
    r"^(?:up to |до )?(?:\d+|\([^)]*\)|\d*[dк]\d+(?:\s*[+-]\s*\d+)?)(?: (?:of|из))?\s+",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"^[ \t]*//.*$", re.MULTILINE)


def met_names(text: str) -> list[tuple[str, str, int]]:
    """(kind, name, offset) of what `take`, `offer` and `mark` name in a source text."""
    found: list[tuple[str, str, int]] = []
    if (
        "take" not in text
        and "offer" not in text
        and "mark" not in text
        and not _CYRILLIC_MET.search(text)
    ):
        return found
    blank = _COMMENT.sub(lambda m: " " * len(m.group()), text)
    for match in _MET.finditer(blank):
        verb = match.group(1).casefold()
        rest = match.group(2).split(" ->")[0].split("->")[0]
        at = match.start(2)
        kind = "codeword" if verb in ("mark", "отметить") else "item"
        many = verb in ("offer", "предложить")
        listed = re.match(r"^(?:up to |до )?\S+ (?:of|из) \((.*)\)", rest)
        if listed:
            at += listed.start(1)
            rest = listed.group(1)
            many = True
        for part in rest.split(",") if many else [rest.split(",")[0]]:
            name = part.strip().rstrip(".;")
            amount = _AMOUNT.match(name)
            if amount:
                name = name[amount.end() :]
            name = name.strip().strip('"“”«»')
            if name and fold(name) not in ("again", "снова", "all"):
                place = blank.find(name, at) if name in part else at
                found.append((kind, name, place))
            at += len(part) + 1
    return found


_CYRILLIC_MET = re.compile("взять|предложить|отметить", re.IGNORECASE)
