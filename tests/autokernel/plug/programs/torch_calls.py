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

given = [each.requires_grad_() for each in values(torch.float32)]
assert set(opcheck(OPS.layer_norm.default, given).values()) == {"SUCCESS"}
slope = torch.randn(3, 5, 64)
found = torch.autograd.grad(layer_norm(*given, 0.5), given, slope)
torch.testing.assert_close(found, torch.autograd.grad(expected(*given, 0.5), given, slope))
compiled = torch.compile(layer_norm, fullgraph=True)
found = torch.autograd.grad(compiled(*given), given, slope)
torch.testing.assert_close(found, torch.autograd.grad(expected(*given), given, slope))

x, weight, bias = values(torch.float32)
compiled = torch.compile(lambda x: 2 * layer_norm(x, weight, bias), fullgraph=True, dynamic=True)
for rows in (2, 9):
    x = torch.randn(rows, 64)
    torch.testing.assert_close(compiled(x), 2 * expected(x, weight, bias))

a, b, c = torch.randn(4, 8), torch.randn(8, 6), torch.randn(4, 6)
torch.testing.assert_close(gemm(a, b, c, beta=3.0), a @ b + 3 * c)
matrices = [each.clone().requires_grad_() for each in (a, b, c)]
found = torch.autograd.grad(gemm(*matrices, 2.0).square().sum(), matrices)
theirs = torch.autograd.grad((2 * matrices[0] @ matrices[1] + matrices[2]).square().sum(), matrices)
torch.testing.assert_close(found, theirs, rtol=1e-4, atol=1e-4)
assert gemm(torch.empty(0, 8), b, torch.empty(0, 6)).shape == (0, 6)
image = torch.randn(2, 3, 9, 8)
torch.testing.assert_close(max_pool(image), functional.max_pool2d(image, 3, 2, 1))
assert set(opcheck(OPS.max_pool.default, (image,)).values()) == {"SUCCESS"}


def refusal(call):
    try:
        return f"no error but {call()}"
    except (NotImplementedError, TypeError, ValueError) as error:
        return str(error)


image.requires_grad_()
said = refusal(lambda: max_pool(image).sum().backward())
assert said == "max_pool has no gradient: 'x' read at places other than its own"
assert refusal(lambda: gemm(a, b[:7], c)) == "gemm: b of shape (7, 6): k is 8 elsewhere"
assert refusal(lambda: gemm(a[0], b, c)) == "gemm: a of shape (8,) has not the dimensions m k"
known = "gemm takes float32, float32, float32"
assert refusal(lambda: gemm(a.double(), b, c)) == f"{known}, not float64, float32, float32"
print("passed")
