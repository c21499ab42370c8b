"""The tutorial's AddCustomNet against NumPy: add_custom_net.py DEVICE MODE INFER FUNC.

DEVICE Ascend or CPU; MODE pynative, O0 or O1 (graph mode at that level); INFER python or cpp;
FUNC as ops.Custom takes it, or custom_op to let custom_compiler make it. Prints "passed" last.
"""

import sys

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops
from mindspore.ops import CustomRegOp, DataType

SHAPES = [(8, 2048), (1,), (7, 13), (3, 5, 17), (2, 2, 3, 3)]


def bprop(x, y, out, dout):  # noqa: ARG001  MindSpore counts the arguments
    """Any values that show which argument is which; no arithmetic on them is needed."""
    return out, dout


class AddCustomNet(nn.Cell):
    def __init__(self, func, out_shape, out_dtype):
        super().__init__()
        reg_info = (
            CustomRegOp("AddCustom")
            .input(0, "x", "required")
            .input(1, "y", "required")
            .output(0, "z", "required")
            .dtype_format(DataType.F16_Default, DataType.F16_Default, DataType.F16_Default)
            .dtype_format(DataType.F32_Default, DataType.F32_Default, DataType.F32_Default)
            .dtype_format(DataType.I32_Default, DataType.I32_Default, DataType.I32_Default)
            .target("Ascend")
            .get_op_info()
        )
        self.custom_add = ops.Custom(
            func, out_shape, out_dtype, func_type="aot", bprop=bprop, reg_info=reg_info
        )

    def construct(self, x, y):
        return self.custom_add(x, y)


class PackagedNet(nn.Cell):
    """The same with nothing but the operator's name."""

    def __init__(self):
        super().__init__()
        from custom_compiler.mindspore import custom_op

        self.custom_add = custom_op("AddCustom", bprop=bprop)

    def construct(self, x, y):
        return self.custom_add(x, y)


def make(infer, func):
    if func == "custom_op":
        return PackagedNet()
    if infer == "python":
        return AddCustomNet(func, lambda x, _: x, lambda x, _: x)
    return AddCustomNet(func, None, None)


def random(generator, shape, dtype):
    return generator.uniform(-100, 100, shape).astype(dtype)


def check(net, shape, dtype, generator):
    x, y = (random(generator, shape, dtype) for _ in range(2))
    for _ in range(2):
        np.testing.assert_array_equal(net(Tensor(x), Tensor(y)).asnumpy(), x + y)


def check_gradients(net, generator):
    x, y, dout = (random(generator, (4, 33), np.float32) for _ in range(3))
    gradient = ops.GradOperation(get_all=True, sens_param=True)(net)
    dx, dy = gradient(Tensor(x), Tensor(y), Tensor(dout))
    np.testing.assert_array_equal(dx.asnumpy(), x + y)
    np.testing.assert_array_equal(dy.asnumpy(), dout)


def main(device, mode, infer, func):
    generator = np.random.default_rng(5)
    ms.set_device(device)
    if mode == "pynative":
        ms.set_context(mode=ms.PYNATIVE_MODE)
    else:
        ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": mode})
    for shape in SHAPES:
        check(make(infer, func), shape, np.float16, generator)
    for dtype in (np.float32, np.int32):
        check(make(infer, func), (9, 40), dtype, generator)
    check_gradients(make(infer, func), generator)
    # MindSpore calls Python shape functions while it compiles a graph, when the dims are unknown.
    if mode == "pynative" or infer == "cpp":
        dynamic = make(infer, func)
        unknown = Tensor(shape=[None, None], dtype=ms.float32)
        dynamic.set_inputs(unknown, unknown)
        for shape in [(2, 3), (17, 40), (1, 1), (2, 3)]:
            check(dynamic, shape, np.float32, generator)
    print("passed")


main(*sys.argv[1:])
