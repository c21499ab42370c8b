"""Launches of compiled kernels with arrays of the host."""

import numpy as np
import pytest


def _random(*shape):
    return np.random.default_rng(1).random(shape, dtype=np.float32)


def test_arrays_and_numbers(add_scaled):
    x, y, z = _random(8 * 128), _random(8 * 128) + 1, np.zeros(8 * 128, np.float32)
    add_scaled(x, y, z, 128, 2.0, core_num=8)
    np.testing.assert_allclose(z, (x + y) * 2)


def test_scalars_of_numpy(add_scaled):
    x, z = _random(64), np.zeros(64, np.float32)
    add_scaled(x, x, z, np.int32(64), np.float32(0.5))
    np.testing.assert_allclose(z, x)


def test_an_array_given_twice_is_one_array(add_scaled):
    x, y = _random(128), _random(128) + 2
    expected = x + y
    add_scaled(x, y, x, 128, 1.0)
    np.testing.assert_allclose(x, expected)


def test_overlapping_arrays_stay_so(add_scaled):
    whole = _random(192)
    x, z = whole[:128], whole[64:]
    expected = np.concatenate([whole[:64], x[:64] * 2, (x[:64] * 2) * 2])
    add_scaled(x, x, z, 128, 1.0)  # the second tile reads what the first has written
    np.testing.assert_allclose(whole, expected)


def test_arrays_with_gaps(add_scaled):
    storage, target = _random(128, 3), np.zeros((64, 2), np.float32).T
    add_scaled(storage[:, 1], storage[:, 2], target, 128, 1.0)
    expected = (storage[:, 1] + storage[:, 2]).reshape(2, 64)
    np.testing.assert_allclose(target, expected)


def test_arrays_with_gaps_that_share_memory_are_refused(add_scaled):
    x = _random(128)
    with pytest.raises(ValueError, match="arguments 'x' and 'z' share memory, and 'x' has gaps"):
        add_scaled(x[::2], _random(64), x[:64], 64, 1.0)


def test_read_only_arrays_are_inputs(add_scaled):
    x, z = _random(64), np.zeros(64, np.float32)
    x.flags.writeable = False
    add_scaled(x, x, z, 64, 1.0)
    np.testing.assert_allclose(z, 2 * x)
    with pytest.raises(ValueError, match="wrote to argument 'z', which is read-only"):
        add_scaled(z, z, x, 64, 1.0)


def test_arrays_without_elements_and_dimensions(add_scaled):
    empty, z = np.zeros((0, 4), np.float32), np.array(3, np.float32)
    add_scaled(empty, empty, z, 0, 1.0)
    assert z == 3


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros(64, ">f4"), "argument 'x' has elements in the byte order of another machine"),
        (np.array([None]), "argument 'x' has elements of type object"),
        (np.zeros(2, complex), "argument 'x' has elements of type complex128"),
    ],
)
def test_elements_that_kernels_do_not_have(add_scaled, array, message):
    with pytest.raises(ValueError, match=message):
        add_scaled(array, array, array, 64, 1.0)


def test_numbers_beyond_their_type(add_scaled):
    x = _random(64)
    with pytest.raises(
        OverflowError, match=r"argument 'length': 2147483648 .* int32; pass a NumPy"
    ):
        add_scaled(x, x, x, 2**31, 1.0)


@pytest.mark.parametrize("value", ["text", [1], None, b"bytes"])
def test_values_that_kernels_are_not_given(add_scaled, value):
    name = type(value).__name__
    message = f"Argument type in JIT function is not supported: {name}"
    with pytest.raises(TypeError, match=message):
        add_scaled(value, value, value, 64, 1.0)


def test_a_fault_in_a_kernel_leaves_the_process_alive(launcher_of, add_scaled):
    text = '#include "kernel_operator.h"\nextern "C" __global__ __aicore__ void fault() {\n'
    fault = launcher_of(text + "    AscendC::Trap();\n}\n", "fault", ())
    with pytest.raises(RuntimeError, match="kernel fault"):
        fault()
    z = np.zeros(64, np.float32)
    add_scaled(np.ones(64, np.float32), z, z, 64, 1.0)
    assert (z == 1).all()
