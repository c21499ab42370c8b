"""Reports in the form of CANN's mssanitizer, which scripts search."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.observe.kernel_name import demangled, without_parameters
from custom_compiler.observe.sources import source_line
from custom_compiler.sanitize.findings import TOOLS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from custom_compiler.sanitize.findings import Finding, Frame
    from custom_compiler.sanitize.launches import CheckedLaunch


_CORE = re.compile(r"(\w+)\((\d+)\)")
_DETAIL = "======    "
# CANN has one word for what a tool does to a range, whatever was wrong with it.
_SIZED = {
    "out_of_bounds": "illegal {access} of size {size}",
    "use_after_free": "illegal {access} of size {size}",
    "misaligned": "misaligned access of size {size}",
    "uninitialized": "uninitialized read of size {size}",
    "stomp": "out of bounds of size {size}",
}


@dataclass(frozen=True)
class Style:
    """The style of names and stacks.

    Attributes:
        demangle: `full`, `simple` or `no`.
        hidden: Folders whose frames are left out, with those of generated files; none: all shown.
    """

    demangle: str = "full"
    hidden: tuple[str, ...] = ()

    def kernel(self, symbol: str) -> str:
        """Return a kernel's name: a signature in quotes for mangled symbols, else the symbol."""
        name = demangled(symbol) if self.demangle != "no" else symbol
        if name == symbol:
            return symbol or "<unknown>"
        return f'"{without_parameters(name) if self.demangle == "simple" else name}"'

    def frames(self, frames: Sequence[Frame]) -> list[Frame]:
        """Return the frames to show: at least one if there are any."""
        shown = [f for f in frames if not self.hidden or not self._is_hidden(f.file)]
        return shown or list(frames[:1])

    def _is_hidden(self, file: str) -> bool:
        return file.startswith(self.hidden) or is_generated(file)


def is_generated(file: str) -> bool:
    """Return whether opc wrote the file: what enters a kernel."""
    return file.endswith("ascendc.wrapper.cpp")


def launch_report(checked: CheckedLaunch, tools: Sequence[str], style: Style) -> Iterable[str]:
    """Yield the lines of one launch: its start, its reports, its end."""
    launch = checked.launch
    kernel, device = (launch.kernel, launch.device) if launch else ("", 0)
    name = style.kernel(kernel)
    chosen = [tool for tool in TOOLS if tool in tools]
    yield f"[mssanitizer] Start {_listing(chosen)} sanitizer on kernel {name}"
    for finding in checked.findings:
        yield from finding_report(finding, name, device, style)
        yield ""
    if checked.end is None:
        yield f"[mssanitizer] WARN: kernel {name} did not end"
    elif checked.end.fault:
        yield f"[mssanitizer] WARN: kernel {name} failed: {checked.end.fault}"
    if checked.end and checked.end.limits:
        yield f"[mssanitizer] WARN: kernel {name}: {checked.end.limits}"
    result_text = " See all detected errors above." if checked.findings else " No error detected."
    yield f"[mssanitizer] Sanitizer finished on kernel {name}.{result_text}"


def _listing(words: Sequence[str]) -> str:
    """Join words: `a`, `a and b`, `a, b and c`."""
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def finding_report(finding: Finding, name: str, device: int, style: Style) -> list[str]:
    """Return the lines of one report; `name` is the kernel's displayed name."""
    form = _FORMS.get(finding.kind, _plain)
    head, *details = form(finding, name, device, style)
    if finding.count > 1:
        details.append(f"{finding.count} times at this place")
    details += remedy(finding, head, style)
    # Scripts search for CANN's level, also where what is read by mistake may do no harm.
    level = "ERROR" if finding.kind == "out_of_bounds" else finding.severity.upper()
    return [f"====== {level}: {head}", *(_DETAIL + detail for detail in details)]


def remedy(finding: Finding, head: str, style: Style) -> list[str]:
    """Return lines that CANN does not print: the source line, the tensor, the remedy."""
    lines = []
    text = next(
        filter(None, (source_line(f.file, f.line) for f in style.frames(finding.frames))), ""
    )
    if text:
        lines.append(f"source: {text}")
    if finding.allocation:
        memory = finding.allocation
        lines.append(f"memory: {memory.name}, {memory.size} byte(s) at {memory.address:#x}")
    if finding.message and finding.message != head:
        lines.append(f"reason: {finding.message}")
    if finding.help:
        lines.append(f"help: {finding.help}")
    return lines


