"""Work of streams that is captured as a graph and run as a whole (aclmdlRI)."""

from __future__ import annotations

import ctypes
import json
import threading
from ctypes import byref, c_int, c_size_t, c_uint32, c_void_p

import numpy as np
import pytest

from tests.runtime.test_streams import function_of, launch
from tests.utils.status import Acl, Rt

GLOBAL, THREAD_LOCAL, RELAXED = range(3)
NONE, ACTIVE, INVALIDATED = range(3)
TO_DEVICE, TO_HOST = 1, 2
COUNT = 8
SIZE = c_size_t(4 * COUNT)
CALLBACK = ctypes.CFUNCTYPE(None, c_void_p)


class Buffers:
    """Pinned arrays of 8 int32 and device memory of the same size, and work on them."""

    def __init__(self, device, kernel_object) -> None:
        self.device = device
        self.adding = function_of(device, kernel_object, 5)  # z[block] += x[block]

    def pinned(self, *values: int) -> tuple[c_void_p, np.ndarray]:
        memory = self.device.handle("aclrtMallocHost", SIZE)
        array = np.ctypeslib.as_array(ctypes.cast(memory, ctypes.POINTER(c_int)), (COUNT,))
        array[:] = values or 0
        return memory, array

    def on_device(self, value: int = 0) -> c_void_p:
        memory = self.device.handle("aclrtMalloc", SIZE, 0)
        assert self.device("aclrtMemset", memory, SIZE, 0, SIZE) == 0
        assert value == 0
        return memory

    def copy(self, to: c_void_p, source: c_void_p, kind: int, stream: c_void_p) -> int:
        return self.device("aclrtMemcpyAsync", to, SIZE, source, SIZE, kind, stream)

    def add(self, x: c_void_p, z: c_void_p, stream: c_void_p) -> int:
        return launch(self.device, self.adding, stream, x, z, z, blocks=COUNT)


@pytest.fixture
def buffers(device, kernel_object) -> Buffers:
    return Buffers(device, kernel_object)


def begin(device, stream: c_void_p, mode: int = GLOBAL) -> None:
    assert device("aclmdlRICaptureBegin", stream, mode) == 0


def end(device, stream: c_void_p) -> c_void_p:
    graph = c_void_p()
    assert device("aclmdlRICaptureEnd", stream, byref(graph)) == 0, device.message()
    assert graph.value
    return graph


def failed_end(device, stream: c_void_p) -> int:
    graph = c_void_p(1)
    code = device("aclmdlRICaptureEnd", stream, byref(graph))
    assert graph.value is None
    return code


def run(device, graph: c_void_p, stream: c_void_p) -> None:
    assert device("aclmdlRIExecuteAsync", graph, stream) == 0, device.message()
    assert device("aclrtSynchronizeStream", stream) == 0


def status(device, stream: c_void_p) -> tuple[int, int | None]:
    found, graph = c_int(-1), c_void_p(1)
    assert device("aclmdlRICaptureGetInfo", stream, byref(found), byref(graph)) == 0
    return found.value, graph.value


def test_work_runs_when_the_graph_does_and_as_often(device, stream, buffers):
    memory, array = buffers.pinned(*range(COUNT))
    result_memory, result = buffers.pinned(-1)
    x, z = buffers.on_device(), buffers.on_device()
    begin(device, stream)
    state, recorded = status(device, stream)
    assert state == ACTIVE
    assert buffers.copy(x, memory, TO_DEVICE, stream) == 0
    assert buffers.add(x, z, stream) == 0
    assert buffers.copy(result_memory, z, TO_HOST, stream) == 0
    graph = end(device, stream)
    assert graph.value == recorded
    assert status(device, stream) == (NONE, None)
    assert device("aclrtSynchronizeStream", stream) == 0
    assert (result == -1).all()  # nothing has run
    for round_ in range(1, 4):
        run(device, graph, stream)
        np.testing.assert_array_equal(result, round_ * np.arange(COUNT))
    # Other values, another stream, and the synchronous call.
    array[:] = 100
    run(device, graph, device.handle("aclrtCreateStream"))
    assert device("aclmdlRIExecute", graph, -1) == 0
    np.testing.assert_array_equal(result, 200 + 3 * np.arange(COUNT))
    assert device("aclmdlRIDestroy", graph) == 0
    assert device("aclmdlRIExecuteAsync", graph, stream) == Rt.INVALID_HANDLE
    assert device("aclmdlRIDestroy", graph) == Rt.INVALID_HANDLE


