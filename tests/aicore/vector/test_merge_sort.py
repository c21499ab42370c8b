"""MrgSort merges lists that are sorted."""

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.harness import Kernel, KernelFaultError
from tests.utils.sources import read_source

_SOURCE = read_source(__file__, "kernels/merge_sort.cpp")


def _merge(first: list[float], second: list[float]) -> list[float]:
    records = np.zeros((16, 2), np.float32)
    records[:, 0] = first + second
    merged = np.zeros((16, 2), np.float32)
    Kernel(_SOURCE, "f", 2).run(1, records, merged)
    return [float(score) for score in merged[:, 0]]


def test_zeros_of_both_signs_are_equal_and_ties_allowed() -> None:
    first, second = [3.0, 2, 2, -0.0, 0, -0.0, -1, -1], [9.0, 3, 0, -0.0, 0, -1, -2, -3]
    assert _merge(first, second) == sorted(first + second, reverse=True)


def test_a_list_that_is_not_sorted_ends_the_kernel() -> None:
    """As on hardware, which merges only what is sorted."""
    with pytest.raises(
        KernelFaultError, match="MrgSort: list 2 is not sorted: record 5 has a larger score"
    ):
        _merge([3.0, 2, 2, 0, 0, 0, -1, -1], [9.0, 3, 0, 0, 0, 1, -2, -3])
