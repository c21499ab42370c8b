"""Times of one core, computed by hand from the table of constants."""

from __future__ import annotations

import pytest

from tests.aicore.harness import AIC_ONLY
from tests.observe.cycles.profiled import Profile, constant, run_profiled
from tests.utils.sources import read_source

_ENTRY = 'extern "C" __global__ __aicore__ void timed(GM_ADDR x, GM_ADDR y, GM_ADDR z)'
_BYTES = 16384  # of each tensor: 4096 floats, 64 repeats


def _add(src0: int, src1: int, dst: int) -> Profile:
    """Adds two tensors of 4096 floats at these places of the unified buffer."""
    source = (
        _ENTRY
        + f""" {{
        using namespace AscendC;
        LocalTensor<float> a(TPosition::VECCALC, {src0}, 4096);
        LocalTensor<float> b(TPosition::VECCALC, {src1}, 4096);
        LocalTensor<float> c(TPosition::VECCALC, {dst}, 4096);
        Add(c, a, b, 64, 64, {{1, 1, 1, 8, 8, 8}});
    }}"""
    )
    return run_profiled(source, "timed", [_BYTES] * 3)


@pytest.mark.parametrize(
    ("places", "cycles_per_repeat"),
    [
        # The scenarios of asc-devkit's bank_conflict_ub: measured 2390, 4167, 2389 and 3751 ticks
        # of 50 MHz for 1000 instructions, at 1850 MHz: 88, 154, 88 and 139 cycles each.
        ((0, 0x10100, 0x20000), 1),
        ((0, 0x4000, 0x10000), 2),
        ((0, 0x10100, 0x4000), 1),
        ((0, 0x10100, 0x4020), 1.79),
    ],
)
def test_banks(places: tuple[int, int, int], cycles_per_repeat: float) -> None:
    profile = _add(*places)
    expected = constant("vec.startup.Add") + 64 * cycles_per_repeat
    assert profile.busy("vec") == pytest.approx(expected, rel=0.02)


def test_a_stream_of_vector_instructions_hides_their_start() -> None:
    loop = """ {{
        using namespace AscendC;
        LocalTensor<float> a(TPosition::VECCALC, 0, 1024);
        LocalTensor<float> c(TPosition::VECCALC, 0x20000, 4096);
        for (int i = 0; i < 4; ++i) {{
            Relu(c[i * 1024], {source}, 64, 16, {{1, 1, 8, 8}});
        }}
    }}"""
    startup, repeats = constant("vec.startup.Relu"), 64
    streamed = run_profiled(_ENTRY + loop.format(source="a"), "timed", [64] * 3)
    assert streamed.busy("vec") == pytest.approx(startup + repeats, abs=0.11)
    # Each reads what the one before writes.
    chained = run_profiled(_ENTRY + loop.format(source="c[(i - 1) * 1024]"), "timed", [64] * 3)
    assert chained.busy("vec") == pytest.approx(4 * startup + repeats, abs=0.11)


def _copies(count: int, elements: int, blocks: int = 1) -> Profile:
    """Each block copies `count` pieces of floats that no other block touches."""
    name = "kernels/core_times_copies.cpp"
    text = read_source(__file__, name, COUNT=count, ELEMENTS=elements)
    return run_profiled(text, "timed", [4 * count * elements * blocks, 64, 64], blocks=blocks)


def test_copies_from_memory_wait_once_in_a_stream() -> None:
    # Two copies of 8 KB: 701 cycles on hardware (asc-devkit add_high_performance, case 1).
    profile = _copies(2, 2048)
    expected = constant("mte2.latency_ddr") + 16384 / constant("mte2.rate_ddr")
    assert profile.busy("mte2") == pytest.approx(expected, abs=2 * 512 / 48)
    assert profile.core()["bytes"]["gm_to_ub"] == 16384


def test_what_was_read_before_is_in_l2() -> None:
    once = _copies(1, 4096).busy("mte2")
    twice = read_source(__file__, "kernels/core_times_l2.cpp")
    both = run_profiled(twice, "timed", [_BYTES, 64, 64]).busy("mte2")
    expected = constant("mte2.latency") + _BYTES / constant("mte2.rate")
    assert both - once == pytest.approx(expected, abs=1)


