"""Castle's fights and luck against enumerations written from the words of the rules."""

from __future__ import annotations

import itertools
from functools import cache

import pytest

from gbk.pipeline import load_text
from tests.rules.chances import endings

HEAD = """book: Test
rules: castle
stat dexterity = {dexterity}
stat strength = {strength}

"""


def book(dexterity: int, strength: int, directive: str) -> str:
    return HEAD.format(dexterity=dexterity, strength=strength) + directive


def fight_text(foes: list[dict[str, int]]) -> str:
    lines = ["== 1 ==", "! fight"]
    for number, foe in enumerate(foes, 1):
        lines.append(
            f"    - Foe {'abcdefg'[number]}, " + ", ".join(f"{k} {v}" for k, v in foe.items())
        )
    return "\n".join(
        [
            *lines,
            "    ? won",
            "        ! end won",
            "    ? yielded",
            "        ! end yielded",
            "    ? lost",
            "        ! end lost",
            "",
        ]
    )


def by_the_words(dexterity: int, strength: int, foes: list[dict[str, int]]) -> dict[str, float]:
    """Outcome chances, the first foe alive struck at; squared-off rounds are summed out."""
    none = 10**6
    start = tuple((f["strength"], f.get("loyalty", none), 0) for f in foes)
    throws = list(itertools.product(range(1, 7), repeat=len(foes) + 1))

    def play(
        hero: int, state: tuple[tuple[int, int, int], ...], dice: tuple[int, ...]
    ) -> tuple[int, tuple[tuple[int, int, int], ...]]:
        target = next(i for i, foe in enumerate(state) if foe[0] > 0)
        mine = 2 * dice[0] + dexterity
        after = []
        for i, (left, loyalty, parries) in enumerate(state):
            if left <= 0:
                after.append((left, loyalty, 0))
                continue
            power = 2 * dice[i + 1] + foes[i]["dexterity"]
            if power > mine:
                hero -= foes[i].get("wound", 2)
            if i != target:
                after.append((left, loyalty, 0))
                continue
            shaken = 0
            if mine > power:
                left, shaken, parries = max(0, left - 2), 2, 0
            elif mine == power:
                parries += 1
                if parries == 2:
                    parries, shaken = 0, 1
            else:
                parries = 0
            if loyalty == none:
                parries = 0
            else:
                loyalty = max(0, loyalty - shaken)
                if loyalty == 0 and left > 0:
                    left = -1  # gone, not dead
            after.append((left, loyalty, parries))
        return max(hero, 0), tuple(after)

    @cache
    def chances(hero: int, state: tuple[tuple[int, int, int], ...]) -> tuple[float, float, float]:
        if hero <= 0:
            return 0.0, 0.0, 1.0
        if all(left <= 0 for left, _, _ in state):
            gone = any(left < 0 for left, _, _ in state)
            return (0.0, 1.0, 0.0) if gone else (1.0, 0.0, 0.0)
        totals, stay = [0.0, 0.0, 0.0], 0.0
        for dice in throws:
            to = play(hero, state, dice)
            if to == (hero, state):
                stay += 1
                continue
            for n, chance in enumerate(chances(*to)):
                totals[n] += chance
        moved = len(throws) - stay
        return totals[0] / moved, totals[1] / moved, totals[2] / moved

    won, yielded, lost = chances(strength, start)
    return {"won": won, "yielded": yielded, "lost": lost}


@pytest.mark.parametrize(
    ("dexterity", "strength", "foes"),
    [
        (8, 20, [{"dexterity": 9, "strength": 14}]),
        (8, 7, [{"dexterity": 8, "strength": 5, "wound": 3}]),
        (8, 12, [{"dexterity": 8, "strength": 8, "loyalty": 4}]),
        (7, 11, [{"dexterity": 9, "strength": 6, "loyalty": 3}]),
        (10, 8, [{"dexterity": 7, "strength": 4}, {"dexterity": 8, "strength": 2}]),
        (10, 8, [{"dexterity": 7, "strength": 4, "loyalty": 2}, {"dexterity": 9, "strength": 3}]),
    ],
)
def test_fight(dexterity: int, strength: int, foes: list[dict[str, int]]) -> None:
    loaded = load_text(book(dexterity, strength, fight_text(foes)))
    assert not loaded.findings
    assert loaded.program is not None
    found = endings(loaded.program)
    for kind, chance in by_the_words(dexterity, strength, foes).items():
        assert found.get(kind, 0.0) == pytest.approx(chance, abs=1e-11), kind


def test_one_foe_has_the_published_chance() -> None:
    """A figure computed elsewhere by two solvers, as a fraction."""
    loaded = load_text(book(8, 20, fight_text([{"dexterity": 9, "strength": 14}])))
    assert loaded.program is not None
    assert endings(loaded.program)["won"] == pytest.approx(
        97574631332421875 / 184884258895036416, abs=1e-12
    )


def test_luck_runs_out() -> None:
    """Two squares drawn with repetition are crossed; then each test finds one open or not."""
    text = (
        "== 1 ==\n"
        + "".join(
            "! test luck\n    ? lucky\n        ! gain 1 charm\n    ? unlucky\n        ! lose 0 charm\n"
            for _ in range(2)
        )
        + "? charm = 2\n    ! end both\n? else if charm = 1\n    ! end one\n? else\n    ! end neither\n"
    )
    loaded = load_text(
        "book: Test\nrules: castle\nstat dexterity = 8\nstat strength = 9\nstat charm = 0\n\n"
        + text
    )
    assert not loaded.findings
    assert loaded.program is not None
    expected = {"both": 0.0, "one": 0.0, "neither": 0.0}
    for a, b, c, d in itertools.product(range(6), repeat=4):
        crossed = {a, b}
        lucky = 0
        for die in (c, d):
            if die not in crossed:
                crossed.add(die)
                lucky += 1
        expected[("neither", "one", "both")[lucky]] += 1 / 6**4
    found = endings(loaded.program, creation=True)
    for kind, chance in expected.items():
        assert found[kind] == pytest.approx(chance, abs=1e-12)
