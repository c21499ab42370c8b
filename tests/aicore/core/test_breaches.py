"""Operations that hardware rejects end the launch, in every build, with a message naming them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.core_support import run
from tests.aicore.harness import AICORE, KernelFaultError

EXCEPTION, ENDLESS = 1, 3
# Buffers of queues that are each filled once, freed, and leave an event until they are taken again.
FREED = """
    TPipe pipe; TQue<QuePosition::VECIN, 1> a, b, c;
    pipe.InitBuffer(a, 3, 32); pipe.InitBuffer(b, 3, 32); pipe.InitBuffer(c, {last}, 32);
    auto free = [](auto& queue) {{ auto tensor = queue.template AllocTensor<float>(); queue.FreeTensor(tensor); }};
    for (int i = 0; i < 3; ++i) {{ free(a); free(b); }}
    for (int i = 0; i < {last}; ++i) {{ free(c); }}
"""  # noqa: E501
BUFFER = "TPipe pipe; TBuf<> a; pipe.InitBuffer(a, 1024); auto t = a.Get<float>();"
# The body of a kernel, what its fault is like, and what the message says.
FAULTY: dict[str, tuple[str, int, str]] = {
    "WaitFlag alone": (
        "WaitFlag<HardEvent::V_MTE3>(EVENT_ID1);",
        ENDLESS,
        "WaitFlag for flag V_MTE3, id 1, which nobody set",
    ),
    "WaitFlag twice": (
        ("SetFlag<HardEvent::MTE2_V>(EVENT_ID0); WaitFlag<HardEvent::MTE2_V>(EVENT_ID0);"
        "WaitFlag<HardEvent::MTE2_V>(EVENT_ID0);"),
        ENDLESS,
        "flag MTE2_V, id 0",
    ),
    "WaitFlag more often than SetFlag": (
        ("SetFlag<HardEvent::MTE2_V>(2); SetFlag<HardEvent::MTE2_V>(2);"
        "for (int i = 0; i < 3; ++i) { WaitFlag<HardEvent::MTE2_V>(2); }"),
        ENDLESS,
        "flag MTE2_V, id 2, which nobody set",
    ),
    # What the page of SetFlag gives as its example of a core that hangs.
    "a barrier while a flag is set twice": (
        ("SetFlag<HardEvent::M_MTE1>(0); SetFlag<HardEvent::M_MTE1>(0); PipeBarrier<PIPE_ALL>();"
        "WaitFlag<HardEvent::M_MTE1>(0); WaitFlag<HardEvent::M_MTE1>(0);"),
        ENDLESS,
        "PipeBarrier<PIPE_ALL> while flag M_MTE1, id 0, is set twice",
    ),
    "wait_flag alone": ("wait_flag(PIPE_S, PIPE_V, EVENT_ID3);", ENDLESS, "flag S_V, id 3"),
    "an event id that no flag has": (
        "SetFlag<HardEvent::MTE2_V>(8);",
        EXCEPTION,
        "SetFlag: event id 8; a pair of pipes has 0 to 7",
    ),
    "nine events": (
        "TPipe pipe; for (int i = 0; i < 9; ++i) { pipe.AllocEventID<HardEvent::V_S>(); }",
        EXCEPTION,
        "AllocEventID: all 8 events of V_S are taken",
    ),
    "nine freed buffers": (
        FREED.format(last=3),
        EXCEPTION,
        "FreeTensor: all 8 events of V_MTE2 are taken",
    ),
    "a buffer past its memory": (
        ("TPipe pipe; TBuf<> a, b; pipe.InitBuffer(a, 150 * 1024); pipe.InitBuffer(b, 64 * 1024);"
        "a.Get<float>(); Duplicate(b.Get<float>(), 1.0f, 16384);"),
        EXCEPTION,
        "the buffers of InitBuffer end at byte 219136 of UB, which has 196608 bytes, and kernel",
    ),
    "a queue past its memory": (
        ("TPipe pipe; TQue<QuePosition::VECIN, 2> q; pipe.InitBuffer(q, 2, 128 * 1024);"
        "q.AllocTensor<float>(); q.AllocTensor<float>().SetValue(16384, 1.0f);"),
        EXCEPTION,
        "the buffers of InitBuffer end at byte 262144 of UB",
    ),
    "a buffer far past its memory": (
        ("TPipe pipe; TBuf<> a, b; pipe.InitBuffer(a, 3 << 20); a.Get<float>();"),
        EXCEPTION,
        "the buffers of InitBuffer end at byte 3145728 of UB, which has 196608 bytes",
    ),
    "too little memory for a library function": (
        ("TPipe pipe; TBuf<> a; pipe.InitBuffer(a, 192 * 1024); auto t = a.Get<float>();"
        "Tanh(t, t[1024], 512);"),
        EXCEPTION,
        "Tanh works in 256 bytes of UB after the buffers, which leave 0",
    ),
    "EnQue beyond the depth": (
        ("TPipe pipe; TQue<QuePosition::VECIN, 1> q; pipe.InitBuffer(q, 2, 32);"
        "q.EnQue(q.AllocTensor<float>()); q.EnQue(q.AllocTensor<float>());"),
        EXCEPTION,
        "EnQue: 1 tensors are in the queue, which is its depth",
    ),
    "a vector operand between blocks": (
        BUFFER + "Add(t, t[4], t, 64);",
        EXCEPTION,
        "src0 begins at byte 16 of UB, which is no multiple of 32 in Add(",
    ),
    "a result between blocks": (
        BUFFER + "Adds(t[1], t[64], 1.0f, 8);",
        EXCEPTION,
        "dst begins at byte 4 of UB, which is no multiple of 32 in Adds(",
    ),
    "a copy to a place between blocks": (
        BUFFER + "GlobalTensor<float> g; g.SetGlobalBuffer((__gm__ float*)in);"
        "DataCopy(t[2], g, 8);",
        EXCEPTION,
        "dst begins at byte 8 of UB, which is no multiple of 32 in DataCopy(",
    ),
    "bits of a comparison between blocks": (
        BUFFER + "Compare(t.ReinterpretCast<uint8_t>()[8], t[64], t[128], CMPMODE::LT, 64);",
        EXCEPTION,
        "dst begins at byte 8 of UB, which is no multiple of 32",
    ),
    "bits of a selection between blocks": (
        BUFFER + "Select(t, t.ReinterpretCast<uint8_t>()[264], t[128], 1.0f,"
        "SELMODE::VSEL_TENSOR_SCALAR_MODE, 64);",
        EXCEPTION,
        "selMask begins at byte 264 of UB, which is no multiple of 32",
    ),
    "bits for the register between its sixteen bytes": (
        BUFFER + "SetCmpMask(t[2]);",
        EXCEPTION,
        "src begins at byte 8 of UB, which is no multiple of 16",
    ),
    "a work tensor between blocks": (
        BUFFER + "ReduceMax(t, t[64], t[2], 128, true);",
        EXCEPTION,
        "ReduceMax: the work tensor begins at byte 8 of UB, which is no multiple of 32",
    ),
    "a work tensor of one repeat between results": (
        BUFFER + "ReduceMin(t, t[64], t[1], 64, false);",
        EXCEPTION,
        "ReduceMin: the work tensor begins at byte 4 of UB, which is no multiple of 8",
    ),
    "a work tensor of a sum between blocks": (
        BUFFER + "ReduceSum(t, t[64], t[2], 64, 2, 8);",
        EXCEPTION,
        "ReduceSum: the work tensor begins at byte 8 of UB, which is no multiple of 32",
    ),
    "a result with its index between its eight bytes": (
        BUFFER + "WholeReduceMax(t[1], t[64], 64, 1, 1, 1, 8);",
        EXCEPTION,
        "dst begins at byte 4 of UB, which is no multiple of 8",
    ),
    "results of blocks between blocks": (
        BUFFER + "BlockReduceSum(t[4], t[64], 1, 64, 1, 1, 8);",
        EXCEPTION,
        "dst begins at byte 16 of UB, which is no multiple of 32",
    ),
    "offsets of a gathering between blocks": (
        BUFFER + "Gather(t, t[64], t.ReinterpretCast<uint32_t>()[33], 0u, 8);",
        EXCEPTION,
        "srcOffset begins at byte 132 of UB, which is no multiple of 32",
    ),
    "selected elements to a place between blocks": (
        BUFFER + "uint64_t selected; GatherMask(t[1], t[64], 1, false, 0, {1, 1, 8, 0}, selected);",
        EXCEPTION,
        "dst begins at byte 4 of UB, which is no multiple of 32",
    ),
    "blocks of a broadcast from between blocks": (
        BUFFER + "Brcb(t[64], t[1], 1, {1, 8});",
        EXCEPTION,
        "src begins at byte 4 of UB, which is no multiple of 32",
    ),
    "a tensor to sort between blocks": (
        BUFFER + "Sort32(t[64], t, t.ReinterpretCast<uint32_t>()[36], 1);",
        EXCEPTION,
        "src1 begins at byte 144 of UB, which is no multiple of 32",
    ),
    "no buffer left": (
        ("TPipe pipe; TQue<QuePosition::VECIN, 1> q; pipe.InitBuffer(q, 1, 32);"
        "q.AllocTensor<float>(); q.AllocTensor<float>();"),
        ENDLESS,
        "AllocTensor: none of the 1 buffers of the queue is free: on hardware the core looks",
    ),
    "buffers freed twice": (
        ("TPipe pipe; TQue<QuePosition::VECIN, 1> q; pipe.InitBuffer(q, 1, 32);"
        "for (int i = 0; i < 9; ++i) { auto tensor = q.AllocTensor<float>();"
        "q.FreeTensor(tensor); q.FreeTensor(tensor); }"),
        EXCEPTION,
        "FreeTensor: all 8 events of V_MTE2 are taken",
    ),
    "a copy from a place between blocks": (
        BUFFER + "GlobalTensor<float> g; g.SetGlobalBuffer((__gm__ float*)out);"
        "DataCopyPad(g, t[3], DataCopyExtParams(1, 4, 0, 0, 0));",
        EXCEPTION,
        "src begins at byte 12 of UB, which is no multiple of 32 in DataCopy(",
    ),
}  # fmt: skip
RIGHT = {
    # As the work space of ops-blas' ssymv, which nothing uses.
    "a buffer past its memory of which only the beginning is used": (
        "TPipe pipe; TBuf<> a, b; pipe.InitBuffer(a, 150 * 1024); pipe.InitBuffer(b, 64 * 1024);"
        "a.Get<float>(); auto t = b.Get<float>(); Duplicate(t, 1.0f, 42 * 256);"
    ),
    "all parts of the fixpipe buffer": (
        "TPipe pipe; TBuf<TPosition::C2PIPE2GM> a; pipe.InitBuffer(a, 7168); a.Get<uint64_t>();"
    ),
    "flags that are set": (
        "for (int i = 0; i < 20; ++i) { SetFlag<HardEvent::MTE2_V>(EVENT_ID7);"
        "WaitFlag<HardEvent::MTE2_V>(EVENT_ID7); }"
    ),
    # FetchEventID tells the same number twice; public kernels wait as often as they set.
    "a flag that is set twice and waited for twice": (
        "TPipe pipe; auto a = pipe.FetchEventID(HardEvent::MTE2_V);"
        "SetFlag<HardEvent::MTE2_V>(a); auto b = pipe.FetchEventID(HardEvent::MTE2_V);"
        "SetFlag<HardEvent::MTE2_V>(b); PipeBarrier<PIPE_V>();"
        "WaitFlag<HardEvent::MTE2_V>(a); WaitFlag<HardEvent::MTE2_V>(b); PipeBarrier<PIPE_ALL>();"
    ),
    "more sets than a count holds": (
        "for (int i = 0; i < 600; ++i) { SetFlag<HardEvent::S_V>(1); }"
        "for (int i = 0; i < 600; ++i) { WaitFlag<HardEvent::S_V>(1); }"
    ),
    "events given back": (
        "TPipe pipe; for (int i = 0; i < 20; ++i) {"
        "pipe.ReleaseEventID<HardEvent::V_S>(pipe.AllocEventID<HardEvent::V_S>()); }"
    ),
    "eight freed buffers": FREED.format(last=2) + FREED.format(last=2).split("\n", 4)[4],
    "queues that go round": (
        "TPipe pipe; TQue<QuePosition::VECIN, 2> q; pipe.InitBuffer(q, 2, 32);"
        "for (int i = 0; i < 50; ++i) { q.EnQue(q.AllocTensor<float>());"
        "auto tensor = q.DeQue<float>(); q.FreeTensor(tensor); }"
    ),
    "a buffer past its memory that nothing uses": (
        "TPipe pipe; TBuf<> a, b; pipe.InitBuffer(a, 150 * 1024); pipe.InitBuffer(b, 64 * 1024);"
        "a.Get<float>();"
    ),
    "nothing to do between blocks": BUFFER + "Add(t[1], t[2], t[3], 0);",
    "a result of a reduction between blocks": (
        BUFFER + "Duplicate(t, 1.0f, 128); WholeReduceSum(t[129], t, 64, 1, 1, 1, 8);"
    ),
    # A register holds where elements are gathered from.
    "elements gathered from between blocks": (
        BUFFER + "Duplicate(t.ReinterpretCast<uint32_t>()[64], 0u, 8);"
        "Gather(t, t[65], t.ReinterpretCast<uint32_t>()[64], 0u, 8);"
    ),
    "a work tensor that is not used": BUFFER + "ReduceSum(t, t[64], t[1], 128);",
    "a maximum of one repeat": BUFFER + "ReduceMax(t, t[64], t[2], 64);",
    "a temporary handed in": (
        "TPipe pipe; TBuf<> a; pipe.InitBuffer(a, 192 * 1024); auto t = a.Get<float>();"
        "Tanh(t, t[1024], a.Get<uint8_t>()[8192], 512);"
    ),
}
# All in one kernel, since compiling takes most of the time: the first number of `in` chooses.
BODIES = [body for body, _, _ in FAULTY.values()] + list(RIGHT.values())
CHOICE = "\n".join(f"if (*(__gm__ double*)in == {i}) {{ {body} }}" for i, body in enumerate(BODIES))


def run_body(number: int) -> None:
    run(CHOICE, np.full(64, number, np.float64), np.zeros(64))


@pytest.mark.parametrize("name", FAULTY)
def test_launch_fails(name: str) -> None:
    _, kind, message = FAULTY[name]
    with pytest.raises(KernelFaultError) as error:
        run_body(list(FAULTY).index(name))
    assert error.value.kind == kind
    assert message in error.value.message


@pytest.mark.parametrize("name", RIGHT)
def test_launch_succeeds(name: str) -> None:
    run_body(len(FAULTY) + list(RIGHT).index(name))


def test_ascend_910_has_four_events() -> None:
    with pytest.raises(KernelFaultError, match="event id 4; a pair of pipes has 0 to 3"):
        run(
            "SetFlag<HardEvent::MTE2_V>(4);",
            np.zeros(1),
            np.zeros(1),
            soc="Ascend910A",
            task_type=AICORE,
        )


def test_hard_event_max_is_no_event() -> None:
    with pytest.raises(KernelFaultError, match="the event is none of HardEvent's"):
        run("SetFlagImpl(HardEvent::MAX, 0);", np.zeros(1), np.zeros(1))
