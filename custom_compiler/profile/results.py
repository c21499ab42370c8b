"""Results of earlier runs, found again in the folders that they were written to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError, write_error
from custom_compiler.profile.launches import TimedLaunches
from custom_compiler.profile.page import Run, page
from custom_compiler.support.files import write_named

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from custom_compiler.profile.launches import ProfiledLaunch


def longest_launch(path: Path) -> ProfiledLaunch:
    """Return the longest launch in a folder `OPPROF_*` or `PROF_*`, or in one that contains them.

    Raises:
        MisuseError: There is none.
    """
    if not path.is_dir():
        raise MisuseError(f"no such folder: {path}", "give one that msprof or profile wrote")
    folders = sorted({file.parent for file in path.rglob("*.profile.jsonl")})
    launches: list[ProfiledLaunch] = []
    for folder in folders:
        gathered = TimedLaunches(folder)
        gathered.read(is_complete=True)
        launches += gathered.launches
    if not launches:
        raise MisuseError(
            f"{path} has no launches with simulated timing",
            "give a folder that custom-compiler profile, msprof or msprof op wrote",
        )
    return max(launches, key=lambda launch: launch.timing.duration_us)


def write_page(path: Path, launches: Sequence[tuple[str, ProfiledLaunch]]) -> None:
    """Write the page of one launch, or of two that are compared; each with its title.

    Raises:
        CustomCompilerError: The file cannot be written.
    """
    runs = [Run(title, launch.timing, launch.timeline()) for title, launch in launches]
    try:
        write_named(str(path), page(runs).encode(errors="replace"))
    except OSError as error:
        raise write_error(path, error, "choose another place with --report") from error
