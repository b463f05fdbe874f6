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
from gbk.pipeline import read_bytes
from gbk.run.player import Play
from gbk.run.save import identity

AUTO = "autosave"
LONGEST = 200
"""So many bytes the name of a kept play may have."""


def folder(book: str) -> Path:
    """The folder of a book's plays. It need not be there."""
    base = os.environ.get("XDG_STATE_HOME") or ""
    root = Path(base) if os.path.isabs(base) else Path(os.path.expanduser("~"), ".local", "state")
    path = Path(book).resolve()
    mark = hashlib.blake2b(os.fsencode(path), digest_size=6).hexdigest()
    name = re.sub(r"[^\w -]", "_", path.stem).strip() or "_"
    return root / "gbk" / "plays" / f"{name[:40]}-{mark}"


class Keep:
    """The plays of one book by name; `auto` is the one that is kept by itself."""

    def __init__(self, book: str) -> None:
        self.folder = folder(book)
        self.mark = self._mark()

    def path(self, name: str) -> Path | None:
        """Where a play of that name is kept, no two names alike; None for a name that is too
        long for a file."""
        escaped = re.sub(r"[^\w -]", lambda sign: f"%{ord(sign.group()):x};", name)
        long = len(os.fsencode(escaped)) > LONGEST
        return None if long else self.folder / f"{escaped}.save"

    @property
    def auto(self) -> Path:
        return self.folder / f"{AUTO}.json"

    def names(self) -> list[str]:
        return sorted(
            re.sub("%([0-9a-f]{1,6});", lambda sign: chr(int(sign[1], 16)), path.stem)
            for path in self.folder.glob("*.save")
        )

    def _mark(self) -> tuple[int, int] | None:
        try:
            found = self.auto.stat()
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns

    def elsewhere(self) -> bool:
        """Whether somebody else has kept a play by itself since this one did."""
        mark = self._mark()
        return mark is not None and mark != self.mark

    def move(self, name: str) -> None:
        """The play that is kept by itself gets a name. Raises OSError."""
        path = self.path(name)
        assert path is not None
        self.auto.replace(path)

    def store(self, data: dict[str, Any] | None) -> None:
        """Keep a play by itself, or none. Raises OSError."""
        if data is None:
            self.auto.unlink(missing_ok=True)
        else:
            write(self.auto, data)
        self.mark = self._mark()

    def set_aside(self) -> Path:
        """Move the play that is kept by itself out of the way of the next. Raises OSError."""
        return self.auto.replace(self.auto.with_suffix(".old.json"))


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
        data = read_bytes(path)
        if data is None:
            raise Refused(f"{path} is larger than 64 MB: that is no saved game.")
        return json.loads(data)
    except FileNotFoundError:
        raise Refused(f"There is no file {path}.") from None
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror or error}.") from None
    except (ValueError, RecursionError):
        raise Refused(f"{path} is no saved game of gbk: it is not JSON.") from None
