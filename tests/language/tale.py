"""Small books that a test plays: the book, the lines of a script, the dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from textwrap import dedent
from typing import Any, TypeVar

from gbk import pipeline
from gbk.run.player import Play
from gbk.run.requests import Choose, End
from gbk.run.script import ScriptError, answer_line, follow
from gbk.run.words import plain

COVERED: set[str] = set()
"""Rows of census.toml that some test says it covers."""

T = TypeVar("T", bound=Callable[..., None])


def mechanic(*rows: str) -> Callable[[T], T]:
    """The test shows these rows of the census expressed and behaving."""
    COVERED.update(rows)

    def same(test: T) -> T:
        return test

    return same


CASTLE = """
    rules: castle
    stat dexterity = 8
    stat strength = 20
    stat charm = 4
"""
"""A head for fights. Its hero's creation throws two dice, for the crossed squares of luck."""
MADE = (1, 2)


class Tale:
    """A play under way."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def go(self, *lines: str) -> Tale:
        """Answer with these lines. Raises ScriptError where one fits nothing."""
        for line in lines:
            answer_line(self.play, line)
        return self

    @property
    def at(self) -> str:
        return self.play.paragraph

    @property
    def here(self) -> str:
        """What was shown since the last answer."""
        return _blanks(self.play.result()["transcript"][-1]["text"])

    @property
    def text(self) -> str:
        """What was shown from the beginning."""
        texts = (entry["text"] for entry in self.play.result()["transcript"])
        return _blanks("\n\n".join(text for text in texts if text))

    @property
    def options(self) -> list[str]:
        request = self.play.request
        return [plain(o.text) for o in request.options] if isinstance(request, Choose) else []

    @property
    def closed(self) -> list[str]:
        """The texts of the closed choices, where the book shows them."""
        request = self.play.request
        return [plain(o.text) for o in request.closed] if isinstance(request, Choose) else []

    @property
    def question(self) -> str:
        return plain(getattr(self.play.request, "question", ()))

    @property
    def ended(self) -> str | None:
        return self.play.request.kind if isinstance(self.play.request, End) else None

    @property
    def rolls(self) -> list[int]:
        return [n for entry in self.play.result()["transcript"] for n in entry["rolls"]]

    @property
    def items(self) -> dict[str, int]:
        return dict(self.play.result()["state"]["items"])

    @property
    def codewords(self) -> list[str]:
        return list(self.play.result()["state"]["codewords"])

    def __getitem__(self, stat: str) -> Any:
        return self.play.result()["state"]["stats"][stat]

    def again(self) -> Tale:
        """The same play, saved and loaded."""
        return Tale(Play.load(self.play.program, self.play.save()))


def _blanks(text: str) -> str:
    """A text with its blanks plain, whether lines may break there or not."""
    return text.replace("\u00a0", " ")


def findings(
    book: str, files: Mapping[str, str] | None = None
) -> list[tuple[str, str, dict[str, Any]]]:
    """(code, severity, names) of all that `check` finds."""
    found = pipeline.check(pipeline.load_text(dedent(book), files))
    return [(f.code, f.severity, dict(f.names, key=f.key)) for f in found]


def codes(book: str, files: Mapping[str, str] | None = None) -> set[str]:
    return {code for code, _, _ in findings(book, files)}


def tell(
    book: str,
    *lines: str,
    rolls: Iterable[int] = (),
    sets: Iterable[str] = (),
    at: str | None = None,
    files: Mapping[str, str] | None = None,
    allow: Iterable[str] = (),
    head: str = "",
) -> Tale:
    """Play a book that has no finding worse than a note, but for the codes in `allow`."""
    source = dedent(head) + dedent(book)
    loaded = pipeline.load_text(source, files)
    bad = [
        f"{f.code}/{f.key} in line {f.place.source.position(f.place.start)[0]}: {f.names}"
        for f in pipeline.check(loaded)
        if f.severity != "note" and f.code not in allow
    ]
    assert not bad, bad
    assert loaded.program is not None
    tale = Tale(Play(loaded.program, rolls=rolls, sets=sets, at=at))
    follow(tale.play)
    return tale.go(*lines)


def fight(book: str, *lines: str, rolls: Iterable[int] = (), **more: Any) -> Tale:
    """`tell` with the head of castle."""
    return tell(book, *lines, rolls=[*MADE, *rolls], head=CASTLE, **more)


__all__ = ["ScriptError", "Tale", "codes", "fight", "findings", "mechanic", "tell"]
