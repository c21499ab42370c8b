"""One call of an operator, checked: for `custom-compiler run --check`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler import __version__
from custom_compiler.errors import CustomCompilerError
from custom_compiler.observe.sources import OwnSources
from custom_compiler.sanitize.files import result_path, write_json
from custom_compiler.sanitize.json_report import json_report
from custom_compiler.sanitize.launches import CheckedLaunches
from custom_compiler.sanitize.sarif import sarif_report
from custom_compiler.sanitize.selection import EVERYTHING
from custom_compiler.sanitize.terminal import show_launches

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from custom_compiler.sanitize.launches import CheckedLaunch


class NotCheckedError(CustomCompilerError):
    """The operator was executed, but nothing of it was checked."""


class CheckedCall:
    """The destinations of a call's reports.

    Args:
        operator: What is called.
        json: The file of a report, "-" for standard output.
        sarif: The file of another one.
        values: What is to be known of numbers (Selection.values).
        project: The folder with the operator's sources, which reports name.

    Attributes:
        options: For the observers of the call.
    """

    def __init__(
        self, operator: str, json: str | None = None, sarif: str | None = None,
        values: Iterable[str] = (), project: Path | None = None,
    ) -> None:  # fmt: skip
        self._selection = replace(EVERYTHING, values=frozenset(values))
        self.options = self._selection.observer_options()
        self._operator = operator
        self._project = project or Path.cwd()
        self._json = result_path(json, "--json") if json else None
        self._sarif = result_path(sarif, "--sarif") if sarif else None

    def report(self, folder: Path, *, succeeded: bool) -> bool:
        """Print and write what was found; whether something was.

        Args:
            folder: Where the call's process wrote its lines.
            succeeded: Whether the call went well.

        Raises:
            NotCheckedError: No launch was checked.
        """
        from rich.console import Console

        gathered = CheckedLaunches(folder, OwnSources(self._project))
        launches = [
            replace(checked, findings=list(filter(self._selection.takes, checked.findings)))
            for checked in gathered.remaining()
        ]
        self._write_files(launches, succeeded=succeeded)
        if not launches:
            reasons = [launch.reason for launch in gathered.unobserved] + gathered.lines.problems
            reason = reasons[0] if reasons else "it launched no kernel on simulated cores"
            raise NotCheckedError(f"{self._operator} is not checked: {reason}")
        console = Console(highlight=False)
        show_launches(launches, console)
        for missed in sorted(gathered.unobserved, key=str):
            console.print(f"warning: {missed.kernel} is NOT CHECKED: {missed.reason}", markup=False)
        for problem in gathered.lines.problems:
            console.print(f"warning: the report is incomplete: {problem}", markup=False)
        return any(f.severity != "info" for checked in launches for f in checked.findings)

    def _write_files(self, launches: Sequence[CheckedLaunch], *, succeeded: bool) -> None:
        if self._json:
            report = json_report(launches, [self._operator], 0 if succeeded else 1)
            write_json(self._json, report)
        if self._sarif:
            document = sarif_report(launches, Path.cwd(), __version__, succeeded=succeeded)
            write_json(self._sarif, document)
