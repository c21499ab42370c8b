"""Memory of the driver (libascend_hal.so), device numbers and names of buffers of the runtime."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.runtime.importer import Importer
from tests.utils.status import Rt

if TYPE_CHECKING:
    from tests.runtime.conftest import Acl

MIB, GIB = 1 << 20, 1 << 30
# Where programs of other projects have memory that their kernels know: below the end of what a
# device addresses.
CHOSEN = 0x180000000000 - 2 * GIB
HBM, DDR = 0, 1
HOST, DEVICE = 0, 1
NUMBER, FABRIC = 0, 1
GIANT_PAGE = 2


class Drv(IntEnum):
    """DRV_ERROR_..."""

    INVALID_DEVICE = 2
    INVALID_VALUE = 3
    INVALID_HANDLE = 4
    OUT_OF_MEMORY = 6
    PARA_ERROR = 8
    UNINIT = 9
    OPER_NOT_PERMITTED = 46
    NOT_SUPPORT = 0xFFFE


class Prop(ctypes.Structure):
    _fields_ = (
        ("side", ctypes.c_uint32),
        ("device", ctypes.c_uint32),
        ("module", ctypes.c_uint32),
        ("page_type", ctypes.c_uint32),
        ("memory_type", ctypes.c_uint32),
        ("reserve", ctypes.c_uint64),
    )


class Attribute(ctypes.Structure):
    _fields_ = (("enable", ctypes.c_uint32), ("reserved", ctypes.c_uint32 * 8))


def prop(**fields):
    return ctypes.byref(Prop(**{"side": DEVICE, "memory_type": HBM, **fields}))


class Hal:
    """libascend_hal: `hal("halMemUnmap", address)` is the error code."""

    def __init__(self, cann_home: Path, acl: Acl):
        self.library = ctypes.CDLL(str(cann_home / "lib64/libascend_hal.so"))
        self.message = acl.message

    def __call__(self, name: str, *arguments) -> int:
        wide = [ctypes.c_uint64(value) if isinstance(value, int) else value for value in arguments]
        return getattr(self.library, name)(*wide)

    def handle(self, name: str, *arguments) -> ctypes.c_void_p:
        result = ctypes.c_void_p()
        assert self(name, ctypes.byref(result), *arguments) == 0
        return result

    def create(self, size: int) -> ctypes.c_void_p:
        return self.handle("halMemCreate", size, prop(), 0)


@pytest.fixture
def hal(cann_home: Path, device: Acl) -> Hal:
    return Hal(cann_home, device)


def reserve(hal, size, address=None, flag=0):
    return hal("halMemAddressReserve", ctypes.byref(ctypes.c_void_p()), size, 0, address, flag)


def values_at(device, address, count=64):
    values = (ctypes.c_uint8 * count)()
    device.download(address, values)
    return list(values)


def test_memory_at_a_chosen_address(device, hal):
    base = hal.handle("halMemAddressReserve", GIB, 0, CHOSEN, 0)
    assert base.value == CHOSEN
    assert reserve(hal, GIB, CHOSEN) == Drv.INVALID_VALUE
    assert "0x180000000000" in device.message()
    memory = hal.create(32 * MIB)
    address = CHOSEN + GIB - 32 * MIB
    # It is device memory, and nothing is there yet.
    assert device("aclrtMemset", address, 64, 1, 64) == Rt.PARAM_INVALID
    assert hal("halMemMap", address, 32 * MIB, 0, memory, 0) == 0
    assert device("aclrtMemset", address, 64, 7, 64) == 0
    copy = device.malloc(64)
    assert device("aclrtMemcpy", copy, 64, address, 64, 3) == 0
    assert values_at(device, copy) == [7] * 64
    assert values_at(device, address + 32 * MIB - 64) == [0] * 64
    assert hal("halMemAddressFree", base) == Drv.INVALID_VALUE  # still mapped
    assert hal("halMemRelease", memory) == 0
    assert hal("halMemRelease", memory) == Drv.INVALID_HANDLE
    assert hal("halMemUnmap", address) == 0
    assert hal("halMemUnmap", address) == Drv.INVALID_VALUE
    assert hal("halMemAddressFree", base) == 0
    assert hal("halMemAddressFree", base) == Drv.INVALID_VALUE
    # Free again, also for the interface of acl.
    assert device.handle("aclrtReserveMemAddress", GIB, 0, CHOSEN, 1).value == CHOSEN
    assert device("aclrtReleaseMemAddress", CHOSEN) == 0


def test_a_reset_gives_chosen_addresses_back(device, hal):
    assert reserve(hal, GIB, CHOSEN) == 0
    assert hal("halMemMap", CHOSEN, 2 * MIB, 0, hal.create(2 * MIB), 0) == 0
    assert device("aclrtResetDeviceForce", 0) == 0
    assert device("aclrtSetDevice", 0) == 0
    assert reserve(hal, GIB, CHOSEN) == 0


def test_both_interfaces_share_handles_and_addresses(device, hal):
    memory = hal.create(2 * MIB)
    address = device.handle("aclrtReserveMemAddress", 2 * MIB, 0, None, 1)
    assert device("aclrtMapMem", address, 2 * MIB, 0, memory, 0) == 0
    again = hal.handle("halMemRetainAllocationHandle", address)
    for handle in (memory, again):
        assert device("aclrtFreePhysical", handle) == 0
    assert hal("halMemUnmap", address) == 0
    assert hal("halMemAddressFree", address) == 0


@pytest.mark.parametrize(
    ("size", "address"),
    [
        (GIB, CHOSEN + 2 * MIB),  # more than 512 MiB begin at multiples of 1 GiB
        (8 * MIB, CHOSEN + 4 * MIB),
        (2 * MIB, CHOSEN + 4096),
        (GIB, 0x7000 << 32),  # no device has these addresses
        (2 * GIB, 0x180000000000 - GIB),
    ],
)
def test_addresses_that_cannot_be_reserved(hal, size, address):
    assert reserve(hal, size, address) == Drv.INVALID_VALUE
    assert hal.message()


def test_wrong_reservations(hal):
    result = ctypes.byref(ctypes.c_void_p())
    assert hal("halMemAddressReserve", None, MIB, 0, None, 0) == Drv.INVALID_VALUE
    assert hal("halMemAddressReserve", result, 0, 0, None, 0) == Drv.INVALID_VALUE
    assert hal("halMemAddressReserve", result, MIB, 64, None, 0) == Drv.INVALID_VALUE
    shared_by_devices = 1 << 8
    assert reserve(hal, GIB, None, shared_by_devices) == Drv.INVALID_VALUE
    assert reserve(hal, GIB, CHOSEN, shared_by_devices | 1) == 0
    assert reserve(hal, GIB, None, 3) == Drv.INVALID_VALUE
    assert hal.message()


@pytest.mark.parametrize(
    ("size", "fields", "code"),
    [
        (MIB, {}, Drv.INVALID_VALUE),
        (0, {}, Drv.INVALID_VALUE),
        (2 * MIB, {"memory_type": DDR}, Drv.INVALID_VALUE),
        (2 * MIB, {"side": HOST}, Drv.INVALID_VALUE),
        (2 * MIB, {"side": 3}, Drv.INVALID_VALUE),
        (2 * MIB, {"page_type": 3}, Drv.INVALID_VALUE),
        (2 * MIB, {"device": 99}, Drv.INVALID_DEVICE),
        (1 << 40, {}, Drv.OUT_OF_MEMORY),
    ],
)
def test_memory_that_cannot_be_created(hal, size, fields, code):
    handle = ctypes.byref(ctypes.c_void_p())
    assert hal("halMemCreate", handle, size, prop(**fields), 0) == code
    assert hal.message()


def test_wrong_mappings(hal):
    address = hal.handle("halMemAddressReserve", 4 * MIB, 0, None, 0)
    memory = hal.create(2 * MIB)
    assert hal("halMemMap", address, MIB, 0, memory, 0) == Drv.INVALID_VALUE
    assert hal("halMemMap", address, 2 * MIB, MIB, memory, 0) == Drv.INVALID_VALUE
    assert hal("halMemMap", address, 4 * MIB, 0, memory, 0) == Drv.INVALID_VALUE
    assert hal("halMemMap", address, 2 * MIB, 0, 0x1234, 0) == Drv.INVALID_HANDLE
    assert hal("halMemRetainAllocationHandle", ctypes.byref(memory), address) == Drv.INVALID_VALUE
    assert hal.message()


def test_granularity(hal):
    size = ctypes.c_size_t()
    name = "halMemGetAllocationGranularity"
    for option in (0, 1):
        assert hal(name, prop(), option, ctypes.byref(size)) == 0
        assert size.value == 2 * MIB
    assert hal(name, prop(page_type=GIANT_PAGE), 0, ctypes.byref(size)) == 0
    assert size.value == GIB
    assert hal(name, prop(), 2, ctypes.byref(size)) == Drv.INVALID_VALUE
    host = prop(side=HOST, memory_type=DDR)
    assert hal(name, host, 0, ctypes.byref(size)) == 0


def exported(hal, memory, kind=FABRIC):
    """The handle of memory for other processes, and the number that stands for it here."""
    handle = ctypes.create_string_buffer(128)
    assert hal("halMemExportToShareableHandleV2", memory, kind, 0, handle) == 0
    server, number = ctypes.c_uint32(), ctypes.c_uint64()
    translated = ctypes.byref(server), ctypes.byref(number)
    assert hal("halMemTransShareableHandle", kind, handle, *translated) == 0
    other = (FABRIC, NUMBER)[kind]
    assert hal("halMemTransShareableHandle", other, handle, *translated) == Drv.INVALID_VALUE
    assert server.value == 0x3FF  # of servers without a super pod
    return handle, number


def allow_all(hal, number, enable=1, kind=0):
    # The attribute has 36 bytes: it is passed in memory.
    function = hal.library.halMemShareHandleSetAttribute
    function.argtypes = (ctypes.c_uint64, ctypes.c_int, Attribute)
    return function(number, kind, Attribute(enable=enable))


def mapped(device, hal, memory, value):
    address = hal.handle("halMemAddressReserve", 2 * MIB, 0, None, 0)
    assert hal("halMemMap", address, 2 * MIB, 0, memory, 0) == 0
    if value is not None:
        assert device("aclrtMemset", address, 64, value, 64) == 0
    return address


def test_memory_is_imported_where_it_was_exported(device, hal):
    memory = hal.create(2 * MIB)
    handle, number = exported(hal, memory)
    imported = ctypes.c_void_p()
    words = FABRIC, handle, 0, ctypes.byref(imported)
    assert hal("halMemImportFromShareableHandleV2", *words) == Drv.INVALID_VALUE
    assert "not among those" in device.message()
    assert allow_all(hal, number) == 0
    assert hal("halMemImportFromShareableHandleV2", *words) == 0
    written, read = mapped(device, hal, memory, 5), mapped(device, hal, imported, None)
    assert values_at(device, read) == [5] * 64
    assert written.value != read.value
    assert hal("halMemRelease", imported) == 0


IMPORTER = """
import ctypes, os, sys
hal, acl = (ctypes.CDLL(sys.argv[1] + name) for name in ("/libascend_hal.so", "/libascendcl.so"))
print(os.getpid(), flush=True)
what, name = input().split()
acl.aclrtSetDevice(0)
handle, address, values = ctypes.c_void_p(), ctypes.c_void_p(), (ctypes.c_uint8 * 64)()
size, zero = ctypes.c_size_t(2 << 20), ctypes.c_size_t(0)
if what == "runtime":
    code = acl.rtIpcOpenMemory(ctypes.byref(address), name.encode())
