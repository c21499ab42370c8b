"""A faulty operator called again and again: after_a_fault.py MODE; prints "passed" last."""

import sys

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn

from custom_compiler.mindspore import custom_op


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.custom_add = custom_op("AddCustom")

    def construct(self, x):
        return self.custom_add(x, x)


def main(mode):
    ms.set_device("Ascend")
    if mode == "pynative":
        ms.set_context(mode=ms.PYNATIVE_MODE)
    else:
        ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": mode})
    net = Net()
    # Once a graph has failed, MindSpore itself rejects the next run.
    for expected in ("507035", "", ""):
        said = None
        try:
            net(Tensor(np.ones((64, 512), np.float32))).asnumpy()
        except RuntimeError as error:
            said = str(error)
        assert said is not None
        assert expected in said, said
    print("passed")


main(*sys.argv[1:])
