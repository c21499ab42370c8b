"""Options of commands that call an operator: which one, its inputs, its attributes."""

from __future__ import annotations

import argparse
import math
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    import numpy as np

    from custom_compiler.call.execution import WorkerCall
    from custom_compiler.call.prototype import Prototype
    from custom_compiler.cli.arguments import TakesArguments
    from custom_compiler.testing.random_inputs import RandomInput

DEFAULT_TIMEOUT = 600.0  # for cores that a CPU simulates
_MOST_SECONDS = 1e9
_MAX_ELEMENTS = 1 << 48  # more than any memory holds, and no overflow in bytes
SEVERAL: dict[str, Any] = {"action": "extend", "nargs": "+", "default": []}


class _Word(str):
    """A value of --random that can only be the operator."""

    __slots__ = ()


def add_call_arguments(parser: TakesArguments, *, installed: bool = True) -> None:
    """Take the operator and its arguments; of an `installed` one random inputs, too.

    The operator may be anywhere: after the values of an option it is found by `find_inputs`.
    """
    add = parser.add_argument
    where: dict[str, Any] = {"nargs": "?"} if installed else {}
    add("operator", metavar="OP", help="operator type, e.g. AddCustom", **where)
    add("--input", **SEVERAL, metavar="[NAME=]FILE", help=".npy files")
    if installed:
        more: dict[str, Any] = {**SEVERAL, "dest": "input", "type": _random}
        what = "inputs of random values, e.g. 8x2048:fp16 or x=8:int32, in order with --input's"
        add("--random", **more, metavar="SHAPE:TYPE", help=what)
        add("--seed", type=count, default=0, metavar="N", help="of these values (default 0)")
    add("--attr", **SEVERAL, metavar="NAME=VALUE", help="lists as 1,2 or [1,2]")
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
        type=seconds,
        default=DEFAULT_TIMEOUT,
        metavar="SECONDS",
        help="for the kernel, and for each of the operator's functions on the host "
        f"(default {DEFAULT_TIMEOUT:g}, 0: any time)",
    )
    parser.add_argument(
        "--ascend_cann_package_path", metavar="DIR", help="toolkit root (default as for build)"
    )


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
) -> tuple[Prototype, dict[str, list[Path | RandomInput]]]:
    """Find the operator, and its inputs by name: files, and what is to be random."""
    from custom_compiler.call.prototype import find_prototype
    from custom_compiler.errors import MisuseError
    from custom_compiler.package.vendor import find_packages
    from custom_compiler.support.user_paths import user_path

    packages = find_packages(environment)
    if not args.operator:
        args.operator = _operator_among_values(
            args, {n for package in packages for n in package.operators}
        )
    for word in args.input:
        if isinstance(word, _Word):
            message = f"--random {word}: not SHAPE:DTYPE"
            raise MisuseError(message, "such as 8x2048:fp16, or x=8:int32 for an input by name")
    prototype = find_prototype(args.operator, packages)
    files = {
        name: [user_path(value) if isinstance(value, str) else value for value in group]
        for name, group in _inputs_by_name(args.input, prototype).items()
    }
    return prototype, files


def make_call(
    args: argparse.Namespace,
    prototype: Prototype,
    files: Mapping[str, Sequence[Path | RandomInput]],
) -> WorkerCall:
    """Read or make the inputs; return what to execute."""
    import numpy as np

    from custom_compiler.call.arrays import canonical, read_npy
    from custom_compiler.call.execution import WorkerCall
    from custom_compiler.testing.random_inputs import RandomInput, random_array

    draw = np.random.default_rng(args.seed)

    def array(source: Path | RandomInput) -> np.ndarray[Any, Any]:
        if isinstance(source, RandomInput):
            return random_array(source.shape, source.dtype, draw)
        return read_npy(source)

    return WorkerCall(
        prototype=prototype,
        inputs={name: [array(value) for value in group] for name, group in files.items()},
        attributes=dict(split(text, "--attr") for text in args.attr),
        output_shapes=args.output_shape,
        output_dtypes=[canonical(name) for name in args.output_dtype],
        timeout=args.timeout,
    )


def _inputs_by_name(
    values: Sequence[str | RandomInput], prototype: Prototype
) -> dict[str, list[str | RandomInput]]:
    """Return files by input; `NAME=` names an input, unless there is only such a file."""
    from pathlib import Path

    from custom_compiler.call.prototype import assign_inputs

    names = {port.name for port in prototype.inputs}

    def named(text: str | RandomInput) -> tuple[str, str | RandomInput]:
        if not isinstance(text, str):
            return text.name, text
        name, equals, file = text.partition("=")
        meant = name in names or (name.isidentifier() and not Path(text).exists())
        return (name, file) if equals and meant else ("", text)

    return assign_inputs([named(text) for text in values], prototype)


def split(text: str, option: str) -> tuple[str, str]:
    """Name and value of `NAME=VALUE`; MisuseError, naming the option, if it is none."""
    name, equals, value = text.partition("=")
    if not equals:
        from custom_compiler.errors import MisuseError

        raise MisuseError(f"{option} {text}: not NAME=VALUE")
    return name, value


def _operator_among_values(args: argparse.Namespace, operators: set[str]) -> str:
    """Take the operator from among the values of options, one of which took it for its own."""
    from pathlib import Path

    from custom_compiler.errors import MisuseError
    from custom_compiler.support.package_roots import no_package_reason

    lists = [getattr(args, name, []) for name in ("input", "output", "attr", "dump", "expect")]
    if getattr(args, "json", None) in operators:
        name, args.json = args.json, "-"
        return str(name)
    for values in lists:
        for value in values:
            if value in operators and not Path(value).exists():
                values.remove(value)
                return str(value)
    words = [text for text in args.input if isinstance(text, str) and text.isidentifier()]
    words = [text for text in words if not Path(text).exists()]
    if words:  # a misspelt one; its search reports more
        args.input.remove(words[-1])
        return words[-1]
    hint = "installed: " + ", ".join(sorted(operators)) if operators else no_package_reason()
    raise MisuseError("the operator is missing", f"give its type, e.g. run AddCustom; {hint}")


def _random(text: str) -> RandomInput | str:
    """Parse an input of random values, or an operator's name for `find_inputs`."""
    from custom_compiler.testing.random_inputs import parse_random

    if text.isidentifier():
        return _Word(text)
    try:
        return parse_random(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _shape(text: str) -> tuple[int, ...]:
    try:
        shape = tuple(int(word) for word in text.strip("[]()").split(",") if word.strip())
    except ValueError:
        raise argparse.ArgumentTypeError(f"not a shape: {text}") from None
    if min(shape, default=0) < 0 or math.prod(shape) >= _MAX_ELEMENTS:
        raise argparse.ArgumentTypeError(f"not a shape: {text}")
    return shape


def count(text: str) -> int:
    """Parse a whole number from 0 on, for argparse."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"no number: {text}")
    return int(text)


def seconds(text: str) -> float:
    """Parse a time in seconds; 0: no limit."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= _MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"no number of seconds: {text}")
    return number
