"""Memory from pools, in the order of streams, and memory that the host and devices share."""

from __future__ import annotations

import ctypes

import pytest

from tests.utils.status import Acl, Rt

MIB = 1 << 20
ON_DEVICE = 1
ON_HOST = 0
THRESHOLD, RESERVED, RESERVED_PEAK, USED, USED_PEAK = 4, 5, 6, 7, 8


class Props(ctypes.Structure):
    _fields_ = (
        ("allocation_type", ctypes.c_int),
        ("handle_type", ctypes.c_int),
        ("location_id", ctypes.c_uint32),
        ("location_type", ctypes.c_int),
        ("capacity", ctypes.c_size_t),
        ("reserved", ctypes.c_uint8 * 32),
    )


class Location(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int), ("id", ctypes.c_int32))


def make_pool(device, capacity=0):
    props = Props(location_type=ON_DEVICE, capacity=capacity)
    return device.handle("aclrtMemPoolCreate", ctypes.byref(props))


def attribute(device, pool, which) -> int:
    value = ctypes.c_uint64()
    assert device("aclrtMemPoolGetAttr", pool, which, ctypes.byref(value)) == 0
    return value.value


def keep_free_memory(device, pool, size=1 << 40):
    value = ctypes.c_uint64(size)
    assert device("aclrtMemPoolSetAttr", pool, THRESHOLD, ctypes.byref(value)) == 0


def test_freed_memory_is_used_again_in_its_stream(device, stream):
    pool = make_pool(device)
    first = device.handle("aclrtMemPoolMallocAsync", MIB, pool, stream)
    assert attribute(device, pool, USED) == attribute(device, pool, RESERVED) == MIB
    assert device("aclrtMemPoolFreeAsync", first, stream) == 0
    assert attribute(device, pool, USED) == 0
    again = device.handle("aclrtMemPoolMallocAsync", MIB // 2, pool, stream)
    assert again.value == first.value
    assert attribute(device, pool, RESERVED) == MIB
    assert attribute(device, pool, USED_PEAK) == MIB


def test_another_stream_waits_for_the_stream_that_frees(device, stream):
    pool, other = make_pool(device), device.handle("aclrtCreateStream")
    keep_free_memory(device, pool)
    flag = device.upload(ctypes.c_uint64(0))
    first = device.handle("aclrtMemPoolMallocAsync", MIB, pool, stream)
    assert device("aclrtValueWait", flag, 1, 1, stream) == 0
    assert device("aclrtMemPoolFreeAsync", first, stream) == 0
    second = device.handle("aclrtMemPoolMallocAsync", MIB, pool, other)
    assert second.value != first.value
    assert device("aclrtValueWrite", flag, 1, 0, other) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    third = device.handle("aclrtMemPoolMallocAsync", MIB, pool, other)
    assert third.value == first.value


def test_synchronising_gives_back_what_is_above_the_threshold(device, stream):
    pool = make_pool(device)
    block = device.handle("aclrtMemPoolMallocAsync", MIB, pool, stream)
    kept = device.handle("aclrtMemPoolMallocAsync", MIB, pool, stream)
    assert device("aclrtMemPoolFreeAsync", block, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    assert attribute(device, pool, RESERVED) == MIB
    assert attribute(device, pool, RESERVED_PEAK) == 2 * MIB
    keep_free_memory(device, pool)
    assert device("aclrtMemPoolFreeAsync", kept, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    assert attribute(device, pool, RESERVED) == MIB
    assert device("aclrtMemPoolTrimTo", pool, 0) == 0
    assert attribute(device, pool, RESERVED) == 0


def test_capacity(device, stream):
    pool = make_pool(device, capacity=2 * MIB)
    device.handle("aclrtMemPoolMallocAsync", MIB, pool, stream)
    result = ctypes.c_void_p()
    assert (
        device("aclrtMemPoolMallocAsync", ctypes.byref(result), 2 * MIB, pool, stream)
        == Rt.MEMORY_ALLOCATION
    )
    assert "the memory pool has no space for 2097152 bytes" in device.message()


def test_memory_outlives_its_pool(device, stream):
    pool = make_pool(device)
    block = device.handle("aclrtMemPoolMallocAsync", MIB, pool, stream)
    assert device("aclrtMemPoolDestroy", pool) == 0
    assert device("aclrtMemset", block, MIB, 1, MIB) == 0
    assert device("aclrtMemPoolTrimTo", pool, 0) == Rt.PARAM_INVALID
    assert device("aclrtMemPoolFreeAsync", block, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    assert device("aclrtMemset", block, MIB, 1, MIB) == Rt.PARAM_INVALID


def test_wrong_frees(device, stream):
    pool = make_pool(device)
    block = device.handle("aclrtMemPoolMallocAsync", MIB, pool, stream)
    assert device("aclrtFree", block) == Rt.PARAM_INVALID
    assert "call aclrtMemPoolFreeAsync" in device.message()
    assert device("aclrtMemPoolFreeAsync", block, stream) == 0
    assert device("aclrtMemPoolFreeAsync", block, stream) == Rt.PARAM_INVALID
    assert "freed twice?" in device.message()
    assert device("aclrtMemPoolFreeAsync", device.malloc(64), stream) == Rt.PARAM_INVALID


def test_read_only_attributes(device):
    pool = make_pool(device)
    for which, value in ((USED, 0), (RESERVED, 0), (USED_PEAK, 1), (RESERVED_PEAK, 1), (99, 0)):
        number = ctypes.c_uint64(value)
        assert device("aclrtMemPoolSetAttr", pool, which, ctypes.byref(number)) == Acl.INVALID_PARAM


def test_pools_of_the_host(device):
    props = Props(location_type=ON_HOST)
    pool = ctypes.c_void_p()
    code = device("aclrtMemPoolCreate", ctypes.byref(pool), ctypes.byref(props))
    assert code == Acl.INVALID_PARAM


def test_pools_of_other_products(device, other_soc):
    other_soc("Ascend910_9391")
    props, pool = Props(location_type=ON_DEVICE), ctypes.c_void_p()
    code = device("aclrtMemPoolCreate", ctypes.byref(pool), ctypes.byref(props))
    assert code == Rt.FEATURE_NOT_SUPPORT
    assert "Ascend910_9391 has no such function" in device.message()


def test_the_host_writes_managed_memory(device, stream):
    memory = device.handle("aclrtMemAllocManaged", 4, 1)
    ctypes.c_int32.from_address(memory.value).value = 7
    assert device("aclrtMemManagedPrefetchAsync", memory, 2 * MIB, Location(1, 0), 0, stream) == 0
    copied = device.malloc(4)
    assert device("aclrtMemcpyAsync", copied, 4, memory, 4, 3, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    values = (ctypes.c_int32 * 1)()
    device.download(copied, values)
    assert values[0] == 7
    assert device("aclrtFree", memory) == 0


@pytest.mark.parametrize(
    ("size", "kind", "flags", "says"),
    [
        (4096, 1, 0, "no multiple of 2 MiB"),
        (2 * MIB, 0, 0, "location type 0"),
        (2 * MIB, 1, 1, "flags"),
    ],
)
def test_wrong_prefetches(device, stream, size, kind, flags, says):
    memory = device.handle("aclrtMemAllocManaged", 4, 1)
    code = device("aclrtMemManagedPrefetchAsync", memory, size, Location(kind, 0), flags, stream)
    assert code == Acl.INVALID_PARAM
    assert says in device.message()
