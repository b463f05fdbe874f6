"""The lowering of one unit: its writer, its scope, its frame, and how it says findings."""

from __future__ import annotations

from dataclasses import dataclass, field

from gbk.bind import symbols
from gbk.bind.env import Env
from gbk.bind.names import fold
from gbk.bind.symbols import Rule
from gbk.lower.code import Label, Ref, Writer
from gbk.lower.scope import Scope, Slot, Var
from gbk.model import tree
from gbk.model.book import PictureUse, Step, Use
from gbk.model.diagnostic import Finding
from gbk.model.source import Place, Source, Span
from gbk.syntax import Mistake, parse_expression


@dataclass(slots=True, eq=False, repr=False)
class Loop:
    """A `while` that a checkpoint may stand in."""

    condition: tree.Expr
    scope: Scope


@dataclass(slots=True, eq=False, repr=False)
class RuleFrame:
    """What a rule's own code knows of its rule. `exits`: a label for each outcome."""

    outcomes: tuple[str, ...]
    exits: list[Label]
    death: Label | None
    loops: list[Loop] = field(default_factory=list)
    chosen: dict[str, tree.Expr] = field(default_factory=dict)


@dataclass(slots=True, eq=False, repr=False)
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
    flow: tuple[Step, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class Lasting:
    """A foe whose wounds stay, in the fight that is being written: its record in the frame, and
    the global one at `address`."""

    name: str
    record: int
    address: int
    offsets: tuple[int, ...]

    @property
    def met(self) -> Ref:
        return ("met", fold(self.name))


@dataclass(slots=True, eq=False, repr=False)
class Passed:
    """A choice of a paragraph: its tree, the label of what taking it does, and the frame slot
    that tells whether it was passed (-1: always when the end is reached). `plain`: the text of
    a choice that does nothing but turn."""

    choice: tree.Choice | tree.Link
    flag: int
    taken: Label
    scope: Scope
    plain: str | None = None
    once: tuple[str, ...] | None = None
    flow: list[Step] = field(default_factory=list)
    flow_at: int = 0


class Unit:
    """One unit that is being lowered. `key` is the paragraph's (a step: "paragraph/step");
    `room` is how large its frame is so far."""

    def __init__(
        self, env: Env, compiler: object, source: Source, offset: int, key: str, name: str
    ) -> None:
        from gbk.lower.compiler import Compiler

        assert isinstance(compiler, Compiler)
        self.env = env
        self.compiler = compiler
        self.source = source
        self.offset = offset
        self.key = key
        self.name = name
        self.w = Writer()
        self.scope = Scope()
        self.room = 1
        self.it = Slot(0)
        self.exports: dict[str, Var] = {}
        self.rule: RuleFrame | None = None
        self.lasting: list[Lasting] = []
        self.passed: list[Passed] = []
        self.flow: list[Step] = []
        self.depth = 0
        self.owned = 0
        self.label = ""
        self.waiting: symbols.Stat | None = None
        """The stat that gets its first value: those from it on have none yet."""
        self.done = Label()

    # -------------------------------------------------------------- room

    def slots(self, count: int = 1) -> int:
        at = self.room
        self.room += count
        return at

    def own(self, what: str) -> tuple[str, ...]:
        """A global of this unit alone, the same after every compilation of the same text."""
        self.owned += 1
        return ("own", self.key, f"{what} {self.owned}")

    # -------------------------------------------------------------- findings

    def place(self, span: Span) -> Place:
        return Place(self.source, self.offset + span.start, self.offset + span.end)

    def say(self, code: str, key: str, span: Span, **names: str | int) -> None:
        if "near" in names and not names["near"]:
            names["near"] = ""
        if code in ("unknown-name",) and self.compiler.said_before(
            str(names.get("name", "")), self.key
        ):
            return
        self.compiler.findings.append(Finding(code, key, self.place(span), names, self.name))

    def parse(self, part: tree.Slice) -> tree.Expr | None:
        """The expression written there; a mistake becomes a finding and None."""
        try:
            return parse_expression(part.text, part.span.start, self.env.language)
        except Mistake as mistake:
            self.say("syntax", mistake.key, mistake.span, **mistake.names)
            return None

    def try_parse(self, part: tree.Slice) -> tree.Expr | None:
        try:
            return parse_expression(part.text, part.span.start, self.env.language)
        except Mistake:
            return None

    # -------------------------------------------------------------- facts for the checks

    def use(self, kind: str, name: str, action: str, span: Span) -> None:
        self.w.out.uses.append(Use(kind, fold(name), action, span))  # type: ignore[arg-type]

    def picture(self, path: str, span: Span) -> None:
        self.w.out.pictures.append(PictureUse(path, span))
