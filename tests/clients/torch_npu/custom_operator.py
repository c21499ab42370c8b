"""AddCustom of a vendor package through the extension: custom_operator.py acme.so."""

from __future__ import annotations

import sys

import torch
import torch_npu  # noqa: F401  makes "npu" a device

torch.ops.load_library(sys.argv[1])
add = torch.ops.acme.add_custom


class Twice(torch.autograd.Function):
    """x + x, forward and backward by the operator."""

    @staticmethod
    def forward(_ctx, x):
        return add(x, x)

    @staticmethod
    def backward(_ctx, gradient):
        return add(gradient, gradient)


torch.manual_seed(3)
for dtype in (torch.float16, torch.float32, torch.int32):
    for shape in ((8, 2048), (1,), (7, 13), (3, 5, 17), (2, 2, 3, 3)):
        x, y = (torch.randn(2, *shape) * 100).to(dtype)
        for _ in range(3):
            assert torch.equal(add(x.npu(), y.npu()).cpu(), x + y), (dtype, shape)

# Many calls before any is waited for.
x, y = torch.randn(2, 64, 33)
total, summand = x.npu(), y.npu()
expected = x
for _ in range(200):
    total, expected = add(total, summand), expected + y
assert torch.equal(total.cpu(), expected)

leaf = x.npu().requires_grad_()
(Twice.apply(leaf) * y.npu()).sum().backward()
assert torch.equal(leaf.grad.cpu(), 2 * y)

meta = add(torch.empty(3, 4, device="meta"), torch.empty(3, 4, device="meta"))
assert meta.shape == (3, 4)

said = ""
try:
    add(x.char().npu(), y.char().npu()).cpu()
except RuntimeError as error:
    said = str(error)
assert "aclnnAddCustom" in said, said
print("all right")
