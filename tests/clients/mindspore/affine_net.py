"""An operator with attributes and two outputs against NumPy: affine_net.py DEVICE MODE.

Attributes are values of the registration on the CPU and trailing arguments of the call on Ascend,
as MindSpore passes them; after a list it sets the addresses of the wrong tensors there, so lists
are passed on the CPU only. Prints "passed" last.
"""

import sys
from typing import Any

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops

from custom_compiler.errors import MisuseError
from custom_compiler.mindspore import custom_op

DEFAULTS = {"scale": 2.0, "flip": False}
CASES = [{"start": 3}, {"start": -4, "scale": 0.5}, {"start": 1, "scale": -1.25, "flip": True}]
STEPS: list[dict[str, Any]] = [{}, {"steps": [7, -9, 4]}, {"steps": [5], "flip": True}]


def expected(x, start, scale, flip, steps=()):
    shift = np.float32((start + sum(steps)) * (-1 if flip else 1))
    return x * np.float32(scale) + shift, (x - shift).reshape(-1)


def bprop_fixed(x, out, dout):  # noqa: ARG001  MindSpore counts the arguments
    """Return the gradient from both outputs' gradients."""
    return (dout[0] + ops.reshape(dout[1], dout[0].shape),)


class FixedNet(nn.Cell):
    """Attributes with values in the registration."""

    def __init__(self, attributes, operator="Affine"):
        super().__init__()
        self.affine = custom_op(operator, attributes=attributes, bprop=bprop_fixed)

    def construct(self, x):
        return self.affine(x)


class CallNet(nn.Cell):
    """Attributes as arguments of the call."""

    def __init__(self, attributes):
        super().__init__()
        self.affine = custom_op("Affine")
        values = DEFAULTS | attributes
        self.start, self.scale = values["start"], values["scale"]
        self.flip = values["flip"]

    def construct(self, x):
        return self.affine(x, self.start, self.scale, self.flip)


def check(net, attributes, shape, generator):
    x = generator.uniform(-9, 9, shape).astype(np.float32)
    found = net(Tensor(x))
    assert len(found) == 2
    for one, other in zip(found, expected(x, **(DEFAULTS | attributes)), strict=True):
        np.testing.assert_allclose(one.asnumpy(), other, rtol=1e-6, atol=1e-6)


def check_refused(function, words):
    said = ""
    try:
        function()
    except MisuseError as error:
        said = str(error)
    assert words in said, said


def main(device, mode):
    generator = np.random.default_rng(7)
    ms.set_device(device)
    if mode == "pynative":
        ms.set_context(mode=ms.PYNATIVE_MODE)
    else:
        ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": mode})
    net = FixedNet if device == "CPU" else CallNet
    for attributes in CASES:
        for shape in [(3, 5), (1,), (2, 2, 3, 3)]:
            check(net(attributes), attributes, shape, generator)
    dynamic = net(CASES[2])
    dynamic.set_inputs(Tensor(shape=[None, None], dtype=ms.float32))
    for shape in [(2, 3), (17, 40), (1, 1), (2, 3)]:
        check(dynamic, CASES[2], shape, generator)
    check_refused(lambda: custom_op("Affine", attributes={"begin": 1}), "no attribute 'begin'")
    if device == "CPU":
        check_refused(lambda: custom_op("Affine"), "needs the attribute 'start'")
        for attributes in STEPS:
            net = FixedNet({"start": 2} | attributes, "AffineSteps")
            check(net, {"start": 2, "steps": [1, 2]} | attributes, (4, 5), generator)
        x = generator.uniform(-9, 9, (4, 3)).astype(np.float32)
        gradient = ops.GradOperation()(FixedNet(CASES[0]))
        np.testing.assert_array_equal(gradient(Tensor(x)).asnumpy(), np.full((4, 3), 2))
    else:
        refused = {"start": 1}
        check_refused(lambda: custom_op("Affine", attributes=refused), "passes no fixed values")
    print("passed")


main(*sys.argv[1:])
