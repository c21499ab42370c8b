"""Convolutions on the host: right for every size, setting, stride, padding and dilation."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.classes.convolution import CLASS
from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.autokernel.describe.sizes import evaluate as size_of
from custom_compiler.autokernel.describe.sizes import symbols_of
from custom_compiler.autokernel.host.targets import find_target, targets_here
from tests.utils.host_kernels import kernel, shifted


@ak.op(x="n c w", weight="o c k")
def in_one_dimension(x: ak.Tensor, weight: ak.Tensor) -> ak.Tensor:
    seen = ak.window(x, "w", "k", weight.size("k"), pad=(2, 0))
    return ak.transpose(ak.sum(seen * weight, "c k"), "n o w_out")


CONVOLUTION = ak.operators.convolution
DEPTHWISE = ak.operators.depthwise_convolution
OPERATORS = {
    "padded": CONVOLUTION.operator(dtype="float32", pads=(1, 1, 1, 1), relu=True),
    "strided": CONVOLUTION.operator(dtype="float32", strides=(2, 3), pads=(0, 2, 1, 0)),
    "dilated": CONVOLUTION.operator(dtype="float32", dilations=(2, 2)),
    "grouped": CONVOLUTION.operator(dtype="float32", groups=2, pads=(1, 1, 1, 1)),
    "depthwise": DEPTHWISE.operator(dtype="float32", pads=(1, 1, 1, 1)),
    "strided depthwise": DEPTHWISE.operator(dtype="float32", strides=(2, 2)),
    "one dimension": in_one_dimension.operator(),
}


def matched(operator):
    found = CLASS.match(operator)
    assert found is not None
    return found


def symbols(operator):
    return sorted(
        {n for one in operator.inputs for axis in one.axes for n in symbols_of(axis.size)}
    )


def check(built, operator, sizes):
    numbers = np.random.default_rng(3)
    shapes = [[size_of(axis.size, sizes) for axis in one.axes] for one in operator.inputs]
    arrays = [shifted(numbers.normal(size=shape).astype(np.float32), 4) for shape in shapes]
    names = [one.name for one in operator.inputs]
    (expected,) = evaluate(operator, dict(zip(names, arrays, strict=True)), wide=True)
    out = shifted(np.full(np.shape(expected), np.nan, np.float32), 4)
    built(*arrays, out=[out])
    np.testing.assert_allclose(out, expected, rtol=1e-5, atol=1e-5)


def some_sizes(operator, choose):
    """Sizes by symbol: windows of up to 3 places in images of at least 5."""
    most = {"n": (1, 2), "o": (2, 40), "kh": (1, 3), "kw": (1, 3), "k": (1, 3)}
    most |= dict.fromkeys(("h", "w"), (5, 40)) | dict.fromkeys(("c", "c_in"), (1, 5))
    sizes = {name: choose(*most[name]) for name in symbols(operator)}
    return sizes | ({"o": sizes["o"] // 2 * 2} if "o" in sizes else {})  # for two groups


@pytest.fixture(scope="module", params=OPERATORS)
def general(request, tmp_path_factory):
    operator = OPERATORS[request.param]
    return operator, kernel(operator, tmp_path_factory.mktemp("general"))


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_any_sizes(general, data):
    operator, built = general
    check(
        built, operator, some_sizes(operator, lambda low, high: data.draw(st.integers(low, high)))
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", OPERATORS)
def test_any_setting_for_known_sizes(name, seed, tmp_path):
    choose = random.Random(f"{name} {seed}")
    operator = OPERATORS[name]
    sizes = some_sizes(operator, choose.randint)
    target = choose.choice(targets_here())
    space = CLASS.host_space(matched(operator), sizes, target)
    setting = space.setting(choose.choice(list(space.points())))
    check(kernel(operator, tmp_path, sizes, target=target.name, setting=setting), operator, sizes)


@pytest.mark.parametrize("name", OPERATORS)
def test_the_default_is_allowed(name):
    operator = OPERATORS[name]
    match = matched(operator)
    for target in ("x86-64-avx512", "x86-64-avx2", "x86-64", "arm-64"):
        place = find_target(target)
        for size in (5, 14, 56, None):
            sizes = {symbol: size for symbol in symbols(operator) if size is not None}
            space = CLASS.host_space(match, sizes or None, place)
            assert space.allowed(CLASS.host_default(match, sizes or None, place))
