"""What a command makes of our own files and would make again: kept as Python keeps modules.

Beside the grammars where that folder may be written, else in the user's cache folder. What is
missing or broken is made anew; what cannot be kept costs time and nothing else."""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from gbk import __version__
from gbk.resources import resource

T = TypeVar("T")


def user_folder() -> Path:
    """Where the user's caches of `gbk` stand."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(base) / "gbk"


@cache
def kept_file(name: str) -> Path | None:
    """Where something of this name is kept for this Python; None where nothing can be."""
    stem, dot, ending = name.rpartition(".")
    mark = f"{sys.implementation.cache_tag}-{sys.hexversion:x}"
    for folder in (resource("grammar") / "__pycache__", user_folder()):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(folder, os.W_OK):
            return folder / f"{stem}.{mark}{dot}{ending}"
    return None


@cache
def edition() -> str:
    """Tells one state of this program from another: its version, and when its files changed."""
    newest = 0
    waiting = [os.path.dirname(__file__), str(resource("grammar"))]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.is_dir():
                    if entry.name != "__pycache__":
                        waiting.append(entry.path)
                else:
                    newest = max(newest, entry.stat().st_mtime_ns)
    return f"{__version__} {newest}"


def kept(name: str, source: str, make: Callable[[str], T]) -> T:
    """What `make` makes of a text of ours, from where it was kept, or made and kept there."""
    path = kept_file(name)
    mark = hashlib.blake2b(f"{edition()}\0{source}".encode(), digest_size=16).digest()
    if path is not None:
        try:
            data = path.read_bytes()
            if data[:16] == mark:
                found: T = pickle.loads(data[16:])
                return found
        except (OSError, pickle.UnpicklingError, EOFError, AttributeError, ImportError):
            pass
    made = make(source)
    if path is not None:
        write_whole(path, mark + pickle.dumps(made))
    return made


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all; whatever goes wrong is no matter."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.write_bytes(data)
        draft.replace(path)
    except OSError:
        pass
