"""The first difference of two arrays, against values chosen by hand, and what is said of it."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from custom_compiler.debug.compare import Difference, describe, first_difference
from custom_compiler.debug.trace import WritingInstruction


def test_equal_arrays_have_no_difference() -> None:
    array = np.array([[1.0, np.nan], [np.inf, -0.0]], np.float32)
    assert first_difference(array, array.copy()) is None


@pytest.mark.parametrize(
    ("dtype", "inside", "outside"),
    [
        (np.float16, 1.003, 1.02),  # 2^-10 is about 0.001
        (ml_dtypes.bfloat16, 1.0078125, 1.03125),  # 2^-7 is the step at 1
        (np.float32, 1.0001, 1.001),
        (np.int32, 1, 2),
        (np.bool_, True, False),
    ],
)
def test_tolerances_follow_the_precision(dtype: type, inside: float, outside: float) -> None:
    expected = np.ones(4, dtype)
    actual = expected.copy()
    actual[2] = inside
    assert first_difference(actual, expected) is None
    actual[2] = outside
    difference = first_difference(actual, expected)
    assert difference is not None
    assert (difference.element, difference.count) == (2, 1)


def test_the_first_in_row_major_order() -> None:
    expected = np.zeros((2, 3, 4), np.int32)
    actual = expected.copy()
    actual[1, 0, 3] = 5
    actual[0, 2, 1] = 6
    assert first_difference(actual, expected) == Difference((0, 2, 1), 9, 6, 0, 2, 24)


def test_what_is_said() -> None:
    difference = Difference((1, 5), 21, 2.5, 3.0, 7, 32)
    tile = WritingInstruction("aiv block 2", "DataCopy", "k.cpp:30", begin=64, size=64)
    text = describe(
        "z", difference, [WritingInstruction("aiv block 1", "SetValue", "k.cpp:9"), tile], 4
    )
    assert text.startswith("z[1, 5] is 2.5, expected 3.0 (7 of 32 elements differ)")
    assert "aiv block 2, DataCopy at k.cpp:30, tile of elements 16 to 31" in text
    assert text.endswith("it was written 2 times")
    assert describe("z", difference, [], 4).endswith("no instruction of the kernel wrote it")
    half = WritingInstruction(
        "aiv block 0", "DataCopy", "k.cpp:9", 6, 2
    )  # as a kernel of another type writes
    assert describe("z", difference, [half], 4).endswith("tile of elements 1 to 1")
