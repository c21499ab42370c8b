"""Addresses and memory apart, memory of other processes, copies that are not one piece."""

from __future__ import annotations

import ctypes

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.runtime.importer import Importer
from tests.utils.status import Acl, Rt

MIB = 1 << 20
HBM_HUGE = 4
DEVICE = 1
INNER = 6


class Prop(ctypes.Structure):
    _fields_ = (
        ("handle_type", ctypes.c_int),
        ("allocation_type", ctypes.c_int),
        ("attribute", ctypes.c_int),
        ("location_id", ctypes.c_uint32),
        ("location_type", ctypes.c_int),
        ("reserve", ctypes.c_uint64),
    )


class Access(ctypes.Structure):
    _fields_ = (
        ("flags", ctypes.c_int),
        ("location_id", ctypes.c_uint32),
        ("location_type", ctypes.c_int),
        ("reserved", ctypes.c_uint8 * 12),
    )


def prop(**fields):
    return Prop(**{"attribute": HBM_HUGE, "location_type": DEVICE, **fields})


def physical(device, size):
    return device.handle("aclrtMallocPhysical", size, ctypes.byref(prop()), 0)


def used(device):
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    assert device("aclrtGetMemInfo", 1, ctypes.byref(free), ctypes.byref(total)) == 0
    return total.value - free.value


def test_granularity(device):
    size = ctypes.c_size_t()
    for attribute, expected in ((HBM_HUGE, 2 * MIB), (10, 1024 * MIB)):
        wanted = prop(attribute=attribute)
        assert (
            device("aclrtMemGetAllocationGranularity", ctypes.byref(wanted), 0, ctypes.byref(size))
            == 0
        )
        assert size.value == expected
    # Device memory that only the host has; a place that is nowhere.
    for wrong in (prop(attribute=2), prop(location_type=2)):
        assert device("aclrtMallocPhysical", ctypes.byref(size), MIB, ctypes.byref(wrong), 0) == (
            Acl.INVALID_PARAM
        )


def test_pieces_mapped_side_by_side_are_one_range(device):
    before = used(device)
    address = device.handle("aclrtReserveMemAddress", 8 * MIB, 0, None, 0)
    assert used(device) == before
    pieces = [physical(device, 2 * MIB) for _ in range(2)]
    assert used(device) == before + 4 * MIB
    for index, piece in enumerate(pieces):
        assert device("aclrtMapMem", address.value + index * 2 * MIB, 2 * MIB, 0, piece, 0) == 0
    data = np.random.default_rng(1).integers(0, 256, 4 * MIB, np.uint8)
    back = np.zeros_like(data)
    assert device("aclrtMemcpy", address, data.size, data.ctypes.data, data.size, 1) == 0
    assert device("aclrtMemcpy", back.ctypes.data, data.size, address, data.size, 2) == 0
    np.testing.assert_array_equal(back, data)
    # Beyond what is mapped there is nothing.
    assert (
        device("aclrtMemcpy", back.ctypes.data, 1, address.value + 4 * MIB, 1, 2)
        == Rt.PARAM_INVALID
    )
    assert device("aclrtFree", address) == Rt.PARAM_INVALID
    assert device("aclrtReleaseMemAddress", address) == Rt.PARAM_INVALID
    for piece in pieces:
        assert device("aclrtFreePhysical", piece) == 0
        assert device("aclrtFreePhysical", piece) == Rt.PARAM_INVALID
    # It exists while it is mapped.
    assert used(device) == before + 4 * MIB
    for index in range(2):
        assert device("aclrtUnmapMem", address.value + index * 2 * MIB) == 0
    assert device("aclrtUnmapMem", address) == Rt.PARAM_INVALID
    assert used(device) == before
    assert device("aclrtReleaseMemAddress", address) == 0
    assert device("aclrtReleaseMemAddress", address) == Rt.PARAM_INVALID


def test_one_memory_at_two_addresses(device):
    piece = physical(device, 2 * MIB)
    addresses = [device.handle("aclrtReserveMemAddress", 2 * MIB, 0, None, 0) for _ in range(2)]
    for address in addresses:
        assert device("aclrtMapMem", address, 2 * MIB, 0, piece, 0) == 0
    assert device("aclrtMemset", addresses[0], 64, 7, 64) == 0
    values = (ctypes.c_uint8 * 64)()
    device.download(addresses[1], values)
    assert set(values) == {7}
    again, read = ctypes.c_void_p(), Prop()
    assert device("aclrtMemRetainAllocationHandle", addresses[1], ctypes.byref(again)) == 0
    assert device("aclrtMemGetAllocationPropertiesFromHandle", again, ctypes.byref(read)) == 0
    assert (read.attribute, read.location_type) == (HBM_HUGE, DEVICE)


