"""The hero's sheet: what a reader sees of the numbers, and how they are set by name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any

from gbk.model.program import Program, StatInfo
from gbk.run.core import Core
from gbk.run.numbers import clamp
from gbk.run.words import normal


class SetError(ValueError):
    """A name that the book has not, or a value that is no number."""


def sheet(machine: Core) -> dict[str, Any]:
    """What is shown of the hero: stats, the items that he carries, his codewords."""
    open_now = machine.request is not None and machine.request.sheet
    memory = machine.memory
    stats = []
    for number, stat in enumerate(machine.program.stats):
        if not stat.hidden:
            value = machine.stat(number)
            stats.append(
                {
                    "name": stat.name,
                    "label": stat.label,
                    "value": value,
                    "top": None if stat.top < 0 else memory[stat.top],
                    "row": row(machine, stat),
                    "word": sign(stat, value),
                }
            )
    items = [
        {
            "index": number,
            "name": item.name,
            "label": item.label,
            "count": memory[item.slot],
            "usable": open_now and item.use >= 0,
            "wieldable": open_now and item.wield,
            "wielded": machine.wields(number),
            "droppable": open_now and item.kind != "condition",
        }
        for number, item in enumerate(machine.program.items)
        if memory[item.slot] > 0
    ]
    words = [w.name for w in machine.program.codewords if memory[w.slot] and not w.hidden]
    return {"stats": stats, "items": items, "codewords": words}


def row(machine: Core, stat: StatInfo) -> list[int] | None:
    return machine.memory[stat.slot : stat.slot + stat.size] if stat.size else None


def sign(stat: StatInfo, value: int) -> str | None:
    """The word or sign that stands for a value, if there is one."""
    return stat.grades[value] if 0 <= value < len(stat.grades) else None


def seen(machine: Core) -> dict[str, tuple[str, int | str]]:
    """Name → (label, value) of all that a reader may see change."""
    memory, found = machine.memory, dict[str, tuple[str, int | str]]()
    for number, stat in enumerate(machine.program.stats):
        if stat.hidden:
            continue
        value = machine.stat(number)
        if not stat.size:
            found[stat.name] = stat.label, sign(stat, value) or value
        for index, one in enumerate(row(machine, stat) or [], stat.first):
            found[f"{stat.name}[{index}]"] = f"{stat.label} {index}", sign(stat, one) or one
    for item in machine.program.items:
        found[item.name] = item.label, max(0, memory[item.slot])
    for word in machine.program.codewords:
        if not word.hidden:
            found[word.name] = word.name, int(memory[word.slot] != 0)
    return found


def state(machine: Core) -> dict[str, Any]:
    """All stats (as they are read, with modifiers; rows as lists), the items carried and the
    codewords, by name, hidden ones too."""
    memory, program = machine.memory, machine.program
    return {
        "stats": {
            stat.name: row(machine, stat) or machine.stat(number)
            for number, stat in enumerate(program.stats)
        },
        "items": {i.name: memory[i.slot] for i in program.items if memory[i.slot] > 0},
        "codewords": [word.name for word in program.codewords if memory[word.slot]],
    }


def set_slots(machine: Core, sets: Sequence[tuple[int, int]]) -> None:
    """Set (slot, value) pairs in a hero who has just been made; a start that is a bound rises
    with its stat."""
    memory = machine.memory
    for slot, value in sets:
        memory[slot] = value
    for stat in machine.program.stats:
        if stat.top >= 0 and sets:
            memory[stat.top] = max(memory[stat.top], memory[stat.slot])
    for slot, _, _, last in machine.program.watches:
        memory[last] = memory[slot]


def slots_to_set(program: Program, sets: Iterable[str]) -> list[tuple[int, int]]:
    """(slot, value) for each `NAME=VALUE`; a stat, `luck[3]`, an item or a codeword. Raises
    SetError."""
    return [_slot_to_set(program, *one.rpartition("=")[::2]) for one in sets]


def _slot_to_set(program: Program, name: str, value: str) -> tuple[int, int]:
    wanted, bracket, index = normal(name), "", ""
    if wanted.endswith("]"):
        wanted, bracket, index = (part.strip() for part in wanted[:-1].partition("["))
    for stat in program.stats:
        names = normal(stat.name), normal(stat.label)
        if wanted not in names or bool(bracket) != bool(stat.size):
            continue
        if not stat.size:
            grades = [normal(grade) for grade in stat.grades]
            if normal(value) in grades:
                return stat.slot, grades.index(normal(value))
            return stat.slot, _number(name, value)
        at = _number(name, index) - stat.first
        if not 0 <= at < stat.size:
            last = stat.first + stat.size - 1
            raise SetError(f"{stat.name} has the numbers {stat.first} to {last}, not {index}")
        return stat.slot + at, _number(name, value)
    if not bracket:
        for item in program.items:
            if wanted in (normal(item.name), normal(item.label)):
                return item.slot, _number(name, value)
        for word in program.codewords:
            if wanted == normal(word.name):
                return word.slot, _number(name, value)
    known = [s.name + (f"[{s.first}]" if s.size else "") for s in program.stats]
    known += [item.name for item in program.items] + [word.name for word in program.codewords]
    raise SetError(f"no stat, item or codeword is called “{name.strip()}”{near(name, known)}")


def _number(name: str, value: str) -> int:
    try:
        return clamp(int(value.strip().replace("−", "-")))
    except ValueError:
        text = f"“{name.strip()}” is set to a whole number, not to “{value.strip()}”"
        raise SetError(text) from None


def near(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: which known one is near."""
    by_form = {normal(one): one for one in known}
    for form in difflib.get_close_matches(normal(name), by_form, 1):
        return f"; near it: “{by_form[form]}”"
    return ""
