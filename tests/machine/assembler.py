"""Programs written by hand: one instruction a line, `name:` a label, `@name` the way there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from gbk.model.program import (
    CODE,
    GLOBALS_HEADER,
    OPS,
    CodewordInfo,
    ItemInfo,
    ParagraphInfo,
    Program,
    StatInfo,
    Unit,
)

FREE = GLOBALS_HEADER
"""The first global slot of a hand-written program that is its own."""

_WORD = re.compile(r'"[^"]*"|\S+')


def assemble(text: str) -> Unit:
    """A unit. Quoted operands become strings, `@label` a distance; the counts of SWITCH and
    TYPE are not written."""
    unit, labels, waiting = Unit(), dict[str, int](), list[tuple[int, int, str]]()
    for line in re.split(r"[;\n]", text):
        words = _WORD.findall(line)
        if not words:
            continue
        if words[0].endswith(":"):
            labels[words[0][:-1]] = len(unit.code)
            words = words[1:]
            if not words:
                continue
        name, *operands = words
        unit.code.append(CODE[name])
        if OPS[CODE[name]][1].startswith("*"):
            unit.code.append(len(operands))
        end = len(unit.code) + len(operands)
        for operand in operands:
            if operand.startswith("@"):
                waiting.append((len(unit.code), end, operand[1:]))
                unit.code.append(0)
            elif operand.startswith('"'):
                unit.code.append(len(unit.strings))
                unit.strings.append(operand[1:-1])
            else:
                unit.code.append(int(operand))
    for at, end, label in waiting:
        unit.code[at] = labels[label] - end
    return unit


def program(
    *paragraphs: str,
    start: str = "FRAME 4; TURN 0 1",
    routines: Sequence[str] = (),
    free: int = 8,
    stats: Sequence[StatInfo] = (),
    items: Sequence[ItemInfo] = (),
    codewords: Sequence[CodewordInfo] = (),
    parents: dict[int, int] | None = None,
    visits: dict[int, int] | None = None,
    values: dict[int, int] | None = None,
    **tables: Any,
) -> Program:
    """Paragraphs "1", "2", …, behind the start, each a unit; `free` global slots, with first
    `values`."""
    units = [assemble(text) for text in (start, *paragraphs, *routines)]
    slots = [0] * (FREE + free)
    for slot, value in (values or {}).items():
        slots[slot] = value
    return Program(
        settings=tables.pop("settings", {"book": "By hand", "language": "en"}),
        start=slots,
        units=units,
        routines=[(1 + len(paragraphs) + n, 0) for n in range(len(routines))],
        paragraphs=[
            ParagraphInfo(
                str(n + 1),
                f"Title {n + 1}",
                n + 1,
                (visits or {}).get(n, -1),
                (parents or {}).get(n, -1),
            )
            for n in range(len(paragraphs))
        ],
        stats=list(stats),
        items=list(items),
        codewords=list(codewords),
        deadly=tables.pop("deadly", []),
        watches=tables.pop("watches", []),
        **tables,
    )
