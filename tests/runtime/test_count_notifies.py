"""Notifies with a count, which Ascend 950 has."""

from __future__ import annotations

import ctypes

import pytest

from tests.utils.status import Acl, Rt

SET, ADD, OR, AND = 0, 1, 2, 4
LESS, EQUAL, GREATER, GREATER_OR_EQUAL, ALL_BITS = 0, 1, 2, 3, 4


class RecordInfo(ctypes.Structure):
    _fields_ = (("mode", ctypes.c_int), ("value", ctypes.c_uint32))


class WaitInfo(ctypes.Structure):
    _fields_ = (
        ("mode", ctypes.c_int),
        ("value", ctypes.c_uint32),
        ("timeout", ctypes.c_uint32),
        ("clears", ctypes.c_uint8),
        ("reserved", ctypes.c_uint8 * 3),
    )


@pytest.fixture
def notify(device, other_soc):
    other_soc("Ascend950PR_9579")
    handle = device.handle("aclrtCntNotifyCreate", 0)
    yield handle
    device("aclrtCntNotifyDestroy", handle)


def record(device, notify, stream, mode, value) -> int:
    return device("aclrtCntNotifyRecord", notify, stream, ctypes.byref(RecordInfo(mode, value)))


def wait(device, notify, stream, mode, value, timeout=0, clears=0) -> int:
    info = WaitInfo(mode, value, timeout, clears)
    return device("aclrtCntNotifyWaitWithTimeout", notify, stream, ctypes.byref(info))


@pytest.mark.parametrize(
    ("records", "mode", "value"),
    [
        ([(SET, 5)], EQUAL, 5),
        ([(SET, 5), (ADD, 2)], GREATER, 6),
        ([(SET, 5), (ADD, 2)], GREATER_OR_EQUAL, 7),
        ([(SET, 5), (OR, 10)], ALL_BITS, 9),
        ([(SET, 13), (AND, 6)], EQUAL, 4),
        ([(SET, 5), (ADD, 0xFFFFFFFF)], LESS, 5),
    ],
)
def test_records_end_waits(device, notify, stream, records, mode, value):
    other = device.handle("aclrtCreateStream")
    assert record(device, notify, stream, SET, 0xF0) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    assert wait(device, notify, other, mode, value, timeout=20) == 0
    for change in records:
        assert record(device, notify, stream, *change) == 0
    assert device("aclrtSynchronizeStream", other) == 0, device.message()


def test_a_wait_clears_the_count_on_request(device, notify, stream):
    assert record(device, notify, stream, SET, 3) == 0
    assert wait(device, notify, stream, EQUAL, 3, clears=1) == 0
    assert wait(device, notify, stream, EQUAL, 0, timeout=20) == 0
    assert device("aclrtSynchronizeStream", stream) == 0


def test_a_reset_clears_the_count(device, notify, stream):
    assert record(device, notify, stream, SET, 3) == 0
    assert device("aclrtCntNotifyReset", notify, stream) == 0
    assert wait(device, notify, stream, EQUAL, 0, timeout=20) == 0
    assert device("aclrtSynchronizeStream", stream) == 0


def test_time_limit(device, notify, stream):
    assert wait(device, notify, stream, EQUAL, 1, timeout=1) == 0
    assert device("aclrtSynchronizeStream", stream) == Rt.WAIT_TIMEOUT
    assert "waited more than 1 s for the count" in device.message()


def test_wrong_modes(device, notify, stream):
    assert record(device, notify, stream, 3, 1) == Rt.PARAM_INVALID
    assert wait(device, notify, stream, 5, 1) == Rt.PARAM_INVALID
    assert device("aclrtCntNotifyRecord", notify, stream, None) == Acl.INVALID_PARAM


def test_destroyed(device, notify, stream):
    first, second = ctypes.c_uint32(), ctypes.c_uint32()
    other = device.handle("aclrtCntNotifyCreate", 0)
    assert device("aclrtCntNotifyGetId", notify, ctypes.byref(first)) == 0
    assert device("aclrtCntNotifyGetId", other, ctypes.byref(second)) == 0
    assert first.value != second.value
    assert device("aclrtCntNotifyDestroy", other) == 0
    assert record(device, other, stream, SET, 1) == Rt.INVALID_HANDLE


def test_other_products_have_none(device):
    handle = ctypes.c_void_p()
    assert device("aclrtCntNotifyCreate", ctypes.byref(handle), 0) == Rt.FEATURE_NOT_SUPPORT
    assert "has no such function" in device.message()
