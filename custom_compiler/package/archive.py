"""Installing a `.run` and uninstalling a vendor, by the package's own scripts.

There is one implementation of both, the shell scripts that travel with every package; what runs
here behaves as it does on a machine without Python.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError, PackageError
from custom_compiler.support.data_files import data_file
from custom_compiler.support.processes import run
from custom_compiler.support.user_paths import user_path
from custom_compiler.support.vendor_names import check_vendor_name

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def install(
    archive: Path,
    target: Path | None = None,
    *,
    force: bool = False,
    for_all: bool = False,
    environ: Mapping[str, str] = os.environ,
) -> str:
    """Install a package and return what its script reports.

    Args:
        archive: The `.run` file; its integrity is checked before anything happens.
        target: Directory to hold `vendors/`; None leaves the choice to `ASCEND_CUSTOM_OPP_PATH`
            and `ASCEND_OPP_PATH`.
        force: Install a package for another CPU, or for other cores than the CANN there has, and
            over what users have changed in an earlier version.
        for_all: Let other users use the package, whatever the umask is.
        environ: Environment of the installation.
    """
    _check_is_archive(archive)
    options = [f"--install-path={user_path(target)}"] if target else []
    options += ["--force"] if force else []
    options += ["--install-for-all"] if for_all else []
    return run_script(
        ["sh", str(user_path(archive)), *options], f"cannot install {archive.name}", environ
    )


# In the first lines of our archives and of those that CANN's makeself writes.
_ARCHIVE_MARK = re.compile(rb"\A#!/bin/\w+\s[^\0]*?(?:elf-extracting|akeself)")
_TOTAL_BYTES = re.compile(rb"^TOTAL_BYTES=(\d+)", re.MULTILINE)


def _check_is_archive(archive: Path) -> None:
    """Raise an error unless `archive` is a package: anything else must not be given to a shell."""
    hint = "give the .run file of a build, build_out/custom_opp_<os>_<arch>.run"
    if not os.path.lexists(archive):
        raise MisuseError(f"no such package file: {archive}", hint)
    try:
        with archive.open("rb") as file:
            head = file.read(1024)
            size = file.seek(0, os.SEEK_END)
    except OSError as error:
        raise MisuseError(f"cannot read {archive}: {error.strerror}", hint) from error
    if not _ARCHIVE_MARK.match(head):
        raise MisuseError(f"{archive} is no package: not a self-extracting archive", hint)
    expected = _TOTAL_BYTES.search(head)
    if expected and int(expected[1]) != size:
        message = f"{archive} is truncated or altered: {size} bytes instead of {int(expected[1])}"
        raise PackageError(f"cannot install it: {message}", "copy it again")


def uninstall(
    vendor: str, target: Path, *, force: bool = False, environ: Mapping[str, str] = os.environ
) -> str:
    """Remove a vendor from `target`/vendors, other vendors intact; return the script's report.

    PackageError names a file that no installation wrote, or that was edited since; `force` removes
    it, too.
    """
    check_vendor_name(vendor)
    command = [
        "sh",
        data_file("project/template/customize/scripts/install.sh"),
        "--uninstall",
        f"--vendor={vendor}",
    ]
    command.append(f"--install-path={user_path(target)}")
    command += ["--force"] if force else []
    return run_script(command, f"cannot uninstall {vendor}", environ)


def run_script(command: list[str], failure: str, environ: Mapping[str, str]) -> str:
    """Run a script of packages; return its report, or raise what it says as `failure`: reason."""
    ended = run(command, env=environ)
    if ended.code:
        reason, hint = _reason(ended.error_text.strip().splitlines())
        raise PackageError(f"{failure}: {reason or f'exit code {ended.code}'}", hint)
    return ended.output_text


def _reason(lines: list[str]) -> tuple[str, str]:
    """Pick the line that says why, and what to do: of install.sh, else of the archive's header."""
    for line in reversed(lines):
        if "[ERROR] " in line:
            return line.partition("[ERROR] ")[2], ""
    own = [line for line in lines if not line.startswith(("tar: ", "gzip: "))] or lines
    return (own[0] if own else "", " ".join(own[1:2]))
