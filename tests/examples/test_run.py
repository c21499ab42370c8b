"""The same operators through the Python side of packages (`custom-compiler run`)."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from custom_compiler.call.execution import RunError, WorkerCall, execute
from custom_compiler.call.prototype import find_prototype
from custom_compiler.package import find_packages


@pytest.fixture
def run(cann_home: Path, examples_vendor: Path):
    """Execute an operator: inputs by name, the shapes of its outputs, attributes as text."""
    environment = os.environ | {
        "ASCEND_HOME_PATH": str(cann_home),
        "ASCEND_CUSTOM_OPP_PATH": str(examples_vendor),
        "LD_LIBRARY_PATH": str(cann_home / "lib64"),
    }

    def execute_named(operator: str, inputs: dict, *shapes: tuple[int, ...], **attributes: str):
        prototype = find_prototype(operator, find_packages(environment))
        lists = {name: [array] for name, array in inputs.items()}
        return execute(WorkerCall(prototype, lists, attributes, shapes), environment)

    return execute_named


@pytest.fixture
def x() -> np.ndarray:
    return np.random.default_rng(9).uniform(-8, 8, (4, 8)).astype(np.float32)


def test_scalars(run, x: np.ndarray) -> None:
    values = {
        "scale": np.float32(2),
        "shift": np.array([1], np.float32),
        "bounds": np.array([-3, 3], np.float32),
    }
    arrays = {name: np.asarray(value) for name, value in values.items()}
    y, raw = run("ScaleShift", {"x": x, **arrays}, x.shape, x.shape)
    np.testing.assert_array_equal(raw, x * 2 + 1)
    np.testing.assert_array_equal(y, np.clip(x * 2 + 1, -3, 3))
    with pytest.raises(RunError, match="has no elements"):
        run("ScaleShift", {"x": x, **arrays, "bounds": np.zeros(0, np.float32)}, (4, 8), (4, 8))


def test_values_for_tiling(run, x: np.ndarray) -> None:
    (y,) = run("SliceRows", {"x": x, "range": np.array([1, 3])}, (2, 8))
    np.testing.assert_array_equal(y, x[1:3])


def test_results_in_place(run, x: np.ndarray) -> None:
    (var,) = run("Accumulate", {"var": x, "x": x, "offsets": x}, alpha="2")
    np.testing.assert_allclose(var, 4 * x, rtol=1e-6)


def test_computed_shapes(run, x: np.ndarray) -> None:
    values, places = run("SelectPositive", {"x": x}, (32,), (1, 32))
    np.testing.assert_array_equal(values, x[x > 0])
    np.testing.assert_array_equal(places, np.flatnonzero(x > 0)[None])
    values, _ = run("SelectPositive", {"x": -np.abs(x)}, (32,), (1, 32))
    assert values.shape == (0,)


def test_templates(run, x: np.ndarray) -> None:
    (z,) = run("Blend", {"x": x, "y": x[::-1]}, x.shape, mode="maximum")
    np.testing.assert_array_equal(z, np.maximum(x, x[::-1]))
