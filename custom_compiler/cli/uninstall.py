"""`custom-compiler uninstall`: a package out of a toolkit or directory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

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


def execute(args: argparse.Namespace) -> int:
    """Uninstall and print the script's report."""
    from custom_compiler.cli.install import with_opp_path
    from custom_compiler.package import has_kernels, uninstall, uninstall_kernels

    environ = with_opp_path(os.environ)
    target = args.install_path or Path(environ["ASCEND_OPP_PATH"])
    is_vendor = os.path.lexists(target / "vendors" / args.name)
    act = uninstall_kernels if not is_vendor and has_kernels(args.name, target) else uninstall
    print(act(args.name, target, environ=environ), end="")
    return 0
