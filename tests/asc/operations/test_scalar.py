"""The scalar unit from Python against Python's own integers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import asc

if TYPE_CHECKING:
    from collections.abc import Callable


@asc.jit
def count_bits(numbers: asc.GlobalAddress, signed: asc.GlobalAddress, results: asc.GlobalAddress):
    source = asc.GlobalTensor()
    source.set_global_buffer(numbers)
    with_sign = asc.GlobalTensor()
    with_sign.set_global_buffer(signed)
    target = asc.GlobalTensor()
    target.set_global_buffer(results)
    value = source.get_value(0)
    target.set_value(0, asc.scalar_get_count_of_value(value, 0))
    target.set_value(1, asc.scalar_get_count_of_value(value, 1))
    target.set_value(2, asc.scalar_count_leading_zero(value))
    target.set_value(3, asc.scalar_get_sff_value(value, 0))
    target.set_value(4, asc.scalar_get_sff_value(value, 1))
    target.set_value(5, asc.count_bits_cnt_same_as_sign_bit(with_sign.get_value(0)))


@settings(max_examples=50, deadline=None)
@given(value=st.one_of(st.integers(0, 2**64 - 1), st.integers(0, 64).map(lambda n: (1 << n) - 1)))
def test_bits_are_counted(value: int) -> None:
    results = np.zeros(6, np.int64)
    raw = np.array([value], np.uint64)
    count_bits[1](raw, raw.view(np.int64), results)
    text = f"{value:064b}"
    same = len(text) - len(text.lstrip(text[0])) - 1
    same = -1 if value in {0, 2**64 - 1} else same
    assert results.tolist() == [
        text.count("0"),
        text.count("1"),
        64 - value.bit_length(),
        text[::-1].find("0"),
        text[::-1].find("1"),
        same,
    ]


ROUND: dict[str, Callable[..., Any]] = {
    "CAST_RINT": np.rint,
    "CAST_FLOOR": np.floor,
    "CAST_CEIL": np.ceil,
    "CAST_TRUNC": np.trunc,
    "CAST_ROUND": lambda values: np.copysign(np.floor(np.abs(values) + 0.5), values),
}


@asc.jit
def cast_floats(values: asc.GlobalAddress, integers: asc.GlobalAddress, halves: asc.GlobalAddress):
    source = asc.GlobalTensor()
    source.set_global_buffer(values)
    to_integers = asc.GlobalTensor()
    to_integers.set_global_buffer(integers)
    to_halves = asc.GlobalTensor()
    to_halves.set_global_buffer(halves)
    for place in asc.range(10):
        value = source.get_value(place)
        at = place * 5
        to_integers.set_value(at, asc.scalar_cast(value, asc.int32, asc.RoundMode.CAST_RINT))
        to_integers.set_value(at + 1, asc.scalar_cast(value, asc.int32, asc.RoundMode.CAST_FLOOR))
        to_integers.set_value(at + 2, asc.scalar_cast(value, asc.int32, asc.RoundMode.CAST_CEIL))
        to_integers.set_value(at + 3, asc.scalar_cast(value, asc.int32, asc.RoundMode.CAST_TRUNC))
        to_integers.set_value(at + 4, asc.scalar_cast(value, asc.int32, asc.RoundMode.CAST_ROUND))
        to_halves.set_value(place, asc.scalar_cast(value, asc.half, asc.RoundMode.CAST_ODD))


def test_floats_become_integers_and_halves() -> None:
    values = np.array([0.5, 1.5, -0.5, -1.5, 2.3, -2.7, 3e9, -3e9, 0.0, 100.25], np.float32)
    integers, halves = np.zeros(50, np.int32), np.zeros(10, np.float16)
    cast_floats[1](values, integers, halves)
    wide = values.astype(np.float64)
    expected = np.array([np.clip(f(wide), -(2**31), 2**31 - 1) for f in ROUND.values()]).T
    np.testing.assert_array_equal(integers.reshape(10, 5), expected.astype(np.int32))
    exact = [0, 1, 2, 3, 8, 9]
    np.testing.assert_array_equal(halves[exact], values[exact].astype(np.float16))
    assert halves[4] == pytest.approx(2.3, rel=1e-3)
