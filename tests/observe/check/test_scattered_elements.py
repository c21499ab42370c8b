"""Elements that Gather names one by one are judged one by one, however many there are."""

from __future__ import annotations

import pytest

from tests.aicore.checked_kernel import INPUT, OUTPUT, Tensor, run_checked

_TENSORS = [Tensor("x", INPUT, 32), Tensor("z", OUTPUT, 4)]
# Every other one of 4096 elements: the even ones are defined; offsets of the even ones.
_PREPARE = """TPipe pipe; TBuf<> table, places, values; GlobalTensor<float> from, to;
from.SetGlobalBuffer((__gm__ float*)x); to.SetGlobalBuffer((__gm__ float*)z);
pipe.InitBuffer(table, 16384); pipe.InitBuffer(places, 8192); pipe.InitBuffer(values, 8192);
LocalTensor<float> t = table.Get<float>(), v = values.Get<float>();
LocalTensor<int32_t> p = places.Get<int32_t>();
CreateVecIndex(p, 0, 2048); PipeBarrier<PIPE_V>(); Muls(p, p, 8, 2048);
uint64_t even[] = {0x5555555555555555, 0};
Duplicate(t, 1.0f, even, 64, 1, 8); PipeBarrier<PIPE_V>();
"""
_STORE = """SetFlag<HardEvent::V_S>(0); WaitFlag<HardEvent::V_S>(0);
to.SetValue(0, v.GetValue(1000));
"""


def _kinds(body: str, tools: str) -> set[str]:
    found = run_checked(_PREPARE + body + _STORE, _TENSORS, options=f"tools={tools}").kinds()
    return {kind for kind, _ in found}


@pytest.mark.parametrize(("base", "kinds"), [(0, set()), (4, {"uninitialized"})])
def test_elements_between_those_that_are_read_do_not_count(base: int, kinds: set[str]) -> None:
    gather = f"Gather(v, t, p.ReinterpretCast<uint32_t>(), {base}, 2048);\n"
    assert _kinds(gather, "initcheck") == kinds


@pytest.mark.parametrize(
    ("waits", "kinds"),
    [("", {"race"}), ("SetFlag<HardEvent::MTE2_V>(0); WaitFlag<HardEvent::MTE2_V>(0);", set())],
)
def test_one_element_that_is_still_copied_is_a_race(waits: str, kinds: set[str]) -> None:
    copy = "SetFlag<HardEvent::V_MTE2>(0); WaitFlag<HardEvent::V_MTE2>(0);"
    copy += f"DataCopy(t[2048], from, 8); {waits}\n"
    gather = "Gather(v, t, p.ReinterpretCast<uint32_t>(), 0, 2048);\n"
    assert _kinds(copy + gather, "racecheck") == kinds
