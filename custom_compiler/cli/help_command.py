"""`custom-compiler help`: what a command does, or all as a manual page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

NAME = "help"
HELP = "show what a command does"
DESCRIPTION = """\
Show the help of a command, as `custom-compiler COMMAND --help` does; without one, the list of
commands. --man writes a manual page of all:

  custom-compiler help --man > ~/.local/share/man/man1/custom-compiler.1
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the command."""
    parser.add_argument("words", metavar="COMMAND", nargs="*", help="e.g. build, or cache limit")
    parser.add_argument("--man", action="store_true", help="write a manual page, for man")


def execute(args: argparse.Namespace) -> int:
    """Print it."""
    from custom_compiler.cli.main import make_parser
    from custom_compiler.cli.parser import subcommands
    from custom_compiler.errors import MisuseError

    parser: argparse.ArgumentParser = make_parser()
    if args.man:
        print(manual(parser), end="")
        return 0
    for word in args.words:
        commands = subcommands(parser)
        if word not in commands:
            import difflib

            close = difflib.get_close_matches(word, commands, n=1)
            commands_text = f"commands: {', '.join(commands)}" if commands else "it has no commands"
            raise MisuseError(
                f"{parser.prog} has no command '{word}'",
                f"did you mean {close[0]}?" if close else commands_text,
            )
        parser = commands[word]
    print(parser.format_help(), end="")
    return 0


def manual(parser: argparse.ArgumentParser) -> str:
    """Return a page for man (roff, section 1) of a parser and its commands."""
    from custom_compiler import __version__
    from custom_compiler.cli.parser import named_commands

    lines = [
        f'.TH CUSTOM-COMPILER 1 "" "custom-compiler {__version__}" "User Commands"',
        ".SH NAME", "custom\\-compiler \\- " + _escaped(parser.description or ""),
        ".SH SYNOPSIS", ".B custom\\-compiler", ".I COMMAND", "[options]",
        ".SH COMMANDS",
    ]  # fmt: skip
    for name, command in named_commands(parser):
        lines += [f".SS {_escaped(name)}", ".nf"]
        lines += [_line(text) for text in _described(command).splitlines()]
        lines += [".fi"]
        for inner, nested in named_commands(command):
            lines += [f".SS {_escaped(f'{name} {inner}')}", ".nf"]
            lines += [*map(_line, _described(nested).splitlines()), ".fi"]
    lines += [
        ".SH EXIT STATUS", "0: done; 1: the work failed; 2: the command was used wrongly.",
        ".SH ENVIRONMENT", "docs/environment.md lists all variables.",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def _described(parser: argparse.ArgumentParser) -> str:
    """Return its help at the width of a page."""
    import os

    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "76"
    try:
        return parser.format_help()
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before


def _line(text: str) -> str:
    """Return a line of text that roff does not interpret as a request."""
    return re.sub(r"^(?=[.'])", r"\\&", _escaped(text))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-")
