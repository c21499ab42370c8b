"""`custom-compiler autokernel`: operators made from descriptions; one file per action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.cli.autokernel import deploy, new, plug, tune
from custom_compiler.cli.parser import HelpFormatter

if TYPE_CHECKING:
    import argparse

    from custom_compiler.cli.command import Command

NAME = "autokernel"
HELP = "make operators from descriptions, tune them, and plug them in"
DESCRIPTION = """\
Operators from descriptions of what they compute, for this machine's CPU and for AI cores.
Needs the extra: pip install 'custom_compiler[autokernel]'.
"""
AFTER_INTERRUPT = "the trials are stored: the same command continues there"

ACTIONS: tuple[Command, ...] = (new, tune, plug, deploy)
"""Each a module with what a command's has; heavy imports happen in its `execute`."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to do, with that action's own options."""
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    for action in ACTIONS:
        sub = actions.add_parser(
            action.NAME,
            help=action.HELP,
            description=action.DESCRIPTION,
            formatter_class=HelpFormatter,
        )
        action.add_arguments(sub)
        sub.set_defaults(run_action=action.execute)


def execute(args: argparse.Namespace) -> int:
    """Do it; what a description's own code does wrong is said with its line."""
    from custom_compiler.autokernel.operators.named import blamed

    with blamed(getattr(args, "operator", "")):
        code: int = args.run_action(args)
    return code
