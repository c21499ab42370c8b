"""The page of the second circle: written from what the marks' runs left, never by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/second_circle.md"
DATA = PAGE.with_suffix(".json")

_HEAD = """\
# Second circle: results

The quick tests run with every change. Tests with the marks `slow`, `frameworks`, `corpus`,
`debugger` and `torture` take hours, or need programs, frameworks and checkouts.
`python -m tests.second_circle` runs these tests. It writes this page and `second_circle.json`:
do not edit either. [Tests](testing.md) has the options.
"""


def read_data(path: Path) -> dict[str, Any]:
    """Return what is known of each mark; nothing where the file does not exist."""
    if not path.exists():
        return {}
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def page_of(data: dict[str, Any]) -> str:
    """Return the page's text: a table of all marks, and a chapter for each."""
    lines = [_HEAD, "| Mark | Passed | Failed | Skipped | Not run | Time | Date | Commit |"]
    lines.append("|---|---|---|---|---|---|---|---|")
    for name, mark in data.items():
        counts = [str(mark["passed"]), *(str(len(mark[key])) for key in _LISTS)]
        words = [f"`{name}`", *counts, _time(mark["seconds"]), mark["date"], _commit(mark)]
        lines.append("| " + " | ".join(words) + " |")
    for name, mark in data.items():
        lines += ["", f"## `{name}`", ""]
        lines += _chapter(mark)
    return "\n".join(lines) + "\n"


_LISTS = ("failed", "skipped", "not_run")


def _chapter(mark: dict[str, Any]) -> list[str]:
    lines = []
    if mark["missing"]:
        lines += ["Missing on the machine:", ""]
        lines += [f"- `{need['name']}`: `{need['remedy']}`" for need in mark["missing"]] + [""]
    if mark["figures"]:
        lines += ["| Attack | Tried | Failed |", "|---|---|---|"]
        lines += [f"| {f['name']} | {f['tried']} | {f['failed']} |" for f in mark["figures"]]
        lines.append("")
    if mark["failed"]:
        lines += ["| Failed | Reason |", "|---|---|"]
        lines += [f"| `{f['test']}` | {_cell(f['reason'])} |" for f in mark["failed"]] + [""]
    for reason, tests in _by_reason(mark["skipped"]).items():
        lines += [f"Skipped, {_text(reason)}: {_names(tests)}.", ""]
    if mark["not_run"]:
        lines += [f"Not run: {_names(mark['not_run'])}.", ""]
    if mark["expected_failures"]:
        lines += [f"Known failures (`xfail`): {_names(mark['expected_failures'])}.", ""]
    return lines[:-1] if lines else ["All passed."]


def _by_reason(skipped: list[dict[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for entry in skipped:
        found.setdefault(entry["reason"], []).append(entry["test"])
    return found


def _names(tests: list[str], most: int = 6) -> str:
    """The tests, or how many there are of each file."""
    if len(tests) <= most:
        return ", ".join(f"`{test}`" for test in tests)
    files: dict[str, int] = {}
    for test in tests:
        file = test.partition("::")[0]
        files[file] = files.get(file, 0) + 1
    return ", ".join(f"{count} of `{file}`" for file, count in files.items())


def _text(text: str) -> str:
    """Text in which Markdown finds nothing to set."""
    return "".join("\\" + c if c in "\\`*_[]<>#|" else c for c in text)


def _cell(text: str) -> str:
    return _text(text) or "no message"


def _time(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes == 0:
        return f"{seconds:.0f} s"
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


def _commit(mark: dict[str, Any]) -> str:
    return f"`{mark['commit'][:12]}`" + (" with changes" if mark["has_changes"] else "")
