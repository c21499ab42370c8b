"""Programs of other repositories that were timed on NPUs: built by their own scripts, and run.

cycle_programs.csv names them: repository, folder of the project in it, SoC, number of blocks, and
what `msprof op` measured (each number is one launch). Its column `use` says which figures of the
model may come from them (`fit`); the others only test it.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from cycle_errors import Comparison
from cycle_launches import Profile, read_rows, run_profiled, run_shell

_TABLE = Path(__file__).with_name("cycle_programs.csv")


@dataclass(frozen=True)
class Program:
    """A project whose `run.sh` has the steps `gen`, `build` and `run`."""

    repository: str
    folder: str
    soc: str
    use: str
    blocks: int
    measured_us: tuple[float, ...]

    @property
    def operator_folder(self) -> str:
        """The folder with all variants of its operator, and their common scripts."""
        return re.sub(r"/(operators/)?[^/]+$", "", self.folder)

    @property
    def operator(self) -> str:
        """The operator that it is a variant of."""
        return Path(self.operator_folder).name

    @property
    def name(self) -> str:
        """Repository, operator and variant."""
        return f"{self.repository} {self.operator} {Path(self.folder).name}"


def read_programs() -> list[Program]:
    """Return the rows of cycle_programs.csv."""
    return [
        Program(
            row["repository"],
            row["folder"],
            row["soc"],
            row["use"],
            int(row["blocks"]),
            tuple(float(number) for number in row["measured_us"].split()),
        )
        for row in read_rows(_TABLE)
    ]


@dataclass(frozen=True)
class ProgramRunner:
    """Builds and runs projects of a checkout, in copies below ``work``."""

    checkout: Path
    work: Path

    def build(self, program: Program) -> None:
        """Generate the program's data, and build it.

        Raises:
            RuntimeError: One of these fails.
        """
        copy = self.work.resolve() / program.repository / program.operator_folder
        if not copy.is_dir():
            shutil.copytree(self.checkout / program.operator_folder, copy)
        run_shell("bash run.sh gen\nbash run.sh build", self._folder(program), program.soc)

    def run(self, program: Program, constants: Path | None = None) -> Profile:
        """Run the program that was built, and return the profile of its launch.

        Raises:
            RuntimeError: It fails, or its launch was not profiled.
        """
        options = ("timeline=off", "launch_state=icache_warm")
        return run_profiled(
            "bash run.sh run", self._folder(program), program.soc, options, constants
        )

    def _folder(self, program: Program) -> Path:
        return self.work.resolve() / program.repository / program.folder


def compare_program(program: Program, profile: Profile) -> Comparison:
    """Compare the median of the measured times with the model's."""
    return Comparison(
        program.name,
        f"{program.repository} {program.operator}",
        median(program.measured_us),
        float(str(profile["duration_us"])),
        {},
        {},
        program.use,
    )
