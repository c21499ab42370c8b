"""Records the operators of one part of a program, and reads static kernels again.

python information_files.py FOLDER
"""

from __future__ import annotations

import sys

import torch
import torch_npu

x = torch.arange(8, dtype=torch.float32).npu()
before = x + x
torch_npu._C._aclop_start_dump(sys.argv[1])
product = x * x
torch_npu._C._aclop_stop_dump()
torch_npu.npu._aclnn_reselect_static_kernel()
torch_npu.npu._aclnn_reselect_static_kernel_with_path(sys.argv[1])
after = x - x
assert torch.equal(product.cpu(), torch.arange(8) ** 2.0)
assert not after.any()
print("all right")
