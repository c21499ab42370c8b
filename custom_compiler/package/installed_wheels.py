"""Vendor packages in installed wheels, found without importing anything of these."""

from __future__ import annotations

import os
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

from custom_compiler.support.package_roots import SEARCHED

if TYPE_CHECKING:
    from collections.abc import Mapping

GROUP = "custom_compiler.vendors"


def installed_vendors() -> list[Path]:
    """Return the folders `.../vendors/<name>` of the wheels in this environment, by name.

    Wheels name them by entry points of the group `custom_compiler.vendors`: the vendor, and the
    Python package that carries it. Entries that lead nowhere are left out.
    """
    from importlib.metadata import entry_points  # takes longer than all else that calls import

    points = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    vendors = []
    for point in points:
        for folder in _package_folders(point.value.partition(":")[0]):
            vendor = folder / "vendors" / point.name
            if vendor.is_dir() and vendor not in vendors:
                vendors.append(vendor)
    return vendors


def with_wheels(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the environment with these vendors appended to `ASCEND_CUSTOM_OPP_PATH`."""
    searched = [entry for entry in environ.get(SEARCHED, "").split(":") if entry]
    real = {os.path.realpath(entry) for entry in searched}
    added = [str(path) for path in installed_vendors() if os.path.realpath(path) not in real]
    return {**environ, SEARCHED: ":".join([*searched, *added])} if added else dict(environ)


def _package_folders(package: str) -> list[Path]:
    """Return the possible folders of a package, without importing its parents."""
    search: list[str] | None = None
    for part in package.split("."):
        spec = PathFinder.find_spec(part, search)
        if spec is None or spec.submodule_search_locations is None:
            return []
        search = list(spec.submodule_search_locations)
    return [Path(folder).resolve() for folder in search or []]
