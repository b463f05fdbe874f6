"""What is said of items, codewords and pictures."""

from __future__ import annotations

from gbk.check import check
from gbk.model.book import Book, Named, PictureUse, Use
from gbk.model.diagnostic import Finding
from gbk.model.node import changed

from .flows import book, here, stop


def with_uses(
    uses: list[tuple[str, str]], head: list[tuple[str, str]] | None = None, **named: bool
) -> Book:
    """A book with the item or codeword of each (key, action), in a paragraph or the head."""
    made = book({"a": [stop()]})
    for key, many in {"a": uses, "": head or []}.items():
        section = made.sections[key]
        made.sections[key] = changed(
            section,
            uses=tuple(Use("item", name, action, here()) for name, action in many),
        )
    keys = dict.fromkeys(name for name, _ in [*uses, *(head or [])])
    place = made.sections["a"].place(here())
    facts = {"own": True, "declared": True, **named}
    return changed(made, names=tuple(Named("item", key, key, place, **facts) for key in keys))


def said(made: Book) -> list[tuple[str, object]]:
    return [(finding.code, finding.names["name"]) for finding in check(made)]


def test_looked_for_and_never_to_be_had() -> None:
    assert said(with_uses([("rope", "look"), ("rope", "look")])) == [("never-taken", "rope")]


def test_had_and_never_looked_for() -> None:
    assert said(with_uses([("rope", "get"), ("rope", "get")])) == [("never-used", "rope")]


def test_had_and_looked_for() -> None:
    assert said(with_uses([("rope", "get"), ("rope", "look")])) == []


def test_had_from_the_head() -> None:
    assert said(with_uses([("rope", "look")], [("rope", "get")])) == []


def test_what_is_not_declared_is_unknown_and_said_already() -> None:
    assert said(with_uses([("rope", "look")], declared=False)) == []


def test_names_of_the_rules_that_the_rules_alone_read() -> None:
    assert said(with_uses([], [("luck charm", "look")], own=False)) == []
    assert said(with_uses([("luck charm", "get")], own=False)) == []


def test_names_of_the_rules_that_the_book_looks_for() -> None:
    assert said(with_uses([("meal", "look")], own=False)) == [("never-taken", "meal")]


class TestPictures:
    def found(self, path: str, *files: str, size: int = 0) -> list[Finding]:
        made = book({"a": [stop()]})
        made.sections["a"] = changed(made.sections["a"], pictures=(PictureUse(path, here()),))
        return check(made, dict.fromkeys(files, size).get)

    def test_a_picture_that_is_there(self) -> None:
        assert not self.found("images/ford.png", "images/ford.png")
        assert not self.found("./images\\ford.png", "images/ford.png")

    def test_a_picture_that_is_not(self) -> None:
        (finding,) = self.found("images/ford.png")
        assert (finding.code, finding.key) == ("missing-file", "missing-file")

    def test_a_path_that_leaves_the_folder(self) -> None:
        for path in ("../ford.png", "images/../../ford.png", "/ford.png", "C:\\ford.png", "..\\a"):
            (finding,) = self.found(path, path)
            assert finding.key == "missing-file-outside", path

    def test_a_large_one_is_told_and_a_huge_one_left_out(self) -> None:
        assert not self.found("a.png", "a.png", size=2**20)
        (finding,) = self.found("a.png", "a.png", size=3 * 2**20)
        assert (finding.key, finding.names["size"]) == ("large-picture", 3)
        (finding,) = self.found("a.png", "a.png", size=16 * 2**20 + 1)
        assert finding.key == "large-picture-left-out"

    def test_an_address(self) -> None:
        (finding,) = self.found("https://example.org/ford.png")
        assert finding.key == "missing-file-address"
