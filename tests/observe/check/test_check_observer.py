"""Reports of the check observer, for kernels whose faults are visible in their lines."""

from __future__ import annotations

import pytest

from tests.aicore.checked_kernel import INPUT, OUTPUT, WORKSPACE, Report, Tensor, run_checked
from tests.aicore.harness import AIC_ONLY
from tests.utils.observer_fields import written_fields

_COUNT = 256
_BYTES = _COUNT * 4
_TENSORS = [Tensor("x", INPUT, _BYTES), Tensor("z", OUTPUT, _BYTES)]
_OPEN = """TPipe pipe; TQue<TPosition::VECIN, 1> in; TQue<TPosition::VECOUT, 1> out;
GlobalTensor<float> from, to;
from.SetGlobalBuffer((__gm__ float*)x); to.SetGlobalBuffer((__gm__ float*)z);
"""
_RIGHT = {
    4: "pipe.InitBuffer(in, 2, 1024);",
    5: "pipe.InitBuffer(out, 1, 1024);",
    6: "LocalTensor<float> a = in.AllocTensor<float>();",
    7: "DataCopy(a, from, 256);",
    8: "in.EnQue(a);",
    9: "a = in.DeQue<float>();",
    10: "LocalTensor<float> b = out.AllocTensor<float>();",
    11: "Adds(b, a, 1.0f, 256);",
    12: "in.FreeTensor(a);",
    13: "out.EnQue(b);",
    14: "b = out.DeQue<float>();",
    15: "DataCopy(to, b, 256);",
    16: "out.FreeTensor(b);",
}


def _run(changes: dict[int, str], **how: object) -> Report:
    body = _OPEN + "\n".join({**_RIGHT, **changes}.values())
    return run_checked(body, _TENSORS, **how)  # type: ignore[arg-type]


def test_right_kernel_is_silent() -> None:
    report = _run({})
    assert report.findings == []
    assert (report.end["findings"], report.end["fault"]) == (0, None)
    assert report.end["records"] > len(_RIGHT)


def test_write_into_a_buffer_past_the_memory_names_the_memory() -> None:
    """The buffer ends 1,024 bytes after the unified buffer (192 KiB), and the write with it."""
    size = 192 * 1024 - 2048 + 1024
    report = _run({5: f"pipe.InitBuffer(out, 1, {size});", 11: f"Duplicate(b, 1.0f, {size // 4});"})
    messages = [finding["message"] for finding in report.findings]
    assert "writes 1024 bytes past the end of UB (196608 bytes)" in messages


def test_write_past_a_buffer_names_it() -> None:
    report = _run({5: "pipe.InitBuffer(out, 1, 512);", 15: "DataCopy(to, b, 128);"})
    assert report.kinds() == [("out_of_bounds", 11)]
    finding = report.findings[0]
    assert finding["message"] == "writes 512 bytes past the end of out"
    assert finding["allocation"] == {"name": "out", "address": 2048, "size": 512}
    assert (finding["api"], finding["operand"], finding["pipe"]) == ("Adds", "dst", "V")
    assert (finding["memory"], finding["access"]) == ("UB", "write")
    assert (finding["tool"], finding["severity"]) == ("memcheck", "error")
    # What may follow from it is a remark.
    assert report.findings[1]["severity"] == "info"
    assert report.findings[1]["message"] == (
        "512 of the 1024 bytes of output z are never written, the first at byte 512"
    )


def test_access_past_a_tensor_names_it_in_all_blocks() -> None:
    report = _run({15: "DataCopy(to[64], b, 256);"}, blocks=3, options="tools=memcheck")
    assert report.kinds() == [("out_of_bounds", 15)]
    finding = report.findings[0]
    assert finding["message"] == "writes 256 bytes past the end of z"
    assert finding["blocks"] == ["aiv(0)", "aiv(1)", "aiv(2)"]
    assert finding["count"] == 3


def test_missing_wait_names_both_sides() -> None:
    report = _run({8: "", 9: ""}, options="tools=racecheck")
    assert report.kinds() == [("race", 11)]
    finding = report.findings[0]
    assert (finding["pipe"], finding["api"], finding["access"]) == ("V", "Adds", "read")
    other = finding["other"]
    assert (other["pipe"], other["api"], other["access"]) == ("MTE2", "DataCopy", "write")
    assert other["frames"][0]["line"] == 7
    assert finding["allocation"]["name"] == "in[0]"
    table = written_fields()
    found = {
        "report": set(finding),
        "allocation": set(finding["allocation"]),
        "other": set(other),
        "frame": set(other["frames"][0]) | set(finding["frames"][0]),
        "end": set(report.end),
    }
    assert found == {owner: table[owner] for owner in found}


