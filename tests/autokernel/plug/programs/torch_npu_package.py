# mypy: ignore-errors
"""RmsNorm of a package in torch_npu: torch_npu_package.py EXTENSION.so. Prints "passed" last."""

import sys

import torch
import torch_npu  # noqa: F401  makes "npu" a device

torch.ops.load_library(sys.argv[1])
torch.manual_seed(4)
for shape in ((3, 64), (2, 3, 100)):
    x, weight = torch.randn(shape), torch.randn(shape[-1])
    expected = torch.nn.functional.rms_norm(x, shape[-1:], weight, 0.5)
    found = torch.ops.described_npu.rms_norm(x.npu(), weight.npu(), 0.5)
    torch.testing.assert_close(found.cpu(), expected, rtol=1e-4, atol=1e-5)
print("passed")
