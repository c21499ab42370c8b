"""Words of command lines as values."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.kernel.jobs.scheduler import SchedulerAddress


class TakesArguments(Protocol):
    """A parser, or a group of one."""

    def add_argument(self, *names: str, **how: Any) -> argparse.Action:
        """Add an argument as argparse does."""
        ...


class Group:
    """A group of a parser's options that knows them.

    Attributes:
        options: How each is written, and its default, by destination.
    """

    def __init__(self, parser: argparse.ArgumentParser, title: str) -> None:
        self._group = parser.add_argument_group(title)
        self.options: dict[str, tuple[str, Any]] = {}

    def add_argument(self, *names: str, **how: Any) -> argparse.Action:
        """Add an argument as argparse does."""
        action = self._group.add_argument(*names, **how)
        if action.option_strings:
            self.options[action.dest] = (action.option_strings[-1], action.default)
        return action


def add_scheduler(parser: TakesArguments, what: str) -> None:
    """Take a Dask scheduler on whose workers `what` is done, and the files of TLS."""
    add = parser.add_argument
    add(
        "--scheduler",
        default="",
        metavar="ADDRESS",
        help=f"{what} on the workers of this Dask scheduler, such as tls://host:8786",
    )
    for name in ("ca-file", "cert", "key"):
        add(f"--tls-{name}", type=Path, metavar="FILE", help="of a tls:// scheduler, as Dask's")
    add("--insecure-cluster", action="store_true", help="allow a scheduler on a network without "
        "TLS: whoever can reach or imitate it chooses the kernels")  # fmt: skip


def tls_files(args: argparse.Namespace) -> tuple[Path, ...]:
    """Return the files of a TLS connection: authority, certificate, key; or none.

    Raises:
        MisuseError: some are missing, or there is no scheduler.
    """
    files = [path for path in (args.tls_ca_file, args.tls_cert, args.tls_key) if path]
    if files and not (args.scheduler and len(files) == 3):  # noqa: PLR2004 - all of them
        hint = "give --scheduler, --tls-ca-file, --tls-cert and --tls-key"
        raise MisuseError("a TLS connection needs a scheduler and all three files", hint)
    return tuple(files)


def scheduler_of(args: argparse.Namespace) -> SchedulerAddress | None:
    """Return the scheduler that is given, if any.

    Raises:
        MisuseError: as `tls_files`; or it is on a network and without TLS.
    """
    from custom_compiler.kernel.jobs.scheduler import SchedulerAddress, Tls, check_scheduler

    files = tls_files(args)
    if not args.scheduler:
        return None
    tls = Tls(*map(str, files)) if files else None
    scheduler = SchedulerAddress(args.scheduler, tls, args.insecure_cluster)
    check_scheduler(scheduler)
    return scheduler


def positive(text: str) -> int:
    """Parse a whole number above 0, for argparse."""
    if text.isascii() and text.isdigit() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"not a positive number: {text}")


def sizes_of(text: str) -> dict[str, int]:
    """Return the sizes of `columns=1024,...=512`, by name.

    Raises:
        MisuseError: a part is none.
    """
    sizes = {}
    for word in text.split(","):
        name, _, number = word.partition("=")
        if not name or not re.fullmatch(r"\d{1,18}", number) or int(number) < 1:
            raise MisuseError(f"--size {text}: no size", "write it as in --size columns=1024")
        sizes[name] = int(number)
    return sizes


def constant_of(text: str) -> tuple[str, Any]:
    """Name and value of `strides=2,2`; MisuseError if it is none."""
    import ast

    name, _, value = text.partition("=")
    try:
        return name, ast.literal_eval(value)
    except (ValueError, SyntaxError):
        raise MisuseError(
            f"--constant {text}: no value", "write it as in --constant strides=2,2"
        ) from None


def named_numbers(words: Sequence[str], option: str) -> dict[str, int | float]:
    """Return the numbers of `stride=2`, by name.

    Raises:
        MisuseError: a word is none.
    """
    numbers: dict[str, int | float] = {}
    for word in words:
        name, _, text = word.partition("=")
        try:
            numbers[name] = int(text) if re.fullmatch(r"[-+]?\d+", text) else float(text)
        except ValueError as error:
            message = f"{option} {word}: this names no number"
            raise MisuseError(message, f"write it as {option} stride=2") from error
    return numbers
