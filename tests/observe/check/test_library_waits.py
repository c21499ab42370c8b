"""Functions of the library that wait for their own result, and those that do not."""

from __future__ import annotations

import pytest
from checked_kernel import INPUT, OUTPUT, Tensor, run_checked

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
