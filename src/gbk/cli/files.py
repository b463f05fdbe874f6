"""Files that commands write."""

from __future__ import annotations

import os
import shutil
from pathlib import Path


def write(target: Path, data: bytes) -> None:
    """Write a file: all of it or nothing. A link stays one and a file keeps its permissions;
    what is no plain file (a device, a pipe) is written to as it stands, never replaced. Raises
    OSError."""
    target = target.resolve()
    if target.exists() and not target.is_file() and not target.is_dir():
        target.write_bytes(data)
        return
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.write_bytes(data)
        if target.is_file():
            shutil.copymode(target, draft)
        draft.replace(target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
