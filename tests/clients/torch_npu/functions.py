"""Functions of tensors on the device, and their gradients; torch on the CPU is the oracle."""

from __future__ import annotations

import re

import torch
import torch_npu  # noqa: F401  makes "npu" a device
from torch.nn import functional

wrong = []


def flat(result):
    """The tensors of a result in a list."""
    return list(result) if isinstance(result, (tuple, list)) else [result]


def compare(name, found, expected):
    """Note the name of a result that differs."""
    try:
        assert found.device.type == "npu", found.device
        torch.testing.assert_close(found.cpu(), expected, equal_nan=True, rtol=2e-5, atol=2e-6)
    except AssertionError as error:
        wrong.append(f"{name}: {error}")


def gradient(function, x, others):
    """Return the gradient of a weighted sum of the first result."""
    x = x.clone().requires_grad_()
    first = flat(function(x, *others))[0]
    weights = torch.arange(first.numel()).reshape(first.shape) % 7 - 2.5
    (first * weights.to(first.device)).sum().backward()
    return x.grad


def check(name, function, x, *others, grad=None):
    """The same function of the same tensors, and its gradient, on both devices."""
    device_others = [other.npu() for other in others]
    try:
        expected, found = flat(function(x, *others)), flat(function(x.npu(), *device_others))
        for number, (one, other) in enumerate(zip(found, expected, strict=True)):
            compare(f"{name}[{number}]", one, other)
        if grad is None:
            grad = x.is_floating_point() and expected[0].is_floating_point()
        if grad:
            slope = gradient(function, x.npu(), device_others)
            compare(f"gradient of {name}", slope, gradient(function, x, others))
    except RuntimeError as error:
        wrong.append(f"{name}: {str(error).splitlines()[0]}")


torch.manual_seed(4)
x, y = torch.randn(2, 5, 7)
square = torch.randn(4, 4)
positive = torch.rand(5, 7) + 0.1
whole = torch.randint(-9, 9, (5, 7))
mask = x > 0
rows = torch.tensor([4, 0, 2, -1, 2])
columns = torch.tensor([[3], [0], [6], [1], [1]])
cube = torch.randn(3, 4, 5)
classes = torch.tensor([0, 6, 3, 3, 1])

for name in (
    *("abs", "atan", "cos", "erf", "erfc", "exp", "exp2", "expm1", "frac", "log1p", "neg"),
    *("reciprocal", "relu", "sigmoid", "sign", "sin", "sinh", "square", "tanh", "isnan", "isinf"),
):
    check(name, getattr(torch, name), positive if name == "log1p" else x)
for name in ("log", "log2", "log10", "rsqrt", "sqrt"):
    check(name, getattr(torch, name), positive)
for name in ("gelu", "silu", "elu", "softplus", "hardtanh", "hardswish", "hardsigmoid", "mish",
             "leaky_relu", "relu6"):  # fmt: skip
    check(name, getattr(functional, name), x * 3, grad=name != "mish")
for dim in (0, 1):
    check(f"softmax {dim}", lambda a, dim=dim: a.softmax(dim), x)
    check(f"log_softmax {dim}", lambda a, dim=dim: a.log_softmax(dim), x)
    check(f"max {dim}", lambda a, dim=dim: a.max(dim), x)
    check(f"min {dim}", lambda a, dim=dim: a.min(dim, keepdim=True), x)
    check(f"sort {dim}", lambda a, dim=dim: a.sort(dim, descending=True), x)
    check(f"cumsum {dim}", lambda a, dim=dim: a.cumsum(dim), x)
    check(f"std {dim}", lambda a, dim=dim: a.std(dim), x)
    check(f"norm {dim}", lambda a, dim=dim: a.norm(dim=dim), x, grad=False)
    check(f"logsumexp {dim}", lambda a, dim=dim: a.logsumexp(dim), x)
