"""Which layer uses which: the table in docs/architecture.md holds."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "gbk"
JOINTS = {"pipeline", "shelf", "cache", "kept", "messages", "resources", "__init__", "__main__"}


def table() -> dict[str, set[str]]:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rows = re.findall(r"^\| (\w+) \| ?([\w., ]*)\|$", text, re.MULTILINE)
    return {
        layer: {word.strip() for word in uses.split(",") if word.strip()}
        for layer, uses in rows
        if layer != "layer"
    }


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("gbk"):
            assert node.module is not None
            names = [node.module]
            if node.module == "gbk" or node.module.count(".") == 0:
                names = [f"gbk.{alias.name}" for alias in node.names]
            found.update(names)
        elif isinstance(node, ast.Import):
            found.update(a.name for a in node.names if a.name.startswith("gbk"))
    return found


def test_layers() -> None:
    allowed = table()
    assert set(allowed) == {path.name for path in SOURCE.iterdir() if path.is_dir()} - {
        "__pycache__"
    }
    for layer, uses in allowed.items():
        looked_at = 0
        for path in (SOURCE / layer).rglob("*.py"):
            for name in imports(path):
                looked_at += 1
                module = name.removeprefix("gbk.")
                top = module.split(".")[0]
                if (
                    top in (layer, "resources", "kept")
                    or top.startswith("__")
                    or (layer == "cli" and top in JOINTS)
                ):
                    continue
                assert top in uses or any(
                    module == use or module.startswith(use + ".") for use in uses
                ), f"{path.relative_to(SOURCE)} imports {name}"
        assert looked_at or layer == "model", layer
