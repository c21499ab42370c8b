"""The result of a mark, from the records of its folders of tests."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from tests.second_circle.marks import Mark
    from tests.second_circle.runs import Result

_GENERATED = ("docs/second_circle.md", "docs/second_circle.json")


@dataclass(frozen=True)
class Commit:
    """Commit that is checked out.

    Attributes:
        name: The commit's hash.
        has_changes: Whether files differ from it, other than the page itself.
    """

    name: str
    has_changes: bool

    @classmethod
    def of(cls, root: Path) -> Commit:
        """Ask git."""
        changed = _git(root, "status", "--porcelain", "--untracked-files=no").splitlines()
        others = [line for line in changed if line[3:] not in _GENERATED]
        return cls(_git(root, "rev-parse", "HEAD").strip(), bool(others))

    @property
    def folder(self) -> str:
        """The name of the folder that holds results of it."""
        return self.name[:12] + ("-changed" if self.has_changes else "")


def _git(root: Path, *arguments: str) -> str:
    command = ["git", "-C", str(root), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def summarize(
    mark: Mark, commit: Commit, date: str, collected: Sequence[str], results: Iterable[Result]
) -> dict[str, Any]:
    """Return the entry of a mark in second_circle.json."""
    ran = {result.test: result for result in results if result.outcome}
    chosen = [ran[test] for test in collected if test in ran]

    def told(outcome: str) -> list[dict[str, str]]:
        return [{"test": r.test, "reason": r.reason} for r in chosen if r.outcome == outcome]

    return {
        "date": date,
        "commit": commit.name,
        "has_changes": commit.has_changes,
        "seconds": round(sum(result.seconds for result in chosen)),
        "passed": sum(result.outcome == "passed" for result in chosen),
        "failed": told("failed"),
        "skipped": told("skipped"),
        "expected_failures": [r.test for r in chosen if r.outcome == "xfailed"],
        "not_run": [test for test in collected if test not in ran],
        "missing": [
            {"name": need.name, "remedy": need.remedy} for need in mark.needs if need.is_missing()
        ],
        "figures": [
            {"name": r.test.rpartition("::")[2], **figures}
            for r in chosen
            if (figures := {k: v for k, v in r.properties if k in {"tried", "failed"}})
        ],
    }
