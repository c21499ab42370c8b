"""An operator as a Python package for PyTorch on CPUs."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.plug.folder import check_module, copy, noted_folder
from custom_compiler.autokernel.plug.host import ExportRequest, gradient_libraries, host_libraries
from custom_compiler.autokernel.plug.tables import operator_table
from custom_compiler.errors import MisuseError

if TYPE_CHECKING:
    from collections.abc import Callable

    from custom_compiler.autokernel.describe.tree import Operator

_PACKAGES = Path(__file__).with_name("packages")
_INIT = '''\
"""{name} for PyTorch on CPUs: `{package}.{name}(...)`, or torch.ops.autokernel.{name}."""

from .torch_operator import operator as {name}

__all__ = ["{name}"]
'''


def plug_into_torch(request: ExportRequest, folder: Path, on_step: Callable[[str], None]) -> str:
    """Write the package; how to use it, in a line.

    Raises:
        MisuseError, BuildError: as `noted_folder` and `host_libraries`.
    """
    check_module(folder)
    note: dict[str, Any] = {"into": "torch"}
    with noted_folder(folder, note) as staged, tempfile.TemporaryDirectory() as scratch:
        libraries = list(host_libraries(request, Path(scratch), on_step).values())
        for library in libraries:
            copy(library.shared, staged)
        note |= operator_table(libraries[0].operator, libraries)
        note["gradients"], note["without_gradient"] = _gradients(
            request, libraries[0].operator, staged, Path(scratch), on_step
        )
        for name in ("sizes.py", "torch_operator.py"):
            shutil.copy2(_PACKAGES / name, staged / name)
        text = _INIT.format(name=request.name, package=folder.name)
        (staged / "__init__.py").write_text(text, encoding="utf-8")
    return f"in Python, where {folder.name} is found: from {folder.name} import {request.name}"


def _gradients(
    request: ExportRequest,
    operator: Operator,
    path: Path,
    scratch: Path,
    on_step: Callable[[str], None],
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the gradient operators by input, and the reasons why other inputs have none."""
    tables: dict[str, Any] = {}
    reasons: dict[str, str] = {}
    for port in operator.inputs:
        if len(operator.outputs) > 1:
            reasons[port.name] = f"{operator.name} has several outputs"
            continue
        try:
            libraries = list(gradient_libraries(request, port.name, scratch, on_step).values())
        except MisuseError as error:
            reasons[port.name] = error.message
            continue
        for library in libraries:
            copy(library.shared, path)
        tables[port.name] = operator_table(libraries[0].operator, libraries)
    return tables, reasons
