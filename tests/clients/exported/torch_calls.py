"""Operators exported from Python in PyTorch: torch_calls.py cpu PROJECT, or npu EXTENSION.so.

PyTorch's own operators are the oracle. Prints "passed" last.
"""

import sys

import torch


def loaded(device, path):
    """The three operators of an extension, or of the project built by `load`."""
    if device == "npu":
        import torch_npu  # noqa: F401  makes "npu" a device

        torch.ops.load_library(path)
        return torch.ops.exported_npu
    from custom_compiler.torch import load

    return load(op_host=f"{path}/op_host", op_kernel=f"{path}/op_kernel", namespace="exported")


def main(device, path):
    operators = loaded(device, path)
    torch.manual_seed(5)
    for dtype in (torch.float16, torch.float32):
        for shape in ((64,), (40, 64), (3, 5, 128)):
            x, y = torch.randint(-8, 8, (2, *shape)).to(dtype)
            found = operators.scaled_sum(x.to(device), y.to(device), 0.5)
            assert torch.equal(found.cpu(), (x + y) * 0.5), (dtype, shape)
    x = torch.randn(4, 32).half()
    for through_workspace in (False, True):
        found = operators.repeat_rows(x.to(device), 3, through_workspace)
        assert torch.equal(found.cpu(), x.float().repeat_interleave(3, 0))
    for shape in ((1, 8), (61, 256), (5, 72)):
        x = torch.randn(shape) * 5
        torch.testing.assert_close(operators.softmax_rows(x.to(device)).cpu(), x.softmax(1))
    print("passed")


main(*sys.argv[1:])
