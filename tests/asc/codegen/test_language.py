"""Results of kernels: types, scopes, loops, functions and outside values."""

# Kernels are written in all ways that users write them.
# ruff: noqa: ARG001, F821, F841, PLR0133, SIM108, SIM222, SIM223

from __future__ import annotations

import warnings

import numpy as np
import pytest

import asc
from asc.language.core.struct import Field, Struct, StructField
from custom_compiler.asc import transforms
from custom_compiler.asc.codegen.arguments import StructArgument
from custom_compiler.asc.language.dtypes import KnownTypes
from tests.asc.codegen.evaluate import Evaluation
from tests.asc.codegen.tracing import constant, jit, module_of, names, pointer, scalar

TILES = 4
WIDTH = asc.ConstExpr(16)
NUMPY = np.int32(3)
SIZES = {"small": 8}


class Settings:
    depth = 2


def results(fn, *arguments, values=()):
    """Return a kernel's output, by index, for values of its run-time parameters."""
    module = module_of(fn, pointer("int64"), *arguments)
    evaluation = Evaluation(module)
    evaluation.run(fn.__name__, None, *values)
    return evaluation.written


def test_numbers_of_python_change_in_loops():
    def kernel(out, n):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        total = 0
        for row in range(n):
            total += row * 0 + 8
        z.set_value(0, total)

    assert results(kernel, scalar(), values=[5]) == {0: 40}


def test_number_becomes_what_the_loop_makes_of_it():
    def kernel(out, f):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        largest = 0
        for _ in range(3):
            largest = f
        z.set_value(0, (largest * 2).cast(asc.int64))  # type: ignore[attr-defined]

    assert results(kernel, scalar("float32"), values=[1.5]) == {0: 3}


def test_while_sees_what_its_body_changes():
    def kernel(out, n):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        i = 0
        while i * i < n:
            i += 1
        z.set_value(0, i)

    assert results(kernel, scalar(), values=[50]) == {0: 8}


def test_range_takes_steps_known_at_run_time():
    def kernel(out, n):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        total = 0
        for i in range(1, 20, n):
            total += i
        z.set_value(0, total)

    assert results(kernel, scalar(), values=[6]) == {0: 1 + 7 + 13 + 19}


def test_branches_assign_numbers_and_new_names():
    def kernel(out, n):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        a = 1
        if n > 3:
            a = 2
            b = 7
        else:
            b = n
        z.set_value(0, a)
        z.set_value(1, b)

    assert results(kernel, scalar(), values=[9]) == {0: 2, 1: 7}
    assert results(kernel, scalar(), values=[3]) == {0: 1, 1: 3}


def test_name_that_no_branch_changes_stays_known():
    def kernel(n):
        size = 2
        if n > 3:
            size = 2
        asc.TQue(asc.TPosition.VECIN, size)

    assert "ascendc.queue" in names(module_of(kernel, scalar()))


def test_name_that_is_read_no_more_may_become_anything():
    def kernel(x, n):
        if n > 3:
            temporary = n
        else:
            temporary = x
        for _ in range(n):
            temporary = 1.5

    module = module_of(kernel, pointer(), scalar())
    assert all(not op.results for op in module.walk() if op.name.startswith("scf"))


def test_unrolled_loop_keeps_its_numbers_known():
    def kernel(out):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        total = 0
        for i in asc.static_range(4):
            if i % 2:
                total += i
        z.set_value(i, total)

    assert results(kernel) == {3: 4}


def test_and_stops_at_what_decides():
    def kernel(out, n):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        if n > 0 and z.get_value(n) > 0 and n < 9:
            z.set_value(0, 1)

    module = module_of(kernel, pointer("int32"), scalar())
    reads = [op for op in module.walk() if op.name == "ascendc.global_tensor.get_value"]
    assert [read.parent_op().name for read in reads] == ["scf.if"]  # type: ignore[union-attr]


def test_known_operands_decide_like_python():
    def kernel(out, n):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        z.set_value(0, 1 if None or 0 or 5 else 2)  # type: ignore[redundant-expr]
        z.set_value(1, 1 if n > 0 and 0 and unknown else 2)  # type: ignore[redundant-expr, name-defined, unreachable]
        z.set_value(2, 1 if 1 < 2 < 3 != 3 else 2)

    assert results(kernel, scalar(), values=[1]) == {0: 1, 1: 2, 2: 2}


@jit
def divided(a, b=3):
    return a // b, a % b


def test_function_with_several_results_and_a_default():
    def kernel(out, n):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        quotient, rest = divided(n)
        z.set_value(0, quotient)
        z.set_value(1, rest)
        z.set_value(2, divided(n, b=4)[1])

    assert results(kernel, scalar(), values=[-11]) == {0: -3, 1: -2, 2: -3}


