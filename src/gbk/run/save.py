"""Saves: a play as plain JSON that a later edition of the book can still open."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from gbk.model.program import Program
from gbk.run.machine import MachineError
from gbk.run.numbers import clamp
from gbk.run.requests import Roll
from gbk.run.sheet import seen, state

if TYPE_CHECKING:
    from gbk.run.player import Play

FORMAT = "gbk-save"


class SaveError(ValueError):
    """A save that cannot be opened: the sentence says why."""


def identity(program: Program) -> str:
    """A mark of this very edition of a book."""
    data = program.to_json()
    text = json.dumps([data["start"], data["units"], data["paragraphs"]])
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def save(play: Play) -> dict[str, Any]:
    """All there is to a play but what `undo` remembers."""
    program, machine = play.program, play.machine
    names = state(machine)
    return {
        "format": FORMAT,
        "version": 1,
        "book": program.settings.get("book", ""),
        "identity": identity(program),
        "seed": play.seed,
        "dice": [play.dice.state, play.whim.state],
        "rolls": play.rolls[play._used :],
        "state": machine.snapshot(),
        "paragraph": play.paragraph,
        **names,
        "visits": {p.name: machine.memory[p.visits] for p in program.paragraphs if p.visits >= 0},
        "thrown": play._thrown,
        "told": play._told,
        "transcript": play.transcript,
        "blocks": play.blocks,
    }


def load(program: Program, data: object) -> Play:
    """The play of a save. Raises SaveError; what another edition could not keep is in the
    play's `lost`."""
    from gbk.run.player import Play

    if not isinstance(data, dict) or data.get("format") != FORMAT or data.get("version") != 1:
        raise SaveError("this is no saved game of a gbk book")
    seed = data.get("seed")
    play = Play(program, seed if isinstance(seed, int) else 0)
    if data.get("identity") != identity(program):
        return _moved(play, data)
    try:
        play.machine.restore(list(data["state"]))
        play.request = play.machine.run()
        play.machine.events = []
        if isinstance(play.request, Roll):
            raise ValueError("a die is thrown")
        dice, whim = (int(number) for number in data["dice"])
        blocks, transcript = data["blocks"], data["transcript"]
        if not all(isinstance(rows, list) for rows in (blocks, transcript, data["rolls"])):
            raise ValueError("lists are missing")
        if not all(isinstance(row, dict) for row in [*blocks, *transcript]):
            raise ValueError("rows are missing")
    except (ValueError, TypeError, KeyError, MachineError):
        raise SaveError("this saved game is damaged") from None
    play.dice.state, play.whim.state = dice & 2**32 - 1, whim & 2**32 - 1
    play.rolls, play._used = data["rolls"], 0
    play._thrown = _list(data.get("thrown"))
    play.transcript, play.blocks = transcript, blocks
    told = data.get("told")
    play._told = min(told, len(blocks)) if isinstance(told, int) and told >= 0 else 0
    play._before = seen(play.machine)
    return play


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _moved(play: Play, data: dict[str, Any]) -> Play:
    """A save of another edition: its paragraph from the start, with what still exists."""
    program = play.program
    name = data.get("paragraph")
    at = next((n for n, p in enumerate(program.paragraphs) if p.name == name), -1)
    if at < 0:
        raise SaveError(f"this saved game stands in “{name}”, which this edition does not have")
    sets: list[tuple[int, int]] = []
    lost: list[str] = []

    def keep(slots: dict[str, tuple[int, int]], key: str, value: object) -> None:
        rows = value if isinstance(value, list) and value else [value]
        slot, size = slots.get(key, (-1, 0))
        if slot < 0 or len(rows) != max(1, size) or any(type(n) is not int for n in rows):
            lost.append(key)
        else:
            sets.extend((slot + n, clamp(int(one))) for n, one in enumerate(rows))

    tables = {
        "stats": {s.name: (s.slot, s.size) for s in program.stats},
        "items": {i.name: (i.slot, 1) for i in program.items},
    }
    for table, slots in tables.items():
        rows = data.get(table)
        for key, value in rows.items() if isinstance(rows, dict) else ():
            keep(slots, str(key), value)
    words = {w.name: (w.slot, 1) for w in program.codewords}
    for word in _list(data.get("codewords")):
        keep(words, str(word), 1)
    visits = data.get("visits")
    for p in program.paragraphs:
        count = visits.get(p.name) if isinstance(visits, dict) else None
        if p.visits >= 0 and type(count) is int:
            sets.append((p.visits, max(0, count - (p.name == name))))
    from gbk.run.player import Play

    moved = Play(program, play.seed, at=str(name), slots=sets)
    moved.lost = lost
    return moved
