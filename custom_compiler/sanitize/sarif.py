"""Reports as SARIF 2.1.0, which code hosts and editors show next to the source lines."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from custom_compiler.observe.sources import source_line
from custom_compiler.sanitize.report import block_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from custom_compiler.sanitize.findings import Finding, Frame
    from custom_compiler.sanitize.launches import CheckedLaunch

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}
# What each kind means, for those that read a list of rules.
_RULES = {
    "out_of_bounds": "Access beyond a tensor or buffer",
    "misaligned": "Address not aligned as the instruction demands",
    "overlap": "Operands overlap where the instruction forbids it",
    "uninitialized": "Read of bytes that nothing has written",
    "use_after_free": "Use of a local tensor after FreeTensor",
    "double_free": "A local tensor is freed twice",
    "leak": "A local tensor is never freed",
    "wrong_queue": "A local tensor is handed to another queue than it came from",
    "too_many_alloc": "More AllocTensor than the queue has buffers",
    "queue_order": "Queue calls out of order",
    "memory_exceeded": "Buffers are larger than the memory in sum",
    "illegal_parameter": "A parameter that the instruction does not take",
    "race": "Two accesses without an order between them",
    "missing_dcci": "Data of another core read without cleaning the cache",
    "false_sharing": "Scalar stores of two cores into one cache line",
    "stomp": "Two cores write the same bytes of global memory",
    "unpaired_flag": "SetFlag without WaitFlag, or the reverse",
    "redundant_flag": "A flag that orders nothing",
    "event_exhausted": "More events outstanding than there are",
    "barrier_count": "Cores disagree on the number of barriers",
    "deadlock": "The kernel waits for ever",
    "memory_leak": "Device memory is never freed",
    "unused_memory": "Device memory is allocated and never used",
    "illegal_free": "What is freed is no live allocation of device memory",
    "tiling_overflow": "A tiling value does not fit its field",
    "accuracy": "Results that are estimates on hardware",
    "not_finite": "NaN or infinity is produced",
    "inexact_sum": "A sum in half is not what it is in float",
}


def sarif_report(
    launches: Iterable[CheckedLaunch], root: Path, version: str, *, succeeded: bool
) -> dict[str, Any]:
    """Return the document of one run.

    Args:
        launches: The checked launches.
        root: The folder to which locations are relative: the repository, for uploads.
        version: The tool's version.
        succeeded: Whether the checked program ended successfully.
    """
    findings = [(checked, finding) for checked in launches for finding in checked.findings]
    kinds = sorted({finding.kind for _, finding in findings})
    base = quote(str(root)).rstrip("/")
    places = _Places(root)
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "mssanitizer",
                        "fullName": "custom_compiler mssanitizer",
                        "version": version,
                        "rules": [_rule(kind, findings) for kind in kinds],
                    }
                },
                "originalUriBaseIds": {"SRCROOT": {"uri": f"file://{base}/"}},
                "invocations": [{"executionSuccessful": succeeded}],
                "columnKind": "utf16CodeUnits",
                "results": [_result(c, f, kinds.index(f.kind), places) for c, f in findings],
            }
        ],
    }


def _rule(kind: str, findings: Sequence[tuple[CheckedLaunch, Finding]]) -> dict[str, Any]:
    text = _RULES.get(kind, kind.replace("_", " ").capitalize())
    tool, level = next((f.tool, _LEVELS[f.severity]) for _, f in findings if f.kind == kind)
    return {
        "id": kind,
        "name": "".join(word.capitalize() for word in kind.split("_")),
        "shortDescription": {"text": text},
        "fullDescription": {"text": f"{text}."},
        "defaultConfiguration": {"level": level},
        "properties": {"tags": [tool]},
    }


def _result(checked: CheckedLaunch, finding: Finding, rule: int, places: _Places) -> dict[str, Any]:
    kernel = checked.name or "unknown"
    result: dict[str, Any] = {
        "ruleId": finding.kind,
        "ruleIndex": rule,
        "level": _LEVELS[finding.severity],
        "message": {"text": _message(finding, kernel)},
        "locations": [places.location(finding.frames[0]) if finding.frames else _nowhere(kernel)],
        "partialFingerprints": {"custom_compiler/v1": _fingerprint(finding, kernel, places)},
        "occurrenceCount": finding.count,
    }
    other = finding.other
    if other and other.frames:
        what = f"the other access: {other.api} {other.access}s {other.operand}".rstrip()
        text = f"{what} on pipe {other.pipe} in {other.block}"
        related = {"id": 1, **places.location(other.frames[0]), "message": {"text": text}}
        result["relatedLocations"] = [related]
    if len(finding.frames) > 1:
        stack = [{"location": places.location(frame)} for frame in finding.frames]
        result["stacks"] = [{"frames": stack}]
    return result


def _message(finding: Finding, kernel: str) -> str:
    words = [finding.message or _RULES.get(finding.kind, finding.kind)]
    where = [f"kernel {kernel}"] if finding.launch is not None else ["the program"]
    if finding.blocks:
        where.append(f"block {block_list(finding.blocks)}")
    if finding.pipe:
        where.append(f"pipe {finding.pipe}")
    if finding.allocation:
        where.append(f"{finding.memory} {finding.allocation.name}")
    words.append(f"({', '.join(where)})")
    if finding.help:
        words.append(finding.help)
    return " ".join(words)


def _fingerprint(finding: Finding, kernel: str, places: _Places) -> str:
    """Return a hash that survives moved lines: of the line's text, not its number."""
    location = finding.frames[0] if finding.frames else None
    text = source_line(location.file, location.line) if location else ""
    file = places.artifact(location.file)["uri"] if location else ""
    words = [finding.kind, kernel, finding.api, finding.operand, file, text or str(location)]
    return hashlib.sha256("\0".join(words).encode(errors="replace")).hexdigest()[:32]


def _nowhere(kernel: str) -> dict[str, Any]:
    """Return a substitute for a missing location, since code hosts require one."""
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": quote(kernel)},
            "region": {"startLine": 1},
        }
    }


@dataclass(frozen=True)
class _Places:
    """Places in SARIF's words, of the files below `root` where there are any."""

    root: Path

    def location(self, frame: Frame) -> dict[str, Any]:
        region: dict[str, Any] = {"startLine": max(1, frame.line)}
        if frame.column > 0:
            region["startColumn"] = frame.column
        text = source_line(frame.file, frame.line)
        if text:
            region["snippet"] = {"text": text}
        location: dict[str, Any] = {
            "physicalLocation": {
                "artifactLocation": self.artifact(frame.file),
                "region": region,
            }
        }
        if frame.function:
            location["logicalLocations"] = [{"fullyQualifiedName": frame.function}]
        return location

    def artifact(self, file: str) -> dict[str, str]:
        path = Path(file)
        if path.is_relative_to(self.root):
            return {"uri": quote(str(path.relative_to(self.root))), "uriBaseId": "SRCROOT"}
        name = quote(str(path) if file else "unknown")
        return {"uri": f"file://{name}" if path.is_absolute() else name}