def test_streams_that_wait_join_the_capture(device, stream, buffers):
    other = device.handle("aclrtCreateStream")
    events = [device.handle("aclrtCreateEventExWithFlag", 1) for _ in range(2)]
    memory, _ = buffers.pinned(5)
    result_memory, result = buffers.pinned(-1)
    x, z = buffers.on_device(), buffers.on_device()
    begin(device, stream)
    assert buffers.copy(x, memory, TO_DEVICE, stream) == 0
    assert device("aclrtRecordEvent", events[0], stream) == 0
    assert status(device, other)[0] == NONE
    assert device("aclrtStreamWaitEvent", other, events[0]) == 0
    assert status(device, other) == status(device, stream)
    assert buffers.add(x, z, other) == 0
    assert device("aclrtRecordEvent", events[1], other) == 0
    assert device("aclrtStreamWaitEvent", stream, events[1]) == 0
    assert buffers.copy(result_memory, z, TO_HOST, stream) == 0
    # What a capture records has not happened and cannot be asked for.
    found = c_int()
    assert device("aclrtQueryEventStatus", events[1], byref(found)) == Rt.EVENT_CAPTURED
    assert device("aclrtSynchronizeEvent", events[1]) == Rt.EVENT_CAPTURED
    # Only the stream that began it ends it.
    assert failed_end(device, other) == Rt.STREAM_CAPTURE_UNMATCHED
    graph = end(device, stream)
    assert status(device, other) == (NONE, None)
    for round_ in (1, 2):
        run(device, graph, stream)
        assert (result == 5 * round_).all()
    assert device("aclrtQueryEventStatus", events[1], byref(found)) == 0


def test_what_joined_must_be_waited_for(device, stream, buffers):
    other = device.handle("aclrtCreateStream")
    event = device.handle("aclrtCreateEventExWithFlag", 1)
    x = buffers.on_device()
    begin(device, stream)
    assert device("aclrtRecordEvent", event, stream) == 0
    assert device("aclrtStreamWaitEvent", other, event) == 0
    assert buffers.add(x, x, other) == 0
    assert failed_end(device, stream) == Rt.STREAM_UNJOINED
    assert status(device, other)[0] == NONE
    assert device("aclrtSynchronizeStream", other) == 0


def test_events_from_outside_and_of_other_captures(device, stream):
    other = device.handle("aclrtCreateStream")
    outside, never, foreign = (device.handle("aclrtCreateEventExWithFlag", 1) for _ in range(3))
    assert device("aclrtRecordEvent", outside, other) == 0
    begin(device, stream)
    begin(device, other)
    assert device("aclrtStreamWaitEvent", stream, outside) == Rt.CAPTURE_DEPENDENCY
    assert device("aclrtStreamWaitEvent", stream, never) == 0
    assert device("aclrtRecordEvent", foreign, other) == 0
    assert device("aclrtStreamWaitEvent", stream, foreign) == Acl.STREAM_CAPTURE_CONFLICT
    end(device, stream)
    end(device, other)


