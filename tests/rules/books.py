"""Books of one fight, written for the words of `tests.rules.words`."""

from __future__ import annotations

from collections.abc import Sequence

from gbk.model.program import Program
from gbk.pipeline import load_text
from tests.rules.words import Foe


def compiled(rules: str, body: str, **stats: int) -> Program:
    """A book with these stats, of which nothing is found."""
    head = [f"book: Test\nrules: {rules}", *(f"stat {name} = {n}" for name, n in stats.items())]
    loaded = load_text("\n".join([*head, "", "== 1 ==", body, ""]))
    assert loaded.program is not None, loaded.findings
    assert not loaded.findings
    return loaded.program


def fight(
    foes: Sequence[Foe], directive: str = "fight", trust: str = "loyalty", most: int = -1
) -> str:
    """`trust`: the rules' word for it. With `most` a victory's kind tells the bullets left, up
    to so many."""
    plain = Foe(0, 0)
    lines = [f"! {directive}"]
    for name, foe in zip("ABCDE", foes, strict=False):
        said = [name, f"dexterity {foe.dexterity}", f"strength {foe.strength}"]
        if foe.wound != plain.wound:
            said.append(f"wound {foe.wound}")
        if foe.trust is not None:
            said.append(f"{trust} {foe.trust}")
        if foe.troll:
            said.append("troll")
        if foe.bullets:
            said.append(f"bullets {foe.bullets}")
        lines.append("    - " + ", ".join(said))
    if most < 0:
        won = ["        ! end won"]
    else:
        won = [f"        ? bullets = {n}\n            ! end won {n}" for n in range(most + 1)]
    lines += ["    ? won", *won, "    ? yielded", "        ! end yielded"]
    return "\n".join([*lines, "    ? lost", "        ! end lost", "! end other"])


def chain(orders: Sequence[str]) -> str:
    """Luck tested and restored; the ending tells how often it held."""
    lines = []
    for order in orders:
        lines.append(f"! {order} luck")
        if order == "test":
            lines += ["    ? lucky", "        ! gain 1 charm"]
    for n in range(len(orders) + 1):
        lines += [f"? charm = start charm + {n}", f"    ! end held {n}"]
    return "\n".join(lines)
