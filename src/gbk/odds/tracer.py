"""The machine, run on numbers that are not known: it finds what a stretch of a game may come to.

Memory holds numbers, formulas over what memory held where the stretch began, and chances. Where
the way hangs on one of the latter two the trace forks. It ends where the book or the directive
does, and is cut at every paragraph and every checkpoint, where states meet again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gbk.model.program import (
    BACK,
    BARGAINS,
    CLOSED,
    CODE,
    HANDLER,
    HISTORY,
    MOST_DICE,
    NONE,
    PARAGRAPH,
    RESUME,
    RETURN,
    ROUND,
    Program,
)
from gbk.odds import chances
from gbk.odds.chances import Chance, parts, together
from gbk.odds.formula import (
    LONGEST,
    Formula,
    chosen,
    combined,
    opposite,
    rule,
    stored,
    truth,
    written,
)
from gbk.odds.quiet import Caps, quiet_joins
from gbk.odds.tree import Decision, Goal, Leaf, Node, Pending, Point, Split, Spot, Throw, Tree
from gbk.run.core import LINK, EndlessError
from gbk.run.machine import Machine, MachineError
from gbk.run.numbers import BINARY

MOST_FORKS = 24
"""Behind so many throws and decisions the next jump back cuts the trace."""
MOST_STEPS = 100_000
MOST_OPTIONS = 1_000
MOST_ROOM = 2_000
"""Detours in detours that hold more than this never come back."""


class Fork(Exception):
    """The way hangs on this value."""

    def __init__(self, value: Formula | Chance) -> None:
        self.value = value


_NAMES = {id(operation): name for name, operation in BINARY.items()}
_JUMP = CODE["JUMP"]
_ROUND = CODE["ROUND"]
_YIELD = CODE["YIELD"]
_RESUME = CODE["RESUME"]


class Tracer(Machine):
    """`goals`: addresses of the paragraph at which the trace ends, with the outcome that each
    stands for; -k: slot k of the frame tells. `deaf`: the address of a call whose handler is
    left out, or -1. `leaving`: a turn to a paragraph is an end as well."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.goals: dict[int, int] = {}
        self.deaf = -1
        self.leaving = False
        self.known: dict[str, int] = {}
        self.options: list[tuple[int, int]] | None = None
        self.flags = self.rounds = self.asks = self.forks = 0
        self.began = -1
        self.found: Node | None = None
        self._joins = quiet_joins(self.code, self.ends)
        counters = {p.visits for p in program.paragraphs}
        self._caps = Caps(self.code, self.ends, counters, self._joins)
        self._tools = [n for n, i in enumerate(program.items) if i.use >= 0 or i.wield]

    # ------------------------------------------------------------ from outside

    def plant(self, spot: Spot) -> Tree:
        """The tree of a spot, with nothing but its root."""
        memory: list[object] = [stored(slot) for slot in range(spot.size)]
        for slot, value in spot.fixed:
            memory[slot] = value
        return Tree(spot, Pending(Point(spot.pc, spot.fp, memory, began=spot.pc)))

    def grow(self, pending: Pending) -> Node:
        """What stands in the place of a pending node."""
        point = pending.point
        self.pc, self.fp, self.memory = point.pc, point.fp, point.memory.copy()  # type: ignore[assignment]
        self.known = point.known
        self.options = None if point.options is None else point.options.copy()
        self.flags, self.rounds, self.asks = point.flags, point.rounds, point.asks
        self.began, self.forks, self.found = point.began, point.forks, None
        self._at = self.pc
        try:
            if point.then >= 0:
                self._turn_to(point.then)
            for _ in range(MOST_STEPS):
                if self.found is not None:
                    return self.found
                self._step()
            raise self._endless("loop")
        except Fork as fork:
            self.pc = self._at
            return self._forked(fork.value, point.then)

    def _step(self) -> None:
        at = self._at = self.pc
        goal = self.goals.get(at)
        if goal is not None and self.fp == self.base + 1:
            self._goal("", goal if goal >= 0 else self._need_at(self.fp - goal))
            return
        code = self.code[at]
        if code == _ROUND and at != self.began and not self._handed_on(at):
            self._cut()
            return
        end = self.ends[at]
        self.pc = end
        self._do[code](*self.code[at + 1 : end])
        if code == _JUMP and self.pc < at and self.forks > MOST_FORKS:
            self._cut()

    def _endless(self, why: str) -> EndlessError:
        """What to raise where the book runs on and on; forks where that is not known yet."""
        self._need_at(PARAGRAPH)
        return EndlessError(why, self.paragraph)

    def _handed_on(self, at: int) -> bool:
        """Whether a `ROUND` counts, for a rule, a checkpoint of the rule that it has called."""
        return self.code[at + 1] == _YIELD and self.code[at + 2] == _RESUME

    # ------------------------------------------------------------ forks and cuts

    def _point(self, **changes: Any) -> Point:
        point = Point(
            self.pc,
            self.fp,
            self.memory.copy(),  # type: ignore[arg-type]
            self.known,
            None if self.options is None else self.options.copy(),
            self.flags,
            self.rounds,
            self.asks,
            self.began,
            self.forks + 1,
        )
        for name, value in changes.items():
            setattr(point, name, value)
        return point

    def _forked(self, value: Formula | Chance, then: int) -> Node:
        if isinstance(value, Formula):
            return Split(value, rule(value.source), {}, self._point(then=then, forks=self.forks))
        ways = []
        for part in parts(value):
            memory = [
                chances.lean(part.space, [v.values[case] for case in part.kept])
                if isinstance(v, Chance) and v.space is value.space
                else v
                for v in self.memory
            ]
            node = Pending(self._point(memory=memory, then=then))
            ways.append((part.space.total, value.space.total, node))
        return Throw(list(ways))

    def settled(self, split: Split, value: int) -> Pending:
        """The way of a split for a value that nobody had yet."""
        point = split.point
        known = {**point.known, split.formula.source: value}
        memory = [
            value if isinstance(v, Formula) and v.source == split.formula.source else v
            for v in point.memory
        ]
        changed = Point(
            point.pc,
            point.fp,
            memory,
            known,
            point.options,
            point.flags,
            point.rounds,
            point.asks,
            point.began,
            point.forks,
            point.then,
        )
        return Pending(changed)

    def _leaf(self, spot: Spot | None) -> Leaf:
        numbers: list[tuple[int, int]] = []
        formulas = []
        spaces: dict[int, tuple[Any, list[tuple[int, tuple[int, ...]]]]] = {}
        mask = 0
        reads = {}
        memory: list[Any] = self.memory
        for slot, value in enumerate(memory):
            if isinstance(value, int):
                numbers.append((slot, value))
            elif isinstance(value, Chance):
                spaces.setdefault(id(value.space), (value.space, []))[1].append(
                    (slot, value.values)
                )
            elif value is not stored(slot):
                known = self.known.get(value.source)
                if known is not None:
                    numbers.append((slot, known))
                else:
                    formulas.append((slot, value, rule(value.source)))
                    reads[slot] = value.slots
            else:
                continue
            mask |= 1 << slot
        here = memory[PARAGRAPH]
        return Leaf(
            spot,
            here if isinstance(here, int) else -1,
            self.rounds,
            self.asks,
            len(memory),
            numbers,
            formulas,
            list(spaces.values()),
            mask,
            reads,
        )

    def _cut(self) -> None:
        """The trace ends here: the game stands at `pc`, and goes on from there."""
        base = self.memory[self.base]
        fixed = {self.base: base, CLOSED: self._need_at(CLOSED)}
        while base != self.base + 1:
            for slot in range(base - LINK, base):
                fixed[slot] = self._need_at(slot)
            base = self.memory[base - LINK + 2]
        spot = Spot(self.pc, self.fp, len(self.memory), tuple(sorted(fixed.items())))
        self.found = self._leaf(spot)

    def _goal(self, kind: str, outcome: int) -> None:
        self.found = Goal(kind, outcome, self._leaf(None))

    # ------------------------------------------------------------ values

    def need(self, value: Any) -> int:
        """The number that a value is; forks where it may be several."""
        if isinstance(value, int):
            return value
        if isinstance(value, Formula):
            known = self.known.get(value.source)
            if known is not None:
                return known
        raise Fork(value)

    def _need_at(self, slot: int) -> int:
        """The number in a slot; it stays there as a number."""
        value = self.memory[slot] = self.need(self.memory[slot])
        return value

    def _sure(self, *depths: int) -> None:
        """The stack holds numbers at these depths (1: the top)."""
        for depth in depths:
            self._need_at(len(self.memory) - depth)

    def _of(self, name: str, a: Any, b: Any) -> Any:
        """What an instruction of two numbers makes of any two values."""
        a, b = self._plain(a), self._plain(b)
        operation = BINARY[name]
        if isinstance(a, int) and isinstance(b, int):
            return operation(a, b)
        if isinstance(a, Chance) or isinstance(b, Chance):
            for value in (a, b):
                if isinstance(value, Formula):
                    raise Fork(value)
            return self._of_chances(operation, a, b)
        if len(written(a)) + len(written(b)) > LONGEST:
            raise Fork(a if isinstance(a, Formula) else b)
        return combined(name, a, b)

    def _plain(self, value: Any) -> Any:
        if isinstance(value, Formula):
            return self.known.get(value.source, value)
        return value

    def _of_chances(self, operation: Callable[[int, int], int], a: Any, b: Any) -> Chance | int:
        if isinstance(a, int):
            return b.map(lambda value: operation(a, value))  # type: ignore[no-any-return]
        if isinstance(b, int):
            return a.map(lambda value: operation(value, b))  # type: ignore[no-any-return]
        if a.space is not b.space:
            space, left, right = together(a.space, b.space)
            old = a.space, b.space

            def moved(v: Any) -> Any:
                if isinstance(v, Chance) and v.space is old[0]:
                    return Chance(space, [v.values[case] for case in left])
                if isinstance(v, Chance) and v.space is old[1]:
                    return Chance(space, [v.values[case] for case in right])
                return v

            self.memory[:] = [moved(v) for v in self.memory]
            a, b = moved(a), moved(b)
        return chances.lean(
            a.space, [operation(x, y) for x, y in zip(a.values, b.values, strict=True)]
        )

    # ------------------------------------------------------------ instructions

    def _binary(self, operation: Callable[[int, int], int]) -> None:
        a, b = self.memory[-2], self.memory[-1]
        value = self._of(_NAMES[id(operation)], a, b)
        del self.memory[-2:]
        self._push(value)

    def _not(self) -> None:
        value: Any = self._plain(self.memory[-1])
        if isinstance(value, Formula):
            value = opposite(value)
        elif isinstance(value, Chance):
            value = value.map(lambda v: int(v == 0))
        else:
            value = int(value == 0)
        self.memory[-1] = value

    def _peek(self) -> None:
        self._sure(1)
        super()._peek()

    def _poke(self) -> None:
        self._sure(2)
        super()._poke()

    def _jz(self, distance: int) -> None:
        top: Any = self._plain(self.memory[-1])
        self.memory[-1] = top
        if not isinstance(top, int):
            join = self._joins(self._at)
            if join:
                self._pop()
                self.pc = join
                return
            if isinstance(top, Formula):
                self.memory[-1] = self.need(truth(top))
            else:
                raise Fork(top.map(lambda v: int(v != 0)))
        super()._jz(distance)

    def _switch(self, count: int, *distances: int) -> None:
        if not isinstance(self.memory[-1], int):
            join = self._joins(self._at)
            if join:
                self._pop()
                self.pc = join
                return
        self._sure(1)
        super()._switch(count, *distances)

    def _stat(self, number: int) -> None:
        info = self.program.stats[number]
        value: Any = self.memory[info.slot]
        least: Any = NONE
        for item, mode, amount in info.modifiers:
            counts = self._of("GT", self._no_chance(self.program.items[item].slot), 0)
            if mode % 2:
                in_hand = self._of("EQ", self._no_chance(self.program.wielded), item + 1)
                counts = self._of("AND", counts, in_hand)
            if mode < 2:
                value = self._of("ADD", value, chosen(counts, amount, 0))
            else:
                least = self._of("MAX", least, chosen(counts, amount, NONE))
        self._push(self._of("MAX", value, least) if least is not NONE else value)

    def _no_chance(self, slot: int) -> int | Formula:
        """What a slot holds, where two chances must not meet."""
        value: Any = self.memory[slot]
        if isinstance(value, Chance):
            raise Fork(value)
        return value  # type: ignore[no-any-return]

    def _here(self, paragraph: int, room: int) -> None:
        self._frame(room)
        self._put(PARAGRAPH, paragraph)
        visits = self.program.paragraphs[paragraph].visits
        if visits >= 0:
            self._count_up(visits, self._caps.visits.get(visits))

    def _outcome(self, number: int) -> None:
        self._need_at(self.fp + RETURN)
        self._need_at(self.fp + BACK)
        super()._outcome(number)

    def _round(self) -> None:
        if not self._handed_on(self._at):
            self.rounds += 1
            self.began = -1
        self._count_up(self.fp + ROUND, self._caps.rounds)

    def _count_up(self, slot: int, most: int | None) -> None:
        """One more in a slot, as far as the book can tell."""
        count = self._of("ADD", self._get(slot), 1)
        self._put(slot, count if most is None else self._of("MIN", count, most))

    def _yield(self) -> None:
        self._need_at(self.fp + HANDLER)
        self._need_at(self.fp + BACK)
        super()._yield()

    def _resume(self, slot: int) -> None:
        self._need_at(self.fp + slot + RESUME)
        super()._resume(slot)

    def _call(self, routine: int, slot: int, distance: int) -> None:
        super()._call(routine, slot, 0 if self._at == self.deaf else distance)

    def _dead(self) -> None:
        dead: Any = 0
        for slot, bound in self.program.deadly:
            dead = self._of("OR", dead, self._of("LE", self.memory[slot], bound))
        self._push(dead)

    def _eval(self) -> None:
        self._sure(1)
        super()._eval()

    def _done(self) -> None:
        self._sure(2)
        super()._done()

    def _roll(self, label: int) -> None:
        self._sure(4, 3, 2)
        n, low, high, total = self.memory[-4:]
        if n > MOST_DICE:
            raise self._endless("dice")
        if n > 0 and NONE not in (low, high) and high >= low:
            total = self._of("ADD", total, chances.dice(n, low, high))
        del self.memory[-4:]
        self._push(total)

    # ------------------------------------------------------------ turns

    def _settle_rooms(self) -> None:
        """What `-> back` and bargains remember are numbers."""
        if self.program.history >= 0:
            self._need_at(PARAGRAPH)
            for slot in range(self._need_at(HISTORY)):
                self._need_at(self.program.history + slot)
        if self.program.bargains >= 0:
            for slot in range(self._need_at(BARGAINS)):
                self._need_at(self.program.bargains + slot)

    def _turn_to(self, paragraph: int) -> None:
        self._settle_rooms()
        if self.program.history < 0:
            self._enter(paragraph)
        else:
            super()._turn_to(paragraph)

    def _enter(self, paragraph: int) -> None:
        self._leave_uses()
        if self.leaving:
            self._goal("turn", paragraph)
            return
        self._go_on(self.entries[paragraph], self.memory[self.base])
        del self.memory[self.fp :]
        self.memory[CLOSED] = 0
        self.memory[PARAGRAPH] = paragraph
        self._cut()

    def _turnback(self, at_once: int) -> None:
        self._settle_rooms()
        super()._turnback(at_once)

    def _backto(self, at_once: int) -> None:
        self._settle_rooms()
        super()._backto(at_once)

    def _visit(self, paragraph: int) -> None:
        self._need_at(PARAGRAPH)
        if len(self.memory) > self.base + MOST_ROOM:
            raise self._endless("visits")
        super()._visit(paragraph)
        self.memory[PARAGRAPH] = paragraph
        self._cut()

    def _death(self) -> None:
        self._settle_rooms()
        super()._death()

    def _bargain(self, paragraph: int) -> None:
        self._settle_rooms()
        super()._bargain(paragraph)

    def _look(self) -> None:
        self._settle_rooms()
        target = -1
        for slot, number, paragraph, last in self.program.watches:
            was, now = self._no_chance(last), self._no_chance(slot)
            rise = self._of("AND", self._of("LT", was, number), self._of("LE", number, now))
            fall = self._of("AND", self._of("GT", was, number), self._of("GE", number, now))
            if target < 0 and self.need(self._of("OR", rise, fall)):
                target = paragraph
        if target >= 0 and self._pause():
            return
        for slot, _, _, last in self.program.watches:
            self.memory[last] = self.memory[slot]
        if target >= 0:
            self._turn_to(target)

    def _ask_turn(self, paragraph: int, then: Callable[[], None]) -> None:
        if not self._pause():
            then()

    def _end_with(self, kind: str, text: str = "") -> None:
        self._goal(kind, -1)

    # ------------------------------------------------------------ the reader

    def _pause(self) -> bool:
        """Whether the trace ends before a turn: the reader may use the sheet first."""
        if not self._tools or not self._open_sheet():
            return False
        if self._at != self.began:
            self.pc = self._at
            self._cut()
            return True
        moves = self._moves()
        if not moves:
            return False
        self.pc = self._at
        on = Pending(self._point(began=-2))
        self.found = Decision([on, *moves], 1)
        return True

    def _open_sheet(self) -> bool:
        return self._need_at(CLOSED) == 0 and self.began != -2

    def _moves(self) -> list[Node]:
        """What the sheet offers: a use, a weapon to take in hand."""
        carried = [
            item
            for item in self._tools
            if self.need(self._of("GT", self.memory[self.program.items[item].slot], 0))
        ]
        moves: list[Node] = []
        for item in carried:
            info = self.program.items[item]
            held = self.program.wielded
            if (
                info.wield
                and held >= 0
                and not self.need(self._of("EQ", self.memory[held], item + 1))
            ):
                memory = self.memory.copy()
                memory[held] = item + 1
                moves.append(
                    Pending(self._point(pc=self._at, memory=memory, began=-1, options=None))
                )
            if info.use >= 0:
                kept = self.pc, self.fp, self.memory
                self.pc, self.memory = self._at, self.memory.copy()
                self._leave(NONE, self.memory[CLOSED] + 1)
                self.pc = self.routines[info.use]
                moves.append(Pending(self._point(began=-1, options=None)))
                self.pc, self.fp, self.memory = kept
        return moves

    def _menu(self, flags: int) -> None:
        """What has been thrown is known before a decision: the trace is cut there."""
        thrown = any(isinstance(value, Chance) for value in self.memory)
        sheet = flags & 2 and self._tools and self._open_sheet()
        if self._at != self.began and (thrown or sheet):
            self.pc = self._at
            self._cut()
            return
        self.options, self.flags = [], flags

    def _option(self) -> None:
        self._sure(1)
        self._menu_options().append((self._pop(), -1))

    def _go(self, text: int, paragraph: int) -> None:
        options = self._menu_options()
        options.append((-2 - len(options), paragraph))

    def _menu_options(self) -> list[tuple[int, int]]:
        if self.options is None:
            raise MachineError("broken: an option with no menu")
        return self.options

    def _choose(self) -> None:
        options = self._menu_options()
        if not options:
            self.options = None
            self._push(NONE)
            return
        ways = []
        single = len(options) == 1 and self.flags & 1
        moves: list[Node] = []
        if not single and self.flags & 2 and self._tools and self._open_sheet():
            moves = self._menu_moves()
        self.options, self.began = None, -1
        self.asks += not single
        for value, target in options:
            if target >= 0:
                ways.append(self._point(then=target))
            else:
                ways.append(self._point(memory=[*self.memory, value]))
        self._decided(ways, moves)

    def _menu_moves(self) -> list[Node]:
        """The sheet's offers beside a menu: they begin where the menu does."""
        here = self._at
        self._at = self.began
        try:
            return self._moves()
        finally:
            self._at = here

    def _decided(self, ways: list[Point], moves: list[Node]) -> None:
        if len(ways) == 1 and not moves:
            self.found = self.grow_on(ways[0])
        else:
            self.found = Decision([*(Pending(way) for way in ways), *moves], len(ways))

    def grow_on(self, point: Point) -> Node:
        """A decision between one thing is none."""
        return Pending(point)

    def _number(self) -> None:
        self._sure(1, 2)
        high, low = self._pop(), self._pop()
        self.options = None
        if NONE in (low, high) or high < low:
            self._push(NONE)
            return
        if high - low >= MOST_OPTIONS:
            raise chances.TooManyCases
        self.asks += 1
        self._decided(
            [self._point(memory=[*self.memory, number]) for number in range(low, high + 1)], []
        )

    def _type(self, count: int, *strings: int) -> None:
        self.options = None
        self.asks += 1
        ways = []
        for answer, string in enumerate(strings):
            text = self.strings[string]
            number = int(text[:9]) if text.isascii() and text.isdigit() else NONE
            ways.append(self._point(memory=[*self.memory, answer, number]))
        ways.append(self._point(memory=[*self.memory, count, NONE]))
        self._decided(ways, [])

    # ------------------------------------------------------------ what is said has no weight

    def _text(self, string: int) -> None:
        pass

    def _shut(self) -> None:
        pass

    def _value(self, digits: int) -> None:
        self._pop()

    def _name(self) -> None:
        self._pop()

    def _told(self, label: int) -> None:
        self._pop()

    def _break(self, kind: int) -> None:
        pass

    def _link(self, value: int) -> None:
        pass

    def _picture(self, path: int, shows: int) -> None:
        pass

    def _plural(self) -> None:
        self.memory[-1] = 0

    def _vary(self, n: int) -> None:
        self._push(0)
