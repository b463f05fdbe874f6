"""Random plays of the sample books give the same transcripts in both machines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gbk.model.program import Program
from gbk.pipeline import load
from gbk.run.dice import Dice
from gbk.run.player import Play, random_play
from tests.machine.both import Script

BOOKS = sorted((Path(__file__).parents[2] / "books").glob("*/*.gbk"))
PLAYS = 1000


def test_there_are_books() -> None:
    assert BOOKS


@pytest.mark.parametrize("book", BOOKS, ids=lambda path: path.stem)
def test_same_transcripts(book: Path) -> None:
    program = load(book).program
    assert program is not None
    through_json = Program.from_json(json.loads(json.dumps(program.to_json())))
    script = Script(program)
    for seed in range(PLAYS):
        play = Play(through_json if seed % 2 else program, seed)
        random_play(play, seed)
        assert json.loads(json.dumps(play.result())) == script.call("randomResult", seed), seed


def test_same_dice() -> None:
    program = load(BOOKS[0]).program
    assert program is not None
    script = Script(program)
    for seed, low, high in [(0, 1, 6), (1, 1, 20), (2**32 - 1, 0, 9), (12345, -3, 1000)]:
        dice = Dice(seed)
        ours = [dice.between(low, high) for _ in range(10_000)]
        assert ours == script.call("throws", seed, 10_000, low, high)
        assert set(ours) == set(range(low, high + 1)) or high - low > 100


def test_the_dice_are_mulberry32() -> None:
    dice = Dice(1)
    assert [dice.draw() for _ in range(3)] == [2693262067, 11749833, 2265367787]
