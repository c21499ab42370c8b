"""InitConstValue: constants in the memories of the cube, against NumPy."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.harness import AIC_ONLY, AICORE, Kernel, KernelFaultError
from tests.utils.sources import read_source

FILL = read_source(__file__, "kernels/fill.cpp")
FILL_TYPES = (np.float16, np.int16, np.uint32, np.float32)


@cache
def fill_kernel() -> Kernel:
    return Kernel(FILL, "fill", 2)


@settings(max_examples=40, deadline=None)
@given(
    dtype=st.integers(0, 3),
    place=st.integers(0, 2),
    repeat=st.integers(0, 6),
    blocks=st.integers(1, 5),
    gap=st.integers(0, 3),
    by_name=st.booleans(),
    older=st.booleans(),
)
def test_constants_in_memories_of_the_cube(
    dtype: int, place: int, repeat: int, blocks: int, gap: int, by_name: bool, older: bool
) -> None:
    element = np.dtype(FILL_TYPES[dtype])
    value = np.array([-3 if element.kind != "u" else 77]).astype(element)
    bits = int(np.frombuffer(value.tobytes().ljust(4, b"\0"), np.uint32)[0])
    # The older cores fill one fractal per repeat.
    unit = 32 if place == 0 and not older else 512
    count, pitch = (512, 512) if older else (blocks * unit, (blocks + gap) * unit)
    expected = np.full(32768, 0x5A, np.uint8)
    for i in range(repeat):
        part = expected[i * pitch : i * pitch + count]
        part[:] = np.tile(value, count // element.itemsize).view(np.uint8)
    out = np.zeros(32768, np.uint8)
    call = np.array([dtype, place, repeat, blocks, gap, bits, by_name, 0], np.uint32)
    soc, task = ("Ascend310P3", AICORE) if older else ("Ascend910B1", AIC_ONLY)
    fill_kernel().run(1, call, out, soc=soc, task_type=task)
    np.testing.assert_array_equal(out, expected)


@pytest.mark.parametrize(("place", "unit"), [(0, 32), (1, 512), (2, 512)])
def test_constants_begin_at_blocks_and_fractals(place: int, unit: int) -> None:
    """Fill.md: multiples of 32 bytes in L1, of 512 in L0A and L0B."""
    out = np.zeros(32768, np.uint8)
    call = np.array([2, place, 1, 1, 0, 77, 1, unit], np.uint32)
    fill_kernel().run(1, call, out, task_type=AIC_ONLY)
    assert out[:4].view(np.uint32) == 77
    call[-1] = unit // 2
    with pytest.raises(KernelFaultError, match=f"no multiple of {unit}"):
        fill_kernel().run(1, call, out, task_type=AIC_ONLY)
