"""`custom-compiler list`: the packages that programs find, and what is in them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from custom_compiler.cli.messages import filled

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from custom_compiler.package import KernelPackage, VendorPackage

NAME = "list"
HELP = "list installed packages and their operators"
DESCRIPTION = """\
List the packages that programs find through $ASCEND_CUSTOM_OPP_PATH, in wheels installed next to
this tool, and through the config.ini of $ASCEND_OPP_PATH (default: the embedded CANN), in their
order of search,
and the packages of static and debug kernels there.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the output format."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")


def execute(args: argparse.Namespace) -> int:
    """Print one block per package."""
    from custom_compiler.cli.install import with_opp_path
    from custom_compiler.package import find_kernel_packages, find_packages
    from custom_compiler.package.installed_wheels import with_wheels

    environ = with_opp_path(os.environ)
    packages = _with_wheels_named(find_packages(with_wheels(environ)), environ)
    kernels = find_kernel_packages(environ)
    if args.json:
        _print_json(packages, kernels)
        return 0
    for package in packages:
        print(f"{package.name}  {package.path}")
        print(f"  found by  {package.found_by}")
        print(f"  version   {package.version or 'unknown'}")
        _print_operators(package.operators)
    for kernel_package in kernels:
        print(f"{kernel_package.name}  {kernel_package.path}")
        print(f"  holds     {len(kernel_package.kernels)} {kernel_package.kind}")
        print(f"  version   {kernel_package.info.get('Toolkit', 'unknown')}")
        _print_operators(kernel_package.operators)
    if not packages and not kernels:
        print("no packages installed")
    return 0


def _with_wheels_named(
    packages: tuple[VendorPackage, ...], environ: Mapping[str, str]
) -> tuple[VendorPackage, ...]:
    """Return the packages; those that no variable of `environ` leads to are in wheels."""
    from dataclasses import replace

    from custom_compiler.support.package_roots import package_roots

    named = {str(path) for path, _ in package_roots(environ)}
    return tuple(
        package if str(package.path) in named else replace(package, found_by="an installed wheel")
        for package in packages
    )


def _print_operators(operators: dict[str, tuple[str, ...]]) -> None:
    for operator, units in sorted(operators.items()):
        print(filled(f"  operator  {operator}  ({', '.join(units)})", len("  operator  ")))


def _print_json(packages: tuple[VendorPackage, ...], kernels: tuple[KernelPackage, ...]) -> None:
    import json

    entries: list[dict[str, object]] = [
        {
            "vendor": package.name,
            "path": str(package.path),
            "found_by": package.found_by,
            "version": package.version,
            "operators": package.operators,
        }
        for package in packages
    ]
    entries += [
        {
            "kernels": package.name,
            "path": str(package.path),
            "kind": package.kind,
            "count": len(package.kernels),
            "version": package.info.get("Toolkit", ""),
            "operators": package.operators,
        }
        for package in kernels
    ]
    print(json.dumps(entries, indent=2))
