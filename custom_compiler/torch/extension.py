"""Operator packages inside wheels: an extension module for setup.py whose build makes a package."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from setuptools import Extension
from setuptools.command.build_ext import build_ext

from custom_compiler.support.whole_folder import whole_folder
from custom_compiler.wheel.contents import build_operators
from custom_compiler.wheel.operators import AscendOperators

if TYPE_CHECKING:
    from collections.abc import Sequence

_MARK = '"""Operators of the vendor package next to this file."""'
_LOADER = """\
{mark}

from pathlib import Path

from custom_compiler.torch import load_package

operators = load_package(Path(__file__).parent / "vendors" / {vendor!r}, namespace={namespace!r})
globals().update(vars(operators))
"""


class NpuOpsExtension(Extension):  # type: ignore[misc,unused-ignore]
    """Operators from source folders; imported as `name`, a Python package with the operators.

    Args:
        name: Import name.
        op_host: Folder of the host sources.
        op_kernel: Folder of the kernel sources.
        vendor: Vendor of the package.
        namespace: Of the PyTorch operators; None: the vendor.
        soc_version: Compute units, ';' between them; "": those the sources register.
        include_dirs: More include folders.
        definitions: Macros of the sources and CMake variables, as `build -D`.
    """

    def __init__(  # noqa: PLR0913  as setuptools' extensions are made
        self,
        name: str,
        op_host: str,
        op_kernel: str,
        *,
        vendor: str = "customize",
        namespace: str | None = None,
        soc_version: str = "",
        include_dirs: Sequence[str] = (),
        definitions: Sequence[str] = (),
    ) -> None:
        super().__init__(name, sources=[])
        self.vendor = vendor
        self.namespace = namespace or vendor
        self.operators = AscendOperators(
            name, op_host, op_kernel, vendor, soc_version, tuple(include_dirs), tuple(definitions)
        )


class BuildExtension(build_ext):  # type: ignore[misc,unused-ignore]
    """`build_ext` that builds NpuOpsExtension; other extensions as ever."""

    def build_extension(self, ext: Extension) -> None:
        """Build the package and put it, and a module that loads it, into the wheel."""
        if not isinstance(ext, NpuOpsExtension):
            super().build_extension(ext)
            return
        work = Path(self.build_temp or tempfile.mkdtemp()) / ext.name
        result = build_operators(ext.operators, work)
        target = self._folder(ext.name)
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(result.vendor, target / "vendors" / ext.vendor)
        text = _LOADER.format(mark=_MARK, vendor=ext.vendor, namespace=ext.namespace)
        (target / "__init__.py").write_text(text, encoding="utf-8")

    def copy_extensions_to_source(self) -> None:
        """Copy the built files next to the sources, for `--inplace`; nothing is replaced."""
        every = list(self.extensions)
        for ext in every:
            if isinstance(ext, NpuOpsExtension):
                target = self._folder(ext.name)
                built = Path(self.build_lib, self.get_ext_filename(ext.name)).parent
                with whole_folder(target, "give the extension another name") as staged:
                    shutil.copytree(built, staged, dirs_exist_ok=True)
        self.extensions[:] = [ext for ext in every if not isinstance(ext, NpuOpsExtension)]
        super().copy_extensions_to_source()
        self.extensions[:] = every

    def get_ext_filename(self, fullname: str) -> str:
        """Return the file that stands for the extension: a package's `__init__.py`."""
        for ext in self.extensions or []:
            if isinstance(ext, NpuOpsExtension) and fullname in {ext.name, ext._full_name}:  # noqa: SLF001  setuptools' own field
                return f"{ext.name.replace('.', '/')}/__init__.py"
        return str(super().get_ext_filename(fullname))

    def _folder(self, name: str) -> Path:
        return Path(self.get_ext_fullpath(name)).parent
