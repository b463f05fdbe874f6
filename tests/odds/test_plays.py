"""Many plays: the same for a seed on any number of cores, and the plays of the plain machine."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from pathlib import Path

from gbk.model.program import Program
from gbk.odds.plays import simulate
from gbk.pipeline import load, load_text
from gbk.run.dice import Dice
from gbk.run.machine import Machine
from gbk.run.requests import Choose, End, Number, Roll, Type

BOOKS = Path(__file__).parents[2] / "books"
LOOP = (
    "== a ==\n! visit b\n* Left -> c\n* Right -> d\n\n== b ==\nA detour.\n-> return\n\n"
    "== c ==\n! end victory\n\n== d ==\n* Back -> a\n* Stay -> e\n\n== e ==\n! end\n"
)
PLAIN, QUICK = 200, 800


def program(name: str) -> Program:
    found = load(BOOKS / name / f"{name}.gbk").program
    assert found is not None
    return found


def plain(program: Program, seed: int) -> tuple[str, set[str], int]:
    """(kind of the ending, paragraphs come to, choices) of one play of the plain machine."""
    machine, dice = Machine(program), Dice(seed)
    request, seen, asked = machine.run(), set[str](), 0
    while not isinstance(request, End):
        answer = 0
        match request:
            case Roll(low=low, high=high) | Number(low=low, high=high):
                answer = dice.between(low, high)
            case Choose(options=options):
                answer = options[dice.between(0, len(options) - 1)].value
            case Type(answers=answers):
                answer = dice.between(0, len(answers))
        asked += isinstance(request, Choose | Number | Type)
        request = machine.run(answer)
        come = [program.paragraphs[int(e[1])] for e in machine.events if e[0] == "arrive"]
        seen |= {paragraph.name for paragraph in come if paragraph.parent < 0}
        machine.events.clear()
    return request.kind, seen, asked


def test_plays_go_as_those_of_the_plain_machine() -> None:
    book = program("ferryman")
    plays = [plain(book, seed) for seed in range(PLAIN)]
    counted = simulate(book, QUICK, 1)
    kinds = Counter(kind for kind, _, _ in plays)
    for kind in {*kinds, *counted["endings"]}:
        a, b = kinds[kind] / PLAIN, counted["endings"].get(kind, 0) / QUICK
        share = (kinds[kind] + counted["endings"].get(kind, 0)) / (PLAIN + QUICK)
        assert abs(a - b) < 4 * sqrt(share * (1 - share) * (1 / PLAIN + 1 / QUICK)), kind
    lengths = [asked for _, _, asked in plays]
    mean = sum(lengths) / PLAIN
    spread = sqrt(sum((n - mean) ** 2 for n in lengths) / PLAIN)
    assert abs(mean - counted["length"]["mean"]) < 4 * spread * sqrt(1 / PLAIN + 1 / QUICK)
    often = Counter(name for _, seen, _ in plays for name in seen)
    assert {name for name, n in often.items() if n > 20} <= set(counted["paragraphs"])


def test_a_seed_gives_the_same_plays_on_any_number_of_cores() -> None:
    book = load_text(LOOP).program
    assert book is not None
    assert simulate(book, 2500, 7) == simulate(book, 2500, 7, cores=2)
    assert simulate(book, 500, 7) != simulate(book, 500, 8)


def test_every_visit_and_every_ending_is_counted() -> None:
    book = load_text(LOOP).program
    assert book is not None
    counted = simulate(book, 2000, 3)
    visits = counted["paragraphs"]
    assert visits["a"] == visits["b"] == visits["c"] + visits["d"]
    assert (
        counted["endings"]["victory"] == visits["c"]
        and sum(counted["endings"].values()) == counted["plays"]
    )
    # of every four walks from a two end at c, one at e, one begins anew
    assert abs(visits["c"] / 2000 - 2 / 3) < 4 * sqrt(2 / 9 / 2000)
    assert counted["never_visited"] == [] and counted["unfinished"] == 0


def test_first_takes_the_first_option() -> None:
    book = load_text("== a ==\n* On -> b\n* Off -> c\n== b ==\n! end\n== c ==\n! end\n").program
    assert book is not None
    counted = simulate(book, 50, 0, "first")
    assert counted["paragraphs"] == {"a": 50, "b": 50} and counted["never_visited"] == ["c"]