@jit
def scaled(x, factor: asc.ConstExpr[int]):
    return x * factor


def test_function_is_another_one_for_another_constant():
    def kernel(out, n):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        z.set_value(0, scaled(n, 2) + scaled(n, 5))

    assert results(kernel, scalar(), values=[10]) == {0: 70}


def test_function_is_another_one_for_another_type():
    def kernel(out, n, f):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        z.set_value(0, scaled(n, 3) + scaled(f, 3).cast(asc.int32))

    assert results(kernel, scalar(), scalar("float32"), values=[1, 1.5]) == {0: 7}


def test_variables_around_the_function():
    inner = 5

    def kernel(out):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        z.set_value(0, inner + TILES + WIDTH + NUMPY + Settings.depth + SIZES["small"])

    assert results(kernel) == {0: 5 + 4 + 16 + 3 + 2 + 8}


def test_annotations_that_are_text():
    def kernel(out, n: asc.ConstExpr[int], m: int):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        z.set_value(0, n + m)

    assert results(kernel, constant(3), scalar(), values=[4]) == {0: 7}


def test_builtin_functions():
    def kernel(out, n, f):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        z.set_value(0, min(n, 3, n + 1))
        z.set_value(1, max(n, 3))
        z.set_value(2, abs(n))
        z.set_value(3, int(f) + int(n > 0))
        z.set_value(4, asc.ceildiv(n * -1, 3) + asc.ceildiv(7, 3))
        z.set_value(5, len((1, 2)) + isinstance(n, tuple))

    written = results(kernel, scalar(), scalar("float32"), values=[-5, 2.5])
    assert written == {0: -5, 1: 3, 2: 5, 3: 2, 4: 5, 5: 2}


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("int32", "float32", "int32"),
        ("float32", "int32", "float32"),
        ("int64", "int32", "int64"),
        ("int16", "int64", "int16"),
        ("uint8", "int32", "uint8"),
    ],
)
def test_left_operand_decides_the_type(left, right, expected):
    found = []

    def kernel(a, b):
        total = a + b
        record(total.dtype)

    record = found.append
    module_of(kernel, scalar(left), scalar(right))
    assert [str(dtype) for dtype in found] == [expected]


def test_run_time_operand_decides_over_numbers_of_python():
    found = []

    def kernel(n):
        with_float = 1.0 + n
        record(with_float.dtype)

    record = found.append
    module_of(kernel, scalar())
    assert [str(dtype) for dtype in found] == ["int32"]


