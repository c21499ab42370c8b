"""Random values of an operator's data types, as bytes: finite, not tiny, and small as integers."""

from __future__ import annotations

import random
from typing import NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.support.element_types import BY_NAME


class _Bits(NamedTuple):
    """Bit pattern of random elements: `mask` bits stay, `set_` bits are set."""

    size: int  # bytes
    mask: int
    set_: int = 0


# Floats are 0.5 to 2 in magnitude; integers may be indices, so they stay small.
_FLOATS = {
    "float32": _Bits(4, 0x80FFFFFF, 0x3F000000),
    "float16": _Bits(2, 0x87FF, 0x3800),
    "bfloat16": _Bits(2, 0x80FF, 0x3F00),
    "double": _Bits(8, 0x801FFFFFFFFFFFFF, 0x3FE0000000000000),
    "complex64": _Bits(8, 0x80FFFFFF80FFFFFF, 0x3F0000003F000000),
    "complex32": _Bits(4, 0x87FF87FF, 0x38003800),
    "hifloat8": _Bits(1, 0x8F),
    "float8_e5m2": _Bits(1, 0x87, 0x38),
    "float8_e4m3fn": _Bits(1, 0x8F, 0x30),
}


def element_size(dtype: str) -> int:
    """Return the bytes of an element.

    Raises:
        MisuseError: There are no random values of this type.
    """
    return _bits(dtype, 1).size


def random_values(dtype: str, count: int, largest: int, seed: str) -> bytes:
    """Return `count` elements; integers are 0 to `largest`, one less than a power of two.

    Raises:
        MisuseError: There are no random values of this type.
    """
    bits = _bits(dtype, largest)
    size = bits.size * count
    data = int.from_bytes(random.Random(seed).randbytes(size), "little")  # noqa: S311 - no secret
    masks = int.from_bytes(bits.mask.to_bytes(bits.size, "little") * count, "little")
    set_ = int.from_bytes(bits.set_.to_bytes(bits.size, "little") * count, "little")
    return (data & masks | set_).to_bytes(size, "little")


def _bits(dtype: str, largest: int) -> _Bits:
    if dtype in _FLOATS:
        return _FLOATS[dtype]
    if dtype == "bool":
        return _Bits(1, 1)
    row = BY_NAME.get(dtype)
    if row is None or not row.size or "int" not in row.numpy:
        message = f"random values of {dtype} are not made"
        raise MisuseError(message, "run the operator in a program to compare its kernels")
    return _Bits(row.size, largest)
