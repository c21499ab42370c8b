"""Progress of a build: reports and logs each result, and the totals at the end."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import CustomCompilerError
from custom_compiler.kernel.jobs.job import JobError
from custom_compiler.kernel.op_compiler.results import (
    CompileLogs,
    KernelResult,
    summary,
    write_report,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.kernel.op_compiler.console import Console

_NAMELESS = {"crashed", "timed out", "out of memory"}  # errors by what knows no names of jobs


class BuildProgress:
    """The results of one build.

    Attributes:
        console: Where they are said.
    """

    def __init__(self, console: Console, package: str) -> None:
        """Write to the package's path `package`; logs are next to it."""
        self.console = console
        self._results: list[KernelResult] = []
        self._package = package
        self._logs = CompileLogs(package)

    def reject(self, source: str, error: CustomCompilerError) -> None:
        """Add a file, or a name, that no compile was begun for."""
        problem = JobError("misuse", error.message, error.hint, error.details)
        result = KernelResult(source, "", "", "", problem, cached=False, seconds=0.0, worker="")
        self._add(result)

    @contextmanager
    def refusing(self, source: str) -> Iterator[None]:
        """Report `source` as failed if the block raises an error."""
        try:
            yield
        except CustomCompilerError as error:
            self.reject(source, error)

    def add(self, result: KernelResult) -> None:
        """Add a kernel whose compile has ended.

        Raises:
            OSError: Its log cannot be written.
        """
        error = result.error
        if error and error.kind in _NAMELESS:
            result = result._replace(
                error=error._replace(message=f"{result.name}: {error.message}")
            )
        self._logs.write(result)
        self._add(result)

    def leave_out(self, name: str, reason: str) -> None:
        """Turn the result of a kernel into a failure: it was compiled and cannot be packed."""
        error = JobError("misuse", f"{name}: {reason}", "give it in a separate folder", "")
        self._results = [
            result._replace(error=error) if result.name == name else result
            for result in self._results
        ]
        self.console.problem(error.message, error.hint)

    def _add(self, result: KernelResult) -> None:
        self._results.append(result)
        if result.error:
            error = result.error
            self.console.problem(error.message, error.hint, error.details)

    def keep(self, name: str, data: bytes, description: dict[str, Any]) -> None:
        """Write a kernel next to its log, in its packed form.

        Raises:
            OSError: It cannot be written.
        """
        self._logs.keep(name, data, description)

    def packed(self) -> None:
        """Say that the package was written."""
        self.console.say(f"generate run package {os.path.basename(self._package)} success")

    def finish(self, report: str, more: dict[str, Any]) -> bool:
        """Write summary and report, say the totals; whether all went well.

        Args:
            report: File for the report; "": none.
            more: What else it is to hold.

        Raises:
            OSError: They cannot be written.
        """
        self._logs.write_summary(self._results)
        self.console.end_problems(os.path.join(self._logs.folder, "summary.txt"))
        has_package = any(not result.error for result in self._results)
        if report:
            package = self._package if has_package else ""
            write_report(report, package, self._results, more)
        if not has_package:
            self.console.say("generate run package fail: there is no kernel to pack")
        self.console.say(f"[summary] {summary(self._results)}, see {self._logs.folder}")
        return has_package and not any(result.error for result in self._results)
