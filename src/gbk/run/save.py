"""Saves: plain JSON that holds the very state, and by name what another edition can keep."""

from __future__ import annotations

import json
from typing import Any

from gbk.model.program import (
    BARGAIN_ROOM,
    BARGAINS,
    LIMIT,
    NONE,
    PARAGRAPH,
    Program,
)
from gbk.run.core import MachineError
from gbk.run.dice import Dice
from gbk.run.player import Play
from gbk.run.requests import Choose, End, Number, Request, Roll, Type
from gbk.run.sheet import row, seen


class SaveError(ValueError):
    """What is loaded is no save, or is broken."""


MOST = 100_000
"""So long a list or a name no save has."""
CREATION = 10_000
"""So many answers the making of a hero does not need."""

_INT, _STR, _NO = "int", "str", "none"
_RUN = (_STR, {"link": _INT, "text": _STR})
_TEXT = {"kind": _STR, "runs": [_RUN]}
_BLOCKS: dict[str, object] = {
    **dict.fromkeys(("plain", "dialogue", "quote", "ornament", "say"), _TEXT),
    "heading": {"name": _STR, "title": _STR},
    "picture": {"path": _STR, "shows": _STR},
    "roll": {"label": _STR, "who": _STR, "dice": [[_INT]], "total": (_INT, _NO)},
    "change": {"name": _STR, "label": _STR, "from": (_INT, _STR), "to": (_INT, _STR)},
}
_ENTRY = {
    "paragraph": _STR,
    "text": _STR,
    "options": [_STR],
    "chosen": (_STR, _NO),
    "rolls": [_INT],
}
_SHAPE: dict[str, object] = {
    "identity": _STR,
    "seed": _INT,
    "dice": _INT,
    "whim": _INT,
    "rolls": [_INT],
    "state": [_INT],
    "paragraph": _STR,
    "stats": {"*": (_INT, [_INT])},
    "starts": {"*": _INT},
    "items": {"*": _INT},
    "codewords": [_STR],
    "visits": {"*": _INT},
    "wielded": _STR,
    "bargains": [_STR],
    "transcript": [_ENTRY],
    "thrown": [_INT],
    "told": _INT,
    "blocks": [{"kind": _STR}],
}

_MOMENT = {
    **{key: _SHAPE[key] for key in ("state", "dice", "whim", "rolls", "thrown", "told", "blocks")},
    "transcript": _INT,
}

_last: list[tuple[Program, str]] = []


def identity(program: Program) -> str:
    """A hash (FNV-1a, 32 bits) of the program as JSON: the same edition, the same hash. The
    last program's is kept, for a play is saved at each step."""
    if not _last or _last[0][0] is not program:
        _last[:] = [(program, _hash(program))]
    return _last[0][1]


def _hash(program: Program) -> str:
    hashed = 0x811C9DC5
    for char in json.dumps(program.to_json(), ensure_ascii=False, separators=(",", ":")):
        hashed = (hashed ^ ord(char)) * 0x01000193 & 0xFFFFFFFF
    return f"{hashed:08x}"


def save(play: Play) -> dict[str, Any]:
    """Everything that `load` needs, as plain JSON data."""
    program, memory = play.program, play.machine.memory
    names = [paragraph.name for paragraph in program.paragraphs]
    bargains: list[int] = []
    if program.bargains >= 0:
        count = max(0, min(BARGAIN_ROOM, memory[BARGAINS]))
        bargains = memory[program.bargains : program.bargains + count]
    hand = [item.name for number, item in enumerate(program.items) if play.machine.wields(number)]
    return {
        "format": "gbk-save",
        "version": 1,
        "book": program.settings.get("book", ""),
        "identity": identity(program),
        "seed": play.seed,
        "dice": play.dice.state,
        "whim": play.whim.state,
        "rolls": play.rolls[play._used :],
        "state": play.machine.snapshot(),
        "paragraph": play.paragraph,
        "stats": {s.name: row(play.machine, s) or memory[s.slot] for s in program.stats},
        "starts": {s.name: memory[s.start] for s in program.stats if s.start >= 0},
        "items": {i.name: memory[i.slot] for i in program.items if memory[i.slot] > 0},
        "codewords": [word.name for word in program.codewords if memory[word.slot]],
        "visits": {p.name: memory[p.visits] for p in program.paragraphs if p.visits >= 0},
        "wielded": hand[0] if hand else "",
        "bargains": [names[p] for p in bargains if 0 <= p < len(names)],
        "transcript": list(play.transcript),
        "thrown": list(play._thrown),
        "told": play._told,
        "blocks": list(play.blocks),
    }


