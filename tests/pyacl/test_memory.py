"""acl.rt: memory."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.utils.pyacl import TO_DEVICE, TO_HOST, Device, ok
from tests.utils.status import Acl, Rt

ON_DEVICE, ON_HOST = 1, 0


@pytest.mark.usefixtures("device")
def test_device_memory(acl) -> None:
    functions = [acl.rt.malloc, acl.rt.malloc_align32, acl.rt.malloc_cached]
    pointers = [ok(function(100, 0)) for function in functions]
    pointers.append(ok(acl.rt.malloc_with_cfg(100, 0, {})))
    module = [{"attr": 1, "value": {"moduleId": 3}}]
    pointers.append(ok(acl.rt.malloc_with_cfg(100, 0, {"attrs": module, "numAttrs": 1})))
    assert len(set(pointers)) == 5
    assert all(pointer % 64 == 0 for pointer in pointers)
    for pointer in pointers:
        ok(acl.rt.mem_flush(pointer, 100))
        ok(acl.rt.mem_invalidate(pointer, 100))
        ok(acl.rt.free(pointer))
    assert acl.rt.free(pointers[0]) == Rt.PARAM_INVALID
    assert acl.rt.free(0) == Acl.INVALID_PARAM
    assert acl.rt.malloc(0, 0) == (0, Acl.INVALID_PARAM)
    assert acl.rt.malloc(2**60, 0) == (0, Rt.MEMORY_ALLOCATION)


@pytest.mark.usefixtures("device")
def test_configurations_that_are_none(acl) -> None:
    attribute = {"attr": 1, "value": {"moduleId": 3}}
    for config in (None, [], 0):
        with pytest.raises(TypeError, match="argument 3 must be dict"):
            acl.rt.malloc_with_cfg(64, 0, config)
    with pytest.raises(TypeError, match='"attrs" is not list'):
        acl.rt.malloc_with_cfg(64, 0, {"numAttrs": 1})
    with pytest.raises(KeyError, match="numAttrs"):
        acl.rt.malloc_with_cfg(64, 0, {"attrs": [attribute], "numAttrs": 2})
    with pytest.raises(KeyError, match="No valid key"):
        acl.rt.malloc_host_with_cfg(64, {"attrs": [{"attr": 1, "value": {}}], "numAttrs": 1})
    for broken in (7, {"attr": 1}, {"attr": 1, "value": 3}):
        with pytest.raises(TypeError, match="argument is not dict"):
            acl.rt.malloc_host_with_cfg(64, {"attrs": [broken], "numAttrs": 1})
    with pytest.raises(ValueError, match="does not fit"):
        acl.rt.malloc_with_cfg(64, 0, {"attrs": [{"attr": 2**40}], "numAttrs": 1})


@pytest.mark.usefixtures("device")
def test_host_memory(acl) -> None:
    for pointer in (ok(acl.rt.malloc_host(100)), ok(acl.rt.malloc_host_with_cfg(100, {}))):
        ctypes.memset(pointer, 1, 100)
        ok(acl.rt.free_host(pointer))
    assert acl.rt.free_host(0) == Acl.INVALID_PARAM


@pytest.mark.usefixtures("device")
def test_registered_host_memory(acl) -> None:
    memory = ctypes.create_string_buffer(8192)
    pointer = ok(acl.rt.host_register(ctypes.addressof(memory), 8192, 0))
    assert pointer != 0
    ok(acl.rt.host_unregister(ctypes.addressof(memory)))


def test_copies(acl, device: Device, stream: int) -> None:
    data = np.arange(256, dtype=np.uint8)
    first, second = device.upload(data), device.empty(256)
    ok(acl.rt.memcpy(second, 256, first, 256, 3))
    assert (device.download(second, 256, np.uint8) == data).all()
    ok(acl.rt.memset(second, 256, 0x1FF, 100))
    ok(acl.rt.memcpy_async(second + 128, 128, first, 64, 3, stream))
    ok(acl.rt.memcpy_async_with_condition(second + 192, 64, first + 64, 64, 3, stream))
    ok(acl.rt.synchronize_stream(stream))
    expected = np.concatenate([np.full(100, 0xFF), data[100:128], data[:128]])
    assert (device.download(second, 256, np.uint8) == expected).all()


def test_copies_that_are_refused(acl, device: Device, stream: int) -> None:
    pointer = device.empty(64)
    host = ctypes.create_string_buffer(64)
    address = ctypes.addressof(host)
    assert acl.rt.memcpy(pointer, 64, address, 65, TO_DEVICE) == Rt.PARAM_INVALID
    assert acl.rt.memcpy(pointer, 64, 0, 64, TO_DEVICE) == Acl.INVALID_PARAM
    assert acl.rt.memcpy(pointer, 64, address, 64, 9) == Acl.INVALID_PARAM
    assert acl.rt.memcpy_async(address, 64, address, 64, 0, stream) == Rt.FEATURE_NOT_SUPPORT
    assert acl.rt.memset(pointer, 64, 0, 65) == Rt.PARAM_INVALID
    ok(acl.rt.memcpy(pointer, 64, address, 0, TO_DEVICE))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(
    width=st.integers(1, 40), height=st.integers(1, 12), pads=st.tuples(*[st.integers(0, 9)] * 2)
)
def test_copies_of_rectangles(acl, device: Device, stream: int, width, height, pads) -> None:
    host_pitch, device_pitch = (width + pad for pad in pads)
    picture = np.arange(height * host_pitch, dtype=np.uint16).astype(np.uint8)
    on_device = device.empty(height * device_pitch)
    back = np.zeros_like(picture)
    source, target = picture.ctypes.data, back.ctypes.data
    sizes = (width, height)
    ok(acl.rt.memcpy2d(on_device, device_pitch, source, host_pitch, *sizes, TO_DEVICE))
    ok(acl.rt.memcpy2d_async(target, host_pitch, on_device, device_pitch, *sizes, TO_HOST, stream))
    ok(acl.rt.synchronize_stream(stream))
    expected = picture.reshape(height, host_pitch).copy()
    expected[:, width:] = 0
    assert (back.reshape(height, host_pitch) == expected).all()
    ok(acl.rt.free(on_device))


def test_what_is_free(acl, device: Device) -> None:
    free, total = ok(acl.rt.get_mem_info(1))
    device.empty(1 << 20)
    free_after, total_after = ok(acl.rt.get_mem_info(1))
    assert total_after == total >= free
    assert free - free_after >= 1 << 20


def test_where_a_pointer_leads(acl, device: Device) -> None:
    on_device = ok(acl.rt.pointer_get_attributes(device.empty(64)))
    assert on_device["location"] == {"id": 0, "type": ON_DEVICE}
    assert set(on_device) == {"location", "page_size", "rsv"}
    pinned = ok(acl.rt.malloc_host(64))
    assert ok(acl.rt.pointer_get_attributes(pinned))["location"]["type"] == ON_HOST
    ok(acl.rt.free_host(pinned))


def test_copies_that_descriptors_name(acl, device: Device, stream: int) -> None:
    inner = 6
    source, target = device.upload(np.arange(64, dtype=np.uint8)), device.empty(64)
    descriptor = device.empty(ok(acl.rt.get_memcpy_desc_size(inner)))
    assert acl.rt.set_memcpy_desc(descriptor, inner, source, target, 64, 0) == (descriptor, 0)
    ok(acl.rt.memcpy_async_with_desc(descriptor, inner, stream))
    ok(acl.rt.synchronize_stream(stream))
    assert (device.download(target, 64, np.uint8) == np.arange(64)).all()


def test_sums_in_memory(acl, device: Device, stream: int) -> None:
    x, y = np.arange(32, dtype=np.float32), np.full(32, 0.5, np.float32)
    target, source = device.upload(x), device.upload(y)
    ok(acl.rt.reduce_async(target, source, x.nbytes, 10, 0, stream, 0))
    ok(acl.rt.synchronize_stream(stream))
    assert (device.download(target, 32, np.float32) == x + y).all()


def test_values_order_streams(acl, device: Device, stream: int) -> None:
    other = ok(acl.rt.create_stream())
    flag, data = device.upload(np.zeros(1, np.uint64)), device.upload(np.zeros(8, np.uint8))
    ok(acl.rt.value_wait(flag, 3, 1, stream))
    ok(acl.rt.memset_async(data, 8, 1, 8, stream))
    ok(acl.rt.memset_async(data, 8, 2, 8, other))
    ok(acl.rt.value_write(flag, 3, 0, other))
    ok(acl.rt.synchronize_stream(stream))
    assert (device.download(data, 8, np.uint8) == 1).all()


def test_hints_and_registrations(acl, device: Device, stream: int) -> None:
    pointer = ok(acl.rt.malloc_for_task_scheduler(64, 0, {}))
    ok(acl.rt.cmo_async(pointer, 64, 0, stream))
    ok(acl.rt.synchronize_stream(stream))
    ok(acl.rt.free(pointer))
    memory = ctypes.create_string_buffer(8192)
    address = ctypes.addressof(memory)
    ok(acl.rt.host_register_v2(address, 8192, 2))
    on_device = ok(acl.rt.host_get_device_pointer(address, 0))
    ok(acl.rt.memset(on_device, 64, 7, 64))
    assert (
        memory.raw[:64] == b"\7" * 64
        or device.download(on_device, 64, np.uint8).tolist() == [7] * 64
    )
    ok(acl.rt.host_unregister(address))