@pytest.mark.parametrize(
    ("size", "offset", "flags", "code"),
    [
        (2 * MIB, 1, 0, Rt.PARAM_INVALID),
        (2 * MIB, 0, 1, Acl.INVALID_PARAM),
        (4 * MIB, 0, 0, Rt.PARAM_INVALID),
        (0, 0, 0, Acl.INVALID_PARAM),
    ],
)
def test_wrong_mappings(device, size, offset, flags, code):
    address = device.handle("aclrtReserveMemAddress", 8 * MIB, 0, None, 0)
    assert device("aclrtMapMem", address, size, offset, physical(device, 2 * MIB), flags) == code
    assert device.message()


def test_mapping_twice(device):
    address = device.handle("aclrtReserveMemAddress", 4 * MIB, 0, None, 0)
    piece = physical(device, 2 * MIB)
    assert device("aclrtMapMem", address, 2 * MIB, 0, piece, 0) == 0
    assert device("aclrtMapMem", address, 2 * MIB, 0, piece, 0) == Rt.PARAM_INVALID
    assert device("aclrtMapMem", address.value + 4096, 2 * MIB, 0, piece, 0) == Rt.PARAM_INVALID
    assert device("aclrtMapMem", device.malloc(4 * MIB), 2 * MIB, 0, piece, 0) == Rt.PARAM_INVALID
    assert device("aclrtMapMem", address.value + 2 * MIB, 2 * MIB, 0, 0x1234, 0) == Rt.PARAM_INVALID


def test_more_than_the_device_has(device):
    handle = ctypes.c_void_p()
    result = device("aclrtMallocPhysical", ctypes.byref(handle), 1 << 40, ctypes.byref(prop()), 0)
    assert result == Rt.MEMORY_ALLOCATION
    assert "ASCENDC_DEVICE_MEMORY_BYTES" in device.message()


def test_expected_addresses(device):
    address = device.handle("aclrtReserveMemAddress", 2 * MIB, 0, None, 0)
    result = ctypes.c_void_p()
    taken = device("aclrtReserveMemAddress", ctypes.byref(result), 2 * MIB, 0, address, 0)
    assert taken == Rt.PARAM_INVALID
    assert device("aclrtReleaseMemAddress", address) == 0
    assert device.handle("aclrtReserveMemAddress", 2 * MIB, 0, address, 0).value == address.value
    assert (
        device("aclrtReserveMemAddress", ctypes.byref(result), 2 * MIB, 64, None, 0)
        == Acl.INVALID_PARAM
    )
    assert (
        device("aclrtReserveMemAddress", ctypes.byref(result), 0, 0, None, 0) == Acl.INVALID_PARAM
    )


def test_access(device):
    address = device.handle("aclrtReserveMemAddress", 2 * MIB, 0, None, 0)
    assert device("aclrtMapMem", address, 2 * MIB, 0, physical(device, 2 * MIB), 0) == 0
    flags, place = ctypes.c_uint64(), (ctypes.c_uint32 * 2)()
    for wanted in (1, 3):
        access = Access(flags=wanted, location_type=DEVICE)
        assert device("aclrtMemSetAccess", address, 2 * MIB, ctypes.byref(access), 1) == 0
        assert device("aclrtMemGetAccess", address, ctypes.byref(place), ctypes.byref(flags)) == 0
        assert flags.value == wanted
    access = Access(flags=2, location_type=DEVICE)
    assert (
        device("aclrtMemSetAccess", address, 2 * MIB, ctypes.byref(access), 1) == Rt.PARAM_INVALID
    )
    access = Access(flags=3, location_type=DEVICE)
    assert (
        device("aclrtMemSetAccess", address, 4 * MIB, ctypes.byref(access), 1) == Rt.PARAM_INVALID
    )


