"""One place of a kernel that breaks a rule of the device's compiler."""

from __future__ import annotations

from typing import NamedTuple


class RuleViolation(NamedTuple):
    """A broken rule: where, which one, and what the source has there."""

    path: str
    line: int
    column: int
    rule: str  # its name: "unsigned-float-cast"
    message: str
    is_error: bool = True  # the device's compiler rejects it; False: it is likely to go wrong

    @property
    def text(self) -> str:
        """The line that says so, as compilers write it."""
        kind = "error" if self.is_error else "warning"
        return f"{self.path}:{self.line}:{self.column}: {kind}: {self.message} [{self.rule}]"
