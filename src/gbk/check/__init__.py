"""Checks: what in a book will not do what its author meant.

A check is one small file here. It registers itself by the code of its finding, and this
module finds it: there is no list to keep.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from gbk.check.facts import Facts, Size
from gbk.check.registry import CHECKS
from gbk.check.select import select
from gbk.model.book import Book
from gbk.model.diagnostic import Finding

__all__ = ["CHECKS", "check", "select"]

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")


def _anything(path: str) -> int:
    return 0


def check(book: Book, size: Size = _anything) -> list[Finding]:
    """All that the checks find, in no order that matters: `select` sorts and thins it.

    `size(path)` tells the bytes of the file at `path`, relative to the book's folder and with
    `/`; None where there is none. Says nothing about what only a play can tell (guards, numbers).
    """
    facts = Facts(book, size)
    return [finding for code in sorted(CHECKS) for finding in CHECKS[code](facts)]
