"""What the rules say, written out in plain Python from their words: no machine, no book.

A state is a tuple of whole numbers and tuples; a round takes it and the powers thrown to the
next one. Chances are exact.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

Odds = dict[str, Fraction]


@dataclass(frozen=True)
class Foe:
    """`trust`: its loyalty or fidelity, None where it never yields."""

    dexterity: int
    strength: int
    wound: int = 2
    trust: int | None = None
    troll: bool = False
    bullets: int = 0


def one_die_doubled(fighters: int) -> Counter[tuple[int, ...]]:
    return Counter(itertools.product(range(2, 13, 2), repeat=fighters))


def two_dice(fighters: int) -> Counter[tuple[int, ...]]:
    one = Counter(a + b for a, b in itertools.product(range(1, 7), repeat=2))
    throws: Counter[tuple[int, ...]] = Counter()
    for sums in itertools.product(one, repeat=fighters):
        ways = 1
        for number in sums:
            ways *= one[number]
        throws[sums] = ways
    return throws


def odds(
    start: Any,
    throws: Counter[tuple[int, ...]],
    after: Callable[[Any, tuple[int, ...]], Any],
    over: Callable[[Any], str | None],
) -> Odds:
    """The chances of what `over` says in the end. A round that changes nothing is thrown again."""

    @cache
    def chances(state: Any) -> Odds:
        said = over(state)
        if said is not None:
            return {said: Fraction(1)}
        following: Counter[Any] = Counter()
        for dice, ways in throws.items():
            following[after(state, dice)] += ways
        moved = following.total() - following.pop(state, 0)
        sums: Odds = {}
        for to, ways in following.items():
            for said, chance in chances(to).items():
                sums[said] = sums.get(said, Fraction(0)) + chance * Fraction(ways, moved)
        return sums

    return chances(start)


def blows(
    dexterity: int,
    strength: int,
    foes: Sequence[Foe],
    blow: int = 2,
    modifier: int = 0,
    aim: int = 0,
) -> Odds:
    """The fights of castle and troll; the hero strikes at the first foe left, or, with `aim` -1,
    at the last. A foe is (strength, trust, parries in a row); a strength of -1 has yielded."""
    start = strength, tuple((max(0, f.strength), f.trust, 0) for f in foes)

    def over(state: Any) -> str | None:
        hero, rest = state
        if hero <= 0:
            return "lost"
        if any(foe[0] > 0 for foe in rest):
            return None
        return "yielded" if any(foe[0] < 0 for foe in rest) else "won"

    def after(state: Any, dice: tuple[int, ...]) -> Any:
        hero, rest = state
        target = [n for n, foe in enumerate(rest) if foe[0] > 0][aim]
        mine = dice[0] + dexterity + modifier
        new = []
        for n, (foe, (left, trust, parries)) in enumerate(zip(foes, rest, strict=True)):
            if left <= 0:
                new.append((left, trust, parries))
                continue
            its = dice[n + 1] + foe.dexterity
            if its > mine:
                hero -= foe.wound
            parried = n == target and its == mine
            parries = parries + 1 if parried else 0
            if n == target and mine > its:
                left = max(0, left - (max(blow, 3) if foe.troll else blow))
                trust = None if trust is None else trust - 2
            elif parries == 2:
                parries = 0
                trust = None if trust is None else trust - 1
            if trust is None:
                parries = 0
            elif trust <= 0 and left > 0:
                left = -1
            new.append((left, trust, parries if left > 0 else 0))
        return max(0, hero), tuple(new)

    return odds(start, one_die_doubled(len(foes) + 1), after, over)


def shots(
    dexterity: int,
    strength: int,
    bullets: int,
    foes: Sequence[Foe],
    blow: int = 2,
    modifier: int = 0,
    aim: int = 0,
) -> Odds:
    """Western's gunfight, and with no bullets its fight. "won 3": won with 3 bullets in the end.
    The hero takes on the first foe left, or, with `aim` -1, the last, and keeps to him.
    The state: (strength, bullets, taken, whom he keeps to, [(strength, bullets)])."""
    start = strength, bullets, 0, None, tuple((max(0, f.strength), f.bullets) for f in foes)

    def over(state: Any) -> str | None:
        hero, own, loot, _, rest = state
        if hero <= 0:
            return "lost"
        return None if any(left > 0 for left, _ in rest) else f"won {own + loot}"

    def after(state: Any, dice: tuple[int, ...]) -> Any:
        hero, own, loot, target, rest = state
        shooting = own > 0 or any(left > 0 and has > 0 for left, has in rest)
        if target is None:
            target = [n for n, (left, _) in enumerate(rest) if left > 0][aim]
        mine = dice[0] + dexterity + modifier
        new = list(rest)
        for n, (left, has) in enumerate(rest):
            if left <= 0:
                continue
            its = dice[n + 1] + foes[n].dexterity
            if its > mine and (has > 0 or not shooting):
                hero -= 3 if shooting else foes[n].wound
            if n == target and mine > its and (own > 0 or not shooting):
                left = max(0, left - (3 if shooting else blow))
            new[n] = left, max(0, has - 1)
        own = max(0, own - 1) if shooting else own
        if new[target][0] == 0:
            if shooting:
                loot += new[target][1]
            new[target] = 0, 0
            target = None
        return max(0, hero), own, loot, target, tuple(new)

    return odds(start, two_dice(len(foes) + 1), after, over)


def luck(orders: Sequence[str], chosen: bool = False) -> Odds:
    """Chances of luck that holds so often: two squares are crossed at the start, then luck is
    tested and restored in this order, by a die or (`chosen`) as the reader likes: he opens the
    lowest crossed number."""
    sums: Counter[str] = Counter()
    for dice in itertools.product(range(1, 7), repeat=2 + len(orders)):
        crossed, held = set(dice[:2]), 0
        for order, die in zip(orders, dice[2:], strict=True):
            if order == "restore":
                crossed.discard(min(crossed) if chosen else die)
            elif die not in crossed:
                crossed.add(die)
                held += 1
        sums[f"held {held}"] += 1
    return {said: Fraction(ways, sums.total()) for said, ways in sums.items()}
