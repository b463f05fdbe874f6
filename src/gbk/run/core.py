"""What the machine stands on: its memory, its frames, and how a turn goes.

A paragraph's frame begins at `memory[base]`. What a detour or a use puts below its frame is a
link of five numbers: where to go on, the frame there, the frame of the paragraph there, the
paragraph (NONE for a use), CLOSED.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gbk.model.program import CLOSED, CODE, HISTORY, HISTORY_ROOM, LIMIT, NONE, PARAGRAPH, Program
from gbk.run.link import link
from gbk.run.numbers import add, greatest
from gbk.run.requests import Event, Request

ROOM = 2**16
"""The most that a state holds."""
LINK = 5

ASKING = frozenset(
    CODE[name]
    for name in ["TURN", "TURNBACK", "BACKTO", "LOOK", "DEATH", "END", "STUCK", "ROLL", "MENU"]
)
"""Where a state may stand, besides the very beginning."""


class MachineError(Exception):
    """The program is broken: it runs on without end, or does what no program does."""


class EndlessError(MachineError):
    """The book runs on with nothing asked. `why`: "loop"; "visits", none of which comes back;
    "dice", too many at once; "turns". `paragraph`: the name of the one it is in, "" before the
    first."""

    def __init__(self, why: str, paragraph: str) -> None:
        super().__init__(f"endless: {why} in “{paragraph}”")
        self.why = why
        self.paragraph = paragraph


@dataclass(slots=True)
class Menu:
    """A menu that is being made. `pc`, `fp`, `memory`: the machine where it begins. `said`:
    the question, then the text of each option; `options`: (value, target) of each."""

    pc: int
    fp: int
    memory: list[int]
    flags: int
    said: list[list[str]] = field(default_factory=lambda: [[]])
    options: list[tuple[int, int]] = field(default_factory=list)


class Core:
    """`events` is what happened; the caller drains it. `request` is what is pending. `vary`
    gives a number below n that is of no weight; `first` is told the first paragraph and gives
    the one to begin with. Raises ValueError where the program is broken at sight."""

    def __init__(self, program: Program) -> None:
        image = link(program)
        self.program = program
        self.code, self.ends, self.strings = image.code, image.ends, image.strings
        self.entries, self.routines = image.entries, image.routines
        self.base = len(program.start)
        self.vary: Callable[[int], int] = lambda n: 0
        self.first: Callable[[int], int] = lambda paragraph: paragraph
        self.events: list[Event] = []
        self.request: Request | None = None
        self._then: Callable[[int], None] = lambda answer: None
        self._making: Menu | None = None
        self._at = 0
        self.pc, self.fp = 0, self.base + 1
        self.memory = [*program.start, self.base + 1]
        self.memory[PARAGRAPH] = -1

    def snapshot(self) -> list[int]:
        """`[pc, fp, *memory]`, where the pending request is asked again."""
        return [self.pc, self.fp, *self.memory]

    def restore(self, state: list[int]) -> None:
        """Raises ValueError where `state` cannot be one of this program."""
        if len(state) < self.base + 3 or len(state) > ROOM:
            raise ValueError("the state has a wrong size")
        if not all(type(number) is int and NONE <= number <= LIMIT for number in state):
            raise ValueError("the state holds what is no number")
        pc, fp, *memory = state
        asks = 0 < pc < len(self.code) and self.ends[pc] and self.code[pc] in ASKING
        if pc != 0 and not asks:
            raise ValueError("the state stands where nothing is asked")
        if not self.base < memory[self.base] <= fp <= len(memory):
            raise ValueError("the state has no frame")
        if not -1 <= memory[PARAGRAPH] < len(self.entries):
            raise ValueError("the state is in no paragraph")
        self.pc, self.fp, self.memory = pc, fp, memory
        self.request = self._making = None

    def wields(self, item: int) -> bool:
        return self.program.wielded >= 0 and self.memory[self.program.wielded] == item + 1

    def stat(self, number: int) -> int:
        """The value of a stat, with the modifiers of what is carried and in hand."""
        info = self.program.stats[number]
        value, least = self.memory[info.slot], NONE
        for item, mode, amount in info.modifiers:
            carried = self.memory[self.program.items[item].slot] > 0
            if carried and (mode % 2 == 0 or self.wields(item)):
                if mode < 2:
                    value = add(value, amount)
                else:
                    least = greatest(least, amount)
        return greatest(value, least)

    @property
    def paragraph(self) -> str:
        """The name of the paragraph that the hero is in; "" before the first."""
        number = self.memory[PARAGRAPH]
        known = 0 <= number < len(self.program.paragraphs)
        return self.program.paragraphs[self.around(number)].name if known else ""

    def around(self, paragraph: int) -> int:
        """The paragraph that a step stands in; a paragraph itself."""
        parent = self.program.paragraphs[paragraph].parent
        return paragraph if parent < 0 else parent

    # ------------------------------------------------------------ memory, control

    def _get(self, at: int) -> int:
        if not 0 <= at < len(self.memory):
            raise MachineError("broken: reads outside its memory")
        return self.memory[at]

    def _put(self, at: int, value: int) -> None:
        if not 0 <= at < len(self.memory):
            raise MachineError("broken: writes outside its memory")
        self.memory[at] = value

    def _push(self, *values: int) -> None:
        if len(self.memory) + len(values) > ROOM - 2:
            if self._inside() is not None:
                raise EndlessError("visits", self.paragraph)
            raise MachineError("broken: fills its memory")
        self.memory.extend(values)

    def _pop(self) -> int:
        if len(self.memory) <= self.base + 1:
            raise MachineError("broken: takes what is not there")
        return self.memory.pop()

    def _go_on(self, pc: int, fp: int) -> None:
        """Go on at an address and a frame that come from memory."""
        if not (0 <= pc < len(self.ends) and self.ends[pc]):
            raise MachineError("broken: goes on where no instruction is")
        if not self.base < fp <= len(self.memory):
            raise MachineError("broken: has no frame")
        self.pc, self.fp = pc, fp

    def _ask(self, request: Request, then: Callable[[int], None]) -> None:
        """Stop here until the request is answered; `then` takes the answer or refuses it."""
        if self._making is not None:
            raise MachineError("broken: asks while it makes a menu")
        self.pc = self._at
        self.request, self._then = request, then

    def _sheet(self) -> bool:
        return self.memory[CLOSED] == 0

    def _leave(self, paragraph: int, closed: int) -> None:
        """A new frame above everything, to which `_return` puts an end."""
        self._push(self.pc, self.fp, self._get(self.base), paragraph, self.memory[CLOSED])
        self.memory[CLOSED] = closed
        self.fp = self.memory[self.base] = len(self.memory)

    def _inside(self) -> int | None:
        """What the paragraph's frame runs in: the paragraph of a detour, NONE for a use."""
        at = self.memory[self.base]
        return None if at == self.base + 1 else self._get(at - 2)

    def _return(self) -> None:
        """Back to where the frame of the paragraph was laid above."""
        at = self.memory[self.base]
        if at < self.base + 1 + LINK or at > len(self.memory):
            raise MachineError("broken: has no frame")
        pc, fp, base, _, closed = self.memory[at - LINK : at]
        del self.memory[at - LINK :]
        if not self.base < base <= len(self.memory):
            raise MachineError("broken: has no frame")
        self.memory[self.base], self.memory[CLOSED] = base, closed
        self._go_on(pc, fp)

    def _leave_uses(self) -> None:
        while self._inside() == NONE:
            self._return()

    def _enter(self, paragraph: int) -> None:
        """Arrive at a paragraph; a use that led here is over, a detour is not."""
        if self.memory[PARAGRAPH] < 0:
            paragraph = self.first(paragraph)
        self._leave_uses()
        self._go_on(self.entries[paragraph], self.memory[self.base])
        del self.memory[self.fp :]
        self.memory[CLOSED] = 0
        self._making = None

    def _turn_to(self, paragraph: int) -> None:
        """An ordinary turn: `-> back` will lead back to here. Steps are their paragraph's."""
        here = self._get(PARAGRAPH)
        step = self.program.paragraphs[paragraph].parent >= 0
        if self.program.history >= 0 and not step and 0 <= here < len(self.entries):
            self._remember(HISTORY, self.program.history, HISTORY_ROOM, self.around(here))
        self._enter(paragraph)

    def _remember(self, counter: int, room: int, size: int, value: int) -> None:
        """Put a value in a room; where it is full the oldest is forgotten."""
        count = self._count(counter, size)
        if count == size:
            self.memory[room : room + size - 1] = self.memory[room + 1 : room + size]
            count -= 1
        self._put(room + count, value)
        self._put(counter, count + 1)

    def _count(self, counter: int, size: int) -> int:
        return max(0, min(size, self._get(counter)))

    def _newest(self, counter: int, room: int, size: int) -> int:
        """The newest paragraph in a room, or -1."""
        count = self._count(counter, size) if room >= 0 else 0
        paragraph = self.memory[room + count - 1] if count > 0 else -1
        return paragraph if paragraph < len(self.entries) else -1

    def _say(self, text: str) -> None:
        if self._making is not None:
            self._making.said[-1].append(text)
        else:
            self.events.append(("text", text))

    # ------------------------------------------------------------ the first instructions, as in OPS

    def _halt(self) -> None:
        raise MachineError("broken: runs out of its code")

    def _num(self, number: int) -> None:
        self._push(number)

    _str = _num

    def _load(self, slot: int) -> None:
        self._push(self._get(slot))

    def _store(self, slot: int) -> None:
        self._put(slot, self._pop())

    def _fload(self, slot: int) -> None:
        self._push(self._get(self.fp + slot))

    def _fstore(self, slot: int) -> None:
        self._put(self.fp + slot, self._pop())

    def _addr(self, slot: int) -> None:
        self._push(self.fp + slot)

    def _peek(self) -> None:
        at = self._pop()
        self._push(NONE if at == NONE else self._get(at))

    def _poke(self) -> None:
        value, at = self._pop(), self._pop()
        if at != NONE:
            self._put(at, value)

    def _dup(self) -> None:
        value = self._pop()
        self._push(value, value)

    def _drop(self) -> None:
        self._pop()

    def _swap(self) -> None:
        b, a = self._pop(), self._pop()
        self._push(b, a)

    def _binary(self, operation: Callable[[int, int], int]) -> None:
        b, a = self._pop(), self._pop()
        self._push(operation(a, b))

    def _not(self) -> None:
        self._push(int(self._pop() == 0))

    def _jump(self, distance: int) -> None:
        self.pc += distance

    def _jz(self, distance: int) -> None:
        if self._pop() == 0:
            self.pc += distance

    def _switch(self, count: int, *distances: int) -> None:
        k = self._pop()
        if 0 <= k < count:
            self.pc += distances[k]
