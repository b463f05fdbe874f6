"""Play in the terminal: what a reader sees and types, and where his place is kept."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gbk.cli import common
from gbk.odds.plays import simulate
from gbk.pipeline import load_text
from gbk.run.core import EndlessError
from gbk.run.player import Play
from tests.cli.test_commands import BOOK, gbk

FORD = """book: The Ford
stat strength = 10, from 0
stat gold = 3, from 0
item bread
    use
        drop bread
        gain 4 strength
codeword BRIDGE

== 1 == The ford
A *dark* river. {take bread}
! mark BRIDGE
* Wade across -> 2
* Ask the ferryman -> asked

== 2 == The far bank
! roll 2d6
    ? 2..12
        The current pulls.
        ! lose 2 strength
! lose 1 gold
-> 3

== asked == The ferryman
! ask "What is the word?"
    ? "water" -> 3
    ? else -> 1

== 3 ==
> Here lies
> nobody

! choose number from 1 to 5, "How many stones?"
! set gold to it
* Rest -> home

== home == Home
! end victory "You are home."
"""

RUSSIAN = """книга: Брод
язык: ru
число сила = 10, от 0

== 1 == Река
Тёмная вода.
* Войти -> 2
* Уйти -> 1

== 2 == Берег
Сухо.
! конец победа
"""


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    path = tmp_path / "ford.gbk"
    path.write_text(FORD, "utf-8")
    return path


@pytest.fixture
def play(ford: Path, tmp_path: Path) -> Callable[..., Any]:
    def run(typed: str, *args: str | Path, book: Path = ford) -> str:
        done = gbk("play", book, *args, stdin=typed, XDG_STATE_HOME=str(tmp_path / "state"))
        assert done.returncode == 0, done.stderr.decode()
        assert done.stderr == b""
        return done.stdout.decode()

    return run


def test_a_page(play: Callable[..., str]) -> None:
    """Number and title in a rule, prose, what changed, numbered choices; dice as faces."""
    text = play("1\n", "--seed", "1")
    assert re.search(r"^── 1 · The ford ─+$", text, re.MULTILINE)
    assert "  A dark river.\n" in text
    assert "  + bread   Note: BRIDGE\n" in text
    assert "  1  Wade across\n  2  Ask the ferryman\n" in text
    faces = re.search(r"^  ([⚀-⚅]) (\d)  ([⚀-⚅]) (\d)  .*\b(\d+)$", text, re.MULTILINE)
    assert faces is not None
    assert ord(faces[1]) - ord("⚀") + 1 == int(faces[2])
    assert int(faces[2]) + int(faces[4]) == int(faces[5])
    assert "strength 10 → 8   gold 3 → 2\n" in text
    assert "  │ Here lies\n  │ nobody\n" in text
    assert "A number from 1 to 5 > " not in text, "no line was left for it"
    assert "How many stones?" in text
    assert all(len(line) <= 72 for line in text.splitlines())
    assert "\x1b" not in text


def test_a_whole_play(play: Callable[..., str]) -> None:
    text = play("2\nwater\n9\n4\n1\n", "--seed", "1")
    assert "Your answer > water" in text
    assert "“9” is no number from 1 to 5." in text
    assert "gold 3 → 4" in text
    assert re.search(r"── Victory ─+\n\n  You are home\.\n$", text)


def test_the_sheet_and_its_things(play: Callable[..., str]) -> None:
    text = play("s\nuse bread\nuse bread\ns\n", "--seed", "1")
    first, _, rest = text.partition("> use bread")
    assert (
        "strength  10\n" in first
        and "Things: bread (use)" in first
        and "Codewords: BRIDGE" in first
    )
    assert "strength 10 → 14   − bread\n" in rest
    assert "Things: nothing yet" in rest


def test_undo(play: Callable[..., str]) -> None:
    text = play("u\n1\nu\n2\nwater\n/u\n/u\n", "--seed", "1")
    assert "There is nothing to take back." in text
    assert text.count("── 1 · The ford") == 3 and text.count("One step back.") == 3
    assert "(2)" not in text, "the second loaf is taken back with the step"
    assert "gold 3 → 2" in text.partition("One step back.")[0]


def test_undo_forbidden(play: Callable[..., str], tmp_path: Path) -> None:
    book = tmp_path / "hard.gbk"
    book.write_text("undo: no\n" + FORD, "utf-8")
    assert "This book lets nothing be taken back." in play("2\n/u\n", book=book)


def test_typed_answers_are_not_commands(play: Callable[..., str]) -> None:
    """“u” may be the answer to a riddle."""
    text = play("2\nu\n", "--seed", "1")
    assert "One step back" not in text
    assert text.count("── 1 · The ford") == 2, "a wrong answer leads back"


def test_named_places(play: Callable[..., str]) -> None:
    text = play("load x\nsave by the/river\n1\nload by the/river\nload x\nsave\n", "--seed", "1")
    assert "Nothing is kept as “x”. Nothing has been kept yet" in text
    assert "Kept as “by the/river”." in text
    assert text.count("── 1 · The ford") == 2
    assert "Nothing is kept as “x”. There are: by the/river." in text


def test_an_unknown_line(play: Callable[..., str]) -> None:
    text = play("\n7\nfly\nwade across\n", "--seed", "1")
    assert "“7” is none of the choices; type a number from 1 to 2" in text
    assert "“fly” is none of the choices" in text
    assert "The far bank" in text


def test_russian(play: Callable[..., str], tmp_path: Path) -> None:
    book = tmp_path / "брод.gbk"
    book.write_text(RUSSIAN, "utf-8")
    text = play("л\nы\nн\n1\n", book=book)
    assert "── Герой" in text and "сила  10" in text
    assert "«ы» нет среди вариантов" in text and "Возвращать нечего." in text
    assert "── Победа" in text


def test_closed_choices_are_shown_with_no_number(play: Callable[..., str], tmp_path: Path) -> None:
    book = tmp_path / "closed.gbk"
    book.write_text(
        "locked: show\nitem lamp\n== 1 ==\n* Light the lamp {if has lamp} -> 2\n* Grope on -> 2\n"
        "== 2 ==\n! take lamp\n! end\n"
    )
    shown = play("1\n", book=book)
    assert re.search(r"–  Light the lamp\n +1  Grope on", shown)


def test_old_consoles(ford: Path, tmp_path: Path) -> None:
    """A console that says it knows only cp1251 or ASCII gets UTF-8 and no error."""
    for encoding in ("cp1251", "ascii"):
        done = gbk(
            "play",
            ford,
            "--seed",
            "1",
            stdin="1\n",
            PYTHONIOENCODING=encoding,
            XDG_STATE_HOME=str(tmp_path),
        )
        assert done.returncode == 0 and "".join(re.findall("[⚀-⚅]", done.stdout.decode())) > "⚀"


def test_control_characters_do_not_reach_the_terminal(
    play: Callable[..., str], tmp_path: Path
) -> None:
    book = tmp_path / "evil.gbk"
    book.write_text(
        "== 1 == \x1b[2J Title\nText \x1b]0;owned\x07 [x] [/b] \u202e\n* Go \x1b[1m -> 1\n"
    )
    text = play("1\n", book=book)
    assert "\x1b" not in text and "\x07" not in text and "\u202e" not in text
    checked = gbk("check", book).stdout
    assert b"\x1b" not in checked


def test_colour(ford: Path, tmp_path: Path) -> None:
    def shown(*args: str, **env: str) -> bytes:
        return gbk(
            "play", ford, "--seed", "1", *args, stdin="1\n", XDG_STATE_HOME=str(tmp_path), **env
        ).stdout

    assert b"\x1b[" in shown("--color", "always")
    assert b"\x1b[" in shown("--color", "always", NO_COLOR="1"), "asked for is asked for"
    assert b"\x1b" not in shown("--color", "never") + shown() + shown(NO_COLOR="1")


def test_script_text(ford: Path, tmp_path: Path) -> None:
    script = tmp_path / "path.script"
    script.write_text("// a comment\nask the ferryman\n\nwater\n2\n1\n", "utf-8")
    done = gbk("play", ford, "--script", script)
    text = done.stdout.decode()
    assert done.returncode == 0, done.stderr
    assert "> 2  Ask the ferryman" in text and "> water" in text and "── Victory" in text
    assert gbk("play", ford, "--script", script).stdout == done.stdout, "no seed is seed 0"
    script.write_text("Ask the ferryman\nwater\n9\n", "utf-8")
    wrong = gbk("play", ford, "--script", script)
    assert wrong.returncode == 2
    assert (
        f"{script}, line 3: “9” fits nothing here; open: a number from 1 to 5."
        in wrong.stderr.decode()
    )
    assert "The ferryman" in wrong.stdout.decode(), "what was played is shown"


def test_json_needs_no_script_in_a_pipe(ford: Path) -> None:
    data = json.loads(gbk("play", ford, "--format", "json", stdin="2\nwater\n3\n1\n").stdout)
    assert data["end"] == {"kind": "victory", "paragraph": "home", "text": "You are home."}
    assert data["state"]["stats"] == {"strength": 10, "gold": 3}
    assert data["state"]["items"] == {"bread": 1} and data["state"]["codewords"] == ["BRIDGE"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--rolls", "9"], "9 was given to a die from 1 to 6"),
        (["--rolls", "one"], "--rolls takes whole numbers"),
        (["--set", "gold"], "NAME=VALUE"),
        (["--set", "gold=many"], "whole number"),
        (["--set", "golt=1"], "gold"),
        (["--at", "homme"], "home"),
        (["--seed", "-1"], "--seed"),
        (["--script", "none.script"], "none.script"),
        (["--load", "none.json"], "none.json"),
        (["--load", "x", "--seed", "1"], "--load brings its own"),
        (["--resume", "--fresh"], "--resume goes on"),
    ],
)
def test_wrong_usage(ford: Path, tmp_path: Path, args: list[str], words: str) -> None:
    done = gbk("play", ford, *args, stdin="1\n", XDG_STATE_HOME=str(tmp_path))
    assert done.returncode == 2, done
    assert words in done.stderr.decode() and b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "data", [b"", b"\xff", b"{}", b"[1]", b'{"format": "gbk-save"', b"[" * 100_000]
)
def test_what_is_no_save_is_refused(ford: Path, tmp_path: Path, data: bytes) -> None:
    save = tmp_path / "x.json"
    save.write_bytes(data)
    done = gbk("play", ford, "--load", save)
    assert (
        done.returncode == 2 and done.stderr.count(b"\n") == 1 and b"Traceback" not in done.stderr
    )


def test_a_book_with_errors_is_not_played(tmp_path: Path) -> None:
    book = tmp_path / "book.gbk"
    book.write_text("== 1 ==\n* Go -> nowhere\n", "utf-8")
    for command in ("play", "simulate"):
        done = gbk(command, book)
        assert done.returncode == 1 and done.stdout == b"" and b"unknown-target" in done.stderr


def test_endless_turns_end(tmp_path: Path) -> None:
    book = tmp_path / "book.gbk"
    book.write_text("== 1 ==\n-> 2\n\n== 2 ==\n-> 1\n", "utf-8")
    done = gbk("play", book, XDG_STATE_HOME=str(tmp_path))
    assert done.returncode == 1 and "From “1” the book turns on and on" in done.stderr.decode()


VISITS = """== a ==
! visit b
! end
== b ==
? visits here >= 0
    ! visit a
