"""Findings in every form, files in every state."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

import gbk as package
from gbk.cli.group import gbk as group
from gbk.cli.main import COMMANDS, overview
from gbk.cli.talk import Talk, _table, languages
from tests.cli.test_commands import BOOK, gbk

WIDE = """book: Ширина
language: {language}

== 1 ==
Ты идёшь 🏰\tи видишь [дверь -> нет такой] дальше.
* Дальше -> 1
{more}"""


def book(folder: Path, language: str = "en", more: str = "", name: str = "книга.gbk") -> Path:
    path = folder / name
    path.write_text(WIDE.format(language=language, more=more), "utf-8")
    return path


def test_the_mark_stands_under_wide_letters(tmp_path: Path) -> None:
    text = gbk("check", book(tmp_path)).stdout.decode()
    line, mark = text.splitlines()[3:5]
    assert line == "5 | Ты идёшь 🏰    и видишь [дверь -> нет такой] дальше."
    # The castle is one letter and two columns wide.
    assert mark == "  | " + " " * (line.index("нет") - 4 + 1) + "^" * len("нет такой")
    assert ":5:31\n" in text


def test_a_long_line_is_shown_in_part(tmp_path: Path) -> None:
    path = tmp_path / "long.gbk"
    path.write_text(
        "== 1 ==\n" + "word " * 900 + "[go -> nowhere] " + "word " * 900 + "\n", "utf-8"
    )
    shown = gbk("check", path).stdout.decode().splitlines()
    line, mark = next((a, b) for a, b in pairwise(shown) if a.startswith("2 |"))
    assert len(line) < 120 and line.endswith("…") and line[4] == "…"
    assert mark.index("^") == line.index("nowhere")


def test_words_in_the_language_of_the_book_or_the_reader(tmp_path: Path) -> None:
    russian = gbk("check", book(tmp_path, "ru"))
    assert "ошибка[unknown-target]" in russian.stdout.decode()
    assert "параграфов: 1" in russian.stderr.decode()
    locale = gbk("check", book(tmp_path), LC_ALL="ru_RU.UTF-8")
    assert "ошибка[unknown-target]" in locale.stdout.decode()


def test_colour(tmp_path: Path) -> None:
    path = book(tmp_path)
    assert b"\x1b[31m" in gbk("check", path, "--color", "always").stdout
    assert b"\x1b" not in gbk("check", path).stdout
    assert b"\x1b" not in gbk("check", path, "--color", "never").stdout


def test_github_is_escaped(tmp_path: Path) -> None:
    path = tmp_path / "a,b:c%.gbk"
    path.write_text("== 1 ==\n* 100 % -> x%0Ay\n", "utf-8")
    (line,) = (
        gbk("check", path.name, "--format", "github", cwd=tmp_path).stdout.decode().splitlines()
    )
    assert line.startswith("::error file=a%2Cb%3Ac%25.gbk,line=2,")
    assert "x%250Ay" in line


def test_sarif(tmp_path: Path) -> None:
    path = book(tmp_path)
    run = json.loads(gbk("check", path, "--format", "sarif", cwd=tmp_path).stdout)["runs"][0]
    assert run["columnKind"] == "unicodeCodePoints"
    (result,) = run["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "%D0%BA%D0%BD%D0%B8%D0%B3%D0%B0.gbk"
    assert place["region"] == {"startLine": 5, "startColumn": 31, "endLine": 5, "endColumn": 40}
    assert run["tool"]["driver"]["rules"] == [{"id": "unknown-target"}]
    moved = path.read_text("utf-8").replace("== 1 ==", "// a line more\n\n== 1 ==")
    path.write_text(moved, "utf-8")
    again = json.loads(gbk("check", path, "--format", "sarif").stdout)["runs"][0]["results"][0]
    assert again["partialFingerprints"] == result["partialFingerprints"]


def test_a_machine_gets_one_document_and_nothing_else(tmp_path: Path) -> None:
    for path in (BOOK, book(tmp_path, more="// todo the end\n")):
        done = gbk("check", path, "--format", "json")
        data = json.loads(done.stdout)
        assert done.stderr == b"" and set(data) == {"findings", "summary"}
    assert data["summary"]["todo"] == [{"paragraph": "1", "file": str(path), "line": 7}]


def test_lint_is_check(tmp_path: Path) -> None:
    path = book(tmp_path)
    assert gbk("lint", path).stdout == gbk("check", path).stdout


def test_help_is_that_of_click() -> None:
    done = gbk("--help")
    assert done.stdout.decode() == overview() + "\n" == gbk("--help", "--help").stdout.decode()
    assert package.__version__ in gbk("-V").stdout.decode()
    for name in COMMANDS:
        shown = gbk(name, "--help")
        assert shown.returncode == 0 and b"Usage: gbk " + name.encode() in shown.stdout
        command = group.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None and command.short_help == COMMANDS[name][1]
    assert gbk().returncode == 2


def test_public_names() -> None:
    loaded = package.load(BOOK)
    assert package.findings(loaded) == []
    assert loaded.program is not None and package.Play(loaded.program, 1).paragraph == "landing"
    with pytest.raises(AttributeError):
        _ = package.nothing  # type: ignore[attr-defined]


# ---------------------------------------------------------------- files


def test_build_writes_all_or_nothing(tmp_path: Path) -> None:
    path = book(tmp_path)
    done = gbk("build", path)
    assert done.returncode == 1 and b"unknown-target" in done.stderr and done.stdout == b""
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    page = tmp_path / "page.html"
    page.write_text("old")
    theme = tmp_path / "theme.css"
    theme.write_text("body { background: salmon }")
    assert gbk("build", BOOK, "-o", page, "--theme", theme).returncode == 0
    assert "salmon" in page.read_text("utf-8")
    assert {p.name for p in tmp_path.iterdir()} == {path.name, "page.html", "theme.css"}
    assert gbk("build", BOOK, "-o", "-").stdout.startswith(b"<!doctype html>")


def test_build_refuses_what_it_cannot_write(tmp_path: Path) -> None:
    mine = tmp_path / "mine.gbk"
    mine.write_text(BOOK.read_text("utf-8"), "utf-8")
    for target in (tmp_path, tmp_path / "none" / "page.html", mine):
        done = gbk("build", mine, "-o", target)
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1, done.stderr
    assert mine.read_text("utf-8") == BOOK.read_text("utf-8")
    assert gbk("build", mine, "--theme", tmp_path / "no.css").returncode == 2


def test_build_with_templates_of_ones_own(tmp_path: Path) -> None:
    page, templates = tmp_path / "page.html", tmp_path / "mine"
    done = gbk("build", BOOK, "-o", page, "--templates", templates)
    assert done.returncode == 2 and b"There is no folder" in done.stderr
    templates.mkdir()
    frame = templates / "page.html.j2"
    frame.write_text("{{ title }} in my frame", "utf-8")
    assert gbk("build", BOOK, "-o", page, "--templates", templates).returncode == 0
    assert page.read_text("utf-8").endswith("in my frame")
    frame.write_text("{{ title", "utf-8")
    done = gbk("build", BOOK, "-o", page, "--templates", templates)
    assert done.returncode == 2 and b"Traceback" not in done.stderr
    assert page.read_text("utf-8").endswith("in my frame")


def test_build_leaves_a_pipe_a_pipe(tmp_path: Path) -> None:
    """What is no plain file is written to and never replaced."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE) as cat:
        assert gbk("build", BOOK, "-o", pipe).returncode == 0
        page, _ = cat.communicate(timeout=60)
    assert page.startswith(b"<!doctype html>") and pipe.is_fifo()


