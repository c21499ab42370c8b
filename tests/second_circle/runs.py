"""Runs of pytest, one folder of tests after the other, which go on where they were stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.second_circle import recorder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_PLUGIN = "tests.second_circle.recorder"
_NOTHING_COLLECTED = 5


class CollectionError(Exception):
    """pytest could not collect the tests."""


@dataclass(frozen=True)
class Result:
    """Result of one test.

    Attributes:
        test: Its id.
        outcome: passed, failed, skipped, xfailed, or "" if it has not run.
        seconds: Time of the call.
        reason: One line of a test that failed or was skipped.
        properties: Records of the test, such as its number of tries.
    """

    test: str
    outcome: str
    seconds: float = 0
    reason: str = ""
    properties: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Pytest:
    """Options of pytest.

    Attributes:
        root: The repository.
        expression: For `-m`.
        workers: Processes that run tests; 0: pytest itself.
    """

    root: Path
    expression: str
    workers: int = 1

    def collect(self, paths: Sequence[str]) -> list[str]:
        """Return the ids of the tests below the paths; all without paths."""
        done = subprocess.run(
            [*self._command(), "--collect-only", "-q", *paths],
            cwd=self.root, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode not in {0, _NOTHING_COLLECTED}:
            raise CollectionError(done.stdout + done.stderr)
        return [line for line in done.stdout.splitlines() if "::" in line]

    def run(self, paths: Sequence[str], files: RecordFiles, seconds: float) -> int | None:
        """Run the tests below the paths that have no result; return pytest's status.

        None: the time is over.
        """
        done = [result.test for result in files.results() if result.outcome]
        files.done.write_text("".join(f"{test}\n" for test in done), encoding="utf-8")
        command = ["nice", "-n", "10", *self._command(), "-p", _PLUGIN, "-q", *paths]
        command += ["-n", str(self.workers)] if self.workers else []
        environment = {
            **os.environ,
            recorder.RECORD: str(files.record),
            recorder.DONE: str(files.done),
        }
        with files.log.open("a") as log:
            process = subprocess.Popen(
                command, cwd=self.root, env=environment, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
            try:
                return process.wait(seconds)
            except subprocess.TimeoutExpired:
                return None
            finally:
                _end(process)

    def _command(self) -> list[str]:
        return [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-m", self.expression]


@dataclass(frozen=True)
class RecordFiles:
    """The files of one folder of tests.

    Attributes:
        record: JSON lines of the recorder.
        done: Ids of tests that have a result.
        log: What pytest printed.
    """

    record: Path
    done: Path
    log: Path

    @classmethod
    def of(cls, work: Path, mark: str, part: str) -> RecordFiles:
        """Return the files of a part in the work folder, which is made."""
        name = f"{mark}.{part.replace('/', '.')}"
        work.mkdir(parents=True, exist_ok=True)
        return cls(*(work / f"{name}.{end}" for end in ("jsonl", "done", "log")))

    def results(self) -> list[Result]:
        """Return the last result of each test, in the order in which the tests started."""
        found: dict[str, Result] = {}
        for line in self._lines():
            test = line["id"]
            if line["event"] == "start":
                found[test] = Result(test, "")
                continue
            properties = tuple(line["properties"].items())
            known = found.get(test)
            # A failed tear-down follows a call that passed.
            if known is None or known.outcome in {"", "passed"}:
                found[test] = Result(
                    test, line["outcome"], line["seconds"], line["reason"], properties
                )
        return list(found.values())

    def fail(self, test: str, reason: str) -> None:
        """Record a failure that pytest did not live to report."""
        line = {"id": test, "event": "end", "outcome": "failed", "seconds": 0, "reason": reason}
        with self.record.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**line, "properties": {}}) + "\n")

    def forget(self, outcomes: set[str]) -> None:
        """Drop the results with these outcomes, so that the tests run again."""
        drop = {result.test for result in self.results() if result.outcome in outcomes}
        kept = [json.dumps(line) + "\n" for line in self._lines() if line["id"] not in drop]
        if self.record.exists():
            self.record.write_text("".join(kept), encoding="utf-8")

    def _lines(self) -> Iterator[dict[str, Any]]:
        if not self.record.exists():
            return
        for text in self.record.read_text(encoding="utf-8").splitlines():
            with suppress(ValueError):  # a line that a kill cut off
                yield json.loads(text)


def run_part(pytest: Pytest, paths: Sequence[str], files: RecordFiles, seconds: float) -> None:
    """Run tests of a folder to the end or the limit; a test that ends pytest is a failure."""
    end = time.monotonic() + seconds
    while True:
        status = pytest.run(paths, files, max(1.0, end - time.monotonic()))
        interrupted = [result.test for result in files.results() if not result.outcome]
        if status is None:
            for test in interrupted:
                files.fail(test, f"still running after the limit of {seconds / 60:g} minutes")
            return
        if status in {0, 1, _NOTHING_COLLECTED} or not interrupted:
            return
        for test in interrupted:
            files.fail(test, f"pytest ended with status {status} during the test")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End what is left of the process group: tests start compilers and kernels."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
