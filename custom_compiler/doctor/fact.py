"""One line of what the doctor says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fact:
    """One line of the report; `problem` says what is wrong and what to do, or "" if nothing is."""

    topic: str
    value: str
    problem: str = ""
