"""The operators of a wheel, and their location."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from custom_compiler.errors import MisuseError
from custom_compiler.support.vendor_names import check_vendor_name

LOADER = "ascend_operators"


@dataclass(frozen=True)
class AscendOperators:
    """Operators from two source folders, as a vendor package inside a Python package.

    Attributes:
        package: The Python package that carries them ("my_pkg", "my_pkg.ops"). It gets
            `vendors/<vendor_name>/` and the module `ascend_operators`.
        op_host: Folder of the host sources; relative paths start at the project.
        op_kernel: Folder of the kernel sources.
        vendor_name: Vendor of the package.
        soc_version: Compute units or SoC names, ';' between them; "": those the sources register.
        include_dirs: More include folders for host and kernel sources.
        definitions: "NAME" or "NAME=VALUE" each: macros of the sources and CMake variables, as
            `build -D`; ENABLE_CROSS_COMPILE=True is one.

    Raises MisuseError if the package or the vendor has no name that can be.
    """

    package: str
    op_host: str | Path
    op_kernel: str | Path
    vendor_name: str = "customize"
    soc_version: str = ""
    include_dirs: tuple[str | Path, ...] = ()
    definitions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not all(part.isidentifier() for part in self.package.split(".")):
            message = f"ascend_operators: package {self.package!r} is no name of a Python package"
            raise MisuseError(message, 'give a dotted name, such as "my_pkg"')
        check_vendor_name(self.vendor_name, "ascend_operators: vendor_name")

    @property
    def folder(self) -> Path:
        """Folder of the package, relative to the place of packages."""
        return Path(*self.package.split("."))
