"""Kernels of Python as Ascend C: what they compute, and how they read."""

from typing import Any

import numpy as np
import pytest

import asc
from tests.asc.codegen.tracing import jit
from tests.asc.emit.running import Constant, compiles, emitted, launched

BUFFERS = 2


@jit
def copy_in(i: int, x_gm: asc.GlobalTensor, queue: asc.TQue, length: asc.ConstExpr[int]):
    x_local = queue.alloc_tensor(x_gm.dtype)
    asc.data_copy(x_local, x_gm[i * length :], length)
    queue.enque(x_local)


def doubled(x: asc.GlobalAddress, z: asc.GlobalAddress, block: int, length: asc.ConstExpr[int]):
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


def placed(x: asc.GlobalAddress, z: asc.GlobalAddress, length: int):
    x_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, length)
    z_gm.set_global_buffer(z, length)
    x_local = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, length)
    z_local = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, 4 * length, length)
    whole = asc.LocalTensor(x.dtype, asc.TPosition.VECOUT, 0, 2 * length)
    asc.data_copy(x_local, x_gm, length)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.add(z_local, x_local, x_local, length)
    asc.set_flag(asc.HardEvent.V_MTE3, 0)
    asc.wait_flag(asc.HardEvent.V_MTE3, 0)
    asc.data_copy(z_gm, whole, 2 * length)


def masked(x: asc.GlobalAddress, z: asc.GlobalAddress):
    x_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    z_gm.set_global_buffer(z)
    mask = 1
    x_local = asc.LocalTensorAuto(x.dtype, 128)
    z_local = asc.LocalTensorAuto(x.dtype, 128)
    asc.data_copy(x_local, x_gm, 128)
    asc.data_copy(z_local, x_gm, 128)
    params = asc.BinaryRepeatParams(1, 1, 1, 8, 8, 8)
    asc.add(z_local, x_local, x_local, [mask, 0], 2, params)
    asc.add(z_local, z_local, z_local, [2, 0], 1, params)
    asc.data_copy(z_gm, z_local, 128)


