"""Vendor packages as they lie on disk: who they are from and what they hold."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.errors import MisuseError
from custom_compiler.package.files import PackageFiles
from custom_compiler.support.operator_information import read_information
from custom_compiler.support.package_roots import SEARCHED, package_roots
from custom_compiler.support.user_paths import user_path

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@dataclass(frozen=True)
class VendorPackage:
    """One vendor's directory.

    Attributes:
        path: `.../vendors/<name>`.
        found_by: What programs find it through: "ASCEND_CUSTOM_OPP_PATH", a config.ini, or "an
            installed wheel".
        version: Version of the compiler that made it, or "".
        operators: Operator type -> compute units it is configured for.
    """

    path: Path
    found_by: str
    version: str
    operators: dict[str, tuple[str, ...]]

    @property
    def name(self) -> str:
        """The vendor."""
        return self.path.name

    @property
    def units(self) -> tuple[str, ...]:
        """All compute units of its operators."""
        return tuple(sorted({unit for units in self.operators.values() for unit in units}))


def find_packages(environ: Mapping[str, str] = os.environ) -> tuple[VendorPackage, ...]:
    """Return the packages a program would find, in its order of search.

    First the directories of `ASCEND_CUSTOM_OPP_PATH`, then those that
    `$ASCEND_OPP_PATH/vendors/config.ini` lists.
    """
    return tuple(_read_package(path, found_by) for path, found_by in package_roots(environ))


def announce(package: str | Path) -> VendorPackage:
    """Let programs started from here, and the run time in this process, find a package first.

    Args:
        package: `.../vendors/<name>`, installed or not; or the name of a vendor that is found.

    Raises:
        MisuseError: This is no vendor package.
    """
    path = _folder_of(package).resolve()  # one package has one name, whatever links lead to it
    vendor_package = read_package(path)
    searched = os.environ.get(SEARCHED, "").split(":")
    others = [entry for entry in searched if entry and os.path.realpath(entry) != str(path)]
    os.environ[SEARCHED] = ":".join([str(path), *others])
    return vendor_package


def _folder_of(package: str | Path) -> Path:
    """Return the folder of a package, which may be named by its vendor."""
    path = user_path(package)
    if not path.is_dir() and isinstance(package, str) and os.sep not in package:
        from custom_compiler.package.installed_wheels import with_wheels

        roots = (root for root, _ in package_roots(with_wheels(dict(os.environ))))
        return next((root for root in roots if root.name == package), path)
    return path


def read_package(path: Path) -> VendorPackage:
    """Return the package in the directory `.../vendors/<name>`, installed or not."""
    package = _read_package(path, "its path")
    if not package.operators:
        raise MisuseError(
            f"{path} is no vendor package: it describes no operator",
            "give the folder .../vendors/<name>, or the vendor as custom-compiler list has it",
        )
    return package


def _read_package(path: Path, found_by: str) -> VendorPackage:
    operators: dict[str, tuple[str, ...]] = {}
    for unit, info in PackageFiles(path).operator_information().items():
        for name in read_information(info):
            operators[name] = (*operators.get(name, ()), unit)
    return VendorPackage(path, found_by, _version(path), operators)


def _version(path: Path) -> str:
    try:
        text = PackageFiles(path).version.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return text.strip().rpartition("=")[2]
