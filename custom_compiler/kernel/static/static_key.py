"""Static keys: what tells the kernels of an operator apart that are made for one call each.

The index of a package has keys as text: `AddCustom/d=0,p=0/1,2,(8,800)/...`, that is operator type,
determinism, precision, then each input, output and attribute, numbers in hexadecimal. The runtime
turns text into bytes to look up a call.

The runtime's twin, which makes text and bytes from the arguments of a call, is
`toolkit/src/nnopbase/static_key.cpp`. Both are held to tests/kernel/static/static_key_vectors.json.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.static.json_fields import printable
from custom_compiler.support.element_types import DTYPE_NUMBERS
from custom_compiler.support.formats import FORMAT_NUMBERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from custom_compiler.kernel.static.information import (
        AttrInfo,
        OperatorInfo,
        Parameter,
        TensorInfo,
    )

MAX_VALUES = 32  # of one tensor that tiling reads

_PRECISIONS = {"high_performance": 1, "high_precision": 2}
_ABSENT = "_"
_INTEGER_BYTES = {
    **{f"{sign}int{bits}": bits // 8 for sign in ("", "u") for bits in (8, 16, 32, 64)},
    "bool": 1,
}


def key_text(info: OperatorInfo, *, deterministic: bool, views: bool = False) -> str:
    """Return the key of a call in the index.

    Args:
        info: The call.
        deterministic: Whether the kernel is for deterministic runs.
        views: Distinguish calls by strides and offsets of all tensors.

    Raises:
        MisuseError: No kernel can be made for this call alone: values that its tiling reads are
            not in the file, are more than `MAX_VALUES`, or of a type that keys cannot contain.
    """
    return info.op_type + "".join(_tokens(info, deterministic=deterministic, views=views))


def has_views(info: OperatorInfo) -> bool:
    """Return whether a tensor of the call is a view; its kernel then needs a key with `views`."""
    parameters = (*info.inputs, *info.outputs)
    return any(tensor.is_view for parameter in parameters for tensor in tensors_of(parameter))


def _tokens(info: OperatorInfo, *, deterministic: bool, views: bool) -> Iterator[str]:
    """Yield delimiters, numbers and `_`, which joined are the text after the operator type."""
    yield from ("/d=", "1" if deterministic else "0")
    yield from (",p=", str(_PRECISIONS.get(info.impl_mode, 0)))
    for key, parameters in (("inputs", info.inputs), ("outputs", info.outputs)):
        for number, parameter in enumerate(parameters):
            yield "/"
            location = f"{printable(info.path)}: {key}[{number}]"
            yield from _parameter_tokens(parameter, location, views=views)
    if info.attrs is not None and not info.attrs:
        yield "/"
    for number, attr in enumerate(info.attrs or ()):
        yield "/"
        yield from _attribute_tokens(attr, f"{printable(info.path)}: attrs[{number}].value")


def tensors_of(parameter: Parameter) -> tuple[TensorInfo, ...]:
    """Return the tensors of a parameter, absent or not, dynamic or not."""
    if parameter is None:
        return ()
    return parameter if isinstance(parameter, tuple) else (parameter,)


def _parameter_tokens(parameter: Parameter, location: str, *, views: bool) -> Iterator[str]:
    if parameter is None:
        yield _ABSENT
    for number, tensor in enumerate(tensors_of(parameter)):
        if number:
            yield ";"
        if isinstance(parameter, tuple) and tensor.value_depend:
            message = f"{location}[{number}].value_depend: is true in a dynamic parameter"
            raise MisuseError(message, "static kernels of this operator are not possible")
        yield from _tensor_tokens(tensor, location, views=views)


def _tensor_tokens(tensor: TensorInfo, location: str, *, views: bool) -> Iterator[str]:
    layout = FORMAT_NUMBERS[tensor.format] | tensor.sub_format << 8 | tensor.c0_format << 24
    yield from (f"{DTYPE_NUMBERS[tensor.dtype]:x}", ",", f"{layout:x}")
    yield from (",(", *_joined(f"{dimension:x}" for dimension in tensor.shape), ")")
    if views:
        yield from (",(", *_joined(f"{stride:x}" for stride in tensor.stride), "),")
        yield f"{tensor.offset:x}"
    if tensor.value_depend:
        yield from (",[", *_joined(_values(tensor, f"{location}.const_data")), "]")


def _values(tensor: TensorInfo, location: str) -> Iterator[str]:
    """Yield the values that tiling reads, in hexadecimal."""
    values = tensor.const_data
    if values is None:
        hint = "give its values: the kernel is made for them"
        raise MisuseError(f"{location}: is missing or NULL, and value_depend is true", hint)
    if len(values) > MAX_VALUES:
        message = (
            f"{location}: has {len(values)} values, static kernels are for {MAX_VALUES} at most"
        )
        raise MisuseError(message, "leave the file out: dynamic kernels serve this call")
    for value in values:
        if tensor.dtype in _INTEGER_BYTES:
            yield _integer(value, _INTEGER_BYTES[tensor.dtype])
        elif tensor.dtype == "float32":
            yield _float32(value, location)
        elif tensor.dtype == "double":
            yield f"{int.from_bytes(struct.pack('<d', value), 'little'):x}"
        else:
            message = f"{location}: has values of {tensor.dtype}, static keys cannot hold them"
            raise MisuseError(message, "leave the file out: dynamic kernels serve this call")


def _attribute_tokens(attr: AttrInfo, location: str) -> Iterator[str]:
    if attr.dtype == "string":
        yield attr.value.encode()[::-1].hex()
    else:
        yield from _value_tokens(attr.dtype.rpartition("_")[2], attr.value, location)


def _value_tokens(element: str, value: Any, location: str) -> Iterator[str]:
    if isinstance(value, tuple):
        yield "["
        for number, inner in enumerate(value):
            if number:
                yield ","
            yield from _value_tokens(element, inner, f"{location}[{number}]")
        yield "]"
    elif element == "float":
        yield _float32(value, location)
    else:
        yield _integer(value, 8)


def _joined(tokens: Iterator[str]) -> Iterator[str]:
    for number, token in enumerate(tokens):
        if number:
            yield ","
        yield token


def _integer(value: int, size: int) -> str:
    """Return the two's complement of `size` bytes."""
    return f"{value & (1 << 8 * size) - 1:x}"


def _float32(value: float, location: str) -> str:
    try:
        return struct.pack(">f", value).hex()
    except OverflowError:
        message = f"{location}: {value} is no float32"
        raise MisuseError(message, "give a value within ±3.4e38, or Infinity") from None
