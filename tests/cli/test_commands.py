"""The commands as a user meets them: what they print, and how they end."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
BOOK = ROOT / "books" / "ferryman" / "ferryman.gbk"
SCRIPT = BOOK.with_name("victory.script")
SEED = re.findall(r"^// seed (\d+)$", SCRIPT.read_text("utf-8"), re.MULTILINE)[0]

BROKEN = """book: Broken
start: one

== one ==
Wait.
* Go on -> tow
* Stay -> one

== two ==
! end victory
"""


def gbk(
    *args: str | Path, stdin: str | bytes = "", cwd: Path | None = None, **env: str
) -> subprocess.CompletedProcess[bytes]:
    data = stdin.encode() if isinstance(stdin, str) else stdin
    environment = {**os.environ, "GBK_CACHE": "off", "LC_ALL": "C.UTF-8", **env}
    return subprocess.run(
        [sys.executable, "-m", "gbk", *map(str, args)],
        input=data,
        capture_output=True,
        cwd=cwd,
        env=environment,
        check=False,
        timeout=120,
    )


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    path = tmp_path / "broken.gbk"
    path.write_text(BROKEN, "utf-8")
    return path


def test_the_sample_book_is_clean() -> None:
    done = gbk("check", BOOK)
    assert done.returncode == 0
    assert b"nothing found" in done.stderr


def test_a_wrong_target_is_shown_with_its_line(broken: Path) -> None:
    done = gbk("check", broken)
    text = done.stdout.decode()
    assert done.returncode == 1
    assert "error[unknown-target]: There is no paragraph “tow”." in text
    assert f"{broken}:6:12" in text
    assert "* Go on -> tow\n" in text
    assert "Did you mean “two”?" in text
    line, mark = next(
        (a, b)
        for a, b in zip(text.splitlines(), text.splitlines()[1:], strict=False)
        if "-> tow" in a
    )
    assert mark.index("^^^") == line.index("tow")


def test_json_says_all(broken: Path) -> None:
    data = json.loads(gbk("check", broken, "--format", "json").stdout)
    (finding,) = [f for f in data["findings"] if f["severity"] == "error"]
    assert finding == {
        "code": "unknown-target",
        "severity": "error",
        "message": "There is no paragraph “tow”.",
        "hint": "Did you mean “two”?",
        "file": str(broken),
        "line": 6,
        "column": 12,
        "end_line": 6,
        "end_column": 15,
        "paragraph": "one",
        "witness": [],
    }
    assert data["summary"]["paragraphs"] == 2


def test_other_forms(broken: Path) -> None:
    concise = gbk("check", broken, "--format", "concise").stdout.decode()
    assert f"{broken}:6:12: unknown-target There is no paragraph “tow”.\n" in concise
    github = gbk("check", broken, "--format", "github").stdout.decode()
    assert "::error file=" in github and "line=6" in github
    sarif = json.loads(gbk("check", broken, "--format", "sarif").stdout)
    assert sarif["version"] == "2.1.0"
    region = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region["startLine"] == 6


def test_fail_on_warning(tmp_path: Path) -> None:
    book = tmp_path / "book.gbk"
    book.write_text("== 1 ==\n! end victory\n\n== 2 ==\n! end defeat\n", "utf-8")
    assert gbk("check", book).returncode == 0
    assert gbk("check", book, "--fail-on", "warning").returncode == 1


@pytest.mark.parametrize(
    "data",
    [b"\xff\xfe\x00", "книга: Ж".encode("cp1251"), bytes(range(256))],
    ids=["bytes", "cp1251", "all"],
)
@pytest.mark.parametrize("command", ["check", "play", "build", "simulate", "graph"])
def test_what_is_no_text_is_refused(tmp_path: Path, data: bytes, command: str) -> None:
    book = tmp_path / "book.gbk"
    book.write_bytes(data)
    done = gbk(command, book)
    assert done.returncode == 2
    assert b"UTF-8" in done.stderr and done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


def test_what_cannot_be_read_is_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.gbk"
    with large.open("wb") as file:
        file.truncate(100 * 2**20)
    for path in (tmp_path, tmp_path / "none.gbk", large):
        done = gbk("check", path)
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1, done.stderr


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", "{{{{", "== ==", "== 1 ==\n! ", "* -> 1", "\ufeff== 1 ==\r\n! end\r\n"],
)
def test_any_text_gives_findings_or_a_book(tmp_path: Path, text: str) -> None:
    book = tmp_path / "book.gbk"
    book.write_text(text, "utf-8", newline="")
    done = gbk("check", book)
    assert done.returncode in (0, 1)
    assert b"Traceback" not in done.stderr and b"fault of gbk" not in done.stderr


def test_unknown_command_and_code() -> None:
    done = gbk("chekc", BOOK)
    assert done.returncode == 2 and "check" in done.stderr.decode()
    done = gbk("explain", "deadend")
    assert done.returncode == 2 and "dead-end" in done.stderr.decode()


def test_scripted_play() -> None:
    done = gbk("play", BOOK, "--seed", SEED, "--script", SCRIPT, "--format", "json")
    assert done.returncode == 0, done.stderr
    data: dict[str, Any] = json.loads(done.stdout)
    assert data["end"]["kind"] == "victory"
    assert data["transcript"][0]["paragraph"] == "landing"
    chosen = [row["chosen"] for row in data["transcript"] if row["chosen"]]
    said = [line for line in SCRIPT.read_text("utf-8").splitlines() if not line.startswith("//")]
    assert chosen == said


def test_a_wrong_script_line_names_what_is_open(tmp_path: Path) -> None:
    done = gbk("play", BOOK, "--seed", "7", "--script", "-", stdin="Fly away\n")
    assert done.returncode == 2
    text = done.stderr.decode()
    assert "line 1" in text and "Fly away" in text and "Push off in the punt" in text


def test_set_at_and_rolls(tmp_path: Path) -> None:
    done = gbk(
        "play",
        BOOK,
        "--script",
        "-",
        "--format",
        "json",
        "--rolls",
        "1,2,3,4,5,6",
        "--set",
        "pence=99",
        "--set",
        "luck[2]=1",
        "--set",
        "rope=1",
        "--at",
        "ferry house",
    )
    data = json.loads(done.stdout)
    assert data["transcript"][0]["paragraph"] == "ferry house"
    assert data["transcript"][0]["rolls"] == [1, 2, 3, 4, 5, 6]
    stats = data["state"]["stats"]
    assert stats["dexterity"] == 7 and stats["strength"] == 17 and stats["charm"] == 6
    assert stats["pence"] == 99 and stats["luck"] == [0, 1, 0, 0, 1, 1]
    assert data["state"]["items"]["rope"] == 1
    wrong = gbk("play", BOOK, "--script", "-", "--set", "pense=3")
    assert wrong.returncode == 2 and "pence" in wrong.stderr.decode()


def test_save_and_load_go_on_alike(tmp_path: Path) -> None:
    lines = [x for x in SCRIPT.read_text("utf-8").splitlines() if not x.startswith("//")]
    save = tmp_path / "game.json"
    first = "\n".join(lines[:4])
    gbk("play", BOOK, "--seed", SEED, "--script", "-", "--save", save, stdin=first)
    done = gbk(
        "play",
        BOOK,
        "--load",
        save,
        "--script",
        "-",
        "--format",
        "json",
        stdin="\n".join(lines[4:]),
    )
    assert json.loads(done.stdout)["end"]["kind"] == "victory"
    save.write_text(save.read_text("utf-8").replace('"state": [', '"state": [999999, '), "utf-8")
    broken = gbk("play", BOOK, "--load", save, "--script", "-")
    assert broken.returncode == 2 and b"damaged" in broken.stderr


def test_terminal_play_ends_quietly_with_its_input(tmp_path: Path) -> None:
    done = gbk(
        "play", BOOK, "--seed", "3", stdin="s\n?\nu\nnonsense\n1\nu\n", XDG_STATE_HOME=str(tmp_path)
    )
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode()
    assert "The landing" in text and "Things" in text and "none of the choices" in text


def test_a_closed_pipe_is_quiet() -> None:
    start = f"{sys.executable} -m gbk"
    command = f"{start} check {BOOK} --format json | head -c 1; {start} rules western | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert done.stderr == b""


def test_simulation_is_the_same_for_the_same_seed() -> None:
    runs = [
        gbk("simulate", BOOK, "-n", "40", "--seed", "5", "--format", "json").stdout
        for _ in range(2)
    ]
    assert runs[0] == runs[1]
    data = json.loads(runs[0])
    assert sum(data["endings"].values()) + data["unfinished"] == data["plays"] == 40
    assert data["paragraphs"]["landing"] >= 40


def test_graph_names_every_paragraph() -> None:
    data = json.loads(gbk("graph", BOOK, "--format", "json").stdout)
    assert {"from": "landing", "to": "ferry house"} in data["ways"]
    assert len(data["paragraphs"]) >= 40
    assert gbk("graph", BOOK).stdout.startswith(b"digraph")


@pytest.mark.parametrize(
    ("args", "never"),
    [
        (["--version"], ["click", "lark", "networkx", "jinja2", "rich"]),
        (["--help"], ["click", "lark", "networkx", "jinja2", "rich"]),
        (["check", "--help"], ["networkx", "jinja2", "rich"]),
        (["explain", "dead-end"], ["lark", "networkx", "jinja2", "rich"]),
        (["rules", "castle"], ["lark", "networkx", "jinja2", "rich"]),
        (["simulate", str(BOOK), "-n", "1"], ["networkx", "jinja2", "rich"]),
        (["play", str(BOOK), "--script", "-"], ["networkx", "jinja2"]),
        (["build", str(BOOK), "-o", "-"], ["networkx", "rich"]),
        (["check", str(BOOK)], ["jinja2"]),
    ],
)
def test_a_command_imports_what_it_needs(args: list[str], never: list[str]) -> None:
    code = (
        "import sys, atexit\n"
        f"sys.argv[1:] = {args!r}\n"
        "atexit.register(lambda: sys.stderr.write('loaded ' + ' '.join(sys.modules)))\n"
        "from gbk.cli.main import main\nmain()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=b"",
        capture_output=True,
        check=False,
        env={**os.environ, "GBK_CACHE": "off"},
    )
    loaded = done.stderr.decode().rpartition("loaded ")[2].split()
    assert "gbk.cli.main" in loaded
    assert not set(never) & set(loaded)


def test_the_cache_changes_nothing_but_time(tmp_path: Path) -> None:
    """A page built through the cache, after an edit, is the page built without it."""
    book = tmp_path / "book.gbk"
    text = BOOK.read_text("utf-8")
    for edition in (text, text.replace("punt that leaks", "punt that swims"), text):
        book.write_text(edition, "utf-8")
        cached = gbk(
            "build", book, "-o", "-", GBK_CACHE="on", XDG_CACHE_HOME=str(tmp_path / "cache")
        )
        plain = gbk("build", book, "-o", "-")
        assert cached.returncode == plain.returncode == 0
        assert cached.stdout == plain.stdout
    (cache,) = (tmp_path / "cache").rglob("*.cache")
    cache.write_bytes(cache.read_bytes()[:-7])
    again = gbk("build", book, "-o", "-", GBK_CACHE="on", XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert again.stdout == plain.stdout
