"""Helpers for tests of vector instructions: a kernel around one call, and a model of its operands.

A test fills an image of the first 64 KiB of the unified buffer, has a kernel run one instruction
on it and compares the whole image with the result of a model written in NumPy, so that stray
writes show too.
"""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from tests.aicore.harness import Kernel
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

IMAGE_BYTES = 65536

PROLOGUE = read_source(__file__, "kernels/vector_prologue.cpp")

EPILOGUE = read_source(__file__, "kernels/vector_epilogue.cpp")

TYPES: dict[str, type] = {
    "float": np.float32,
    "half": np.float16,
    "int16_t": np.int16,
    "int32_t": np.int32,
    "uint16_t": np.uint16,
    "uint32_t": np.uint32,
    "int8_t": np.int8,
    "uint8_t": np.uint8,
    "int64_t": np.int64,
}


class Form(IntEnum):
    """Kind of mask: how a call selects its lanes."""

    COUNT = 0
    LANES = 1
    BITS = 2
    REGISTER = 3
    COUNTER = 4


class _Call(ctypes.Structure):
    _fields_ = (
        ("op", ctypes.c_uint32),
        ("type", ctypes.c_uint32),
        ("form", ctypes.c_uint32),
        ("count", ctypes.c_uint32),
        ("repeat", ctypes.c_uint32),
        ("at", ctypes.c_uint32 * 4),
        ("blk", ctypes.c_uint32 * 3),
        ("rep", ctypes.c_uint32 * 3),
        ("extra", ctypes.c_uint32 * 9),
        ("mask", ctypes.c_uint64 * 2),
        ("scalar", ctypes.c_uint64),
    )


@dataclass(frozen=True)
class Lanes:
    """The lanes of an instruction; strides in 32-byte blocks for dst, src0, src1."""

    form: Form = Form.COUNT
    count: int = 0
    repeat: int = 1
    mask: tuple[int, int] = (0, 0)
    blk: tuple[int, ...] = (1, 1, 1)
    rep: tuple[int, ...] = (8, 8, 8)

    def selected(self, width: int) -> Iterator[NDArray[np.intp]]:
        """Per repeat of `width` lanes the numbers of the lanes that take part."""
        if self.form in {Form.COUNT, Form.COUNTER}:
            for start in range(0, self.count, width):
                yield np.arange(min(width, self.count - start))
            return
        for _ in range(self.repeat):
            if self.form == Form.LANES:
                yield np.arange(min(self.mask[0], width))
            else:
                bits = self.mask[0] | self.mask[1] << 64
                yield np.array([lane for lane in range(width) if bits >> lane & 1], dtype=np.intp)

    def offsets(
        self, operand: int, repeat: int, lanes: NDArray[np.intp], width: int, size: int
    ) -> NDArray[np.intp]:
        """Bytes from the operand's start to the given lanes of a repeat; elements of `size` bytes."""
        if self.form == Form.COUNT:
            return (repeat * width + lanes) * size
        per_block = 32 // size
        blocks = repeat * self.rep[operand] + lanes // per_block * self.blk[operand]
        return blocks * 32 + lanes % per_block * size


@dataclass(frozen=True)
class Image:
    """The bytes of the unified buffer that a call works on."""

    data: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(IMAGE_BYTES, np.uint8))

    def put(self, offset: int, values: NDArray) -> None:
        """Stores an array at byte `offset`."""
        raw = np.ascontiguousarray(values).view(np.uint8).ravel()
        self.data[offset : offset + raw.size] = raw

    def get(self, offset: int, dtype: type | str, count: int) -> NDArray:
        """An array at byte `offset`."""
        size = np.dtype(dtype).itemsize * count
        return self.data[offset : offset + size].view(dtype).copy()

    def gather(self, offsets: NDArray[np.intp], dtype: type) -> NDArray:
        """Single elements at byte offsets."""
        size = np.dtype(dtype).itemsize
        raw = self.data[offsets[:, None] + np.arange(size)]
        return np.ascontiguousarray(raw).view(dtype).ravel()

    def scatter(self, offsets: NDArray[np.intp], values: NDArray) -> None:
        """Stores single elements at byte offsets."""
        size = values.dtype.itemsize
        raw = np.ascontiguousarray(values).view(np.uint8).reshape(-1, size)
        self.data[offsets[:, None] + np.arange(size)] = raw

    def copy(self) -> Image:
        """An independent image with the same bytes."""
        return Image(self.data.copy())


