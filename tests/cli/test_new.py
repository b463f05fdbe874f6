"""`gbk new`: a folder with a small book that is clean and plays, in each language and by each
system's rules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gbk.cli.new import command
from gbk.format import layout
from gbk.odds.plays import simulate
from gbk.pipeline import check, load, load_text, read_source
from gbk.resources import resource
from tests.cli.test_commands import gbk


def choices(option: str) -> list[str]:
    (found,) = [p for p in command.params if p.name == option]
    return list(found.type.choices)  # type: ignore[attr-defined]


@pytest.mark.parametrize("rules", choices("rules"))
@pytest.mark.parametrize("language", choices("language"))
def test_the_book_is_clean_and_plays(tmp_path: Path, language: str, rules: str) -> None:
    done = gbk("new", "Дом у моря", "--language", language, "--rules", rules, cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode()
    (book,) = (tmp_path / "Дом у моря").iterdir()
    loaded = load(book)
    assert check(loaded) == []
    assert loaded.program is not None
    assert loaded.program.settings["book"] == "Дом у моря"
    assert 5 <= len(loaded.program.paragraphs) <= 8
    counted = simulate(loaded.program, 300, 1)
    assert counted["unfinished"] == 0 and counted["never_visited"] == []
    assert {"victory", "defeat"} <= set(counted["endings"])
    source = read_source(book)
    assert layout(source, language) == (source.text, [])


def test_it_says_what_to_do_next(tmp_path: Path) -> None:
    done = gbk("new", "my ford.gbk", "--language", "en", cwd=tmp_path)
    said = re.findall(r"^  gbk (\w+) '(.*?)'", done.stdout.decode(), re.M)
    assert [verb for verb, _ in said] == ["play", "check", "build"]
    assert {path for _, path in said} == {"my ford/my ford.gbk"}
    assert gbk("check", said[0][1], cwd=tmp_path).returncode == 0


def test_the_language_is_the_users(tmp_path: Path) -> None:
    done = gbk("new", "брод", cwd=tmp_path, LC_ALL="ru_RU.UTF-8")
    assert "найти ошибки" in done.stdout.decode()
    assert load(tmp_path / "брод" / "брод.gbk").language == "ru"


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    assert gbk("new", "ford", cwd=tmp_path).returncode == 0
    book = tmp_path / "ford" / "ford.gbk"
    book.write_text("mine")
    (tmp_path / "file").write_text("mine")
    for name in ("ford", "file", "file/inside"):
        done = gbk("new", name, cwd=tmp_path)
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1, done.stderr
    assert book.read_text() == "mine" and (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize(
    "name", ["", ".", "..", ".gbk", "a\nb", "x" * 300, b"\xff".decode("utf-8", "surrogateescape")]
)
def test_names_that_are_none(tmp_path: Path, name: str) -> None:
    done = gbk("new", name, cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1, done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("title", ["a: b", "== x ==", "// x", "{{ title }}", '"Ford"', "book: x"])
def test_any_title_is_a_title(title: str) -> None:
    from gbk.cli.new import _text

    loaded = load_text(_text(title, "en", "none"))
    assert check(loaded) == [] and loaded.book.title == title


def test_every_language_has_a_book() -> None:
    files = {path.name.split(".")[0] for path in (resource("templates") / "new").iterdir()}
    assert files == set(choices("language"))
