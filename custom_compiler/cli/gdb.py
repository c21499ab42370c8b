"""`custom-compiler gdb`: an operator's kernel under gdb."""

from __future__ import annotations

import argparse
from pathlib import Path

from custom_compiler.cli.call_arguments import (
    add_call_arguments,
    call_environment,
    find_inputs,
    make_call,
)

NAME = "gdb"
HELP = "execute an installed operator under gdb, with breakpoints in its kernel"
DESCRIPTION = """\
Execute an operator as `run` does, under gdb. Its kernel is compiled with -g first. Breakpoints are
those of gdb, by kernel file and line; tensors and queues print as such. Blocks run one after the
other. `info ascend cores`, `info ascend queues`, `info ascend flags` and
`ascend memory UB 0x40 float 16` show the cores.

examples:
  custom-compiler gdb AddCustom --input x.npy y.npy --block 3 --ex "break add_custom.cpp:52"
  custom-compiler gdb AddCustom --input x.npy y.npy -x session.gdb --batch
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the operator, its arguments, and what gdb is to do."""
    add_call_arguments(parser)
    add = parser.add_argument
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--block", type=_block, metavar="N", help="breakpoints stop in this block only"
    )
    where.add_argument(
        "--host", action="store_true", help="breakpoints stop in tiling and inference functions too"
    )
    add("-x", action="append", default=[], metavar="FILE", help="a file of gdb commands")
    add("--ex", action="append", default=[], metavar="COMMAND", help="a gdb command")
    add("--batch", action="store_true", help="leave gdb when these are done")


def execute(args: argparse.Namespace) -> int:
    """Start gdb; return its exit code."""
    from custom_compiler.call.execution import debug
    from custom_compiler.debug.session import gdb_command, observation, output_folder
    from custom_compiler.errors import MisuseError

    scripts = [Path(file) for file in args.x]
    for script in scripts:
        if not script.is_file():
            raise MisuseError(f"-x {script}: there is no such file")
    args.timeout = 0.0
    command = gdb_command(scripts, args.ex, batch=args.batch)
    environment = call_environment(args)
    prototype, files = find_inputs(args, environment)
    call = make_call(args, prototype, files)
    condition = "" if args.host else "$ascend_block() >= 0"
    if args.block is not None:
        condition = f"$ascend_block() == {args.block}"
    with output_folder() as output:
        return debug(call, {**environment, **observation(condition, output)}, command)


def _block(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"no number of a block: {text}")
    return int(text)