@cache
def _kernel(body: str) -> Kernel:
    return Kernel(PROLOGUE + body + EPILOGUE, "vector_call", params=2)


def call(
    body: str,
    image: Image,
    *,
    op: int = 0,
    type_index: int = 0,
    lanes: Lanes | None = None,
    at: tuple[int, ...] = (),
    scalar: np.generic | None = None,
    extra: tuple[int, ...] = (),
    soc: str = "Ascend910B3",
) -> Image:
    """Runs `Run(const Call&)` of the C++ text `body` on a copy of `image` and returns that."""
    lanes = lanes or Lanes()
    record = _Call(op, type_index, lanes.form, lanes.count, lanes.repeat)
    record.at[: len(at)] = list(at)
    record.blk[:] = list(lanes.blk)
    record.rep[:] = list(lanes.rep)
    record.extra[: len(extra)] = [value & 0xFFFFFFFF for value in extra]
    record.mask[:] = list(lanes.mask)
    if scalar is not None:
        record.scalar = int.from_bytes(scalar.tobytes(), "little")
    result = image.copy()
    _kernel(body).run(1, result.data, np.frombuffer(bytes(record), np.uint8), soc=soc)
    return result


def reciprocal_estimate(values: NDArray) -> NDArray:
    """Compute Arm's RecipEstimate, which a 910B agrees with (test_estimates.py)."""
    mantissa, exponent = np.frexp(np.abs(values))
    scaled = np.floor(mantissa * 512).astype(np.int64)
    estimate = (2**19 // (2 * scaled + 1) + 1) // 2
    found = np.ldexp((estimate / 256).astype(np.float32), -exponent)
    found = np.where(values == 0, np.inf, np.where(np.isinf(values), 0, found))
    return np.where(np.isnan(values), np.nan, np.copysign(found, values)).astype(np.float32)


def _rsqrt_of_scaled(scaled: int) -> int:
    middle = 2 * scaled + 1 if scaled < 256 else ((scaled >> 1 << 1) + 1) * 2
    root = 512
    while middle * (root + 1) ** 2 < 2**28:
        root += 1
    return (root + 1) // 2


_RSQRTS = np.array([0] * 128 + [_rsqrt_of_scaled(scaled) for scaled in range(128, 512)])


def rsqrt_estimate(values: NDArray) -> NDArray:
    """Compute Arm's RecipSqrtEstimate."""
    mantissa, exponent = np.frexp(np.where(values > 0, values, 1))
    odd = exponent % 2
    scaled = np.floor(mantissa * np.where(odd, 256, 512)).astype(np.int64) % 512
    found = np.ldexp((_RSQRTS[scaled] / 256).astype(np.float32), -(exponent + odd) // 2)
    with np.errstate(all="ignore"):
        special = np.float32(1) / np.sqrt(values)
    special = np.where(np.isnan(special), np.nan, special)
    return np.where((values > 0) & np.isfinite(values), found, special).astype(np.float32)


def shifted_left(values: NDArray, by: NDArray | int) -> NDArray:
    """Arithmetic for signed types: the sign stays, the bit below it is dropped (ShiftLeft.md)."""
    info = np.iinfo(values.dtype)
    return np.left_shift(values, by) & info.max | values & np.array(info.min, values.dtype)


def assert_same(got: Image, expected: Image, label: str) -> None:
    """Fails at the first byte where the images differ."""
    if not np.array_equal(got.data, expected.data):
        at = int(np.flatnonzero(got.data != expected.data)[0])
        start = at // 32 * 32
        msg = (
            f"{label}: byte {at}: got {got.data[start : start + 32].tobytes().hex()}, "
            f"expected {expected.data[start : start + 32].tobytes().hex()}"
        )
        raise AssertionError(msg)
