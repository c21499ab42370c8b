"""`custom-compiler autokernel deploy`: a model of ONNX as a standalone program."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    import argparse

NAME = "deploy"
HELP = "make a standalone program of a model of ONNX"
DESCRIPTION = """\
Makes a model of ONNX a program in C: a CMake project with compiled operators, the weights, a
library of one function, and a command that reads and writes .npy files. Operators of single
elements join those that they follow. The program is compared with the reference before it is
written; for another machine it is written without.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the model, and what its file leaves open."""
    parser.add_argument("model", type=Path, metavar="MODEL.onnx")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="DIR", help="folder (default: the model's name)"
    )
    parser.add_argument(
        "--shape",
        action="append",
        default=[],
        metavar="INPUT=1,3,224,224",
        help="the shape of an input whose sizes the file leaves open",
    )
    parser.add_argument(
        "--target",
        action="append",
        metavar="NAME",
        help="instruction set; repeatable (default: all of this kind of machine)",
    )
    parser.add_argument(
        "--tune",
        action="store_true",
        help="search for the best schedule of each operator, as autokernel tune, whose cache it "
        "uses, for each instruction set that this machine has",
    )


def execute(args: argparse.Namespace) -> int:
    """Read, compile, compare, write."""
    from custom_compiler.autokernel.deploy.build import deploy
    from custom_compiler.autokernel.deploy.program import identifier
    from custom_compiler.autokernel.host.targets import chosen_targets
    from custom_compiler.autokernel.importers.onnx import import_model
    from custom_compiler.autokernel.tune.driver import Effort

    targets = chosen_targets(args.target)
    name = identifier(args.model.stem)
    model = import_model(args.model, name, dict(map(_shape, args.shape)))
    effort = Effort() if args.tune else None
    deployed = deploy(model, args.output or Path(name), targets, _say, effort)
    steps, operators = len(model.steps), len(model.operators)
    print(f"{deployed.folder}: {steps} steps of {operators} operators")
    if deployed.program is None:
        print("not run: it is for another machine; build it there with CMake")
    else:
        print(f"largest difference from the reference: {deployed.error:.1e} of the largest number")
        inputs = " ".join(f"INPUT{number}.npy" for number in range(len(model.inputs)))
        outputs = " ".join(f"OUTPUT{number}.npy" for number in range(len(model.outputs)))
        print(f"run it: {deployed.program} {inputs} {outputs}")
    return 0


def _say(step: str) -> None:
    print(f"{step} ...", file=sys.stderr)


def _shape(text: str) -> tuple[str, tuple[int, ...]]:
    name, _, sizes = text.rpartition("=")
    try:
        shape = tuple(int(size) for size in sizes.split(","))
    except ValueError:
        shape = ()
    if not name or not shape or min(shape) < 1:
        raise MisuseError(f"--shape {text}: no shape", "write it as in --shape x=1,3,224,224")
    return name, shape
