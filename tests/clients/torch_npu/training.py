"""Training on the device gives the losses and weights of training on the CPU."""

from __future__ import annotations

import torch
import torch_npu  # noqa: F401  makes "npu" a device
from torch import nn, optim

STEPS = 8
OPTIMISERS = {
    "SGD": lambda weights: optim.SGD(weights, lr=0.1),
    "SGD momentum": lambda weights: optim.SGD(weights, lr=0.05, momentum=0.9, nesterov=True),
    "SGD decay": lambda weights: optim.SGD(weights, lr=0.1, weight_decay=0.01, foreach=False),
    "Adam": lambda weights: optim.Adam(weights, lr=0.01),
    "Adam single": lambda weights: optim.Adam(weights, lr=0.01, foreach=False),
    "AdamW": lambda weights: optim.AdamW(weights, lr=0.01, weight_decay=0.1),
    "RMSprop": lambda weights: optim.RMSprop(weights, lr=0.01),
    "Adagrad": lambda weights: optim.Adagrad(weights, lr=0.05),
}


def regression():
    """Linear layers with ReLU and sigmoid, mean squared error."""
    net = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 3), nn.Sigmoid())
    return net, nn.MSELoss(), torch.randn(32, 6), torch.rand(32, 3)


def classification():
    """Normalisation, embedding and cross entropy."""
    net = nn.Sequential(
        nn.Embedding(11, 8), nn.Flatten(), nn.LayerNorm(24), nn.Linear(24, 12),
        nn.GELU(), nn.BatchNorm1d(12), nn.Linear(12, 4),
    )  # fmt: skip
    words = torch.randint(0, 11, (20, 3))
    return net, nn.CrossEntropyLoss(), words, words.sum(1) % 4


def train(task, make, device):
    """The losses of all steps, and the weights after the last."""
    torch.manual_seed(5)
    net, loss, x, target = task()
    net, x, target = net.to(device), x.to(device), target.to(device)
    optimiser = make(net.parameters())
    losses = []
    for _ in range(STEPS):
        optimiser.zero_grad()
        value = loss(net(x), target)
        value.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        losses.append(value.item())
    return losses, [weight.detach().cpu() for weight in net.parameters()]


for task in (regression, classification):
    for name, make in OPTIMISERS.items():
        expected, weights = train(task, make, "cpu")
        losses, device_weights = train(task, make, "npu")
        assert losses[-1] < losses[0], (task.__name__, name, losses)
        torch.testing.assert_close(losses, expected, rtol=2e-4, atol=1e-5)
        for weight, other in zip(device_weights, weights, strict=True):
            torch.testing.assert_close(weight, other, rtol=1e-3, atol=1e-4)
print("all right")
