"""Events that kernels report to observers without an instruction.

Addresses and sizes are computed by hand from the documentation: InitBuffer rounds up to 32 bytes
and hands out a memory from its start, tiling data is one read of the structure, and so on.
"""

from __future__ import annotations

import struct

import pytest

from tests.aicore.harness import AICORE, MIX_AIC_1_1
from tests.aicore.traced import ENTRY, run_traced, values
from tests.utils.sources import read_source


def test_queue_operations_in_order() -> None:
    source = read_source(__file__, "kernels/events_queue.cpp")
    events = run_traced(source, "traced_kernel", [64, 64]).records("QueueAct")
    # 100 bytes are rounded up to 128, so that the second queue begins at 256.
    assert values(events, "op", "position", "index", "state", "address", "bytes", "in_queue") == [
        ("alloc", "VECIN", "0", "free", "0", "128", "0"),
        ("enque", "VECIN", "0", "occupied", "0", "128", "0"),
        ("alloc", "VECIN", "1", "free", "128", "128", "1"),
        ("deque", "VECIN", "0", "enque", "0", "128", "1"),
        ("free", "VECIN", "0", "deque", "0", "128", "0"),
        ("free", "VECIN", "1", "occupied", "128", "128", "0"),
        ("alloc", "VECOUT", "0", "free", "256", "256", "0"),
        ("enque", "VECOUT", "0", "occupied", "256", "256", "0"),
        ("deque", "VECOUT", "0", "enque", "256", "256", "1"),
        ("free", "VECOUT", "0", "deque", "256", "256", "0"),
    ]
    assert {(event["src"], event["dst"], event["buffers"], event["depth"]) for event in events} == {
        ("GM", "VECIN", "2", "1"),
        ("VECOUT", "GM", "1", "1"),
    }
    assert len({event["queue"] for event in events}) == 2


@pytest.mark.parametrize(
    ("statement", "op", "fault"),
    [
        ("q.DeQue<float>();", "deque", "DeQue: the queue is empty"),
        ("LocalTensor<float> t; q.EnQue(t);", "enque", "EnQue: the tensor does not come from"),
        ("q.AllocTensor<float>(); q.AllocTensor<float>();", "alloc", "AllocTensor: none of the 1"),
    ],
)
def test_queue_operation_that_cannot_be(statement: str, op: str, fault: str) -> None:
    source = (
        ENTRY
        + """ {
        using namespace AscendC;
        TPipe pipe;
        TQue<TPosition::VECIN, 1> q;
        pipe.InitBuffer(q, 1, 64);
        """
        + statement
        + "}"
    )
    trace = run_traced(source, "traced_kernel", [64, 64])
    last = trace.records("QueueAct")[-1]
    assert (last["op"], last["buffer"]) == (op, "none")
    assert trace.fault.startswith(fault)


def test_buffer_of_another_queue() -> None:
    source = read_source(__file__, "kernels/events_foreign_buffer.cpp")
    free = run_traced(source, "traced_kernel", [64, 64]).records("QueueAct")[-1]
    assert (free["op"], free["index"], free["address"]) == ("free", "-1", "0")


def test_user_positions_of_a_bound_queue() -> None:
    source = read_source(__file__, "kernels/events_user_positions.cpp")
    events = run_traced(source, "traced_kernel", [64, 64]).records("QueueAct")
    assert values(events[1:], "op", "src", "dst") == [
        ("enque", "GM", "VECIN"),
        ("deque", "GM", "VECIN"),
        ("enque", "VECOUT", "GM"),
    ]