def test_unsigned_numbers_divide_shift_and_compare_without_sign():
    def kernel(out, n):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        z.set_value(0, n // 2)
        z.set_value(1, n >> 4)
        z.set_value(2, n % 1000)
        z.set_value(3, n > 5)

    largest = 2**32 - 1
    written = results(kernel, scalar("uint32"), values=[largest])
    assert written == {0: largest // 2, 1: largest >> 4, 2: largest % 1000, 3: 1}


def test_bools_are_counted_as_numbers():
    def kernel(out, flag, n):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        z.set_value(0, (n > 1) + (n > 2) + flag)
        z.set_value(1, flag & (n > 5))
        z.set_value(2, not flag)

    written = results(kernel, scalar("bool"), scalar(), values=[1, 3])
    assert written == {0: 3, 1: 0, 2: 0}


def test_comparison_with_a_fraction_is_not_rounded():
    def kernel(out, n):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        z.set_value(0, n > 0.5)
        z.set_value(1, n < 3000000000)

    assert results(kernel, scalar(), values=[0]) == {0: 0, 1: 1}


def test_division_of_integers_warns_at_its_line():
    def kernel(n):
        return_nothing = n / 2

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        module_of(kernel, scalar())
    assert [str(w.message) for w in caught] == [
        "/ of integers at run time divides as in C; write // for it"
    ]
    assert caught[0].filename == __file__
    assert caught[0].lineno == kernel.__code__.co_firstlineno + 1


def test_fraction_that_becomes_an_integer_warns():
    def kernel(n):
        return_nothing = n * 0.5

    with pytest.warns(UserWarning, match=r"0\.5 becomes 0: the run-time operand is int32"):
        module_of(kernel, scalar())


def test_arrays_hold_numbers():
    def kernel(out, n):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        values = asc.array(asc.int32, [1, n, 3])
        values[n] = 4
        values[0] += 1
        for i in asc.static_range(len(values)):
            z.set_value(i, values[i])

    module = module_of(kernel, pointer("int32"), scalar())
    assert names(module).count("memref.store") == 5
    assert names(module).count("memref.load") == 4


def test_pointers_of_bool_and_bfloat16():
    def kernel(x, y):
        a = x + 1
        b = y + 1
        assert a.dtype.sizeof() + b.dtype.sizeof() == 3

    module = module_of(kernel, pointer("bool"), pointer("bfloat16"))
    kinds = [str(op.results[0].type) for op in module.walk() if op.name == "emitasc.ptr_offset"]
    assert kinds == ["memref<?xi1, 22 : i64>", "memref<?xbf16, 22 : i64>"]


@jit
def with_queue(position: asc.ConstExpr, size: int):
    queue = asc.TQue(position, 1)
    asc.get_tpipe_ptr().init_buffer(queue, 1, size)
    return queue


def test_functions_use_the_pipe_of_the_kernel():
    def kernel(n):
        pipe = asc.TPipe()
        first = with_queue(asc.TPosition.VECIN, n)
        second = with_queue(asc.TPosition.VECOUT, n)
        pipe.init_buffer(first, 1, n)
        pipe.init_buffer(second, 1, n)

    module = module_of(kernel, scalar())
    transforms.run(module, transforms.TransformOptions(verify=True))
    assert names(module).count("ascendc.pipe") == 1
    (pipe,) = (op.results[0] for op in module.walk() if op.name == "ascendc.pipe")
    used = [op for op in module.walk() if op.name == "ascendc.pipe.init_queue"]
    assert len(used) == 4
    assert all(op.operands[0] is pipe for op in used)


def test_structure_keeps_what_functions_write_into_it():
    class Part(Struct):
        length = Field(dtype=KnownTypes.int32, default=3)

    class Whole(Struct):
        part = StructField(Part)
        count = Field(dtype=KnownTypes.int64, name="numberOf")

    @jit
    def doubled(whole):
        whole.part.length = whole.part.length * 2

    def kernel(whole):
        doubled(whole)
        whole.count = whole.part.length

    module = module_of(kernel, StructArgument(Whole))
    fields = [
        (op.name, op.attributes["field"].data)  # type: ignore[attr-defined]
        for op in module.walk()
        if "member" in op.name
    ]
    assert fields == [
        ("emitasc.member", "part.length"),
        ("emitasc.set_member", "part.length"),
        ("emitasc.member", "part.length"),
        ("emitasc.set_member", "numberOf"),
    ]
    assert "emitasc.copy_struct" in names(module)


def test_spellings_of_the_slides():
    def kernel():
        queue = asc.TQue(asc.TPosition.VEOUT, 1)  # type: ignore[attr-defined]
        queue.enqueue(queue.alloc_tensor(asc.float32))  # type: ignore[attr-defined]

    module = module_of(kernel)
    assert "ascendc.que_bind.enque_tensor" in names(module)
    (queue,) = (op.results[0] for op in module.walk() if op.name == "ascendc.queue")
    assert str(queue.type) == "!ascendc.queue<vecout, 1>"


@jit
def tiling_of(rows: asc.ConstExpr[int]):
    return asc.adv.RmsNormTiling(s_length=rows, reciprocal_of_h_length=1.0 / float(rows))


@jit
def first_rows(tiling, config):
    return tiling.s_length


def test_functions_return_and_take_structures():
    def kernel(n):
        pipe = asc.TPipe()
        buffer = asc.TBuf(asc.TPosition.VECCALC)
        pipe.init_buffer(buf=buffer, len=1024)
        config = asc.adv.SoftmaxConfig(False, 8, 512)
        for _ in range(n):
            rows = first_rows(tiling_of(8), config)

    module = module_of(kernel, scalar())
    assert names(module).count("emitasc.variable") == 1
    transforms.run(module, transforms.TransformOptions(verify=True))


def test_layouts_of_fixpipe_by_their_names():
    def kernel(out):
        z = asc.GlobalTensor()
        z.set_global_buffer(out)
        c = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 256)
        params = asc.FixpipeParamsV220(n_size=16, m_size=16, src_stride=16, dst_stride=16)
        asc.fixpipe(z, c, params, asc.FixpipeConfig.cfg_row_major())  # type: ignore[attr-defined]
        asc.fixpipe(z, c, params, asc.FixpipeConfig.cfg_nz())  # type: ignore[attr-defined]

    module = module_of(kernel, pointer())
    layouts = [op.attributes["layout"] for op in module.walk() if "layout" in op.attributes]
    assert [layout.value.data for layout in layouts] == [1, 0]  # type: ignore[attr-defined]
