"""The program `custom-compiler`: chooses the command and turns errors into exit codes.

Exit codes: 0 done, 1 the work failed, 2 the command was used wrongly.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from typing import TYPE_CHECKING

from custom_compiler import __version__
from custom_compiler.cli import (
    asc,
    autokernel,
    bridge,
    build,
    cache,
    check,
    clean,
    completion,
    doctor,
    env,
    explain,
    gdb,
    help_command,
    home,
    install,
    judge,
    listing,
    new,
    profile,
    run,
    test,
    uninstall,
)
from custom_compiler.cli.messages import show_error, show_failure
from custom_compiler.cli.parser import HelpFormatter, Parser
from custom_compiler.errors import CustomCompilerError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from custom_compiler.cli.command import Command

COMMANDS: tuple[Command, ...] = (
    new,
    test,
    build,
    check,
    explain,
    doctor,
    bridge,
    run,
    profile,
    gdb,
    judge,
    install,
    uninstall,
    listing,
    home,
    env,
    cache,
    clean,
    completion,
    help_command,
    asc,
    autokernel,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with the given words (default: the process's own); return its exit code."""
    return execute(make_parser(), sys.argv[1:] if argv is None else argv)


def main_of(command: Command, argv: Sequence[str], prog: str) -> int:
    """Run one command as a separate program, as `setup.py` does."""
    parser = Parser(
        prog=prog,
        description=command.DESCRIPTION,
        formatter_class=HelpFormatter,
    )
    command.add_arguments(parser)
    _bind(parser, command)
    return execute(parser, argv)


def _bind(parser: argparse.ArgumentParser, command: Command) -> None:
    parser.set_defaults(
        execute=command.execute, after_interrupt=getattr(command, "AFTER_INTERRUPT", "")
    )


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    parser = Parser(
        prog="custom-compiler",
        description="Build, install and run Ascend C custom operators.",
        epilog="custom-compiler COMMAND --help describes a command.",
    )
    parser.add_argument("--version", action="version", version=f"custom-compiler {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    for command in COMMANDS:
        sub = commands.add_parser(
            command.NAME,
            aliases=getattr(command, "ALIASES", ()),
            help=command.HELP,
            description=command.DESCRIPTION,
            formatter_class=HelpFormatter,
        )
        command.add_arguments(sub)
        _bind(sub, command)
    return parser


def execute(parser: argparse.ArgumentParser, argv: Sequence[str]) -> int:
    """Parse, run, and report errors in one red line."""
    _accept_any_character()
    os.umask(os.umask(0o022) | 0o002)  # nothing that is made is everybody's to change
    args = parser.parse_args(argv)
    try:
        code: int = args.execute(args)
        sys.stdout.flush()
    except CustomCompilerError as error:
        show_failure(error)
        return error.exit_code
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        show_error(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        return 1
    except MemoryError as error:
        show_error(f"not enough memory: {error}", "give smaller sizes, or more memory")
        return 1
    except KeyboardInterrupt:
        show_error("interrupted", args.after_interrupt)
        return 128 + signal.SIGINT
    return code


def _accept_any_character() -> None:
    """Let file names be printed that are no text, or none that the terminal knows."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            is_utf8 = stream.encoding.lower().replace("-", "") == "utf8"
            stream.reconfigure(errors="surrogateescape" if is_utf8 else "backslashreplace")


if __name__ == "__main__":
    sys.exit(main())