IMPORTER = """
import ctypes, os, sys
acl = ctypes.CDLL(sys.argv[1])
print(os.getpid(), flush=True)
what, name = input().split()
acl.aclrtSetDevice(0)
address, values = ctypes.c_void_p(), (ctypes.c_uint8 * 64)()
big = ctypes.c_size_t(2 << 20)
if what == "key":
    code = acl.aclrtIpcMemImportByKey(ctypes.byref(address), name.encode(), ctypes.c_uint64(0))
else:
    handle = ctypes.c_void_p()
    if what == "token":
        code = acl.aclrtMemImportFromShareableHandle(ctypes.c_uint64(int(name)), 0,
                                                     ctypes.byref(handle))
    else:
        code = acl.aclrtMemImportFromShareableHandleV2(bytes.fromhex(name), int(what),
                                                       ctypes.c_uint64(0), ctypes.byref(handle))
    if code == 0:
        acl.aclrtReserveMemAddress(ctypes.byref(address), big, ctypes.c_size_t(0), None,
                                   ctypes.c_uint64(0))
        code = acl.aclrtMapMem(address, big, ctypes.c_size_t(0), handle, ctypes.c_uint64(0))
if code == 0:
    size = ctypes.c_size_t(64)
    acl.aclrtMemcpy(values, size, address, size, 2)
    acl.aclrtMemset(address, size, 9, size)
print(code, sum(values))
"""


@pytest.mark.parametrize(
    ("named", "expected"), [(True, (0, 64 * 5)), (False, (Rt.PARAM_INVALID, 0))]
)
def test_buffers_of_another_process(device, cann_home, named, expected):
    buffer = device.malloc(1000)
    assert device("aclrtMemset", buffer, 1000, 5, 1000) == 0
    key = ctypes.create_string_buffer(65)
    assert device("aclrtIpcMemGetExportKey", buffer, 1000, key, 64, 0) == Rt.PARAM_INVALID
    assert device("aclrtIpcMemGetExportKey", buffer.value + 64, 8, key, 65, 0) == Rt.PARAM_INVALID
    assert device("aclrtIpcMemGetExportKey", buffer, 1000, key, 65, 0) == 0
    other = Importer(IMPORTER, cann_home / "lib64/libascendcl.so")
    if named:
        assert device("aclrtIpcMemSetImportPid", key, other.pid, 1) == 0
    assert other.read("key", key.value.decode()) == expected
    values = (ctypes.c_uint8 * 65)()
    device.download(buffer, values)
    assert list(values) == [9 if named else 5] * 64 + [5]
    assert device("aclrtIpcMemClose", key) == 0
    assert device("aclrtIpcMemClose", key) == Rt.PARAM_INVALID
    assert device("aclrtFree", buffer) == 0


def test_physical_memory_of_another_process(device, cann_home):
    piece = physical(device, 2 * MIB)
    address = device.handle("aclrtReserveMemAddress", 2 * MIB, 0, None, 0)
    assert device("aclrtMapMem", address, 2 * MIB, 0, piece, 0) == 0
    assert device("aclrtMemset", address, 64, 3, 64) == 0
    token = ctypes.c_uint64()
    assert device("aclrtMemExportToShareableHandle", piece, 0, 1, ctypes.byref(token)) == 0
    assert Importer(IMPORTER, cann_home / "lib64/libascendcl.so").read("token", token.value) == (
        0,
        64 * 3,
    )
    values = (ctypes.c_uint8 * 64)()
    device.download(address, values)
    assert set(values) == {9}
    handle = ctypes.c_void_p()
    for wrong in (0, 1 << 32, token.value + 1):
        assert (
            device("aclrtMemImportFromShareableHandle", wrong, 0, ctypes.byref(handle))
            == Rt.PARAM_INVALID
        )


NUMBER, FABRIC = 1, 2


@pytest.mark.parametrize(("kind", "size"), [(NUMBER, 8), (FABRIC, 128)])
@pytest.mark.parametrize(("named", "expected"), [(True, (0, 64 * 3)), (False, Rt.PARAM_INVALID)])
def test_handles_of_two_kinds(device, cann_home, kind, size, named, expected):
    piece = physical(device, 2 * MIB)
    address = device.handle("aclrtReserveMemAddress", 2 * MIB, 0, None, 0)
    assert device("aclrtMapMem", address, 2 * MIB, 0, piece, 0) == 0
    assert device("aclrtMemset", address, 64, 3, 64) == 0
    handle = ctypes.create_string_buffer(size)
    assert device("aclrtMemExportToShareableHandleV2", piece, 0, kind, handle) == 0
    importer = Importer(IMPORTER, cann_home / "lib64/libascendcl.so")
    if named:
        assert device("aclrtMemSetPidToShareableHandleV2", handle, kind, importer.pid, 1) == 0
    read = importer.read(kind, handle.raw.hex())
    assert read == expected if named else read[0] == expected


def test_unknown_kinds_of_handles(device):
    piece, handle = physical(device, 2 * MIB), ctypes.create_string_buffer(128)
    assert device("aclrtMemExportToShareableHandleV2", piece, 0, 3, handle) == Acl.INVALID_PARAM


