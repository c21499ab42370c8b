# mypy: ignore-errors
"""Plugged operators in MindSpore: mindspore_calls.py, where their packages are.

Prints "passed" last.
"""

import gemm_mindspore
import mindspore as ms
import numpy as np
from layer_norm_mindspore import layer_norm, operator
from mindspore import Tensor, nn
from softmax_mindspore import softmax

rng = np.random.default_rng(7)


class Net(nn.Cell):
    """One operator."""

    def __init__(self, operator):
        super().__init__()
        self.operator = operator

    def construct(self, *tensors):
        return self.operator(*tensors)


def call(operator, *arrays):
    return Net(operator)(*map(Tensor, arrays)).asnumpy()


def random(dtype, *shape):
    return rng.normal(size=shape).astype(dtype)


def normal(x, weight, bias, epsilon=1e-5):
    x = x.astype(np.float64)
    centered = x - x.mean(-1, keepdims=True)
    return centered / np.sqrt((centered**2).mean(-1, keepdims=True) + epsilon) * weight + bias


def refusal(operator, *arrays):
    try:
        return f"no error but {call(operator, *arrays).shape}"
    except RuntimeError as error:
        return str(error)


ms.set_device("CPU")
for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
    ms.set_context(mode=mode)
    for dtype, error in ((np.float32, 1e-5), (np.float16, 5e-3)):
        given = random(dtype, 3, 5, 64), random(dtype, 64), random(dtype, 64)
        found = call(layer_norm, *given)
        assert found.dtype == dtype
        np.testing.assert_allclose(found, normal(*given), rtol=error, atol=error)
        found = call(operator(epsilon=0.5), *given)
        np.testing.assert_allclose(found, normal(*given, 0.5), rtol=error, atol=error)
    power = np.exp(x := random(np.float32, 2, 3, 4, 9))
    expected = power / power.sum(-1, keepdims=True)
    np.testing.assert_allclose(call(softmax, x), expected, rtol=1e-5)
    a, b, c = random(np.float32, 4, 8), random(np.float32, 8, 6), random(np.float32, 4, 6)
    found = call(gemm_mindspore.operator(alpha=2.0), a, b, c)
    np.testing.assert_allclose(found, 2 * a @ b + c, rtol=1e-4, atol=1e-5)
    assert "k of b is 7 here, elsewhere 8" in refusal(gemm_mindspore.gemm, a, b[:7], c)
print("passed")