MOMENTS = 30
"""So many steps back a save that is kept for the reader remembers."""


def whole(play: Play) -> dict[str, Any]:
    """A save with the last steps that may be taken back."""
    moments = [
        {
            "state": moment.snapshot,
            "dice": moment.dice,
            "whim": moment.whim,
            "rolls": play.rolls[moment.used :],
            "transcript": moment.transcript,
            "thrown": moment.thrown,
            "told": moment.told,
            "blocks": moment.blocks,
        }
        for moment in play.moments[-MOMENTS:]
    ]
    return {**save(play), "moments": moments}


def load(program: Program, data: object) -> Play:
    """The play that was saved; where the book has changed since, at the start of the paragraph
    where it was. Raises SaveError."""
    if not isinstance(data, dict) or data.get("format") != "gbk-save":
        raise SaveError("this is no saved game of a gbk book")
    if not _is(data.get("version"), _INT) or data["version"] != 1:
        raise SaveError("this saved game is of another version of gbk")
    for key, shape in _SHAPE.items():
        if not _is(data.get(key), shape):
            raise SaveError(f"this saved game is damaged: “{key}” is not as it should be")
    if not _is_told(data):
        raise SaveError("this saved game is damaged: “blocks” is not as it should be")
    moments = data.get("moments", [])
    if not _is(moments, [_MOMENT]) or not all(map(_is_told, moments)):
        raise SaveError("this saved game is damaged: “moments” is not as it should be")
    if data["identity"] == identity(program):
        try:
            return _resumed(program, data)
        except (ValueError, MachineError):
            raise SaveError("this saved game is damaged: its state is none of this book") from None
    try:
        return _restarted(program, data)
    except MachineError as error:
        raise SaveError(f"this saved game does not go with this book: {error}") from None


def _is_told(data: dict[str, Any]) -> bool:
    return all(_is(block, _BLOCKS.get(block["kind"])) for block in data["blocks"])


def _is(value: object, shape: object) -> bool:
    """Whether plain data has a shape: "int", "str", "none"; a tuple: one of these; a list: each
    member; a dict: these keys, or "*" for each."""
    match shape:
        case "int":
            return type(value) is int and abs(value) < 2**53
        case "str":
            return isinstance(value, str) and len(value) <= MOST
        case "none":
            return value is None
        case tuple():
            return any(_is(value, one) for one in shape)
        case [one]:
            most = MOST if isinstance(value, list) else -1
            return (
                isinstance(value, list) and len(value) <= most and all(_is(v, one) for v in value)
            )
        case {"*": one}:
            return isinstance(value, dict) and all(_is(v, one) for v in value.values())
        case dict():
            return isinstance(value, dict) and all(
                _is(value.get(k), one) for k, one in shape.items()
            )
    return False


def _resumed(program: Program, data: dict[str, Any]) -> Play:
    """Raises ValueError or MachineError where the state is not one of this program."""
    moments = data.get("moments", [])
    rolls = (moments or [data])[0]["rolls"]
    play = Play(program, data["seed"], rolls, begin=False)
    for moment in moments:
        told = data["transcript"][: max(0, moment["transcript"])]
        _stand(play, {**moment, "transcript": told})
        play.moments.append(play.moment())
    _stand(play, data)
    return play


