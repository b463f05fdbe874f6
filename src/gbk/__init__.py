"""Gbk: a language and compiler for gamebooks.

The public names are imported when they are first used:

    loaded = gbk.load("book.gbk")           # or gbk.load_text(text)
    found = gbk.findings(loaded)
    play = gbk.Play(loaded.program, seed=7)
    loaded, page = gbk.build("book.gbk")
    counts = gbk.simulate(loaded.program, 1000, 0)
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gbk.odds.plays import simulate as simulate
    from gbk.pipeline import Loaded as Loaded
    from gbk.pipeline import UnreadableError as UnreadableError
    from gbk.pipeline import build as build
    from gbk.pipeline import check as findings  # noqa: F401
    from gbk.pipeline import load as load
    from gbk.pipeline import load_text as load_text
    from gbk.run.player import Play as Play

_HOMES = {
    "load": ("gbk.pipeline", "load"),
    "load_text": ("gbk.pipeline", "load_text"),
    # Not `check`: that is the name of the subpackage.
    "findings": ("gbk.pipeline", "check"),
    "build": ("gbk.pipeline", "build"),
    "Loaded": ("gbk.pipeline", "Loaded"),
    "UnreadableError": ("gbk.pipeline", "UnreadableError"),
    "Play": ("gbk.run.player", "Play"),
    "simulate": ("gbk.odds.plays", "simulate"),
}
__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module, attribute = _HOMES[name]
    return getattr(import_module(module), attribute)
