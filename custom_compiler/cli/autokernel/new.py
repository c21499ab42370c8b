"""`custom-compiler autokernel new`: a description to start from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

NAME = "new"
HELP = "write a description to start from"
DESCRIPTION = """\
Writes NAME.py, the description of an operator: an example, or a copy of a shipped one. The file
runs by itself (python NAME.py) and shows what the operator computes.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the name, what to copy, and where to."""
    parser.add_argument("name", metavar="NAME", help="of the operator, like my_operator")
    parser.add_argument("--like", metavar="SHIPPED", default="", help="a shipped one to copy")
    parser.add_argument("--path", metavar="DIR", type=Path, default=Path(), help="where to (here)")


def execute(args: argparse.Namespace) -> int:
    """Write the file."""
    from custom_compiler.autokernel.operators.new import write_new

    path = write_new(args.name, args.like, args.path)
    print(f"{path} is written; python {path} shows what it computes")
    return 0
