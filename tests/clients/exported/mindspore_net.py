"""Operators exported from Python in MindSpore: mindspore_net.py DEVICE MODE INFER_FOLDER.

Each by `custom_op`, and by `ops.Custom` with the generated shapes and types, where MindSpore takes
them: on Ascend. NumPy is the oracle. Prints "passed" last.
"""

import sys

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops
from mindspore.ops import CustomRegOp, DataType

from custom_compiler.mindspore import custom_op

F16, F32 = DataType.F16_Default, DataType.F32_Default


class Net(nn.Cell):
    """One operator, with attributes as arguments of the call or in its registration."""

    def __init__(self, operator, *arguments):
        super().__init__()
        self.operator = operator
        self.arguments = arguments

    def construct(self, *tensors):
        return self.operator(*tensors, *self.arguments)


def generated(folder, name, info):
    """By the file that asc.export wrote."""
    source = f"{folder}/{name}_infer.cc:{info.op_name_}"
    return ops.Custom(
        source, None, None, func_type="aot", reg_info=info.target("Ascend").get_op_info()
    )


def registered(name, *ports, attribute=None):
    info = CustomRegOp(name)
    for number, port in enumerate(ports[:-1]):
        info.input(number, port, "required")
    info.output(0, ports[-1], "required")
    if attribute is not None:
        info.attr(attribute, "required", {"scale": "float", "times": "int"}[attribute])
    info.op_name_ = name
    return info


def scaled_sums(device, folder):
    if device == "CPU":
        return [Net(custom_op("ScaledSum", attributes={"scale": 0.5}))]
    info = registered("ScaledSum", "x", "y", "z", attribute="scale")
    info.dtype_format(F16, F16, F16).dtype_format(F32, F32, F32)
    return [Net(custom_op("ScaledSum"), 0.5), Net(generated(folder, "scaled_sum", info), 0.5)]


def softmaxes(device, folder):
    made = [Net(custom_op("SoftmaxRows"))]
    if device != "CPU":
        info = registered("SoftmaxRows", "x", "y").dtype_format(F32, F32)
        made.append(Net(generated(folder, "softmax_rows", info)))
    return made


def main(device, mode, folder):
    generator = np.random.default_rng(5)
    ms.set_device(device)
    if mode == "pynative":
        ms.set_context(mode=ms.PYNATIVE_MODE)
    else:
        ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": mode})
    for net in softmaxes(device, folder):
        for shape in [(1, 8), (61, 256), (5, 72)]:
            x = generator.normal(scale=5, size=shape).astype(np.float32)
            power = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
            expected = power / power.sum(1, keepdims=True)
            np.testing.assert_allclose(net(Tensor(x)).asnumpy(), expected, rtol=1e-5)
    if device == "CPU" or mode != "pynative":  # MindSpore passes no attributes there
        for net in scaled_sums(device, folder):
            for dtype in (np.float16, np.float32):
                x, y = generator.integers(-8, 8, (2, 40, 64)).astype(dtype)
                expected = (x + y) * dtype(0.5)
                np.testing.assert_array_equal(net(Tensor(x), Tensor(y)).asnumpy(), expected)
    if device == "CPU" or mode != "pynative":
        x = generator.normal(size=(4, 32)).astype(np.float16)
        expected = np.repeat(x.astype(np.float32), 3, axis=0)
        for net in repeats(device):
            np.testing.assert_array_equal(net(Tensor(x)).asnumpy(), expected)
        for net in repeats_of_unknown_shape(device, folder):
            assert "MindSpore does not tell" in error_of(net, Tensor(x))
    print("passed")


def repeats(device):
    """Rows repeated three times; on Ascend MindSpore tells no inference what attributes are."""
    if device == "CPU":
        return [Net(custom_op("RepeatRows", attributes={"times": 3, "through_workspace": True}))]
    made = custom_op("RepeatRows", out_shape=lambda x, *_: (x[0] * 3, x[1]))
    return [Net(made, 3, True)]


def repeats_of_unknown_shape(device, folder):
    if device == "CPU":
        return []
    info = registered("RepeatRows", "x", "y", attribute="times").dtype_format(F16, F32)
    info.attr("through_workspace", "required", "bool")
    ways = (custom_op("RepeatRows"), generated(folder, "repeat_rows", info))
    return [Net(way, 3, True) for way in ways]


def error_of(net, tensor):
    try:
        return f"no error but {net(tensor).shape}"
    except RuntimeError as error:
        return str(error)


main(*sys.argv[1:])
