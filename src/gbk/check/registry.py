"""Where checks register themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gbk.check.facts import Facts
from gbk.model.diagnostic import SEVERITY, Finding

Check = Callable[[Facts], Iterator[Finding]]

CHECKS: dict[str, Check] = {}


def finds(code: str) -> Callable[[Check], Check]:
    """The decorated function yields the findings of `code`."""
    if code not in SEVERITY:
        raise ValueError(f"no such code: {code}")

    def register(check: Check) -> Check:
        CHECKS[code] = check
        return check

    return register
