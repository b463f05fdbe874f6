"""Slips that would pass in silence: each is said, once, at its place, and nothing that only
follows from it."""

from __future__ import annotations

import pytest

from gbk.pipeline import check, load_text

END = "\n== a ==\n{}\n! end victory\n"


def said(text: str) -> list[tuple[str, str]]:
    """(key, marked text) of each finding of a book."""
    return [(f.key, text[f.place.start : f.place.end]) for f in check(load_text(text))]


HEADS = [
    ("undo: maybe", "setting-value", "maybe"),
    ("locked: foo", "setting-value", "foo"),
    ("numbers: foo", "setting-value", "foo"),
    ("language: russian", "setting-value", "russian"),
    ("язык: русский\nкнига: А", "setting-value", "русский"),
    ("book: A\nbook: B", "setting-twice", "book: B"),
    ("cover: ../../../etc/passwd", "missing-file-outside", "../../../etc/passwd"),
    ("stat silver 10", "stat-equals", "silver 10"),
    ("stat silver 10, from 0", "stat-equals", "silver 10"),
    ("stat q = q + 1", "stat-itself", "q"),
    ("stat r = 2 * s\nstat s = 3", "stat-later", "s"),
    ("stat r = 4, to s\nstat s = 3", "stat-later", "s"),
    ("stat y = 5, from 10 to 3", "bounds-crossed", "stat y = 5, from 10 to 3"),
    ("stat z = 5, from 10, to 3", "bounds-crossed", "stat z = 5, from 10, to 3"),
    ("stat h = 0, dies at 0", "stat-dead", "stat h = 0, dies at 0"),
    ("item key\nitem key", "declared-twice", "key"),
    ("stat g = 1\nstat g = 2", "declared-twice", "g"),
    ("stat n = 100001d6", "dice-many", "100001d6"),
]


@pytest.mark.parametrize("head, key, marked", HEADS)
def test_a_slip_in_the_head(head: str, key: str, marked: str) -> None:
    assert said(f"stat gold = 3\n{head}{END.format('Hello.')}") == [(key, marked)]


BODIES = [
    ("! roll 0d6", "dice-none", "0d6"),
    ("! roll 1d0", "dice-none", "1d0"),
    ("! roll (0 - 5)d6", "dice-none", "0 - 5)d6"),
    ("! roll 1d6\n    ? 6..1\n        Never.\n    ? else\n        Yes.", "range-backwards", "6..1"),
    ("! gain -3 gold", "amount-negative", "-3"),
    ("! lose (1 - 3) gold", "amount-negative", "1 - 3"),
    ("! shop", "no-wares", "shop"),
    ("{round up (gold / 0)}", "divide-zero", "0"),
    ("! end you are dead, poor thing", "end-text", "end you are dead, poor thing"),
    ("! gain 2147483648 gold", "number-large", "2147483648"),
    ("! lose 3", "place-missing", "3"),
    ("! offer", "nothing-named", "offer"),
    ("! mark", "nothing-named", "mark"),
    ("! take", "nothing-named", "take"),
    ("! visit", "nothing-named", "visit"),
]


@pytest.mark.parametrize("line, key, marked", BODIES)
def test_a_slip_in_a_paragraph(line: str, key: str, marked: str) -> None:
    assert said(f"stat gold = 3{END.format(line)}") == [(key, marked)]


@pytest.mark.parametrize(
    "text",
    [
        "undo: no\nlocked: show\nnumbers: shuffle\nlanguage: en",
        "язык: ru\nотмена: нет\nномера: сохранить",
        "stat r = 3\nstat s = 2 * r, from 0 to r",
        "stat hut 7 = 1",
        "rules: Castle",
        "stat life = 0, dies at 0\nrule setup\n    life = 12",
        "rule foo\n    outcomes: done\n    while 1 = 1\n        if 2 > 1\n            outcome done",
        "rule foo\n    while 1 = 1\n        checkpoint",
        'rule foo\n    while 1 = 1\n        decide "On?"\n            * Yes\n            * No',
    ],
)
def test_what_is_no_slip(text: str) -> None:
    rule = "! foo" if "rule foo" in text else "Hello."
    assert said(text + END.format(rule)) == []


def test_a_loop_that_nothing_leads_out_of() -> None:
    text = "stat gold = 3\nrule foo\n    while 1 = 1\n        let z = 1\n        lose 1 gold"
    assert said(text + END.format("! foo")) == [("endless-loop", "1 = 1")]


def test_an_endings_words_may_stand_behind_a_comma() -> None:
    text = '== a ==\n! end death of fame, "You, of all people."\n'
    program = load_text(text).program
    assert program is not None and "You, of all people." in program.units[1].strings


def test_a_name_whose_declaration_cannot_be_read_is_not_unknown() -> None:
    assert [key for key, _ in said("stat a = 99999999999" + END.format("{a}"))] == ["number-large"]
    assert [key for key, _ in said("stat a 3" + END.format("{a}"))] == ["stat-equals"]


def test_what_unknown_rules_would_have_brought_is_not_unknown() -> None:
    text = "rules: casle" + END.format("! fight Orc, dexterity 5, strength 4\n{strength}")
    assert [key for key, _ in said(text)] == ["no-such-rules"]


def test_a_visit_that_cannot_be_read_may_be_the_one() -> None:
    text = "== a ==\n! visti well\n* On -> b\n== b ==\n! end\n== well ==\n-> return\n"
    assert "return-nowhere" not in [key for key, _ in said(text)]


def test_too_deep_is_said_once() -> None:
    lines = "\n".join("    " * depth + "? 1 = 1" for depth in range(60))
    assert [key for key, _ in said("stat a = 1" + END.format(lines))] == ["too-deep"]


def test_what_stands_beside_an_empty_brace_is_not_unused() -> None:
    text = END.format("{take key}\n\nA {} door. {has key ? Open | Shut}.")
    assert [key for key, _ in said(text)] == ["brace-empty"]
