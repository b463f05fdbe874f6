"""Finds the data folders (`grammar`, `rules`, `templates`) in a checkout, an editable
install and a wheel alike."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource(folder: str) -> Path:
    """The folder `grammar`, `rules`, `templates` or `locale`."""
    inside = _PACKAGE / folder
    return inside if inside.is_dir() else _PACKAGE.parents[1] / folder


def page(code: str) -> str:
    """The page about a finding."""
    inside = _PACKAGE / "findings"
    folder = inside if inside.is_dir() else _PACKAGE.parents[1] / "docs" / "findings"
    return (folder / f"{code}.md").read_text("utf-8")
