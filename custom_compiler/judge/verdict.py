"""Verdicts on projects."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from custom_compiler.judge.answers import launches_of
from custom_compiler.support.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

RIGHT = "right"
WRONG = "wrong"
NO_BUILD = "does not build"
FAULT = "fails"
NOT_THE_KERNEL = "not the kernel's work"
UNSTEADY = "differs from call to call"
LIMIT = "over a limit"
REFUSED = "no project"
FAULTY = "faulty"
NOT_JUDGED = "not judged"  # by the machine's fault: neither right nor wrong, and not for a journal
WORDS = (
    RIGHT, WRONG, NO_BUILD, FAULT, NOT_THE_KERNEL, UNSTEADY, LIMIT, REFUSED, FAULTY, NOT_JUDGED,
)  # fmt: skip
_WHOLE = ("cores", "cycles")


@dataclass(frozen=True)
class Verdict:
    """Verdict on one project.

    Attributes:
        project: Its path as it was given.
        verdict: One of the words above.
        reason: In one line: the first error or difference, the limit.
        case: The inputs with which it happened, or "".
        operator: The operator's type.
        cases: Number of correct calls.
        build_seconds: Of its build.
        seconds: Of everything.
        content: Identity of project, reference and tool; "" if the machine failed.
        details: More lines: output of compilers.
        findings: Sanitizer reports on a call, a line each.
        unchecked: Why the sanitizer did not run, or "".
        model: Estimated timing of each launch of a call: kernel, soc, microseconds, and
            by type of core the cores, the cycles of the longest, and the cycles in which each pipe
            of one core on average was busy.
        sandbox: Its isolation: "namespaces", "landlock" or "limits".
        infer_shape: Error in the operator's InferShape, or "". Calls use the shapes of
            the reference, as those of aclnn do; graphs and MindSpore use InferShape.
    """

    project: str
    verdict: str
    reason: str = ""
    case: str = ""
    operator: str = ""
    cases: int = 0
    build_seconds: float = 0.0
    seconds: float = 0.0
    content: str = ""
    details: tuple[str, ...] = field(default=())
    findings: tuple[str, ...] = field(default=())
    unchecked: str = ""
    model: tuple[dict[str, Any], ...] = field(default=())
    sandbox: str = ""
    infer_shape: str = ""

    def line(self) -> str:
        """Return the verdict in one printable line, since its texts are untrusted."""
        text = f"{self.project}: {self.verdict}"
        if self.verdict == RIGHT:
            text += f" ({self.operator}, {self.cases} calls, {self.seconds:.1f} s)"
        else:
            text += f" [{self.case}]: {self.reason}" if self.case else f": {self.reason}"
        return printable(text)

    def more_lines(self) -> Iterator[str]:
        """Return further lines for users: compiler output, reports, estimated timing."""
        return (printable(line.expandtabs()) for line in self._more_lines())

    def _more_lines(self) -> Iterator[str]:
        yield from self.details[1:]
        for finding in self.findings:
            yield f"checker: {finding}"
        if self.infer_shape:
            yield f"InferShape, which graphs go by: {self.infer_shape}"
        if self.unchecked:
            yield f"not checked: {self.unchecked}"
        for launch in self.model:
            parts = []
            for kind, cycles in launch["cycles"].items():
                pipes = [f"{name} {count}" for name, count in cycles.items() if name not in _WHOLE]
                total = f"{cycles['cores']} {kind} cores: {cycles['cycles']} cycles"
                parts.append(f"{total} ({', '.join(pipes)})")
            duration = f"{launch['microseconds']:.2f} us on {launch['soc']}"
            yield f"model: {launch['kernel']}: {duration}; {'; '.join(parts)}"

    def json(self) -> str:
        """Return the verdict for programs, in one line."""
        return json.dumps(asdict(self))


def from_json(line: str) -> Verdict:
    """Return the verdict of a line that `json` made; raise ValueError for other lines."""
    try:
        values: Any = json.loads(line)
        texts = {name: tuple(values[name]) for name in ("details", "findings")}
        judgement = Verdict(**{**values, **texts, "model": tuple(values["model"])})
    except (TypeError, KeyError, RecursionError) as error:
        message = f"no verdict: {error}"
        raise ValueError(message) from None
    if judgement.verdict not in WORDS or not _has_types(judgement):
        message = "no verdict: its fields are of other types"
        raise ValueError(message)
    return judgement


def _has_types(verdict: Verdict) -> bool:
    """Return whether the fields of a verdict have their types."""
    numbers = {type(getattr(verdict, name)) for name in ("build_seconds", "seconds")} <= {
        int,
        float,
    }
    texts = ("project", "verdict", "reason", "case", "operator", "content", "unchecked", "sandbox")
    several = (*verdict.details, *verdict.findings, verdict.infer_shape)
    lines = all(isinstance(line, str) for line in (*several, *(getattr(verdict, n) for n in texts)))
    launches = len(launches_of(list(verdict.model))) == len(verdict.model)
    return numbers and lines and launches and type(verdict.cases) is int
