"""The measure: how much of what printed gamebooks do is expressed, and behaves."""

from __future__ import annotations

import importlib
import pkgutil
import tomllib
from pathlib import Path

import tests.language
from tests.language.tale import COVERED

CENSUS = tomllib.loads(Path(__file__).with_name("census.toml").read_text("utf-8"))
WANTED = 130


def test_every_mechanic_has_a_test_or_a_reason() -> None:
    for module in pkgutil.iter_modules(tests.language.__path__):
        if module.name != "test_census":
            importlib.import_module(f"tests.language.{module.name}")
    rows, reasons = set(CENSUS["rows"]), CENSUS["not_expressed"]
    assert rows >= COVERED
    assert not COVERED & set(reasons)
    assert not rows - COVERED - set(reasons)
    assert all(reason.strip() for reason in reasons.values())
    assert len(COVERED) >= WANTED
