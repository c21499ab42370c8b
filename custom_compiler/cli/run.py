"""`custom-compiler run`: execute an installed operator on NumPy files."""

from __future__ import annotations

import argparse
import math
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import numpy as np

    from custom_compiler.call.execution import Call
    from custom_compiler.call.prototype import Prototype
    from custom_compiler.cli.arguments import TakesArguments

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
  custom-compiler run AddCustom --input x.npy y.npy --dump z=expected.npy --trace add.txt
  custom-compiler run AddCustom --input x.npy y.npy --check

With --check the exit code is 1 if something was found.
"""


DEFAULT_TRACE = 100_000
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
    observers = parser.add_mutually_exclusive_group()
    observers.add_argument(
        "--check", action="store_true", help="look for faults of the kernel, e.g. missing waits"
    )
    value: dict[str, Any] = {"action": "append_const", "dest": "values", "default": []}
    parser.add_argument(
        "--check-nan",
        **value,
        const="nan",
        help="with --check: also report what makes NaN or infinity of finite numbers",
    )
    parser.add_argument(
        "--check-half-sums",
        **value,
        const="half",
        help="with --check: also report sums in half that are more than 1 %% off those in float",
    )
    parser.add_argument("--json", metavar="FILE", help="with --check: write findings as JSON")
    parser.add_argument("--sarif", metavar="FILE", help="with --check: write them as SARIF 2.1.0")
    observers.add_argument(
        "--trace", metavar="FILE", help="write what each instruction read and wrote, with its line"
    )
    parser.add_argument(
        "--trace-block", type=_count, metavar="N", help="of this block only (default: all)"
    )
    parser.add_argument(
        "--trace-limit",
        type=_count,
        default=DEFAULT_TRACE,
        metavar="N",
        help=f"of that many instructions and calls per launch (default {DEFAULT_TRACE})",
    )
    parser.add_argument(
        "--dump",
        **_SEVERAL,
        metavar="OUTPUT=FILE",
        help="compare an output with a .npy file: the first element that differs, and who wrote it",
    )


def add_call_arguments(parser: TakesArguments, *, required: bool = True) -> None:
    """Take the operator, if `required` in any case, and its arguments."""
    operator: dict[str, Any] = {} if required else {"nargs": "?"}
    parser.add_argument("operator", metavar="OP", help="operator type, e.g. AddCustom", **operator)
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
    traces = [user_path(args.trace)] if args.trace else []
    check_outputs([*outputs, *traces], (file for group in files.values() for file in group))
    expected = _expected(args, prototype)
    if (args.json or args.sarif) and not args.check:
        raise MisuseError("--json and --sarif are for findings", "give --check, too")
    if args.values and not args.check:
        raise MisuseError("--check-nan and --check-half-sums add to --check", "give --check, too")
    call = make_call(args, prototype, files)
    is_faulty = False
    if args.check:
        results, is_faulty = _checked(args, call, environment)
    elif args.trace:
        results = _traced(args, call, environment, traces[0])
    else:
        results = execute_call(call, environment)
    write_arrays(zip(outputs, results, strict=False))
    for port, array, path in zip(prototype.outputs, results, args.output, strict=False):
        print(f"{port.name}: {name_of(array.dtype)} {list(array.shape)} -> {path}")
    actual = {port.name: array for port, array in zip(prototype.outputs, results, strict=True)}
    different = [
        _compare(call, environment, name, actual[name], expected[name]) for name in expected
    ]
    return 1 if is_faulty or any(different) else 0


def _checked(
    args: argparse.Namespace, call: Call, environment: Mapping[str, str]
) -> tuple[list[np.ndarray[Any, Any]], bool]:
    """Execute and report what was found, also if the call fails."""
    from custom_compiler.call.execution import RunError
    from custom_compiler.call.execution import execute as execute_call
    from custom_compiler.observe.program import lines_folder, observed_environment
    from custom_compiler.sanitize.checked_call import CheckedCall, NotCheckedError

    checked = CheckedCall(args.operator, args.json, args.sarif, args.values)
    with lines_folder() as folder:
        observed = observed_environment("check", folder, checked.options, environment)
        try:
            results = execute_call(call, observed)
        except RunError:
            with suppress(NotCheckedError):
                checked.report(folder, succeeded=False)
            raise
        return results, checked.report(folder, succeeded=True)


def _traced(
    args: argparse.Namespace, call: Call, environment: Mapping[str, str], target: Path
) -> list[np.ndarray[Any, Any]]:
    from custom_compiler.call.execution import execute as execute_call
    from custom_compiler.debug.trace import new_trace

    options = {"limit": str(args.trace_limit)}
    if args.trace_block is not None:
        options["block"] = str(args.trace_block)
    with new_trace(**options) as trace:
        try:
            return execute_call(call, {**environment, **trace.variables})
        finally:
            trace.save(target)


def _expected(args: argparse.Namespace, prototype: Prototype) -> dict[str, np.ndarray[Any, Any]]:
    """Read what outputs are compared with, by name."""
    from custom_compiler.call.arrays import read_npy
    from custom_compiler.errors import MisuseError
    from custom_compiler.support.user_paths import user_path

    names = [port.name for port in prototype.outputs]
    expected = {}
    for text in args.dump:
        name, file = _split(text, "--dump")
        if name not in names:
            raise MisuseError(
                f"--dump {text}: {prototype.operator} has no output '{name}'",
                f"outputs: {', '.join(names)}",
            )
        expected[name] = read_npy(user_path(file))
    return expected


def _compare(
    call: Call,
    environment: Mapping[str, str],
    name: str,
    actual: np.ndarray[Any, Any],
    expected: np.ndarray[Any, Any],
) -> bool:
    """Say whether an output is what it should be; return whether it is not."""
    from custom_compiler.call.execution import execute as execute_call
    from custom_compiler.debug.compare import describe, first_difference
    from custom_compiler.debug.trace import new_trace
    from custom_compiler.errors import MisuseError

    if actual.shape != expected.shape:
        raise MisuseError(
            f"--dump {name}: its shape is {list(actual.shape)}, that of the file "
            f"{list(expected.shape)}"
        )
    difference = first_difference(actual, expected)
    if difference is None:
        print(f"{name}: as expected")
        return False
    size = actual.dtype.itemsize
    with new_trace(watch=f"{name}:{difference.element * size}:{size}") as trace:
        execute_call(call, {**environment, **trace.variables})
        print(describe(name, difference, trace.writers(), size))
    return True


def call_environment(args: argparse.Namespace) -> dict[str, str]:
    """Return the environment of the process that calls the operator."""
    from custom_compiler.package.installed_wheels import with_wheels
    from custom_compiler.toolkit import find_toolkit

    toolkit = find_toolkit(args.ascend_cann_package_path)
    environment = with_wheels(toolkit.environment())
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
    """Files by input; `NAME=` is one's name, unless it is no input and there is such a file."""
    from pathlib import Path

    from custom_compiler.call.prototype import assign_inputs

    names = {port.name for port in prototype.inputs}

    def named(text: str) -> tuple[str, str]:
        name, equals, file = text.partition("=")
        meant = name in names or (name.isidentifier() and not Path(text).exists())
        return (name, file) if equals and meant else ("", text)

    return assign_inputs([named(text) for text in given], prototype)


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


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"no number: {text}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= _MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"no number of seconds: {text}")
    return seconds