elif what == "number":
    code = hal.halMemImportFromShareableHandle(ctypes.c_uint64(int(name)), 0, ctypes.byref(handle))
else:
    code = hal.halMemImportFromShareableHandleV2(1, bytes.fromhex(name), 0, ctypes.byref(handle))
if code == 0:
    if what != "runtime":
        chosen = ctypes.c_void_p(0x180000000000 - (2 << 30))
        assert hal.halMemAddressReserve(ctypes.byref(address), size, zero, chosen, zero) == 0
        assert hal.halMemMap(address, size, zero, handle, zero) == 0
    count = ctypes.c_size_t(64)
    acl.aclrtMemcpy(values, count, address, count, 2)
    acl.aclrtMemset(address, count, 9, count)
    if what == "runtime":
        assert acl.rtIpcCloseMemory(address) == 0
        assert acl.rtIpcCloseMemory(address) == 107000
print(code, sum(values))
"""


@pytest.mark.parametrize("allowed", ["all", "named", "none"])
def test_memory_of_another_process(device, hal, cann_home, allowed):
    memory = hal.create(2 * MIB)
    address = mapped(device, hal, memory, 3)
    handle, number = exported(hal, memory)
    other = Importer(IMPORTER, cann_home / "lib64")
    if allowed == "all":
        assert allow_all(hal, number) == 0
    elif allowed == "named":
        assert hal("halMemSetPidToShareableHandle", number, other.pid, 1) == 0
        assert allow_all(hal, number) == Drv.OPER_NOT_PERMITTED
    expected = (Drv.INVALID_VALUE, 0) if allowed == "none" else (0, 64 * 3)
    assert other.read("handle", handle.raw.hex()) == expected
    assert values_at(device, address) == [3 if allowed == "none" else 9] * 64


def test_memory_of_another_process_by_a_number(device, hal, cann_home):
    memory = hal.create(2 * MIB)
    address = mapped(device, hal, memory, 4)
    number = ctypes.c_uint64()
    export = "halMemExportToShareableHandle"
    assert hal(export, memory, FABRIC, 0, ctypes.byref(number)) == Drv.NOT_SUPPORT
    assert hal(export, memory, NUMBER, 0, ctypes.byref(number)) == 0
    assert allow_all(hal, number) == 0
    assert Importer(IMPORTER, cann_home / "lib64").read("number", number.value) == (0, 64 * 4)
    assert values_at(device, address) == [9] * 64


def test_copies_of_ai_cpus(hal):
    source, target = (ctypes.c_uint8 * 8)(*range(8)), (ctypes.c_uint8 * 8)()
    words = ctypes.addressof(target), 8, ctypes.addressof(source)
    assert hal("halSdmaCopy", *words, 5) == 0
    assert list(target) == [0, 1, 2, 3, 4, 0, 0, 0]
    assert hal("halSdmaCopy", *words, 9) == Drv.INVALID_VALUE
    assert hal("halSdmaCopy", 0, 8, words[2], 8) == Drv.INVALID_VALUE


def test_wrong_handles(hal):
    memory = hal.create(2 * MIB)
    handle = ctypes.create_string_buffer(128)
    export = "halMemExportToShareableHandleV2"
    assert hal(export, memory, 2, 0, handle) == Drv.NOT_SUPPORT
    assert hal(export, memory, FABRIC, 1, handle) == Drv.NOT_SUPPORT
    assert hal(export, 0x1234, FABRIC, 0, handle) == Drv.INVALID_HANDLE
    words = FABRIC, handle, 0, ctypes.byref(memory)
    assert hal("halMemImportFromShareableHandleV2", *words) == Drv.INVALID_VALUE
    assert "not exported" in hal.message()
    _, number = exported(hal, memory)
    assert allow_all(hal, number, enable=0) == Drv.NOT_SUPPORT
    assert allow_all(hal, number, enable=2) == Drv.PARA_ERROR
    assert allow_all(hal, number, kind=1) == Drv.NOT_SUPPORT
    assert allow_all(hal, 0) == Drv.OPER_NOT_PERMITTED


def test_a_device_is_needed_for_addresses(cann_home):
    code = f"""
