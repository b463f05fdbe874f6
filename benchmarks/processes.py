"""Whole processes, measured in turn: wall clock, CPU seconds and peak memory of each."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 900.0
"""Seconds after which a command is stopped."""


class FailedError(Exception):
    """A command did not do what was to be measured."""


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds and megabytes of one process, as the kernel accounts for it."""

    wall: float
    cpu: float
    peak: float


@dataclass(frozen=True, slots=True)
class Command:
    """`before` runs ahead of each measurement and is not counted; `makes` must be there
    afterwards, and is removed ahead of it."""

    argv: Sequence[str | Path]
    env: Mapping[str, str] | None = None
    before: Callable[[], None] | None = None
    makes: Path | None = None


def once(command: Command) -> Cost:
    if command.before:
        command.before()
    if command.makes:
        command.makes.unlink(missing_ok=True)
    argv = [str(word) for word in command.argv]
    started = time.perf_counter()
    process = subprocess.Popen(
        argv,
        env={**os.environ, **(command.env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    watch = threading.Timer(PATIENCE, process.kill)
    watch.daemon = True
    watch.start()
    try:
        _, status, usage = os.wait4(process.pid, 0)
    finally:
        watch.cancel()
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise FailedError(f"exit status {process.returncode}: {' '.join(argv)}")
    if command.makes and not command.makes.exists():
        raise FailedError(f"made no {command.makes.name}: {' '.join(argv)}")
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def measure(commands: Mapping[str, Command], rounds: int, warm: bool) -> dict[str, list[Cost]]:
    """Each command once a round, every second round in the opposite order; `warm`: after a
    round that does not count."""
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    if warm:
        for command in commands.values():
            once(command)
    for number in range(rounds):
        for name in list(commands)[:: -1 if number % 2 else 1]:
            costs[name].append(once(commands[name]))
    return costs