def test_memory_at_a_second_address_by_its_link(device, other_soc):
    other_soc("Ascend910_9391")
    piece = physical(device, 2 * MIB)
    first, second = (device.handle("aclrtReserveMemAddress", 2 * MIB, 0, None, 0) for _ in range(2))
    assert device("aclrtMapMem", first, 2 * MIB, 0, piece, 0) == 0
    assert device("aclrtMemset", first, 64, 3, 64) == 0
    assert device("aclrtMemMapSelectedLink", second, 2 * MIB, first, 2) == Acl.INVALID_PARAM
    assert device("aclrtMemMapSelectedLink", second, 2 * MIB, first, 1) == 0
    values = (ctypes.c_uint8 * 64)()
    device.download(second, values)
    assert set(values) == {3}
    other_soc("Ascend910B3")
    assert device("aclrtMemMapSelectedLink", second, 2 * MIB, first, 1) == Rt.FEATURE_NOT_SUPPORT


def test_a_mapping_without_access(device):
    piece = physical(device, 2 * MIB)
    address = device.handle("aclrtReserveMemAddress", 2 * MIB, 0, None, 0)
    assert device("aclrtMemMapNoAccess", address, 2 * MIB, 0, piece, 0) == 0
    flags = ctypes.c_uint64(7)
    location = (ctypes.c_uint32 * 2)(0, DEVICE)
    assert device("aclrtMemGetAccess", address, location, ctypes.byref(flags)) == 0
    assert flags.value == 0
    access = Access(flags=3, location_type=DEVICE)
    assert device("aclrtMemSetAccess", address, 2 * MIB, ctypes.byref(access), 1) == 0
    assert device("aclrtMemset", address, 64, 3, 64) == 0


DTYPES = {
    2: np.int8, 6: np.int16, 3: np.int32, 8: np.uint32, 1: np.float16, 0: np.float32,
    27: ml_dtypes.bfloat16,
}  # fmt: skip


@pytest.mark.parametrize("dtype", DTYPES)
@given(
    seed=st.integers(0, 2**32 - 1), count=st.integers(1, 100), kind=st.sampled_from([10, 11, 12])
)
def test_sums_maxima_minima(acl, dtype, seed, count, kind):
    assert acl("aclrtSetDevice", 0) == 0
    random = np.random.default_rng(seed)
    kinds = DTYPES[dtype]
    left, right = (
        random.integers(0, 256, count * np.dtype(kinds).itemsize, np.uint8).view(kinds)
        if np.dtype(kinds).kind in "iu"
        else (random.standard_normal(count) * 100).astype(kinds)
        for _ in range(2)
    )
    wide = [value.astype(np.float64) for value in (left, right)]
    combine = {10: np.add, 11: np.maximum, 12: np.minimum}[kind]
    expected = combine(*wide)
    if np.dtype(kinds).kind in "iu":
        expected = np.clip(expected, np.iinfo(kinds).min, np.iinfo(kinds).max)
    else:
        expected = expected.astype(np.float32)  # bfloat16 rounds once, from float32
    expected = expected.astype(kinds)
    pointers = [
        acl.upload((ctypes.c_uint8 * value.nbytes).from_buffer_copy(value.tobytes()))
        for value in (left, right)
    ]
    assert acl("aclrtReduceAsync", *pointers, left.nbytes, kind, dtype, None, None) == 0
    assert acl("aclrtSynchronizeStream", None) == 0
    result = (ctypes.c_uint8 * left.nbytes)()
    acl.download(pointers[0], result)
    np.testing.assert_array_equal(np.frombuffer(bytes(result), np.uint8), expected.view(np.uint8))
    for pointer in pointers:
        assert acl("aclrtFree", pointer) == 0
    assert acl("aclrtResetDevice", 0) == 0


