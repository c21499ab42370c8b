"""`custom-compiler uninstall`: a vendor's package out of a toolkit or directory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

NAME = "uninstall"
HELP = "remove a vendor's package"
AFTER_INTERRUPT = "run the same command again to complete it"
DESCRIPTION = """\
Remove a vendor's package; other vendors stay as they are. Without --install_path it is
looked for in $ASCEND_OPP_PATH, else in the embedded CANN.

example:
  custom-compiler uninstall customize
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the vendor and the place."""
    parser.add_argument("vendor", help="vendor name, as `custom-compiler list` shows it")
    parser.add_argument(
        "--install_path", type=Path, metavar="DIR", help="directory that holds vendors/<vendor>"
    )


def execute(args: argparse.Namespace) -> int:
    """Uninstall and print the script's report."""
    from custom_compiler.cli.install import with_opp_path
    from custom_compiler.package import uninstall

    environ = with_opp_path(os.environ)
    target = args.install_path or Path(environ["ASCEND_OPP_PATH"])
    print(uninstall(args.vendor, target, environ=environ), end="")
    return 0
