"""Programs that nobody would write: both machines refuse them alike, or break off alike."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gbk.model.program import (
    BARGAIN_ROOM,
    HISTORY_ROOM,
    NONE,
    OPS,
    ItemInfo,
    ParagraphInfo,
    Program,
    StatInfo,
    Unit,
)
from gbk.run.core import MachineError
from gbk.run.link import link
from gbk.run.machine import Machine
from tests.machine.both import Script, plain_data, wander

GLOBALS = 12 + BARGAIN_ROOM + HISTORY_ROOM
PARAGRAPHS, ROUTINES, STRINGS = 3, 2, ["", "one", "12"]

small = st.integers(-3, 12)
numbers = small | st.sampled_from([NONE, -NONE - 1, 99999])


def _program(units: list[Unit], at: list[int]) -> Program:
    return Program(
        settings={"language": "ru"},
        start=[0, 0, 0, 0, 5, 1, 1, 0, *[3] * (GLOBALS - 8)],
        units=units,
        routines=[(4 + n, at[n]) for n in range(ROUTINES)],
        paragraphs=[ParagraphInfo(str(n), "", n + 1, 8 + n, (-1, -1, 1)[n]) for n in range(3)],
        stats=[StatInfo("a", "A", 4, modifiers=((0, 0, 1), (1, 3, 4)))],
        items=[ItemInfo("x", "x", 5, "bag", 0), ItemInfo("y", "y", 6, "weapon", 1, True)],
        codewords=[],
        deadly=[(4, 0)],
        watches=[(4, 2, 1, 7)],
        wielded=11,
        bargains=12,
        history=12 + BARGAIN_ROOM,
    )


@st.composite
def units(draw: st.DrawFn) -> Unit:
    """Known instructions with operands that are in range, in no order that makes sense."""
    highest = {"g": GLOBALS - 1, "k": 9, "p": PARAGRAPHS - 1, "r": ROUTINES - 1, "s": 2}
    rows: list[tuple[int, str, list[int]]] = []
    for op in draw(st.lists(st.integers(1, len(OPS) - 1), max_size=25)):
        kinds = OPS[op][1]
        if kinds.startswith("*"):
            kinds = "n" + kinds[1] * draw(st.integers(0, 3))
        rows.append((op, kinds, []))
    starts = [sum(1 + len(kinds) for _, kinds, _ in rows[:n]) for n in range(len(rows) + 1)]
    code: list[int] = []
    for (op, kinds, _), end in zip(rows, starts[1:], strict=True):
        code.append(op)
        name = OPS[op][0]
        for kind in kinds:
            if OPS[op][1].startswith("*") and kind == "n":
                value = len(kinds) - 1
            elif kind == "d":
                value = draw(st.sampled_from(starts)) - end
            elif kind == "n":
                limit = {"STAT": 0, "MENU": 3, "BREAK": 5, "VALUE": 20}.get(name)
                value = draw(numbers if limit is None else st.integers(0, limit))
            else:
                value = draw(st.integers(0, highest[kind]))
            code.append(value)
    return Unit(code, STRINGS)


@settings(max_examples=400, deadline=None)
@given(st.lists(units(), min_size=6, max_size=6), st.integers(0, 2**32 - 1))
def test_orderly_garbage(made: list[Unit], seed: int) -> None:
    program = _program(made, [0, 0])
    ours = wander(program, seed, 30)
    assert Script(program).call("wander", seed, 30) == ours
    for row in ours:
        if isinstance(row, list) and row and isinstance(row[0], int):
            machine = Machine(program)
            machine.guard = 20_000
            try:
                machine.restore(row)
                machine.run()
            except (ValueError, MachineError):
                continue


def _opened(program: Program) -> str:
    try:
        link(program)
    except ValueError as error:
        return str(error)
    return ""


@settings(max_examples=400, deadline=None)
@given(
    st.lists(
        st.lists(st.integers(-2, len(OPS) + 1) | numbers, max_size=12), min_size=6, max_size=6
    ),
    st.lists(small, min_size=2, max_size=2),
)
def test_raw_garbage(codes: list[list[int]], at: list[int]) -> None:
    program = _program([Unit(code, STRINGS) for code in codes], at)
    opened = _opened(program)
    assert Script().call("opened", json.dumps(program.to_json())) == opened
    if not opened:
        assert Script().call("wander", 1, 10) == wander(program, 1, 10)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_tables_that_name_what_is_not_there(data: st.DataObject) -> None:
    tables = _program([Unit() for _ in range(6)], [0, 0]).to_json()
    places = list(_numbers(tables))
    *path, last = data.draw(st.sampled_from(places))
    row = tables
    for key in path:
        row = row[key]
    row[last] = data.draw(numbers)
    program = Program.from_json(plain_data(tables))
    assert Script().call("opened", json.dumps(program.to_json())) == _opened(program)


def _numbers(value: Any, *path: Any) -> Any:
    """The paths of all numbers in plain data but the version."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        if type(inner) is int and key != "version":
            yield (*path, key)
        elif isinstance(inner, dict | list):
            yield from _numbers(inner, *path, key)


@settings(max_examples=300, deadline=None)
@given(st.lists(numbers | st.floats() | st.text(max_size=2) | st.none(), max_size=80))
def test_states_that_are_none(state: list[Any]) -> None:
    machine = Machine(_program([Unit([1, 5], STRINGS) for _ in range(6)], [0, 0]))
    try:
        machine.restore(state)
        machine.run()
    except (ValueError, MachineError):
        pass
