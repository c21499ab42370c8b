# mypy: ignore-errors
"""Operators of a package in MindSpore on Ascend: mindspore_classes.py OPERATOR...

Their arrays are in files of NumPy here; prints "OPERATOR is right".
"""

import sys

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn

from custom_compiler.mindspore import custom_op


class Net(nn.Cell):
    """The operator with its attributes as arguments."""

    def __init__(self, operator, attributes):
        super().__init__()
        self.operator = operator
        self.attributes = attributes

    def construct(self, *tensors):
        return self.operator(*tensors, *self.attributes)


ms.set_device("Ascend")
ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": "O0"})
for name in sys.argv[1:]:
    with np.load(f"{name}.npz") as file:
        arrays = [file[f"arr_{i}"] for i in range(len(file.files) - 2)]
        attributes, expected = tuple(map(float, file["attributes"])), file["expected"]
    net = Net(custom_op(name), attributes)
    found = net(*map(Tensor, arrays)).asnumpy()
    np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-4, err_msg=name)
    print(f"{name} is right", flush=True)