import ctypes
hal = ctypes.CDLL({str(cann_home / "lib64/libascend_hal.so")!r})
address, size = ctypes.c_void_p(), ctypes.c_size_t(2 << 20)
zero = ctypes.c_uint64(0)
print(hal.halMemAddressReserve(ctypes.byref(address), size, zero, None, zero))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    )
    assert int(done.stdout) == Drv.UNINIT


def number(device, function, *arguments, kind=ctypes.c_int64):
    result = kind()
    assert device(function, *arguments, ctypes.byref(result)) == 0
    return result.value


def test_numbers_of_devices(device, other_soc):
    assert number(device, "rtGetLogicDevIdByUserDevId", 0, kind=ctypes.c_int32) == 0
    assert number(device, "rtGetDevicePhyIdByIndex", 0, kind=ctypes.c_uint32) == 0
    assert number(device, "rtGetDeviceIndexByPhyId", 0, kind=ctypes.c_uint32) == 0
    assert number(device, "rtDeviceGetBareTgid", kind=ctypes.c_uint32) == os.getpid()
    for function in ("rtGetLogicDevIdByUserDevId", "rtGetDevicePhyIdByIndex"):
        result = ctypes.c_uint32()
        assert device(function, 99, ctypes.byref(result)) == Rt.INVALID_DEVICEID
        assert device(function, 0, None) == Rt.PARAM_INVALID
    other_soc("Ascend910B3")
    system, cores = 0, 4
    chip, die, in_pod, server, pod = 18, 19, 26, 27, 29
    read = [number(device, "rtGetDeviceInfo", 0, system, kind) for kind in (chip, die)]
    assert read == [0, 0]
    read = [number(device, "rtGetDeviceInfo", 0, system, kind) for kind in (in_pod, server, pod)]
    assert read == [0xFFFFFFFF, 0x3FF, 0xFFFFFFFF]
    assert number(device, "rtGetDeviceInfo", 0, cores, 3) == 20
    value = ctypes.c_int64()
    assert device("rtGetDeviceInfo", 0, system, 1, ctypes.byref(value)) == Rt.FEATURE_NOT_SUPPORT
    assert "information 1 of module 0" in device.message()
    assert device("rtGetDeviceInfo", 9, 0, chip, ctypes.byref(value)) == Rt.INVALID_DEVICEID


