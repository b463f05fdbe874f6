"""What the flow of one paragraph allows: where it leads, whether a way through it ends
nowhere, which of its choices are never offered.

Ways through a paragraph are many (every fork multiplies them), so they are not listed.
At each point it is enough to know which states are possible: no choice passed so far
(NONE), some choice passed (CHOICE), neither (0: nothing comes here). Guards are not
looked at: a guarded choice is a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from gbk.model.book import Detour, Fork, Go, Offer, Step, Stop
from gbk.model.source import Span

Flow = tuple[Step, ...]

NONE = 1
CHOICE = 2


@dataclass(frozen=True, slots=True)
class Lost:
    """A choice that no way offers: `cause` turns away before it, or (`below`) after it and
    before the end, where choices are offered."""

    choice: Span
    cause: Span
    below: bool


@dataclass(slots=True, eq=False, repr=False)
class Ways:
    """`targets`: keys (and "back", "return", "" for unknown) with the kind of way that
    leads there: "turn", "choice", or "detour" where nothing but detours does. `detours`:
    some way takes one. `dead`: some way ends nowhere; `split`: the fork at which that way
    parts from the good ones, None where there are no good ones."""

    targets: dict[str, str] = field(default_factory=dict)
    stops: bool = False
    detours: bool = False
    dead: bool = False
    split: Span | None = None
    lost: list[Lost] = field(default_factory=list)


def steps(flow: Flow) -> Iterator[Step]:
    """Every step of a flow at any depth, reached or not."""
    for step in flow:
        yield step
        if isinstance(step, Offer):
            yield from steps(step.flow)
        elif isinstance(step, Fork):
            for way in step.ways:
                yield from steps(way)


def everything(flow: Flow, kind: str = "turn") -> Ways:
    """The targets and endings of a flow, whether its ways reach them or not."""
    walk = _Walk(lambda target: True)
    walk.note_all(flow, kind)
    return walk.ways


def ways(flow: Flow, returns: Callable[[str], bool]) -> Ways:
    """What the flow of a paragraph allows. `returns(key)`: a visit there may come back."""
    walk = _Walk(returns)
    state, split = walk.run(flow, NONE, None, None, "turn")
    walk.ways.dead = bool(state & NONE)
    walk.ways.split = split if walk.ways.dead else None
    walk.ways.lost = walk.lost()
    return walk.ways


class _Walk:
    def __init__(self, returns: Callable[[str], bool]) -> None:
        self.returns = returns
        self.ways = Ways()
        self.offered: set[Span] = set()
        self.missed: list[Lost] = []

    def run(
        self, flow: Flow, state: int, gone: Span | None, closed: Span | None, kind: str
    ) -> tuple[int, Span | None]:
        """The states after `flow`, and the split of a way with no choice (see Ways).

        `gone`: what turned away before, where `state` is 0; `closed`: what turns away
        behind the flow on every way, if something does.
        """
        split: Span | None = None
        rest = self.closing(flow, closed)
        for step, behind in zip(flow, rest, strict=True):
            match step:
                case Offer():
                    self.offer(step, gone or behind, below=not gone)
                    state = state and CHOICE
                case Fork():
                    state, parted = self.fork(step, state, gone, behind, kind)
                    split = parted or split
                case Go() | Stop() | Detour():
                    if state:
                        self.note(step, kind)
                    if not self.passes(step):
                        state = 0
            if not state:
                gone = gone or step.span
        return state, split

    def closing(self, flow: Flow, closed: Span | None) -> list[Span | None]:
        """For each step, what behind it turns away on every way before the end."""
        found: list[Span | None] = []
        for step in reversed(flow):
            found.append(closed)
            if not self.passes(step):
                closed = step.span
        return found[::-1]

    def passes(self, step: Step) -> bool:
        """Can a way go on behind the step?"""
        match step:
            case Go() | Stop():
                return False
            case Detour():
                return not step.visit or self.returns(step.target)
            case Fork():
                ways = step.ways or ((),)
                return any(all(self.passes(inner) for inner in way) for way in ways)
        return True

    def offer(self, step: Offer, cause: Span | None, below: bool) -> None:
        """A choice. Its block begins with the choices of the paragraph open, and comes
        back to them at its end: so it cannot end nowhere."""
        if cause is None:
            self.offered.add(step.span)
            self.run(step.flow, CHOICE, None, None, "choice")
            if step.target is not None:
                self.target(step.target, "choice")
            return
        # The lost choice is the cause; that what it leads to is out of reach follows.
        self.note_all((step,), "choice")
        self.missed.append(Lost(step.span, cause, below))

    def lost(self) -> list[Lost]:
        """The first lost choice of each cause. A choice may stand in several ways of a fork
        (whatever else holds), and is lost if none of them offers it."""
        first: dict[Span, Lost] = {}
        for lost in self.missed:
            if lost.choice not in self.offered:
                first.setdefault(lost.cause, lost)
        return list(first.values())

    def fork(
        self, step: Fork, state: int, gone: Span | None, closed: Span | None, kind: str
    ) -> tuple[int, Span | None]:
        after = 0
        good = False
        split: Span | None = None
        for way in step.ways or ((),):
            end, parted = self.run(way, state, gone, closed, kind)
            after |= end
            if end & NONE:
                split = split or parted
            else:
                good = True
        if not after & NONE:
            return after, None
        return after, split or (step.span if good else None)

    def note(self, step: Step, kind: str) -> None:
        match step:
            case Go():
                self.target(step.target, kind)
            case Stop():
                self.ways.stops = True
            case Detour():
                self.target(step.target, "detour")
                self.ways.detours = True
            case Offer() if step.target is not None:
                self.target(step.target, "choice")

    def note_all(self, flow: Flow, kind: str) -> None:
        for step in steps(flow):
            self.note(step, kind)

    def target(self, key: str, kind: str) -> None:
        if self.ways.targets.get(key, "detour") == "detour":
            self.ways.targets[key] = kind
