"""Small books made by chance: rolls, gold, hurts, a key, a draught, codewords, ways back."""

from __future__ import annotations

from random import Random

HEAD = """book: Made
stat gold = {gold}, from 0, to 3
stat health = {health}, from 0, to 3, dies at 0
codeword sworn
item key, single
item draught, single
    use
        drop draught
        gain 2 health
"""


def book(seed: int) -> str:
    chance = Random(seed)
    many = chance.randint(5, 8)
    names = [f"room {n}" for n in range(1, many + 1)]
    parts = [HEAD.format(gold=chance.choice(["1", "1d3"]), health=chance.choice(["2", "0 + 1d3"]))]
    for n, name in enumerate(names):
        parts.append(f"\n== {name} ==")
        if chance.random() < 0.4:
            parts.append(f"! {_effect(chance)}")
        if n and chance.random() < 0.25:
            parts += ["! roll 1d6", "    ? 1..2", f"        ! {_effect(chance)}"]
            parts += [f"    ? 3..4 -> {chance.choice(names)}", "    ? else"]
            parts.append(f"        ! {_effect(chance)}")
        if chance.random() < 0.2:
            parts += [f"? {_guard(chance)}", f"    -> {chance.choice(names)}"]
        if n == many - 1:
            parts += [f"? {_guard(chance)}", "    ! end victory", f"-> {chance.choice(names)}"]
            continue
        parts.append("! let lot = 1d3")
        for choice in range(chance.randint(1, 3)):
            order = f" {{if {_guard(chance, 'lot = 3')}}}" if chance.random() < 0.4 else ""
            order += f" {{{_effect(chance)}}}" if chance.random() < 0.5 else ""
            parts.append(f"* Way {choice}{order} -> {chance.choice(names)}")
        on = names[-1] if chance.random() < 0.3 else names[n + 1]
        parts.append(f"* Onward {{lose (lot - 1) health}} -> {on}")
    return "\n".join([*parts, ""])


def _effect(chance: Random) -> str:
    return chance.choice(
        [
            "take draught",
            "drop draught",
            "gain 1 gold",
            "lose 1 gold",
            "gain 1d3 gold",
            "lose 1d3 health",
            "lose 1 health",
            "mark sworn",
            "unmark sworn",
            "take key",
            "drop key",
        ]
    )


def _guard(chance: Random, *more: str) -> str:
    return chance.choice(
        [*more, "has key", "gold >= 2", "marked sworn", "not has draught", "health = 1", "gold < 2"]
    )