def test_cores_that_write_the_same_place() -> None:
    report = _run({}, blocks=2)
    assert report.kinds() == [("race", 15)]
    assert report.findings[0]["other"]["block"] == "aiv(0)"
    assert report.findings[0]["blocks"] == ["aiv(1)"]


def test_cores_that_wait_for_each_other_may_do_so() -> None:
    assert _run({15: "DataCopy(to, b, 256); SyncAll();"}, blocks=1).findings == []
    body = _OPEN + "\n".join(
        {**_RIGHT, 15: "if (GetBlockIdx() == 0) DataCopy(to, b, 256); SyncAll();"}.values()
    )
    body += "\nif (GetBlockIdx() == 1) { a = in.AllocTensor<float>(); DataCopy(a, to, 256); "
    body += "in.FreeTensor(a); }"
    assert run_checked(body, _TENSORS, blocks=2).findings == []
    assert run_checked(body.replace("SyncAll();", ""), _TENSORS, blocks=2).kinds() == [("race", 17)]


def test_undefined_bytes_are_followed_to_the_output() -> None:
    report = _run({7: "", 8: "", 9: ""})
    assert report.kinds() == [("uninitialized", 11)]
    finding = report.findings[0]
    assert finding["message"].endswith("the result is in output z, from byte 0 on")
    assert finding["other"]["frames"][0]["line"] == 15


def test_undefined_bytes_that_do_not_matter_are_no_fault() -> None:
    changes = {
        7: "DataCopy(a, from, 128);",
        15: "DataCopy(to, b, 128); DataCopy(to[128], b, 128);",
    }
    assert _run(changes).findings == []


def test_undefined_scalar() -> None:
    report = _run(
        {
            9: "a = in.DeQue<float>(); float v = out.AllocTensor<float>().GetValue(0);",
            11: "Adds(b, a, v, 256);",
            5: "pipe.InitBuffer(out, 2, 1024);",
        }
    )
    assert ("uninitialized", 9) in report.kinds()


def test_workspace_is_undefined_at_first() -> None:
    tensors = [Tensor("x", WORKSPACE, _BYTES), Tensor("z", OUTPUT, _BYTES)]
    body = _OPEN + "\n".join(_RIGHT.values())
    assert run_checked(body, tensors).kinds() == [("uninitialized", 7)]


def test_queue_faults() -> None:
    assert _run({12: "in.FreeTensor(a); in.FreeTensor(a);"}).kinds() == [("double_free", 12)]
    assert _run({12: ""}).kinds() == [("leak", 6)]
    assert _run({13: "out.EnQue(b); in.FreeTensor(b);"}).kinds()[0] == ("wrong_queue", 13)
    early = _run({9: "a = in.DeQue<float>(); in.FreeTensor(a);", 12: ""})
    assert early.kinds() == [("use_after_free", 11)]
    assert early.findings[0]["other"]["frames"][0]["line"] == 9


def test_fault_that_ends_the_launch() -> None:
    report = _run({9: "a = in.DeQue<float>(); a = in.DeQue<float>();"})
    assert report.kinds() == [("queue_order", 9)]
    assert report.end["fault"].startswith("DeQue: the queue is empty")


def test_flags() -> None:
    wait = "WaitFlag<HardEvent::MTE2_V>(1);"
    report = _run({8: "SetFlag<HardEvent::MTE2_V>(1);", 9: wait})
    assert report.findings == []
    assert _run({9: f"a = in.DeQue<float>(); {wait}"}).kinds() == [("deadlock", 9)]
    report = _run({8: "in.EnQue(a); SetFlag<HardEvent::MTE2_V>(1);"})
    assert report.kinds() == [("unpaired_flag", 8)]
    assert report.findings[0]["severity"] == "warning"


_PRODUCT = """LocalTensor<half> a(TPosition::A2, 0, 4096), b(TPosition::B2, 0, 4096);
LocalTensor<float> c(TPosition::CO1, 0, 4096);
GlobalTensor<float> to; to.SetGlobalBuffer((__gm__ float*)z);
MmadParams product; product.m = product.n = product.k = 64; product.cmatrixInitVal = true;
FixpipeParamsV220 store; store.mSize = store.nSize = store.srcStride = store.dstStride = 64;
"""


