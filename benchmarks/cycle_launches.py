"""Public examples of Ascend C, built and run with the cycle model as their clock."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_SOCS = {"Ascend910B1": "910B1", "Ascend950PR_9589": "950PR"}
Profile = dict[str, object]


@dataclass(frozen=True)
class Case:
    """A launch of a public example; ``timing`` is a pattern for its row of measured launches."""

    example: str
    arch: str
    soc: str
    timing: str
    defines: tuple[str, ...]
    inputs: tuple[str, ...]

    @property
    def name(self) -> str:
        """Example, SoC and definitions."""
        return " ".join((Path(self.example).name, self.soc, *self.defines))

    @property
    def group(self) -> str:
        """Group of launches that are variants of one another: example and SoC."""
        return f"{Path(self.example).name} {self.soc}"

    def measured(self, rows: Iterable[dict[str, str]]) -> dict[str, str] | None:
        """Return the first row that is this launch."""
        for row in rows:
            blocks = row["block_dim"].removesuffix(".0")
            # The table of cases separates columns by commas.
            text = f"{row['shape']} {blocks} {row['note']}".replace(",", ";")
            if (
                f"/{self.example}/" in row["source"]
                and _SOCS[self.soc] in row["soc"]
                and re.search(self.timing, text)
            ):
                return row
        return None


def read_cases() -> list[Case]:
    """Return the launches of cycle_cases.csv."""
    table = Path(__file__).with_name("cycle_cases.csv")
    return [
        Case(
            row["example"], row["arch"], row["soc"], row["timing"],
            tuple(row["defines"].split()), tuple(row["inputs"].split()),
        )
        for row in read_rows(table)
    ]  # fmt: skip


def read_rows(table: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file with a header."""
    with table.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


@dataclass(frozen=True)
class Launcher:
    """Builds examples in folders below ``work`` and runs them.

    Attributes:
        examples: The folder `examples` of a checkout of asc-devkit.
        work: Folder of the builds.
    """

    examples: Path
    work: Path

    def build(self, case: Case) -> Path:
        """Build the program again, and return its folder.

        Raises:
            RuntimeError: It cannot be built.
        """
        folder = self.folder(case)
        shutil.rmtree(folder.parent, ignore_errors=True)
        shutil.copytree(self.examples / case.example, folder.parent)
        for name in ("input", "output"):
            (folder / name).mkdir(parents=True)
        for name, content in (text.split("=") for text in case.inputs):
            _write_input(folder / "input" / name, content)
        defines = " ".join(f"-D{d}" for d in (*case.defines, "CMAKE_ASC_FLAGS=-sanitizer"))
        configure = f"cmake .. -DCMAKE_ASC_ARCHITECTURES={case.arch} {defines}"
        run_shell(f"{configure}\nmake", folder, case.soc)
        return folder

    def folder(self, case: Case) -> Path:
        """Return the folder of the program of a case."""
        return self.work.resolve() / re.sub(r"\W+", "_", case.name) / "example" / "build"

    def run(self, case: Case, constants: Path | None = None) -> Profile:
        """Run the program that was built; the profile of its last launch.

        Args:
            case: The launch.
            constants: Replaces figures of the model; None: the model's own figures.

        Raises:
            RuntimeError: The program fails, or no launch of it was profiled.
        """
        folder = self.folder(case)
        script = "export ASCEND_SLOG_PRINT_TO_STDOUT=1  # says why a launch failed\n./demo"
        profile = run_profiled(
            script, folder, case.soc, ("results=0", "launch_state=icache_warm"), constants
        )
        for output in (folder / "output").iterdir():
            output.unlink()  # hundreds of megabytes that nobody reads
        return profile


def _write_input(path: Path, content: str) -> None:
    """Write ``bytes`` zeros, or ``count*value`` integers of 64 bits."""
    count, _, value = content.partition("*")
    with path.open("wb") as file:
        if value:
            file.write(struct.pack(f"<{count}q", *[int(value)] * int(count)))
        else:
            file.truncate(int(count))


def run_profiled(
    script: str, folder: Path, soc: str, options: Iterable[str], constants: Path | None
) -> Profile:
    """Run a script in a folder under the cycle model; return the profile of its last launch.

    Args:
        script: For bash.
        folder: Where it runs; gets a folder `profile`.
        soc: The SoC to model.
        options: Of the model.
        constants: Replaces figures of the model; None: the model's own figures.

    Raises:
        RuntimeError: The script fails, or no launch was profiled.
    """
    lines = folder / "profile"
    shutil.rmtree(lines, ignore_errors=True)
    lines.mkdir()
    settings = [*options, *([f"constants={constants.resolve()}"] if constants else [])]
    printed = run_shell(
        f"""export ASCENDC_OBSERVE=profile ASCENDC_OBSERVE_OUTPUT="{lines}"
        export ASCENDC_OBSERVE_OPTIONS="{";".join(settings)}"
        {script}""",
        folder,
        soc,
    )
    profiles = list(lines.glob("*.profile.jsonl"))
    if not profiles:
        message = f"no launch was profiled\n{printed[-2000:]}"
        raise RuntimeError(message)
    profile: Profile = json.loads(profiles[0].read_text(encoding="utf-8").splitlines()[-1])
    return profile


def run_shell(script: str, folder: Path, soc: str) -> str:
    """Run a script in a folder, with the toolkit's environment for a SoC; return what it prints.

    Raises:
        RuntimeError: It fails.
    """
    home = subprocess.run(
        [sys.executable, "-m", "custom_compiler", "home"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    done = subprocess.run(
        ["bash", "-c", f'set -e\nsource "{home}/set_env.sh"\n{script}'],
        cwd=folder, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=os.environ | {"ASCENDC_SOC_VERSION": soc},
    )  # fmt: skip
    if done.returncode != 0:
        message = f"exit code {done.returncode}\n{done.stdout[-2000:]}"
        raise RuntimeError(message)
    return done.stdout
