"""Random values: finite, of ordinary size, the same for the same seed."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.op_compiler.random_data import element_size, random_values

_FLOATS = {
    "float32": np.float32,
    "float16": np.float16,
    "double": np.float64,
    "bfloat16": ml_dtypes.bfloat16,
    "float8_e5m2": ml_dtypes.float8_e5m2,
    "float8_e4m3fn": ml_dtypes.float8_e4m3fn,
}


@pytest.mark.parametrize("name", _FLOATS)
def test_floats(name: str) -> None:
    values = np.frombuffer(random_values(name, 500, 7, "seed"), _FLOATS[name])
    magnitudes = np.abs(values.astype(np.float64))
    assert len(values) == 500
    assert element_size(name) == values.itemsize
    assert magnitudes.min() >= 0.5
    assert magnitudes.max() < 2
    assert len(np.unique(values.astype(np.float64))) > 10
    assert {*np.sign(values.astype(np.float64))} == {-1, 1}


@pytest.mark.parametrize("name", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64"])
@pytest.mark.parametrize("largest", [7, 1])
def test_integers_can_be_indices(name: str, largest: int) -> None:
    values = np.frombuffer(random_values(name, 500, largest, "seed"), name)
    assert {*values} == set(range(largest + 1))


def test_booleans() -> None:
    assert {*random_values("bool", 100, 7, "seed")} == {0, 1}


def test_seeds() -> None:
    assert random_values("int8", 50, 7, "a") == random_values("int8", 50, 7, "a")
    assert random_values("int8", 50, 7, "a") != random_values("int8", 50, 7, "b")
    assert random_values("float32", 0, 7, "a") == b""


def test_other_types_are_refused() -> None:
    with pytest.raises(MisuseError, match="random values of string"):
        element_size("string")
