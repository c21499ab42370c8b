"""AddCustom as it was measured: 8 tiles, two buffers, 8 blocks, float32 8 x 2048, on a 910B."""

from __future__ import annotations

from typing import Any

import pytest

from tests.observe.cycles.profiled import Profile, run_profiled
from tests.utils.observer_fields import written_fields
from tests.utils.sources import read_source

_SOURCE = read_source(__file__, "kernels/add_custom.cpp")


@pytest.fixture(scope="module")
def profile() -> Profile:
    return run_profiled(_SOURCE, "add_custom", [65536] * 3, blocks=8)


def test_time_and_ratios_are_near_the_measured_ones(profile: Profile) -> None:
    cores = profile.line["cores"]
    cycles = sum(core["cycles"] for core in cores)
    # aiv_total_cycles, a sum over the cores
    assert cycles == pytest.approx(122_094, rel=0.2)
    for pipe, ratio in {"vec": 0.042, "scalar": 0.686, "mte2": 0.408, "mte3": 0.229}.items():
        modelled = sum(core["pipes"][pipe]["busy"] for core in cores) / cycles
        assert modelled == pytest.approx(ratio, abs=0.1), pipe


def test_the_fields_are_those_of_the_table(profile: Profile) -> None:
    def names(objects: list[dict[str, Any]]) -> set[str]:
        return {name for one in objects for name in one}

    line, table = profile.line, written_fields()
    cores = line["cores"]
    found = {
        "launch": names([line]),
        "argument": names(line["arguments"]) | {"shape", "format"},  # not known here
        "core": names(cores),
        "pipe": names([use for core in cores for use in core["pipes"].values()]),
        "wait": names([wait for core in cores for wait in core["waits"]]),
        "line": names(line["lines"]),
        "memory": names(list(line["memory"].values())),
        "peaks": names([line["peaks"]]),
        "instruction": names(profile.timeline[:-1]),
        "rest": names(profile.timeline[-1:]),
    }
    assert found == {owner: table[owner] for owner in found}
    ways = names([core["bytes"] for core in cores])
    counters = names([core["counters"] for core in cores])
    assert {"gm_to_ub", "ub_to_gm", "ddr_read"} <= ways <= table["bytes"]
    assert {"vec_fp32", "vec_ops", "icache_misses"} <= counters <= table["counter"]
