"""Where a reader's plays are kept, and what he is told when one cannot be: within one process,
with a reader whose lines are known."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gbk.cli import keep, sitting
from gbk.cli.group import gbk
from gbk.pipeline import UnreadableError, load, load_text, read_source
from gbk.run.player import Play
from gbk.run.save import whole

FORD = """book: The Ford
stat gold = 3, from 0
item bread
    use
        gain 1 gold
== 1 == The ford
A river.
! gain 1 gold
* Wade across -> 2
* Wait -> 1
== 2 == The bank
A bank.
* Go on -> 3
* Back -> 1
== 3 == Home
! end victory
"""


@pytest.fixture
def ford(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = tmp_path / "ford.gbk"
    path.write_text(FORD, "utf-8")
    return path


Sit = Callable[..., str]


@pytest.fixture
def sit(ford: Path, monkeypatch: pytest.MonkeyPatch) -> Sit:
    """`sit("1", "q")`: what a reader at a desk sees who types this. A callable among the lines
    is called instead."""

    def sit(*lines: str | Callable[[], object], args: tuple[str, ...] = ()) -> str:
        left: Iterator[str | Callable[[], object]] = iter(lines)

        class Typist(sitting.Reader):
            def __init__(self) -> None:
                self.typed = True

            def line(self, prompt: str) -> str | None:
                print(prompt)
                line = next(left, None)
                while callable(line):
                    line()
                    line = next(left, None)
                return line

        monkeypatch.setattr(sitting, "Reader", Typist)
        done = run("play", ford, *args)
        assert done.exit_code == 0, done.output
        return done.output

    return sit


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(gbk, [str(arg) for arg in args])


def auto(book: Path) -> Path:
    return keep.Keep(str(book)).auto


def stands_in(book: Path) -> str:
    return str(json.loads(auto(book).read_text("utf-8"))["paragraph"])


# ---------------------------------------------------------------- resumed or not


@pytest.mark.parametrize("word", ["maybe", "", "s", "1", "u"])
def test_neither_yes_nor_no_is_asked_again(word: str, sit: Sit, ford: Path) -> None:
    sit("1", "q")
    text = sit(word, "q")
    assert "yes or no" in text and text.count("Resume? y/n") == 2 and "A river." not in text
    assert stands_in(ford) == "2"


def test_yes_and_no(sit: Sit, ford: Path) -> None:
    sit("1", "q")
    assert "A bank." in sit("Yes", "q")
    assert "A river." in sit("no", "q")


def test_leaving_at_once_keeps_the_place(sit: Sit, ford: Path) -> None:
    assert "Your place is kept" in sit("q")
    assert stands_in(ford) == "1"


def test_nothing_to_resume_is_said(ford: Path) -> None:
    from gbk.cli.fail import Refused

    done = run("play", ford, "--resume")
    assert isinstance(done.exception, Refused) and "no interrupted play" in str(done.exception)


@pytest.mark.parametrize("data", ["garbage", "{}", "", '{"format": "gbk-save", "version": 1}'])
def test_a_broken_place_is_said_and_put_aside(data: str, sit: Sit, ford: Path) -> None:
    path = auto(ford)
    path.parent.mkdir(parents=True)
    path.write_text(data)
    done = run("play", ford, "--resume")
    assert "cannot be opened" in str(done.exception) and path.read_text() == data
    text = sit("1", "q")
    assert "cannot be opened" in text and "The book begins anew" in text and "A river." in text
    assert path.with_suffix(".old.json").read_text() == data and stands_in(ford) == "2"


def test_a_place_that_is_no_more_is_said(sit: Sit, ford: Path) -> None:
    sit("1", "q")
    ford.write_text(FORD.replace("== 2 ==", "== two ==").replace("-> 2", "-> two"), "utf-8")
    text = sit("q")
    assert "“2”, which this edition does not have" in text and "A river." in text


# ---------------------------------------------------------------- steps back


def test_steps_can_be_taken_back_after_resume_and_load(sit: Sit, ford: Path) -> None:
    sit("2", "1", "save mine", "q")
    assert sit("y", "u", "u", "u", "q").count("One step back") == 2
    text = sit("n", "load mine", "u", "s", "q")
    assert "One step back" in text and "gold  5" in text


def test_what_is_taken_back_is_thrown_again_alike() -> None:
    text = "stat a = 0\n== 1 ==\n! roll 1d6\n{it}\n! roll 1d6\n{it}\n* On -> 1\n* End -> 2\n== 2 ==\n! end\n"
    program = load_text(text).program
    assert program is not None
    play = Play(program, 5, rolls=[1, 2, 3, 4, 5, 6])
    for _ in range(3):
        play.answer(-2)
    known = [play.result()]
    back = Play.load(program, json.loads(json.dumps(whole(play))))
    while play.undo():
        known.append(play.result())
    assert [back.result()] + [back.result() for _ in iter(back.undo, False)] == known
    back.answer(-2)
    play.answer(-2)
    assert back.result() == play.result()


# ---------------------------------------------------------------- names, windows


def test_names_that_differ_are_kept_apart(sit: Sit, ford: Path) -> None:
    text = sit("save бой/1", "1", "save бой_1", "load бой/1", "save ../../x", "load", "q")
    assert "“бой/1” is open.\n\n── 1" in text
    assert "../../x, бой/1, бой_1" in " ".join(text.split())
    assert {path.parent for path in ford.parent.rglob("*.save")} == {auto(ford).parent}


def test_a_long_name_is_refused(sit: Sit) -> None:
    assert "too long" in sit("save " + "x" * 300, "q")
    assert "too long" not in sit("n", "save " + "x" * 60, "q")


def test_another_window_is_not_overwritten(sit: Sit, ford: Path) -> None:
    other = Play(load(ford).program, 9)  # type: ignore[arg-type]
    text = sit("1", lambda: keep.write(auto(ford), whole(other)), "1", "q")
    assert "in another window too" in text
    assert "A river." in sit("load other window", "q")


def test_a_thing_that_is_not_carried(sit: Sit) -> None:
    assert "nothing that is called “nothing”" in sit("use nothing", "q")


def test_signs_stand_on_the_sheet(ford: Path, sit: Sit) -> None:
    text = FORD.replace("item bread", 'stat lock[1..3] = 0, signs "☐ ☒"\nitem bread')
    ford.write_text(text.replace("A river.", "A river.\n! set lock[2] to 1"), "utf-8")
    text = sit("s", "q")
    assert "1 ☐  2 ☒  3 ☐" in text and "lock 2 ☐ → ☒" in text


# ---------------------------------------------------------------- files that are none


@pytest.mark.parametrize(
    "args, said",
    [
        (["play", "BOOK", "--script", "-", "--save", "FOLDER"], "is a folder: name a file"),
        (["build", "BOOK", "-o", "FOLDER"], "is a folder: name a file"),
        (["play", "BOOK", "--script", "FOLDER"], "Name the script in it"),
        (["check", "FOLDER"], "Name the .gbk file in it"),
        (["check", "BOOK", "--root", "/nowhere"], "/nowhere is no folder"),
        (["check", "BOOK", "--root", "BOOK"], "is no folder"),
        (["check", "BOOK", "--root", "BELOW"], "is not in"),
    ],
)
def test_what_is_no_such_file(args: list[str], said: str, ford: Path) -> None:
    (ford.parent / "below").mkdir()
    names = {"BOOK": ford, "FOLDER": ford.parent, "BELOW": ford.parent / "below"}
    done = run(*(names.get(arg, arg) for arg in args))
    assert said in str(done.exception)


def test_a_device_without_end_is_refused() -> None:
    with pytest.raises(UnreadableError, match="larger than 64 MB"):
        read_source(Path("/dev/zero"))


def test_a_zero_byte_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "book.gbk"
    path.write_bytes(b"book: B\ninclude: a\0b.gbk\n== a ==\n! end\n")
    with pytest.raises(UnreadableError, match="zero byte in line 2"):
        load(path)


@pytest.mark.parametrize("args", [["--version"], ["--help"], ["explain"]])
def test_an_output_that_is_full(args: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "gbk", *args], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr == b"gbk: The output: No space left on device.\n"
