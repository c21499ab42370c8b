"""Built operators on NumPy arrays: what they compute, and which calls they reject."""

from __future__ import annotations

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.errors import MisuseError
from tests.utils.host_kernels import kernel, shifted


@ak.op(x="... columns", b="columns")
def scaled(x: ak.Tensor, b: ak.Tensor, alpha: float = 2.0) -> ak.Tensor:
    return ak.relu(x + b) * alpha


SOFTMAX = ak.operators.softmax.operator(dtype="float32")
SCALED = scaled.operator(dtype="float32")


@pytest.fixture(scope="module")
def softmax(tmp_path_factory):
    return kernel(SOFTMAX, tmp_path_factory.mktemp("softmax"), {"columns": 100}, None)


@pytest.fixture(scope="module")
def biased(tmp_path_factory):
    return kernel(SCALED, tmp_path_factory.mktemp("biased"))


def numbers(*shape: int) -> np.ndarray:
    return np.random.default_rng(1).normal(size=shape).astype(np.float32)


@pytest.mark.parametrize("columns", [100, 37, 1])
@pytest.mark.parametrize("offset", [0, 4, 16])
def test_softmax_wherever_the_output_lies(softmax, columns, offset):
    x, out = numbers(5, 3, columns), shifted(numbers(5, 3, columns), offset)
    softmax(shifted(x, offset), out=[out])
    np.testing.assert_allclose(out, evaluate(SOFTMAX, {"x": x}, wide=True)[0], rtol=2e-6)


def test_elementwise_with_an_attribute(biased):
    x, b = numbers(7, 200), numbers(200)
    np.testing.assert_array_equal(biased(x, b), np.maximum(x + b, 0) * np.float32(2))
    np.testing.assert_array_equal(biased(x, b, alpha=3), np.maximum(x + b, 0) * np.float32(3))


def test_nan_and_infinity_as_numpy(biased):
    x, b = numbers(4, 64), np.zeros(64, np.float32)
    x[0, :3] = np.nan, np.inf, -np.inf
    np.testing.assert_array_equal(biased(x, b), np.maximum(x, 0) * np.float32(2))


def test_no_elements(softmax):
    assert np.shape(softmax(numbers(0, 100))) == (0, 100)


def test_no_dimensions(tmp_path):
    doubled = kernel(ak.operators.relu.operator(dtype="float32"), tmp_path)
    for number in (-1.5, 2.5):
        found = doubled(np.asarray(number, np.float32))
        assert np.shape(found) == ()
        assert found == max(number, 0)


def test_strided_and_misaligned_inputs_are_copied(biased):
    b = numbers(20)
    strided = numbers(20, 7).T
    misaligned = np.frombuffer(b"." + strided.tobytes(), np.uint8)[1:].view(np.float32)
    expected = biased(np.ascontiguousarray(strided), b)
    np.testing.assert_array_equal(biased(strided, b), expected)
    np.testing.assert_array_equal(biased(misaligned.reshape(7, 20), b), expected)


def refusal(call) -> str:
    with pytest.raises(MisuseError) as caught:
        call()
    return f"{caught.value.message} | {caught.value.hint}"


def test_outputs_that_cannot_be_written(softmax):
    x = numbers(4, 100)
    read_only = np.zeros_like(x)
    read_only.flags.writeable = False
    misaligned = np.zeros(x.nbytes + 1, np.uint8)[1:].view(np.float32).reshape(x.shape)
    for out, reason in (
        (read_only, "softmax: 'out' is not writable"),
        (np.zeros((100, 4), np.float32).T, "softmax: 'out' is not dense"),
        (misaligned, "softmax: 'out' is not aligned"),
        (np.zeros((4, 99), np.float32), "softmax: 'out' is float32[4, 99]"),
        (x, "softmax: out overlaps x"),
        (np.zeros(0, np.float32), "softmax: 'out' is float32[0]"),
    ):
        assert refusal(lambda out=out: softmax(x, out=[out])).startswith(reason)


def test_inputs_that_do_not_fit(biased):
    b = numbers(20)
    for arrays, reason in (
        ([numbers(20)], "scaled is given 1 arrays | it takes x, b"),
        ([numbers(3, 20).astype(np.float64), b], "scaled: 'x' is float64, not float32"),
        ([numbers(3, 21), b], "scaled: 'b' has 20 on axis 'columns', 'x' has 21"),
        ([np.float32(1), b], "scaled: 'x' has 0 dimensions"),
    ):
        assert refusal(lambda arrays=arrays: biased(*map(np.asarray, arrays))).startswith(reason)
    x = numbers(3, 20)
    assert refusal(lambda: biased(x, b, beta=1)) == "scaled has no attribute 'beta' | it has alpha"
    assert refusal(lambda: biased(x, b, alpha="a")).startswith("scaled: attribute 'alpha' is 'a'")


def test_a_size_that_no_version_has(tmp_path):
    only = kernel(SOFTMAX, tmp_path, {"columns": 8})
    assert np.shape(only(numbers(2, 8))) == (2, 8)
    assert refusal(lambda: only(numbers(2, 9))).startswith(
        "softmax: no version for ...=2, columns=9"
    )
