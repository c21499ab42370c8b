"""Weights of Adams2019's cost model: Halide's as a file, and those that learned from schedules."""

from __future__ import annotations

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.host.autoschedulers import adams, autoschedule, with_weights
from custom_compiler.autokernel.host.cost_model import learn, stock_weights
from custom_compiler.autokernel.host.lower import lower
from custom_compiler.autokernel.host.targets import find_target

SIZES = {"...": 512, "columns": 1000}


def featurization(one):
    lowered = lower(ak.operators.softmax.operator(dtype="float32"), SIZES)
    return autoschedule(lowered, one, SIZES, find_target("x86-64-avx2"), 1)


def test_weights_as_a_file_are_those_that_halide_uses(tmp_path):
    path = tmp_path / "stock.weights"
    path.write_bytes(stock_weights())
    for one in (adams(1), adams(4)):
        assert featurization(with_weights(one, path)) == featurization(one)


def test_weights_learn_from_schedules_that_differ(tmp_path):
    stock, learned = tmp_path / "stock.weights", tmp_path / "learned.weights"
    stock.write_bytes(stock_weights())
    timed = []
    for seed in range(24):
        path = tmp_path / f"{seed}.featurization"
        path.write_bytes(featurization(adams(1, seed=seed)))
        timed.append((path, 1e-3 * (1 + seed % 5)))
    learn(timed, stock, learned)
    assert len({path.read_bytes() for path, _ in timed}) >= 8
    assert learned.read_bytes() != stock_weights()
    assert featurization(with_weights(adams(1), learned))


def test_one_schedule_teaches_nothing(tmp_path):
    stock, learned = tmp_path / "stock.weights", tmp_path / "learned.weights"
    stock.write_bytes(stock_weights())
    path = tmp_path / "one.featurization"
    path.write_bytes(featurization(adams(1)))
    learn([(path, 1e-3)], stock, learned)
    assert learned.read_bytes() == stock_weights()
