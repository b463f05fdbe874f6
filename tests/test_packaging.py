"""The wheel works from another folder, with its grammar, rules, templates and pages."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FERRYMAN = ROOT / "books" / "ferryman"


def python(*args: str | Path, cwd: Path, path: Path | None = None) -> str:
    """What Python prints; it must succeed."""
    environment = {**os.environ, "GBK_CACHE": "off", "PYTHONIOENCODING": "utf-8"}
    environment["PYTHONPATH"] = "" if path is None else str(path)
    done = subprocess.run(
        [sys.executable, *map(str, args)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., str]:
    """Python in a folder of its own, with the wheel ahead of this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = ("-m", "pip", "--disable-pip-version-check", "-q")
    python(*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", folder, ROOT, cwd=folder)
    (wheel,) = folder.glob("gbk-*.whl")
    python(*pip, "install", "--no-deps", "--target", folder / "site", wheel, cwd=folder)
    (folder / "book.gbk").write_bytes((FERRYMAN / "ferryman.gbk").read_bytes())
    assert str(folder) in python(
        "-c", "import gbk; print(gbk.__file__)", cwd=folder, path=folder / "site"
    )
    return lambda *args: python("-m", "gbk", *args, cwd=folder, path=folder / "site")


def test_grammar_and_rules(installed: Callable[..., str]) -> None:
    assert installed("check", "book.gbk") == ""
    assert "rule fight" in installed("rules", "castle")


def test_templates(installed: Callable[..., str]) -> None:
    assert "<script" in installed("build", "book.gbk", "-o", "-")


def test_words(installed: Callable[..., str]) -> None:
    script = FERRYMAN / "victory.script"
    seed = script.read_text("utf-8").partition("// seed ")[2].split()[0]
    assert "── Victory" in installed("play", "book.gbk", "--seed", seed, "--script", script)


def test_pages_of_findings(installed: Callable[..., str]) -> None:
    for line in installed("explain").splitlines():
        code = line.split()[0]
        assert installed("explain", code).startswith(f"# {code}")
