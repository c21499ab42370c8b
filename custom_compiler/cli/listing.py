"""`custom-compiler list`: the packages that programs find, and what is in them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from custom_compiler.package import VendorPackage

NAME = "list"
HELP = "list installed packages and their operators"
DESCRIPTION = """\
List the packages that programs find through $ASCEND_CUSTOM_OPP_PATH and through the
config.ini of $ASCEND_OPP_PATH (default: the embedded CANN), in their order of search.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the output format."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def execute(args: argparse.Namespace) -> int:
    """Print one block per package."""
    from custom_compiler.cli.install import with_opp_path
    from custom_compiler.package import find_packages

    packages = find_packages(with_opp_path(os.environ))
    if args.json:
        _print_json(packages)
        return 0
    for package in packages:
        print(f"{package.name}  {package.path}")
        print(f"  found by  {package.found_by}")
        print(f"  version   {package.version or 'unknown'}")
        for operator, units in sorted(package.operators.items()):
            print(f"  operator  {operator}  ({', '.join(units)})")
    if not packages:
        print("no packages installed")
    return 0


def _print_json(packages: tuple[VendorPackage, ...]) -> None:
    import json

    entries = [
        {
            "vendor": package.name,
            "path": str(package.path),
            "found_by": package.found_by,
            "version": package.version,
            "operators": package.operators,
        }
        for package in packages
    ]
    print(json.dumps(entries, indent=2))
