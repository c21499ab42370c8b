"""`--diff LOG`: which calls of a run static kernels served, which not and why.

The runtime appends a line of JSON per call to the file that ASCENDC_KERNEL_LOG names.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.op_compiler.plan import make_plan

if TYPE_CHECKING:
    from collections.abc import Iterable

    from custom_compiler.kernel.op_compiler.console import Console
    from custom_compiler.kernel.op_compiler.options import Coverage

_LONGEST_LINE = 1 << 20
_COVERED = "static"


@dataclass
class CallsOfKey:
    """The calls with one key.

    Attributes:
        op_type: The operator.
        kernel_kinds: How often each kind of kernel served them: debug, static, embedded, dynamic.
        why: Why the last one that no static kernel served was not.
    """

    op_type: str
    kernel_kinds: Counter[str] = field(default_factory=Counter)
    why: str = ""

    @property
    def calls(self) -> int:
        """Number of calls."""
        return self.kernel_kinds.total()

    @property
    def missed(self) -> int:
        """Number of calls that no static kernel served."""
        return self.calls - self.kernel_kinds[_COVERED]


def show_coverage(request: Coverage, console: Console) -> int:
    """Print which calls in the log static kernels served; the exit code.

    Raises:
        MisuseError: The log has no line of a call, or the folder no information file.
    """
    with open(request.log, encoding="utf-8", errors="replace") as file:
        calls_by_key, damaged = read_calls(file)
    if not calls_by_key:
        hint = "run the program with ASCENDC_KERNEL_LOG=<file>, and give that file"
        raise MisuseError(f"--diff {request.log}: no line in it is about a call", hint)
    if damaged:
        console.note(f"{damaged} lines of {request.log} cannot be read and are passed over")
    described = _described(request.folder, console) if request.folder else None
    for line in coverage_lines(calls_by_key, described):
        console.say(line)
    return 0


def read_calls(lines: Iterable[str]) -> tuple[dict[str, CallsOfKey], int]:
    """Return the calls by key, and the number of damaged lines."""
    calls_by_key: dict[str, CallsOfKey] = {}
    damaged = 0
    for line in lines:
        call = _call(line)
        if call is None:
            damaged += bool(line.strip())
            continue
        calls = calls_by_key.setdefault(call["key"], CallsOfKey(call["op"]))
        calls.kernel_kinds[call["taken"]] += 1
        if call["taken"] != _COVERED:
            calls.why = call["why"]
    return calls_by_key, damaged


def _call(line: str) -> dict[str, str] | None:
    value: Any = None
    if len(line) <= _LONGEST_LINE:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            return None
    if not isinstance(value, dict):
        return None
    texts = {name: value.get(name, "") for name in ("op", "key", "taken", "why")}
    is_call = all(isinstance(text, str) for text in texts.values())
    return texts if is_call and texts["key"] and texts["taken"] else None


def coverage_lines(
    calls_by_key: dict[str, CallsOfKey], described: dict[str, str] | None
) -> list[str]:
    """Return a table of the calls, those without a static kernel first, and the totals.

    `described` has the information file of each key in a folder, or is None without a folder.
    """
    lines = [f"{'calls':>8} {'static':>8}  key"]
    for key, calls in sorted(calls_by_key.items(), key=lambda item: (-item[1].missed, item[0])):
        lines.append(f"{calls.calls:8} {calls.kernel_kinds[_COVERED]:8}  {key}")
        if calls.missed:
            others = ", ".join(
                f"{count} {kind}"
                for kind, count in sorted(calls.kernel_kinds.items())
                if kind != _COVERED
            )
            lines.append(f"{'':19}{others}: {calls.why or 'nothing says why'}")
            if described is not None:
                lines.append(f"{'':19}{_file_of(key, described)}")
    covered = sum(calls.kernel_kinds[_COVERED] for calls in calls_by_key.values())
    total = sum(calls.calls for calls in calls_by_key.values())
    static_keys = sum(1 for calls in calls_by_key.values() if not calls.missed)
    lines.append(
        f"[summary] {covered} of {total} calls, {static_keys} of {len(calls_by_key)} keys"
        " were static"
    )
    if described is not None:
        idle = len(described.keys() - calls_by_key.keys())
        lines.append(f"[summary] {idle} of {len(described)} keys of the folder were not called")
    return lines


def _file_of(key: str, described: dict[str, str]) -> str:
    if key in described:
        return f"described by {described[key]}: compile and install it"
    return "no information file describes it: record the run again"


def _described(folder: str, console: Console) -> dict[str, str]:
    plan = make_plan(folder, follow=False)
    for problem in plan.problems:
        console.problem(problem.error.message, problem.error.hint)
    return {kernel.key: kernel.info.path for kernel in plan.kernels}
