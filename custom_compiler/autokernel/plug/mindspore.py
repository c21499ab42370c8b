"""An operator as a Python package for MindSpore on CPUs."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler import bridge
from custom_compiler.autokernel.plug.aot_source import aot_source
from custom_compiler.autokernel.plug.folder import check_module, noted_folder
from custom_compiler.autokernel.plug.host import ExportRequest, host_libraries
from custom_compiler.autokernel.plug.tables import operator_table
from custom_compiler.errors import BuildError
from custom_compiler.support.host_compiler import find_compiler

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from custom_compiler.autokernel.host.library import HostLibrary

_PACKAGES = Path(__file__).with_name("packages")
_INIT = '''\
"""{name} for MindSpore on CPUs: `{package}.{name}(...)`, `operator(attribute=...)(...)`."""

from .mindspore_operator import operator
{default}
__all__ = ["operator"{exported}]
'''


def plug_into_mindspore(
    request: ExportRequest, folder: Path, on_step: Callable[[str], None]
) -> str:
    """Write the package; how to use it, in a line.

    Raises:
        MisuseError, BuildError: as `noted_folder` and `host_libraries`; no C++ compiler.
    """
    name = request.name
    check_module(folder)
    note: dict[str, Any] = {"into": "mindspore"}
    with noted_folder(folder, note) as staged, tempfile.TemporaryDirectory() as scratch:
        libraries = list(host_libraries(request, Path(scratch), on_step).values())
        file = f"lib{name}_aot.so"
        _link(libraries, staged / file, Path(scratch))
        note |= operator_table(libraries[0].operator, libraries)
        note["file"] = file
        for module in ("sizes.py", "mindspore_operator.py"):
            shutil.copy2(_PACKAGES / module, staged / module)
        ready = all(attribute.default is not None for attribute in libraries[0].operator.attributes)
        text = _INIT.format(
            name=name,
            package=folder.name,
            default=f"\n{name} = operator()\n" if ready else "",
            exported=f', "{name}"' if ready else "",
        )
        (staged / "__init__.py").write_text(text, encoding="utf-8")
    shown = name if ready else "operator"
    return f"in Python, where {folder.name} is found: from {folder.name} import {shown}"


def _link(libraries: Sequence[HostLibrary], target: Path, scratch: Path) -> None:
    compiler = find_compiler()
    source = scratch / "aot.cpp"
    source.write_text(aot_source(libraries), encoding="utf-8")
    options = [
        *("-I", str(Path(bridge.__file__).parent), "-I", str(_PACKAGES)),
        *(word for library in libraries for word in ("-I", str(library.header.parent))),
    ]
    linked = [
        "-Wl,--exclude-libs,ALL",
        *(str(library.static) for library in libraries),
        *("-lpthread", "-ldl", "-lm"),
    ]
    errors = compiler.compile_shared([str(source)], str(target), options, linked)
    if errors:
        raise BuildError(
            f"the functions of {libraries[0].operator.name} for MindSpore do not compile",
            "this is a defect of custom_compiler",
            details=errors,
        )
