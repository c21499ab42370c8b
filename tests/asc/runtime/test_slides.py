"""A kernel in the spelling of PyAsc's slides, from its text to its values, IR and output."""

import numpy as np

import asc


@asc.jit
def vadd(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    offset = asc.get_block_idx() * n
    x_gm, y_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x + offset, n)
    y_gm.set_global_buffer(y + offset, n)
    z_gm.set_global_buffer(z + offset, n)
    pipe = asc.TPipe()
    in_x, in_y = asc.TQue(asc.TPosition.VECIN, 1), asc.TQue(asc.TPosition.VECIN, 1)
    out = asc.TQue(asc.TPosition.VEOUT, 1)  # type: ignore[attr-defined]
    pipe.init_buffer(in_x, 1, n * x.dtype.sizeof())
    pipe.init_buffer(in_y, 1, n * x.dtype.sizeof())
    pipe.init_buffer(out, 1, n * x.dtype.sizeof())
    a, b = in_x.alloc_tensor(x.dtype), in_y.alloc_tensor(y.dtype)
    asc.data_copy(a, x_gm, n)
    asc.data_copy(b, y_gm, n)
    in_x.enqueue(a)  # type: ignore[attr-defined]
    in_y.enqueue(b)  # type: ignore[attr-defined]
    a, b = in_x.deque(x.dtype), in_y.deque(y.dtype)
    c = out.alloc_tensor(z.dtype)
    asc.add(c, a, b, n)
    asc.printf("block %d of vadd\n", asc.get_block_idx())
    out.enqueue(c)  # type: ignore[attr-defined]
    in_x.free_tensor(a)
    in_y.free_tensor(b)
    c = out.deque(z.dtype)
    asc.data_copy(z_gm, c, n)
    out.free_tensor(c)


def test_a_kernel_of_the_slides(capfd):
    x = np.arange(512, dtype=np.float32)
    z = np.empty_like(x)
    vadd[2](x, 2 * x, z, 256)
    np.testing.assert_array_equal(z, 3 * x)
    lines = capfd.readouterr().out.splitlines()
    assert [line for line in lines if "block " in line[:6]] == [
        "block 0 of vadd",
        "block 1 of vadd",
    ]
    assert lines[0].startswith("opType=vadd, DumpHead: AIV-0, ")
    assert lines[3].startswith("opType=vadd, DumpHead: AIV-1, ")
    text = vadd.source("codegen")
    address = "memref<?xf32, 22>"
    for line in (
        f"func.func @vadd(%arg0: {address}, %arg1: {address}, %arg2: {address}, %arg3: i32)",
        "= ascendc.global_tensor : !ascendc.global_tensor<*xf32>",
        f"= emitasc.ptr_offset %arg0[%1] : {address}, i32, {address}",
        "= ascendc.queue : !ascendc.queue<vecout, 1>",
        "ascendc.que_bind.enque_tensor",
    ):
        assert line in text
