"""`gbk odds` as an author meets it: what it prints, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gbk.cli.main import main

BOOK = """book: Ford
stat grit = 1 + 1d6, from 0
item lamp
codeword sworn

== ford ==
! test grit
    ? success -> bank
    ? failure
        ! end defeat

== bank ==
* Home -> home
* Sleep -> ford

== home ==
! end victory

rule test {stat}
    outcomes: success, failure
    roll die = 1d6
    if die <= stat
        outcome success
    outcome failure
"""
HEAD, RULE = BOOK[: BOOK.index("== ford")], BOOK[BOOK.index("rule test") :]
BOOK = HEAD + RULE + "\n" + BOOK[len(HEAD) : BOOK.index("rule test")]


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    path = tmp_path / "ford.gbk"
    path.write_text(BOOK, "utf-8")
    return path


@dataclass
class Done:
    status: int
    stdout: str
    stderr: str


Ask = Callable[..., Done]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    """`gbk odds PATH …`."""
    monkeypatch.setenv("GBK_CACHE", "off")

    def run(path: Path, *args: str) -> Done:
        monkeypatch.setattr("sys.argv", ["gbk", "odds", str(path), *args])
        with pytest.raises(SystemExit) as stopped:
            main()
        said = capsys.readouterr()
        assert isinstance(stopped.value.code, int)
        return Done(stopped.value.code, said.out, said.err)

    return run


def document(ask: Ask, path: Path, *args: str) -> dict[str, Any]:
    done = ask(path, *args, "--format", "json")
    assert done.status == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_a_directive_as_a_document(ask, ford: Path) -> None:
    found = document(ask, ford, "--at", "ford")
    assert "middle" in found["hero"]
    (row,) = found["directives"]
    assert set(row) >= {
        "paragraph",
        "line",
        "rule",
        "states",
        "best",
        "first",
        "random",
        "rounds",
        "after",
    }
    assert row["paragraph"] == "ford"
    assert BOOK.splitlines()[row["line"] - 1] == "! test grit"
    assert list(row["best"]) == ["success", "failure"]
    assert row["after"].keys() == {"grit"}


def test_the_hero_and_the_fractions(ask: Ask, ford: Path) -> None:
    options = ("--set", "grit=4", "--set", "lamp=1", "--set", "sworn=1", "--exact")
    (row,) = document(ask, ford, "--at", "FORD", *options)["directives"]
    assert row["best"] == {"success": "2/3", "failure": "1/3"}


def test_a_directive_in_words(ask: Ask, ford: Path) -> None:
    done = ask(ford, "--at", "ford", "--set", "grit=3")
    assert done.status == 0
    assert "success" in done.stdout
    assert "50.00 %" in done.stdout
    assert "Nothing" in ask(ford, "--at", "home").stdout


def test_the_book_as_a_document(ask, ford: Path) -> None:
    found = document(ask, ford)["book"]
    assert found.keys() == {"best", "random", "states", "method", "interval"}
    assert found["method"] == "exact"
    # grit is 2 to 7, and a test of 6 or more never fails
    passed = [min(grit, 6) / 6 for grit in range(2, 8)]
    assert found["best"] == pytest.approx(sum(passed) / 6)
    assert found["random"] == pytest.approx(sum(p / 2 / (1 - p / 2) for p in passed) / 6)


def test_the_book_in_words(ask: Ask, ford: Path) -> None:
    done = ask(ford)
    assert done.status == 0
    assert "exact" in done.stdout
    assert "estimate" in ask(ford, "--max-states", "10").stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--at", "fort"], "ford"),
        (["--at", "ford", "--set", "grot=3"], "grot"),
        (["--at", "ford", "--set", "grit=many"], "many"),
        (["--at", "ford", "--set", "grit[2]=1"], "grit"),
        (["--at", "ford", "--set", "grit"], "NAME=VALUE"),
        (["--exact"], "--at"),
        (["--set", "grit=3"], "--at"),
        (["--with-choices"], "--at"),
        (["--max-states", "0"], "--max-states"),
    ],
)
def test_bad_input_is_a_sentence(ask: Ask, ford: Path, args: list[str], said: str) -> None:
    done = ask(ford, *args)
    assert done.status == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_book_with_errors_and_one_that_is_not_there(ask: Ask, ford: Path, tmp_path: Path) -> None:
    ford.write_text(BOOK.replace("-> home", "-> hone"), "utf-8")
    done = ask(ford)
    assert done.status == 2
    assert "hone" in done.stderr
    assert ask(tmp_path / "no.gbk").status == 2
