"""Events between graphs and the work outside of them."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_int, c_void_p

import pytest

from tests.utils.status import Acl, Rt

SYNC, EXTERNAL = 0x01, 0x20
INSIDE_DEVICE, TO_DEVICE, RELAXED = 3, 1, 2
NOT_READY = 1


class Work:
    """Copies of one int32 in streams, and a flag that a stream waits for."""

    def __init__(self, device) -> None:
        self.device = device
        self.source, self.target = (device.upload(c_int(value)) for value in (1, 0))
        self.flag = device.upload(ctypes.c_uint64(0))

    def stream(self) -> c_void_p:
        return self.device.handle("aclrtCreateStream")

    def event(self) -> c_void_p:
        return self.device.handle("aclrtCreateEventExWithFlag", SYNC)

    def call(self, name: str, *arguments) -> None:
        assert self.device(name, *arguments) == 0, self.device.message()

    def copy(self, stream: c_void_p, target: c_void_p, source: c_void_p) -> None:
        self.call("aclrtMemcpyAsync", target, 4, source, 4, INSIDE_DEVICE, stream)

    def hold(self, stream: c_void_p, value: int) -> None:
        self.call("aclrtValueWait", self.flag, value, 0, stream)

    def release(self, value: int) -> None:
        flag = ctypes.c_uint64(value)
        self.call("aclrtMemcpy", self.flag, 8, byref(flag), 8, TO_DEVICE)

    def begin(self, stream: c_void_p) -> None:
        self.call("aclmdlRICaptureBegin", stream, RELAXED)

    def end(self, stream: c_void_p) -> c_void_p:
        graph = c_void_p()
        self.call("aclmdlRICaptureEnd", stream, byref(graph))
        return graph

    def synchronize(self, *streams: c_void_p) -> None:
        for stream in streams:
            self.call("aclrtSynchronizeStream", stream)

    def waits(self, stream: c_void_p) -> bool:
        status = c_int()
        self.call("aclrtStreamQuery", stream, byref(status))
        return status.value == NOT_READY

    def value(self) -> int:
        values = (c_int * 1)()
        self.device.download(self.target, values)
        return values[0]


@pytest.fixture
def work(device) -> Work:
    return Work(device)


def test_a_graph_waits_for_a_stream(work):
    inside, outside, event = work.stream(), work.stream(), work.event()
    work.begin(inside)
    work.call("aclrtStreamWaitEventWithFlag", inside, event, 0, 1)
    work.copy(inside, work.target, work.source)
    graph = work.end(inside)
    for value in (5, 6):
        work.hold(outside, value)
        work.copy(outside, work.source, work.device.upload(c_int(value)))
        work.call("aclrtRecordEvent", event, outside)
        work.call("aclmdlRIExecuteAsync", graph, inside)
        work.release(value)
        work.synchronize(inside)
        assert work.value() == value


def test_a_stream_waits_for_a_graph(work):
    inside, outside, event = work.stream(), work.stream(), work.event()
    middle = work.device.upload(c_int(0))
    work.begin(inside)
    work.hold(inside, 1)
    work.copy(inside, middle, work.source)
    work.call("aclrtRecordEventWithFlag", event, inside, 1)
    graph = work.end(inside)
    for value in (5, 6):
        work.release(0)
        work.call("aclrtMemcpy", work.source, 4, byref(c_int(value)), 4, TO_DEVICE)
        work.call("aclmdlRIExecuteAsync", graph, inside)
        work.call("aclrtStreamWaitEvent", outside, event)
        work.copy(outside, work.target, middle)
        assert work.waits(outside)
        work.release(1)
        work.synchronize(outside)
        assert work.value() == value


def test_a_graph_waits_for_a_graph(work):
    first, second, event = work.stream(), work.stream(), work.event()
    middle = work.device.upload(c_int(0))
    work.begin(first)
    work.hold(first, 1)
    work.copy(first, middle, work.source)
    work.call("aclrtRecordEventWithFlag", event, first, 1)
    producer = work.end(first)
    work.begin(second)
    work.call("aclrtStreamWaitEventWithFlag", second, event, 0, 1)
    work.copy(second, work.target, middle)
    consumer = work.end(second)
    work.call("aclmdlRIExecuteAsync", producer, first)
    work.call("aclmdlRIExecuteAsync", consumer, second)
    assert work.waits(second)
    work.release(1)
    work.synchronize(second)
    assert work.value() == 1


def test_a_graph_waits_for_the_update_of_its_tasks(work):
    """The sequence that CANN's sample 1_model_update and torch_npu's graphs use."""
    inside, outside = work.stream(), work.stream()
    event = work.device.handle("aclrtCreateEventWithFlag", EXTERNAL)
    group = c_void_p()
    work.begin(inside)
    work.call("aclrtStreamWaitEvent", inside, event)
    work.call("aclrtResetEvent", event, inside)
    work.call("aclmdlRICaptureTaskGrpBegin", inside)
    work.copy(inside, work.target, work.source)
    work.call("aclmdlRICaptureTaskGrpEnd", inside, byref(group))
    graph = work.end(inside)
    for value in (5, 6, 7):
        work.call("aclmdlRIExecuteAsync", graph, inside)
        assert work.waits(inside)
        work.call("aclmdlRICaptureTaskUpdateBegin", outside, group)
        work.copy(outside, work.target, work.device.upload(c_int(value)))
        work.call("aclmdlRICaptureTaskUpdateEnd", outside)
        work.call("aclrtRecordEvent", event, outside)
        work.synchronize(outside, inside)
        assert work.value() == value


def test_a_dropped_graph_holds_nobody_up(work):
    inside, outside, event = work.stream(), work.stream(), work.event()
    work.begin(inside)
    work.call("aclrtRecordEventWithFlag", event, inside, 1)
    graph = work.end(inside)
    work.hold(inside, 1)
    work.call("aclmdlRIExecuteAsync", graph, inside)
    work.call("aclrtStreamWaitEvent", outside, event)
    work.call("aclrtStreamAbort", inside)
    work.synchronize(outside)
    work.release(1)


def test_wrong_uses(work):
    device, stream, event = work.device, work.stream(), work.event()
    other = device.handle("aclrtCreateEvent")
    wait, record = "aclrtStreamWaitEventWithFlag", "aclrtRecordEventWithFlag"
    assert device(wait, stream, event, 0, 1) == Rt.STREAM_NOT_CAPTURED
    work.begin(stream)
    assert device(record, other, stream, 1) == Rt.PARAM_INVALID
    assert "made by aclrtCreateEventExWithFlag with ACL_EVENT_SYNC" in device.message()
    assert device(wait, stream, event, 5, 1) == Rt.PARAM_INVALID
    assert device(record, event, stream, 2) == Acl.INVALID_PARAM
    work.end(stream)
