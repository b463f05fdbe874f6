"""The reader's seat: a play that is shown as it goes, moved by lines that are typed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, cast

from gbk.cli.talk import Talk
from gbk.cli.view import View
from gbk.run.player import Play
from gbk.run.requests import Choose, Turn
from gbk.run.script import answer_line, follow, run_script
from gbk.run.words import normal, plain


class PausedError(Exception):
    """The reader turns the page himself."""


class Seat:
    """A play whose every move is printed. `paced`: forced turns wait for the reader, who types
    at a terminal; `echo`: questions and answers are printed too, for nobody typed them."""

    def __init__(self, play: Play, view: View, paced: bool = False, echo: bool = False) -> None:
        self.play = play
        self.view = view
        self.paced = paced
        self.echo = echo

    def __getattr__(self, name: str) -> Any:
        return getattr(self.play, name)

    # ------------------------------------------------------------ what a script may do

    def answer(self, value: int | str) -> None:
        request = self.play.request
        if not isinstance(request, Turn):
            if self.echo:
                self.view.request(request)
                self.view.chosen(request, value)
        elif self.paced:
            raise PausedError
        self.move(lambda: self.play.answer(value))

    def use(self, item: int) -> None:
        self.move(lambda: self.play.use(item))

    def wield(self, item: int) -> None:
        self.move(lambda: self.play.wield(item))

    def lay_down(self, item: int) -> None:
        self.move(lambda: self.play.lay_down(item))

    def move(self, act: Callable[[], None]) -> None:
        """Move on and show what is new; what was used from the sheet leaves the page as it was."""
        old = self.play.blocks
        act()
        new = self.play.blocks
        self.view.blocks(new[len(old) :] if old and new[: len(old)] == old else new)

    # ------------------------------------------------------------ whole steps

    def run(self, script: str) -> None:
        """Play a whole script. Raises ScriptError."""
        run_script(cast(Play, self), script)

    def settle(self) -> None:
        """Turn as far as nothing is asked, unless the reader turns himself."""
        with suppress(PausedError):
            follow(cast(Play, self))

    def line(self, line: str) -> None:
        """Answer with a line. Raises ScriptError where it fits nothing."""
        with suppress(PausedError):
            answer_line(cast(Play, self), line)

    def turn(self) -> None:
        """The reader turns the page."""
        self.move(lambda: self.play.answer(0))
        self.settle()

    def offers(self, line: str) -> bool:
        """Whether a line is the very text of an option."""
        request = self.play.request
        return isinstance(request, Choose) and any(
            normal(plain(option.text)) == normal(line) for option in request.options
        )

    def thing(self, line: str, talk: Talk) -> str:
        """What a line such as “use bread” would use, "" where it says no such thing."""
        words = normal(line)
        verb = next((form for form in talk.verbs if words.startswith(form + " ")), "")
        return words[len(verb) + 1 :] if verb else ""

    def from_sheet(self, line: str, talk: Talk) -> bool:
        """Do what a line such as “use bread” says; False where it says no such thing. Raises
        ValueError where it cannot be done."""
        words = normal(line)
        for form, verb in talk.verbs.items():
            if not words.startswith(form + " "):
                continue
            name = words[len(form) + 1 :]
            for number, item in enumerate(self.play.program.items):
                if name in (normal(item.name), normal(item.label)):
                    acts = {"use": self.use, "wield": self.wield, "drop": self.lay_down}
                    acts[verb](number)
                    self.settle()
                    return True
        return False
