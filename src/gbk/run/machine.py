"""The machine: runs a program until it needs something, and asks for that.

It never rolls and never decides. `templates/player/machine.js` is its mirror: same order, same
names. What the machine is, is in `[pc, fp, *memory]`; while a request is pending, `pc` is at an
instruction that asks it again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gbk.model.program import (
    BACK,
    BARGAIN_ROOM,
    BARGAINS,
    BLOCKS,
    CLOSED,
    HANDLER,
    HISTORY,
    HISTORY_ROOM,
    MOST_DICE,
    NONE,
    OPS,
    OUTCOME,
    PARAGRAPH,
    RESUME,
    RETURN,
    ROUND,
    Program,
)
from gbk.run.core import Core, EndlessError, MachineError, Menu
from gbk.run.numbers import BINARY, add, clamp, plural
from gbk.run.requests import (
    Choose,
    Closed,
    End,
    Number,
    Option,
    Request,
    Roll,
    Runs,
    Turn,
    Type,
    fits,
    shown,
)

__all__ = ["EndlessError", "Machine", "MachineError"]

GUARD = 1_000_000
"""So many instructions with no request are endless."""


class Machine(Core):
    """A `Core` that runs: its methods are the instructions."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.guard = GUARD
        self.dice = 0
        self.language = program.settings.get("language", "en")
        self._do: list[Callable[..., None]] = [
            partial(self._binary, BINARY[name])
            if name in BINARY
            else getattr(self, "_" + name.lower())
            for name, _, _ in OPS
        ]

    # ------------------------------------------------------------ from outside

    def run(self, answer: int | None = None) -> Request:
        """Go on with the answer to what is pending, up to the next request. Raises ValueError
        for an answer that does not fit (nothing has happened then) and MachineError."""
        if self.request is not None:
            if answer is None:
                return self.request
            if not fits(self.request, answer):
                raise ValueError(f"{answer} is no answer here")
            request, self.request = self.request, None
            if isinstance(request, End):
                return self.run()
            self._then(answer)
        for _ in range(self.guard):
            self._at = self.pc
            end = self.ends[self._at]
            operands = self.code[self._at + 1 : end]
            self.pc = end
            self._do[self.code[self._at]](*operands)
            if self.request is not None:
                self.dice = self.dice + 1 if isinstance(self.request, Roll) else 0
                if self.dice > MOST_DICE:
                    break
                return self.request
        raise EndlessError("loop", self.paragraph)

    def use(self, item: int) -> Request:
        """Run the use of an item that is carried. Raises ValueError where it has none, or the
        sheet is closed."""
        info = self.program.items[self._carried(item)]
        if info.use < 0:
            raise ValueError(f"{info.label} has no use")
        self._leave(NONE, self.memory[CLOSED] + 1)
        self.pc = self.routines[info.use]
        return self._again()

    def wield(self, item: int) -> Request:
        """Take a weapon in hand, or put it away. Raises ValueError as `use`."""
        info = self.program.items[self._carried(item)]
        if not info.wield or self.program.wielded < 0:
            raise ValueError(f"{info.label} is no weapon")
        in_hand = self.wields(item)
        self.memory[self.program.wielded] = 0 if in_hand else item + 1
        return self._again()

    def lay_down(self, item: int) -> Request:
        """One less of an item; not of a condition. Raises ValueError as `use`."""
        info = self.program.items[self._carried(item)]
        if info.kind == "condition":
            raise ValueError(f"{info.label} cannot be laid down")
        self.memory[info.slot] -= 1
        if self.memory[info.slot] <= 0 and self.wields(item):
            self.memory[self.program.wielded] = 0
        return self._again()

    def _again(self) -> Request:
        """Ask anew after something was done on the sheet."""
        self.request = None
        return self.run()

    def _carried(self, item: int) -> int:
        if self.request is None or not self.request.sheet:
            raise ValueError("the sheet is closed now")
        if not 0 <= item < len(self.program.items):
            raise ValueError("there is no such item")
        if self.memory[self.program.items[item].slot] <= 0:
            raise ValueError(f"{self.program.items[item].label} is not carried")
        return item

    # ------------------------------------------------------------ instructions from STAT on

    def _stat(self, number: int) -> None:
        self._push(self.stat(number))

    def _here(self, paragraph: int, room: int) -> None:
        self._frame(room)
        self._put(PARAGRAPH, paragraph)
        visits = self.program.paragraphs[paragraph].visits
        if visits >= 0:
            self._put(visits, add(self._get(visits), 1))
        self.events.append(("arrive", paragraph))

    def _frame(self, room: int) -> None:
        self._go_on(self.pc, self.fp)
        kept = self.memory[self.fp : self.fp + min(room, 1)]  # the `it` that a VISIT gave
        del self.memory[self.fp :]
        self._push(*kept, *[0] * (room - len(kept)))

    def _turn(self, paragraph: int, at_once: int) -> None:
        if at_once:
            self._turn_to(paragraph)
        else:
            self._ask_turn(paragraph, lambda: self._turn_to(paragraph))

    def _ask_turn(self, paragraph: int, then: Callable[[], None]) -> None:
        self._ask(Turn(paragraph, self._sheet()), lambda answer: then())

    def _end_with(self, kind: str, text: str = "") -> None:
        self._ask(End(kind, text), lambda answer: None)

    def _open_menu(self) -> Menu:
        if self._making is None:
            raise MachineError("broken: an option or a question with no menu")
        return self._making

    def _go(self, text: int, paragraph: int) -> None:
        menu = self._open_menu()
        menu.options.append((-2 - len(menu.options), paragraph))
        menu.said.append([self.strings[text]])

    def _turnback(self, at_once: int) -> None:
        paragraph = self._newest(HISTORY, self.program.history, HISTORY_ROOM)

        def back() -> None:
            self._put(HISTORY, self._count(HISTORY, HISTORY_ROOM) - 1)
            self._enter(paragraph)

        if paragraph < 0:
            self._end_with("stuck")
        elif at_once:
            back()
        else:
            self._ask_turn(paragraph, back)

    def _visit(self, paragraph: int) -> None:
        value = self._pop()
        self._leave(self._get(PARAGRAPH), self._get(CLOSED))
        self._push(value)
        self.pc = self.entries[paragraph]

    def _backto(self, at_once: int) -> None:
        self._leave_uses()
        paragraph = self._inside()

        def back() -> None:
            self._return()
            self._put(PARAGRAPH, -1 if paragraph is None else paragraph)

        if paragraph is None:
            self._end_with("stuck")
        elif at_once or not 0 <= paragraph < len(self.entries):
            back()
        else:
            self._ask_turn(paragraph, back)

    def _look(self) -> None:
        target = -1
        for slot, number, paragraph, last in self.program.watches:
            was, now = self.memory[last], self.memory[slot]
            if target < 0 and (was < number <= now or was > number >= now):
                target = paragraph

        def keep() -> None:
            for slot, _, _, last in self.program.watches:
                self.memory[last] = self.memory[slot]

        def turn() -> None:
            keep()
            self._turn_to(target)

        if target < 0:
            keep()
        else:
            self._ask_turn(target, turn)

    def _call(self, routine: int, slot: int, distance: int) -> None:
        at = self.fp + slot
        handler = self.pc + distance if distance else 0
        for offset, value in enumerate((self.pc, self.fp, handler, 0, 0, 0, 0)):
            self._put(at + offset, value)
        self._go_on(self.routines[routine], at)

    def _outcome(self, number: int) -> None:
        self._put(self.fp + OUTCOME, number)
        self._go_on(self._get(self.fp + RETURN), self._get(self.fp + BACK))

    def _round(self) -> None:
        self._put(self.fp + ROUND, add(self._get(self.fp + ROUND), 1))

    def _yield(self) -> None:
        handler = self._get(self.fp + HANDLER)
        if handler:
            self._put(self.fp + RESUME, self.pc)
            self._go_on(handler, self._get(self.fp + BACK))

    def _resume(self, slot: int) -> None:
        self._go_on(self._get(self.fp + slot + RESUME), self.fp + slot)

    def _dead(self) -> None:
        at_or_below = BINARY["LE"]
        dead = any(at_or_below(self.memory[slot], bound) for slot, bound in self.program.deadly)
        self._push(int(dead))

    def _death(self) -> None:
        paragraph = self._newest(BARGAINS, self.program.bargains, BARGAIN_ROOM)

        def turn() -> None:
            self._put(BARGAINS, self._count(BARGAINS, BARGAIN_ROOM) - 1)
            self._turn_to(paragraph)

        if paragraph < 0:
            self._end_with("death")
        else:
            self._ask_turn(paragraph, turn)

    def _bargain(self, paragraph: int) -> None:
        self._remember(BARGAINS, self.program.bargains, BARGAIN_ROOM, paragraph)

    def _end(self, kind: int, text: int) -> None:
        self._end_with(self.strings[kind], self.strings[text])

    def _stuck(self) -> None:
        self._end_with("stuck")

    def _roll(self, label: int) -> None:
        at = len(self.memory) - 4
        n, low, high, total = (self._get(at + offset) for offset in range(4))

        def add_it(number: int) -> None:
            self.events.append(("roll", low, high, number, self.strings[label]))
            self._put(at + 3, add(total, number))
            self._put(at, n - 1)

        if n <= 0 or NONE in (low, high) or high < low:
            for _ in range(4):
                self._pop()
            self._push(total)
        elif n > MOST_DICE:
            raise EndlessError("dice", self.paragraph)
        else:
            self._ask(Roll(low, high, self.strings[label]), add_it)

    def _told(self, label: int) -> None:
        who = self._string(self._pop())
        value = self._get(len(self.memory) - 1)
        self.events.append(("told", self.strings[label], who, value))

    def _string(self, number: int) -> str:
        if number == NONE:
            return ""
        if not 0 <= number < len(self.strings):
            raise MachineError("broken: says a text that is not there")
        return self.strings[number]

    def _menu(self, flags: int) -> None:
        self._making = Menu(self._at, self.fp, self.memory.copy(), flags)

    def _option(self) -> None:
        menu = self._open_menu()
        menu.options.append((self._pop(), -1))
        menu.said.append([])

    def _shut(self) -> None:
        menu = self._open_menu()
        menu.options.append((NONE, -1))
        menu.said.append([])

    def _choose(self) -> None:
        menu, question, texts = self._close_menu()
        options: list[Option] = []
        closed: list[Closed] = []
        for (value, target), text in zip(menu.options, texts, strict=True):
            if value == NONE:
                closed.append(Closed(len(options), text))
            else:
                options.append(Option(value, text, target))

        def take(value: int) -> None:
            target = next(option.target for option in options if option.value == value)
            if target < 0:
                self._push(value)
            else:
                self._turn_to(target)

        if not options:
            self._push(NONE)
        elif len(options) == 1 and menu.flags & 1:
            take(options[0].value)
        else:
            request = Choose(question, tuple(options), self._open(menu), tuple(closed))
            self._ask_menu(menu, request, take)

    def _close_menu(self) -> tuple[Menu, Runs, list[Runs]]:
        """The menu, its question, the texts of its options; it is a menu no more."""
        menu = self._open_menu()
        self._making = None
        question, *texts = (tuple(text for text in ["".join(said)] if text) for said in menu.said)
        return menu, question, texts

    def _open(self, menu: Menu) -> bool:
        return bool(menu.flags & 2) and self._sheet()

    def _ask_menu(self, menu: Menu, request: Request, then: Callable[[int], None]) -> None:
        """Stop where the menu begins, with what memory was there; go on here when answered."""
        here = self.pc, self.fp, self.memory

        def go_on(answer: int) -> None:
            self.pc, self.fp, self.memory = here
            then(answer)

        self._ask(request, go_on)
        self.pc, self.fp, self.memory = menu.pc, menu.fp, menu.memory

    def _number(self) -> None:
        high, low = self._pop(), self._pop()
        menu, question, _ = self._close_menu()
        if NONE in (low, high) or high < low:
            self._push(NONE)
        else:
            self._ask_menu(menu, Number(low, high, question, self._open(menu)), self._push)

    def _type(self, count: int, *strings: int) -> None:
        menu, question, _ = self._close_menu()
        answers = tuple(self.strings[number] for number in strings)

        def take(answer: int) -> None:
            if answer < count:
                digits = answers[answer].isascii() and answers[answer].isdigit()
                number = clamp(int(answers[answer][:20])) if digits else NONE
            else:
                number = NONE if answer == count else clamp(answer - count - 1)
            self._push(min(answer, count), number)

        self._ask_menu(menu, Type(question, answers, self._open(menu)), take)

    def _text(self, string: int) -> None:
        self._say(self.strings[string])

    def _value(self, digits: int) -> None:
        number = self._pop()
        if self._making is None:
            self.events.append(("value", number, digits))
        else:
            self._say(shown(number, digits))

    def _name(self) -> None:
        text = self._string(self._pop())
        if text:
            self._say(text)

    def _break(self, kind: int) -> None:
        self._event("break", BLOCKS[kind])

    def _link(self, value: int) -> None:
        self._event("link", value)

    def _picture(self, path: int, shows: int) -> None:
        self._event("picture", self.strings[path], self.strings[shows])

    def _event(self, *event: str | int) -> None:
        """A menu has texts and nothing else."""
        if self._making is None:
            self.events.append(event)

    def _plural(self) -> None:
        self._push(plural(self._pop(), self.language))

    def _vary(self, n: int) -> None:
        self._push(self.vary(n) if n > 0 else 0)

    def _eval(self) -> None:
        address = self._pop()
        self._push(self.pc)
        self._go_on(address, self.fp)

    def _code(self, distance: int) -> None:
        self._push(self.pc + distance)

    def _done(self) -> None:
        value, back = self._pop(), self._pop()
        self._push(value)
        self._go_on(back, self.fp)

    def _used(self) -> None:
        if self._inside() != NONE:
            raise MachineError("broken: ends a use outside one")
        self._return()