-> return
"""


@pytest.mark.parametrize(
    "text, said",
    [
        (VISITS, "In “b” visits lead into visits"),
        (
            "stat many = 999999\nstat dice = (many)d6\n== a ==\n! end\n",
            "In the head more than 100000 dice",
        ),
        (
            "rule r\n    let z = 0\n    while z = 0\n        roll x = 1d6\n== a ==\n! r\n! end\n",
            "In “a” the book",
        ),
    ],
)
def test_a_book_without_end_is_said_to_be_one(text: str, said: str, tmp_path: Path) -> None:
    program = load_text(text).program
    assert program is not None
    for run in (lambda: Play(program), lambda: simulate(program, 1, 0)):
        with pytest.raises(EndlessError) as caught:
            run()
        assert said in common.endless_sentence(program, caught.value)


def test_a_random_play_that_turns_for_ever_is_unfinished() -> None:
    program = load_text("== 1 ==\n-> 2\n\n== 2 ==\n-> 1\n").program
    assert program is not None and simulate(program, 2, 0)["unfinished"] == 2


# ---------------------------------------------------------------- at a desk


class Desk:
    """A reader at a pseudo-terminal."""

    def __init__(self, state: Path, *args: str | Path) -> None:
        self.main, child = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gbk", "play", *map(str, args)],
            stdin=child,
            stdout=child,
            stderr=child,
            start_new_session=True,
            env={
                **os.environ,
                "XDG_STATE_HOME": str(state),
                "GBK_CACHE": "off",
                "TERM": "xterm",
                "NO_COLOR": "1",
            },
        )
        os.close(child)
        self.seen = ""
        self.wait("> ")

    def wait(self, prompt: str) -> str:
        """What was printed up to a prompt."""
        start, deadline = len(self.seen), time.monotonic() + 60
        while not self.seen[start:].removesuffix("\x1b[?2004h").endswith(prompt):
            assert time.monotonic() < deadline, self.seen
            self.seen += os.read(self.main, 65536).decode(errors="replace")
        return self.seen[start:]

    def type(self, line: str, prompt: str = "> ") -> str:
        os.write(self.main, f"{line}\n".encode())
        time.sleep(0.1)
        return self.wait(prompt)

    def end(self) -> int:
        code = self.process.wait(60)
        try:
            while more := os.read(self.main, 65536):
                self.seen += more.decode(errors="replace")
        except OSError:
            pass
        os.close(self.main)
        assert "Traceback" not in self.seen
        return code

    def leave(self) -> int:
        os.write(self.main, b"q\n")
        return self.end()


@pytest.mark.parametrize("how", ["kill", "ctrl-c", "quit", "hang-up"])
def test_an_interrupted_play_is_offered_again(ford: Path, tmp_path: Path, how: str) -> None:
    desk = Desk(tmp_path, ford, "--fresh")
    assert "The far bank" in desk.type("1", "turn to 3")
    if how == "quit":
        assert desk.leave() == 0 and "Your place is kept" in desk.seen
    elif how == "ctrl-c":
        os.killpg(desk.process.pid, signal.SIGINT)
        assert desk.end() == 130
    elif how == "kill":
        desk.process.kill()
        desk.end()
    else:
        os.close(desk.main)
        desk.process.wait(60)
    again = Desk(tmp_path, ford)
    assert "The far bank" in again.seen and "Resume? y/n" in again.seen
    assert "gold 3 → 2" in again.type("y", "turn to 3")
    assert "How many stones?" in again.type("")
    again.type("4")
    assert "Victory" in again.type("1")
    assert again.leave() == 0
    fresh = Desk(tmp_path, ford)
    assert "Resume" not in fresh.seen, "a book that was played to its end is not offered"
    assert fresh.leave() == 0


def test_resuming_can_be_declined(ford: Path, tmp_path: Path) -> None:
    desk = Desk(tmp_path, ford)
    desk.type("2")
    desk.process.kill()
    desk.end()
    piped = gbk("play", ford, stdin="1\n", XDG_STATE_HOME=str(tmp_path)).stdout.decode()
    assert "Resume" not in piped and "── 1 · The ford" in piped
    kept = gbk("play", ford, "--resume", stdin="", XDG_STATE_HOME=str(tmp_path)).stdout.decode()
    assert "What is the word?" in kept, "a pipe leaves a kept place alone"
    again = Desk(tmp_path, ford)
    assert "The ford" in again.type("n")
    assert again.leave() == 0


def test_a_changed_edition_says_what_was_lost(ford: Path, tmp_path: Path) -> None:
    gbk("play", ford, stdin="2\n", XDG_STATE_HOME=str(tmp_path))
    ford.write_text(FORD.replace("codeword BRIDGE\n", "").replace("! mark BRIDGE\n", ""), "utf-8")
    text = gbk("play", ford, "--resume", XDG_STATE_HOME=str(tmp_path)).stdout.decode()
    assert "The book has changed" in text and "BRIDGE" in text and "The ferryman" in text


def test_a_state_folder_that_cannot_be_written(ford: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = gbk("play", ford, stdin="1\n", XDG_STATE_HOME=str(tmp_path / "file"))
    assert done.returncode == 0 and b"Your place cannot be kept" in done.stdout


def test_the_sample_book_in_a_pipe_to_head() -> None:
    command = f"yes 1 | {sys.executable} -m gbk play {BOOK} --seed 1 | head -3"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, timeout=120)
    assert done.stderr == b"" and done.stdout
