"""The wheel works from another folder, with its grammar, rules, templates and pages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def run(*args: str, cwd: Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "GBK_CACHE": "off"}
    if path is not None:
        environment["PYTHONPATH"] = str(path)
    return subprocess.run(
        args, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


def test_wheel(tmp_path: Path) -> None:
    wheel = run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "-q",
        "-w",
        str(tmp_path),
        str(ROOT),
        cwd=tmp_path,
    )
    assert wheel.returncode == 0, wheel.stderr
    (built,) = tmp_path.glob("gbk-*.whl")
    target = tmp_path / "site"
    installed = run(
        sys.executable,
        "-m",
        "pip",
        "install",
        "--no-deps",
        "-q",
        "--target",
        str(target),
        str(built),
        cwd=tmp_path,
    )
    assert installed.returncode == 0, installed.stderr
    book = tmp_path / "book.gbk"
    book.write_text((ROOT / "books" / "ferryman" / "ferryman.gbk").read_text("utf-8"), "utf-8")
    where = run(sys.executable, "-c", "import gbk; print(gbk.__file__)", cwd=tmp_path, path=target)
    assert str(target) in where.stdout
    checked = run(sys.executable, "-m", "gbk", "check", "book.gbk", cwd=tmp_path, path=target)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert (
        run(sys.executable, "-m", "gbk", "build", "book.gbk", cwd=tmp_path, path=target).returncode
        == 0
    )
    assert "<script" in (tmp_path / "book.html").read_text("utf-8")
    pages = run(sys.executable, "-m", "gbk", "explain", "dead-end", cwd=tmp_path, path=target)
    assert "dead-end" in pages.stdout
    rules = run(sys.executable, "-m", "gbk", "rules", "castle", cwd=tmp_path, path=target)
    assert "rule fight" in rules.stdout
