"""Operators of vendor packages as PyTorch operators on the CPU.

    from custom_compiler.torch import load

    ops = load("AddCustom", op_host="op_host", op_kernel="op_kernel", namespace="acme")
    z = ops.add_custom(x, y)                     # or torch.ops.acme.add_custom(x, y)

Operators work with `torch.compile`, `torch.export`, `opcheck` and, after `register_backward`,
autograd. Their kernels run on the embedded toolkit's simulated cores.
"""

from __future__ import annotations

from custom_compiler.torch.extension import BuildExtension, NpuOpsExtension
from custom_compiler.torch.load import load, load_package
from custom_compiler.torch.registry import RegisteredOperators, register_backward

__all__ = [
    "BuildExtension",
    "NpuOpsExtension",
    "RegisteredOperators",
    "load",
    "load_package",
    "register_backward",
]
