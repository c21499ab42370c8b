"""acl.rt: streams and events."""

from __future__ import annotations

import numpy as np
import pytest

from tests.utils.pyacl import Device, ok
from tests.utils.status import Acl, Rt

SYNC, TIME_LINE = 1, 8
STREAM_COMPLETE = 0


def test_creation(acl, device: Device) -> None:
    assert device.acl is acl
    plain, configured = ok(acl.rt.create_stream()), ok(acl.rt.create_stream_with_config(0, 3))
    numbers = {ok(acl.rt.stream_get_id(stream)) for stream in (plain, configured)}
    assert len(numbers) == 2
    ok(acl.rt.destroy_stream(plain))
    ok(acl.rt.destroy_stream_force(configured))
    assert acl.rt.destroy_stream(plain) == Rt.INVALID_HANDLE
    assert acl.rt.destroy_stream(0) == Acl.INVALID_PARAM


def test_work_in_order(acl, device: Device, stream: int) -> None:
    buffer = device.empty(4096)
    for value in range(1, 200):
        ok(acl.rt.memset_async(buffer, 4096, value, 4096, stream))
    ok(acl.rt.synchronize_stream(stream))
    assert (device.download(buffer, 4096, np.uint8) == 199).all()
    assert ok(acl.rt.stream_query(stream)) == STREAM_COMPLETE
    ok(acl.rt.synchronize_stream_with_timeout(stream, 1000))
    assert acl.rt.synchronize_stream_with_timeout(stream, -2) == Rt.PARAM_INVALID
    ok(acl.rt.get_thread_last_task_id())


def test_failures(acl, stream: int) -> None:
    ok(acl.rt.set_stream_failure_mode(stream, 0))
    ok(acl.rt.set_stream_failure_mode(stream, 1))
    assert acl.rt.set_stream_failure_mode(stream, 0) == 207000  # stop mode is not taken back
    assert acl.rt.set_stream_failure_mode(stream, 2) != 0
    ok(acl.rt.stream_abort(stream))


def test_event_orders_two_streams(acl, device: Device, stream: int) -> None:
    other = ok(acl.rt.create_stream())
    event = ok(acl.rt.create_event_with_flag(SYNC))
    source, target = device.empty(1 << 20), device.empty(1 << 20)
    ok(acl.rt.memset_async(source, 1 << 20, 7, 1 << 20, stream))
    ok(acl.rt.record_event(event, stream))
    ok(acl.rt.stream_wait_event(other, event))
    ok(acl.rt.memcpy_async(target, 1 << 20, source, 1 << 20, 3, other))
    ok(acl.rt.synchronize_stream(other))
    assert (device.download(target, 1 << 20, np.uint8) == 7).all()
    assert ok(acl.rt.query_event_wait_status(event)) == 0
    ok(acl.rt.reset_event(event, stream))
    ok(acl.rt.destroy_event(event))
    assert acl.rt.destroy_event(event) == Rt.INVALID_HANDLE


def test_states_of_an_event(acl, stream: int) -> None:
    event = ok(acl.rt.create_event())
    ok(acl.rt.record_event(event, stream))
    ok(acl.rt.synchronize_event(event))
    ok(acl.rt.synchronize_event_with_timeout(event, 1000))
    # The two queries have opposite senses.
    assert ok(acl.rt.query_event(event)) == 0
    assert ok(acl.rt.query_event_status(event)) == 1


def test_time_between_events(acl, device: Device, stream: int) -> None:
    buffer = device.empty(1 << 24)
    start, end = (ok(acl.rt.create_event_with_flag(TIME_LINE)) for _ in range(2))
    assert acl.rt.event_elapsed_time(start, end) == (0.0, Rt.EVENT_TIMESTAMP_INVALID)
    ok(acl.rt.record_event(start, stream))
    for value in range(4):
        ok(acl.rt.memset_async(buffer, 1 << 24, value, 1 << 24, stream))
    ok(acl.rt.record_event(end, stream))
    ok(acl.rt.synchronize_stream(stream))
    milliseconds = ok(acl.rt.event_elapsed_time(start, end))
    microseconds = ok(acl.rt.event_get_timestamp(end)) - ok(acl.rt.event_get_timestamp(start))
    assert milliseconds > 0
    assert milliseconds == pytest.approx(microseconds / 1000, abs=0.01, rel=0.01)


