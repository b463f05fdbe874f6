"""`gbk fmt`: which files it lays out, what it says, and that nothing is ever lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.test_commands import gbk

SLOPPY = "book:Ford\r\n\r\n\r\n==1==\r\nYou wade.\t\r\n*  Go on{once}->2\r\n* Stay -> 2\r\n== 2 ==\r\n!  end\r\n"
NEAT = "book: Ford\n\n== 1 ==\nYou wade.\n* Go on {once} -> 2\n* Stay -> 2\n\n== 2 ==\n! end\n"
WRONG = "== 1 ==\n* Go ->\n"


@pytest.fixture
def sloppy(tmp_path: Path) -> Path:
    path = tmp_path / "брод 1.gbk"
    path.write_bytes(b"\xef\xbb\xbf" + SLOPPY.encode())
    return path


def test_a_file_is_laid_out_once(sloppy: Path) -> None:
    done = gbk("fmt", sloppy)
    assert done.returncode == 0 and done.stdout == b""
    assert f"{sloppy}: laid out." in done.stderr.decode()
    assert sloppy.read_bytes() == NEAT.encode()
    again = gbk("fmt", sloppy)
    assert again.returncode == 0 and again.stderr == b"Nothing to change.\n"
    assert [p.name for p in sloppy.parent.iterdir()] == [sloppy.name]


def test_check_names_what_would_change(sloppy: Path, tmp_path: Path) -> None:
    neat = tmp_path / "neat.gbk"
    neat.write_text(NEAT)
    before = sloppy.read_bytes()
    done = gbk("fmt", "--check", sloppy, neat)
    assert done.returncode == 1 and done.stdout.decode() == f"{sloppy}\n"
    assert sloppy.read_bytes() == before
    assert gbk("fmt", "--check", neat).returncode == 0


def test_diff_shows_and_changes_nothing(sloppy: Path) -> None:
    sloppy.write_text(NEAT.replace("*", "* "), "utf-8")
    done = gbk("fmt", "--diff", sloppy)
    rows = done.stdout.decode().splitlines()
    assert done.returncode == 0
    assert "-*  Go on {once} -> 2" in rows and "+* Go on {once} -> 2" in rows
    assert sloppy.read_text("utf-8") == NEAT.replace("*", "* ")
    both = gbk("fmt", "--diff", "--check", sloppy)
    assert both.returncode == 1 and both.stdout == done.stdout


def test_standard_input() -> None:
    done = gbk("fmt", "-", stdin=SLOPPY)
    assert done.returncode == 0 and done.stdout == NEAT.encode() and done.stderr == b""
    assert gbk("fmt", "--check", "-", stdin=SLOPPY).returncode == 1
    assert gbk("fmt", "--check", "-", stdin=NEAT).returncode == 0
    wrong = gbk("fmt", "-", stdin=WRONG)
    assert wrong.returncode == 1 and wrong.stdout == b"" and b"[syntax]" in wrong.stderr
    assert gbk("fmt", "-", stdin=b"\xff\xfe").returncode == 2
    assert gbk("fmt", "-", "other.gbk").returncode == 2


def test_a_file_with_mistakes_stays_as_it_is(tmp_path: Path, sloppy: Path) -> None:
    wrong = tmp_path / "wrong.gbk"
    wrong.write_text(WRONG)
    done = gbk("fmt", wrong, sloppy)
    assert done.returncode == 1
    assert b"error[syntax]" in done.stdout and f"{wrong} stays as it is" in done.stderr.decode()
    assert wrong.read_text() == WRONG
    assert sloppy.read_text("utf-8") == NEAT


def test_what_cannot_be_read_stops_all(tmp_path: Path, sloppy: Path) -> None:
    before = sloppy.read_bytes()
    binary = tmp_path / "binary.gbk"
    binary.write_bytes(b"\xff\xfe")
    for other in (tmp_path / "none.gbk", tmp_path, binary):
        done = gbk("fmt", sloppy, other)
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1
        assert sloppy.read_bytes() == before
    assert gbk("fmt").returncode == 2


def test_a_book_is_laid_out_with_its_files(tmp_path: Path) -> None:
    files = {
        "книга.gbk": "книга: Брод\nязык: ru\nправила: rules/mine.gbk\nвключить: ch/*.gbk\n\n== 1 ==\n-> 2\n",
        "rules/mine.gbk": "предмет  верёвка,размер 2\n",
        "ch/one.gbk": "предмет  сеть\n\n== 2 ==\n?есть сеть\n?  есть сеть->1\n! конец\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    done = gbk("fmt", "книга.gbk", cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode()
    assert (tmp_path / "rules/mine.gbk").read_text("utf-8") == "предмет верёвка, размер 2\n"
    assert "\n? есть сеть -> 1\n" in (tmp_path / "ch/one.gbk").read_text("utf-8")
    assert done.stderr.decode().count("приведено к единому виду") == 2
    # A part of a book alone: its language is that of its words.
    (tmp_path / "ch/one.gbk").write_text(files["ch/one.gbk"], "utf-8")
    assert gbk("fmt", tmp_path / "ch/one.gbk").returncode == 0
    assert "предмет сеть\n" in (tmp_path / "ch/one.gbk").read_text("utf-8")


def test_links_and_permissions_stay(tmp_path: Path, sloppy: Path) -> None:
    sloppy.chmod(0o640)
    link = tmp_path / "link.gbk"
    link.symlink_to(sloppy.name)
    assert gbk("fmt", link, sloppy).returncode == 0
    assert link.is_symlink() and sloppy.read_text("utf-8") == NEAT
    assert sloppy.stat().st_mode & 0o777 == 0o640
