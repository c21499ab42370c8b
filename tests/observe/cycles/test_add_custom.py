"""AddCustom as it was measured: 8 tiles, two buffers, 8 blocks, float32 8 x 2048, on a 910B."""

from __future__ import annotations

from typing import Any

import pytest

from tests.observe.cycles.profiled import Profile, run_profiled
from tests.utils.observer_fields import written_fields

_SOURCE = """
extern "C" __global__ __aicore__ void add_custom(GM_ADDR x, GM_ADDR y, GM_ADDR z) {
    using namespace AscendC;
    constexpr int LENGTH = 2048;  // of a block
    constexpr int TILE = LENGTH / 8 / 2;
    TPipe pipe;
    TQue<TPosition::VECIN, 2> inX, inY;
    TQue<TPosition::VECOUT, 2> outZ;
    GlobalTensor<float> gx, gy, gz;
    gx.SetGlobalBuffer((__gm__ float*)x + LENGTH * GetBlockIdx(), LENGTH);
    gy.SetGlobalBuffer((__gm__ float*)y + LENGTH * GetBlockIdx(), LENGTH);
    gz.SetGlobalBuffer((__gm__ float*)z + LENGTH * GetBlockIdx(), LENGTH);
    pipe.InitBuffer(inX, 2, TILE * sizeof(float));
    pipe.InitBuffer(inY, 2, TILE * sizeof(float));
    pipe.InitBuffer(outZ, 2, TILE * sizeof(float));
    for (int at = 0; at < LENGTH; at += TILE) {
        LocalTensor<float> a = inX.AllocTensor<float>();
        LocalTensor<float> b = inY.AllocTensor<float>();
        DataCopy(a, gx[at], TILE);
        DataCopy(b, gy[at], TILE);
        inX.EnQue(a);
        inY.EnQue(b);
        a = inX.DeQue<float>();
        b = inY.DeQue<float>();
        LocalTensor<float> c = outZ.AllocTensor<float>();
        Add(c, a, b, TILE);
        outZ.EnQue(c);
        inX.FreeTensor(a);
        inY.FreeTensor(b);
        c = outZ.DeQue<float>();
        DataCopy(gz[at], c, TILE);
        outZ.FreeTensor(c);
    }
}
"""


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
