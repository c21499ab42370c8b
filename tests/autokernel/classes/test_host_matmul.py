"""Products of matrices on the host: right for every size, setting and layout of the factors."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.classes.matmul import CLASS
from custom_compiler.autokernel.describe.reference import evaluate, numpy_dtype
from custom_compiler.autokernel.host.targets import find_target, targets_here
from tests.utils.host_kernels import kernel, shifted


@ak.op(x="rows inputs", w="outputs inputs", b="outputs")
def connected(x: ak.Tensor, w: ak.Tensor, b: ak.Tensor) -> ak.Tensor:
    return ak.relu(ak.sum(x * w, "inputs") + b)


@ak.op(a="batch m k", b="batch k n")
def batched(a: ak.Tensor, b: ak.Tensor) -> ak.Tensor:
    return ak.sum(a * b, "k")


@ak.op(a="k m", b="n k")
def crossed(a: ak.Tensor, b: ak.Tensor) -> ak.Tensor:
    return ak.transpose(ak.sum(a * b, "k"), "m n")


@ak.op(a="m k", x="k")
def of_a_vector(a: ak.Tensor, x: ak.Tensor) -> ak.Tensor:
    return ak.sum(a * x, "k")


MATMUL = ak.operators.matmul.operator(dtype="float32")
OPERATORS = {
    one.name: one
    for one in (MATMUL, *(each.operator() for each in (connected, batched, crossed, of_a_vector)))
}


def arrays(operator, sizes, offset=4):
    numbers = np.random.default_rng(3)
    shapes = [[sizes[axis.name] for axis in one.axes] for one in operator.inputs]
    return [shifted(numbers.normal(size=shape).astype(np.float32), offset) for shape in shapes]


def check(built, operator, sizes):
    given = arrays(operator, sizes)
    names = [one.name for one in operator.inputs]
    (expected,) = evaluate(operator, dict(zip(names, given, strict=True)), wide=True)
    out = shifted(np.full(np.shape(expected), np.nan, np.float32), 4)
    built(*given, out=[out])
    np.testing.assert_allclose(out, expected, rtol=1e-5, atol=1e-5)


def matched(operator):
    found = CLASS.match(operator)
    assert found is not None
    return found


def symbols(operator):
    return sorted({axis.name for one in operator.inputs for axis in one.axes})


@pytest.fixture(scope="module", params=OPERATORS)
def general(request, tmp_path_factory):
    operator = OPERATORS[request.param]
    return operator, kernel(operator, tmp_path_factory.mktemp(request.param))


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_any_sizes(general, data):
    operator, built = general
    check(
        built, operator, {name: data.draw(st.integers(1, 70), name) for name in symbols(operator)}
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", OPERATORS)
def test_any_setting_for_known_sizes(name, seed, tmp_path):
    choose = random.Random(f"{name} {seed}")
    operator = OPERATORS[name]
    sizes = {symbol: choose.choice((1, 7, 16, 33, 64, 70)) for symbol in symbols(operator)}
    target = choose.choice(targets_here())
    space = CLASS.host_space(matched(operator), sizes, target)
    setting = space.setting(choose.choice(list(space.points())))
    check(kernel(operator, tmp_path, sizes, target=target.name, setting=setting), operator, sizes)


@pytest.mark.parametrize("name", OPERATORS)
def test_the_default_is_allowed(name):
    operator = OPERATORS[name]
    match = matched(operator)
    for target in ("x86-64-avx512", "x86-64-avx2", "x86-64", "arm-64"):
        for size in (0, 1, 5, 33, 640, None):
            sizes = None if size is None else dict.fromkeys(symbols(operator), size)
            place = find_target(target)
            space = CLASS.host_space(match, sizes, place)
            assert space.allowed(CLASS.host_default(match, sizes, place))


def test_no_rows(general):
    operator, built = general
    sizes = dict.fromkeys(symbols(operator), 3) | {operator.outputs[0].axes[0].name: 0}
    assert np.size(built(*arrays(operator, sizes))) == 0


def test_columns_packed_by_blocks(tmp_path):
    sizes = {"rows": 5, "inputs": 24, "outputs": 64}
    operator = OPERATORS["connected"]
    setting = CLASS.host_default(matched(operator), sizes, find_target("x86-64"))
    setting |= {"along_depth": 0, "packed": 1, "rows": 2, "columns": 2, "unroll": 1, "tiles": 1}
    check(kernel(operator, tmp_path, sizes, target="x86-64", setting=setting), operator, sizes)


@pytest.mark.slow
@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize(("dtype", "tolerance"), [("float16", 1e-3), ("bfloat16", 8e-3)])
def test_narrow_floats_are_summed_up_wide(dtype, tolerance, known, tmp_path):
    operator = ak.operators.matmul.operator(dtype=dtype)
    sizes = {"m": 19, "n": 35, "k": 600}
    built = kernel(operator, tmp_path, sizes if known else None)
    numbers = np.random.default_rng(5)
    a = numbers.random((19, 600)).astype(numpy_dtype(dtype))
    b = numbers.random((600, 35)).astype(numpy_dtype(dtype))
    found = np.asarray(built(a, b)).astype(np.float64)
    np.testing.assert_allclose(found, a.astype(np.float64) @ b.astype(np.float64), rtol=tolerance)