def test_calls_that_do_not_match(device, stream):
    graph = c_void_p()
    assert device("aclmdlRICaptureBegin", None, GLOBAL) == Acl.INVALID_PARAM
    assert device("aclmdlRICaptureBegin", stream, 3) == Rt.PARAM_INVALID
    assert device("aclmdlRICaptureEnd", stream, None) == Acl.INVALID_PARAM
    assert failed_end(device, stream) == Rt.STREAM_NOT_CAPTURED
    begin(device, stream)
    assert device("aclmdlRICaptureBegin", stream, GLOBAL) == Rt.STREAM_CAPTURED
    _, recorded = status(device, stream)
    assert device("aclmdlRIExecuteAsync", recorded, None) == Rt.MODEL_CAPTURED
    assert device("aclmdlRIDestroy", recorded) == Rt.MODEL_CAPTURED
    graph = end(device, stream)
    assert device("aclmdlRIExecute", graph, 0) == Rt.PARAM_INVALID
    assert device("aclmdlRIExecuteAsync", None, stream) == Acl.INVALID_PARAM
    run(device, graph, stream)  # of nothing


def test_waiting_for_a_captured_stream_spoils_the_capture(device, stream):
    begin(device, stream)
    assert device("aclrtSynchronizeStream", stream) == Rt.STREAM_CAPTURED
    assert "aclmdlRIExecuteAsync" in device.message()
    assert status(device, stream)[0] == INVALIDATED
    assert device("aclrtDestroyStream", stream) == Rt.STREAM_CAPTURED
    assert failed_end(device, stream) == Rt.STREAM_CAPTURE_INVALIDATED
    assert device("aclrtSynchronizeStream", stream) == 0


@pytest.mark.parametrize(
    ("mode", "own", "others"),
    [
        (GLOBAL, Rt.CAPTURE_MODE_NOT_SUPPORT, Rt.CAPTURE_MODE_NOT_SUPPORT),
        (THREAD_LOCAL, Rt.CAPTURE_MODE_NOT_SUPPORT, 0),
        (RELAXED, 0, 0),
    ],
)
def test_modes(device, stream, buffers, mode, own, others):
    memory = buffers.on_device()
    pageable = (c_int * COUNT)(*range(COUNT))
    second = device.handle("aclrtCreateStream")

    def tries() -> list[int]:
        device("aclrtSetDevice", 0)
        return [
            device("aclrtMemset", memory, SIZE, 0, SIZE),
            device("aclrtMemcpy", memory, SIZE, pageable, SIZE, TO_DEVICE),
            buffers.copy(memory, pageable, TO_DEVICE, second),
        ]

    begin(device, stream, mode)
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.extend(tries()))
    thread.start()
    thread.join()
    assert (found, tries()) == ([others] * 3, [own] * 3)
    # A thread may allow itself everything.
    exchanged = c_int(RELAXED)
    assert device("aclmdlRICaptureThreadExchangeMode", byref(exchanged)) == 0
    assert exchanged.value == GLOBAL
    assert tries() == [0] * 3
    assert device("aclmdlRICaptureThreadExchangeMode", byref(exchanged)) == 0
    end(device, stream)
    assert tries() == [0] * 3


def test_another_thread_ends_relaxed_captures_only(device, stream):
    for mode, expected in ((GLOBAL, Rt.STREAM_CAPTURE_WRONG_THREAD), (RELAXED, 0)):
        begin(device, stream, mode)
        codes: list[int] = []

        def finish(codes=codes) -> None:
            device("aclrtSetDevice", 0)
            codes.append(device("aclmdlRICaptureEnd", stream, byref(c_void_p())))

        thread = threading.Thread(target=finish)
        thread.start()
        thread.join()
        assert codes == [expected]
        if expected:
            end(device, stream)


def test_a_failing_kernel_fails_the_run(device, stream, buffers, kernel_object):
    x, z = buffers.on_device(), buffers.on_device()
    begin(device, stream)
    trap = function_of(device, kernel_object, 2)
    assert launch(device, trap, stream, x, x, x, x, x) == 0
    assert buffers.add(x, z, stream) == 0
    graph = end(device, stream)
    for _ in range(2):
        assert device("aclmdlRIExecuteAsync", graph, stream) == 0
        assert device("aclrtSynchronizeStream", stream) == Rt.VECTOR_CORE_EXCEPTION
        assert "AddPairs_0123_2" in device.message()


