"""`custom-compiler new`: an operator project to start from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

NAME = "new"
HELP = "write the sources and the test of a new operator, which build and pass at once"
DESCRIPTION = """\
Write an operator project into a new folder: host code, kernel, test and a page. It builds and its
test passes unmodified, on all cores, with double buffering and tails of any size; what it computes
is an example to be replaced.

templates: elementwise: each element from those at its place; rows: the last dimension as a whole;
reduce: the last dimension to one element; matmul: the product of two matrices.

examples:
  custom-compiler new LeakyRelu --input x:fp16,fp32 --output y --attr negative_slope:float=0.1
  custom-compiler new RowNorm --input x:fp16,bf16 --template rows
  custom-compiler new AddCustom --from AddCustom.json --wheel
  custom-compiler new AddAll --python --input a:fp16 b:fp16 --output total
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what the operator has, and where it goes."""
    from custom_compiler.cli.call_arguments import SEVERAL

    add = parser.add_argument
    add("name", metavar="OP", help="operator type, e.g. LeakyRelu")
    add("--input", **SEVERAL, metavar="NAME[:TYPES]", help="inputs (default: x:fp16,fp32)")
    add("--output", **SEVERAL, metavar="NAME[:TYPES]", help="the output (default: y, or z)")
    add("--attr", **SEVERAL, metavar="NAME:TYPE[=VALUE]", help="attributes; without value required")
    add(
        "--template",
        choices=("elementwise", "rows", "reduce", "matmul"),
        default="elementwise",
        help="what kind of operator it is (default: %(default)s)",
    )
    add(
        "--python",
        action="store_true",
        help="the kernel in Python (asc), from which op_host and op_kernel are written",
    )
    add("--from", dest="description", metavar="FILE", help="a description in msopgen's JSON")
    add(
        "--wheel",
        action="store_true",
        help="also what makes a wheel of it: setup.py, a Python package, a workflow, a Dockerfile",
    )
    add("--path", metavar="DIR", help="the folder to write (default: its name)")


def execute(args: argparse.Namespace) -> int:
    """Write the project; print what is next."""
    import shlex

    from custom_compiler.errors import MisuseError
    from custom_compiler.project.starter.request import described, requested
    from custom_compiler.project.starter.write import write_starter
    from custom_compiler.support.user_paths import user_path

    if args.python:
        from custom_compiler.project.python_kernels import check_language, write_sources

        if args.template != "elementwise":
            message = f"--python has no template {args.template}, only elementwise"
            raise MisuseError(message, "leave out --python, or start from docs/python_kernels.md")
        check_language()
    if args.description:
        if args.input or args.output or args.attr:
            message = "--from has the inputs, outputs and attributes"
            raise MisuseError(message, "leave out --input, --output and --attr")
        operator = described(args.name, user_path(args.description))
    else:
        operator = requested(args.name, args.input, args.output, args.attr)
    shown = args.path or operator.name
    folder = user_path(shown)
    for path in write_starter(operator, args.template, folder, python=args.python):
        print(f"  {Path(shown, path.relative_to(folder))}")
    if args.wheel:
        from custom_compiler.wheel.starter import write_wheel_files

        for path in write_wheel_files(folder, f"{operator.stem}_ops", operator.stem):
            print(f"  {Path(shown, path)}")
    if args.python:
        write_sources(folder)
        print(f"written from {Path(shown, operator.stem)}.py: op_host, op_kernel, infer_file")
    print(f"next: cd {shlex.quote(shown)} && custom-compiler test")
    return 0
