"""An exported operator: inputs, outputs, attributes and functions, checked."""

from __future__ import annotations

import keyword
import re
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from custom_compiler.asc.emit.names import RESERVED
from custom_compiler.asc.language.dtypes import DataType
from custom_compiler.kernel.opc.signature import DTYPES
from custom_compiler.support.element_types import BY_NUMPY
from custom_compiler.support.operator_names import snake

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

PARTS = ("ascend910b", "ascend910_93")  # that kernels in Python are for
MINDSPORE_TYPES = {
    row.numpy: row.mindspore
    for row in BY_NUMPY.values()
    if row.mindspore and row.numpy not in {"float64", "complex64", "complex128"}
}
"""Element types of operators, and MindSpore's numbers of them. AI cores have neither float64
nor complex types."""
_NAMESPACES = {"matmul"}  # which the kernel function would be called like
_RESERVED = {"workspace", "tiling", "platform"}
# What sources of the host name.
_IN_SOURCES = {"context", "ge", "gert", "ops", "optiling", "platform_ascendc", "std"}
_OPERATOR = re.compile(r"[A-Z][A-Za-z0-9]*")
_NAME = re.compile(r"[a-z][a-z0-9_]*")


class ExportedPort(NamedTuple):
    """An input or output; `dtypes` has one entry per combination of types."""

    name: str
    dtypes: tuple[str, ...]
    like: str = ""  # of an output: the input whose shape it has; "": a function computes it


class ExportedAttribute(NamedTuple):
    """An attribute of the operator; `kind` is Bool, Int or Float."""

    name: str
    kind: str
    default: bool | int | float | None  # None: a call must give it


class ExportedOperator(NamedTuple):
    """An operator as CANN defines it."""

    name: str
    inputs: tuple[ExportedPort, ...]
    outputs: tuple[ExportedPort, ...]
    attributes: tuple[ExportedAttribute, ...]
    parts: tuple[str, ...]

    @property
    def ports(self) -> tuple[ExportedPort, ...]:
        """Inputs, then outputs."""
        return self.inputs + self.outputs

    @property
    def combinations(self) -> int:
        """Number of combinations of element types."""
        return len(self.inputs[0].dtypes)

    @property
    def file_name(self) -> str:
        """Its name as files and the kernel function have it."""
        return snake(self.name)


def make_operator(  # noqa: PLR0913 - what an operator is made of
    name: Any,
    inputs: Mapping[str, Any],
    outputs: Mapping[str, Any],
    attributes: Mapping[str, Any],
    parts: Sequence[str],
    *,
    has_shapes: bool,
) -> ExportedOperator:
    """Return the operator that a user describes.

    Raises:
        ValueError: something is missing or invalid; the message names it.
    """
    if not isinstance(name, str) or not _OPERATOR.fullmatch(name):
        reject(f"op={name!r} is no name of an operator; write it like MyAdd")
    if snake(name) in _NAMESPACES:
        reject(f"op={name!r}: CANN's headers have a namespace {snake(name)}; write it like MatMul")
    if not inputs:
        reject("inputs is empty; an operator's kernel reads something")
    if not outputs:
        reject("outputs is empty; name what the kernel writes")
    made_inputs = [
        ExportedPort(_checked(n, "input"), _dtypes(n, value)) for n, value in inputs.items()
    ]
    made_outputs = [
        _output(_checked(n, "output"), value, made_inputs, has_shapes=has_shapes)
        for n, value in outputs.items()
    ]
    count = max(len(port.dtypes) for port in (*made_inputs, *made_outputs))
    attrs = tuple(_attribute(n, value) for n, value in attributes.items())
    names = [*inputs, *outputs, *attributes]
    for repeated in {n for n in names if names.count(n) > 1}:
        reject(f"{repeated!r} is the name of two of inputs, outputs and attrs")
    for part in parts:
        if part not in PARTS:
            reject(f"socs: {part!r} is none of {', '.join(PARTS)}")
    return ExportedOperator(
        name,
        tuple(_widened(port, count) for port in made_inputs),
        tuple(_widened(port, count) for port in made_outputs),
        attrs,
        tuple(parts) or PARTS,
    )


def ge_type(dtype: str) -> str:
    """Return an element type as in definitions of operators: `DT_FLOAT16`."""
    return DTYPES[dtype].enumerator


def reject(reason: str) -> NoReturn:
    """Raise ValueError for an argument of `asc.export`."""
    message = f"asc.export: {reason}"
    raise ValueError(message)


def _checked(name: Any, what: str) -> str:
    if not isinstance(name, str) or not _NAME.fullmatch(name) or keyword.iskeyword(name):
        reject(f"{name!r} is no name of an {what}; write it like x or input_x")
    if name in RESERVED | _IN_SOURCES:
        reject(f"an {what} cannot be called {name!r}, which means something else in C++")
    if name in _RESERVED:
        reject(f"an {what} cannot be called {name!r}, which names something else in kernels")
    return name


def _dtypes(name: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, (str, DataType)):
        value = [value]
    if not isinstance(value, (list, tuple)) or not value:
        reject(f"{name!r}: {value!r} is no element type, nor a list of them")
    dtypes = tuple(item.name if isinstance(item, DataType) else str(item) for item in value)
    for dtype in dtypes:
        if dtype not in MINDSPORE_TYPES:
            names = " ".join(MINDSPORE_TYPES)
            reject(f"{name!r}: no operator has elements of {dtype!r}; there are {names}")
    return dtypes


def _output(
    name: str, value: Any, inputs: Sequence[ExportedPort], *, has_shapes: bool
) -> ExportedPort:
    """Return an output: `"x"`: like that input; `("float32", "x")`: its shape, this type."""
    by_name = {port.name: port for port in inputs}
    if isinstance(value, str) and value in by_name:
        return ExportedPort(name, by_name[value].dtypes, "" if has_shapes else value)
    dtypes, like = value, ""
    if isinstance(value, tuple) and len(value) == 2 and value[1] in by_name:  # noqa: PLR2004 - type and shape
        dtypes, like = value
    elif not has_shapes:
        reject(
            f"output {name!r}: what shape it has is not said; "
            f"write {name!r}: (dtype, 'x') for that of an input x, or give shapes=function"
        )
    return ExportedPort(name, _dtypes(name, dtypes), "" if has_shapes else like)


def _widened(port: ExportedPort, count: int) -> ExportedPort:
    if len(port.dtypes) == count:
        return port
    if len(port.dtypes) != 1:
        reject(
            f"{port.name!r} has {len(port.dtypes)} element types where another has {count}; "
            "the lists go together, entry by entry"
        )
    return port._replace(dtypes=port.dtypes * count)


def _attribute(name: str, value: Any) -> ExportedAttribute:
    _checked(name, "attribute")
    kinds = {bool: "Bool", int: "Int", float: "Float"}
    kind = value if isinstance(value, type) else type(value)
    if kind not in kinds:
        reject(f"attribute {name!r}: {value!r} is no bool, int or float, which kernels take")
    return ExportedAttribute(name, kinds[kind], None if isinstance(value, type) else value)
