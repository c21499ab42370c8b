"""Results of kernels, their logs, and the report."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import write_error
from custom_compiler.support.files import write_atomic, write_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from custom_compiler.kernel.jobs.job import JobError

_FORMAT = 1  # of the report
_SUMMARY = "summary.txt"
_LOG = re.compile(r"(.+)_compile_(?:succ|error)\.log")


class KernelResult(NamedTuple):
    """Result of one kernel, or of a file without a kernel."""

    source: str  # path of the information file, or of the installed kernel
    op_type: str  # "" where the file does not say
    name: str  # of the kernel, "" if there is none
    key: str
    error: JobError | None
    cached: bool
    seconds: float
    worker: str

    @property
    def state(self) -> str:
        """`success`, or what kind of failure."""
        return self.error.kind if self.error else "success"


class CompileLogs:
    """A folder with a log per kernel, named when it is known how the compile ended."""

    def __init__(self, package: str) -> None:
        """Make the folder; DiskError or MisuseError if nothing can be written there."""
        self.folder = package.removesuffix(".run") + "_compile_log"
        try:
            os.makedirs(self.folder, exist_ok=True)
            self._forget()
        except OSError as error:
            raise write_error(Path(self.folder), error, "choose another place with -o") from error

    def _forget(self) -> None:
        """Remove the output and logs of an earlier run of the same name; files of others stay."""
        for name in os.listdir(self.folder):
            kernel = _LOG.fullmatch(name)
            files = [f"{kernel[1]}.o", f"{kernel[1]}.json"] if kernel else []
            for old in (name, *files) if kernel or name == _SUMMARY else ():
                with suppress(FileNotFoundError):
                    os.unlink(os.path.join(self.folder, old))

    def write(self, result: KernelResult) -> None:
        """Write the log of a kernel.

        Raises:
            OSError: The disk is full, or the folder cannot be written.
        """
        ending = "error" if result.error else "succ"
        lines = [f"{name}: {value}" for name, value in _fields(result).items() if value != ""]
        if result.error:
            lines += ["", result.error.details.rstrip("\n")]
        path = os.path.join(self.folder, f"{result.name}_compile_{ending}.log")
        write_atomic(path, ("\n".join(lines) + "\n").encode("utf-8", "replace"))

    def keep(self, name: str, data: bytes, description: dict[str, Any]) -> None:
        """Write a kernel and its description.

        Raises:
            OSError: As `write`.
        """
        path = os.path.join(self.folder, name)
        write_atomic(f"{path}.o", data)
        write_atomic(f"{path}.json", (json.dumps(description, indent=1) + "\n").encode())

    def write_summary(self, results: Sequence[KernelResult]) -> None:
        """Write `summary.txt`: totals, then a line for each result, failures first.

        Raises:
            OSError: As `write`.
        """
        lines = [summary(results)]
        for result in sorted(results, key=lambda result: result.error is None):
            message = f": {result.error.message}" if result.error else ""
            lines.append(f"{result.state} {result.name or result.source}{message}")
        path = os.path.join(self.folder, _SUMMARY)
        write_atomic(path, ("\n".join(lines) + "\n").encode("utf-8", "replace"))


def summary(results: Iterable[KernelResult]) -> str:
    """Return the totals on one line."""
    results = list(results)
    failed = sum(1 for result in results if result.error)
    cached = sum(1 for result in results if result.cached)
    return (
        f"total {len(results)}, success {len(results) - failed} ({cached} from the cache), "
        f"fail {failed}"
    )


def write_report(
    path: str, package: str, results: Sequence[KernelResult], more: dict[str, Any]
) -> None:
    """Write the report as JSON; `package` is "" if none was made.

    Raises:
        OSError: It cannot be written.
    """
    report = {
        "version": _FORMAT,
        "package": package,
        "success": sum(1 for result in results if not result.error),
        "fail": sum(1 for result in results if result.error),
        "kernels": [_fields(result) for result in results],
        **more,
    }
    write_named(path, (json.dumps(report, indent=1) + "\n").encode())


def _fields(result: KernelResult) -> dict[str, Any]:
    fields = {
        "file": result.source,
        "op_type": result.op_type,
        "kernel": result.name,
        "key": result.key,
        "state": result.state,
        "cached": result.cached,
        "seconds": round(result.seconds, 3),
        "worker": result.worker,
    }
    if result.error:
        fields |= {"message": result.error.message, "hint": result.error.hint}
    return fields
