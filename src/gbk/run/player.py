"""A play: a machine, its dice, what was shown and what was chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from gbk.model.program import Program
from gbk.run.blocks import Block, Blocks, prose
from gbk.run.dice import WHIM, Dice
from gbk.run.machine import Machine
from gbk.run.requests import Choose, End, Number, Request, Roll, Turn, Type
from gbk.run.sheet import SetError, near, seen, set_slots, sheet, slots_to_set, state
from gbk.run.words import normal, plain

UNDO = 200


class RollError(ValueError):
    """A number that was given for a die and is not on it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """All that `undo` brings back."""

    request: Request
    snapshot: list[int]
    dice: int
    whim: int
    used: int
    transcript: int
    thrown: list[int]
    blocks: list[Block]
    told: int
    before: dict[str, tuple[str, int | str]] | None


class Play:
    """`request` is what is asked of the reader; `blocks` is what to show. `rolls` are numbers
    for the first dice, `sets` (`NAME=VALUE`) come after the hero is made, `at` is the paragraph
    to begin with. `lost`: what a load could not keep. Raises SetError, RollError, MachineError,
    ValueError."""

    def __init__(
        self,
        program: Program,
        seed: int = 0,
        rolls: Iterable[int] = (),
        sets: Iterable[str] = (),
        at: str | None = None,
        begin: bool = True,
    ) -> None:
        """`begin` False: a play that stands nowhere yet, for a load."""
        self.program = program
        self.seed = seed
        self.machine = Machine(program)
        self.dice = Dice(seed)
        self.whim = Dice(seed ^ WHIM)
        self.rolls = list(rolls)
        self.lost: list[str] = []
        self.blocks: list[Block] = []
        self.transcript: list[dict[str, Any]] = []
        self._sets = slots_to_set(program, sets)
        self._at = None if at is None else self._paragraph(at)
        self._used = 0
        self._thrown: list[int] = []
        self._told = 0
        self._before: dict[str, tuple[str, int | str]] | None = None
        self.moments: list[Moment] = []
        self.machine.vary = lambda n: self.whim.between(0, n - 1)
        self.machine.first = self._first
        self.request: Request = End("", "")
        if begin:
            self._advance(self.machine.run)

    # ------------------------------------------------------------ the reader acts

    def answer(self, value: int | str) -> None:
        """Answer the request: an option's value, a number, what was typed (a text, or the
        machine's number for it), 0 for a turn. Raises ValueError where that does not fit."""
        request = self.request
        if isinstance(request, End):
            raise ValueError("the play has ended")
        number = _read(request, value)
        self._move(_chosen(request, number, value), lambda: self.machine.run(number))

    def use(self, item: int) -> None:
        self._act("use", item, self.machine.use)

    def wield(self, item: int) -> None:
        self._act("wield", item, self.machine.wield)

    def lay_down(self, item: int) -> None:
        self._act("drop", item, self.machine.lay_down)

    @property
    def can_undo(self) -> bool:
        return bool(self.moments) and self.program.settings.get("undo") != "no"

    def undo(self) -> bool:
        """Take the last answer back, the dice as they were before it."""
        if not self.can_undo:
            return False
        self._recall(self.moments.pop())
        return True

    # ------------------------------------------------------------ what there is to see

    @property
    def paragraph(self) -> str:
        """The name of the paragraph that the reader is in; "" before the first."""
        return self.machine.paragraph

    def sheet(self) -> dict[str, Any]:
        return sheet(self.machine)

    def result(self) -> dict[str, Any]:
        """The whole play; its last entry is the request where it stands (`chosen` None)."""
        end = None
        if isinstance(self.request, End):
            kind, text = self.request.kind, plain([self.request.text])
            end = {"kind": kind, "paragraph": self.paragraph, "text": text}
        return {
            "transcript": [*self.transcript, self._entry(None)],
            "end": end,
            "state": state(self.machine),
        }

    def save(self) -> dict[str, Any]:
        from gbk.run.save import save

        return save(self)

    @classmethod
    def load(cls, program: Program, data: object) -> Play:
        """Raises SaveError."""
        from gbk.run.save import load

        return load(program, data)

    # ------------------------------------------------------------ how it goes on

    def _paragraph(self, name: str) -> int:
        names = [paragraph.name for paragraph in self.program.paragraphs]
        forms = [normal(one) for one in names]
        if normal(name) not in forms:
            raise SetError(f"no paragraph is called “{name}”{near(name, names)}")
        return forms.index(normal(name))

    def _first(self, paragraph: int) -> int:
        """The hero is made: what was asked for is set, and the book begins."""
        set_slots(self.machine, self._sets)
        self._before = seen(self.machine)
        return paragraph if self._at is None else self._at

    def _act(self, verb: str, item: int, act: Callable[[int], Request]) -> None:
        items = self.program.items
        name = items[item].name if 0 <= item < len(items) else ""
        self._move(f"{verb} {name}", lambda: act(item), keep=True)

    def _move(self, chosen: str | None, act: Callable[[], Request], keep: bool = False) -> None:
        moment = self.moment()
        self.transcript.append(self._entry(chosen))
        self._thrown = []
        try:
            self._advance(act, keep)
        except Exception:
            self._recall(moment)
            raise
        self.moments = [*self.moments[1 - UNDO :], moment]

    def _advance(self, act: Callable[[], Request], keep: bool = False) -> None:
        """Go on to the next request of the reader. `keep`: what was shown stays, for he is
        where he was."""
        request = act()
        while isinstance(request, Roll):
            request = self.machine.run(self._die(request))
        events, self.machine.events = self.machine.events, []
        blocks = Blocks(self.program).done(events)
        old = self.blocks if keep and not any(e[0] == "arrive" for e in events) else []
        self.blocks = [*old, *blocks, *self._changes()]
        self._told = len(old)
        self.request = request

    def _die(self, request: Roll) -> int:
        if self._used < len(self.rolls):
            number = self.rolls[self._used]
            if not request.low <= number <= request.high:
                die = f"a die from {request.low} to {request.high}"
                raise RollError(f"{number} was given to {die}")
            self._used += 1
        else:
            number = self.dice.between(request.low, request.high)
        self._thrown.append(number)
        return number

    def _changes(self) -> list[Block]:
        if self._before is None:
            return []
        before, self._before = self._before, seen(self.machine)
        return [
            {"kind": "change", "name": name, "label": label, "from": before[name][1], "to": value}
            for name, (label, value) in self._before.items()
            if before[name][1] != value
        ]

    def _entry(self, chosen: str | None) -> dict[str, Any]:
        options = self.request.options if isinstance(self.request, Choose) else ()
        return {
            "paragraph": self.paragraph,
            "text": prose(self.blocks[self._told :]),
            "options": [plain(option.text) for option in options],
            "chosen": chosen,
            "rolls": self._thrown,
        }

    def moment(self) -> Moment:
        return Moment(
            self.request,
            self.machine.snapshot(),
            self.dice.state,
            self.whim.state,
            self._used,
            len(self.transcript),
            self._thrown,
            self.blocks,
            self._told,
            self._before,
        )

    def _recall(self, moment: Moment) -> None:
        self.machine.restore(moment.snapshot)
        self.machine.run()
        self.machine.events = []
        self.request = moment.request
        self.dice.state, self.whim.state = moment.dice, moment.whim
        self._used, self._thrown = moment.used, moment.thrown
        del self.transcript[moment.transcript :]
        self.blocks, self._told, self._before = moment.blocks, moment.told, moment.before