def test_memory_that_is_handed_out() -> None:
    source = read_source(__file__, "kernels/events_handed_out.cpp")
    trace = run_traced(source, "traced_kernel", [64, 64])
    events = [
        event
        for event in trace.records("BufferAct")
        if event["op"] != "reset" or "address" in event.fields
    ]
    assert values(events, "op", "position", "memory", "address", "bytes", "asked", "count") == [
        ("init", "VECIN", "UB", "0", "64", "33", "2"),
        ("init", "VECCALC", "UB", "128", "1024", "1000", "1"),
        ("pool", "VECCALC", "UB", "1152", "512", "512", "1"),
        ("init", "VECCALC", "UB", "1152", "96", "96", "1"),
        ("reset", "VECCALC", "UB", "1152", "512", "512", "1"),
        ("destroy", "", "", "", "", "", ""),
        ("place", "VECCALC", "UB", "4096", "64", "64", "1"),
    ]
    pool = events[2]["owner"]
    assert (events[3]["from"], events[4]["owner"]) == (pool, pool)
    assert events[0]["from"] == events[1]["from"] == events[5]["owner"]
    got = trace.records("QueueAct")
    assert values(got, "op", "kind", "address", "bytes") == [("alloc", "TBuf", "1152", "96")]
    assert got[0]["queue"] == events[3]["owner"]


def test_scalar_accesses() -> None:
    source = read_source(__file__, "kernels/events_scalar_accesses.cpp")
    trace = run_traced(source, "traced_kernel", [64, 64])
    x, z = trace.addresses
    assert values(
        trace.records("ScalarAct"), "op", "address", "bytes", "tensor", "tensor_bytes"
    ) == [
        ("write", "UB+70", "2", "UB+64", "128"),
        ("read", "UB+208", "2", "UB+80", "112"),
        ("read", hex(x + 20), "4", hex(x), "64"),
        ("write", hex(x + 24), "4", hex(x), "64"),
        ("read", hex(z), "8", "", ""),
    ]
    assert trace.records("ScalarAct")[-1]["cache"] == "none"
    assert values(trace.records("GlobalAct"), "address", "bytes") == [(hex(x), "64")]


def test_event_numbers() -> None:
    source = read_source(__file__, "kernels/events_event_ids.cpp")
    trace = run_traced(source, "traced_kernel", [64, 64])
    assert values(trace.records("EventAct"), "op", "pipe", "to", "id", "taken") == [
        ("alloc", "MTE2", "V", "0", "0"),
        ("alloc", "MTE2", "V", "1", "1"),
        ("fetch", "V", "MTE3", "0", "0"),
        ("fetch", "MTE2", "V", "2", "3"),
        ("release", "MTE2", "V", "0", "3"),
        ("fetch", "MTE2", "V", "0", "2"),
    ]
    assert values(trace.records("FlagAct"), "op", "pipe", "to", "id") == [
        ("set", "MTE2", "V", "1"),
        ("wait", "MTE2", "V", "1"),
        ("barrier", "V", "", ""),
    ]


def test_tiling_data_is_one_read() -> None:
    source = """
        struct TracedTiling { uint64_t length; uint32_t tile; uint32_t rest; };
        extern "C" __global__ __aicore__ void traced_kernel(GM_ADDR x, GM_ADDR tiling) {
            GET_TILING_DATA_WITH_STRUCT(TracedTiling, data, tiling);
            GET_TILING_DATA_MEMBER(TracedTiling, rest, rest, tiling);
        }"""
    trace = run_traced(source, "traced_kernel", [64], tiling=struct.pack("<QII", 1, 2, 3))
    whole, member = trace.records("TilingAct")
    assert (whole["bytes"], member["bytes"]) == ("16", "4")
    assert int(member["address"], 16) - int(whole["address"], 16) == 12


def test_scalar_cache() -> None:
    source = read_source(__file__, "kernels/events_scalar_cache.cpp")
    trace = run_traced(source, "traced_kernel", [128, 64])
    x = trace.addresses[0]
    assert values(trace.records("CacheAct"), "op", "lines", "address") == [
        ("dcci", "one", hex(x + 64)),
        ("dcci", "all", hex(x)),
        ("dcci", "one", hex(x)),
        ("dsb", "", ""),
        ("dsb", "", ""),
    ]


