"""`custom-compiler bridge`: operators of a package as functions of MindSpore's AOT interface."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

NAME = "bridge"
HELP = "write a library through which MindSpore calls a package's operators on the CPU"
DESCRIPTION = """\
Write lib<vendor>_aot.so: for each operator of a package the function that MindSpore's
ops.Custom(func_type="aot") calls with device_target="CPU", with shape and type inference.
The operators run on the embedded toolkit's simulated cores.

examples:
  custom-compiler bridge --op AddCustom
  custom-compiler bridge --package build_out/.../packages/vendors/my --output bridges

In Python:  ops.Custom("./libmy_aot.so:AddCustom", func_type="aot", reg_info=...)
or, without any of this:  custom_compiler.mindspore.custom_op("AddCustom")
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the package, the operators and where the library goes."""
    add = parser.add_argument
    add("--package", type=Path, metavar="DIR", help="vendor folder (default: those installed)")
    add("--op", action="append", default=[], metavar="OP", help="operator type; can be repeated")
    add("--output", type=Path, default=Path(), metavar="DIR", help="folder (default: .)")
    add("--ascend_cann_package_path", metavar="DIR", help="toolkit root (default as for build)")


def execute(args: argparse.Namespace) -> int:
    """Write one library per package; print a line per function."""
    from custom_compiler.bridge import write_bridge
    from custom_compiler.errors import MisuseError
    from custom_compiler.package.vendor import find_packages, read_package
    from custom_compiler.support.user_paths import user_path
    from custom_compiler.toolkit import find_toolkit

    toolkit = find_toolkit(args.ascend_cann_package_path)
    if args.package:
        packages = [read_package(user_path(args.package))]
    else:
        packages = list(find_packages({"ASCEND_OPP_PATH": str(toolkit.opp), **os.environ}))
        packages = [p for p in packages if not args.op or set(args.op) & p.operators.keys()]
    if not packages:
        raise MisuseError(
            f"no installed package has {' or '.join(args.op) or 'operators'}",
            "give its folder with --package, or see what `custom-compiler list` finds",
        )
    for package in packages:
        operators = [name for name in args.op if name in package.operators or args.package]
        bridge = write_bridge(package, toolkit, args.output, operators)
        for operator in bridge.operators:
            print(bridge.function(operator))
        for operator, reason in bridge.left_out.items():
            print(f"left out: {operator}: {reason}")
    return 0
