"""Operators of examples/ on NumPy arrays in this process: run by test_numpy.py."""

from __future__ import annotations

import inspect
import os
import sys
import threading
from typing import Any

import numpy as np
import pytest

import custom_compiler
from custom_compiler import Operators, load_package
from custom_compiler.errors import CustomCompilerError, MisuseError, PackageError

VENDOR = os.environ["EXAMPLES_VENDOR"]


@pytest.fixture(scope="session")
def ops() -> Operators:
    names = ["Accumulate", "Blend", "ScaleShift", "SelectPositive", "SliceRows", "SubtractMean"]
    return load_package(VENDOR, names)


@pytest.fixture
def x() -> np.ndarray:
    return np.random.default_rng(9).uniform(-8, 8, (4, 8)).astype(np.float32)


def blend(ops: Operators, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The larger elements; this operator has no InferShape."""
    inputs, shape = {"x": a, "y": b}, np.shape(a)
    result = ops.blend.call(inputs, {"mode": "maximum"}, output_shapes=[shape])
    assert isinstance(result, np.ndarray)
    return result


def test_needs_no_framework(ops: Operators) -> None:
    assert len(ops) == 6
    assert not {"torch", "mindspore"} & set(sys.modules)


@pytest.mark.usefixtures("ops")
def test_run_by_type(x: np.ndarray) -> None:
    expected = x - x.mean(axis=None)
    for y in (custom_compiler.run("SubtractMean", x), custom_compiler.run("SubtractMean", x=x)):
        assert isinstance(y, np.ndarray)
        assert y.dtype == x.dtype
        np.testing.assert_allclose(y, expected, rtol=1e-5, atol=1e-5)
    np.testing.assert_array_equal(custom_compiler.run("SubtractMean", [1.0, 2.0, 6.0]), [-2, -1, 3])


def test_same_types_again_with_other_shapes(ops: Operators) -> None:
    draw = np.random.default_rng(3)
    for shape in ((8,), (4, 8), (1024, 3), (8,), (2, 2, 2, 2), (0, 8)):
        a, b = (draw.uniform(-1, 1, shape).astype(np.float32) for _ in range(2))
        np.testing.assert_array_equal(blend(ops, a, b), np.maximum(a, b))


def test_arrays_that_are_not_contiguous(ops: Operators, x: np.ndarray) -> None:
    wide = np.repeat(x, 2, axis=1)
    z = blend(ops, wide[:, ::2], x.T.copy().T)
    np.testing.assert_array_equal(z, x)


@pytest.mark.parametrize(
    ("scale", "shift", "bounds"),
    [(np.float32(2), np.array([1], np.float32), np.array([-3, 3], np.float32)), (2, [1], [-3, 3])],
)
def test_inputs_by_value(
    ops: Operators, x: np.ndarray, scale: Any, shift: Any, bounds: Any
) -> None:
    inputs = {"x": x, "scale": scale, "shift": shift, "bounds": bounds}
    y, raw = ops.scale_shift.call(inputs, output_shapes=[x.shape, x.shape])
    np.testing.assert_array_equal(raw, x * 2 + 1)
    np.testing.assert_array_equal(y, np.clip(x * 2 + 1, -3, 3))
    inputs["bounds"] = np.zeros(0, np.float32)
    with pytest.raises(CustomCompilerError, match="has no elements"):
        ops.scale_shift.call(inputs, output_shapes=[x.shape, x.shape])


def test_values_for_tiling(ops: Operators, x: np.ndarray) -> None:
    for first, last in ((1, 3), (0, 4), (2, 3)):
        inputs = {"x": x, "range": [first, last]}
        y = ops["SliceRows"].call(inputs, output_shapes=[(last - first, 8)])
        np.testing.assert_array_equal(y, x[first:last])


def test_results_in_place(ops: Operators, x: np.ndarray) -> None:
    var = x.copy()
    result = ops.accumulate(var, x, x, alpha=2)
    assert result is var
    np.testing.assert_allclose(var, 4 * x, rtol=1e-6)
    strided = np.repeat(x, 2, axis=1)[:, ::2]
    ops.accumulate(strided, x, x, alpha=2)
    np.testing.assert_allclose(strided, 4 * x, rtol=1e-6)
    fixed = x.copy()
    fixed.flags.writeable = False
    with pytest.raises(MisuseError, match="'var' is read-only"):
        ops.accumulate(fixed, x, x)


def test_shapes_that_kernels_compute(ops: Operators, x: np.ndarray) -> None:
    select = ops["SelectPositive"]
    for given in (x, -np.abs(x), np.abs(x), x):  # the same tensor on the device each time
        values, places = select.call({"x": given}, output_shapes=[(32,), (1, 32)])
        np.testing.assert_array_equal(values, given[given > 0])
        np.testing.assert_array_equal(places, np.flatnonzero(given > 0)[None])


def test_what_cannot_be_called(ops: Operators, x: np.ndarray) -> None:
    with pytest.raises(PackageError, match="outputs of any number cannot be made"):
        load_package(VENDOR, "ScaleEach")
    with pytest.raises(PackageError, match="Blend: "):
        ops.blend(x, x)


@pytest.mark.parametrize(
    ("arguments", "named", "message"),
    [
        ((), {}, "Blend: input 'x' needs an array"),
        ((1, 2, 3), {}, "Blend takes 2 inputs, got 3"),
        ((1, 2), {"x": 3}, "Blend: input 'x' is given twice"),
        ((1, 2), {"speed": 3}, "Blend has no input and no attribute 'speed'"),
        ((np.zeros(3, np.int8), 2), {}, "Blend: these dtypes are not supported: x: int8"),
        ((np.zeros(3, "U2"), 2), {}, "arrays of <U2 are not supported"),
        ((np.zeros(3, ">f4"), 2), {}, "arrays of >f4 are in the other byte order"),
        (([[1], [1, 2]], 2), {}, "Blend: input 'x' is no array"),
        (("a", 2), {}, "arrays of <U1 are not supported"),
        ((1.0, 1.0), {"mode": 3}, "attribute 'mode' is no str: 3"),
    ],
)
def test_misuse(ops: Operators, arguments: tuple, named: dict, message: str) -> None:
    with pytest.raises(MisuseError) as caught:
        ops.blend(*arguments, **named)
    assert caught.value.message.startswith(message)


def test_unknown_names(ops: Operators) -> None:
    with pytest.raises(MisuseError, match="no installed package has an operator 'Blnd'") as caught:
        custom_compiler.run("Blnd", 1, 2)
    assert "did you mean Blend?" in caught.value.hint
    with pytest.raises(AttributeError, match="has no operator 'blnd'"):
        _ = ops.blnd
    with pytest.raises(MisuseError, match="is no vendor package"):
        load_package("/nowhere/vendors/none")


def test_signature(ops: Operators) -> None:
    assert str(inspect.signature(ops.blend)).startswith("(x, y, *, mode=")
    assert "Blend: x (required), y (required) -> z" in str(ops.blend.__doc__)
    assert "blend" in dir(ops)


def test_threads(ops: Operators) -> None:
    wrong: list[int] = []

    def work(seed: int) -> None:
        draw = np.random.default_rng(seed)
        for _ in range(10):
            a, b = (draw.uniform(-1, 1, (16, 8)).astype(np.float32) for _ in range(2))
            if not np.array_equal(blend(ops, a, b), np.maximum(a, b)):
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