def test_copies_that_descriptors_name(device, stream):
    size = ctypes.c_size_t()
    assert device("aclrtGetMemcpyDescSize", 1, ctypes.byref(size)) == Rt.FEATURE_NOT_SUPPORT
    assert device("aclrtGetMemcpyDescSize", INNER, ctypes.byref(size)) == 0
    source = device.upload((ctypes.c_uint8 * 64)(*range(64)))
    target, descriptor = device.malloc(64), device.malloc(size.value)
    assert device("aclrtSetMemcpyDesc", descriptor, INNER, source, target, 64, None) == 0
    assert device("aclrtMemcpyAsyncWithDesc", descriptor, INNER, stream) == 0
    # The same by addresses that are in device memory.
    slots = [device.upload(ctypes.c_uint64(pointer.value)) for pointer in (target, source)]
    assert device("aclrtMemcpyAsyncWithOffset", slots[0], 8, 8, slots[1], 8, 0, INNER, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    values = (ctypes.c_uint8 * 64)()
    device.download(target, values)
    assert list(values) == [*range(8), *range(8), *range(16, 64)]


def test_batches(device):
    host = [(ctypes.c_uint8 * 16)(*[index] * 16) for index in range(3)]
    pointers = [device.malloc(16) for _ in host]
    words = ctypes.c_size_t * 3
    to = (ctypes.c_void_p * 3)(*[pointer.value for pointer in pointers])
    source = (ctypes.c_void_p * 3)(*map(ctypes.addressof, host))
    attributes, first, failed = (ctypes.c_uint8 * 32)(), ctypes.c_size_t(0), ctypes.c_size_t()

    def copy(sizes):
        return device(
            "aclrtMemcpyBatch", to, words(16, 16, 16), source, sizes, 3, attributes,
            ctypes.byref(first), 1, ctypes.byref(failed),
        )  # fmt: skip

    assert copy(words(16, 16, 16)) == 0
    values = (ctypes.c_uint8 * 16)()
    for index, pointer in enumerate(pointers):
        device.download(pointer, values)
        assert set(values) == {index}
    assert copy(words(16, 17, 16)) == Rt.PARAM_INVALID
    assert failed.value == 1


def test_fills_of_words(device, stream):
    pointer = device.malloc(64)
    assert device("aclrtMemsetD32", pointer, 64, 0x01020304, 16) == 0
    assert device("aclrtMemsetD32Async", pointer, 64, 5, 2, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    values = (ctypes.c_uint32 * 16)()
    device.download(pointer, values)
    assert list(values) == [5] * 2 + [0x01020304] * 14
    assert device("aclrtMemsetD32", pointer, 63, 0, 16) == Acl.INVALID_PARAM
    assert device("aclrtMemsetD32", pointer.value + 1, 60, 0, 1) == Acl.INVALID_PARAM


def test_values_order_streams(device, stream):
    """One stream waits for what the other writes."""
    other = device.handle("aclrtCreateStream")
    flag, data = device.upload(ctypes.c_uint64(0)), device.upload((ctypes.c_uint8 * 8)())
    assert device("aclrtValueWait", flag, 3, 1, stream) == 0
    assert device("aclrtMemsetAsync", data, 8, 1, 8, stream) == 0
    status = ctypes.c_int()
    assert device("aclrtSynchronizeStreamWithTimeout", stream, 20) == Rt.STREAM_SYNC_TIMEOUT
    assert device("aclrtMemsetAsync", data, 8, 2, 8, other) == 0
    assert device("aclrtValueWrite", flag, 3, 0, other) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    assert device("aclrtStreamQuery", stream, ctypes.byref(status)) == 0
    values = (ctypes.c_uint8 * 8)()
    device.download(data, values)
    assert set(values) == {1}
    assert device("aclrtValueWait", flag.value + 4, 3, 1, stream) == Rt.ADDR_UNALIGNED
    assert device("aclrtValueWait", flag, 3, 4, stream) == Rt.PARAM_INVALID


def test_which_memory_is_which(device):
    pointer = device.malloc(1000)
    base, size, fits = ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_uint32()
    inside = pointer.value + 100
    assert device("aclrtMemGetAddressRange", inside, ctypes.byref(base), ctypes.byref(size)) == 0
    assert (base.value, size.value) == (pointer.value, 1024)
    host = (ctypes.c_uint8 * 8)()
    both = (ctypes.c_void_p * 2)(pointer.value, ctypes.addressof(host))
    for count, expected in ((1, 1), (2, 0)):
        assert device("aclrtCheckMemType", both, count, 2, ctypes.byref(fits), 0) == 0
        assert fits.value == expected
    pinned = device.handle("aclrtMallocHost", 4096)
    assert device("aclrtHostGetDevicePointer", pinned, ctypes.byref(base), 0) == 0
    assert device("aclrtHostGetDevicePointer", host, ctypes.byref(base), 0) == Rt.PARAM_INVALID


def test_free_that_waits(device, stream):
    pointer, pinned = device.malloc(MIB), device.handle("aclrtMallocHost", MIB)
    for _ in range(20):
        assert device("aclrtMemcpyAsync", pointer, MIB, pinned, MIB, 1, stream) == 0
    assert device("aclrtFreeWithDevSync", pointer) == 0
    assert device("aclrtFreeHostWithDevSync", pinned) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
