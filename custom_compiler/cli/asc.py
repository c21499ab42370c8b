"""`custom-compiler asc`: kernels of the Python language in their intermediate language."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from xdsl.dialects.builtin import ModuleOp

NAME = "asc"
HELP = "take the IR of Python kernels through passes, or to Ascend C"
DESCRIPTION = """\
Read a kernel's intermediate language (of `kernel.source("codegen")`, or what PYASC_DUMP_PATH
keeps), in the short spelling or the generic one of MLIR. `opt` takes it through passes and prints
it, `translate` prints its Ascend C. `-` reads standard input. Needs the extra: pip install
'custom_compiler[asc]'.

examples:
  custom-compiler asc opt --passes fold,merge,dead codegen.mlir
  custom-compiler asc opt codegen.mlir | custom-compiler asc translate -
  custom-compiler asc opt --generic codegen.mlir | mlir-opt-19 --allow-unregistered-dialect
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to do, and the file."""
    actions = parser.add_subparsers(metavar="ACTION", required=True, dest="action")
    opt = actions.add_parser("opt", help="print the IR after passes: all of a compile, or some")
    opt.add_argument("file", metavar="FILE", help="text of a module, - for standard input")
    opt.add_argument("--passes", metavar="NAMES", help="these, in this order, commas between")
    opt.add_argument("--generic", action="store_true", help="print the generic spelling")
    translate = actions.add_parser("translate", help="print the Ascend C of a module, unmodified")
    translate.add_argument("file", metavar="FILE", help="text of a module, - for standard input")


def execute(args: argparse.Namespace) -> int:
    """Print the module or its Ascend C."""
    module = _module(args.file)
    if args.action == "translate":
        from custom_compiler.asc.emit import emit

        print(emit(module).text, end="")
        return 0
    from custom_compiler.asc.ir.text import print_module
    from custom_compiler.asc.transforms import TransformOptions, run, run_passes

    if args.passes is None:
        run(module, TransformOptions())
    else:
        run_passes(args.passes.split(",") if args.passes else [], module, TransformOptions())
    print(print_module(module, generic=args.generic), end="")
    return 0


def _module(file: str) -> ModuleOp:
    from custom_compiler.errors import MisuseError

    try:
        from custom_compiler.asc.ir.text import parse_module
    except ModuleNotFoundError as error:
        message = f"the IR of kernels needs the Python package {error.name}"
        raise MisuseError(message, "pip install 'custom_compiler[asc]'") from None
    if file == "-":
        return parse_module(sys.stdin.read(), "standard input")
    try:
        return parse_module(Path(file).read_text(encoding="utf-8"), file)
    except UnicodeDecodeError:
        message = f"{file} is no text"
        raise MisuseError(message, "give a file of IR") from None
