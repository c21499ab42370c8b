"""Element types that a SoC lacks and CANN's headers compile: what happens when a kernel runs."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.harness import FAULT_TRAP, Kernel, KernelFaultError
from tests.utils.sources import read_source

SOURCE = read_source(__file__, "kernels/types.cpp")


@pytest.fixture(scope="module")
def kernel() -> Kernel:
    return Kernel(SOURCE, "types", 4)


@pytest.mark.parametrize(("way", "function"), [(0, np.bitwise_and), (1, np.bitwise_or), (2, np.bitwise_and)])  # fmt: skip
def test_bitwise_counts_are_of_16_bits(kernel: Kernel, way: int, function) -> None:
    x, y = np.random.default_rng(way).integers(0, 256, (2, 256), np.uint8)
    out = np.full(256, 7, np.uint8)
    kernel.run(1, x, y, out, way)
    np.testing.assert_array_equal(out[:20], function(x, y)[:20])
    assert (out[20:] == 7).all()


@pytest.mark.parametrize(("way", "name"), [(3, "Gather"), (4, "GatherMask")])
def test_gathering_bytes_faults(kernel: Kernel, way: int, name: str) -> None:
    data = np.zeros(256, np.uint8)
    with pytest.raises(KernelFaultError, match=f"{name}: .* elements of 1 B") as fault:
        kernel.run(1, data, data, data.copy(), way)
    assert fault.value.kind == FAULT_TRAP
