"""Lark parsers, whose finished tables are kept between runs as Python keeps its modules."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from lark import Lark

from gbk.resources import resource


def parser(name: str, variant: str = "", more: str = "", **options: Any) -> Lark:
    """The LALR parser of `grammar/NAME.lark` with the lines `more` below it; its tables are
    kept under `variant` and made anew when grammar, options, Lark or Python change."""
    grammar = (resource("grammar") / f"{name}.lark").read_text("utf-8") + "\n" + more
    mark = f"{sys.implementation.cache_tag}-{sys.hexversion:x}"
    folder = _folder()
    kept = folder and str(folder / f"{name}{variant}.{mark}.lark")
    return Lark(
        grammar,
        parser="lalr",
        maybe_placeholders=False,
        propagate_positions=False,
        cache=kept or False,
        **options,
    )


def _folder() -> Path | None:
    """Beside the grammars as modules have it, else in the user's cache; None if neither may be
    written."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    for folder in (resource("grammar") / "__pycache__", Path(base) / "gbk"):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder
    return None