def test_peers(device):
    for function in ("rtEnableP2P", "rtDisableP2P"):
        assert device(function, 0, 0, 0) == 0
        assert device(function, 0, 99, 0) == Rt.INVALID_DEVICEID
    assert device("rtEnableP2P", 0, 0, 1) == Rt.PARAM_INVALID


@pytest.mark.parametrize("named", [True, False])
def test_names_of_buffers(device, cann_home, named):
    buffer, name = device.malloc(64), ctypes.create_string_buffer(65)
    assert device("aclrtMemset", buffer, 64, 5, 64) == 0
    assert device("rtIpcSetMemoryName", buffer, 64, name, 64) == Rt.PARAM_INVALID
    assert device("rtIpcSetMemoryName", buffer, 64, name, 65) == 0
    other = Importer(IMPORTER, cann_home / "lib64")
    if named:
        in_pod = "rtSetIpcMemorySuperPodPid"
        assert device(in_pod, name, 5, other.pid, 1) == Rt.FEATURE_NOT_SUPPORT
        assert device(in_pod, name, 0xFFFFFFFF, other.pid, 1) == 0
    expected = (0, 64 * 5) if named else (Rt.PARAM_INVALID, 0)
    assert other.read("runtime", name.value.decode()) == expected
    assert values_at(device, buffer) == [9 if named else 5] * 64
    assert device("rtIpcDestroyMemoryName", name) == 0
    assert device("rtIpcDestroyMemoryName", name) == Rt.PARAM_INVALID
    assert device("rtSetIpcMemPid", name, other.pid, 1) == Rt.PARAM_INVALID


def test_a_buffer_is_opened_where_it_was_named(device):
    buffer, name = device.malloc(64), ctypes.create_string_buffer(65)
    assert device("rtIpcSetMemoryName", buffer, 64, name, 65) == 0
    this = (ctypes.c_int32 * 1)(os.getpid())
    assert device("rtSetIpcMemPid", name, this, 1) == 0
    opened = device.handle("rtIpcOpenMemory", name)
    assert device("aclrtMemset", opened, 64, 6, 64) == 0
    assert values_at(device, buffer) == [6] * 64
    # The name ends before what was opened by it.
    assert device("rtIpcDestroyMemoryName", name) == 0
    assert values_at(device, opened) == [6] * 64
    assert device("rtIpcCloseMemory", opened) == 0
    assert device("aclrtFree", buffer) == 0
