"""Inputs made for tests, and the table of a suite."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.testing.random_inputs import (
    PATTERNS,
    RandomInput,
    parse_random,
    pattern_array,
    random_array,
)
from custom_compiler.testing.suite import _cases, operator_test


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("8x2048:fp16", RandomInput("", (8, 2048), "fp16")),
        ("x=8,2048:fp16", RandomInput("x", (8, 2048), "fp16")),
        ("scalar:int32", RandomInput("", (), "int32")),
        ("0:bool", RandomInput("", (0,), "bool")),
    ],
)
def test_written_inputs(text: str, expected: RandomInput) -> None:
    assert parse_random(text) == expected


@pytest.mark.parametrize(
    "text", ["", "8", "8:", ":fp16", "8xx8:fp16", "-1:fp16", "99999x9999999:i"]
)
def test_what_is_no_input(text: str) -> None:
    with pytest.raises(ValueError, match=r"not SHAPE:DTYPE|too many elements"):
        parse_random(text)


@pytest.mark.parametrize(
    "dtype", ["fp16", "bf16", "fp32", "double", "int8", "uint8", "int32", "int64", "bool"]
)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns(dtype: str, pattern: str) -> None:
    array = pattern_array(pattern, (33, 5), dtype, np.random.default_rng(1))
    assert array.shape == (33, 5)
    assert array.dtype == random_array((1,), dtype, np.random.default_rng(0)).dtype
    same = pattern_array(pattern, (33, 5), dtype, np.random.default_rng(1))
    assert array.tobytes() == same.tobytes()
    is_float = array.dtype.kind not in "iub"
    if pattern == "zeros":
        assert not array.any()
    elif pattern == "ones":
        assert (array == 1).all()
    elif pattern == "negative" and array.dtype.kind not in "ub":
        assert (array <= 0).all()
        assert (array < 0).any()
    elif pattern == "special" and is_float:
        values = array.astype(np.float64)
        assert np.isnan(values).any()
        assert np.isinf(values).any()
    elif pattern == "large" and is_float:
        values = np.abs(array.astype(np.float64))
        largest = float(ml_dtypes.finfo(array.dtype).max)
        assert largest / 64 < values.max() <= largest / 16
    elif pattern == "special" and array.dtype.kind in "iu":
        assert {array.min(), array.max()} == {np.iinfo(array.dtype).min, np.iinfo(array.dtype).max}


def test_a_table_has_each_shape_type_pattern_and_attribute() -> None:
    cases = _cases(
        [(1,), (2, 3), (4, 5), (0,)], ["fp16", ("fp32", "int32")], [{"a": 1}, {"a": 2}],
        ("random", "zeros"),
    )  # fmt: skip
    names = [case.name for case in cases]
    assert names[:2] == ["1-fp16-random-a:1", "1-fp32-int32-random-a:1"]
    assert len(names) == 4 * 2 + 2 + 2
    assert "4x5-fp16-zeros-a:1" in names
    assert "4x5-fp16-random-a:2" in names
    x, y = cases[1].inputs(2)
    assert (x.dtype, y.dtype) == (np.float32, np.int32)
    with pytest.raises(MisuseError, match="has 3 shapes and 2 types"):
        cases[1].inputs(3)


def test_tables_that_cannot_be() -> None:
    for words, says in (
        ({"shapes": [], "dtypes": ["fp16"]}, "shapes: the list is empty"),
        ({"shapes": [(1,)], "dtypes": []}, "dtypes: the list is empty"),
        ({"shapes": [(1,)], "dtypes": ["fp16"], "patterns": ("odd",)}, "there is no 'odd'"),
    ):
        with pytest.raises(MisuseError, match=says):
            operator_test("X", lambda x: x, **words)
