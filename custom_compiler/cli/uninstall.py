"""`custom-compiler uninstall`: a package out of a toolkit or directory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

NAME = "uninstall"
HELP = "remove a vendor's package, or one of kernels"
AFTER_INTERRUPT = "run the same command again to complete it"
DESCRIPTION = """\
Remove a vendor's package, or a package of static or debug kernels; others stay as they
are. Without --install_path it is looked for in $ASCEND_OPP_PATH, else in the embedded CANN.

examples:
  custom-compiler uninstall customize
  custom-compiler uninstall debug_kernel
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the package and the place."""
    parser.add_argument("name", help="vendor or package, as `custom-compiler list` shows it")
    parser.add_argument(
        "--install_path", type=Path, metavar="DIR", help="directory that it was installed into"
    )
    parser.add_argument(
        "--force", action="store_true", help="remove changed and added files of a vendor, too"
    )


def execute(args: argparse.Namespace) -> int:
    """Uninstall and print the script's report."""
    from custom_compiler.cli.install import with_opp_path
    from custom_compiler.package import has_kernels, uninstall, uninstall_kernels

    environ = with_opp_path(os.environ)
    target = args.install_path or Path(environ["ASCEND_OPP_PATH"])
    is_vendor = os.path.lexists(target / "vendors" / args.name)
    vendor = target / "vendors" / args.name
    if not is_vendor and has_kernels(args.name, target):
        report = uninstall_kernels(args.name, target, environ=environ)
    else:
        report = uninstall(args.name, target, force=args.force, environ=environ)
    print(report, end="")
    for line in _left(vendor, os.environ):
        print(line)
    return 0


def _left(removed: Path, environ: Mapping[str, str]) -> list[str]:
    """Describe the files that stay of a package, and how to remove them."""
    from custom_compiler.support.cache_root import cache_root
    from custom_compiler.support.package_roots import SEARCHED

    others = sorted(path.name for path in removed.parent.glob("[!.]*") if path.is_dir())
    lines = [f"other packages stay: {', '.join(others)}"] if others else []
    named = [os.path.realpath(entry) for entry in environ.get(SEARCHED, "").split(":") if entry]
    if os.path.realpath(removed) in named:
        lines.append(f"{SEARCHED} still names {removed}: take it out of that, too")
    if Path(cache_root()).is_dir():
        lines.append(f"the cache stays in {cache_root()} (custom-compiler cache clear)")
    return lines
