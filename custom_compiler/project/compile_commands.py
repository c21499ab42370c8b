"""`compile_commands.json` of a build, as editors (clangd) use it: with kernels, besides CMake's."""

from __future__ import annotations

import json
import shlex
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.support.files import write_changed

if TYPE_CHECKING:
    from collections.abc import Callable

_NAME = "compile_commands.json"


def write_compile_commands(build: Path, shown: Callable[[str], str]) -> None:
    """Put an entry for each kernel into the file in `build`.

    Args:
        build: The build folder; kernels' commands are in `op_kernel/editor`, by opc.
        shown: Replaces links by the user's paths.
    """
    entries = {}
    for entry in [*_entries(build / _NAME), *_kernels(build / "op_kernel" / "editor")]:
        words = entry.get("arguments") or shlex.split(entry["command"])
        arguments = [shown(word) for word in words]
        file = shown(entry["file"])
        command = {
            "directory": shown(entry.get("directory", str(build))),
            "file": file,
            "arguments": arguments,
        }
        entries[json.dumps(command)] = {
            **command,
            **{k: entry[k] for k in ("output",) if k in entry},
        }
    if entries:
        write_changed(str(build / _NAME), json.dumps(list(entries.values()), indent=2) + "\n")


def _entries(path: Path) -> list[dict[str, Any]]:
    """Return the entries of CMake or of an earlier run, without kernels, which are read again."""
    with suppress(OSError, ValueError):
        entries = json.loads(path.read_text(encoding="utf-8"))
        return [entry for entry in entries if "/op_kernel/editor/" not in str(entry)]
    return []


def _kernels(folder: Path) -> list[dict[str, Any]]:
    kernels = []
    for path in sorted(folder.glob("*.json")):
        with suppress(OSError, ValueError):
            entry = json.loads(path.read_text(encoding="utf-8"))
            if Path(entry["file"]).exists():
                kernels.append(entry)
    return kernels