def _sized(finding: Finding, name: str, device: int, style: Style) -> list[str]:
    access = _one_way(finding.access) or "access"
    size = _outside(finding) if finding.kind == "out_of_bounds" else finding.size
    head = _SIZED[finding.kind].format(access=access, size=size)
    inside = f"when writing data in {name}" if finding.kind == "stomp" else f"in {name}"
    address = finding.address or 0
    return [
        head,
        f"at {address:#x} on {finding.memory or 'PRIVATE'} {inside}",
        f"in block {block_list(finding.blocks)} on device {device}",
        *_location(finding.frames, style),
    ]


def _outside(finding: Finding) -> int:
    """Return the bytes of the access outside of the allocation, as CANN's tool counts them."""
    memory = finding.allocation
    if memory is None or finding.address is None:
        return finding.size
    begin, end = finding.address, finding.address + finding.size
    inside = min(end, memory.address + memory.size) - max(begin, memory.address)
    return finding.size - max(0, inside)


def _race(finding: Finding, name: str, device: int, style: Style) -> list[str]:
    other = finding.other
    before = _one_way(other.access) if other else "write"
    hazard = f"{_one_way(finding.access)[:1] or 'w'}a{before[:1]}".upper()
    head = f"Potential {hazard} hazard detected at {finding.memory} in {name}:"
    return [head, *_two_events(finding, device, style)]


def _missing_dcci(finding: Finding, name: str, device: int, style: Style) -> list[str]:
    head = (
        "Missing DCCI instructions detected on cross core data dependency at "
        f"{finding.memory} in {name}:"
    )
    # CANN looks for missing cleaning only if asked, and calls it a race otherwise.
    also = f"also: Potential RAW hazard detected at {finding.memory} in {name}"
    return [head, *_two_events(finding, device, style), also]


def _two_events(finding: Finding, device: int, style: Style) -> list[str]:
    """Return the other access and this one; for cache errors, the write comes first."""
    first = finding.blocks[0] if finding.blocks else ""
    this = _event(finding.pipe, finding.access, finding, first, device)
    this += _stack(finding.frames, style)
    other = finding.other
    if other is None:
        return this
    that = _event(other.pipe, other.access, finding, other.block or first, device)
    that += _stack(other.frames, style)
    is_write_later = finding.kind == "missing_dcci" and finding.access == "write"
    return this + that if is_write_later else that + this


def _event(pipe: str, access: str, finding: Finding, block: str, device: int) -> list[str]:
    match = _CORE.fullmatch(block)
    where = f"block {match[2]} ({match[1]})" if match else f"block {block or '?'}"
    address = finding.address or 0
    what = f"{pipe_name(pipe)} {_one_way(access).capitalize() or 'Access'} at {address:#x}"
    return [f"{what} in {where} on device {device} at pc current 0x0 (serialNo:0)"]


def _one_way(access: str) -> str:
    """Return "read" or "write", which CANN's tools know; what does both harms as a write."""
    return "write" if access == "update" else access


def _flag(finding: Finding, name: str, device: int, style: Style) -> list[str]:
    instruction = "wait_flag" if "wait" in finding.api.lower() else "set_flag"
    what = "Unpaired" if finding.kind == "unpaired_flag" else "Redundant"
    source, target = _flag_pipes(finding)
    return [
        f"{what} {instruction} instructions detected",
        f"from {source} to {target} in {name}",
        f"in block {block_list(finding.blocks)} on device {device}",
        *_location(finding.frames, style),
    ]


def _flag_pipes(finding: Finding) -> tuple[str, str]:
    """Return the pipes of a flag: the one that sets it, and the one that should wait."""
    source, _, target = finding.operand.rpartition("_")
    source = source or finding.pipe
    return pipe_name(source), pipe_name(target)


def _deadlock(finding: Finding, name: str, device: int, style: Style) -> list[str]:
    return [
        "Sync error detected. kernel locked up at",
        "",
        f"WAIT_FLAG in {name}",
        f"by {pipe_name(finding.pipe)} in block {block_list(finding.blocks)} on device {device}",
        *_location(finding.frames, style),
    ]


def _plain(finding: Finding, name: str, device: int, style: Style) -> list[str]:
    """Return the lines of reports that CANN's tools do not know."""
    address_lines = (
        [f"at {finding.address:#x} on {finding.memory} in {name}"] if finding.memory else []
    )
    return [
        finding.message or finding.kind.replace("_", " "),
        *(address_lines or [f"in {name}"]),
        f"in block {block_list(finding.blocks)} on device {device}",
        *_location(finding.frames, style),
    ]