def _run_on_cube(body: str) -> Report:
    tensors = [Tensor("z", OUTPUT, 4 * 64 * 64)]
    return run_checked(body, tensors, task_type=AIC_ONLY, options="tools=racecheck")


@pytest.mark.parametrize(
    ("flags", "lines"),
    [
        ("333", []),
        ("233", []),  # two products, of which the last one hands over
        ("033", []),
        ("000", [8]),
        ("303", [8]),
        ("330", [8]),
        ("222", [8]),  # nothing hands over
    ],
)
def test_unit_flag_hands_results_over(flags: str, lines: list[int]) -> None:
    """Mmad.md of CANN: both take part, all but the last with 2, the last one with 3."""
    first, second, last = tuple(flags)
    calls = f"""product.unitFlag = {first}; Mmad(c, a, b, product); product.unitFlag = {second};
product.cmatrixInitVal = false; Mmad(c, a, b, product); store.unitFlag = {last};
Fixpipe(to, c, store);"""
    assert _run_on_cube(_PRODUCT + calls).kinds() == [("race", line) for line in lines]


def test_unit_flag_keeps_products_until_they_are_read() -> None:
    calls = """store.unitFlag = %s; Mmad(c, a, b, product);
Fixpipe(to, c, store); Mmad(c, a, b, product);"""
    body = _PRODUCT.replace("product.m", "product.unitFlag = 3; product.m", 1) + calls
    assert _run_on_cube(body % "3").findings == []
    assert _run_on_cube(body % "2").kinds() == [("race", 7)]


def test_scalar_unit_waits_by_itself() -> None:
    report = _run({9: "a = in.DeQue<float>(); a.SetValue(0, a.GetValue(1));"})
    assert report.findings == []


def test_buffers_larger_than_the_memory() -> None:
    report = _run({5: "pipe.InitBuffer(out, 1, 1024); TBuf<> big; pipe.InitBuffer(big, 200000);"})
    assert report.kinds() == [("memory_exceeded", 5)]


_SCALARS = "GlobalTensor<float> to; to.SetGlobalBuffer((__gm__ float*)z);\n"


def test_scalars_of_two_cores_in_one_cache_line() -> None:
    body = _SCALARS + "to.SetValue(GetBlockIdx() * {}, 1.0f);"
    near = run_checked(body.format(1), _TENSORS, blocks=2, options="tools=racecheck")
    assert near.kinds() == [("false_sharing", 2)]
    assert near.findings[0]["severity"] == "warning"
    far = run_checked(body.format(16), _TENSORS, blocks=2, options="tools=racecheck")
    assert far.findings == []


def test_scalar_that_stays_in_the_cache() -> None:
    body = (
        _SCALARS
        + """if (GetBlockIdx() == 0) { to.SetValue(0, 1.0f);
%s } SyncAll();
float v = to.GetValue(0); to.SetValue(32, v);"""
    )
    assert run_checked(body % "", _TENSORS, blocks=2, options="tools=racecheck").kinds()[0] == (
        "missing_dcci",
        2,
    )
    clean = "DataCacheCleanAndInvalid<float, CacheLine::SINGLE_CACHE_LINE>(to);"
    report = run_checked(body % clean, _TENSORS, blocks=2, options="tools=racecheck")
    assert report.findings == []


def test_scalar_before_a_tensor() -> None:
    body = _SCALARS + "float v = to.GetValue(-1); to.SetValue(0, v);"
    report = run_checked(body, _TENSORS[1:], options="tools=memcheck")
    assert report.kinds() == [("out_of_bounds", 2)]
    assert report.findings[0]["message"] == "reads 4 bytes, 4 bytes before the start of z"


def test_nine_tensors_of_one_position() -> None:
    body = """TPipe pipe; TQue<TPosition::VECIN, 9> in; pipe.InitBuffer(in, 9, 32);
for (int i = 0; i < 9; ++i) {
LocalTensor<float> a = in.AllocTensor<float>(); Duplicate(a, 1.0f, 8); in.EnQue(a); }
for (int i = 0; i < 9; ++i) { LocalTensor<float> a = in.DeQue<float>(); in.FreeTensor(a); }"""
    report = run_checked(body, _TENSORS[:1])
    assert report.kinds() == [("too_many_alloc", 3)]