def test_cores_share_the_bandwidth_of_the_chip() -> None:
    alone, shared = _copies(16, 8192), _copies(16, 8192, blocks=48)
    per_core = constant("chip.ddr_bytes_per_s") / 48 / 1850e6
    expected = 16 * 8192 * 4 / per_core + constant("mte2.latency_ddr")
    assert shared.busy("mte2") == pytest.approx(expected, rel=0.01)
    assert shared.busy("mte2") > 2 * alone.busy("mte2")


@pytest.mark.parametrize("blocks", [2, 24, 48])
def test_cores_that_read_the_same_share_its_misses(blocks: int) -> None:
    text = read_source(__file__, "kernels/core_times_shared_misses.cpp")
    tensor = 64 * 8192 * 4
    profile = run_profiled(text, "timed", [tensor, 64, 64], blocks=blocks)
    # Memory gives each line once (one more, as the tensor need not begin with a line), and no core
    # has to wait for all of them.
    read = [core["bytes"]["ddr_read"] for core in profile.line["cores"]]
    assert tensor <= sum(read) <= tensor + constant("chip.l2_line")
    assert max(read) <= 2 * tensor / blocks
    busy = [profile.busy("mte2", core) for core in range(blocks)]
    assert max(busy) == pytest.approx(sum(busy) / blocks, rel=0.1)


_QUEUES = read_source(__file__, "kernels/core_times_queues.cpp")


def _queues(depth: int) -> Profile:
    source = _QUEUES + _ENTRY + f" {{ Double<{depth}>(x, z); }}"
    return run_profiled(source, "timed", [16 * _BYTES, 64, 16 * _BYTES])


def test_two_buffers_hide_what_one_shows() -> None:
    one, two = _queues(1), _queues(2)
    assert two.core()["cycles"] < 0.8 * one.core()["cycles"]
    # With one buffer each copy in waits for the instruction that used the buffer before.
    copies, exps = one.spans("mte2"), one.spans("vec")
    assert all(copy[0] >= exp[1] - 0.11 for copy, exp in zip(copies[1:], exps, strict=False))
    # With two the next copy is under way meanwhile.
    copies, exps = two.spans("mte2"), two.spans("vec")
    assert all(copies[i + 1][0] < exps[i][1] for i in range(4, 14))
    waits = {(w["pipe"], w["cause"]): w["cycles"] for w in one.core()["waits"]}
    assert waits["vec", "mte2"] > 0.3 * one.core()["cycles"]


def test_flags_order_the_pipes() -> None:
    source = read_source(__file__, "kernels/core_times_flags.cpp")
    profile = run_profiled(source, "timed", [_BYTES, 64, 64])
    (copy,) = profile.spans("mte2")
    before, behind = profile.spans("vec")
    assert before[0] < copy[1]
    assert behind[0] == pytest.approx(copy[1], abs=0.11)


def test_the_scalar_unit_pays_for_accesses() -> None:
    source = (
        _ENTRY
        + """ {
        using namespace AscendC;
        LocalTensor<float> a(TPosition::VECCALC, 0, 64);
        for (int i = 0; i < 50; ++i) {
            a.SetValue(i, a.GetValue(i) + 1);
        }
    }"""
    )
    profile = run_profiled(source, "timed", [64] * 3)
    expected = constant("scalar.prologue_first") + 100 * constant("scalar.local_access")
    assert profile.busy("scalar") == pytest.approx(expected, abs=20)


def test_lines_of_the_source_are_named() -> None:
    profile = _add(0, 0x10100, 0x20000)
    lines = {(line["pipe"], line["count"]) for line in profile.line["lines"] if line["file"]}
    assert ("vec", 1) in lines
    assert all(line["line"] > 0 for line in profile.line["lines"] if line["file"])


def test_the_same_program_gives_the_same_bytes() -> None:
    assert _queues(2).text == _queues(2).text


def test_the_unit_flag_hands_the_result_over() -> None:
    source = read_source(__file__, "kernels/core_times_unit_flag.cpp")
    profile = run_profiled(source, "product", [128 * 256 * 4], task_type=AIC_ONLY)
    ((_, computed),) = profile.spans("cube")
    ((stored, _),) = profile.spans("fixpipe")
    assert stored >= computed
