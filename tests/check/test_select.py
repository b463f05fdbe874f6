"""Which of the findings are shown."""

from __future__ import annotations

from gbk.check.select import select
from gbk.model.book import Book
from gbk.model.diagnostic import Finding
from gbk.model.node import changed
from gbk.model.source import Place, Source

from .flows import book, stop

TEXT = """== a ==
*Wade -> forest
* Swim -> froest
* Run -> 41
"""
SOURCE = Source("book.gbk", TEXT)


def at(part: str = "", code: str = "dead-end", paragraph: str = "a", name: str = "") -> Finding:
    start = TEXT.index(part)
    return Finding(code, code, Place(SOURCE, start, start + len(part)), {"name": name}, paragraph)


def allowing(paragraph: str, *codes: str) -> Book:
    made = book({"a": [stop()], "a/s": [stop()], "b": [stop()]})
    section = changed(made.sections[paragraph], allowed=frozenset(codes))
    return changed(made, sections={**made.sections, paragraph: section})


def test_sorted_by_file_and_place_without_duplicates() -> None:
    other = changed(at("Run"), place=Place(Source("a.gbk", TEXT), 20, 21))
    found = [at("Run"), at("Swim"), at("Run"), other]
    assert select(found, allowing("a")) == [other, at("Swim"), at("Run")]


def test_allowed_in_its_paragraph() -> None:
    here, there = at("Run"), at("41", paragraph="b")
    assert select([here, there], allowing("a", "dead-end")) == [there]
    assert select([here, there], allowing("a/s", "dead-end")) == [there]
    assert select([here, there], allowing("a", "endless")) == [here, there]


def test_allowed_in_the_whole_book() -> None:
    assert select([at("Run"), at("Run", paragraph="")], allowing("", "dead-end")) == []


def test_one_name_one_finding() -> None:
    unknown = at("Run", "unknown-name", name="Rope")
    taken = at("Swim", "never-taken", name="rope")
    other = at("Swim", "never-taken", name="lamp")
    assert select([unknown, taken, other], allowing("a")) == [other, unknown]


def test_what_a_broken_line_was_to_lead_to() -> None:
    broken = at("*Wade", "looks-like-order")
    loose = at("== a", "unreachable", name="Forest")
    other = at("== a", "unreachable", name="marsh")
    assert select([broken, loose, other], allowing("a")) == [other, broken]


def test_a_slip_of_the_pen() -> None:
    unknown = at("froest", "unknown-target")
    loose = at("== a", "unreachable", name="forest")
    assert select([unknown, loose], allowing("a")) == [unknown]


def test_numbers_are_no_slips() -> None:
    unknown = at("41", "unknown-target")
    loose = at("== a", "unreachable", name="412")
    assert select([unknown, loose], allowing("a")) == [loose, unknown]


def test_an_allowed_cause_still_explains() -> None:
    unknown = at("froest", "unknown-target")
    loose = at("== a", "unreachable", name="forest")
    assert select([unknown, loose], allowing("a", "unknown-target")) == []
