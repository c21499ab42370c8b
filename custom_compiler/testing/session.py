"""All tests of a project, also when some of them end the process that they are in.

Functions of an operator on the host run in pytest's process, so a null pointer in one ends it. The
test at work is then run once more, alone and with nothing captured, to learn what was printed; the
tests after it go on in a new process.
"""

from __future__ import annotations

import json
import signal
import sys
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import CustomCompilerError, MisuseError
from custom_compiler.support.processes import run

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

_WRONG_USE, _NO_TESTS = 4, 5  # exit codes of pytest
_SAID = {2, 3, _WRONG_USE, _NO_TESTS}  # by which pytest says why it ran no more tests
_REASONS = (" crashed: ", " did not end within ")  # in what the toolkit prints


class PytestSession:
    """The tests of one project on one SoC.

    Args:
        folder: The project.
        words: Of pytest's command line, without the tests.
        variables: The environment.
        report: The file that the plugin writes; it must not be there.
        run: Runs pytest with these words; its exit code.
    """

    def __init__(
        self,
        folder: Path,
        words: Sequence[str],
        variables: Mapping[str, str],
        report: Path,
        run: Callable[[Sequence[str]], int],
    ) -> None:
        self._folder = folder
        self._words = [*words, "--operator-report", str(report)]
        self._variables = variables
        self._report = report
        self._run = run

    def run(self, *, stops_early: bool, quiet: bool) -> tuple[int, list[dict[str, Any]]]:
        """Run all tests; return pytest's exit code, 1 if one ended its process, and the outcomes.

        Args:
            stops_early: Whether the first failure is the last test.
            quiet: Keep off standard output.

        Raises:
            MisuseError: No test can be run with these words.
            CustomCompilerError: The process ended while there was no test at work.
        """
        crashes = 0
        while True:
            code = self._run([*self._words, str(self._folder / "tests")])
            entries = self._read()
            if code in _SAID or any(entry.get("ended") for entry in entries):
                break
            crashed = self._at_work(entries)
            if crashed is None:
                raise CustomCompilerError(f"pytest {_fate(code)} before its tests were done")
            crashes += 1
            message = self._reason(crashed, code)
            self._add({"id": crashed, "outcome": "failed", "seconds": 0.0, "message": message})
            if not quiet:
                _say(f"\nFAILED {crashed}: {message}")
            if stops_early:
                break
        tests = [entry for entry in self._read() if "outcome" in entry]
        if not crashes and code in {_WRONG_USE, _NO_TESTS}:
            message = f"no test of {self._folder} can be run with these options"
            raise MisuseError(message, "-k takes words of tests' names; -v lists them")
        if crashes and not quiet:
            passed = sum(test["outcome"] == "passed" for test in tests)
            _say(f"in all: {passed} of {len(tests)} tests passed, {crashes} ended their process")
        return (1 if crashes else code), tests

    def _reason(self, test: str, code: int) -> str:
        """Return the output of a test before it ended its process, in one line."""
        command = [sys.executable, "-m", "pytest", *self._words[:-2], "--capture=no", test]
        ended = run(command, cwd=str(self._folder), env=self._variables)
        lines = [line.strip() for line in ended.error_text.splitlines() if line.strip()]
        if not lines:
            return f"its process {_fate(code)}"
        reasons = (line for line in lines if any(reason in line for reason in _REASONS))
        return next(reasons, lines[-1])

    @staticmethod
    def _at_work(entries: Sequence[Mapping[str, Any]]) -> str | None:
        """Return the test that has begun and not ended."""
        done = {entry["id"] for entry in entries if "outcome" in entry}
        begun = [str(entry["begun"]) for entry in entries if "begun" in entry]
        return next((test for test in reversed(begun) if test not in done), None)

    def _read(self) -> list[dict[str, Any]]:
        if not self._report.exists():
            return []
        text = self._report.read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]

    def _add(self, entry: Mapping[str, Any]) -> None:
        with self._report.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(entry) + "\n")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _fate(code: int) -> str:
    return f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
