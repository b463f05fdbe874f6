"""Everything that names mean in one book: rules' heads first, then the book's own."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field

from gbk.bind.met import dice_attributes
from gbk.bind.names import fold, near, spaced
from gbk.bind.symbols import (
    Codeword,
    Foe,
    Grade,
    Item,
    Kind,
    Origin,
    Rule,
    Stat,
    Symbol,
)
from gbk.model import tree
from gbk.model.diagnostic import Finding
from gbk.model.program import GLOBALS_HEADER
from gbk.model.source import Place, Source, Span
from gbk.syntax.words import pattern, words

_FOLD: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@dataclass(slots=True, eq=False, repr=False)
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

    def word(self, section: str, text: str) -> str:
        """The word of the language that a text is a form of, or ""."""
        return words(self.language).word(section, text)

    def forms(self, section: str, word: str) -> tuple[str, ...]:
        """All forms of a word of the language, the book's own last."""
        return words(self.language).forms[section][word]

    def pattern(self, section: str, *wanted: str) -> str:
        """A group of a regular expression that fits the forms of words."""
        return pattern(self.language, section, *wanted)

    def canonical(self, word: str) -> str:
        """The English form, folded, of a rule's word that may be foreign."""
        key = fold(word)
        return self.english.get(key, key)

    def kind_key(self, name: str) -> str:
        """The key of a kind, however it is written."""
        key = fold(name)
        fixed = self.word("kind", key)
        if fixed:
            return fixed
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

    @property
    def shows_locked(self) -> bool:
        """Whether a choice whose guard fails is shown."""
        return self.settings.get("locked") == "show"

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
        from gbk.bind.declare import DECLARE

        declared: set[tuple[type, str]] = set()
        for declaration in head.declarations:
            name = getattr(declaration, "name", None)
            if isinstance(name, tree.Declared):
                known = type(declaration), fold(name.name)
                if known in declared:
                    self.say(
                        "syntax",
                        "declared-twice",
                        head.source,
                        head.offset,
                        name.span,
                        name=name.name,
                    )
                declared.add(known)
            DECLARE[type(declaration)](self, declaration, head, own)

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
        item = Item(spaced(name), len(self.items), self.allocate(1), "bag")
        self.items.append(item)
        self.names.setdefault(fold(name), item)
        return item

    def codeword(self, name: str) -> Codeword:
        known = self.names.get(fold(name))
        if isinstance(known, Codeword):
            return known
        word = Codeword(spaced(name), len(self.codewords), self.allocate(1))
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
        if not self.setups:
            for stat in self.stats:
                self._begins_dead(stat)
        self.watched = any(stat.declared.at for stat in self.stats)
        self.dice_attributes = frozenset(self._dice_attributes())

    def _begins_dead(self, stat: Stat) -> None:
        """Where no rule makes the hero, a number must not begin where he dies of it."""
        first = self.constant(stat.declared.value)
        if stat.deadly is not None and first is not None and first <= stat.deadly:
            self.say(
                "syntax",
                "stat-dead",
                stat.source,
                stat.offset,
                stat.declared.span,
                name=stat.name,
                at=stat.deadly,
            )

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
            found.update(self.canonical(name) for name in dice_attributes(text))
        return found

    def constant(self, expr: tree.Expr | None) -> int | None:
        """The value of an expression of numbers and grades; None where it is no constant."""
        match expr:
            case tree.Number() | tree.Truth():
                return expr.value
            case tree.Unary(op="-", value=value):
                inner = self.constant(value)
                return None if inner is None else -inner
            case tree.Binary(op=op, left=left, right=right) if op in _FOLD:
                a, b = self.constant(left), self.constant(right)
                return None if a is None or b is None else int(_FOLD[op](a, b))
            case tree.Name(text=text):
                symbol = self.find(text)
                return symbol.value if isinstance(symbol, Grade) else None
        return None


# ------------------------------------------------------------ names declared by being met
