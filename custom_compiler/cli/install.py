"""`custom-compiler install`: a package into a toolkit or any directory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

NAME = "install"
HELP = "install a package (.run)"
AFTER_INTERRUPT = "run the same command again to complete it"
DESCRIPTION = """\
Install a package for programs to find. Without --install_path it goes to
$ASCEND_CUSTOM_OPP_PATH, else $ASCEND_OPP_PATH, else the embedded CANN.

examples:
  custom-compiler install build_out/custom_opp_debian_x86_64.run
  custom-compiler install package.run --install_path /opt/operators
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the package and the target."""
    parser.add_argument("package", type=Path, help="the .run file")
    parser.add_argument(
        "--install_path", type=Path, metavar="DIR", help="directory to hold vendors/<vendor>"
    )
    parser.add_argument(
        "--force",
        action="store_true",
        help="install a package for another CPU, or one for simulated cores into a CANN for NPUs, "
        "and over files that were changed in an earlier version",
    )
    parser.add_argument(
        *("--install-for-all", "--install_for_all"),
        action="store_true",
        help="let other users use the package, whatever the umask is",
    )


def execute(args: argparse.Namespace) -> int:
    """Install and print the script's report."""
    from custom_compiler.package import install

    report = install(
        args.package,
        args.install_path,
        force=args.force,
        for_all=args.install_for_all,
        environ=with_opp_path(os.environ),
    )
    print(report, end="")
    return 0


def with_opp_path(environ: os._Environ[str]) -> dict[str, str]:
    """Return the environment with `ASCEND_OPP_PATH`, by default the embedded toolkit's."""
    if environ.get("ASCEND_OPP_PATH"):
        return dict(environ)
    from custom_compiler.toolkit import ensure_home

    return {**environ, "ASCEND_OPP_PATH": str(ensure_home() / "opp")}
