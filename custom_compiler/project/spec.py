"""What to build."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.project.sources import HOST_SUFFIXES, KERNEL_SUFFIXES, collect_files

if TYPE_CHECKING:
    from pathlib import Path

    from custom_compiler.toolkit import Toolkit

BUILD_TYPES = ("Release", "Debug", "RelWithDebInfo", "MinSizeRel")

_VENDOR_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_MAX_VENDOR_NAME = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectSpec:
    """Sources, toolkit and settings of one operator package.

    Attributes:
        op_host: Folder of the operator definitions; sub-folders count.
        op_kernel: Folder of the kernel sources; sub-folders count.
        toolkit: The CANN installation or the embedded home to build with.
        vendor_name: Name of the vendor directory in the package.
        compute_units: Compute units ("ascend910b"); empty: those the sources register.
        build_type: One of BUILD_TYPES.
        include_dirs: More include folders, for host and kernel sources.
    """

    op_host: Path
    op_kernel: Path
    toolkit: Toolkit
    vendor_name: str = "customize"
    compute_units: tuple[str, ...] = ()
    build_type: str = "Release"
    include_dirs: tuple[Path, ...] = ()

    def check(self) -> None:
        """Raise MisuseError naming the first setting that cannot be."""
        check_vendor_name(self.vendor_name)
        for option, folder, suffixes in (
            ("--op_host_path", self.op_host, HOST_SUFFIXES),
            ("--op_kernel_path", self.op_kernel, KERNEL_SUFFIXES),
        ):
            check_source_folder(option, folder)
            collect_files(option, folder, suffixes)
        for folder in self.include_dirs:
            if not folder.is_dir():
                message = f"--include={folder}: there is no such folder"
                raise MisuseError(message, "check the path")
        if self.build_type not in BUILD_TYPES:
            message = f"--build-type={self.build_type}: not one of {', '.join(BUILD_TYPES)}"
            raise MisuseError(message)


def check_vendor_name(name: str) -> None:
    """Raise MisuseError if `name` cannot name a directory and a library in every shell."""
    if not _VENDOR_NAME.fullmatch(name) or len(name) > _MAX_VENDOR_NAME:
        message = f"--vendor_name={name!r} is no name for a vendor directory"
        raise MisuseError(
            message, "use letters, digits and _, no digit first, 64 characters at most"
        )


def check_source_folder(option: str, folder: Path) -> None:
    """Raise MisuseError if `folder`, given by `option`, cannot hold sources."""
    if not folder.exists():
        message = f"{option}={folder}: there is no such folder"
        raise MisuseError(message, "check the path; relative paths start at the current directory")
    if not folder.is_dir():
        message = f"{option}={folder}: this is a file"
        raise MisuseError(message, "give the folder that holds the sources")
    if not os.access(folder, os.R_OK | os.X_OK):
        message = f"{option}={folder}: no permission to read this folder"
        raise MisuseError(message, "change its permissions")
    if not any(folder.iterdir()):
        message = f"{option}={folder}: the folder is empty"
        raise MisuseError(message, "put the operator's sources there")
