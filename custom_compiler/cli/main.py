"""The program `custom-compiler`: chooses the command and turns errors into exit codes.

Exit codes: 0 done, 1 the work failed, 2 the command was used wrongly.
"""

from __future__ import annotations

import argparse
import io
import os
import signal
import sys
from typing import TYPE_CHECKING, NoReturn, Protocol

from custom_compiler import __version__
from custom_compiler.cli import (
    asc,
    autokernel,
    bridge,
    build,
    cache,
    check,
    doctor,
    env,
    explain,
    gdb,
    home,
    install,
    listing,
    new,
    profile,
    run,
    test,
    uninstall,
)
from custom_compiler.errors import BuildError, CustomCompilerError

if TYPE_CHECKING:
    from collections.abc import Sequence


class Command(Protocol):
    """What a command's module offers.

    AFTER_INTERRUPT, if there is one, is what to do after Ctrl-C.
    """

    NAME: str
    HELP: str
    DESCRIPTION: str

    def add_arguments(self, parser: argparse.ArgumentParser, /) -> None:
        """Declare its options."""

    def execute(self, args: argparse.Namespace, /) -> int:
        """Do the work; return the exit code."""


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
    install,
    uninstall,
    listing,
    home,
    env,
    cache,
    asc,
    autokernel,
)


class _Parser(argparse.ArgumentParser):
    """Reports misuse the way every other error is reported."""

    def error(self, message: str) -> NoReturn:
        show_error(f"{self.prog}: {message}", f"{self.prog} --help shows how it is used")
        self.exit(2)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with the given words (default: the process's own); return its exit code."""
    return execute(make_parser(), sys.argv[1:] if argv is None else argv)


def main_of(command: Command, argv: Sequence[str], prog: str) -> int:
    """Run one command as a program of its own, as `setup.py` does."""
    parser = _Parser(
        prog=prog,
        description=command.DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
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
    parser = _Parser(
        prog="custom-compiler",
        description="Build, install and run Ascend C custom operators.",
        epilog="custom-compiler COMMAND --help describes a command.",
    )
    parser.add_argument("--version", action="version", version=f"custom-compiler {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    for command in COMMANDS:
        sub = commands.add_parser(
            command.NAME,
            help=command.HELP,
            description=command.DESCRIPTION,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(sub)
        _bind(sub, command)
    return parser


def execute(parser: argparse.ArgumentParser, argv: Sequence[str]) -> int:
    """Parse, run, and report errors in one red line."""
    _accept_any_character()
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


def show_failure(error: CustomCompilerError) -> None:
    """Print an error: the compiler's own words, then what failed, then what to do."""
    if error.details:
        print(error.details, file=sys.stderr)
    hint = error.hint
    if isinstance(error, BuildError) and error.log:
        hint = "\n".join(filter(None, [hint, f"full log: {error.log}"]))
    show_error(error.message, hint)


def show_error(message: str, hint: str = "") -> None:
    """Print `message` in red on a terminal, `hint` below it."""
    line = "error: " + message.replace("\n", "\\n")
    if sys.stderr.isatty() and "NO_COLOR" not in os.environ:
        line = f"\x1b[1;31m{line}\x1b[0m"
    print(line, file=sys.stderr)
    if hint:
        print(hint, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
