"""`custom-compiler home`: where the embedded CANN is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

NAME = "home"
HELP = "print the root of the embedded CANN"
DESCRIPTION = """\
Print the root of the embedded CANN, made or repaired first if need be.
Its place is $CUSTOM_COMPILER_HOME, else the user's data directory.

example:
  export ASCEND_HOME_PATH="$(custom-compiler home)"
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take no options."""
    del parser


def execute(args: argparse.Namespace) -> int:
    """Print the path."""
    from custom_compiler.toolkit import ensure_home

    del args
    print(ensure_home())
    return 0
