"""Cores that wait for each other through global memory, and events by number."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.core_support import run
from tests.aicore.harness import AICORE, AIV_ONLY
from tests.utils.sources import read_source


@settings(max_examples=10, deadline=None)
@given(blocks=st.integers(2, 12), rounds=st.integers(1, 5))
def test_a_chain_of_blocks_passes_a_number_on(blocks: int, rounds: int) -> None:
    body = read_source(__file__, "kernels/waiting_chain.inc", ROUNDS=rounds)
    got = np.zeros(2048, np.int32)
    run(body, np.zeros(8192, np.int32), got, blocks=blocks)
    want = 0
    for _ in range(rounds):
        for block in range(blocks):
            want = (want * 3 + block) % 2**32
    assert got[:1].view(np.uint32)[0] == want


def test_events_and_barriers_by_number() -> None:
    body = read_source(__file__, "kernels/waiting_events.inc")
    got = np.full(16, -1, np.int32)
    run(body, np.arange(8, dtype=np.int32), got)
    assert got[:9].tolist() == [*range(1, 9), 0]


def test_spilled_tensors_come_back() -> None:
    body = read_source(__file__, "kernels/waiting_spilled.inc")
    body = body.replace(
        "PLACE",
        "if (x.GetValue(127) == 127) { pipe.InitSpmBuffer(spill, 64); } else { pipe.InitSpmBuffer(64); }",
    )
    for last, soc, kind in ((127, "Ascend910B3", AIV_ONLY), (0, "Ascend310P3", AICORE)):
        got, numbers = np.zeros(16, np.int32), np.arange(128, dtype=np.int32)
        numbers[127] = last
        run(body, numbers, got, soc=soc, task_type=kind)
        assert got.tolist() == [*range(8, 16), *range(8)]


def test_buffers_of_a_queue_by_handle() -> None:
    body = read_source(__file__, "kernels/waiting_handles.inc")
    got = np.zeros(9, np.int64)
    run(body, np.zeros(1), got)
    assert got.tolist() == [1, 96, 1, 0, 1, 96, 16, 0, 64]
