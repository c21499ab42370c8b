"""Search of the installed package that implements an operator, and of its parts."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.opc.installed_sources import find_implementation
from custom_compiler.support.operator_information import Description, read_information, value
from custom_compiler.support.package_roots import package_roots
from custom_compiler.support.tiling_library import find_tiling_library

if TYPE_CHECKING:
    from custom_compiler.kernel.toolchain.compiler import KernelToolkit
    from custom_compiler.kernel.toolchain.soc import Soc

BUILT_IN = "built-in"


class PackagePlace(NamedTuple):
    """The package that implements one operator."""

    root: str  # .../vendors/<vendor>, or .../built-in
    tbe: str  # its op_impl/ai_core/tbe
    implementation: str  # path of dynamic/<op>.py
    tiling_library: str  # path; empty: the package has none
    vendor: str  # "built-in" for the toolkit's own operators


def find_operator(op_type: str, soc: Soc, toolkit: KernelToolkit) -> PackagePlace:
    """Return the first package with `op_type` for `soc`, in the runtime's order.

    That is: ASCEND_CUSTOM_OPP_PATH, the vendors of ASCEND_OPP_PATH (default: the toolkit's opp) by
    their priority, the built-in operators. Raise MisuseError if none has it, or if the package
    contains no sources of its kernels; PackageError if a package cannot be read.
    """
    searched = searched_roots(toolkit)
    for root in searched:
        tbe = os.path.join(root, "op_impl", "ai_core", "tbe")
        description = _operators_of(tbe, soc.unit).get(op_type)
        if description is not None:
            return _package_place(op_type, root, tbe, value(description, "opFile"))
    message = f"operator {op_type}: no installed package has it for {soc.unit}"
    raise MisuseError(
        message,
        "set ASCEND_CUSTOM_OPP_PATH to its package (<directory>/vendors/<vendor>); searched: "
        + ", ".join(searched),
    )


def describe_operator(op_type: str, soc: Soc, toolkit: KernelToolkit) -> dict[str, Any]:
    """Return an operator's description in its package (aic-<unit>-ops-info.json)."""
    tbe = find_operator(op_type, soc, toolkit).tbe
    return dict(_operators_of(tbe, soc.unit)[op_type])


def searched_roots(toolkit: KernelToolkit) -> list[str]:
    """Return folders of all installed packages in the runtime's order; errors: `find_operator`."""
    opp = os.environ.get("ASCEND_OPP_PATH") or os.path.join(toolkit.root, "opp")
    vendors = package_roots({**os.environ, "ASCEND_OPP_PATH": opp})
    return [*(str(path) for path, _ in vendors), os.path.join(opp, BUILT_IN)]


def _operators_of(tbe: str, unit: str) -> dict[str, Description]:
    """Return the descriptions of a package's operators for a compute unit, or none."""
    path = os.path.join(tbe, "config", unit, f"aic-{unit}-ops-info.json")
    try:
        status = os.stat(path)
    except OSError:
        return {}
    return _read_operators(path, status.st_mtime_ns)


@lru_cache(maxsize=64)
def _read_operators(path: str, _mtime: int) -> dict[str, Description]:
    return read_information(Path(path))


def _package_place(op_type: str, root: str, tbe: str, op_file: str) -> PackagePlace:
    implementation = find_implementation(tbe, op_type, op_file)
    if not implementation:
        message = f"operator {op_type}: its package {root} has no sources of its kernels"
        hint = "build its project again with this toolkit, and install that"
        raise MisuseError(message, hint)
    vendor = os.path.basename(os.path.normpath(root))
    return PackagePlace(root, tbe, implementation, find_tiling_library(tbe), vendor)
