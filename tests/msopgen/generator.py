"""Descriptions of operators, and msopgen called with them as its users call it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.utils.forks import call_in_fork

if TYPE_CHECKING:
    import subprocess

ADD: dict[str, Any] = {
    "op": "AddCustom",
    "language": "cpp",
    "input_desc": [
        {"name": "x", "param_type": "required", "format": ["ND"], "type": ["float16"]},
        {"name": "y", "param_type": "required", "format": ["ND"], "type": ["float16"]},
    ],
    "output_desc": [{"name": "z", "param_type": "required", "format": ["ND"], "type": ["float16"]}],
}


def port(name: str = "x", **changes: Any) -> dict[str, Any]:
    """An input or output as descriptions have it."""
    return {"name": name, "param_type": "required", "format": ["ND"], "type": ["float"], **changes}


class Msopgen:
    """The command of a home, in a folder with a description."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.program = home / "bin" / "msopgen"
        self.folder = folder
        self.output = folder / "out"

    def describe(self, description: Any, name: str = "ops.json") -> Path:
        """Write a description; texts unmodified."""
        path = self.folder / name
        text = description if isinstance(description, str) else json.dumps(description)
        path.write_text(text)
        return path

    def run(self, *words: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Call it with these words."""
        main, root = "custom_compiler.project.msopgen.command:main", self.program.parents[1]
        arguments = [str(root), [*map(str, words)]]
        return call_in_fork(main, arguments, folder=self.folder, text=stdin)

    def gen(
        self,
        description: Any,
        *words: str | Path,
        unit: str = "ai_core-Ascend910B1",
        stdin: str = "",
    ) -> subprocess.CompletedProcess[str]:
        """Call `gen` with a description, for the folder `out`."""
        options = ("-i", self.describe(description), "-c", unit, "-out", self.output)
        return self.run("gen", *options, "-lan", "cpp", *words, stdin=stdin)

    def text(self, name: str) -> str:
        """A generated file."""
        return (self.output / name).read_text()
