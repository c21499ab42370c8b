"""`custom-compiler env`: the environment of a toolkit, for a shell to evaluate."""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

NAME = "env"
HELP = "print the toolkit's environment as shell exports"
DESCRIPTION = """\
Print export lines that set up the shell for the toolkit, as its own set_env.sh would, and for the
operators of wheels that are installed next to this tool.

examples:
  eval "$(custom-compiler env)"
  custom-compiler env --shell fish | source
"""

# Printed even if they already have the right value; others only if the toolkit changes them.
_ALWAYS = (
    "ASCEND_HOME_PATH",
    "ASCEND_TOOLKIT_HOME",
    "ASCEND_AICPU_PATH",
    "ASCEND_OPP_PATH",
    "TOOLCHAIN_HOME",
    "LD_LIBRARY_PATH",
    "PYTHONPATH",
    "PATH",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the toolkit."""
    parser.add_argument(
        "--ascend_cann_package_path",
        metavar="DIR",
        help="toolkit root (default: the embedded CANN)",
    )
    parser.add_argument(
        "--shell",
        choices=("sh", "fish"),
        default="sh",
        help="whose language: sh is also that of bash and zsh (default: %(default)s)",
    )


def execute(args: argparse.Namespace) -> int:
    """Print one export per variable."""
    from custom_compiler.package.installed_wheels import with_wheels
    from custom_compiler.toolkit import ensure_home, find_toolkit

    toolkit = find_toolkit(args.ascend_cann_package_path or ensure_home())
    environment = with_wheels(toolkit.environment())
    changed = sorted(name for name, value in environment.items() if os.environ.get(name) != value)
    for name in dict.fromkeys((*_ALWAYS, *changed)):
        if name in environment:
            print(_line(args.shell, name, environment[name]))
    return 0


def _line(shell: str, name: str, value: str) -> str:
    """Return the line that sets a variable; fish splits those whose names end in PATH at colons."""
    if shell == "fish":
        quoted = value.replace("\\", "\\\\").replace("'", "\\'")
        return f"set -gx {name} '{quoted}'"
    return f"export {name}={shlex.quote(value)}"
