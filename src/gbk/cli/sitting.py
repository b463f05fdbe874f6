"""A sitting: a reader at a terminal (or lines from a pipe), a book, and the place kept."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from contextlib import suppress

from gbk.cli.fail import Refused
from gbk.cli.keep import Keep, opened, write
from gbk.cli.safe import safe
from gbk.cli.seat import Seat
from gbk.cli.talk import Talk
from gbk.cli.view import View
from gbk.run.player import Play, RollError
from gbk.run.requests import Choose, End, Number, Turn, Type
from gbk.run.save import SaveError, whole
from gbk.run.script import ScriptError

LONGEST = 1000


class Reader:
    """Where lines come from. `typed`: somebody sits there."""

    def __init__(self) -> None:
        self.typed = sys.stdin is not None and sys.stdin.isatty()
        if self.typed:
            with suppress(ImportError):
                importlib.import_module("readline")  # lines can be edited

    def line(self, prompt: str) -> str | None:
        """The next line, None at the end. What a pipe brings is printed as if it were typed."""
        if self.typed:
            try:
                return input(prompt)[:LONGEST]
            except EOFError:
                print()
                return None
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            return None
        line = line.strip()[:LONGEST]
        if line:
            print(prompt + safe(line))
        return line


class Sitting:
    """Lets a reader play until he leaves. `auto`: his place is kept after every answer."""

    def __init__(
        self,
        play: Play,
        view: View,
        talk: Talk,
        reader: Reader,
        keep: Keep,
        auto: bool,
        again: Callable[[], Play],
    ) -> None:
        self.seat = Seat(play, view, paced=reader.typed)
        self.view = view
        self.talk = talk
        self.reader = reader
        self.keep = keep
        self.auto = auto
        self.again = again
        self.told = False

    @property
    def play(self) -> Play:
        return self.seat.play

    def run(self) -> None:
        """The whole sitting, to the end of the book or of the reader's patience."""
        self.view.blocks(self.play.blocks)
        self.seat.settle()
        show = True
        while True:
            request = self.play.request
            if show:
                self.view.request(request)
            ended = isinstance(request, End)
            if ended and not self.reader.typed:
                return
            self._hint()
            self.view.gap("prompt")
            line = self.reader.line("> " if ended else self.view.prompt(request))
            self.view.last = "prompt"
            if line is None:
                return
            answer = self._take(line.strip())
            if answer is None:
                if not ended:
                    self._store()
                    if self.auto:
                        self.view.note(self.talk("kept"))
                return
            show = answer

    def _hint(self) -> None:
        if isinstance(self.play.request, End):
            self.view.note(self.talk("after"))
        elif isinstance(self.play.request, Type):
            if self.reader.typed:
                self.view.note(self.talk("hint_typed"))
        elif not self.told:
            self.told = True
            self.view.note(self.talk("hint"))

    def _take(self, line: str) -> bool | None:
        """Do what a line says. True: something is to be shown anew; None: the reader leaves."""
        request = self.play.request
        if not line:
            if isinstance(request, End):
                return None
            if isinstance(request, Turn):
                self.seat.turn()
                self._store()
                return True
            return False
        command, rest = self._command(line)
        if command is not None:
            return self._obey(command, rest)
        if isinstance(request, End):
            return False
        try:
            if isinstance(request, Type) or not self.seat.from_sheet(line, self.talk):
                if isinstance(request, Turn):
                    return False
                self.seat.line(line)
        except RollError:
            raise
        except ScriptError as error:
            self.view.note(self._misfit(line, error))
            return False
        except ValueError as error:
            self.view.note(self.talk("cannot", line, error))
            return False
        self._store()
        return True

    def _command(self, line: str) -> tuple[str | None, str]:
        """A line as a command and what follows it; where words are asked for, and where an
        option is called so, a command begins with a slash."""
        typed = isinstance(self.play.request, Type)
        if line[0] == "/":
            line = line[1:].strip()
        elif line != "?" and (typed or self.seat.offers(line)):
            return None, ""
        word, _, rest = line.partition(" ")
        command = self.talk.commands.get(word.lower())
        if rest.strip() and command not in ("save", "load"):
            command = None
        if command == "again" and not isinstance(self.play.request, End):
            command = None
        return command, rest.strip()

    def _misfit(self, line: str, error: ScriptError) -> str:
        if thing := self.seat.thing(line, self.talk):
            return self.talk("unknown_thing", thing)
        match self.play.request:
            case Choose(options=options):
                return self.talk("unknown_choice", line, len(options))
            case Number(low=low, high=high):
                return self.talk("unknown_number", line, low, high)
        return error.text

    def _obey(self, command: str, rest: str) -> bool | None:
        match command:
            case "quit":
                return None
            case "help":
                self.view.gap("note")
                for row in self.talk("help").strip("\n").split("\n"):
                    self.view.line(row)
            case "sheet":
                self.view.sheet(self.play.sheet())
            case "look":
                self.view.blocks(self.play.blocks)
            case "undo":
                return self._undo()
            case "again":
                self._sit(self.again())
            case "save":
                self._save(rest)
                return False
            case "load":
                return self._load(rest)
        return True

    # ------------------------------------------------------------ back and forth

    def _undo(self) -> bool:
        if not self.play.can_undo:
            off = self.play.program.settings.get("undo") == "no"
            self.view.note(self.talk("no_undo_book" if off else "no_undo"))
            return False
        self.play.undo()
        while not self.seat.paced and isinstance(self.play.request, Turn) and self.play.undo():
            pass
        self.view.note(self.talk("undone"))
        self.view.blocks(self.play.blocks)
        self.seat.settle()
        self._store()
        return True

    def _sit(self, play: Play) -> None:
        """Go on with another play."""
        self.seat.play = play
        self.view.blocks(play.blocks)
        self.seat.settle()
        self._store()

    def moved(self, play: Play, changed: bool) -> None:
        """Tell what a play lost when its book changed under it."""
        if play.lost:
            self.view.note(self.talk("lost", ", ".join(play.lost)))
        elif changed:
            self.view.note(self.talk("changed"))

    def _store(self) -> None:
        """Keep the reader's place; a book that has ended needs none."""
        if not self.auto:
            return
        try:
            if self.keep.elsewhere():
                slot = self.talk("other_slot")
                self.keep.move(slot)
                self.view.note(self.talk("other_window", slot))
            self.keep.store(None if isinstance(self.play.request, End) else whole(self.play))
        except OSError as error:
            self.auto = False
            self.view.note(self.talk("not_kept", error.strerror or error))

    def _save(self, name: str) -> None:
        if not name:
            self.view.note(self.talk("slot_name") + " " + self._slots())
            return
        path = self.keep.path(name)
        if path is None:
            self.view.note(self.talk("slot_long"))
            return
        try:
            write(path, whole(self.play))
        except OSError as error:
            self.view.note(self.talk("not_kept", error.strerror or error))
            return
        self.view.note(self.talk("saved", name))

    def _load(self, name: str) -> bool:
        path = self.keep.path(name)
        if not name or path is None or not path.is_file():
            head = self.talk("no_slot", name, self._slots()) if name else self.talk("slot_name")
            self.view.note(head if name else f"{head} {self._slots()}")
            return False
        try:
            play, changed = opened(path, self.play.program)
        except (SaveError, Refused) as error:
            self.view.note(str(error))
            return False
        self.view.note(self.talk("loaded", name))
        self.moved(play, changed)
        self._sit(play)
        return True

    def _slots(self) -> str:
        names = self.keep.names()
        return self.talk("slots", ", ".join(names)) if names else self.talk("no_slots")
