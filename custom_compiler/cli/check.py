"""`custom-compiler check`, also `lint`: compare the declarations of an operator."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from custom_compiler.check import CheckedOperator, Contradiction

NAME = "check"
ALIASES = ("lint",)
HELP = "compare the declarations of an operator, without running it"
DESCRIPTION = """\
Compare an operator's prototype with its kernel's parameters, its aclnn header, its registration
in Python (CustomRegOp, ops.Custom) and its infer functions: operator name, names, order and kinds
of inputs and outputs, data types and formats, attributes.

This command reads declarations and executes nothing. To check what a kernel does (memory errors,
races), run it under the sanitizer: run --check, test --checked, or mssanitizer PROGRAM.

The prototype is that of source folders, of a vendor package, or, with neither, of all packages
that programs find here. Exit code 1 if there are errors.

examples:
  custom-compiler check -o op_host -k op_kernel --reg-info net.py --infer infer_file/add.cc
  custom-compiler check --package build_out/packages/vendors/customize --reg-info net.py
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options for the declarations to compare."""
    parser.add_argument("--package", type=Path, metavar="DIR", help=".../vendors/<vendor>")
    parser.add_argument("-o", "--op_host_path", type=Path, metavar="DIR", help="host sources")
    parser.add_argument("-k", "--op_kernel_path", type=Path, metavar="DIR", help="kernel sources")
    parser.add_argument(
        "--reg-info", type=Path, metavar="FILE", action="append", default=[],
        help="Python file with CustomRegOp or ops.Custom; can be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--infer", type=Path, metavar="FILE", action="append", default=[],
        help="C++ file with <Op>InferShape, <Op>InferType; can be repeated",
    )  # fmt: skip
    parser.add_argument("--ascend_cann_package_path", metavar="DIR", help="toolkit root")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def execute(args: argparse.Namespace) -> int:
    """Print the reports; 1 if one is an error."""
    from custom_compiler.check import check
    from custom_compiler.check.infer_source import read_infer
    from custom_compiler.check.registration import read_python

    operators = _operators(args)
    findings = check(
        operators,
        [read_python(path) for path in args.reg_info],
        [read_infer(path) for path in args.infer],
    )
    errors = sum(finding.severity == "error" for finding in findings)
    if args.json:
        _print_json(findings)
    else:
        for finding in findings:
            _print(finding)
        names = ", ".join(sorted(operators))
        print(f"{errors} errors, {len(findings) - errors} warnings; operators: {names}")
    return 1 if errors else 0


def _operators(args: argparse.Namespace) -> dict[str, CheckedOperator]:
    import os

    from custom_compiler.check import described_operators, packaged_operators
    from custom_compiler.cli.install import with_opp_path
    from custom_compiler.errors import MisuseError
    from custom_compiler.package import find_packages
    from custom_compiler.toolkit import find_toolkit

    if args.package and args.op_host_path:
        raise MisuseError("--package and --op_host_path exclude each other", "give one of them")
    if args.package:
        return packaged_operators(args.package)
    if args.op_host_path:
        for option, path in (("--op_host_path", args.op_host_path),
                             ("--op_kernel_path", args.op_kernel_path)):  # fmt: skip
            if path and not path.is_dir():
                raise MisuseError(f"{option}: no such directory: {path}")
        toolkit = find_toolkit(args.ascend_cann_package_path)
        return described_operators(args.op_host_path, args.op_kernel_path, toolkit)
    operators: dict[str, CheckedOperator] = {}
    for package in find_packages(with_opp_path(os.environ)):
        operators = packaged_operators(package.path) | operators
    if not operators:
        raise MisuseError(
            "there is nothing to compare with: no package is installed",
            "give --op_host_path and --op_kernel_path, or --package",
        )
    return operators


def _print(finding: Contradiction) -> None:
    print(f"{finding.location}: {finding.severity}: {finding.message}")
    if finding.other:
        print(f"{finding.other}: note: compared with this")
    if finding.hint:
        print(f"  {finding.hint}")


def _print_json(findings: list[Contradiction]) -> None:
    import json

    entries = [
        {
            "severity": finding.severity,
            "message": finding.message,
            "place": str(finding.location),
            "other": str(finding.other) if finding.other else None,
            "hint": finding.hint,
        }
        for finding in findings
    ]
    print(json.dumps(entries, indent=2))