def test_event_that_was_never_recorded(acl, stream: int) -> None:
    event = ok(acl.rt.create_event_ex_with_flag(SYNC))
    assert ok(acl.rt.query_event_status(event)) == 1
    ok(acl.rt.stream_wait_event(stream, event))
    ok(acl.rt.synchronize_stream(stream))


def test_notify_orders_two_streams(acl, device: Device, stream: int) -> None:
    other = ok(acl.rt.create_stream())
    notify = ok(acl.rt.create_notify(0))
    ok(acl.rt.get_notify_id(notify))
    flag = device.upload(np.zeros(8, np.uint8))
    ok(acl.rt.wait_and_reset_notify(notify, stream, 0))
    ok(acl.rt.memset_async(flag, 8, 2, 8, stream))
    ok(acl.rt.memset_async(flag, 8, 1, 8, other))
    ok(acl.rt.record_notify(notify, other))
    ok(acl.rt.synchronize_stream(stream))
    assert (device.download(flag, 8, np.uint8) == 2).all()
    ok(acl.rt.record_notify(notify, other))
    ok(acl.rt.synchronize_stream(other))
    ok(acl.rt.notify_batch_reset([notify]))
    with pytest.raises(TypeError, match="argument 1 must be list of int"):
        acl.rt.notify_batch_reset(notify)
    ok(acl.rt.destroy_notify(notify))
    assert acl.rt.destroy_notify(notify) != 0


def test_notify_of_another_process(acl, stream: int) -> None:
    notify = ok(acl.rt.create_notify(0))
    key = ok(acl.rt.notify_get_export_key(notify, 65, 0))
    ok(acl.rt.notify_set_import_pid(notify, [1]))
    assert acl.rt.notify_import_by_key("nothing", 0)[1] != 0
    assert key
    with pytest.raises(ValueError, match="less than 1024"):
        acl.rt.notify_get_export_key(notify, 1024, 0)
    ok(acl.rt.destroy_notify(notify))
    ok(acl.rt.synchronize_stream(stream))


def test_attributes(acl, stream: int) -> None:
    failure_mode, tag = 1, 3
    ok(acl.rt.set_stream_attribute(stream, failure_mode, {"failureMode": 1}))
    assert acl.rt.get_stream_attribute(stream, failure_mode) == ({"failureMode": 1}, 0)
    ok(acl.rt.set_stream_attribute(stream, tag, {"userCustomTag": 77}))
    assert acl.rt.get_stream_attribute(stream, tag) == ({"userCustomTag": 77}, 0)
    assert acl.rt.get_stream_attribute(stream, 99)[1] != 0
    with pytest.raises(TypeError, match="is not dict"):
        acl.rt.set_stream_attribute(stream, tag, 77)


def test_what_is_left(acl, stream: int) -> None:
    assert ok(acl.rt.get_stream_available_num()) > 0
    assert ok(acl.rt.get_event_avail_num()) > 0
    numbers = {ok(acl.rt.get_event_id(ok(acl.rt.create_event()))) for _ in range(2)}
    assert len(numbers) == 2
    ok(acl.rt.synchronize_stream(stream))


def test_overflow(acl, device: Device, stream: int) -> None:
    status = device.upload(np.ones(64, np.uint8))
    ok(acl.rt.set_stream_overflow_switch(stream, 1))
    assert ok(acl.rt.get_stream_overflow_switch(stream)) == 1
    ok(acl.rt.get_overflow_status(status, 64, stream))
    ok(acl.rt.reset_overflow_status(stream))
    ok(acl.rt.synchronize_stream(stream))
    assert (device.download(status, 64, np.uint8) == 0).all()