def test_groups_of_tasks_are_replaced(device, stream, buffers):
    ones, _ = buffers.pinned(1)
    result_memory, result = buffers.pinned(0)
    x, y, z = (buffers.on_device() for _ in range(3))
    assert buffers.copy(x, ones, TO_DEVICE, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    group = c_void_p()
    begin(device, stream)
    assert device("aclmdlRICaptureTaskGrpEnd", stream, byref(group)) == Acl.STREAM_TASK_GROUP_STATUS
    assert device("aclmdlRICaptureTaskGrpBegin", stream) == 0
    assert device("aclmdlRICaptureTaskGrpBegin", stream) == Acl.STREAM_TASK_GROUP_STATUS
    assert buffers.add(x, z, stream) == 0
    assert device("aclmdlRICaptureTaskGrpEnd", stream, byref(group)) == 0
    assert buffers.copy(result_memory, z, TO_HOST, stream) == 0
    graph = end(device, stream)
    run(device, graph, stream)
    assert (result == 1).all()
    # From now on it adds y, which is zero.
    assert device("aclmdlRICaptureTaskUpdateBegin", stream, group) == 0
    assert buffers.add(y, z, stream) == 0
    assert device("aclmdlRICaptureTaskUpdateEnd", stream) == 0
    run(device, graph, stream)
    assert (result == 1).all()
    assert device("aclmdlRICaptureTaskUpdateEnd", stream) == Acl.STREAM_TASK_GROUP_STATUS
    assert device("aclmdlRICaptureTaskUpdateBegin", stream, group) == 0
    assert (
        device("aclmdlRICaptureTaskUpdateEnd", stream) == Acl.STREAM_TASK_GROUP_STATUS
    )  # one task is missing
    assert device("aclmdlRIDestroy", graph) == 0
    assert device("aclmdlRICaptureTaskUpdateBegin", stream, group) == Rt.PARAM_INVALID


def test_names_callbacks_and_what_is_in_it(device, stream, buffers, tmp_path):
    x = buffers.on_device()
    begin(device, stream)
    assert buffers.add(x, x, stream) == 0
    assert device("aclrtMemsetAsync", x, SIZE, 0, SIZE, stream) == 0
    graph = end(device, stream)
    assert device("aclmdlRISetName", graph, b"two") == 0
    name, number = ctypes.create_string_buffer(4), c_uint32()
    assert device("aclmdlRIGetName", graph, 3, name) == Rt.PARAM_INVALID
    assert device("aclmdlRIGetName", graph, 4, name) == 0
    assert name.value == b"two"
    assert device("aclmdlRIGetId", graph, byref(number)) == 0
    assert device("aclmdlRIDebugJsonPrint", graph, b"/no/such/place", 0) == Rt.FILE_OPEN
    path = tmp_path / "graph.json"
    assert device("aclmdlRIDebugJsonPrint", graph, str(path).encode(), 0) == 0
    tasks = json.loads(path.read_text())
    assert [task["name"] for task in tasks] == ["AddPairs_0123_5", "fill"]
    assert {task["pid"] for task in tasks} == {f"graph {number.value}"}
    called: list[int] = []
    callbacks = [CALLBACK(called.append) for _ in range(2)]
    for callback, value in zip(callbacks, (7, 8), strict=True):
        register = "aclmdlRIDestroyRegisterCallback"
        assert device(register, graph, callback, c_void_p(value)) == 0
    assert device("aclmdlRIDestroyUnregisterCallback", graph, callbacks[0]) == 0
    assert device("aclmdlRIDestroyUnregisterCallback", graph, callbacks[0]) == Rt.PARAM_INVALID
    assert device("aclmdlRIDestroy", graph) == 0
    assert called == [8]
