"""Work recorded as graphs (aclgraph) and replayed: graphs.py LIBRARY.

`launch` of graphs.asc becomes an operator of PyTorch, in the three ways that op-plugin's examples
take; torch on the CPU is the oracle.
"""

from __future__ import annotations

import ctypes
import sys

import setuptools  # noqa: F401  brings packaging, which npugraph_ex imports and nothing requires
import torch
import torch_npu  # noqa: F401

SHAPE = (4, 2048)
launch = ctypes.CDLL(sys.argv[1]).launch
launch.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32, ctypes.c_void_p]


def submit(x, y):
    launch(x.data_ptr(), y.data_ptr(), x.numel(), torch.npu.current_stream().npu_stream)


library = torch.library.Library("cases", "DEF")
library.define("doubled(Tensor x) -> Tensor")
library.define("double_(Tensor(a!) x) -> ()")


@torch.library.impl(library, "doubled", "PrivateUse1")
def doubled(x):
    y = torch.empty_like(x)
    submit(x, y)
    return y


@torch.library.impl(library, "doubled", "Meta")
def doubled_meta(x):
    return torch.empty_like(x)


@torch.library.impl(library, "double_", "PrivateUse1")
def double_(x):
    submit(x, x)


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.ops.cases.doubled(x) + 1


def fresh():
    return torch.rand(SHAPE, device="npu")


def check_replays():
    """Nothing runs while it is recorded; each replay takes what its tensors hold by then."""
    x, state = fresh(), fresh()
    before = state.cpu()
    graph = torch.npu.NPUGraph()
    with torch.npu.graph(graph):
        y = Model()(x)
        torch.ops.cases.double_(state)
    assert torch.equal(state.cpu(), before)
    for replays in range(1, 4):
        new = torch.rand(SHAPE)
        x.copy_(new)
        graph.replay()
        assert torch.equal(y.cpu(), 2 * new + 1)
        assert torch.equal(state.cpu(), before * 2**replays)


def check_callables():
    graphed = torch.npu.make_graphed_callables(Model().npu(), (fresh(),))
    for _ in range(3):
        x = fresh()
        assert torch.equal(graphed(x).cpu(), 2 * x.cpu() + 1)


def check_compiled():
    compiled = torch.compile(Model().npu(), backend="npugraph_ex", fullgraph=True, dynamic=True)
    for _ in range(3):
        x = fresh()
        assert torch.equal(compiled(x).cpu(), 2 * x.cpu() + 1)


def check_refusal():
    """Check that waits for the device cannot be recorded, and that work continues afterwards."""
    x = fresh()
    said = ""
    graph = torch.npu.NPUGraph()
    try:
        with torch.npu.graph(graph):
            Model()(x).cpu()
    except RuntimeError as error:
        said = str(error)
    assert "captur" in said, said
    assert torch.equal(Model()(x).cpu(), 2 * x.cpu() + 1)


check_replays()
check_callables()
check_compiled()
check_refusal()
print("all right")
