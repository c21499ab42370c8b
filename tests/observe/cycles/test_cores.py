"""Times of several cores: barriers, start, waves."""

from __future__ import annotations

import pytest

from tests.observe.cycles.profiled import constant, run_profiled
from tests.utils.sources import read_source

_ENTRY = 'extern "C" __global__ __aicore__ void timed(GM_ADDR x)'


def test_a_barrier_waits_for_the_slowest() -> None:
    source = read_source(__file__, "kernels/cores_barrier.cpp")
    profile = run_profiled(source, "timed", [64], blocks=3)
    slow = profile.spans("vec", "Exp", unit=1)[-1][1]
    stagger = constant("launch.stagger_us") * 1850
    for unit in range(3):
        begin = profile.spans("vec", "Relu", unit=unit)[0][0]
        assert begin >= slow - 2 * stagger


def test_flags_between_the_cores_of_a_group() -> None:
    source = read_source(__file__, "kernels/cores_group_flags.cpp")
    profile = run_profiled(source, "timed", [64], task_type=4)
    cycles = {core["type"]: core["cycles"] for core in profile.line["cores"]}
    assert cycles["aic"] >= 50 * 64 * constant("vec.slope.Exp")
    assert cycles["aic"] == pytest.approx(cycles["aiv"], rel=0.1)


@pytest.mark.parametrize(("blocks", "waves"), [(48, 1), (96, 2)])
def test_more_blocks_than_cores_take_turns(blocks: int, waves: int) -> None:
    source = (
        _ENTRY
        + """ {
        using namespace AscendC;
        LocalTensor<float> a(TPosition::VECCALC, 0, 4096);
        for (int i = 0; i < 1000; ++i) {
            Exp(a, a, 4096);
        }
    }"""
    )
    profile = run_profiled(source, "timed", [64], blocks=blocks)
    block = profile.core()["cycles"] / 1850
    stagger, wave = constant("launch.stagger_us"), constant("launch.wave_us")
    expected = waves * block + (waves - 1) * wave + 47 * stagger + constant("launch.overhead_us")
    assert profile.line["duration_us"] == pytest.approx(expected, rel=0.01)


def test_the_clock_is_the_soc_s() -> None:
    source = _ENTRY + " {}"
    assert run_profiled(source, "timed", [64], soc="Ascend910B3").line["clock_mhz"] == 1800