def _stand(play: Play, data: dict[str, Any]) -> None:
    """Put a play where it stood."""
    play.machine.restore(data["state"])
    play.request = play.machine.run()
    if isinstance(play.request, Roll):
        raise ValueError("the state waits for a die")
    play.machine.events = []
    _set_dice(play, data)
    play.transcript, play.blocks = list(data["transcript"]), list(data["blocks"])
    play._thrown, play._told = list(data["thrown"]), max(0, data["told"])
    play._used = max(0, len(play.rolls) - len(data["rolls"]))
    play._before = seen(play.machine) if play.machine.memory[PARAGRAPH] >= 0 else None


def _restarted(program: Program, data: dict[str, Any]) -> Play:
    """A hero is made anew, unseen; then he gets what the save names and the book still has."""
    play = Play(program, data["seed"], begin=False)
    play.transcript = list(data["transcript"])
    machine, begun = play.machine, False
    places = {p.name: number for number, p in reversed(list(enumerate(program.paragraphs)))}
    place = places.get(data["paragraph"], -1)
    if data["paragraph"] and place < 0:
        name = data["paragraph"]
        raise SaveError(f"this saved game stands in “{name}”, which this edition does not have")

    def first(paragraph: int) -> int:
        nonlocal begun
        begun = True
        play.lost += _kept(program, machine.memory, places, data)
        machine.events = []
        play._before = seen(machine)
        return paragraph if place < 0 else place

    machine.first = first
    dice, request = Dice(data["seed"]), machine.run()
    for _ in range(CREATION):
        if begun or isinstance(request, End):
            break
        request = machine.run(_anything(request, dice))
    if not begun:
        raise SaveError("the book ends before its first paragraph")
    _set_dice(play, data)
    play._advance(lambda: request)
    return play


def _set_dice(play: Play, data: dict[str, Any]) -> None:
    play.dice.state, play.whim.state = data["dice"] % 2**32, data["whim"] % 2**32


def _anything(request: Request, dice: Dice) -> int:
    match request:
        case Roll(low=low, high=high):
            return dice.between(low, high)
        case Choose(options=options):
            return options[0].value
        case Number(low=low):
            return low
        case Type(answers=answers):
            return len(answers)
        case _:
            return 0


def _kept(
    program: Program, memory: list[int], places: dict[str, int], data: dict[str, Any]
) -> list[str]:
    """Write what the save names into memory; the names that the book has no more."""
    lost = []
    stats = {stat.name: stat for stat in program.stats}
    for name, value in data["stats"].items():
        values = value if isinstance(value, list) else [value]
        stat = stats.get(name)
        if stat is None or (stat.size > 0) != isinstance(value, list):
            lost.append(name)
            continue
        for offset, one in enumerate(values[: max(stat.size, 1)]):
            memory[stat.slot + offset] = _number(one)
    for name, value in data["starts"].items():
        if name in stats and stats[name].start >= 0:
            memory[stats[name].start] = _number(value)
    for slot, _, _, last in program.watches:
        memory[last] = memory[slot]
    items = {item.name: (number, item) for number, item in enumerate(program.items)}
    for _, item in items.values():
        memory[item.slot] = 0
    for name, value in data["items"].items():
        if name in items:
            memory[items[name][1].slot] = max(0, _number(value))
        else:
            lost.append(name)
    words = {word.name: word for word in program.codewords}
    for word in words.values():
        memory[word.slot] = 0
    for name in data["codewords"]:
        if name in words:
            memory[words[name].slot] = 1
        else:
            lost.append(name)
    for name, value in data["visits"].items():
        at = program.paragraphs[places[name]].visits if name in places else -1
        if at >= 0:
            again = name == data["paragraph"]  # arriving there will count once more
            memory[at] = max(0, _number(value) - again)
    if program.wielded >= 0:
        hand = [
            number + 1
            for name, (number, item) in items.items()
            if name == data["wielded"] and memory[item.slot] > 0
        ]
        memory[program.wielded] = hand[0] if hand else 0
    if program.bargains >= 0:
        known = [places[name] for name in data["bargains"] if name in places][-BARGAIN_ROOM:]
        memory[program.bargains : program.bargains + len(known)] = known
        memory[BARGAINS] = len(known)
    return lost


def _number(value: int) -> int:
    return value if value == NONE else max(-LIMIT, min(LIMIT, value))
