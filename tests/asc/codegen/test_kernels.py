"""Kernels as modules: their functions, parameters, names and places."""

from pathlib import Path

from xdsl.dialects.builtin import FileLineColLoc
from xdsl.dialects.func import CallOp, FuncOp

import asc
from tests.asc.codegen.tracing import constant, jit, module_of, names, pointer, scalar

BUFFERS = 2


@jit
def copy_in(i: int, x_gm: asc.GlobalTensor, queue: asc.TQue, length: asc.ConstExpr[int]):
    x_local = queue.alloc_tensor(x_gm.dtype)
    asc.data_copy(x_local, x_gm[i * length :], length)
    queue.enque(x_local)


def double(x: asc.GlobalAddress, z: asc.GlobalAddress, block: int, length: asc.ConstExpr[int]):
    offset = asc.get_block_idx() * block
    x_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x + offset)
    z_gm.set_global_buffer(z + offset)
    pipe = asc.TPipe()
    queue_in = asc.TQue(asc.TPosition.VECIN, BUFFERS)
    queue_out = asc.TQue(asc.TPosition.VECOUT, BUFFERS)
    pipe.init_buffer(queue_in, BUFFERS, length * x.dtype.sizeof())
    pipe.init_buffer(queue_out, BUFFERS, length * z.dtype.sizeof())
    for i in range(4):
        copy_in(i, x_gm, queue_in, length)
        x_local = queue_in.deque(x_gm.dtype)
        z_local = queue_out.alloc_tensor(z_gm.dtype)
        asc.add(z_local, x_local, x_local, length)
        queue_out.enque(z_local)
        queue_in.free_tensor(x_local)
        z_local = queue_out.deque(z_gm.dtype)
        asc.data_copy(z_gm[i * length :], z_local, length)
        queue_out.free_tensor(z_local)


def traced():
    return module_of(double, pointer(), pointer(), scalar(), constant(64))


def functions(module):
    return {op.sym_name.data: op for op in module.walk() if isinstance(op, FuncOp)}


def test_kernel_and_its_functions_are_marked():
    found = functions(traced())
    assert list(found) == ["copy_in", "double"]
    assert "ascendc.global" not in found["copy_in"].attributes
    assert found["copy_in"].sym_visibility.data == "private"
    assert {"ascendc.aicore", "ascendc.global"} <= found["double"].attributes.keys()


def test_parameters_keep_their_names_and_constants_are_none():
    body = functions(traced())["double"].body.block
    assert [argument.name_hint for argument in body.args] == ["x", "z", "block"]
    assert [str(argument.type) for argument in body.args] == [
        "memref<?xf32, 22 : i64>",
        "memref<?xf32, 22 : i64>",
        "i32",
    ]


def test_values_keep_the_names_that_the_kernel_gives_them():
    hints = {r.name_hint for op in traced().walk() for r in op.results}
    assert {"offset", "x_gm", "z_gm", "pipe", "queue_in", "x_local", "z_local"} <= hints


def test_operations_know_their_line():
    add = next(op for op in traced().walk() if op.name == "ascendc.add_l2")
    assert isinstance(add.location, FileLineColLoc)
    assert add.location.filename.data == __file__
    assert "asc.add(" in Path(__file__).read_text().splitlines()[add.location.line.data - 1]


def test_order_of_operations_is_that_of_the_program():
    found = [name for name in names(traced()) if "que_bind" in name or name.endswith("_l2")]
    assert found == [
        *("ascendc.que_bind.alloc_tensor", "ascendc.data_copy_l2", "ascendc.que_bind.enque_tensor"),
        *("ascendc.que_bind.deque_tensor", "ascendc.que_bind.alloc_tensor", "ascendc.add_l2"),
        *("ascendc.que_bind.enque_tensor", "ascendc.que_bind.free_tensor"),
        *("ascendc.que_bind.deque_tensor", "ascendc.data_copy_l2", "ascendc.que_bind.free_tensor"),
    ]


@jit
def shifted(x: asc.GlobalAddress, n):
    return x + n


def test_function_is_traced_once_per_signature():
    def kernel(x: asc.GlobalAddress, y: asc.GlobalAddress, n: int):
        shifted(x, n)
        shifted(x, 1)
        shifted(y, n)

    module = module_of(kernel, pointer("float32"), pointer("float16"), scalar())
    assert list(functions(module)) == ["shifted", "shifted_1", "kernel"]
    called = [op.callee.string_value() for op in module.walk() if isinstance(op, CallOp)]
    assert called == ["shifted", "shifted", "shifted_1"]


@jit
def filled(tensor: asc.LocalTensor):
    asc.duplicate(tensor, 0, 8)


def two_types():
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    memory = buffer.get(asc.uint8)
    filled(memory.reinterpret_cast(asc.float32))
    filled(memory.reinterpret_cast(asc.int32))


def test_tensors_of_other_elements_are_another_signature():
    module = module_of(two_types)
    assert [name for name in functions(module) if name.startswith("filled")] == [
        "filled",
        "filled_1",
    ]