def _read(request: Request, value: int | str) -> int:
    """The machine's number for what a reader answers."""
    if isinstance(request, Type) and isinstance(value, str):
        typed = normal(value)
        forms = [normal(answer) for answer in request.answers]
        if typed in forms:
            return forms.index(typed)
        number = int(typed[:20]) if typed.isascii() and typed.isdigit() else -1
        return len(forms) + 1 + number
    if type(value) is not int:
        raise ValueError(f"“{value}” is no answer here")
    return value


def _chosen(request: Request, number: int, value: int | str) -> str | None:
    """What the transcript says of an answer."""
    match request:
        case Turn():
            return None
        case Choose(options=options):
            return next((plain(one.text) for one in options if one.value == number), "")
        case Type(answers=answers):
            if isinstance(value, str):
                return value.strip()
            known = len(answers)
            after = "" if number == known else str(number - known - 1)
            return answers[number] if 0 <= number < known else after
        case _:
            return str(number)


def random_play(play: Play, seed: int, answers: int = 2000) -> None:
    """Answer at random, all alike, at most so many times; never from the sheet."""
    dice = Dice(seed)
    for _ in range(answers):
        match play.request:
            case Choose(options=options):
                play.answer(options[dice.between(0, len(options) - 1)].value)
            case Number(low=low, high=high):
                play.answer(dice.between(low, high))
            case Type(answers=known):
                play.answer(dice.between(0, len(known)))
            case End():
                return
            case _:
                play.answer(0)
