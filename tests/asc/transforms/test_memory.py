"""Memory that kernels leave to the compiler, and memory that is not there."""

import numpy as np
import pytest

import asc
from custom_compiler.asc.transforms import TransformOptions
from custom_compiler.errors import MisuseError
from tests.asc.emit.running import Constant, emitted, launched

X = np.zeros(8, np.float32)


def scaled(x: asc.GlobalAddress, z: asc.GlobalAddress, tile: asc.ConstExpr[int]):
    x_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    z_gm.set_global_buffer(z)
    for i in range(4):
        x_local = asc.LocalTensorAuto(x.dtype, tile)
        factor = asc.LocalTensorAuto(x.dtype, tile)
        asc.data_copy(x_local, x_gm[i * tile :], tile)
        asc.duplicate(factor, x_local.get_value(0), tile)
        product = asc.LocalTensorAuto(x.dtype, tile)
        asc.mul(product, x_local, factor, tile)
        product.set_value(1, 5.0)
        asc.data_copy(z_gm[i * tile :], product, tile)


def streamed(x: asc.GlobalAddress, z: asc.GlobalAddress, tile: asc.ConstExpr[int]):
    x_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    z_gm.set_global_buffer(z)
    for i in range(4):
        x_local = asc.LocalTensorAuto(x.dtype, tile)
        asc.data_copy(x_local[8:], x_gm[i * tile + 8 :], tile - 8)
        asc.data_copy(x_local, x_gm[i * tile :], 8)
        z_local = asc.LocalTensorAuto(x.dtype, tile)
        asc.add(z_local, x_local, x_local, tile)
        asc.adds(z_local[8:], x_local[8:], 1.0, tile - 8)
        asc.data_copy(z_gm[i * tile :], z_local, tile)


def shaped(x: asc.GlobalAddress, z: asc.GlobalAddress):
    x_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    z_gm.set_global_buffer(z)
    for i in range(4):
        x_local = asc.LocalTensorAuto(x.dtype, 64)
        asc.data_copy(x_local, x_gm[i * 64 :], 64)
        x_local.set_shape_info(asc.ShapeInfo(asc.array(asc.uint32, [2, 32])))
        z_local = asc.LocalTensorAuto(x.dtype, 64)
        asc.adds(z_local, x_local, 1.0, 64)
        asc.data_copy(z_gm[i * 64 :], z_local, 64)


def in_place(
    x: asc.GlobalAddress, z: asc.GlobalAddress, tile: asc.ConstExpr[int], count: asc.ConstExpr[int]
):
    x_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    z_gm.set_global_buffer(z)
    for i in range(4):
        local = asc.LocalTensorAuto(x.dtype, tile)
        twice = asc.LocalTensorAuto(x.dtype, tile)
        asc.data_copy(local, x_gm[i * tile :], tile)
        local.set_shape_info(asc.ShapeInfo(asc.array(asc.uint32, [tile])))
        asc.add(twice, local, local, tile)
        asc.adds(local, local, 1.0, count)
        asc.mul(local[8:], local[8:], twice[8:], tile - 8)
        asc.data_copy(z_gm[i * tile :], local, tile)


def run_time_sized(x: asc.GlobalAddress, z: asc.GlobalAddress, rows: int, columns: int):
    x_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    z_gm.set_global_buffer(z)
    for i in range(2):
        local = asc.LocalTensorAuto(x.dtype, (rows, columns))
        asc.data_copy(local, x_gm[i * rows * columns :], rows * columns)
        asc.adds(local, local, 1.0, rows * columns)
        asc.data_copy(z_gm[i * rows * columns :], local, rows * columns)


def flagged(x: asc.GlobalAddress, z: asc.GlobalAddress):
    x_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    z_gm.set_global_buffer(z)
    own = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, 64)
    asc.data_copy(own, x_gm, 64)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.adds(own, own, 1.0, 64)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.data_copy(z_gm, own, 64)


def sized_in_the_loop(x: asc.GlobalAddress):
    for i in range(2):
        local = asc.LocalTensorAuto(x.dtype, (i + 1) * 8)
        asc.duplicate(local, 1.0, 8)


def one_after_the_other(x: asc.GlobalAddress, z: asc.GlobalAddress, tile: asc.ConstExpr[int]):
    x_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    z_gm.set_global_buffer(z)
    a = asc.LocalTensorAuto(x.dtype, tile)
    asc.data_copy(a, x_gm, tile)
    b = asc.LocalTensorAuto(x.dtype, tile)
    asc.adds(b, a, 1.0, tile)
    c = asc.LocalTensorAuto(x.dtype, tile)
    asc.adds(c, b, 2.0, tile)
    d = asc.LocalTensorAuto(x.dtype, tile)
    asc.adds(d, c, 3.0, tile)
    asc.data_copy(z_gm, d, tile)


def queued(tile: asc.ConstExpr[int]):
    pipe = asc.TPipe()
    queue = asc.TQue(asc.TPosition.VECIN, 2)
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(queue, 2, tile)
    pipe.init_buffer(buffer, 100)


def placed(address: asc.ConstExpr[int]):
    local = asc.LocalTensor(asc.float16, asc.TPosition.A2, address, 1024)
    asc.duplicate(local, 1.0, 64)


