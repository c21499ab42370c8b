"""python -m custom_compiler.wheel: what CMake's custom_compiler_add_operators starts."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from custom_compiler.errors import CustomCompilerError
from custom_compiler.wheel.contents import build_operators, install_vendor
from custom_compiler.wheel.operators import AscendOperators


def main(argv: list[str] | None = None) -> int:
    """Build the operators into a folder; returns 2 for misuse, 1 for sources that do not build."""
    parser = argparse.ArgumentParser(prog="custom_compiler_add_operators", allow_abbrev=False)
    add = parser.add_argument
    add("--op-host", required=True)
    add("--op-kernel", required=True)
    add("--vendor-name", required=True)
    add("--soc-version", default="")
    add("--include", action="append", default=[])
    add("--define", action="append", default=[])
    add("--work", type=Path, required=True, help="where to build")
    add("--target", type=Path, required=True, help="folder that gets vendors/ and the loader")
    args = parser.parse_args(argv)
    try:
        operators = AscendOperators(
            package="operators",
            op_host=args.op_host,
            op_kernel=args.op_kernel,
            vendor_name=args.vendor_name,
            soc_version=args.soc_version,
            include_dirs=tuple(args.include),
            definitions=tuple(args.define),
        )
        result = build_operators(operators, args.work)
        args.target.mkdir(parents=True, exist_ok=True)
        install_vendor(result.vendor, args.target)
    except CustomCompilerError as error:
        lines = (error.details, f"error: {error.message}", error.hint)
        sys.stderr.write("".join(f"{line}\n" for line in lines if line))
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
