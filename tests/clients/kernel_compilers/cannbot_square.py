"""A kernel of cannbot-dsl on tensors of torch_npu; prints whether it is right."""

from __future__ import annotations

import cannbotdsl as cb
import torch
import torch_npu  # noqa: F401
from cannbotdsl import dtypes


@cb.kernel
def square_kernel(x: cb.Tensor, y: cb.Tensor):
    for i in cb.range(0, 8):
        y[i] = x[i] * x[i] + x[0]


@cb.host
def square(x: cb.Tensor, y: cb.Tensor):
    square_kernel[1](x, y)


compiled = cb.compile(square, cb.TensorSpec((8,), dtypes.int32), cb.TensorSpec((8,), dtypes.int32))
values = torch.arange(3, 11, dtype=torch.int32)
target = torch.zeros(8, dtype=torch.int32).npu()
compiled(values.npu(), target)
torch.npu.synchronize()
print("right" if torch.equal(target.cpu(), values * values + values[0]) else "wrong")
