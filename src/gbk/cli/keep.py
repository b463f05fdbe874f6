"""Where plays are kept between two sittings: one folder a book in the user's state folder."""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Any

from gbk.cli import files
from gbk.cli.fail import Refused
from gbk.model.program import Program
from gbk.run.player import Play
from gbk.run.save import identity

LARGEST = 64 * 2**20
AUTO = "autosave"


def folder(book: str) -> Path:
    """The folder of a book's plays. It need not be there."""
    base = os.environ.get("XDG_STATE_HOME") or ""
    root = Path(base) if os.path.isabs(base) else Path(os.path.expanduser("~"), ".local", "state")
    path = Path(book).resolve()
    mark = hashlib.blake2b(os.fsencode(path), digest_size=6).hexdigest()
    return root / "gbk" / "plays" / f"{_named(path.stem)[:40]}-{mark}"


def _named(name: str) -> str:
    """A name as a file may be called; no two names that a reader tells apart are alike."""
    return re.sub(r"[^\w -]", "_", name).strip() or "_"


class Keep:
    """The plays of one book by name; `auto` is the one that is kept by itself."""

    def __init__(self, book: str) -> None:
        self.folder = folder(book)

    def path(self, name: str) -> Path:
        return self.folder / f"{_named(name)[:60]}.save"

    @property
    def auto(self) -> Path:
        return self.folder / f"{AUTO}.json"

    def names(self) -> list[str]:
        return sorted(path.stem for path in self.folder.glob("*.save"))


def write(path: Path, data: dict[str, Any]) -> None:
    """Write a play. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    files.write(path, json.dumps(data, ensure_ascii=False).encode("utf-8", "replace"))


def opened(path: Path, program: Program) -> tuple[Play, bool]:
    """A kept play, and whether the book has changed since. Raises Refused, SaveError."""
    data = read(path)
    play = Play.load(program, data)
    return play, isinstance(data, dict) and data.get("identity") != identity(program)


def read(path: Path) -> object:
    """What was written. Raises Refused with a sentence."""
    try:
        if path.stat().st_size > LARGEST:
            raise Refused(f"{path} is larger than 64 MB: that is no saved game.")
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        raise Refused(f"There is no file {path}.") from None
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror or error}.") from None
    except (ValueError, RecursionError):
        raise Refused(f"{path} is no saved game of gbk: it is not JSON.") from None
