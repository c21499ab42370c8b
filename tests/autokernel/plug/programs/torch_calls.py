# mypy: ignore-errors
"""Plugged operators in PyTorch: torch_calls.py, where their packages are. Prints "passed" last."""

import torch
from gemm_torch import gemm
from layer_norm_torch import layer_norm
from max_pool_torch import max_pool
from torch.library import opcheck
from torch.nn import functional

torch.manual_seed(7)
OPS = torch.ops.autokernel


def values(dtype):
    return (
        torch.randn(3, 5, 64, dtype=dtype),
        torch.rand(64, dtype=dtype),
        torch.rand(64, dtype=dtype),
    )


def expected(x, weight, bias, epsilon=1e-5):
    return functional.layer_norm(x, (64,), weight, bias, epsilon)


for dtype in (torch.float32, torch.float16, torch.bfloat16):
    given = values(dtype)
    torch.testing.assert_close(layer_norm(*given), expected(*given))
    torch.testing.assert_close(layer_norm(*given, 0.5), expected(*given, 0.5))
    torch.testing.assert_close(OPS.layer_norm(*given, epsilon=0.5), expected(*given, 0.5))
    turned = (given[0].transpose(0, 1), *given[1:])  # with gaps
    torch.testing.assert_close(layer_norm(*turned), expected(*turned))
    assert set(opcheck(OPS.layer_norm.default, given).values()) == {"SUCCESS"}

x, weight, bias = values(torch.float32)
compiled = torch.compile(lambda x: 2 * layer_norm(x, weight, bias), fullgraph=True, dynamic=True)
for rows in (2, 9):
    x = torch.randn(rows, 64)
    torch.testing.assert_close(compiled(x), 2 * expected(x, weight, bias))

a, b, c = torch.randn(4, 8), torch.randn(8, 6), torch.randn(4, 6)
torch.testing.assert_close(gemm(a, b, c, beta=3.0), a @ b + 3 * c)
assert gemm(torch.empty(0, 8), b, torch.empty(0, 6)).shape == (0, 6)
image = torch.randn(2, 3, 9, 8)
torch.testing.assert_close(max_pool(image), functional.max_pool2d(image, 3, 2, 1))
assert set(opcheck(OPS.max_pool.default, (image,)).values()) == {"SUCCESS"}


def refusal(*given):
    try:
        return str(gemm(*given).shape)
    except (TypeError, ValueError) as error:
        return str(error)


assert refusal(a, b[:7], c) == "gemm: b of shape (7, 6): k is 8 elsewhere"
assert refusal(a[0], b, c) == "gemm: a of shape (8,) has not the dimensions m k"
known = "gemm takes float32, float32, float32"
assert refusal(a.double(), b, c) == f"{known}, not float64, float32, float32"
print("passed")
