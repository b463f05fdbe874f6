"""The odds of each directive of a paragraph."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from gbk.bind.names import fold
from gbk.model.book import Book, Section, Site
from gbk.model.program import PARAGRAPH, Program
from gbk.odds.graph import End
from gbk.odds.hero import hero
from gbk.odds.solve import Number, Policy, best, visits
from gbk.odds.states import MOST_STATES, States
from gbk.odds.tracer import Tracer
from gbk.odds.tree import Spot


class NoParagraphError(ValueError):
    """The book has no paragraph of that name."""


def directives(
    program: Program,
    book: Book,
    paragraph: str,
    sets: Iterable[str] = (),
    exact: bool = False,
    with_choices: bool = False,
    most: int = MOST_STATES,
) -> dict[str, Any]:
    """The document of `odds --at`. Raises NoParagraphError, SetError, TooManyStates,
    TooManyCases, MachineError."""
    memory, thrown = hero(program, sets)
    key = fold(paragraph)
    rows = []
    met = False
    for number, section in enumerate(list(book.sections.values())[1:]):
        if key not in (section.key, section.parent):
            continue
        met = True
        for site in section.sites:
            question = _Question(program, section, site, number, with_choices, most)
            rows.append(question.answer(memory, exact))
    if not met:
        raise NoParagraphError(paragraph)
    return {
        "hero": "dice at their middle" if thrown else "as the book makes him",
        "directives": rows,
    }


class _Question:
    """One directive, from its order to its outcome."""

    def __init__(
        self,
        program: Program,
        section: Section,
        site: Site,
        paragraph: int,
        with_choices: bool,
        most: int,
    ) -> None:
        self.program = program
        self.section = section
        self.site = site
        self.most = most
        self.tracer = Tracer(program)
        self.paragraph = paragraph
        self.start = self.tracer.entries[paragraph]
        if site.call >= 0:
            self.tracer.goals = {self.start + site.done: -site.told}
            if not with_choices:
                self.tracer.deaf = self.start + site.call
        else:
            self.tracer.goals = {self.start + at: n for n, at in enumerate(site.leads)}
        self.tracer.leaving = True

    def answer(self, memory: list[int], exact: bool) -> dict[str, Any]:
        program, site = self.program, self.site
        shown = [stat for stat in program.stats if not stat.size]
        states = States(self.tracer, [stat.slot for stat in shown], self.most)
        room = program.units[program.paragraphs[self.paragraph].unit].code[2]
        fp = self.tracer.base + 1
        begun = [*memory, *[0] * room]
        begun[PARAGRAPH] = self.paragraph
        spot = Spot(self.start + site.begin, fp, len(begun), ((self.tracer.base, fp),))
        first = states.explore(spot, begun, self.paragraph)
        graph = states.graph
        names = {node: self._name(end) for node, end in graph.ends.items()}
        wanted = {node for node, name in names.items() if name in site.wanted}

        def serves(node: int) -> Number:
            return Fraction(node in wanted) if exact else float(node in wanted)

        plan = best(graph, serves, exact)
        policies: dict[str, Policy] = {
            "best": lambda node: (plan.choices[node],),
            "first": lambda node: (0,),
            "random": lambda node: range(graph.own[node]),
        }
        order = [name for name in dict.fromkeys([*site.outcomes, *names.values()]) if name]
        place = self.section.place(site.span)
        answer: dict[str, Any] = {
            "paragraph": self.section.name,
            "line": place.source.position(place.start)[0],
            "rule": site.rule,
            "states": states.count,
        }
        for policy, ways in policies.items():
            met, rounds = visits(graph, first, ways, exact)
            chances = dict.fromkeys(order, Fraction(0) if exact else 0.0)
            for node, name in names.items():
                if name:
                    chances[name] += met[node]
            answer[policy] = {name: _said(chances[name], exact) for name in order}
            if policy == "best":
                won = sum((met[node] for node in wanted), Fraction(0) if exact else 0.0)
                after: dict[str, Any] = {}
                beside = {"rounds": _said(rounds, exact), "after": after}
                for index, stat in enumerate(shown):
                    if won and not stat.hidden:
                        total = sum(met[node] * graph.ends[node].numbers[index] for node in wanted)
                        after[stat.name] = _said(total / won, exact)
        return answer | beside

    def _name(self, end: End) -> str:
        if end.kind == "turn":
            return "-> " + self.program.paragraphs[end.outcome].name
        outcomes = self.site.outcomes
        return end.kind or (outcomes[end.outcome] if 0 <= end.outcome < len(outcomes) else "")


def _said(number: Number, exact: bool) -> str | float:
    return str(number) if exact else float(number)


__all__ = ["NoParagraphError", "directives"]