def test_overlap_of_source_and_destination() -> None:
    body = """TPipe pipe; TBuf<> buffer; pipe.InitBuffer(buffer, 2048);
LocalTensor<float> a = buffer.Get<float>(); Duplicate(a, 1.0f, 512);
Adds(a{}, a, 1.0f, 256);"""
    shifted = run_checked(body.format("[8]"), _TENSORS[:1])
    assert shifted.kinds() == [("overlap", 3)]
    assert "within a repeat" in shifted.findings[0]["message"]
    behind = run_checked(body.format("[64]"), _TENSORS[:1])
    assert "a later repeat reads" in behind.findings[0]["message"]
    assert run_checked(body.format(""), _TENSORS[:1]).findings == []
    assert run_checked(body.format("[256]"), _TENSORS[:1]).findings == []


def test_sums_over_repeats_in_place() -> None:
    body = """TPipe pipe; TBuf<> buffer; pipe.InitBuffer(buffer, 2048);
LocalTensor<float> a = buffer.Get<float>(); Duplicate(a, 1.0f, 512);
Add(a, a[64], a, 64, 4, {1, 1, 1, 0, 8, 0});"""
    assert run_checked(body, _TENSORS[:1]).findings == []


def test_atomic_sum_into_an_output_that_nobody_cleared() -> None:
    report = _run({15: "SetAtomicAdd<float>(); DataCopy(to, b, 256); SetAtomicNone();"})
    assert report.kinds() == [("uninitialized", 15)]


def test_more_global_memory_than_is_watched_is_said() -> None:
    # A block of 32 bytes in each of 33,000 pages of 4 KiB: 32,768 are watched.
    body = """TPipe pipe; TBuf<TPosition::VECCALC> work; pipe.InitBuffer(work, 32);
    LocalTensor<float> a = work.Get<float>(); Duplicate(a, 1.0f, 8);
    SetFlag<HardEvent::V_MTE3>(0); WaitFlag<HardEvent::V_MTE3>(0);
    GlobalTensor<float> to; to.SetGlobalBuffer((__gm__ float*)z);
    for (int page = 0; page < 33000; ++page) { DataCopy(to[page * 1024], a, 8); }"""
    tensors = [Tensor("x", INPUT, 32), Tensor("z", WORKSPACE, 33000 * 4096)]
    assert run_checked(body, tensors).end["limits"].startswith("races in global memory were looked")
    assert _run({}).end["limits"] == ""


@pytest.mark.parametrize(("tools", "severity"), [("", "info"), ("tools=synccheck", "warning")])
def test_flags_without_effect_are_a_remark_unless_asked_for(tools: str, severity: str) -> None:
    pair = "SetFlag<HardEvent::MTE3_MTE2>(2); WaitFlag<HardEvent::MTE3_MTE2>(2);"
    report = _run({4: f"pipe.InitBuffer(in, 2, 1024); {pair} {pair}"}, options=tools)
    kinds = [(finding["kind"], finding["severity"]) for finding in report.findings]
    assert kinds == [("redundant_flag", severity)] * 2


_IN_PLACE = """TPipe pipe; TBuf<> buffer; pipe.InitBuffer(buffer, 16384);
LocalTensor<float> a = buffer.Get<float>(); LocalTensor<half> h = a[256].ReinterpretCast<half>();
LocalTensor<uint8_t> work = a[1024].ReinterpretCast<uint8_t>();
Duplicate(a, 1.0f, 256); Duplicate(h, half(1), 256);
{call}"""


_IN_PLACE_CALLS = [
    # LLM4AscendC's verdicts: kernels with these were right on 910B2.
    ("Log(a, a, 256);", "Ascend910B3", False),
    ("Tanh(a, a, work, 256);", "Ascend910B3", False),
    # Made of the same instructions.
    ("Log10(a, a, 256); Log10(h, h, 256); Log2(a, a, work, 256);", "Ascend910B3", False),
    ("Log(a, a, 256);", "Ascend310P3", True),
    ("Log(a, a[8], 128);", "Ascend910B3", True),
    ("Sin(a, a, work, 256);", "Ascend910B3", True),
    ("Trunc(a, a, work, 256);", "Ascend310P3", False),
]


