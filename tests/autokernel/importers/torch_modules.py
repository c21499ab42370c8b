"""Functions and modules of PyTorch, and what their trees give; run by a Python that has torch.

Prints a line of JSON per case: its name, the largest error against PyTorch, or the rejection.
"""

import json
import site
import sys

site.addsitedir(sys.argv[1])  # this project's packages, after those of torch's Python

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812 - as programs call it

from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.autokernel.importers.torch import trace
from custom_compiler.errors import MisuseError

torch.manual_seed(0)


def rand(*shape):
    return torch.randn(*shape)


def bad(*shape):
    """Numbers with infinities and NaN among them."""
    x = 4 * torch.randn(*shape)
    x.flatten()[:3] = torch.tensor([torch.inf, -torch.inf, torch.nan])
    return x


def deep(x):
    for _ in range(3000):
        x = x + 1
    return x


def in_place(x):
    y = x * 1
    y.add_(1)
    return y.view(-1) * 2


def into_argument(x):
    x.add_(1)
    return x


X, Y, NUMBERS = rand(4, 6), rand(6), torch.arange(24, dtype=torch.int32).reshape(4, 6)
IMAGE, CUBE = rand(2, 6, 9, 11), rand(2, 4, 5, 6, 7)
CASES = {
    "unary": (
        lambda x: torch.stack([x.abs(), x.sin(), x.floor(), x.sign(), torch.erf(x)]),
        bad(3, 5),
    ),
    "activations": (
        lambda x: (
            F.gelu(x) + F.silu(x) + F.elu(x, 0.5) + F.hardswish(x) + F.mish(x) + F.softplus(x)
        ),
        4 * X,
    ),
    "limits": (lambda x: x.clamp(-1, 2) + F.relu(x) + F.hardtanh(x) + F.leaky_relu(x), bad(3, 5)),
    "numbers": (lambda x: (2 - x) / 3 + x**3 + 2**x + torch.sub(x, x, alpha=2) + 1 / x, X),
    "integers": (lambda x: (x * 3 - 7) // 4 + x % 5 - (-x), NUMBERS),
    "integers divided": (lambda x: x / 4 + x.mean(dtype=torch.float32), NUMBERS),
    "types": (lambda x: x.to(torch.int32) + x.half().float() + (x > 0), X),
    "comparisons": (lambda x, y: torch.where((x > y) & (x != 0) | (y >= 1), x, y), bad(4, 6), Y),
    "broadcast": (lambda x, y: x[:, None, :] + x.t()[None, :, :4].sum() * y, X, Y),
    "outer with itself": (lambda y: y[:, None] - y[None, :], Y),
    "transposed sum": (lambda x: x + x.t(), rand(5, 5)),
    "reductions": (lambda x: x.sum(0) + x.mean((0, 1), keepdim=True) + x.amax(0) - x.amin(0), X),
    "extremes": (lambda x: (x.max(1), x.min(0).values, x.argmax(), x.argmin(1, keepdim=True)), X),
    "of nan": (lambda x: (x.amax(1), x.max(0)[1], x.sum()), bad(4, 6)),
    "variances": (lambda x: x.var(1) + x.std(1, unbiased=False) + x.norm() + x.norm(1, 1), X),
    "any": (lambda x: (x > 1).any(1) | (x < 9).all(1), X),
    "products": (lambda x, y: x @ x.t() @ x + (x @ y)[:, None] + y.dot(y), X, Y),
    "linear": (nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3)), X),
    "attention": (lambda x: F.softmax(x @ x.transpose(1, 2) / 2, -1) @ x, rand(2, 5, 4)),
    "einsum": (lambda x: torch.einsum("nij,nkj->nik", x, x), rand(2, 3, 4)),
    "softmax": (lambda x: F.softmax(x, 0) + F.log_softmax(x, 1), 30 * X),
    "views": (lambda x: x.view(2, 2, 6).permute(2, 0, 1).reshape(3, 8).flip(1)[:, 1::2], X),
    "joined": (lambda x, y: torch.cat([x[:1], (x * 2)[2:], y[None] + 1]), X, Y),
    "padded": (lambda x: F.pad(x, (1, 2, 0, 1), value=3.0) * F.pad(x, (2, 1, 1, 0)), X),
    "cut": (lambda x: F.pad(x + 0, (-1, -2, 2, -1)), X),
    "expanded": (lambda y: y.expand(4, 6) * torch.ones(4, 1) + torch.arange(6), Y),
    "triangles": (lambda x: torch.tril(x) + torch.triu(x, 1) + torch.diag(x[0]), rand(5, 5)),
    "convolution": (nn.Conv2d(6, 8, (3, 2), (2, 1), (1, 0), (1, 2), groups=2), IMAGE),
    "convolution of one channel": (nn.Conv2d(1, 1, 3, padding=1), rand(1, 1, 5, 5)),
    "pointwise convolution": (nn.Conv2d(6, 8, 1, stride=2), IMAGE),
    "depthwise convolution": (nn.Conv1d(6, 12, 3, groups=6, padding=5), rand(2, 6, 9)),
    "cubic convolution": (nn.Conv3d(4, 3, (1, 2, 3)), CUBE),
    "transposed convolution": (nn.ConvTranspose2d(6, 4, 3, 2, 1, 1, 2), IMAGE),
    "much padded transposed convolution": (nn.ConvTranspose1d(6, 4, 3, 2, 4), rand(2, 6, 9)),
    "max pool": (nn.MaxPool2d(3, 2, 1, 2, ceil_mode=True), IMAGE),
    "average pool": (nn.AvgPool2d(3, 2, 1, count_include_pad=False), IMAGE),
    "average pool of all": (nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten()), IMAGE),
    "cubic pools": (lambda x: F.max_pool3d(x, 2) + F.avg_pool3d(x, 2), CUBE),
    "layer norm": (nn.LayerNorm((9, 11)), IMAGE),
    "group norm": (nn.GroupNorm(3, 6), IMAGE),
    "batch norm of a training": (nn.BatchNorm2d(6), IMAGE),
    "batch norm of a running model": (nn.BatchNorm2d(6).eval(), IMAGE),
    "cross entropy": (F.cross_entropy, X, torch.tensor([1, 0, 5, 2])),
    "losses": (lambda x, y: F.smooth_l1_loss(x, y) + F.mse_loss(x, y) + F.l1_loss(x, y), X, 2 * X),
    "no dimensions": (lambda x: torch.exp(x) + 1, torch.tensor(0.5)),
    "no elements": (lambda x: (x + 1).sum(0), torch.zeros(0, 3)),
    "half": (lambda x: F.softmax(x @ x.t(), -1), X.half()),
    "brain float": (lambda x: F.layer_norm(x, (6,)), X.bfloat16()),
    "written in place": (in_place, X),
    "deeper than the stack": (deep, X),
    # rejected
    "scan": (lambda x: x.cumsum(0), X),
    "sorted": (lambda x: x.sort().values, X),
    "index": (lambda x, i: x[i], X, torch.tensor([1, 2])),
    "random": (nn.Dropout(), X),
    "complex": (lambda x: x * 1j, X),
    "no tensor": (lambda _: 1, X),
    "writes into its argument": (into_argument, X),
    "places of largest": (lambda x: F.max_pool2d(x, 2, return_indices=True), IMAGE),
    "depends on values": (lambda x: x if x.sum() > 0 else -x, X),
}
EXACT = {"half": 2e-3, "brain float": 2e-2}


