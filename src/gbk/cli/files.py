"""Files that commands write."""

from __future__ import annotations

import os
from pathlib import Path


def write(target: Path, data: bytes) -> None:
    """Write a file: all of it or nothing. What is no plain file (a device, a pipe) is written
    to as it stands, never replaced. Raises OSError."""
    if target.exists() and not target.is_file() and not target.is_dir():
        target.write_bytes(data)
        return
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.write_bytes(data)
        draft.replace(target)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
