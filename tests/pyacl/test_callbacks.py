"""acl.rt: Python functions that the runtime calls."""

from __future__ import annotations

import sys
import threading

import pytest

from tests.utils.pyacl import Slots, ok
from tests.utils.status import Rt


class Reporter:
    """A thread that runs the callbacks of streams."""

    def __init__(self, acl):
        self.acl = acl
        self.running = True
        self.thread = ok(acl.util.start_thread(self.run, [ok(acl.rt.get_context())]))

    def run(self, arguments: list[int]) -> None:
        ok(self.acl.rt.set_context(arguments[0]))
        while self.running:
            self.acl.rt.process_report(50)

    def stop(self) -> None:
        self.running = False
        ok(self.acl.util.stop_thread(self.thread))


@pytest.fixture
def reporter(acl, stream: int):
    reporter = Reporter(acl)
    ok(acl.rt.subscribe_report(reporter.thread, stream))
    yield reporter
    ok(acl.rt.unsubscribe_report(reporter.thread, stream))
    reporter.stop()


@pytest.mark.parametrize("block_type", [0, 1])
def test_callbacks_run_in_stream_order_on_their_thread(
    acl, stream: int, reporter: Reporter, block_type: int
) -> None:
    calls = []

    def callback(data: list[int]) -> None:
        calls.append((data[0], threading.get_ident()))

    for number in range(50):
        ok(acl.rt.launch_callback(callback, [number], 1, stream))
    ok(acl.rt.launch_callback(callback, [50], block_type, stream))
    ok(acl.rt.launch_callback(callback, [51], 1, stream))
    ok(acl.rt.synchronize_stream(stream))
    assert [number for number, _ in calls] == list(range(52))
    assert {thread for _, thread in calls} == {reporter.thread}


def test_exception_in_a_callback_is_shown(
    acl, stream: int, reporter: Reporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reporter.running
    shown = []
    monkeypatch.setattr(sys, "unraisablehook", lambda what: shown.append(what.exc_type))
    ok(acl.rt.launch_callback(lambda data: data / 0, 3, 1, stream))
    ok(acl.rt.synchronize_stream(stream))
    assert shown == [ZeroDivisionError]


def test_subscriptions(acl, stream: int) -> None:
    thread = threading.get_ident()
    ok(acl.rt.subscribe_report(thread, stream))
    assert acl.rt.subscribe_report(thread, stream) != 0
    assert acl.rt.unsubscribe_report(thread + 1, stream) != 0
    ok(acl.rt.unsubscribe_report(thread, stream))
    assert acl.rt.unsubscribe_report(thread, stream) != 0


def test_streams_without_a_thread(acl, stream: int) -> None:
    assert acl.rt.launch_callback(print, [], 1, stream) != 0
    assert acl.rt.process_report(1) == Rt.THREAD_SUBSCRIBE
    with pytest.raises(TypeError, match="argument 1 must be callable"):
        acl.rt.launch_callback(None, [], 1, stream)


def test_failed_tasks_are_reported(acl, stream: int, binary: int) -> None:
    reports = []

    def report(info: int) -> None:
        reports.append(
            {
                "task": acl.rt.get_task_id_from_exception_info(info),
                "stream": acl.rt.get_stream_id_from_exception_info(info),
                "thread": acl.rt.get_thread_id_from_exception_info(info),
                "device": acl.rt.get_device_id_from_exception_info(info),
                "code": acl.rt.get_error_code_from_exception_info(info),
            }
        )

    ok(acl.rt.set_exception_info_callback(report))
    fault = ok(acl.rt.binary_get_function(binary, "fault"))
    args = ok(acl.rt.kernel_args_init(fault))
    slot = Slots(0)
    ok(acl.rt.kernel_args_append(args, slot.address(), 8))
    ok(acl.rt.kernel_args_finalize(args))
    ok(acl.rt.launch_kernel_with_config(fault, 1, stream, [], args, 0))
    code = acl.rt.synchronize_stream(stream)
    ok(acl.rt.set_exception_info_callback(None))
    assert code != 0
    assert len(reports) == 1
    assert reports[0]["code"] == code
    assert reports[0]["device"] == 0
    assert reports[0]["stream"] == ok(acl.rt.stream_get_id(stream))
    ok(acl.rt.set_exception_info_callback())
    with pytest.raises(TypeError, match="must be callable or None"):
        acl.rt.set_exception_info_callback(7)
