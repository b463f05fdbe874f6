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


@dataclass(frozen=True)
class Game:
    """A state is followed by others: `aims` are the decisions in it, `after` the next state for
    one of them and the dice thrown. `over` names the end, `numbers` are the hero's there."""

    start: Any
    throws: Counter[tuple[int, ...]]
    aims: Callable[[Any], Sequence[int]]
    after: Callable[[Any, int, tuple[int, ...]], Any]
    over: Callable[[Any], str | None]
    numbers: Callable[[Any], dict[str, int]]


@dataclass(frozen=True)
class Played:
    """The chance of each end, how many rounds there are on average, and what the hero's numbers
    come to where it goes well, times the chance that it does."""

    odds: Odds
    rounds: Fraction
    sums: Odds

    def wins(self) -> Fraction:
        return sum((p for end, p in self.odds.items() if end != "lost"), Fraction(0))


def played(game: Game, policy: str | int) -> Played:
    """`policy`: "best", "random", or a place among the aims (0 the first). A round that changes
    nothing is thrown again."""

    @cache
    def from_here(state: Any) -> Played:
        end = game.over(state)
        if end is not None:
            won = {n: Fraction(k) for n, k in game.numbers(state).items()} if end != "lost" else {}
            return Played({end: Fraction(1)}, Fraction(0), won)
        aims = game.aims(state)
        if policy == "best":
            return max((one(state, [aim]) for aim in aims), key=Played.wins)
        return one(state, aims if policy == "random" else [aims[int(policy)]])

    def one(state: Any, aims: Sequence[int]) -> Played:
        following: Counter[Any] = Counter()
        for aim, (dice, ways) in itertools.product(aims, game.throws.items()):
            following[game.after(state, aim, dice)] += ways
        thrown = following.total()
        moved = thrown - following.pop(state, 0)
        chances: Odds = {}
        sums: Odds = {}
        rounds = Fraction(thrown, moved)
        for to, ways in following.items():
            then, share = from_here(to), Fraction(ways, moved)
            rounds += then.rounds * share
            for mine, theirs in ((chances, then.odds), (sums, then.sums)):
                for name, number in theirs.items():
                    mine[name] = mine.get(name, Fraction(0)) + number * share
        return Played(chances, rounds, sums)

    return from_here(game.start)


def blows(
    dexterity: int,
    strength: int,
    foes: Sequence[Foe],
    blow: int = 2,
    modifier: int = 0,
) -> Game:
    """The fights of castle and troll. A foe is (strength, trust, parries in a row); a strength of
    -1 has yielded."""
    start = strength, tuple((max(0, f.strength), f.trust, 0) for f in foes)

    def over(state: Any) -> str | None:
        hero, rest = state
        if hero <= 0:
            return "lost"
        if any(foe[0] > 0 for foe in rest):
            return None
        return "yielded" if any(foe[0] < 0 for foe in rest) else "won"

    def aims(state: Any) -> list[int]:
        return [n for n, foe in enumerate(state[1]) if foe[0] > 0]

    def after(state: Any, target: int, dice: tuple[int, ...]) -> Any:
        hero, rest = state
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

    throws = one_die_doubled(len(foes) + 1)
    return Game(start, throws, aims, after, over, lambda state: {"strength": state[0]})


def shots(
    dexterity: int,
    strength: int,
    bullets: int,
    foes: Sequence[Foe],
    blow: int = 2,
    modifier: int = 0,
) -> Game:
    """Western's gunfight, and with no bullets its fight. "won 3": won with 3 bullets in the end.
    The hero keeps to the foe he has taken on until that one falls.
    The state: (strength, bullets, taken, whom he keeps to, [(strength, bullets)])."""
    start = strength, bullets, 0, None, tuple((max(0, f.strength), f.bullets) for f in foes)

    def over(state: Any) -> str | None:
        hero, own, loot, _, rest = state
        if hero <= 0:
            return "lost"
        return None if any(left > 0 for left, _ in rest) else f"won {own + loot}"

    def aims(state: Any) -> list[int]:
        *_, target, rest = state
        return [n for n, (left, _) in enumerate(rest) if left > 0] if target is None else [target]

    def after(state: Any, target: int, dice: tuple[int, ...]) -> Any:
        hero, own, loot, _, rest = state
        shooting = own > 0 or any(left > 0 and has > 0 for left, has in rest)
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
        kept = target if new[target][0] else None
        return max(0, hero), own, loot, kept, tuple(new)

    def numbers(state: Any) -> dict[str, int]:
        return {"strength": state[0], "bullets": state[1] + state[2]}

    return Game(start, two_dice(len(foes) + 1), aims, after, over, numbers)


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
