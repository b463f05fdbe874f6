"""Outcomes of rules: what a place says to them, and death."""

from __future__ import annotations

from collections.abc import Iterator

from gbk.bind.names import fold, near
from gbk.lower import directives
from gbk.lower.code import Label
from gbk.lower.unit import Instance, Unit
from gbk.model import tree
from gbk.model.book import Fork, Go, Step, Stop


def left_by(flow: tuple[Step, ...]) -> tuple[Go | Stop, ...]:
    """What of a rule's flow leads away from where it was called."""
    found: list[Go | Stop] = []
    for step in flow:
        match step:
            case Go() | Stop():
                found.append(step)
            case Fork(ways=ways):
                found.extend(one for way in ways for one in left_by(way))
    return tuple(found)


def leaves(flow: tuple[Step, ...]) -> bool:
    return any(isinstance(step, Go | Stop) for step in flow)


def said(node: object) -> Iterator[tree.Outcome]:
    """The `outcome` statements in the body of a rule."""
    if isinstance(node, tree.Outcome):
        yield node
    for part in node if isinstance(node, tuple) else getattr(type(node), "__match_args__", ()):
        yield from said(part if isinstance(node, tuple) else getattr(node, part))


def heals(u: Unit, block: tuple[tree.Item, ...]) -> bool:
    """Whether a block may bring a dead hero back; if not, the book ends behind it."""
    for item in block:
        match item:
            case tree.Directive(order=order, cases=cases):
                if _may_heal(u, order) or any(heals(u, case.block) for case in cases):
                    return True
            case tree.Branch(arms=arms):
                if any(heals(u, arm.block) for arm in arms):
                    return True
            case tree.Prose(pieces=pieces):
                if any(
                    isinstance(piece, tree.Brace)
                    and directives.is_order(u, piece.order)
                    and _may_heal(u, piece.order)
                    for piece in pieces
                ):
                    return True
            case tree.Choice():
                return True
    return False


def _may_heal(u: Unit, order: tree.Order) -> bool:
    return directives.verb_of(u, order) in ("gain", "set", "restore", "visit", "")


def cases(
    u: Unit, instance: Instance, site: tree.Directive
) -> tuple[dict[str, tree.Case], tree.Case | None]:
    cases: dict[str, tree.Case] = {}
    otherwise = None
    for case in site.cases:
        if case.kind == "else":
            otherwise = case
            continue
        for label in case.labels:
            name = u.env.canonical(label.text)
            if case.kind == "labels" and name in instance.outcomes:
                cases.setdefault(name, case)
            else:
                u.say(
                    "bad-directive",
                    "no-outcome",
                    label.span,
                    name=label.text,
                    rule=instance.rule.literals[0]
                    if instance.rule.literals
                    else instance.rule.name,
                    outcomes=", ".join(u.env.translated(o) for o in instance.outcomes) or "—",
                    near=near(label.text, instance.outcomes),
                )
    return cases, otherwise


def default_case(instance: Instance, name: str, cases: dict[str, tree.Case]) -> tree.Case | None:
    default = instance.defaults.get(name)
    return cases.get(fold(default)) if default else None


def ends(instance: Instance, name: str) -> bool:
    """Whether an outcome that the place does not name is death."""
    seen = set()
    while name not in seen:
        seen.add(name)
        default = instance.defaults.get(name)
        if default is None:
            return False
        name = fold(default)
        if name == "death":
            return True
    return False


def death(u: Unit) -> None:
    if u.rule is not None and u.rule.death is not None:
        u.w.jump("JUMP", u.rule.death)
    else:
        u.w.op("DEATH")


def die(u: Unit) -> None:
    """The hero who stands at a deadly bound dies here."""
    if not u.env.deadly:
        return
    alive = Label()
    u.w.op("DEAD")
    u.w.jump("JZ", alive)
    u.w.op("DEATH")
    u.w.put(alive)
