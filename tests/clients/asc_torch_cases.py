"""Kernels written in Python on tensors of PyTorch and torch_npu: run by test_asc_torch.py."""

import pytest
import torch

import asc
from asc.lib import runtime as rt
from asc.runtime import config

try:
    import torch_npu  # noqa: F401
except ModuleNotFoundError:
    DEVICES = ["cpu"]
else:
    DEVICES = ["cpu", "npu"]

LENGTH = 64


@asc.jit
def double(x: asc.GlobalAddress, z: asc.GlobalAddress, tiles: int):
    source = asc.GlobalTensor()
    target = asc.GlobalTensor()
    source.set_global_buffer(x)
    target.set_global_buffer(z)
    pipe = asc.TPipe()
    inputs = asc.TQue(asc.TPosition.VECIN, 1)
    outputs = asc.TQue(asc.TPosition.VECOUT, 1)
    pipe.init_buffer(inputs, 1, LENGTH * x.dtype.sizeof())
    pipe.init_buffer(outputs, 1, LENGTH * x.dtype.sizeof())
    for i in range(tiles):
        tile = inputs.alloc_tensor(x.dtype)
        asc.data_copy(tile, source[i * LENGTH :], LENGTH)
        inputs.enque(tile)
        tile = inputs.deque(x.dtype)
        result = outputs.alloc_tensor(x.dtype)
        asc.add(result, tile, tile, LENGTH)
        outputs.enque(result)
        inputs.free_tensor(tile)
        result = outputs.deque(x.dtype)
        asc.data_copy(target[i * LENGTH :], result, LENGTH)
        outputs.free_tensor(result)


@asc.jit
def put(z: asc.GlobalAddress, value):
    target = asc.GlobalTensor()
    target.set_global_buffer(z)
    target.set_value(0, value)


@pytest.fixture(params=DEVICES)
def device(request):
    config.set_platform("NPU" if request.param == "npu" else "Model")
    return request.param


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.int32, torch.int16])
def test_types(device, dtype):
    x = torch.arange(4 * LENGTH).to(dtype).to(device)
    z = torch.zeros_like(x)
    double[1, rt.current_stream()](x, z, 4)
    assert torch.equal(z, x + x)


def test_bfloat16(device):
    z = torch.zeros(16, dtype=torch.bfloat16, device=device)
    x = torch.ones(16, dtype=torch.bfloat16, device=device)
    copy[1](x, z)
    assert torch.equal(z, x)


@asc.jit
def copy(x: asc.GlobalAddress, z: asc.GlobalAddress):
    source = asc.GlobalTensor()
    target = asc.GlobalTensor()
    source.set_global_buffer(x)
    target.set_global_buffer(z)
    pipe = asc.TPipe()
    queue = asc.TQueBind(asc.TPosition.VECIN, asc.TPosition.VECOUT, 1)
    pipe.init_buffer(queue, 1, 32)
    tile = queue.alloc_tensor(x.dtype)
    asc.data_copy(tile, source, 16)
    queue.enque(tile)
    tile = queue.deque(x.dtype)
    asc.data_copy(target, tile, 16)
    queue.free_tensor(tile)


def test_operators_before_and_behind_a_kernel_are_in_order(device):
    x, z = torch.ones(LENGTH, device=device), torch.zeros(LENGTH, device=device)
    for _ in range(50):
        x = x * 1.01 + 1
        double[1](x, z, 1)
        x = z - x
    expected = torch.ones(LENGTH)
    for _ in range(50):
        expected = expected * 1.01 + 1
    torch.testing.assert_close(x.cpu(), expected)


def test_gaps():
    config.set_platform("Model")
    whole = torch.arange(4 * LENGTH, dtype=torch.float32).reshape(2 * LENGTH, 2)
    z = torch.zeros(2, LENGTH).t()
    double[1](whole[:, 1], z, 2)
    assert torch.equal(z.reshape(-1), 2 * whole[:, 1])


def test_gaps_on_the_device():
    if "npu" not in DEVICES:
        pytest.skip("no torch_npu")
    x = torch.ones(4 * LENGTH, device="npu")[::2]
    with pytest.raises(ValueError, match="argument 'x' is a tensor on the device with gaps"):
        double[1](x, x, 1)


def test_tensors_that_need_gradients(device):
    x = torch.nn.Parameter(torch.ones(LENGTH, device=device))
    with pytest.raises(ValueError, match=r"argument 'x' needs a gradient.*: pass its detach\(\)"):
        double[1](x, x, 1)
    z = torch.zeros(LENGTH, device=device)
    double[1](x.detach(), z, 1)
    assert torch.equal(z.cpu(), torch.full((LENGTH,), 2.0))


@pytest.mark.parametrize(
    "tensor",
    [torch.zeros(2, dtype=torch.complex64), torch.eye(4).to_sparse()],
    ids=["complex", "sparse"],
)
def test_tensors_that_kernels_do_not_have(tensor):
    config.set_platform("Model")
    with pytest.raises(ValueError, match="argument 'z' has elements of type"):
        put[1](tensor, 1)


def test_one_tensor_twice(device):
    x = torch.ones(LENGTH, device=device)
    double[1](x, x, 1)
    assert torch.equal(x.cpu(), torch.full((LENGTH,), 2.0))
