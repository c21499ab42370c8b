"""A LeNet with a custom operator and its bprop, trained: lenet_training.py DEVICE MODE OPTIMIZER.

The network, its weights and the images come from one seed, so that losses are the same wherever it
runs. LeakyCustom is the package's operator on Ascend and its definition on the CPU. Prints the
losses, and "trained" last.
"""

import sys

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops

STEPS, BATCH, CLASSES = 6, 8, 10


def bprop_leaky(x, out, dout):  # noqa: ARG001  MindSpore counts the arguments
    """The slope is 1 where x is positive, else 1 / 8."""
    positive = ops.cast(ops.greater(x, ops.zeros_like(x)), ms.float32)
    return (dout * (positive * 0.875 + 0.125),)


class Leaky(nn.Cell):
    """The custom operator; on the CPU what it is defined to compute."""

    def __init__(self, device):
        super().__init__()
        self.custom = None
        if device == "Ascend":
            self.custom = ops.Custom(
                "LeakyCustom", lambda x: x, lambda x: x, func_type="aot", bprop=bprop_leaky
            )

    def construct(self, x):
        if self.custom is None:
            return ops.maximum(x, x * 0.125)
        return self.custom(x)


class LeNet(nn.Cell):
    """LeNet-5 of 32 x 32 images."""

    def __init__(self, device, generator):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 5, pad_mode="valid", has_bias=True)
        self.conv2 = nn.Conv2d(6, 16, 5, pad_mode="valid")
        self.pool = nn.MaxPool2d(kernel_size=2, stride=2)
        self.leaky = Leaky(device)
        self.relu = nn.ReLU()
        self.flatten = nn.Flatten()
        self.fc1 = nn.Dense(16 * 5 * 5, 120)
        self.fc2 = nn.Dense(120, 84)
        self.fc3 = nn.Dense(84, CLASSES)
        for parameter in self.get_parameters():
            fan_in = max(1, int(np.prod(parameter.shape[1:])))
            values = generator.normal(0, fan_in**-0.5, parameter.shape).astype(np.float32)
            parameter.set_data(Tensor(values))

    def construct(self, x):
        x = self.pool(self.leaky(self.conv1(x)))
        x = self.pool(self.relu(self.conv2(x)))
        x = self.flatten(x)
        x = self.leaky(self.fc1(x))
        x = self.relu(self.fc2(x))
        return self.fc3(x)


def main(device, mode, optimizer):
    generator = np.random.default_rng(11)
    ms.set_device(device)
    if mode == "pynative":
        ms.set_context(mode=ms.PYNATIVE_MODE)
    else:
        ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": mode})
    net = LeNet(device, generator)
    loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    if optimizer == "momentum":
        update = nn.Momentum(net.trainable_params(), learning_rate=0.01, momentum=0.9)
    else:
        update = nn.Adam(net.trainable_params(), learning_rate=0.003)
    train = nn.TrainOneStepCell(nn.WithLossCell(net, loss), update)
    train.set_train()
    images = generator.normal(0, 1, (2, BATCH, 1, 32, 32)).astype(np.float32)
    labels = generator.integers(0, CLASSES, (2, BATCH)).astype(np.int32)
    for step in range(STEPS):
        batch = step % 2
        found = train(Tensor(images[batch]), Tensor(labels[batch]))
        print(f"loss {float(found.asnumpy()):.9g}", flush=True)
    print("trained")


main(*sys.argv[1:])
