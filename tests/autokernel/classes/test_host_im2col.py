"""Convolutions as products of matrices on the host, which the reference computes otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.classes.im2col import CLASS
from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.autokernel.host.targets import targets_here
from tests.utils.host_kernels import kernel, shifted

OPERATOR = ak.operators.im2col_convolution.operator(
    dtype="float32", pads=(1, 0, 1, 2), strides=(1, 2), relu=True
)


def check(built, n, c, h, w, o):
    numbers = np.random.default_rng(3)
    shapes = {"x": (n, c, h, w), "weight": (o, c, 3, 2), "bias": (o,)}
    arrays = {name: numbers.normal(size=one).astype(np.float32) for name, one in shapes.items()}
    (expected,) = evaluate(OPERATOR, arrays, wide=True)
    out = shifted(np.full(np.shape(expected), np.nan, np.float32), 4)
    built(*arrays.values(), out=[out])
    np.testing.assert_allclose(out, expected, rtol=1e-5, atol=1e-5)


@pytest.fixture(scope="module")
def general(tmp_path_factory):
    assert CLASS.match(OPERATOR) is not None
    return kernel(OPERATOR, tmp_path_factory.mktemp("general"))


@settings(max_examples=25, deadline=None)
@given(n=st.integers(1, 2), c=st.integers(1, 4), h=st.integers(3, 20), w=st.integers(3, 40),
       o=st.integers(1, 20))  # fmt: skip
def test_any_sizes(general, n, c, h, w, o):
    check(general, n, c, h, w, o)


@pytest.mark.parametrize("target", [one.name for one in targets_here()][-2:])
def test_known_sizes(target, tmp_path):
    sizes = {"n": 2, "c": 3, "h": 9, "w": 33, "o": 7, "kh": 3, "kw": 2}
    check(kernel(OPERATOR, tmp_path, sizes, target=target), 2, 3, 9, 33, 7)


def test_other_stages_do_not_match():
    assert CLASS.match(ak.operators.convolution.operator()) is None
    assert CLASS.match(ak.operators.softmax.operator()) is None
