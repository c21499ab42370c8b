"""Products whose right operand keeps two of each four elements, against the full product."""

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.cube_support import from_nz, to_nz, up
from tests.aicore.harness import AIC_ONLY, Kernel
from tests.utils.sources import read_source

SPARSE = read_source(__file__, "kernels/sparse.cpp")


@pytest.mark.parametrize(("m", "n", "k"), [(16, 16, 64), (33, 40, 128), (1, 16, 64), (50, 17, 192)])
def test_kept_elements_meet_theirs(m: int, n: int, k: int) -> None:
    rng = np.random.default_rng(m)
    a = rng.integers(-128, 128, (m, k)).astype(np.int8)
    full = np.zeros((k, n), np.int8)
    kept = np.zeros((k // 2, n), np.int8)
    index = np.zeros((k // 2, n), np.uint8)
    for column in range(n):
        for group in range(k // 4):
            places = np.sort(rng.choice(4, 2, replace=False))
            values = rng.integers(-128, 128, 2)
            full[4 * group + places, column] = values
            kept[2 * group : 2 * group + 2, column] = values
            index[2 * group : 2 * group + 2, column] = places[0], places[1] - 1
    # The right operand is in L1 as it will be in L0B: Zn, which is the Nz of its transpose.
    packed = index.T.reshape(n, k // 8, 4)
    packed_bytes = (packed << np.arange(0, 8, 2, dtype=np.uint8)).sum(axis=2).astype(np.uint8)
    result = np.zeros((up(n, 16) // 16, up(m, 16) // 16, 16, 16), np.int32)
    Kernel(SPARSE, "sparse", 5).run(
        1,
        to_nz(a, 32),
        to_nz(kept.T, 32),
        to_nz(packed_bytes, 8),
        result,
        np.array([m, n, k], np.uint32),
        task_type=AIC_ONLY,
    )
    expected = 2 * (a.astype(np.int32) @ full.astype(np.int32))
    np.testing.assert_array_equal(from_nz(result, m, n), expected)
