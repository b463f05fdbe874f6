"""Files that commands write."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from gbk.cli.fail import Refused


def check(target: Path) -> None:
    """Raises Refused where a file cannot be written because a folder is there."""
    if target.is_dir():
        raise Refused(f"{target} is a folder: name a file in it.")


def write(target: Path, data: bytes) -> None:
    """Write a file: all of it or nothing. A link stays one and a file keeps its permissions;
    what is no plain file (a device, a pipe) is written to as it stands, never replaced. Raises
    OSError and Refused."""
    check(target)
    target = target.resolve()
    if target.exists() and not target.is_file():
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
