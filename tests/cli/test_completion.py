"""Tab is pressed in real shells: what they write on the command line."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?<>=]*[A-Za-z]|[=>]|\][^\x07\x1b]*(?:\x07|\x1b\\)|\([A-Z])")
_START = {
    "bash": (["bash", "--norc", "-i"], 'eval "$(custom-compiler completion bash)"'),
    "zsh": (
        ["zsh", "-f", "-i"],
        'autoload -U compinit; compinit -D -u; eval "$(custom-compiler completion zsh)"',
    ),
}
# What is typed before Tab, and what stands there then.
_LINES = {
    "custom-compiler bui": "custom-compiler build ",
    "custom-compiler build --vend": "custom-compiler build --vendor_name ",
    "custom-compiler build --vendor-n": "custom-compiler build --vendor-name ",
    "custom-compiler build --build_type=Deb": "custom-compiler build --build_type=Debug",
    "custom-compiler cache li": "custom-compiler cache limit ",
    "custom-compiler build -o sour": "custom-compiler build -o sources/",
}


def _environment(folder: Path) -> dict[str, str]:
    path = f"{folder}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"TERM": "xterm", "PS1": "> ", "PATH": path}


class Terminal:
    """A shell in `folder`, as somebody types into it."""

    def __init__(self, command: list[str], folder: Path) -> None:
        self._mine, theirs = pty.openpty()
        self._process = subprocess.Popen(
            command, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            env=_environment(folder),
        )  # fmt: skip
        os.close(theirs)
        self._said = ""

    def type(self, text: str) -> None:
        self._said = ""
        os.write(self._mine, text.encode())

    def wait_for(self, text: str) -> None:
        """Read until `text` is on the screen, after anything else."""
        end = time.monotonic() + 60
        while text not in self._said:
            assert time.monotonic() < end, f"no {text!r} in {self._said!r}"
            if select.select([self._mine], [], [], 0.5)[0]:
                self._said += os.read(self._mine, 65536).decode(errors="replace")
                # zsh writes a character and goes back before it; bash rings.
                self._said = _ESCAPE.sub("", self._said).replace("\x07", "").replace("\b", "")

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._mine)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With the program, and a folder to be completed."""
    program = tmp_path / "custom-compiler"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m custom_compiler "$@"\n')
    program.chmod(0o755)
    (tmp_path / "sources").mkdir()
    return tmp_path


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_tab(shell: str, folder: Path) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    command, start = _START[shell]
    terminal = Terminal(command, folder)
    try:
        terminal.type(f"{start}; echo rea''dy\n")
        terminal.wait_for("ready")
        for before, after in _LINES.items():
            terminal.type(before)
            terminal.wait_for(before)
            terminal.type("\t")
            terminal.wait_for(after.removeprefix(before).rstrip())
            terminal.type("\x15")  # ^U: an empty line again
    finally:
        terminal.close()


def test_fish(folder: Path) -> None:
    if not shutil.which("fish"):
        pytest.skip("fish is not installed")
    asked = "; ".join(f"complete -C '{before}'" for before in _LINES)
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"custom-compiler completion fish | source; {asked}"],
        cwd=folder, capture_output=True, text=True, check=True,
        env=_environment(folder),
    )  # fmt: skip
    wanted = [after.split()[-1] for after in _LINES.values()]
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == wanted
    assert not done.stderr
