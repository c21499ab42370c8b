"""Descriptions of operators as JSON, for packages of frameworks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe.sizes import Computed, Symbol
from custom_compiler.autokernel.host.shim import symbols

if TYPE_CHECKING:
    from collections.abc import Iterable

    from custom_compiler.autokernel.describe.sizes import Size
    from custom_compiler.autokernel.describe.tree import Input, Operator, Stage
    from custom_compiler.autokernel.host.library import HostLibrary


def operator_table(operator: Operator, libraries: Iterable[HostLibrary]) -> dict[str, Any]:
    """Return the table of an operator and its libraries; axes and sizes have `operator`'s names."""
    return {
        "operator": operator.name,
        "inputs": [_tensor(port) for port in operator.inputs],
        "outputs": [_tensor(each) for each in operator.outputs],
        "attributes": [
            {"name": attribute.name, "dtype": attribute.dtype, "default": attribute.default}
            for attribute in operator.attributes
        ],
        "symbols": list(symbols(operator)),
        "libraries": [
            {
                "file": library.shared.name,
                "function": library.name,
                "inputs": [port.dtype for port in library.operator.inputs],
                "outputs": [port.dtype for port in library.operator.outputs],
            }
            for library in libraries
        ],
    }


def size_table(size: Size) -> Any:
    """Return a size: a number, the name of a symbol, or [operation, left, right]."""
    if isinstance(size, Computed):
        return [size.operation, size_table(size.left), size_table(size.right)]
    return size.name if isinstance(size, Symbol) else size


def _tensor(tensor: Input | Stage) -> dict[str, Any]:
    axes = [[axis.name, size_table(axis.size)] for axis in tensor.axes]
    return {"name": tensor.name, "axes": axes}
