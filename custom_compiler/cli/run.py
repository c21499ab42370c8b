"""`custom-compiler run`: execute an installed operator on NumPy files."""

from __future__ import annotations

import argparse
import math
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from custom_compiler.call.execution import Call
    from custom_compiler.call.prototype import Prototype

NAME = "run"
HELP = "execute an installed operator on NumPy files"
DESCRIPTION = """\
Execute an operator of an installed package. Inputs are given in the order of its definition,
or by name; a dynamic input takes several. Output dtypes follow from the inputs, output shapes
from the operator's shape inference, unless they are given. bfloat16 is stored as NumPy stores
ml_dtypes.bfloat16.

examples:
  custom-compiler run AddCustom --input x.npy y.npy --output z.npy
  custom-compiler run ReduceSum --input x=x.npy --attr axis=1 --output-shape 8 --output y.npy
"""


DEFAULT_TIMEOUT = 600.0  # for cores that a CPU simulates
_MOST_SECONDS = 1e9
_MAX_ELEMENTS = 1 << 48  # more than any memory holds, and no overflow in bytes
_SEVERAL: dict[str, Any] = {"action": "extend", "nargs": "+", "default": []}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the operator, its arguments and where the outputs go."""
    add_call_arguments(parser)
    parser.add_argument(
        "--output", **_SEVERAL, metavar="FILE", help="files to write, in the format of .npy"
    )


def add_call_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the operator and its arguments."""
    parser.add_argument("operator", metavar="OP", help="operator type, e.g. AddCustom")
    add = parser.add_argument
    add("--input", **_SEVERAL, metavar="[NAME=]FILE", help=".npy files")
    add("--attr", **_SEVERAL, metavar="NAME=VALUE", help="lists as 1,2 or [1,2]")
    parser.add_argument(
        "--output-shape",
        action="append",
        default=[],
        type=_shape,
        metavar="8,2048",
        help="per output",
    )
    parser.add_argument(
        "--output-dtype", action="append", default=[], metavar="DTYPE", help="per output"
    )
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=DEFAULT_TIMEOUT,
        metavar="SECONDS",
        help="for the kernel, and for each of the operator's functions on the host "
        f"(default {DEFAULT_TIMEOUT:g}, 0: any time)",
    )
    parser.add_argument(
        "--ascend_cann_package_path", metavar="DIR", help="toolkit root (default as for build)"
    )


def execute(args: argparse.Namespace) -> int:
    """Run the operator; print a line per output."""
    from custom_compiler.call.arrays import name_of
    from custom_compiler.call.execution import execute as execute_call
    from custom_compiler.call.output_files import check_outputs, write_arrays
    from custom_compiler.errors import MisuseError
    from custom_compiler.support.user_paths import user_path

    environment = call_environment(args)
    prototype, files = find_inputs(args, environment)
    if len(args.output) > len(prototype.outputs):
        raise MisuseError(
            f"{args.operator} has {len(prototype.outputs)} output(s), {len(args.output)} given"
        )
    outputs = [user_path(file) for file in args.output]
    check_outputs(outputs, (file for group in files.values() for file in group))
    results = execute_call(make_call(args, prototype, files), environment)
    write_arrays(zip(outputs, results, strict=False))
    for port, array, path in zip(prototype.outputs, results, args.output, strict=False):
        print(f"{port.name}: {name_of(array.dtype)} {list(array.shape)} -> {path}")
    return 0


def call_environment(args: argparse.Namespace) -> dict[str, str]:
    """Return the environment of the process that calls the operator."""
    from custom_compiler.toolkit import find_toolkit

    toolkit = find_toolkit(args.ascend_cann_package_path)
    environment = toolkit.environment()
    environment["ASCEND_OPP_PATH"] = os.environ.get("ASCEND_OPP_PATH") or str(toolkit.opp)
    return environment


def find_inputs(
    args: argparse.Namespace, environment: Mapping[str, str]
) -> tuple[Prototype, dict[str, list[Path]]]:
    """Find the operator, and the files of its inputs by name."""
    from custom_compiler.call.prototype import find_prototype
    from custom_compiler.package.vendor import find_packages
    from custom_compiler.support.user_paths import user_path

    prototype = find_prototype(args.operator, find_packages(environment))
    files = {
        name: [user_path(file) for file in group]
        for name, group in _inputs_by_name(args.input, prototype).items()
    }
    return prototype, files


def make_call(
    args: argparse.Namespace, prototype: Prototype, files: Mapping[str, Sequence[Path]]
) -> Call:
    """Read the inputs; return what to execute."""
    from custom_compiler.call.arrays import canonical, read_npy
    from custom_compiler.call.execution import Call

    return Call(
        prototype=prototype,
        inputs={name: [read_npy(file) for file in group] for name, group in files.items()},
        attributes=dict(_split(text, "--attr") for text in args.attr),
        output_shapes=args.output_shape,
        output_dtypes=[canonical(name) for name in args.output_dtype],
        timeout=args.timeout,
    )


def _inputs_by_name(given: Sequence[str], prototype: Prototype) -> dict[str, list[str]]:
    """Assign files to inputs: named ones to their name, the others to those left, in order."""
    names = [port.name for port in prototype.inputs]
    found: dict[str, list[str]] = {}
    unnamed = []
    for text in given:
        name, equals, file = text.partition("=")
        if equals and name in names:
            found.setdefault(name, []).append(file)
        else:
            unnamed.append(text)
    open_ports = [port for port in prototype.inputs if port.name not in found]
    for position, file in enumerate(unnamed):
        if position < len(open_ports):
            found[open_ports[position].name] = [file]
        elif open_ports and open_ports[-1].kind == "dynamic":
            found[open_ports[-1].name].append(file)
        else:
            from custom_compiler.errors import MisuseError

            raise MisuseError(
                f"{prototype.operator} has no input left for {file}", f"inputs: {', '.join(names)}"
            )
    return found


def _split(text: str, option: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        from custom_compiler.errors import MisuseError

        raise MisuseError(f"{option} {text}: not NAME=VALUE")
    return name, value


def _shape(text: str) -> tuple[int, ...]:
    try:
        shape = tuple(int(word) for word in text.strip("[]()").split(",") if word.strip())
    except ValueError:
        raise argparse.ArgumentTypeError(f"not a shape: {text}") from None
    if min(shape, default=0) < 0 or math.prod(shape) >= _MAX_ELEMENTS:
        raise argparse.ArgumentTypeError(f"not a shape: {text}")
    return shape


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= _MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"no number of seconds: {text}")
    return seconds
