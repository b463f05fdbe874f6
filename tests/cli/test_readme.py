"""What README.md shows is what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gbk.cli.main import COMMANDS
from tests.cli.test_commands import ROOT, SEED, gbk

README = (ROOT / "README.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\w*\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


@pytest.fixture
def ford(tmp_path: Path) -> Path:
    (tmp_path / "ford.gbk").write_text(BLOCKS[0], "utf-8")
    return tmp_path


def test_its_book_is_clean(ford: Path) -> None:
    done = gbk("check", "ford.gbk", "--fail-on", "warning", cwd=ford)
    assert done.returncode == 0 and done.stdout == b"", done.stdout


def test_its_finding(ford: Path) -> None:
    (shown,) = [block for block in BLOCKS if block.startswith("$ gbk check")]
    text = BLOCKS[0].replace("{if has lantern} -> far bank", "{if has lantern} -> far bnak")
    (ford / "ford.gbk").write_text(text, "utf-8")
    done = gbk("check", "ford.gbk", cwd=ford)
    assert "$ gbk check ford.gbk\n" + (done.stdout + done.stderr).decode() == shown


def test_its_page(ford: Path) -> None:
    (shown,) = [block for block in BLOCKS if block.startswith("$ gbk play")]
    page = shown.removeprefix("$ gbk play ford.gbk\n").rstrip("\n>")
    done = gbk("play", "ford.gbk", cwd=ford, XDG_STATE_HOME=str(ford))
    assert page in done.stdout.decode()


def test_its_path_has_the_seed_of_the_script() -> None:
    assert f"--seed {SEED} --script books/ferryman/victory.script" in README


def test_it_names_every_command_and_file() -> None:
    for name in COMMANDS:
        assert f"`gbk {name} " in README, name
    for link in re.findall(r"\]\((?!http)([^)#]+)\)", README):
        assert (ROOT / link).exists(), link
