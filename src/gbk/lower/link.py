"""Units to program: every name that a unit left open gets its number."""

from __future__ import annotations

from collections.abc import Iterator

from gbk.bind import symbols
from gbk.bind.env import Env
from gbk.bind.names import fold
from gbk.lower.code import Compiled, Ref
from gbk.model import tree
from gbk.model.program import (
    BARGAIN_ROOM,
    HISTORY_ROOM,
    CodewordInfo,
    ItemInfo,
    ParagraphInfo,
    Program,
    StatInfo,
    Unit,
)

SETTINGS = (
    "book",
    "author",
    "language",
    "version",
    "licence",
    "description",
    "cover",
    "locked",
    "undo",
    "numbers",
)


def link(
    env: Env,
    start: Compiled,
    routines: dict[Ref, Compiled],
    paragraphs: dict[str, Compiled],
    titles: dict[str, str],
    uses: dict[str, Ref],
) -> Program:
    """The program of these units. `paragraphs` by key in the order of the book; `uses`: item
    name to the routine of its use."""
    room = env.room
    numbers = {key: number for number, key in enumerate(paragraphs)}
    routine_numbers = {ref: number for number, ref in enumerate(routines)}
    units = [start, *routines.values(), *paragraphs.values()]
    features = set().union(*(unit.features for unit in units))
    slots: dict[Ref, int] = {}

    def slot(ref: Ref) -> int:
        nonlocal room
        if ref not in slots:
            slots[ref] = room
            room += 1
        return slots[ref]

    linked = []
    for unit in units:
        code = list(unit.code)
        for at, ref in unit.refs:
            if ref[0] == "paragraph":
                code[at] = numbers.get(ref[1], 0)
            elif ref in routine_numbers:
                code[at] = routine_numbers[ref]
            else:
                code[at] = slot(ref)
        linked.append(Unit(code, unit.strings))
    watched = _watches(env, numbers, slot)
    first_paragraph = 1 + len(routines)
    infos = [
        ParagraphInfo(
            env.paragraph_names[key],
            titles.get(key, ""),
            first_paragraph + number,
            slots.get(("visits", key), -1),
            numbers[key.split("/")[0]] if "/" in key else -1,
        )
        for key, number in numbers.items()
    ]
    program = Program(
        settings={k: v for k, v in env.settings.items() if k in SETTINGS},
        start=[],
        units=linked,
        routines=[(number, 0) for number in range(1, first_paragraph)],
        paragraphs=infos,
        stats=[_stat_info(env, stat) for stat in env.stats],
        items=[
            ItemInfo(
                item.name,
                env.translated(item.name),
                item.slot,
                item.kind,
                routine_numbers[uses[item.name]] if item.name in uses else -1,
                env.holdable(item),
            )
            for item in env.items
        ],
        codewords=[CodewordInfo(word.name, word.slot, word.hidden) for word in env.codewords],
        deadly=[(stat.slot, stat.deadly) for stat in env.stats if stat.deadly is not None],
        watches=watched,
        wielded=env.wielded,
        kinds={
            name: (kind.limit, kind.size_limit)
            for name, kind in env.kinds.items()
            if kind.limit >= 0 or kind.size_limit >= 0
        },
    )
    if "bargains" in features:
        program.bargains, room = room, room + BARGAIN_ROOM
    if "history" in features:
        program.history, room = room, room + HISTORY_ROOM
    program.start = [0] * room
    return program


def _watches(env: Env, numbers: dict[str, int], slot: object) -> list[tuple[int, int, int, int]]:
    found = []
    for key, number, stat in watches(env):
        if key in numbers:
            last = slot(("last", stat.name, str(number)))  # type: ignore[operator]
            found.append((stat.slot, number, numbers[key], last))
    return found


def watches(env: Env) -> Iterator[tuple[str, int, symbols.Stat]]:
    """The key of a paragraph, the number at which it is turned to, and of what."""
    for stat in env.stats:
        for at, target in stat.declared.at:
            number = env.constant(at)
            if number is not None:
                yield fold(target.text), number, stat


def _words(env: Env, stat: symbols.Stat) -> tuple[str, ...]:
    """The words of a stat that is one of `values`, by its number; the first is for none."""
    first = stat.declared.value
    grade = env.find(first.text) if isinstance(first, tree.Name) else None
    values = env.find(grade.of) if isinstance(grade, symbols.Grade) else None
    return ("–", *values.members) if isinstance(values, symbols.Values) else ()


def _stat_info(env: Env, stat: symbols.Stat) -> StatInfo:
    modifiers = []
    for item in env.items:
        for m in item.tree.modifiers if item.tree else ():
            if env.find(m.stat.text) is stat:
                amount = env.constant(m.amount) or 0
                mode = (0 if m.when == "carried" else 1) + (2 if m.op == "at least" else 0)
                modifiers.append((item.number, mode, -amount if m.op == "-" else amount))
    return StatInfo(
        stat.name,
        stat.label or stat.declared.label or env.translated(stat.name),
        stat.slot,
        stat.size,
        stat.first,
        stat.start,
        stat.declared.hidden or stat.declared.secret,
        stat.declared.signs or stat.declared.grades or _words(env, stat),
        tuple(modifiers),
        stat.start if stat.to_start else -1,
    )
