"""Events that a running build reports to its caller."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BuildEvent:
    """One thing that happened.

    Attributes:
        stage: "wait" for another build of the project, "configure" or "build" for steps, "note" for
            what the user should know of a build that succeeds, "output" for what tools say besides.
        text: What was done, one line.
        done: Finished steps of the stage; 0 while that is unknown.
        total: Steps of the stage as known by now; 0 while that is unknown.
    """

    stage: str
    text: str
    done: int = 0
    total: int = 0


EventHandler = Callable[[BuildEvent], None]


def ignore(event: BuildEvent) -> None:
    """Drop an event, for callers that do not listen."""
    del event
