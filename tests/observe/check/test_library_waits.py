"""Functions of the library that wait for their own result, and those that do not."""

from __future__ import annotations

import pytest

from tests.aicore.checked_kernel import INPUT, OUTPUT, Tensor, run_checked
from tests.utils.sources import read_source

_TENSORS = [Tensor("x", INPUT, 1024), Tensor("z", OUTPUT, 32)]
_BODY = """TPipe pipe; TBuf<> values, work; GlobalTensor<float> from, to;
from.SetGlobalBuffer((__gm__ float*)x); to.SetGlobalBuffer((__gm__ float*)z);
pipe.InitBuffer(values, 1024); pipe.InitBuffer(work, 1024);
LocalTensor<float> v = values.Get<float>(), w = work.Get<float>();
DataCopy(v, from, 256); SetFlag<HardEvent::MTE2_V>(0); WaitFlag<HardEvent::MTE2_V>(0);
%s
DataCopy(to, v, 8);"""


@pytest.mark.parametrize(
    ("call", "waits"),
    [
        # The scalar unit takes the last value from the vector unit, and stores it.
        ("ReduceSum(v, v, w, 256);", True),
        ("ReduceMax(v, v, w, 256);", True),
        ("ReduceMin(v, v, w, 256, true);", True),
        ("ReduceMax(v, v, w, 64, true);", False),  # one instruction
        ("WholeReduceSum(v, v, 64, 4, 1, 1, 8);", False),
    ],
)
def test_a_reduction_to_one_value(call: str, *, waits: bool) -> None:
    report = run_checked(_BODY % call, _TENSORS, options="tools=racecheck")
    assert report.kinds() == ([] if waits else [("race", 7)])


@pytest.mark.parametrize(
    ("call", "place", "waits"),
    [
        ("Reset()", "", True),  # for the buffers that FreeTensor gave back
        ("Reset()", "[256]", False),  # for none of a TBuf
        ("Destroy(); pipe.Init()", "[256]", True),  # for all
    ],
)
def test_a_pipe_that_takes_its_buffers_back(call: str, place: str, *, waits: bool) -> None:
    body = read_source(__file__, "kernels/library_waits_queues.inc", CALL=call, PLACE=place)
    report = run_checked(body, _TENSORS, options="tools=racecheck")
    assert report.kinds() == ([] if waits else [("race", 19)])
