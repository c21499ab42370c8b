"""Tensors on the device, built-in operators, autograd; torch on the CPU is the oracle."""

from __future__ import annotations

import torch
import torch_npu  # noqa: F401  makes "npu" a device


def check(name, function, *arguments, exact=True):
    """The same function of the same tensors on both devices."""
    expected = function(*arguments)
    result = function(*(argument.npu() for argument in arguments))
    assert result.device.type == "npu", name
    assert result.dtype == expected.dtype, (name, result.dtype, expected.dtype)
    tolerance = {"rtol": 0, "atol": 0} if exact else {}
    torch.testing.assert_close(result.cpu(), expected, equal_nan=True, msg=None, **tolerance)


torch.manual_seed(3)
x, y = torch.randn(2, 5, 7)
n, m = torch.randint(-50, 50, (2, 5, 7), dtype=torch.int32)

assert torch.equal(x.npu().cpu(), x)
for a, b in ((x, y), (x.half(), y.half()), (x.bfloat16(), y.bfloat16()), (n, m), (x, m)):
    check("add", lambda a, b: a + b, a, b)
    check("sub", lambda a, b: a - b, a, b)
    check("mul", lambda a, b: a * b, a, b)
    check("greater", lambda a, b: a > b, a, b)
    check("numbers", lambda a: 2 * a + 1, a)
check("div", lambda a, b: a / b, x, y)
check("broadcast", lambda a, b: a + b[:, :1], x, y)
check("transposed", lambda a, b: a.t() * b.t(), x, y)
check("sliced", lambda a, b: a[1::2, 2:] - b[:2, :5], x, y)
check("in place", lambda a, b: a.clone().add_(b, alpha=3).mul_(2), x, y, exact=False)
check("cast", lambda a: a.half().float().int(), x)
check("fill", lambda a: torch.ones_like(a) + torch.zeros_like(a).fill_(4), x)
check("sum", lambda a: a.sum(), n)
check("sum of rows", lambda a: a.sum(1), n)
check("mean", lambda a: a.mean(0), x, exact=False)
check("maximum", lambda a: a.max(), x)
check("exp", lambda a: a.exp(), x, exact=False)
check("relu", torch.relu, x)
check("product", lambda a, b: a @ b.t(), x, y, exact=False)
check("range", lambda a: a + torch.arange(7, device=a.device), x)
check("choice", lambda a, b: torch.where(a > b, a, b), x, y)

u, v = x.npu().requires_grad_(), y.npu().requires_grad_()
((u * v + u) * 2).sum().backward()
torch.testing.assert_close(u.grad.cpu(), 2 * (y + 1))
torch.testing.assert_close(v.grad.cpu(), 2 * x)
print("all right")