@pytest.mark.parametrize(("call", "soc", "is_reported"), _IN_PLACE_CALLS)
def test_functions_in_place(call: str, soc: str, *, is_reported: bool) -> None:
    calls = [each[0] for each in _IN_PLACE_CALLS]  # compiled together, on one line
    branches = " ".join(f"case {i}: {{ {each} }} break;" for i, each in enumerate(calls))
    body = _IN_PLACE.format(call=f"switch (*(__gm__ uint32_t*)tiling) {{ {branches} }}")
    number = calls.index(call).to_bytes(4, "little")
    report = run_checked(body, _TENSORS[:1], soc=soc, tiling=number)
    assert report.kinds() == ([("overlap", 5)] if is_reported else [])


_DESTROYED = """TPipe pipe; TBuf<> buffer; pipe.InitBuffer(buffer, 2048); pipe.Destroy();
GlobalTensor<float> from, to; auto at = (__gm__ float*)z; from.SetGlobalBuffer((__gm__ float*)x);
to.SetGlobalBuffer(at); {more}
LocalTensor<float> a = buffer.GetWithOffset<float>(256, {offset});
DataCopy(a, from, 256); PipeBarrier<PIPE_ALL>();
DataCopy(to, a, 256); PipeBarrier<PIPE_ALL>();"""


_DESTROYED_CASES: list[tuple[str, int, list[tuple[str, int]]]] = [
    ("", 0, []),  # the prologue of TileLang's kernels
    ("", 1024, []),
    ("", 2048, [("out_of_bounds", 5), ("out_of_bounds", 6)]),
    ("TPipe other; TBuf<> more; other.InitBuffer(more, 512);", 1024, []),
    # What another pipe has given out there goes before.
    (
        "TPipe other; TBuf<> more; other.InitBuffer(more, 512);",
        0,
        [("out_of_bounds", 5), ("out_of_bounds", 6)],
    ),
    ("TPipe other; other.InitBuffer(buffer, 1024);", 0, []),
    # Given again, it is no longer as large as it was.
    (
        "TPipe other; other.InitBuffer(buffer, 512);",
        0,
        [("out_of_bounds", 5), ("out_of_bounds", 6)],
    ),
    ("pipe.Init(); pipe.InitBuffer(buffer, 1024);", 0, []),
]


@pytest.mark.parametrize(("more", "offset", "kinds"), _DESTROYED_CASES)
def test_memory_of_a_destroyed_pipe(more: str, offset: int, kinds: list[tuple[str, int]]) -> None:
    cases = [each[:2] for each in _DESTROYED_CASES]  # compiled together, on the same lines
    bodies = [_DESTROYED.format(more=text, offset=number) for text, number in cases]
    branches = (f"case {i}: {{\n#line 1\n{each}\n}} break;" for i, each in enumerate(bodies))
    body = "\n".join(["switch (*(__gm__ uint32_t*)tiling) {", *branches, "}"])
    number = cases.index((more, offset)).to_bytes(4, "little")
    report = run_checked(body, _TENSORS, tiling=number)
    assert report.kinds() == kinds


def test_a_tensor_that_a_destroyed_pipe_has_not_got_back_is_told_once() -> None:
    body = """TPipe pipe; TQue<TPosition::VECIN, 1> in; pipe.InitBuffer(in, 1, 1024);
LocalTensor<float> a = in.AllocTensor<float>(); Duplicate(a, 1.0f, 256);
pipe.Destroy();"""
    assert run_checked(body, _TENSORS[:1]).kinds() == [("leak", 2)]


@pytest.mark.parametrize(
    "pipe", ["TPipe pipe; pipe.Destroy();", "{ TPipe pipe; pipe.Destroy(); }", "{ TPipe pipe; }"]
)
def test_a_destroyed_pipe_has_event_numbers(pipe: str) -> None:
    """As flash-attention-npu's backward kernel: the pipe of catlass' Resource, alive or not."""
    body = f"""{pipe}
const TEventID id = GetTPipePtr()->FetchEventID(HardEvent::MTE2_MTE3);
const event_t event = static_cast<event_t>(id);
SetFlag<HardEvent::MTE2_MTE3>(event); WaitFlag<HardEvent::MTE2_MTE3>(event);"""
    report = run_checked(body, _TENSORS[:1])
    assert report.end["fault"] is None
    assert report.kinds() == []
