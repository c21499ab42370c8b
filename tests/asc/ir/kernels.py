"""Kernels whose IR tests look at; all have the same parameters."""

# ruff: noqa: ARG001

from __future__ import annotations

import asc
from tests.asc.codegen.tracing import jit, pointer, scalar
from tests.asc.codegen.tracing import module_of as traced


@jit
def tensor_of(address):
    tensor = asc.GlobalTensor()
    tensor.set_global_buffer(address)
    return tensor


def queues(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    x_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x + asc.get_block_idx() * n, n)
    z_gm.set_global_buffer(z)
    pipe = asc.TPipe()
    queue = asc.TQue(asc.TPosition.VECIN, 2)
    pipe.init_buffer(queue, 2, 256)
    for i in range(4):
        x_local = queue.alloc_tensor(x.dtype)
        asc.data_copy(x_local, x_gm[i * 64 :], 64)
        queue.enque(x_local)
        x_local = queue.deque(x.dtype)
        asc.add(x_local, x_local, x_local, 64)
        asc.data_copy(z_gm[i * 64 :], x_local, 64)
        queue.free_tensor(x_local)


def flags(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    x_local = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, 64)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, n)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.duplicate(x_local, 1.5, 64)


def masks(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    local = asc.LocalTensorAuto(x.dtype, 128)
    params = asc.BinaryRepeatParams(1, 1, 1, 8, 8, 8)
    asc.add(local, local, local, 64, 2, params)
    asc.add(local, local, local, [2**64 - 1, n], 1, params)
    asc.cast(local, local, asc.RoundMode.CAST_RINT, 128)


def branches(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    kind = 0
    if n > 3:
        kind = 1
    elif n == 2:
        kind = 2
    while kind * kind < n:
        kind += 1
    z_gm = asc.GlobalTensor()
    z_gm.set_global_buffer(z)
    z_gm.set_value(0, kind * 3)


def arrays(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    array = asc.array(asc.int32, [1, 2, 3])
    array[n] = 5
    shape = asc.ShapeInfo(asc.array(asc.uint32, [4, 16]))
    local = asc.LocalTensorAuto(x.dtype, (4, n))
    local.set_shape_info(shape)
    asc.printf("%d of\n %d\\n", array[0], n)


def scalars(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    z_gm = asc.GlobalTensor()
    z_gm.set_global_buffer(z)
    unsigned = asc.number(3, asc.uint32) + 5
    z_gm.set_value(0, unsigned * 2)
    z_gm.set_value(1, (n // 3 % 2) << 4)
    asc.inline("// $0 rounds", (n,))


def calls(x: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    x_gm = tensor_of(x)
    z_gm = tensor_of(z)
    z_gm.set_value(n, x_gm.get_value(0))


KERNELS = {
    function.__name__: function
    for function in (queues, flags, masks, branches, arrays, scalars, calls)
}


def module_of(name: str):
    """The module of one of these kernels, which is called `kernel` in it."""
    function = KERNELS[name]
    module = traced(function, pointer(), pointer(), scalar())
    for operation in module.ops:
        if operation.sym_name.data == name:
            operation.sym_name = type(operation.sym_name)("kernel")
    return module
