"""What is said of a project."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

RIGHT = "right"
WRONG = "wrong"
NO_BUILD = "does not build"
FAULT = "fails"
NOT_THE_KERNEL = "not the kernel's work"
UNSTEADY = "differs from call to call"
LIMIT = "over a limit"
REFUSED = "no project"


@dataclass(frozen=True)
class Verdict:
    """What became of one project.

    Attributes:
        project: Its path as it was given.
        verdict: One of the words above.
        reason: In one line: the first error or difference, the limit.
        case: The inputs with which it happened, or "".
        operator: The operator's type.
        cases: How many calls were right.
        build_seconds: Of its build.
        seconds: Of everything.
        content: Identity of project, reference and tool.
        details: More lines: what compilers said.
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

    def line(self) -> str:
        """For people, in a line or two."""
        text = f"{self.project}: {self.verdict}"
        if self.verdict == RIGHT:
            return f"{text} ({self.operator}, {self.cases} calls, {self.seconds:.1f} s)"
        place = f" [{self.case}]" if self.case else ""
        return f"{text}{place}: {self.reason}"

    def json(self) -> str:
        """For programs, in one line."""
        return json.dumps(asdict(self))


def from_json(line: str) -> Verdict:
    """A verdict of a line that `json` made; ValueError if it is none."""
    values: Any = json.loads(line)
    try:
        return Verdict(**{**values, "details": tuple(values["details"])})
    except (TypeError, KeyError) as error:
        message = f"no verdict: {error}"
        raise ValueError(message) from None
