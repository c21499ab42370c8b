"""Device and host memory, copies and fills, with the codes of their mistakes."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys

import pytest

from tests.utils.status import Acl, Rt

H2H, H2D, D2H, D2D, DEFAULT = range(5)
HOST = (ctypes.c_uint8 * 4096)()


def test_allocation(device):
    pointer = device.malloc(1000)
    assert pointer.value % 64 == 0
    assert device("aclrtFree", pointer) == 0
    assert device("aclrtFree", pointer) == Rt.PARAM_INVALID
    assert "freed twice" in device.message()
    assert device("aclrtFree", None) == Acl.INVALID_PARAM
    inner = device.malloc(4096)
    assert device("aclrtFree", inner.value + 64) == Rt.PARAM_INVALID
    assert device("aclrtFree", ctypes.addressof(HOST)) == Rt.PARAM_INVALID
    assert device("aclrtMalloc", None, 16, 0) == Acl.INVALID_PARAM
    assert device("aclrtMalloc", ctypes.byref(pointer), 0, 0) == Acl.INVALID_PARAM


def test_contents_are_poisoned(device):
    values = (ctypes.c_uint8 * 64)()
    device.download(device.malloc(64), values)
    assert set(values) == {0xFF}


def test_out_of_memory(device):
    pointer = ctypes.c_void_p()
    assert device("aclrtMalloc", ctypes.byref(pointer), 1 << 50, 0) == Rt.MEMORY_ALLOCATION
    assert "ASCENDC_DEVICE_MEMORY_BYTES" in device.message()


def test_large_allocations_cost_nothing(device):
    # Far more than the machine has: pages are committed when they are touched.
    pointers = [device.malloc(8 << 30) for _ in range(7)]
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    assert device("aclrtGetMemInfo", 1, ctypes.byref(free), ctypes.byref(total)) == 0
    assert total.value == 64 << 30
    assert free.value <= 8 << 30
    for pointer in pointers:
        assert device("aclrtFree", pointer) == 0


def test_many_small_allocations(device):
    pointers = [device.malloc(48) for _ in range(30000)]
    assert len({pointer.value for pointer in pointers}) == 30000
    for pointer in pointers:
        assert device("aclrtFree", pointer) == 0


def test_copy_checks(device):
    pointer = device.malloc(256)
    assert device("aclrtMemcpy", pointer, 256, HOST, 256, H2D) == 0
    assert device("aclrtMemcpy", HOST, 256, pointer, 256, DEFAULT) == 0
    assert device("aclrtMemcpy", None, 0, None, 0, H2D) == 0
    assert device("aclrtMemcpy", None, 256, HOST, 256, H2D) == Acl.INVALID_PARAM
    assert device("aclrtMemcpy", pointer, 256, None, 256, H2D) == Acl.INVALID_PARAM
    assert device("aclrtMemcpy", pointer, 255, HOST, 256, H2D) == Rt.PARAM_INVALID
    assert device("aclrtMemcpy", pointer, 256, HOST, 256, 6) == Acl.INVALID_PARAM
    # More than the buffer holds, whatever the caller says about it.
    assert device("aclrtMemcpy", pointer, 1024, HOST, 1024, H2D) == Rt.PARAM_INVALID
    assert device("aclrtMemcpy", HOST, 1024, pointer.value + 128, 512, D2H) == Rt.PARAM_INVALID
    assert device("aclrtFree", pointer) == 0
    assert device("aclrtMemcpy", HOST, 256, pointer, 256, D2H) == Rt.PARAM_INVALID


def test_memset(device):
    values = (ctypes.c_uint8 * 100)()
    pointer = device.malloc(100)
    assert device("aclrtMemset", pointer, 100, 0x1234, 50) == 0
    device.download(pointer, values)
    assert list(values) == [0x34] * 50 + [0xFF] * 50
    assert device("aclrtMemset", pointer, 49, 0, 50) == Rt.PARAM_INVALID
    assert device("aclrtMemset", None, 49, 0, 49) == Acl.INVALID_PARAM
    assert device("aclrtMemset", pointer, 100, 0, 0) == 0


def test_copies_in_a_stream(device, stream):
    source = (ctypes.c_uint8 * 64)(*range(64))
    pointer = device.malloc(64)
    assert device("aclrtMemcpyAsync", pointer, 64, source, 64, H2D, stream) == 0
    # Pageable memory was read before the call came back.
    ctypes.memset(source, 0, 64)
    result = (ctypes.c_uint8 * 64)()
    assert device("aclrtMemcpyAsync", result, 64, pointer, 64, D2H, stream) == 0
    assert list(result) == list(range(64))
    assert device("aclrtMemcpyAsync", result, 64, source, 64, H2H, stream) == Rt.FEATURE_NOT_SUPPORT
    assert device("aclrtMemsetAsync", pointer, 64, 5, 64, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    device.download(pointer, result)
    assert set(result) == {5}


def test_rectangles(device):
    source = (ctypes.c_uint8 * 64)(*range(64))
    pointer = device.malloc(64)
    result = (ctypes.c_uint8 * 16)()
    assert device("aclrtMemcpy2d", pointer, 16, source, 16, 16, 4, H2D) == 0
    assert device("aclrtMemcpy2d", result, 4, pointer.value + 2, 16, 4, 4, D2H) == 0
    assert list(result) == [16 * row + 2 + column for row in range(4) for column in range(4)]
    assert device("aclrtMemcpy2d", result, 3, pointer, 16, 4, 4, D2H) == Rt.PARAM_INVALID
    assert device("aclrtMemcpy2d", result, 4, pointer, 16, 4, 40, D2H) == Rt.PARAM_INVALID


def test_pinned_memory(device):
    pointer = device.handle("aclrtMallocHost", 100)
    assert pointer.value % 64 == 0
    assert device("aclrtFreeHost", pointer) == 0
    assert device("aclrtFreeHost", pointer) == Rt.PARAM_INVALID
    assert device("aclrtFreeHost", None) == Acl.INVALID_PARAM
    assert device("aclrtMallocHost", ctypes.byref(pointer), 0) == Acl.INVALID_PARAM


@pytest.mark.parametrize(
    ("size", "codes"), [(1 << 20, f"[0, {Rt.MEMORY_ALLOCATION}]"), (3 << 20, "[0, 0]")]
)
def test_budget_from_the_environment(cann_home, size, codes):
    program = (
        "import ctypes, sys; acl = ctypes.CDLL(sys.argv[1]);"
        "p = ctypes.c_void_p(); acl.aclrtSetDevice(0);"
        "print([acl.aclrtMalloc(ctypes.byref(p), ctypes.c_size_t(1 << 20), 0) for _ in range(2)])"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, str(cann_home / "lib64/libascendcl.so")],
        env={**os.environ, "ASCENDC_DEVICE_MEMORY_BYTES": str(size)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == codes


@pytest.mark.parametrize(("text", "byte"), [("0xA5", 0xA5), ("7", 7), ("", 0xFF)])
def test_whole_buffers_hold_the_pattern_asked_for(cann_home, text, byte):
    # Without one, large buffers hold 0xFF in front only.
    size = 1 << 20 if byte != 0xFF else 1 << 10
    program = (
        "import ctypes, sys; acl = ctypes.CDLL(sys.argv[1]); n = int(sys.argv[2]);"
        "p = ctypes.c_void_p(); acl.aclrtSetDevice(0); size = ctypes.c_size_t(n);"
        "acl.aclrtMalloc(ctypes.byref(p), size, 0); values = (ctypes.c_ubyte * n)();"
        "acl.aclrtMemcpy(values, size, p, size, 2); print(sorted(set(values)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, str(cann_home / "lib64/libascendcl.so"), str(size)],
        env={**os.environ, "ASCENDC_MEMORY_PATTERN": text},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == f"[{byte}]"


@pytest.mark.parametrize("text", ["0x1FF", "no", "7x"])
def test_patterns_that_are_no_byte_are_refused(cann_home, text):
    program = (
        "import ctypes, sys; acl = ctypes.CDLL(sys.argv[1]); print(acl.aclInit(None));"
        "acl.aclGetRecentErrMsg.restype = ctypes.c_char_p; print(acl.aclGetRecentErrMsg().decode())"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, str(cann_home / "lib64/libascendcl.so")],
        env={**os.environ, "ASCENDC_MEMORY_PATTERN": text},
        capture_output=True,
        text=True,
        check=True,
    )
    code, message = result.stdout.splitlines()
    assert int(code) == 100000  # ACL_ERROR_INVALID_PARAM
    assert f"ASCENDC_MEMORY_PATTERN={text}: this is no byte" in message
