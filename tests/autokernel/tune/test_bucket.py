"""Buckets: which sizes around the tuned ones a setting is taken for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.tune.bucket import bucket
from custom_compiler.autokernel.tune.cached_results import tuned_table
from custom_compiler.autokernel.tune.driver import Effort, tune
from custom_compiler.autokernel.tune.store import ResultStore

PART = "Ascend910B3"
MATMUL = ak.operators.matmul.operator(dtype="float16")
SIZES = {"m": 70, "n": 35, "k": 1}


def test_all_sizes_differ_where_that_is_good() -> None:
    assert bucket(MATMUL, SIZES, lambda _: True) == (
        {"m": 50, "n": 25, "k": 1},
        {"m": 98, "n": 49, "k": 1},
    )


def test_else_those_that_are_good_together() -> None:
    assert bucket(MATMUL, SIZES, lambda sizes: sizes["n"] <= 35) == (
        {"m": 50, "n": 35, "k": 1},
        {"m": 98, "n": 35, "k": 1},
    )
    together = {"m": 70, "n": 70, "k": 70}
    least, most = bucket(MATMUL, together, lambda s: s["m"] * s["n"] * s["k"] < 500_000)
    assert (least, most) == ({**together, "m": 50}, {**together, "m": 98})


def test_only_what_was_tuned_where_nothing_else_is_good() -> None:
    assert bucket(MATMUL, SIZES, lambda _: False) == (SIZES, SIZES)


def test_sizes_that_take_too_long_are_not_tried() -> None:
    def fail(_: dict[str, int]) -> bool:
        raise AssertionError

    large = {"m": 4096, "n": 4096, "k": 4096}
    assert bucket(MATMUL, large, fail) == (large, large)


@pytest.mark.slow
def test_packages_have_exact_sizes_first(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("custom_compiler.autokernel.tune.store.cache_root", lambda: str(tmp_path))
    relu = ak.operators.relu.operator(dtype="float32")
    found = {}
    for size in (30000, 32000):
        tuned = tune(relu, {"...": size}, PART, effort=Effort(trials=9))
        assert tuned.cost < tuned.default_cost
        for end, sizes in (("least", tuned.least), ("most", tuned.most)):
            found[size, end] = sizes["..."]
    assert found[30000, "least"] <= 30000 <= found[30000, "most"]
    table = tuned_table((relu,), {PART})
    exact = [each for each in table if each.least == each.most]
    assert {each.least["..."] for each in exact} == {30000, 32000}
    assert list(table[: len(exact)]) == exact
    wider = {(each.least["..."], each.most["..."]) for each in table[len(exact) :]}
    assert wider == {
        (found[size, "least"], found[size, "most"])
        for size in (30000, 32000)
        if found[size, "least"] < found[size, "most"]
    }


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_settings_of_cubes_are_for_types_that_need_vector_cores_too(
    dtype: str, tmp_path, monkeypatch
) -> None:
    """Cubes add a bias in half and none in bfloat16, so one type has a knob less."""
    monkeypatch.setattr("custom_compiler.autokernel.tune.store.cache_root", lambda: str(tmp_path))
    types = ("float16", "bfloat16")
    variants = [ak.operators.fully_connected.operator(dtype=each) for each in types]
    sizes = {"...": 64, "n": 64, "k": 64}
    operator = variants[types.index(dtype)]
    tuned = tune(operator, sizes, PART, effort=Effort(trials=1))
    blocks = {**tuned.default, "base_m": 32, "base_n": 32}
    (key,) = (key for key, _ in ResultStore().all_latest())
    faster = replace(tuned, setting=blocks, cost=1.0, least=sizes, most=sizes)
    ResultStore().save("other", key, faster)
    found = [each.setting for each in tuned_table(variants, {PART})]
    assert found == ([blocks] if dtype == "float16" else [])
