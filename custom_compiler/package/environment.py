"""The shell script that makes a toolkit and a vendor package known to programs."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from custom_compiler.package.files import PackageFiles
from custom_compiler.support.files import write_atomic

if TYPE_CHECKING:
    from pathlib import Path


def export_line(vendor: Path) -> str:
    """Return the shell line that puts a vendor package before all others."""
    return (
        f"export ASCEND_CUSTOM_OPP_PATH={shlex.quote(str(vendor))}"
        '"${ASCEND_CUSTOM_OPP_PATH:+:$ASCEND_CUSTOM_OPP_PATH}"'
    )


def write_environment(script: Path, vendor: Path, toolkit: Path) -> None:
    """Write a script for bash that sets up `toolkit` and puts the package `vendor` first.

    Args:
        script: The file to write; it is replaced as a whole.
        vendor: `.../vendors/<name>`.
        toolkit: Root of the toolkit the package was made with.
    """
    libraries = PackageFiles(vendor).api_library.parent
    text = (
        "# Toolkit and package of this build; source it in bash.\n"
        f"source {shlex.quote(str(toolkit / 'bin/setenv.bash'))} >/dev/null\n"
        f"{export_line(vendor)}\n"
        f"export LD_LIBRARY_PATH={shlex.quote(str(libraries))}"
        '"${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"\n'
    )
    write_atomic(str(script), text.encode(errors="surrogateescape"))
