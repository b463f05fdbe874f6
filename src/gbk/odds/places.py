"""Where a game stands outside every rule: at its very beginning, or at a paragraph."""

from __future__ import annotations

from gbk.model.program import CLOSED, PARAGRAPH, Program
from gbk.odds.tree import Spot


def outside(program: Program, pc: int) -> Spot:
    """The spot of a state that no detour, use or rule is open in."""
    base = len(program.start)
    return Spot(pc, base + 1, base + 1, tuple(sorted({base: base + 1, CLOSED: 0}.items())))


def before_all(program: Program) -> tuple[Spot, list[int]]:
    """Before the hero is made: where that is, and the memory."""
    memory = [*program.start, len(program.start) + 1]
    memory[PARAGRAPH] = -1
    return outside(program, 0), memory
