# mypy: ignore-errors
"""RmsNorm of a package in MindSpore on Ascend: mindspore_package.py INFER_FOLDER.

By `custom_op`, and by `ops.Custom` with the generated shapes. Prints "passed" last.
"""

import sys

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops
from mindspore.ops import CustomRegOp, DataType

from custom_compiler.mindspore import custom_op


class Net(nn.Cell):
    """The operator with its attribute as an argument."""

    def __init__(self, operator):
        super().__init__()
        self.operator = operator

    def construct(self, x, weight):
        return self.operator(x, weight, 0.5)


ms.set_device("Ascend")
ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": "O0"})
info = CustomRegOp("RmsNorm").input(0, "x", "required").input(1, "weight", "required")
info.output(0, "out", "required").attr("epsilon", "required", "float")
info.dtype_format(*[DataType.F32_Default] * 3)
source = f"{sys.argv[1]}/rms_norm_infer.cc:RmsNorm"
generated = ops.Custom(
    source, None, None, func_type="aot", reg_info=info.target("Ascend").get_op_info()
)
rng = np.random.default_rng(4)
for operator in (custom_op("RmsNorm"), generated):
    for shape in ((3, 64), (2, 3, 100)):
        x, weight = (rng.normal(size=size).astype(np.float32) for size in (shape, shape[-1]))
        expected = x / np.sqrt((x.astype(np.float64) ** 2).mean(-1, keepdims=True) + 0.5) * weight
        found = Net(operator)(Tensor(x), Tensor(weight)).asnumpy()
        np.testing.assert_allclose(found, expected, rtol=1e-4)
print("passed")
