"""What the machine asks for, and what it tells meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gbk.model.program import NONE

Event = tuple[str | int, ...]
"""("arrive", paragraph), ("text", string), ("value", number, digits), ("break", kind),
("link", value), ("picture", path, shows), ("roll", low, high, number, label),
("told", label, who, value)."""

Runs = tuple[str, ...]
"""Text: strings in which U+0001 and U+0002 switch emphasis and strong emphasis."""


class Option(NamedTuple):
    """`target`: the paragraph of a GO, whose `value` is -2 less its place in the menu; else -1."""

    value: int
    text: Runs
    target: int


class Closed(NamedTuple):
    """A choice whose guard fails, in a book that shows such; `place`: how many open ones stand
    ahead of it."""

    place: int
    text: Runs


@dataclass(frozen=True, slots=True)
class Roll:
    """A number from low to high by chance. Answered with that number."""

    low: int
    high: int
    label: str
    sheet: bool = False


@dataclass(frozen=True, slots=True)
class Choose:
    """Answered with the value of one option. `closed` can not be taken."""

    question: Runs
    options: tuple[Option, ...]
    sheet: bool
    closed: tuple[Closed, ...] = ()


@dataclass(frozen=True, slots=True)
class Number:
    """Answered with a number from low to high."""

    low: int
    high: int
    question: Runs
    sheet: bool


@dataclass(frozen=True, slots=True)
class Type:
    """Answered with i for answers[i], n for none of the n, n + 1 + v for a number v >= 0 that
    is none of them."""

    question: Runs
    answers: tuple[str, ...]
    sheet: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """The reader turns to a paragraph: there is no other way. Answered with 0."""

    paragraph: int
    sheet: bool


@dataclass(frozen=True, slots=True)
class End:
    """Not answered: the game is over, and `run` returns this again."""

    kind: str
    text: str
    sheet: bool = False


Request = Roll | Choose | Number | Type | Turn | End


def fits(request: Request, answer: int) -> bool:
    """Whether a request may be answered so."""
    match request:
        case Roll(low=low, high=high) | Number(low=low, high=high):
            return low <= answer <= high
        case Choose(options=options):
            return any(answer == option.value for option in options)
        case Type():
            return answer >= 0
        case _:
            return answer == 0


def shown(number: int, digits: int = 0) -> str:
    """A number as it stands in a text, with at least so many digits."""
    if number == NONE:
        return "–"
    return ("−" if number < 0 else "") + str(abs(number)).rjust(digits, "0")
