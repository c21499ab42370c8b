"""Bench for cases of a review: a toolkit, a folder, and commands with time limits."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_SECONDS = 300
_FREE = ("ASCEND", "LD_LIBRARY_PATH", "PYTHONPATH")


class NotTriedError(Exception):
    """Something that the case needs is missing; the text names it."""


@dataclass(frozen=True)
class Case:
    """One case.

    Attributes:
        name: A path below the folder of cases, or a few words where the case has no file.
        expected: In words.
        pattern: What the actual result, one line, must contain.
        observe: Returns the actual result.
    """

    name: str
    expected: str
    pattern: str
    observe: Callable[[Bench], str]

    def agrees(self, actual: str) -> bool:
        """Tell whether the actual result is the expected one."""
        return re.search(self.pattern, actual) is not None


@dataclass(frozen=True)
class Bench:
    """Bench for a case.

    Attributes:
        home: Root of the toolkit.
        cases: The folder of cases.
        work: An empty folder for this case.
    """

    home: Path
    cases: Path
    work: Path

    def case(self, name: str) -> Path:
        """Return a file or folder of the cases; NotTriedError where it does not exist."""
        path = self.cases / name
        if not path.exists():
            raise NotTriedError(f"{path} does not exist")
        return path

    def copy(self, name: str) -> Path:
        """Copy a file or folder of the cases into the work folder; return the copy."""
        source, target = self.case(name), self.work / self.case(name).name
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)
        return target

    def run(
        self, *command: str | Path, cwd: Path | None = None, seconds: int = _SECONDS, **env: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command in the toolkit's environment; its status is 124 at the time limit.

        The output holds standard output and standard error.
        """
        script = 'source "$0/set_env.sh" && exec "$@"'
        clean = {k: v for k, v in os.environ.items() if not k.startswith(_FREE)}
        process = subprocess.Popen(
            ["bash", "-c", script, self.home, *command],
            cwd=cwd or self.work,
            env={**clean, "ASCENDC_SOC_VERSION": "Ascend910B3", **env},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            return subprocess.CompletedProcess(process.args, 124, output, "")
        return subprocess.CompletedProcess(process.args, process.returncode, output, "")

    def product(
        self, *words: str | Path, cwd: Path | None = None, seconds: int = _SECONDS, **env: str
    ) -> subprocess.CompletedProcess[str]:
        """Run `custom-compiler`."""
        command = (sys.executable, "-m", "custom_compiler")
        return self.run(*command, *words, cwd=cwd, seconds=seconds, **env)

    def build(self, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
        """Build and install the operator of a folder, below `opp` of the work folder."""
        words = ("build", "-o", "op_host", "-k", "op_kernel", "--vendor_name", "acme", "-i")
        target = ("--install_path", self.work / "opp")
        return self.product(*words, *target, *options, cwd=folder)

    def call(
        self, folder: Path, *words: str, pattern: str = ""
    ) -> subprocess.CompletedProcess[str]:
        """Run `custom-compiler run` with the operator that `build` installed.

        `pattern` is the byte that memory holds before anything is written.
        """
        vendor = str(self.work / "opp/vendors/acme")
        prefix = ("env", f"ASCENDC_MEMORY_PATTERN={pattern}") if pattern else ()
        command = (*prefix, sys.executable, "-m", "custom_compiler", "run", *words)
        return self.run(*command, cwd=folder, ASCEND_CUSTOM_OPP_PATH=vendor)

    def bisheng(self, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """Run the toolkit's compiler for kernels with host code."""
        return self.run(self.home / "bin/bisheng", *words)


def last_line(done: subprocess.CompletedProcess[str]) -> str:
    """Return the last line that says something."""
    lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def outcome(done: subprocess.CompletedProcess[str], good: str, bad: str = "rejected") -> str:
    """Say in one line what became of a command: a word, and for failures the error."""
    if done.returncode == 124:
        return "does not end within its limit"
    if done.returncode < 0:
        return f"ends with {signal.Signals(-done.returncode).name}"
    if done.returncode == 0:
        return good
    errors = [line.strip() for line in done.stdout.splitlines() if "error" in line.lower()]
    return f"{bad} ({done.returncode}): {(errors or [last_line(done)])[0][:200]}"


def reports(done: subprocess.CompletedProcess[str]) -> str:
    """Say how many reports of the sanitizer a command printed, and the first of them."""
    # CANN's form of a report begins with a row of equals signs.
    told = [line for line in done.stdout.splitlines() if line.startswith("====== ")]
    told += [line for line in done.stdout.splitlines() if "NOTHING WAS CHECKED" in line]
    return f"{len(told)} reports" + (f": {told[0][:160]}" if told else "")