check("topk", lambda a: a.topk(3), x)
check("argmax", lambda a: (a.argmax(), a.argmax(1), a.argmin(0)), x)
check("statistics", lambda a: (a.mean(), a.var(), a.std(), a.norm(), a.prod()), x)
check("var_mean", lambda a: torch.var_mean(a, 1, correction=0), x)
check("aminmax", lambda a: tuple(a.aminmax()), x, grad=False)

check("clamp", lambda a: (a.clamp(-1, 1), a.clamp(min=0), a.clamp(max=0.5)), x)
check("clamp whole", lambda a: a.clamp(-3, 4), whole)
check("addcmul", lambda a, b: torch.addcmul(a, b, b, value=0.3), x, y)
check("addcdiv", lambda a, b: torch.addcdiv(a, a, b, value=0.3), x, positive)
check("lerp", lambda a, b: torch.lerp(a, b, 0.3), x, y)
check("remainder", lambda a: (a % 3, a.remainder(-2.5), a.fmod(2.5), a // 2), x, grad=False)
check("remainder whole", lambda a: (a % 4, a.fmod(-4), a // 4, a & 3, a | 1, a ^ 5), whole)
check("logic", lambda a, b: (a & b, a | b, a ^ b, ~a, torch.logical_xor(a, b)), mask, y > 0)
check("isclose", lambda a, b: torch.isclose(a, b, rtol=0.5, atol=0.1), x, y)
check("nan_to_num", lambda a: torch.nan_to_num(a / 0, 1, 2, 3), torch.tensor([1.0, -1, 0]))
assert torch.equal(x.npu(), x.npu())
assert not torch.equal(x.npu(), y.npu())
assert torch.allclose(x.npu(), x.npu() * (1 + 1e-6))

check("masked", lambda a, m: (a[m], a[:, m[0]], a.masked_fill(m, 2.5)), x, mask)
check("masked gradient", lambda a, m: a.masked_fill(m, 2.5), x, mask)
check("nonzero", lambda m: (m.nonzero(), *m.nonzero(as_tuple=True)), mask)
check("index", lambda a, i: (a[i], a[:, i], a[i, i], a[i[:, None], i]), x, rows)
check("index cube", lambda a, i: (a[:, i], a[i % 3, :, i], a[i % 3, i % 4], a[..., i]), cube,
      torch.tensor([3, 0, 2]))  # fmt: skip
check("index_add", lambda a, i, b: a.index_add(0, i % 5, b, alpha=0.5), x, rows, y)
check("index_select", lambda a, i: a.index_select(1, i % 7), x, rows)
check("repeat_interleave", lambda a, i: (a.repeat_interleave(i % 5, 0), a.repeat_interleave(3),
      a.repeat_interleave(2, 1), (i % 5).repeat_interleave(i % 5)), x, rows)  # fmt: skip
check("gather", lambda a, i: a.gather(1, i), x, columns)
check("scatter", lambda a, i, b: (a.scatter(1, i, b), a.scatter(1, i, 2.5)), x, columns, y)
check("scatter_add", lambda a, i, b: a.scatter_add(1, i, b), x, columns, y)
check("embedding", lambda a, i: functional.embedding(i % 5, a), x, rows)
check("one_hot", lambda i: functional.one_hot(i, 7), classes)
check("where", lambda a, b, m: torch.where(m, a, b), x, y, mask)


def stored(a, b, m, i):
    """Stores by index and mask."""
    a = a.clone()
    a[m] = 1.5
    a[i] = b[i]
    a[1:3, ::2] = 7
    a.index_put_((i % 5, i % 5), b[0, :5], accumulate=True)
    return a


check("stores", stored, x, y, mask, torch.tensor([4, 0, 2, 1, 3]), grad=False)

check("cat", lambda a, b: (torch.cat([a, b]), torch.cat([a, b, a], 1)), x, y)
check("stack", lambda a, b: (torch.stack([a, b]), torch.stack([a, b], 2)), x, y)
check("chunks", lambda a: [part * 2 for part in a.split([1, 3, 3], 1)], x)
check("places", lambda a: (a.flip(0), a.roll(2, 1), a.roll(3), a.repeat(2, 1, 3)), x)
check("triangles", lambda a: (a.tril(1), a.triu(-1)), square)
check("pad", lambda a: functional.pad(a, (1, 2, 0, 1), value=0.5), x)
device = torch.device("npu")
for name, made, expected in (
    ("eye", torch.eye(3, 4, device=device), torch.eye(3, 4)),
    ("linspace", torch.linspace(-1, 1, 9, device=device), torch.linspace(-1, 1, 9)),
    ("full", torch.full((2, 3), 2.5, device=device), torch.full((2, 3), 2.5)),
):
    compare(name, made, expected)

check("bmm", lambda a: torch.bmm(a, a.transpose(1, 2)), cube)
check("baddbmm", lambda a: torch.baddbmm(a[:, :, :4], a, a.transpose(1, 2), alpha=0.5), cube)
check("vectors", lambda a: (a.mv(a[0]), a[0].dot(a[1]), torch.einsum("ij,kj->ik", a, a)), x)
check("mse", lambda a, b: (functional.mse_loss(a, b), functional.mse_loss(a, b, reduction="sum")),
      x, y)  # fmt: skip
check("mse none", lambda a, b: functional.mse_loss(a, b, reduction="none"), x, y)
check("l1", functional.l1_loss, x, y)
check("smooth l1", functional.smooth_l1_loss, x * 2, y)
check("bce", lambda a, b: functional.binary_cross_entropy(a.sigmoid(), b.sigmoid()), x, y)
check("bce logits", lambda a, b: functional.binary_cross_entropy_with_logits(a, b.sigmoid()), x, y)
check("cross entropy", functional.cross_entropy, x, classes)
check("nll", lambda a, c: functional.nll_loss(a.log_softmax(1), c, reduction="none"), x, classes)
check("layer norm", lambda a, b: functional.layer_norm(a, (7,), b[0], b[1]), x, y)
check("layer norm of all", lambda a: functional.layer_norm(a, (4, 5)), cube)


def normalised(a):
    """Batch normalisation with its running figures."""
    layer = torch.nn.BatchNorm1d(a.shape[1], device=a.device)
    result = layer(a)
    layer.eval()
    return result, layer.running_mean, layer.running_var, layer(a)


check("batch norm", normalised, x)
check("batch norm of cubes", normalised, cube)

torch.npu.manual_seed(9)
first = torch.randn(20000, device=device)
torch.npu.manual_seed(9)
assert torch.equal(first, torch.randn(20000, device=device))
assert not torch.equal(first, torch.randn(20000, device=device))
assert abs(first.mean().item()) < 0.03
assert abs(first.std().item() - 1) < 0.03
uniform = torch.rand(20000, device=device)
assert 0 <= uniform.min().item() < 0.01
assert 0.99 < uniform.max().item() < 1
numbers = torch.randint(-2, 3, (2000,), device=device).cpu()
assert numbers.unique().tolist() == [-2, -1, 0, 1, 2]
assert torch.randperm(50, device=device).cpu().sort().values.equal(torch.arange(50))
dropped = functional.dropout(torch.ones(20000, device=device), 0.25).cpu()
assert set(dropped.tolist()) == {0.0, torch.tensor(1 / 0.75).item()}
assert abs((dropped == 0).float().mean().item() - 0.25) < 0.02

values = torch.tensor([1.5, -2.25, float("nan"), float("inf"), 1e-7])
for tensor in (values, values.half(), values.bfloat16(), whole, mask, x[0, 0], torch.empty(0)):
    text = str(tensor.npu())
    plain, marks = re.subn(r",\s*device='npu:0'", "", text)
    assert marks == 1, text
    assert plain.split() == str(tensor).split(), (text, str(tensor))

print("\n".join(wrong) or "all right")
