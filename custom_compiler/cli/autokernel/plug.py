"""`custom-compiler autokernel plug`: an operator in other programs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.cli.arguments import constant_of, sizes_of
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    import argparse

    from custom_compiler.autokernel.plug.host import ExportRequest

NAME = "plug"
HELP = "make an operator part of other programs"
DESCRIPTION = """\
Compiles an operator from its description and writes a folder for other programs: a library with a
CMake package (c), a Python package for PyTorch or MindSpore on CPUs (torch, mindspore), sources
and a package for NPUs (run).
"""
_INTO = ("c", "mindspore", "run", "torch")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the description, what it is for, and what is compiled."""
    parser.add_argument(
        "operator", metavar="X", help="a shipped operator, or a file: my.py, my.py:name"
    )
    parser.add_argument("--into", required=True, choices=_INTO)
    parser.add_argument(
        "-o", "--output", type=Path, metavar="DIR", help="folder (default: X_INTO, here)"
    )
    parser.add_argument(
        "--dtype", action="append", metavar="TYPE", help="repeatable (default: all of X)"
    )
    parser.add_argument(
        "--size",
        action="append",
        default=[],
        metavar="columns=1024,...",
        help="sizes with a separate version besides the one for all; repeatable",
    )
    parser.add_argument(
        "--constant", action="append", default=[], metavar="NAME=VALUE", help="of X; repeatable"
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
        help="search for the best schedule of each --size, as autokernel tune, whose cache it "
        "uses; of packages on each SoC that --soc_version names",
    )
    parser.add_argument("--vendor_name", metavar="NAME", help="of the package (run): autokernel")
    parser.add_argument(
        "--soc_version", metavar="LIST", help="compute units of the package (run), as of build"
    )


def execute(args: argparse.Namespace) -> int:
    """Compile and write."""
    request = _request(args)
    folder = args.output or Path(f"{request.name}_{args.into}")
    if args.into == "run":
        use = _into_run(args, request, folder)
        print(f"{folder} is written\n{use}")
        return 0
    for option in ("vendor_name", "soc_version"):
        if getattr(args, option) is not None:
            raise MisuseError(f"--{option} is of packages", "leave it out, or use --into run")
    if args.into == "c":
        from custom_compiler.autokernel.plug.c import plug_into_c as plug
    elif args.into == "mindspore":
        from custom_compiler.autokernel.plug.mindspore import plug_into_mindspore as plug
    else:
        from custom_compiler.autokernel.plug.torch import plug_into_torch as plug
    use = plug(request, folder, _say)
    print(f"{folder} is written\n{use}")
    return 0


def _into_run(args: argparse.Namespace, request: ExportRequest, folder: Path) -> str:
    from custom_compiler.autokernel.plug.run_package import plug_into_run

    if args.target:
        raise MisuseError("--target is of host libraries", "leave it out with --into run")
    if args.size and not args.tune:
        raise MisuseError(
            "--size alone is of host libraries: a package is for all sizes",
            "add --tune, or leave it out with --into run",
        )
    vendor, socs = args.vendor_name or "autokernel", args.soc_version or ""
    return plug_into_run(request, folder, vendor, socs, _say)


def _request(args: argparse.Namespace) -> ExportRequest:
    from custom_compiler.autokernel.host.targets import chosen_targets
    from custom_compiler.autokernel.operators.named import described
    from custom_compiler.autokernel.plug.host import ExportRequest
    from custom_compiler.autokernel.tune.driver import Effort

    description = described(args.operator)
    if args.tune and not args.size:
        raise MisuseError(
            "--tune needs sizes", "give each of them by --size, as to autokernel tune"
        )
    return ExportRequest(
        description,
        tuple(dict.fromkeys(args.dtype or description.dtypes)),
        chosen_targets(args.target),
        tuple(map(sizes_of, args.size)),
        Effort() if args.tune else None,
        dict(map(constant_of, args.constant)),
    )


def _say(step: str) -> None:
    print(f"{step} ...", file=sys.stderr)