def error(function, examples):
    traced = trace(function, examples, name="case")
    given = zip(traced.operator.inputs, examples, strict=False)
    tensors = {**{one.name: tensor for one, tensor in given}, **traced.own}
    arrays = {name: as_array(tensor.detach().squeeze()) for name, tensor in tensors.items()}
    with torch.no_grad():
        golden, _ = torch.utils._pytree.tree_flatten(function(*examples))
    results = evaluate(traced.operator, arrays)
    assert len(results) == len(golden)
    return max(
        difference(one, as_array(other.squeeze()))
        for one, other in zip(results, golden, strict=True)
    )


def as_array(tensor):
    if tensor.dtype == torch.bfloat16:
        import ml_dtypes

        return tensor.view(torch.int16).numpy().view(ml_dtypes.bfloat16)
    return tensor.numpy()


def difference(result, golden):
    assert (result.dtype, result.shape) == (golden.dtype, golden.shape), (
        result.dtype,
        golden.dtype,
    )
    result, golden = result.astype(float), golden.astype(float)
    np.testing.assert_array_equal(np.isnan(result), np.isnan(golden))
    same = (result == golden) | np.isnan(golden)
    return float(
        np.max(np.where(same, 0, np.abs(result - golden) / (1 + np.abs(golden))), initial=0)
    )


for name, (function, *examples) in CASES.items():
    try:
        found = {"error": error(function, examples), "most": EXACT.get(name, 1e-5)}
    except MisuseError as refusal:
        found = {"refused": refusal.message, "hint": refusal.hint}
    except Exception as wrong:  # noqa: BLE001 - one case of many
        found = {"wrong": f"{type(wrong).__name__}: {wrong}"}
    print(json.dumps({"name": name, **found}))
