"""Reports for people at a terminal: what, where, the source line, what to do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.observe.sources import source_line
from custom_compiler.sanitize.report import block_list, is_generated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.text import Text

    from custom_compiler.sanitize.findings import Finding, Frame
    from custom_compiler.sanitize.launches import CheckedLaunch

_COLOURS = {"error": "bold red", "warning": "bold yellow", "info": "bold blue"}


def show_launches(launches: Sequence[CheckedLaunch], console: Console) -> None:
    """Print the reports of each launch, then their number."""
    from rich.text import Text

    for checked in launches:
        for finding in checked.findings:
            for line in _lines(finding):
                console.print(line, soft_wrap=True)
            console.print()
        if checked.end and checked.end.fault and not checked.findings:
            console.print(Text(f"the launch failed: {checked.end.fault}", _COLOURS["error"]))
        if checked.end and checked.end.limits:
            console.print(Text(f"note: {checked.end.limits}", _COLOURS["info"]))
    console.print(_summary(launches), soft_wrap=True, highlight=False)


def _lines(finding: Finding) -> list[Text]:
    from rich.text import Text

    times = f"  ({finding.count} times)" if finding.count > 1 else ""
    head = Text.assemble(
        (f"{finding.severity}: ", _COLOURS[finding.severity]),
        (finding.message or finding.kind.replace("_", " "), "bold"),
        (f"  [{finding.tool}: {finding.kind}]{times}", "dim"),
    )
    lines = [head, *_location_lines(finding.frames)]
    lines.append(Text(f"  {_what(finding)}"))
    if finding.allocation:
        lines.append(Text(f"  {_range(finding)}"))
    if finding.other:
        other = finding.other
        words = f"{other.api or 'something'} {_verb(other.access)} {other.operand}".rstrip()
        where = f", pipe {other.pipe}, {other.block}" if other.pipe else f", {other.block}"
        lines += [Text(f"  the other access: {words}{where}"), *_location_lines(other.frames)]
    if finding.help:
        lines.append(Text.assemble(("  help: ", "bold green"), finding.help))
    return lines


def _location_lines(frames: Sequence[Frame]) -> list[Text]:
    """Return file, line and text of the innermost call, then the calls that led there."""
    from rich.text import Text

    lines = []
    shown = [frame for frame in frames if not is_generated(frame.file)] or frames
    for number, frame in enumerate(shown):
        function = f" in {frame.function}" if frame.function else ""
        from_ = "  --> " if number == 0 else "      from "
        lines.append(
            Text(f"{from_}{_short(frame.file)}:{frame.line}{function}", "" if not number else "dim")
        )
        text = source_line(frame.file, frame.line) if number == 0 else ""
        if text:
            lines.append(Text.assemble((f"  {frame.line:>5} | ", "dim"), (text, "cyan")))
    return lines


def _short(file: str) -> str:
    """Return a file below the working folder as a relative path."""
    path = Path(file)
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else file


def _what(finding: Finding) -> str:
    """Describe an access: `aiv(0-7), pipe V: Add writes dst, 768 bytes at UB 0x100`."""
    cores = block_list(finding.blocks)
    pipe = f", pipe {finding.pipe}" if finding.pipe else ""
    did = " ".join(filter(None, [finding.api, _verb(finding.access), finding.operand]))
    at = ""
    if finding.address is not None and finding.size:
        at = f", {finding.size} bytes at {finding.memory} {finding.address:#x}"
    return f"{cores}{pipe}" + (f": {did}{at}" if did else "")


def _verb(access: str) -> str:
    return {"read": "reads", "write": "writes", "update": "reads and writes"}.get(access, "")


def _range(finding: Finding) -> str:
    memory = finding.allocation
    if memory is None:
        return ""
    end = memory.address + memory.size
    text = f"{memory.name}: {memory.size} bytes, {finding.memory} {memory.address:#x} to {end:#x}"
    if finding.address is None or memory.address <= finding.address < end:
        return text
    return f"{text}; {finding.address - end:+} bytes from its end"


def _summary(launches: Sequence[CheckedLaunch]) -> str:
    counts = dict.fromkeys(_COLOURS, 0)
    for checked in launches:
        for finding in checked.findings:
            counts[finding.severity] += 1
    names = ", ".join(f"{n} {name}{'s' * (n > 1)}" for name, n in counts.items() if n)
    kernels = ", ".join(sorted({checked.name for checked in launches if checked.launch}))
    records = sum(checked.end.records for checked in launches if checked.end)
    return f"{names or 'no fault found'}: {kernels}, {records} instructions and calls checked"
