"""Console blocks of a page: commands, and what it shows of their output."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_END = "end of a command"


class Step(NamedTuple):
    """A command, and the lines that the page shows of its output; none: it shows nothing."""

    command: str
    shown: list[str]


def console_steps(page: Path) -> list[Step]:
    """All commands of a page, without those that ask for an answer (`(gdb) ...`)."""
    steps = []
    for block in _BLOCK.findall(page.read_text()):
        if "\n(" not in block:
            parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
            steps += [Step(lines[0], lines[1:]) for lines in map(str.splitlines, parts)]
    return steps


def run_steps(steps: list[Step], folder: Path, environment: dict[str, str]) -> list[list[str]]:
    """Run the commands in one shell; the lines that each printed. All must succeed."""
    script = "\n".join(f"{step.command}\necho {_END}" for step in steps)
    done = subprocess.run(
        ["bash", "-ec", script],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not done.stderr
    return [part.splitlines() for part in done.stdout.split(f"{_END}\n")[:-1]]
