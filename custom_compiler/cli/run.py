"""`custom-compiler run`: execute an installed operator on NumPy files."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.cli.arguments import positive
from custom_compiler.cli.call_arguments import (
    SEVERAL,
    add_call_arguments,
    call_environment,
    count,
    find_inputs,
    make_call,
    split,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    import numpy as np

    from custom_compiler.call.execution import Repeated, WorkerCall
    from custom_compiler.call.prototype import Prototype
    from custom_compiler.debug.compare import Difference

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
  custom-compiler run AddCustom --random 8x2048:fp16 8x2048:fp16 --repeat 10 --json
  custom-compiler run AddCustom --input x.npy y.npy --expect z.npy --rtol 1e-3

The exit code is 1 if --check found something, or an output is not as --dump or --expect say.
"""


DEFAULT_TRACE = 100_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the operator, its arguments and where the outputs go."""
    add_call_arguments(parser)
    parser.add_argument(
        "--output", **SEVERAL, metavar="FILE", help="files to write, in the format of .npy"
    )
    observers = parser.add_mutually_exclusive_group()
    observers.add_argument(
        "--check",
        action="store_true",
        help="run under the sanitizer: reports races, overruns",
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
    parser.add_argument(
        "--json",
        nargs="?",
        const="-",
        metavar="FILE",
        help="print JSON instead of text; with --check: write reports as JSON into FILE",
    )
    parser.add_argument("--sarif", metavar="FILE", help="with --check: write them as SARIF 2.1.0")
    observers.add_argument(
        "--trace", metavar="FILE", help="write what each instruction read and wrote, with its line"
    )
    parser.add_argument(
        "--trace-block", type=count, metavar="N", help="of this block only (default: all)"
    )
    parser.add_argument(
        "--trace-limit",
        type=count,
        default=DEFAULT_TRACE,
        metavar="N",
        help=f"of that many instructions and calls per launch (default {DEFAULT_TRACE})",
    )
    parser.add_argument(
        "--dump",
        **SEVERAL,
        metavar="OUTPUT=FILE",
        help="compare an output with a .npy file: the first element that differs, and who wrote it",
    )
    parser.add_argument(
        "--expect", **SEVERAL, metavar="[OUTPUT=]FILE", help="the same, for outputs in their order"
    )
    for name, what in (("rtol", "relative"), ("atol", "absolute")):
        parser.add_argument(
            f"--{name}",
            type=_tolerance,
            metavar="NUMBER",
            help=f"{what} tolerance of --dump and --expect (default: by dtype)",
        )
    parser.add_argument(
        "--repeat",
        type=positive,
        default=1,
        metavar="N",
        help="call it N times: seconds of each, and whether all give the same bits",
    )


def execute(args: argparse.Namespace) -> int:
    """Run the operator; print a line per output."""
    from custom_compiler.call.execution import execute_repeated
    from custom_compiler.call.output_files import check_outputs, write_arrays
    from custom_compiler.errors import MisuseError
    from custom_compiler.support.user_paths import user_path

    environment = call_environment(args)
    prototype, sources = find_inputs(args, environment)
    if len(args.output) > len(prototype.outputs):
        raise MisuseError(
            f"{args.operator} has {len(prototype.outputs)} output(s), {len(args.output)} given"
        )
    outputs = [user_path(file) for file in args.output]
    traces = [user_path(args.trace)] if args.trace else []
    files = [value for group in sources.values() for value in group if isinstance(value, Path)]
    check_outputs([*outputs, *traces], files)
    expected = _expected(args, prototype)
    _reject_combinations(args)
    call = make_call(args, prototype, sources)
    is_faulty = False
    repeated = None
    if args.check:
        results, is_faulty = _checked(args, call, environment)
    elif args.trace:
        results = _traced(args, call, environment, traces[0])
    else:
        repeated = execute_repeated(call, environment, args.repeat)
        results = repeated.outputs
    write_arrays(zip(outputs, results, strict=False))
    actual = {port.name: array for port, array in zip(prototype.outputs, results, strict=True)}
    compared = {
        name: _compare(args, call, environment, (name, actual[name], array))
        for name, array in expected.items()
    }
    is_same = repeated is None or repeated.is_same
    if args.json == "-":
        print(_json(args, prototype, actual, compared, repeated))
    else:
        _show(args, actual, repeated)
        for name in compared:
            print(compared[name][1] or f"{name}: as expected")
    is_wrong = any(different for different, _ in compared.values())
    return 1 if is_faulty or is_wrong or not is_same else 0


def _reject_combinations(args: argparse.Namespace) -> None:
    from custom_compiler.errors import MisuseError

    file = args.json if args.json != "-" else None
    if (file or args.sarif) and not args.check:
        raise MisuseError("files of --json and --sarif are for reports", "give --check, too")
    if args.check and args.json == "-":
        raise MisuseError("--check prints its reports", "name a file for them: --json FILE")
    if args.values and not args.check:
        raise MisuseError("--check-nan and --check-half-sums add to --check", "give --check, too")
    if args.repeat > 1 and (args.check or args.trace):
        raise MisuseError("--repeat is for calls that nothing watches", "leave one of both out")
    if not (args.dump or args.expect) and not (args.rtol is None and args.atol is None):
        raise MisuseError("--rtol and --atol are tolerances of a comparison", "give --expect, too")


def _show(
    args: argparse.Namespace,
    actual: Mapping[str, np.ndarray[Any, Any]],
    repeated: Repeated | None,
) -> None:
    """Print a line per output that was written, or per output if nothing else is asked for."""
    from custom_compiler.call.arrays import name_of

    names = list(actual)
    shown = len(args.output) or (0 if args.dump or args.expect or args.check else len(names))
    for number, name in enumerate(names[:shown]):
        array = actual[name]
        target = f" -> {args.output[number]}" if number < len(args.output) else ""
        print(f"{name}: {name_of(array.dtype)} {list(array.shape)}{target}")
    if repeated is not None and len(repeated.seconds) > 1:
        ordered = sorted(repeated.seconds)
        times = ", ".join(
            f"{what} {1000 * ordered[number]:.3f} ms"
            for what, number in (("fastest", 0), ("median", len(ordered) // 2), ("slowest", -1))
        )
        same = "the same bits each time" if repeated.is_same else "DIFFERENT bits from call to call"
        print(f"{len(ordered)} calls on this machine: {times}; {same}")


def _json(
    args: argparse.Namespace,
    prototype: Prototype,
    actual: Mapping[str, np.ndarray[Any, Any]],
    compared: Mapping[str, tuple[Difference | None, str]],
    repeated: Repeated | None,
) -> str:
    import json

    from custom_compiler.call.arrays import name_of

    outputs = []
    for number, (name, array) in enumerate(actual.items()):
        entry: dict[str, Any] = {
            "name": name, "dtype": name_of(array.dtype), "shape": list(array.shape),
        }  # fmt: skip
        if number < len(args.output):
            entry["file"] = args.output[number]
        if name in compared:
            difference, text = compared[name]
            entry["as_expected"] = difference is None
            if difference:
                entry["first_wrong"] = {
                    "index": list(difference.index),
                    "actual": str(difference.actual),
                    "expected": str(difference.expected),
                    "count": difference.count,
                    "text": text,
                }
        outputs.append(entry)
    report: dict[str, Any] = {
        "operator": prototype.operator, "vendor": prototype.package.name, "outputs": outputs,
    }  # fmt: skip
    if repeated is not None:
        report |= {"seconds": repeated.seconds, "same_bits": repeated.is_same}
    return json.dumps(report, indent=2)


def _checked(
    args: argparse.Namespace, call: WorkerCall, environment: Mapping[str, str]
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
    args: argparse.Namespace, call: WorkerCall, environment: Mapping[str, str], target: Path
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
    pairs = [split(text, "--dump") for text in args.dump]
    pairs += _expected_files(args.expect, names)
    for name, file in pairs:
        if name not in names:
            raise MisuseError(
                f"{name}={file}: {prototype.operator} has no output '{name}'",
                f"outputs: {', '.join(names)}",
            )
        expected[name] = read_npy(user_path(file))
    return expected


def _expected_files(texts: Sequence[str], names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the files of `[OUTPUT=]FILE` with the outputs that they are for."""
    from custom_compiler.errors import MisuseError

    files: list[tuple[str, str]] = []
    for text in texts:
        name, equals, file = text.partition("=")
        if equals and (name in names or (name.isidentifier() and not Path(text).exists())):
            files.append((name, file))
            continue
        left = [name for name in names if name not in {name_of_file for name_of_file, _ in files}]
        if not left:
            message = f"--expect {text}: there is no output left for it"
            raise MisuseError(message, f"outputs: {', '.join(names)}")
        files.append((left[0], text))
    return files


def _compare(
    args: argparse.Namespace,
    call: WorkerCall,
    environment: Mapping[str, str],
    pair: tuple[str, np.ndarray[Any, Any], np.ndarray[Any, Any]],
) -> tuple[Difference | None, str]:
    """Compare an output (name, actual, expected); return the difference and the line about it."""
    from custom_compiler.call.execution import execute as execute_call
    from custom_compiler.debug.compare import describe, first_difference
    from custom_compiler.debug.trace import new_trace
    from custom_compiler.errors import MisuseError

    name, actual, expected = pair
    if actual.shape != expected.shape:
        raise MisuseError(
            f"{name}: its shape is {list(actual.shape)}, that of the file {list(expected.shape)}"
        )
    difference = first_difference(actual, expected, args.rtol, args.atol)
    if difference is None:
        return None, ""
    size = actual.dtype.itemsize
    with new_trace(watch=f"{name}:{difference.element * size}:{size}") as trace:
        execute_call(call, {**environment, **trace.variables})
        return difference, describe(name, difference, trace.writers(), size)


def _tolerance(text: str) -> float:
    import argparse

    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"no tolerance: {text}")
    return number
