"""Names that orders declare, and prose that looks like an order does not."""

from __future__ import annotations

from gbk.pipeline import load_text


def test_prose_that_begins_with_an_orders_word_declares_nothing() -> None:
    loaded = load_text("== 1 ==\nTake heart, says he.\nMark my words.\n! end victory\n")
    assert loaded.program is not None
    assert loaded.program.items == [] and loaded.program.codewords == []


def test_orders_declare_what_they_name() -> None:
    text = (
        "item bread\n    use\n        take crumb\n\n"
        "== 1 ==\nYou {take old  lamp} go.\n! take rope\n!\toffer 1 of (key, cup)\n"
        "? has rope\n    ! mark SALT\n! end victory\n"
    )
    program = load_text(text).program
    assert program is not None
    assert {item.name for item in program.items} == {
        "bread", "crumb", "old lamp", "rope", "key", "cup",
    }  # fmt: skip
    assert [word.name for word in program.codewords] == ["SALT"]
