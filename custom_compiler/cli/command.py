"""The interface of the module of each command and action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import argparse


class Command(Protocol):
    """The interface of a command's module.

    Optional: ALIASES are other names of the command, and AFTER_INTERRUPT is the hint after Ctrl-C.
    """

    NAME: str
    HELP: str
    DESCRIPTION: str

    def add_arguments(self, parser: argparse.ArgumentParser, /) -> None:
        """Declare its options."""

    def execute(self, args: argparse.Namespace, /) -> int:
        """Do the work; return the exit code."""
