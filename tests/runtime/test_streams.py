"""Order, events, failures and callbacks in streams."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.utils.status import Acl, Rt

INT = ctypes.c_int32


def launch(device, function, stream, *pointers, blocks=1, config=None) -> int:
    args, param = ctypes.c_void_p(), ctypes.c_void_p()
    assert device("aclrtKernelArgsInit", function, ctypes.byref(args)) == 0
    for pointer in pointers:
        slot = ctypes.c_void_p(pointer.value if pointer is not None else None)
        assert (
            device("aclrtKernelArgsAppend", args, ctypes.byref(slot), 8, ctypes.byref(param)) == 0
        )
    assert device("aclrtKernelArgsFinalize", args) == 0
    return device("aclrtLaunchKernelWithConfig", function, blocks, stream, config, args, None)


def function_of(device, kernel_object, key):
    binary, function = ctypes.c_void_p(), ctypes.c_void_p()
    path = str(kernel_object).encode()
    assert device("aclrtBinaryLoadFromFile", path, None, ctypes.byref(binary)) == 0, (
        device.message()
    )
    assert device("aclrtBinaryGetFunctionByEntry", binary, key, ctypes.byref(function)) == 0
    return function


def test_handles(device, stream):
    assert device("aclrtSynchronizeStream", None) == 0
    assert device("aclrtDestroyStream", None) == Acl.INVALID_PARAM
    assert device("aclrtSynchronizeStream", 0x1234) == Rt.INVALID_HANDLE
    assert device("aclrtDestroyStream", stream) == 0
    assert device("aclrtDestroyStream", stream) == Rt.INVALID_HANDLE
    assert device("aclrtSynchronizeStream", stream) == Rt.INVALID_HANDLE
    assert device("aclrtCreateStream", None) == Acl.INVALID_PARAM
    # A handle is never given out again.
    assert device.handle("aclrtCreateStream").value != stream.value


class Gate:
    """A kernel that ends when the test opens the gate, once for each launch."""

    def __init__(self, function) -> None:
        self.function = function
        (self._gate, self._opens), (self._passed, self._passes) = os.pipe(), os.pipe()
        os.set_blocking(self._passed, False)
        os.environ.update(TEST_GATE=str(self._gate), TEST_PASSED=str(self._passes))

    def open(self) -> None:
        os.write(self._opens, b".")

    def open_later(self) -> None:
        """Open while the test's next call waits."""
        threading.Timer(0.1, self.open).start()

    def passed(self) -> str:
        """Return a dot for each kernel that has ended since the last call, x without the gate."""
        try:
            return os.read(self._passed, 100).decode()
        except BlockingIOError:
            return ""

    def close(self) -> None:
        for end in (self._gate, self._opens, self._passed, self._passes):
            os.close(end)


@pytest.fixture
def gate(device, kernel_object):
    gate = Gate(function_of(device, kernel_object, 7))
    yield gate
    gate.close()


def test_timeouts(device, stream, gate):
    assert device("aclrtSynchronizeStreamWithTimeout", stream, -2) == Rt.PARAM_INVALID
    assert device("aclrtSynchronizeStreamWithTimeout", stream, 0) == Rt.PARAM_INVALID
    assert launch(device, gate.function, stream) == 0
    status = ctypes.c_int()
    assert device("aclrtStreamQuery", stream, ctypes.byref(status)) == 0
    assert status.value == 1
    assert device("aclrtSynchronizeStreamWithTimeout", stream, 5) == Rt.STREAM_SYNC_TIMEOUT
    gate.open()
    assert device("aclrtSynchronizeStream", stream) == 0
    assert device("aclrtStreamQuery", stream, ctypes.byref(status)) == 0
    assert status.value == 0


def test_a_launch_returns_at_once_and_destroy_waits(device, stream, gate):
    assert launch(device, gate.function, stream) == 0
    assert gate.passed() == ""
    gate.open_later()
    assert device("aclrtDestroyStream", stream) == 0
    assert gate.passed() == "."