def test_tensors_without_a_place_get_one(tmp_path):
    x = np.random.default_rng(0).random(256, dtype=np.float32)
    z = np.zeros_like(x)
    launched(tmp_path, scaled, x, z, Constant(64))
    expected = x.reshape(4, 64) * x.reshape(4, 64)[:, :1]
    expected[:, 1] = 5
    np.testing.assert_array_equal(z.reshape(4, 64), expected)


def test_rounds_of_loops_overlap(tmp_path):
    x = np.arange(256, dtype=np.float32)
    z = np.zeros_like(x)
    text = launched(tmp_path, streamed, x, z, Constant(64)).text
    expected = (x + 1).reshape(4, 64)
    expected[:, :8] = 2 * x.reshape(4, 64)[:, :8]
    np.testing.assert_array_equal(z, expected.ravel())
    assert "AscendC::TQue<AscendC::TPosition::VECIN, 2> x_local_queue;" in text
    assert "AscendC::TQue<AscendC::TPosition::VECOUT, 2> z_local_queue;" in text
    assert "Flag" not in text
    large = emitted(streamed, x, z, Constant(20 * 1024)).text
    assert large.count("InitBuffer(") == 2
    assert "z_local_queue, 2" not in large


def test_shapes_go_through_queues_with_their_tensors(tmp_path):
    x = np.arange(256, dtype=np.float32)
    z = np.zeros_like(x)
    text = launched(tmp_path, shaped, x, z).text
    np.testing.assert_array_equal(z, x + 1)
    taken = text.index("x_local_1 = x_local_queue.DeQue<float>();")
    assert taken < text.index("x_local_1.SetShapeInfo(") < text.index("Adds<")


@pytest.mark.parametrize(("tile", "count"), [(64, 64), (64, 56), (64, 0), (12 * 1024, 12 * 1024)])
def test_what_is_computed_in_place_is_copied_in_and_out_at_once(tmp_path, tile, count):
    x = np.random.default_rng(1).random(4 * tile, dtype=np.float32)
    z = np.zeros_like(x)
    text = launched(tmp_path, in_place, x, z, Constant(tile), Constant(count)).text
    rows = x.reshape(4, tile)
    expected = rows + (np.arange(tile) < count).astype(np.float32)
    expected[:, 8:] *= 2 * rows[:, 8:]
    np.testing.assert_array_equal(z.reshape(4, tile), expected)
    # In two tensors, if all of it is computed and two fit.
    apart = tile == count == 64
    assert text.count("AscendC::TQue<") == (2 if apart else 0)
    assert text.count(".SetShapeInfo(") == (4 if apart else 1)


def test_sizes_may_be_known_at_run_time_only(tmp_path):
    x = np.arange(128, dtype=np.float32)
    z = np.zeros_like(x)
    text = launched(tmp_path, run_time_sized, x, z, 4, 16).text
    np.testing.assert_array_equal(z, x + 1)
    assert text.index("InitBuffer(local_buf, ") < text.index("for (")


def test_flags_of_the_kernel_stay_and_have_events_of_their_own(tmp_path):
    x = np.arange(64, dtype=np.float32)
    z = np.zeros_like(x)
    options = TransformOptions(insert_sync=True)
    text = launched(tmp_path, flagged, x, z, options=options).text
    np.testing.assert_array_equal(z, x + 1)
    assert "WaitFlag<AscendC::HardEvent::MTE2_V>(0);" in text
    assert "WaitFlag<AscendC::HardEvent::MTE2_V>(7);" in text
    assert "WaitFlag<AscendC::HardEvent::V_MTE3>(7);" in text


def test_sizes_that_loops_compute_are_refused():
    with pytest.raises(MisuseError, match="the size of local is known inside the loop only"):
        emitted(sized_in_the_loop, X)


def test_tensors_share_memory_where_it_is_short(tmp_path):
    tile = 64 * 1024 // 4
    x = np.arange(tile, dtype=np.float32)
    z = np.zeros_like(x)
    text = launched(tmp_path, one_after_the_other, x, z, Constant(tile)).text
    np.testing.assert_array_equal(z, x + 6)
    assert text.count("InitBuffer(") == 2
    assert emitted(one_after_the_other, x, z, Constant(64)).text.count("InitBuffer(") == 4


@pytest.mark.parametrize(
    ("function", "values", "message"),
    [
        (
            one_after_the_other,
            (X, X, Constant(32 * 1024)),
            "UB overflows: 262144 bytes asked for, 196608 there: a_buf 131072, b_buf 131072",
        ),
        (
            queued,
            (Constant(100000),),
            "UB overflows: 200128 bytes asked for, 196608 there: queue 2 x 100000, buffer 128",
        ),
        (placed, (Constant(64000),), "L0A overflows: local ends at byte 66048, 65536 are there"),
    ],
)
def test_memory_that_is_not_there_is_named(function, values, message):
    with pytest.raises(MisuseError, match=message):
        emitted(function, *values)


def test_other_parts_have_other_memories():
    options = TransformOptions(memories={"UB": 1 << 20})
    assert emitted(one_after_the_other, X, X, Constant(32 * 1024), options=options)