def numbers(out: asc.GlobalAddress, a: Any, b: Any, f: Any):
    gm = asc.GlobalTensor()
    gm.set_global_buffer(out)
    gm.set_value(0, a - b - (a - b))
    gm.set_value(1, a * (b + 2) // 3 % 5)
    gm.set_value(2, -a // 2)
    gm.set_value(3, (a << 3) >> 1 ^ b & 6 | 1)
    gm.set_value(4, 0 - (-a))
    small = asc.number(200, asc.uint8) + a.cast(asc.uint8) * 100
    gm.set_value(5, small.cast(asc.int32))
    short = a.cast(asc.int16) * 30000
    gm.set_value(6, short.cast(asc.int32))
    unsigned = asc.number(3, asc.uint32) - b.cast(asc.uint32)
    gm.set_value(7, (unsigned // 2).cast(asc.int32))
    gm.set_value(8, (f * 2.5 - 1.0).cast(asc.int32))
    first = a
    second = b
    for i in range(5):
        third = first + second * i
        first = second
        second = third
    gm.set_value(9, first)
    gm.set_value(10, second)
    count = 0
    while count * count < b:
        count += 1
    gm.set_value(11, count)
    if a > b:
        kind = 1
    elif a == b:
        kind = 2
    else:
        kind = 3
    gm.set_value(12, kind)
    gm.set_value(13, 5 if f < 1.5 and a != b else 6)
    array = asc.array(asc.int32, [4, 5, 6])
    array[1] = a
    gm.set_value(14, array[0] + array[1] * array[2])
    gm.set_value(15, (a > b).cast(asc.int32) + (a < b).cast(asc.int32) * 2)


def unsigned(out: asc.GlobalAddress, a: Any, b: Any):
    gm = asc.GlobalTensor()
    gm.set_global_buffer(out)
    x = a.cast(asc.uint32)
    y = b.cast(asc.uint32)
    gm.set_value(0, x + y * 3 - 7)
    gm.set_value(1, (x - y) // 5 % 1000 + (x >> 3))
    gm.set_value(2, (x ^ y) & 0xFFFFFFF0 | 4)
    gm.set_value(3, (x - y > 5).cast(asc.uint32) + (x // 2 < y).cast(asc.uint32) * 2)
    byte = x.cast(asc.uint8) * 7 + y.cast(asc.uint8)
    gm.set_value(4, (byte // 3 + (byte - 9) // 2).cast(asc.uint32))
    gm.set_value(5, (x << 4) // 3)
    gm.set_value(6, (x.cast(asc.uint64) * y.cast(asc.uint64) // 7).cast(asc.uint32))
    gm.set_value(7, (y.cast(asc.float32) / 2.0).cast(asc.uint32))


def softmax(x: asc.GlobalAddress, z: asc.GlobalAddress, rows: asc.ConstExpr, row: asc.ConstExpr):
    x_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    z_gm.set_global_buffer(z)
    x_local = asc.LocalTensorAuto(x.dtype, rows * row)
    sums = asc.LocalTensorAuto(x.dtype, rows * 8)
    maxima = asc.LocalTensorAuto(x.dtype, rows * 8)
    asc.data_copy(x_local, x_gm, rows * row)
    shape = asc.ShapeInfo(asc.array(asc.int32, (rows, row)))
    x_local.set_shape_info(shape)
    asc.adv.softmax(x_local, sums, maxima, x_local, asc.adv.SoftmaxTiling())
    asc.data_copy(z_gm, x_local, rows * row)


def loud():
    asc.printf('"); trap(); // \\" ??/ %d\n', 5)
    asc.printf("tab\tand %d\\n", 6)


def test_a_kernel_with_queues_doubles(tmp_path):
    x = np.arange(1024, dtype=np.float32)
    z = np.zeros_like(x)
    launched(tmp_path, doubled, x, z, 256, Constant(64), core_num=4)
    np.testing.assert_array_equal(z, 2 * x)


def test_text_has_names_and_lines_of_python(tmp_path, cann_home):
    x = np.zeros(1024, np.float16)
    text = emitted(doubled, x, x, 256, Constant(64)).text
    kernel_line = doubled.__code__.co_firstlineno
    assert f'#line {kernel_line + 1} "{__file__}"\n    int32_t offset = ' in text
    assert "AscendC::GlobalTensor<half> x_gm;" in text
    assert "x_gm.SetGlobalBuffer(reinterpret_cast<__gm__ half *>(x) + offset);" in text
    assert "AscendC::TQue<AscendC::TPosition::VECIN, 2> queue_in;" in text
    assert "for (int32_t i = 0; i < 4; ++i) {" in text
    assert "AscendC::Add(z_local, x_local_1, x_local_1, 64);" in text
    assert f'#line {copy_in.code.co_firstlineno + 3} "{__file__}"' in text
    assert compiles(text, cann_home, tmp_path) == ""


def test_errors_of_the_compiler_are_at_lines_of_python(tmp_path, cann_home):
    text = emitted(doubled, np.zeros(8, np.float32), np.zeros(8, np.float32), 1, Constant(64)).text
    words = compiles(text.replace("AscendC::Add(", "AscendC::Addd("), cann_home, tmp_path)
    assert f"{__file__}:{doubled.__code__.co_firstlineno + 15}:" in words


def test_parameters_are_told():
    x = np.zeros(8, np.float32)
    kernel = emitted(doubled, x, x, 256, Constant(64))
    assert kernel.kernel_name == "doubled"
    assert kernel.parameters == (("x", "GM_ADDR"), ("z", "GM_ADDR"), ("block", "int32_t"))
    assert (kernel.kernel_type, kernel.debug) == ("AIV_ONLY", False)


def test_tensors_at_addresses_lie_there(tmp_path):
    x = np.arange(64, dtype=np.float32)
    z = np.zeros(128, np.float32)
    launched(tmp_path, placed, x, z, 64)
    np.testing.assert_array_equal(z, np.concatenate([x, 2 * x]))


def test_masks_are_arrays(tmp_path):
    x = np.arange(128, dtype=np.float32)
    z = np.zeros(128, np.float32)
    text = launched(tmp_path, masked, x, z).text
    expected = x.copy()
    expected[[0, 64]] *= 2
    expected[1] *= 2
    np.testing.assert_array_equal(z, expected)
    assert "uint64_t mask[2] = {1, 0};" in text
    assert "uint64_t mask_1[2] = {2, 0};" in text


@pytest.mark.parametrize(("a", "b", "f"), [(7, 9, 1.25), (-7, 3, 2.5), (4, 4, 0.5)])
def test_numbers_are_computed_as_c_does(tmp_path, a, b, f):
    out = np.zeros(16, np.int32)
    launched(tmp_path, numbers, out, a, b, f)

    def divided(x, y):
        return int(x / y)

    first, second = a, b
    for i in range(5):
        first, second = second, first + second * i
    product = a * (b + 2)
    third = divided(product, 3)
    expected = [
        0,
        third - divided(third, 5) * 5,
        divided(-a, 2),
        (a << 3) >> 1 ^ b & 6 | 1,
        a,
        (200 + a * 100) % 256,
        (a * 30000 + 2**15) % 2**16 - 2**15,
        np.uint32((3 - b) % 2**32 // 2).astype(np.int32),
        int(f * 2.5 - 1.0),
        first,
        second,
        next(n for n in range(99) if n * n >= b),
        1 if a > b else 2 if a == b else 3,
        5 if f < 1.5 and a != b else 6,
        4 + a * 6,
        (a > b) + (a < b) * 2,
    ]
    assert out.tolist() == [int(n) for n in expected]


@pytest.mark.parametrize(("a", "b"), [(7, 9), (2**31 - 1, 300), (12345, 2)])
def test_numbers_without_sign_wrap(tmp_path, a, b):
    out = np.zeros(8, np.uint32)
    launched(tmp_path, unsigned, out, a, b)
    word = 2**32
    byte = (a % 256 * 7 + b % 256) % 256
    expected = [
        (a + b * 3 - 7) % word,
        (((a - b) % word) // 5 % 1000 + (a >> 3)) % word,
        (a ^ b) & 0xFFFFFFF0 | 4,
        ((a - b) % word > 5) + (a // 2 < b) * 2,
        (byte // 3 + (byte - 9) % 256 // 2) % 256,
        (a << 4) % word // 3,
        a * b // 7 % word,
        b // 2,
    ]
    assert out.tolist() == [int(n) for n in expected]


def test_the_tensor_says_its_shape_where_the_tiling_says_none(tmp_path):
    x = np.random.default_rng(0).random((8, 64), dtype=np.float32)
    z = np.zeros_like(x)
    launched(tmp_path, softmax, x, z, Constant(8), Constant(64))
    power = np.exp(x - x.max(1, keepdims=True))
    np.testing.assert_allclose(z, power / power.sum(1, keepdims=True), rtol=1e-5)


def test_formats_stay_within_their_strings(tmp_path, capfd):
    kernel = launched(tmp_path, loud)
    assert kernel.debug
    assert '"\\"); trap(); // \\" ??/ %d\\n"' in kernel.text
    printed = capfd.readouterr().out
    assert '"); trap(); // " ??/ 5\n' in printed
    assert "tab\tand 6\n" in printed