def test_force_discards_what_has_not_begun(device, stream, gate):
    """The gate opens once only: other kernels would wait for ever."""
    for _ in range(50):
        assert launch(device, gate.function, stream) == 0
    gate.open_later()
    assert device("aclrtDestroyStreamForce", stream) == 0
    assert gate.passed() in {"", "."}


def test_work_of_one_stream_is_in_order(device, stream):
    pointer = device.malloc(4)
    pinned = device.handle("aclrtMallocHost", 4 * 1000)
    values = (INT * 1000).from_address(pinned.value)
    for i in range(1000):
        assert device("aclrtMemsetAsync", pointer, 4, i % 256, 4, stream) == 0
        assert device("aclrtMemcpyAsync", pinned.value + 4 * i, 4, pointer, 4, 2, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    assert [value & 0xFF for value in values] == [i % 256 for i in range(1000)]
    assert device("aclrtFreeHost", pinned) == 0


def test_events_order_streams(device, stream, kernel_object):
    sleep = function_of(device, kernel_object, 4)
    other = device.handle("aclrtCreateStream")
    event = device.handle("aclrtCreateEventExWithFlag", 1)
    pointer = device.malloc(4)
    value = (INT * 1)()
    assert launch(device, sleep, stream) == 0
    assert device("aclrtMemsetAsync", pointer, 4, 1, 4, stream) == 0
    assert device("aclrtRecordEvent", event, stream) == 0
    assert device("aclrtStreamWaitEvent", other, event) == 0
    assert device("aclrtMemsetAsync", pointer, 4, 2, 4, other) == 0
    assert device("aclrtSynchronizeStream", other) == 0
    device.download(pointer, value)
    assert value[0] == 0x02020202
    assert device("aclrtDestroyEvent", event) == 0
    assert device("aclrtDestroyEvent", event) == Rt.INVALID_HANDLE


def test_queries_have_their_own_sense(device, stream, gate):
    fresh = device.handle("aclrtCreateEventExWithFlag", 8)
    plain = device.handle("aclrtCreateEventWithFlag", 8)
    status = ctypes.c_int(-1)

    def query(name, event):
        assert device(name, event, ctypes.byref(status)) == 0
        return status.value

    assert query("aclrtQueryEventStatus", fresh) == 1
    assert query("aclrtQueryEventStatus", plain) == 0
    assert query("aclrtQueryEvent", plain) == 1
    assert launch(device, gate.function, stream) == 0
    assert device("aclrtRecordEvent", fresh, stream) == 0
    assert query("aclrtQueryEventStatus", fresh) == 0
    assert device("aclrtSynchronizeEventWithTimeout", fresh, 2) == Rt.EVENT_SYNC_TIMEOUT
    gate.open()
    assert device("aclrtSynchronizeEvent", fresh) == 0
    assert query("aclrtQueryEventStatus", fresh) == 1
    assert query("aclrtQueryEventWaitStatus", plain) == 0
    assert device("aclrtResetEvent", fresh, stream) == Rt.FEATURE_NOT_SUPPORT
    for name in ("aclrtQueryEvent", "aclrtQueryEventWaitStatus"):
        assert device(name, fresh, ctypes.byref(status)) == Rt.FEATURE_NOT_SUPPORT


@pytest.mark.parametrize("create", ["aclrtCreateEventWithFlag", "aclrtCreateEventExWithFlag"])
def test_only_events_for_several_streams_are_waited_for(device, stream, create):
    """07_event_management.md: aclrtStreamWaitEvent needs ACL_EVENT_SYNC, 1."""
    for flags, code in ((1, 0), (9, 0), (8, Rt.PARAM_INVALID), (2, Rt.PARAM_INVALID)):
        event = device.handle(create, flags)
        assert device("aclrtRecordEvent", event, stream) == 0
        assert device("aclrtStreamWaitEvent", stream, event) == code
        assert device("aclrtStreamWaitEventWithTimeout", stream, event, 5) == code
    assert device("aclrtSynchronizeStream", stream) == 0


def test_unknown_flags_of_streams_and_policies_of_memory_are_defaults(device):
    """06_stream_management.md: other flags give aclrtCreateStream's; 11-01: and other policies
    what the size asks for."""
    flags = ctypes.c_uint32(7)
    made = device.handle("aclrtCreateStreamWithConfig", 0, 0x80)
    assert device("aclrtStreamGetFlags", made, ctypes.byref(flags)) == 0
    assert flags.value == 0
    for policy in (99, 0x4000, 0xFFFFFFFF):
        assert device("aclrtFree", device.handle("aclrtMalloc", 64, policy)) == 0


def test_elapsed_time(device, stream, kernel_object):
    sleep = function_of(device, kernel_object, 4)
    start, end = (device.handle("aclrtCreateEventWithFlag", 8) for _ in range(2))
    elapsed = ctypes.c_float()
    assert (
        device("aclrtEventElapsedTime", ctypes.byref(elapsed), start, end)
        == Rt.EVENT_TIMESTAMP_INVALID
    )
    begin = time.monotonic()
    assert device("aclrtRecordEvent", start, stream) == 0
    assert launch(device, sleep, stream) == 0
    assert device("aclrtRecordEvent", end, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    assert device("aclrtEventElapsedTime", ctypes.byref(elapsed), start, end) == 0
    assert 55 < elapsed.value < (time.monotonic() - begin) * 1e3 + 1
    assert (
        device("aclrtEventElapsedTime", ctypes.byref(elapsed), end, start)
        == Rt.EVENT_TIMESTAMP_REVERSAL
    )
    untimed = device.handle("aclrtCreateEventWithFlag", 1)
    assert device("aclrtRecordEvent", untimed, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    assert (
        device("aclrtEventElapsedTime", ctypes.byref(elapsed), start, untimed)
        == Rt.EVENT_TIMESTAMP_INVALID
    )


def test_elapsed_times_are_those_of_the_work_between(device, stream, kernel_object):
    """Whoever waits meanwhile, whatever stands in the queue, and in another stream, too.

    The machine may stop a thread between two events, so that nothing takes some time: not each try.
    """
    sleep = function_of(device, kernel_object, 4)  # 60 ms
    idle = []
    for _ in range(10):
        steps = _elapsed_steps(device, stream, sleep)
        assert all(step >= 59 for step in (*steps[:3], steps[5]))
        idle.append(max(steps[3:5]))
        if idle[-1] < 30:
            break
    assert min(idle) < 30


def _elapsed_steps(device, stream, sleep):
    """Return milliseconds between seven events, whose third and fourth pair has nothing between."""
    other = device.handle("aclrtCreateStream")
    events = [device.handle("aclrtCreateEventWithFlag", 9) for _ in range(7)]
    waiting = threading.Thread(target=lambda: device("aclrtSynchronizeStream", stream))
    for number, event in enumerate(events[:4]):  # three kernels, one after the other
        if number:
            assert launch(device, sleep, stream) == 0
        assert device("aclrtRecordEvent", event, stream) == 0
    waiting.start()
    assert device("aclrtRecordEvent", events[4], stream) == 0  # nothing since the last record
    assert device("aclrtStreamWaitEvent", other, events[4]) == 0
    assert device("aclrtRecordEvent", events[5], other) == 0
    assert launch(device, sleep, other) == 0
    assert device("aclrtRecordEvent", events[6], other) == 0
    assert device("aclrtSynchronizeEvent", events[6]) == 0
    waiting.join()

    def elapsed(start, end):
        milliseconds = ctypes.c_float()
        code = device(
            "aclrtEventElapsedTime", ctypes.byref(milliseconds), events[start], events[end]
        )
        assert code == 0
        return milliseconds.value

    steps = [elapsed(number, number + 1) for number in range(6)]
    assert elapsed(0, 6) == pytest.approx(sum(steps), abs=0.1)
    return steps


def test_faults_appear_at_synchronisation(device, stream, kernel_object):
    fault = function_of(device, kernel_object, 2)
    assert launch(device, fault, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == Rt.VECTOR_CORE_EXCEPTION
    text = device.message()
    assert "AddPairs_0123_2" in text
    # By default the stream goes on.
    assert device("aclrtSynchronizeStream", stream) == 0


def test_leaving_a_buffer_is_a_fault(device, stream, kernel_object):
    overrun = function_of(device, kernel_object, 3)
    pointer = device.malloc(64)
    assert launch(device, overrun, stream, None, None, pointer) == 0
    assert device("aclrtSynchronizeStream", stream) == Rt.VECTOR_CORE_EXCEPTION


def test_a_failure_stops_all_streams_of_its_context(device, stream, kernel_object):
    """06_stream_management.md: in stop mode no stream of the context goes on.

    Submissions say whether they were accepted; the device's errors come from synchronisations (FAQ
    on asynchronous errors).
    """
    other = device.handle("aclrtCreateStream")
    event = device.handle("aclrtCreateEventExWithFlag", 1)
    never = device.handle("aclrtCreateEventWithFlag", 1)
    pointer, value = device.upload((INT * 1)(5)), (INT * 1)()
    status = ctypes.c_int()
    assert device("aclrtSetStreamFailureMode", stream, 2) == Rt.PARAM_INVALID
    assert device("aclrtSetStreamFailureMode", stream, 1) == 0
    assert device("aclrtStreamWaitEvent", other, never) == 0  # nobody records it
    assert launch(device, function_of(device, kernel_object, 2), stream) == 0
    assert device("aclrtMemsetAsync", pointer, 4, 1, 4, stream) == 0
    assert device("aclrtRecordEvent", event, stream) == 0
    for _ in range(2):  # whether or not it has been reported
        assert device("aclrtMemsetAsync", pointer, 4, 1, 4, other) == 0
        for name, waited in (
            ("aclrtSynchronizeStream", stream), ("aclrtSynchronizeStream", other),
            ("aclrtSynchronizeEvent", event),
        ):  # fmt: skip
            assert device(name, waited) == Rt.VECTOR_CORE_EXCEPTION
            assert "AddPairs_0123_2" in device.message()
        assert device("aclrtStreamQuery", other, ctypes.byref(status)) == Rt.VECTOR_CORE_EXCEPTION
        device.message()
        assert device("aclrtSynchronizeDevice") == Rt.VECTOR_CORE_EXCEPTION
        assert device.message().count("AddPairs_0123_2") == 1
    device.download(pointer, value)
    assert value[0] == 5
    assert device("aclrtDeviceTaskAbort", 0, 0) == 0
    assert device("aclrtSynchronizeStream", stream) == 0


def test_stop_mode_is_not_taken_back(device, stream):
    """EE1016 of error-code-guide.md."""
    other = device.handle("aclrtCreateStream")
    for code in (0, 0):
        assert device("aclrtSetStreamFailureMode", stream, 1) == code
    assert device("aclrtSetStreamFailureMode", stream, 0) == Rt.FEATURE_NOT_SUPPORT
    assert device("aclrtSetStreamFailureMode", other, 0) == 0
    assert device("aclrtSetStreamFailureMode", None, 1) == 0


@pytest.mark.parametrize("mode", [0, 1])
def test_a_failure_is_printed_when_it_happens(device, stream, kernel_object, capfd, mode):
    """Once for each that a synchronisation will report, with the device's code and the place."""
    fault = function_of(device, kernel_object, 2)
    assert device("aclrtSetStreamFailureMode", stream, mode) == 0
    assert launch(device, fault, stream) == 0
    assert launch(device, fault, stream) == 0
    printed = ""
    limit = time.monotonic() + 60
    while "\n" not in printed and time.monotonic() < limit:
        time.sleep(0.01)
        printed += capfd.readouterr().err
    assert device("aclrtSynchronizeStream", stream) == Rt.VECTOR_CORE_EXCEPTION
    sentence = device.message().removeprefix(f"[{Rt.VECTOR_CORE_EXCEPTION}] ")
    assert printed + capfd.readouterr().err == (
        f"error: device 0, stream {stream_id(device, stream)}: "
        f"[{Rt.VECTOR_CORE_EXCEPTION}] {sentence}\n"
    )


def stream_id(device, stream) -> int:
    number = ctypes.c_int32()
    assert device("aclrtStreamGetId", stream, ctypes.byref(number)) == 0
    return number.value


def test_exception_callback(device, stream, kernel_object):
    seen = []
    callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(
        lambda info: seen.append(
            device.library.aclrtGetErrorCodeFromExceptionInfo(ctypes.c_void_p(info))
        )
    )
    assert device("aclrtSetExceptionInfoCallback", callback) == 0
    assert launch(device, function_of(device, kernel_object, 2), stream) == 0
    assert device("aclrtSynchronizeStream", stream) == Rt.VECTOR_CORE_EXCEPTION
    assert device("aclrtSetExceptionInfoCallback", None) == 0
    assert seen == [Rt.VECTOR_CORE_EXCEPTION]


def test_several_exception_callbacks(device, stream, kernel_object):
    calls = []
    kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
    first, second = kind(lambda _: calls.append("first")), kind(lambda _: calls.append("second"))
    for callback in (first, second, first):
        assert device("aclrtExceptionInfoCallbackRegister", callback) == 0
    assert device("aclrtSetExceptionInfoCallback", first) == 0
    fault(device, stream, kernel_object)
    assert sorted(calls) == ["first", "first", "second"]
    for callback in (first, second, second):
        assert device("aclrtExceptionInfoCallbackUnregister", callback) == 0
    assert device("aclrtSetExceptionInfoCallback", None) == 0
    fault(device, stream, kernel_object)
    assert len(calls) == 3
    assert device("aclrtExceptionInfoCallbackRegister", None) == Acl.INVALID_PARAM


def fault(device, stream, kernel_object) -> None:
    assert launch(device, function_of(device, kernel_object, 2), stream) == 0
    assert device("aclrtSynchronizeStream", stream) == Rt.VECTOR_CORE_EXCEPTION


def test_callbacks_run_on_the_subscribed_thread(device, stream):
    context = device.handle("aclrtGetCurrentContext")
    calls, ready, stop = [], threading.Event(), threading.Event()
    callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(
        lambda data: calls.append((data, threading.get_ident()))
    )

    def serve():
        device("aclrtSetCurrentContext", context)
        ready.set()
        while not stop.is_set():
            device("aclrtProcessReport", 10)

    assert device("aclrtLaunchCallback", callback, 7, 1, stream) == Rt.STREAM_NO_CB_REG
    assert device("aclrtProcessReport", 10) == Rt.THREAD_SUBSCRIBE
    thread = threading.Thread(target=serve)
    thread.start()
    ready.wait()
    assert device("aclrtSubscribeReport", thread.ident, stream) == 0
    assert device("aclrtSubscribeReport", thread.ident, stream) == Rt.STREAM_SUBSCRIBE
    assert device("aclrtLaunchCallback", callback, 7, 1, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    assert calls == [(7, thread.ident)]
    assert device("aclrtUnSubscribeReport", thread.ident, stream) == 0
    stop.set()
    thread.join()


def test_threads_use_streams_of_their_own(device):
    context = device.handle("aclrtGetCurrentContext")
    failures = []

    def work(seed):
        device("aclrtSetCurrentContext", context)
        own = device.handle("aclrtCreateStream")
        source, result = (INT * 256)(*range(seed, seed + 256)), (INT * 256)()
        for _ in range(50):
            pointer = device.malloc(1024)
            device("aclrtMemcpyAsync", pointer, 1024, source, 1024, 1, own)
            device("aclrtMemcpyAsync", result, 1024, pointer, 1024, 2, own)
            if device("aclrtSynchronizeStream", own) or list(result) != list(source):
                failures.append(seed)
            device("aclrtFree", pointer)
        device("aclrtDestroyStream", own)

    threads = [threading.Thread(target=work, args=(1000 * i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_kernels_keep_buffers_that_are_freed_before_they_end(cann_home, kernel_object):
    """As catlass' W4A8 example, which frees its workspace before it synchronises."""
    command = [
        sys.executable,
        Path(__file__).with_name("sources") / "frees_early.py",
        cann_home / "lib64/libascendcl.so",
    ]
    done = subprocess.run([*command, kernel_object], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.startswith("warning: aclrtFree: kernel AddPairs_0123_5 (device 0, stream ")
    assert done.stderr.count("\n") == 1
