"""Results of operations, by their rows in the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.asc import table
from custom_compiler.asc.language.arguments import element_type, referred
from custom_compiler.asc.language.dtypes import DataType, KnownTypes, default_dtype, dtype_of_kind
from custom_compiler.asc.language.values import RuntimeValue, Scalar, is_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xdsl.ir import Attribute, Operation, SSAValue

    from custom_compiler.asc.language.arguments import BoundForm

_ADDRESS_OF_BYTES = KnownTypes.uint8


def types_of(bound: BoundForm, owner: RuntimeValue | None) -> list[Attribute]:
    """Return the types of an operation's results."""
    return [_type(kind, bound, owner) for kind in _kinds(bound.overload.result)]


def wrap(bound: BoundForm, owner: RuntimeValue | None, operation: Operation) -> object:
    """Return the results of an operation as objects of the language; None, one, or a tuple."""
    kinds = _kinds(bound.overload.result)
    objects = [
        _object(kind, bound, owner, handle)
        for kind, handle in zip(kinds, operation.results, strict=True)
    ]
    if not objects:
        return None
    return tuple(objects) if bound.overload.result.startswith("(") else objects[0]


def _kinds(text: str) -> Sequence[str]:
    inner = text[1:-1] if text.startswith("(") else text
    return [kind.strip() for kind in inner.split(",") if kind.strip()]


def _parts(kind: str, bound: BoundForm, owner: RuntimeValue | None) -> tuple[str, DataType | None]:
    """Return the class of a result, and its element type if it has one."""
    base, _, reference = kind.rstrip(")").partition("(")
    if not reference:
        return base, dtype_of_kind(kind) or (KnownTypes.int32 if kind == "any" else None)
    referent = referred(reference, bound, owner)
    if is_number(referent):
        return base, default_dtype(referent)
    return base, element_type(referent)


def _type(kind: str, bound: BoundForm, owner: RuntimeValue | None) -> Attribute:
    from custom_compiler.asc.ir import types
    from custom_compiler.asc.language import tilings

    base, dtype = _parts(kind, bound, owner)
    if base == "LT":
        return types.local_tensor((dtype or KnownTypes.float32).name)
    if base == "GT":
        return types.global_tensor((dtype or KnownTypes.float32).name)
    if base == "GA":
        return types.pointer(types.element((dtype or _ADDRESS_OF_BYTES).name))
    if dtype is not None:
        return types.element(dtype.name)
    if table.is_struct(base):
        return types.plain(table.struct(base).ir)
    return tilings.tiling(base).ir_type()


def _object(kind: str, bound: BoundForm, owner: RuntimeValue | None, handle: SSAValue) -> object:
    from custom_compiler.asc.language import structs, tensors, tilings

    base, dtype = _parts(kind, bound, owner)
    if base == "LT":
        return tensors.LocalTensor.typed(handle, dtype or KnownTypes.float32)
    if base == "GT":
        return tensors.GlobalTensor.typed(handle, dtype or KnownTypes.float32)
    if base == "GA":
        return tensors.GlobalAddress(handle, dtype or _ADDRESS_OF_BYTES)
    if dtype is not None:
        return Scalar(handle, dtype)
    if table.is_struct(base):
        return structs.structure(base).of(handle)
    return tilings.tiling(base).of(handle)
