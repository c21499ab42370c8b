"""Paths within a vendor package: the one module in Python that knows CANN's names.

The project template (`cmake/package.cmake`), which makes them, and `libnnopbase` have their own; a
test compares a package that was built with these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_AI_CORE = "op_impl/ai_core/tbe"


@dataclass(frozen=True)
class PackageFiles:
    """Files of the package `root`, `.../vendors/<name>`; they need not be there."""

    root: Path

    @property
    def api_library(self) -> Path:
        """The aclnn functions."""
        return self.root / "op_api/lib/libcust_opapi.so"

    @property
    def api_headers(self) -> Path:
        """Folder of the headers `aclnn_<operator>.h`."""
        return self.root / "op_api/include"

    @property
    def version(self) -> Path:
        """The file that names the version of the compiler."""
        return self.root / "version.info"

    def prototype_library(self) -> Path | None:
        """Return the library of shape and type inference, or None."""
        libraries = self.root.glob("op_proto/lib/linux/*/libcust_opsproto_rt2.0.so")
        return next(libraries, None)

    def host_machines(self) -> list[str]:
        """Return the cPUs ("x86_64") that it has tiling libraries for, sorted."""
        folders = self.root.glob(f"{_AI_CORE}/op_tiling/lib/linux/*")
        return sorted(path.name for path in folders)

    def operator_information(self) -> dict[str, Path]:
        """Return the operator information of each compute unit."""
        files = sorted(self.root.glob(f"{_AI_CORE}/config/*/aic-*-ops-info.json"))
        return {path.parent.name: path for path in files}

    def kernels(self) -> list[Path]:
        """Return the objects of the kernels of all compute units."""
        return sorted(self.root.glob(f"{_AI_CORE}/kernel/*/*/*.o"))

    def kernel_sources(self) -> list[Path]:
        """Return the sources of kernels, which may be compiled where the package is used."""
        return sorted(self.root.glob(f"{_AI_CORE}/*_impl/dynamic/**/*.cpp"))