def _location(frames: Sequence[Frame], style: Style) -> list[str]:
    shown = style.frames(frames)
    if not shown:
        return ["code in <unknown> (serialNo:0)"]
    return [f"code in {location_text(shown[0])} (serialNo:0)", *_stack(frames, style)]


def location_text(frame: Frame) -> str:
    """Return file and line; the file alone where it is an object without lines."""
    return f"{frame.file}:{frame.line}" if frame.line else frame.file


def _stack(frames: Sequence[Frame], style: Style) -> list[str]:
    return [
        f"#{number} {frame.file}:{frame.line}:{frame.column}"
        for number, frame in enumerate(style.frames(frames))
    ]


def pipe_name(pipe: str) -> str:
    """Return CANN's name of a pipe: `PIPE_MTE2`; one core waiting for another is `PIPE_S`."""
    return pipe if pipe.startswith("PIPE_") else f"PIPE_{pipe or 'S'}"


def block_list(blocks: Iterable[str]) -> str:
    """Return cores by type with runs of numbers: `aiv(0-3,7),aic(1)`."""
    numbers: dict[str, set[int]] = {}
    other = []
    for block in blocks:
        match = _CORE.fullmatch(block)
        if match:
            numbers.setdefault(match[1], set()).add(int(match[2]))
        else:
            other.append(block)
    runs = [f"{core}({_runs(sorted(block_numbers))})" for core, block_numbers in numbers.items()]
    return ",".join([*runs, *other]) or "?"


def _runs(numbers: Sequence[int]) -> str:
    """Return runs of ascending numbers: `0-3,7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in runs)


_FORMS = {
    **dict.fromkeys(_SIZED, _sized),
    "race": _race,
    "missing_dcci": _missing_dcci,
    "unpaired_flag": _flag,
    "redundant_flag": _flag,
    "deadlock": _deadlock,
}


def program_report(findings: Sequence[Finding], style: Style) -> Iterable[str]:
    """Yield the reports of one process: wrong frees, then leaks, then unused memory."""
    for finding in _of_kind(findings, "illegal_free"):
        yield "====== ERROR: illegal free()"
        yield f"======    at {finding.address or 0:#x} on GM"
        yield f"======    code in {_allocated_at(finding, style)}"
        yield from _other_calls(finding, style)
        yield ""
    leaks = _of_kind(findings, "memory_leak")
    if leaks:
        yield "====== ERROR: LeakCheck: detected memory leaks"
        yield ""
        for finding in leaks:
            yield f"======    Direct leak of {finding.size} byte(s){_allocation_count(finding)}"
            yield f"======      at {finding.address or 0:#x} on GM"
            yield f"======      allocated in {_allocated_at(finding, style)}"
            yield from _other_calls(finding, style)
        yield f"====== SUMMARY: {_total_bytes(leaks)} leaked in {_total_count(leaks)} allocation(s)"
        yield ""
    unused = _of_kind(findings, "unused_memory")
    for finding in unused:
        yield f"====== WARNING: Unused memory of {finding.size} byte(s){_allocation_count(finding)}"
        yield f"======    at {finding.address or 0:#x} on GM"
        yield f"======    code in {_allocated_at(finding, style)}"
        yield from _other_calls(finding, style)
    if unused:
        size, count = _total_bytes(unused), _total_count(unused)
        yield f"====== SUMMARY: {size} unused memory in {count} allocation(s)"
        yield ""


def _of_kind(findings: Sequence[Finding], kind: str) -> list[Finding]:
    return [finding for finding in findings if finding.kind == kind]


def _allocated_at(finding: Finding, style: Style) -> str:
    frames = style.frames(finding.frames)
    return f"{location_text(frames[0]) if frames else '<unknown>'} (serialNo:0)"


def _other_calls(finding: Finding, style: Style) -> Iterable[str]:
    """Yield the calls that led there, and details that CANN does not report."""
    calls = style.frames(finding.frames)[1:]
    yield from (f"======      from {location_text(frame)}" for frame in calls)
    yield from (f"======      {line}" for line in remedy(finding, finding.message, style))


def _allocation_count(finding: Finding) -> str:
    return f" in {finding.count} allocations" if finding.count > 1 else ""


def _total_bytes(findings: Sequence[Finding]) -> str:
    return f"{sum(finding.size for finding in findings)} byte(s)"


def _total_count(findings: Sequence[Finding]) -> int:
    return sum(finding.count for finding in findings)
