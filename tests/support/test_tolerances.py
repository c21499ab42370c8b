"""The table of tolerances against the precision of the element types, and where it is used."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

from custom_compiler.debug.compare import first_difference
from custom_compiler.support.tolerances import TOLERANCES


@pytest.mark.parametrize("name", TOLERANCES)
def test_every_rule_accepts_one_rounding(name: str) -> None:
    unit = float(ml_dtypes.finfo(ml_dtypes.bfloat16 if name == "bfloat16" else name).eps) / 2
    rules = [rule for rule in TOLERANCES[name] if rule]
    assert rules
    assert all(unit < rule <= 0.02 for rule in rules)


@pytest.mark.parametrize(
    ("name", "tolerance"), [("float16", 4e-3), ("bfloat16", 4e-3), ("float32", 1e-4),
                            ("float64", 1e-6), ("complex64", 1e-4), ("complex128", 1e-6)],
)  # fmt: skip
def test_outputs_are_compared_as_the_page_on_debugging_says(name: str, tolerance: float) -> None:
    dtype = np.dtype(ml_dtypes.bfloat16 if name == "bfloat16" else name)
    wanted = np.zeros(3)  # so that the absolute tolerance counts
    for factor, is_different in ((0.9, False), (1.1, True)):
        actual = np.array([0, 0, factor * tolerance]).astype(dtype)
        found = first_difference(actual, wanted.astype(dtype))
        assert (found is not None) == is_different, (factor, found)


@pytest.mark.parametrize("name", ["int4", "uint4", "float8_e4m3fn", "float8_e5m2"])
def test_small_element_types_are_compared_exactly(name: str) -> None:
    dtype = getattr(ml_dtypes, name)
    ones = np.ones(4, dtype)
    assert first_difference(ones, ones.copy()) is None
    two = np.array([1, 1, 2, 1]).astype(dtype)
    found = first_difference(two, ones)
    assert found is not None
    assert (found.element, found.count) == (2, 1)
