"""acl.rt: streams and events."""

from __future__ import annotations

import numpy as np
import pytest
from pyacl import Device, ok

SYNC, TIME_LINE = 1, 8
INVALID_PARAM, NO_TIMESTAMP, INVALID_HANDLE = 107000, 107006, 107017
ACL_PARAM_INVALID = 100000
STREAM_COMPLETE = 0


def test_creation(acl, device: Device) -> None:
    assert device.acl is acl
    plain, configured = ok(acl.rt.create_stream()), ok(acl.rt.create_stream_with_config(0, 3))
    numbers = {ok(acl.rt.stream_get_id(stream)) for stream in (plain, configured)}
    assert len(numbers) == 2
    ok(acl.rt.destroy_stream(plain))
    ok(acl.rt.destroy_stream_force(configured))
    assert acl.rt.destroy_stream(plain) == INVALID_HANDLE
    assert acl.rt.destroy_stream(0) == ACL_PARAM_INVALID


def test_work_in_order(acl, device: Device, stream: int) -> None:
    buffer = device.empty(4096)
    for value in range(1, 200):
        ok(acl.rt.memset_async(buffer, 4096, value, 4096, stream))
    ok(acl.rt.synchronize_stream(stream))
    assert (device.download(buffer, 4096, np.uint8) == 199).all()
    assert ok(acl.rt.stream_query(stream)) == STREAM_COMPLETE
    ok(acl.rt.synchronize_stream_with_timeout(stream, 1000))
    assert acl.rt.synchronize_stream_with_timeout(stream, -2) == INVALID_PARAM
    ok(acl.rt.get_thread_last_task_id())


def test_failures(acl, stream: int) -> None:
    ok(acl.rt.set_stream_failure_mode(stream, 1))
    ok(acl.rt.set_stream_failure_mode(stream, 0))
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
    assert acl.rt.destroy_event(event) == INVALID_HANDLE


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
    assert acl.rt.event_elapsed_time(start, end) == (0.0, NO_TIMESTAMP)
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
