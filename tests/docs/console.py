"""Console blocks of a page: commands, and what it shows of their output."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_END = "end of a command"
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
# What is another one in each run: numbers of processes, sums in names, folders of results.
_VARYING = re.compile(
    r"(?<=Pid: )\d+|(?<=_)[0-9a-f]{8}(?:[0-9a-f]{24})?(?![0-9a-z])|(?<=PROF_)\d{6,}_\w+"
)


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


def alike(shown: str, printed: str, *, any_floats: bool = False) -> bool:
    """Return whether a line says what the page shows: the same words, and numbers within 5 %.

    So much a change of the model may make, and what follows on the line need not be shown.

    Args:
        shown: On the page.
        printed: By the command.
        any_floats: Floats are of data that the page does not give; lists of them are cut there.
    """
    texts = [_VARYING.sub("", text) for text in (shown, printed)]
    if any_floats:
        texts = [re.sub(r"\{[^{}]*\}", "{}", re.sub(r"\d+\.\d+", "", text)) for text in texts]
    masked = [_NUMBER.sub("#", text) for text in texts]
    if not masked[1].startswith(masked[0]):
        return False
    pairs = zip(*(_NUMBER.findall(text) for text in texts), strict=False)
    return all(abs(float(a) - float(b)) <= max(1, 0.05 * float(a)) for a, b in pairs)