def test_handshakes_of_blocks_in_order() -> None:
    source = read_source(__file__, "kernels/events_handshakes.cpp")
    trace = run_traced(source, "traced_kernel", [256, 64], blocks=2)
    word = trace.addresses[0]
    second = hex(word + 32)  # a block of 32 bytes per core
    turn = str(0x75726E21)  # isa::kTurn
    # Block 0 opens its own word and passes; block 1 waits for the signal of block 0.
    events = trace.records("HandshakeAct")
    assert [event.core for event in events if event["op"] == "wait"] == ["aiv(0)", "aiv(1)"]
    first = [event for event in events if event.core == "aiv(0)"]
    assert values(first, "op", "address", "value") == [
        ("signal", hex(word), turn),
        ("wait", hex(word), turn),
        ("signal", hex(word), "0"),
        ("signal", second, turn),
    ]
    later = [event for event in events if event.core == "aiv(1)"]
    assert (later[0]["op"], later[0]["address"], later[0]["value"]) == ("wait", second, turn)


def test_registers_that_scalars_read() -> None:
    source = read_source(__file__, "kernels/events_registers.cpp")
    events = run_traced(source, "traced_kernel", [64, 64]).records("RegisterAct")
    assert [event["name"] for event in events] == ["MAX_MIN_CNT", "ACC_VAL", "VMS4_SR", "RSVD_CNT"]


@pytest.mark.parametrize(("soc", "arch", "task_type"), [("Ascend310P3", 200, AICORE)])
def test_positions_of_coupled_cores(soc: str, arch: int, task_type: int) -> None:
    source = (
        ENTRY
        + """ {
        using namespace AscendC;
        TPipe pipe;
        TQue<TPosition::CO2, 1> q;
        TBuf<TPosition::C1> bias;
        pipe.InitBuffer(q, 1, 64);
        pipe.InitBuffer(bias, 64);
    }"""
    )
    trace = run_traced(source, "traced_kernel", [64, 64], soc=soc, arch=arch, task_type=task_type)
    made = [event for event in trace.records("BufferAct") if event["op"] == "init"]
    assert values(made, "position", "memory", "address") == [
        ("CO2", "UB", "0"),
        ("C1", "UB", "64"),
    ]


def test_work_of_the_cube_core_of_a_group() -> None:
    source = read_source(__file__, "kernels/events_cube_core.cpp")
    shape = [1, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 1, 1, 1, 1]
    tiling = struct.pack("<50i", *shape, *([0] * 11), 1, 1, *([0] * 22))
    trace = run_traced(
        source, "traced_kernel", [512, 512, 1024], task_type=MIX_AIC_1_1, tiling=tiling
    )
    assert trace.fault == ""
    sides = [event["op"] for event in trace.records("CubeSideAct")]
    assert sides[-1] == "wait"
    assert sides[:-1] == ["begin", "end"] * (len(sides) // 2)
    inside = False
    for record in trace.records():
        if record.kind == "CubeSideAct":
            inside = record["op"] == "begin"
        if record.kind in {"CubeMmad", "CubeLoad", "CubeFixpipe"}:
            assert inside
    assert trace.records("CubeMmad")


def test_accesses_by_references_and_pointers() -> None:
    source = read_source(__file__, "kernels/events_references.cpp")
    trace = run_traced(source, "traced_kernel", [64, 64])
    x, z = trace.addresses
    assert values(trace.records("ScalarAct"), "op", "address", "memory", "bytes") == [
        ("read", "UB+12", "UB", "4"),
        ("write", "UB+12", "UB", "4"),
        ("write", "UB+36", "UB", "2"),
        ("read", hex(x + 8), "GM", "8"),
        ("write", hex(x + 24), "GM", "8"),
        ("write", hex(z + 4), "GM", "4"),
        ("read", hex(x + 16), "GM", "8"),
        ("write", hex(x), "GM", "8"),
    ]


def test_cycle_counter_is_the_observers() -> None:
    source = (
        ENTRY
        + """ {
        if (AscendC::GetSystemCycle() != 0) {
            AscendC::Trap();
        }
    }"""
    )
    # The trace has no model of time: its cycles are 0.
    assert run_traced(source, "traced_kernel", [64, 64]).fault == ""