def test_a_huge_file_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "huge.gbk"
    with path.open("wb") as file:
        file.truncate(20 * 2**30)
    start = time.monotonic()
    assert gbk("check", path).returncode == 2
    assert time.monotonic() - start < 20


def test_hostile_names(tmp_path: Path) -> None:
    for name in ("\x1b[2J.gbk", "a\nb.gbk"):
        done = gbk("check", tmp_path / name)
        assert done.returncode == 2 and b"\x1b" not in done.stderr
        assert done.stderr.count(b"\n") == 1
        path = book(tmp_path, name=name)
        assert (
            b"\x1b"
            not in gbk("check", path).stdout + gbk("check", path, "--format", "concise").stdout
        )


def test_ctrl_c(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "gbk", "simulate", str(BOOK), "-n", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        time.sleep(3)
        process.send_signal(2)
        out, error = process.communicate(timeout=60)
    assert process.returncode == 130 and out == b"" and error.strip() == b""


def test_closed_streams() -> None:
    command = (
        f"{sys.executable} -m gbk check {BOOK} >&- 2>&-; {sys.executable} -m gbk play {BOOK} <&-"
    )
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, timeout=120)
    assert done.returncode == 0 and done.stderr == b""


def test_interface_words_are_the_same_in_every_language() -> None:
    english = _table("en")
    for language in languages():
        table = _table(language)
        assert set(table) == set(english)
        for key, sentence in english.items():
            if isinstance(sentence, str):
                holes = [n for n in range(4) if f"{{{n}}}" in sentence]
                assert holes == [n for n in range(4) if f"{{{n}}}" in table[key]], (language, key)
    assert Talk("xx")("hero") == "Hero"
