"""Initialisation, devices, contexts and what belongs to threads."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from tests.utils.status import Acl, Rt

if TYPE_CHECKING:
    from pathlib import Path

# Prints what aclInit, aclrtMalloc without a device, and the last message are.
INIT = """
import ctypes, sys
acl = ctypes.CDLL(sys.argv[1])
acl.aclGetRecentErrMsg.restype = ctypes.c_char_p
print(acl.aclInit(sys.argv[2].encode()))
print((acl.aclGetRecentErrMsg() or b"").decode())
print(acl.aclrtMalloc(ctypes.byref(ctypes.c_void_p()), ctypes.c_size_t(64), 0))
"""


def in_thread(function):
    results = []
    thread = threading.Thread(target=lambda: results.append(function()))
    thread.start()
    thread.join()
    return results[0]


def test_init_and_finalize(acl, tmp_path):
    assert acl("aclInit", None) == 0
    acl.message()
    assert acl("aclInit", b"") == Acl.REPEAT_INITIALIZE
    assert not acl.message()  # it would stand before the text of a later error
    assert acl("aclFinalize") == 0
    assert acl("aclFinalize") == Acl.REPEAT_FINALIZE
    other = tmp_path / "other.json"
    other.write_text("{}")
    assert acl("aclInit", str(other).encode()) == Acl.INVALID_PARAM
    assert acl("aclInit", b"") == 0
    assert acl("aclFinalize") == 0


@pytest.mark.parametrize(
    ("config", "code", "words", "malloc"),
    [
        ("{}", 0, "", Rt.CONTEXT_NULL),
        ('{"defaultDevice": {"default_device": "0"}}', 0, "", 0),
        ('{"defaultDevice": {"default_device": "7"}}', Acl.INVALID_PARAM, '"0" to "0"', None),
        ('{"defaultDevice": {"default_device": 0}}', Acl.INVALID_PARAM, "a string", None),
        ('{"dump": {"dump_path": "x", "dump_list": [{}]}}', Acl.API_NOT_SUPPORT, "dump", None),
        ('{"dump": {"dump_op_switch": "off"}}', 0, "", Rt.CONTEXT_NULL),
        ('{"dump": {"dump_scene": "lite_exception"}}', 0, "", Rt.CONTEXT_NULL),
        ('{"dump": {"dump_scene": "watcher"}}', Acl.API_NOT_SUPPORT, "dump", None),
        ('{"profiler": {"switch": "on"}}', Acl.API_NOT_SUPPORT, "msprof PROGRAM", None),
        ('{"profiler": {"switch": "off"}}', 0, "", Rt.CONTEXT_NULL),
        ('{"err_msg_mode": "1"}', 0, "", Rt.CONTEXT_NULL),
        ('{"err_msg_mode": "2"}', Acl.INVALID_PARAM, "err_msg_mode", None),
        ('{"err_msg_mode": "0", "max_opqueue_num": "10000"}', 0, "", Rt.CONTEXT_NULL),
    ],
)
def test_configurations(
    cann_home: Path, tmp_path: Path, config: str, code: int, words: str, malloc: int | None
) -> None:
    """02_initialization_and_deinitialization.md: done, without effect on results, or rejected."""
    file = tmp_path / "acl.json"
    file.write_text(config)
    library = cann_home / "lib64/libascendcl.so"
    command = [sys.executable, "-c", INIT, str(library), str(file)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert int(told[0]) == code
    assert words in told[1]
    if malloc is not None:
        assert int(told[2]) == malloc


def test_devices(acl):
    count = ctypes.c_uint32()
    assert acl("aclrtGetDeviceCount", ctypes.byref(count)) == 0
    assert count.value == 1
    assert acl("aclrtResetDevice", 0) == Rt.CONTEXT_RELEASE_ERROR
    for bad in (-1, 1, 1000):
        assert acl("aclrtSetDevice", bad) == Rt.INVALID_DEVICEID
        assert acl("aclrtResetDevice", bad) == Rt.INVALID_DEVICEID
    mode = ctypes.c_int(-1)
    assert acl("aclrtGetRunMode", ctypes.byref(mode)) == 0
    assert mode.value == 1


def test_devices_are_counted(acl):
    pointer = ctypes.c_void_p()
    assert acl("aclrtSetDevice", 0) == 0
    assert acl("aclrtSetDevice", 0) == 0
    assert acl("aclrtResetDevice", 0) == 0
    assert acl("aclrtMalloc", ctypes.byref(pointer), 64, 0) == 0
    assert acl("aclrtResetDevice", 0) == 0
    # The last reset takes the context and what was leaked.
    assert acl("aclrtMalloc", ctypes.byref(pointer), 64, 0) == Rt.CONTEXT_NULL
    assert acl("aclrtFree", pointer) == Rt.PARAM_INVALID
    assert acl("aclrtResetDevice", 0) == Rt.CONTEXT_RELEASE_ERROR


def test_the_current_context_is_the_threads(device):
    current = device.handle("aclrtGetCurrentContext")
    found = ctypes.c_void_p()
    assert (
        in_thread(lambda: device("aclrtGetCurrentContext", ctypes.byref(found))) == Rt.CONTEXT_NULL
    )
    assert in_thread(lambda: device("aclrtSetCurrentContext", current)) == 0
    assert in_thread(lambda: device("aclrtSynchronizeDevice")) == Rt.CONTEXT_NULL


def test_own_contexts(device):
    default = device.handle("aclrtGetCurrentContext")
    own = device.handle("aclrtCreateContext", 0)
    assert device.handle("aclrtGetCurrentContext").value == own.value
    stream = device.handle("aclrtCreateStream")
    assert device("aclrtSetCurrentContext", default) == 0
    assert device("aclrtSynchronizeStream", stream) == Rt.STREAM_CONTEXT
    assert device("aclrtSetCurrentContext", own) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    assert device("aclrtDestroyContext", own) == 0
    assert device("aclrtSynchronizeStream", stream) == Rt.CONTEXT_NULL
    assert device("aclrtDestroyContext", own) == Rt.CONTEXT_NULL
    assert device("aclrtDestroyContext", default) == Rt.CONTEXT_NULL
    assert device("aclrtDestroyContext", None) == Acl.INVALID_PARAM
    assert device("aclrtSetCurrentContext", own) == Rt.PARAM_INVALID
    assert device("aclrtSetCurrentContext", None) == Acl.INVALID_PARAM


def test_error_texts_and_codes_are_the_threads(device):
    assert device("aclrtFree", None) == Acl.INVALID_PARAM
    assert in_thread(lambda: device("aclrtGetLastError", 0)) == 0
    assert in_thread(device.message) == ""
    assert device("aclrtPeekAtLastError", 0) == Acl.INVALID_PARAM
    assert device("aclrtGetLastError", 0) == Acl.INVALID_PARAM
    assert device("aclrtGetLastError", 0) == 0
    assert "devPtr is NULL" in device.message()
    assert device.message() == ""


def test_error_texts_of_the_process(cann_home: Path, tmp_path: Path) -> None:
    """02_initialization_and_deinitialization.md: err_msg_mode "1"."""
    code = """
import ctypes, sys, threading
acl = ctypes.CDLL(sys.argv[1])
acl.aclGetRecentErrMsg.restype = ctypes.c_char_p
print(acl.aclInit(sys.argv[2].encode()))
thread = threading.Thread(target=lambda: acl.aclrtFree(None))
thread.start()
thread.join()
print(acl.aclrtGetLastError(0), acl.aclGetRecentErrMsg(), acl.aclGetRecentErrMsg())
"""
    (tmp_path / "acl.json").write_text('{"err_msg_mode": "1"}')
    library = cann_home / "lib64/libascendcl.so"
    command = [sys.executable, "-c", code, str(library), str(tmp_path / "acl.json")]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert told == ["0", f"0 b'[{Acl.INVALID_PARAM}] aclrtFree: devPtr is NULL' None"]


def test_options(device):
    value = ctypes.c_int64()
    assert device("aclrtCtxGetSysParamOpt", 0, ctypes.byref(value)) == Rt.SYSPARAMOPT_NOT_SET
    assert device("aclrtCtxSetSysParamOpt", 0, 1) == 0
    assert device("aclrtCtxGetSysParamOpt", 0, ctypes.byref(value)) == 0
    assert value.value == 1
    assert device("aclrtCtxSetSysParamOpt", 9, 1) == Rt.PARAM_INVALID


def test_soc_and_cores(device):
    device.library.aclrtGetSocName.restype = ctypes.c_char_p
    assert device.library.aclrtGetSocName() == b"Ascend910B3"
    value = ctypes.c_int64()
    for attribute, expected in ((101, 20), (201, 40)):
        assert device("aclrtGetDeviceInfo", 0, attribute, ctypes.byref(value)) == 0
        assert value.value == expected
    assert device("aclrtGetDeviceInfo", 0, 12345, ctypes.byref(value)) == Rt.FEATURE_NOT_SUPPORT
    assert device("aclrtGetDeviceInfo", 7, 101, ctypes.byref(value)) == Rt.INVALID_DEVICEID


def test_halves(acl):
    to_float, to_half = acl.library.aclFloat16ToFloat, acl.library.aclFloatToFloat16
    to_float.restype, to_float.argtypes = ctypes.c_float, [ctypes.c_uint16]
    to_half.restype, to_half.argtypes = ctypes.c_uint16, [ctypes.c_float]
    for bits in range(0x7C00):
        assert to_half(to_float(bits)) == bits
    assert to_float(0x7C00) == 65536.0
    assert to_float(0x7E00) == 98304.0
    assert [to_half(value) for value in (1e9, float("inf"), float("nan"), -70000.0)] == [
        0x7BFF, 0x7BFF, 0x7BFF, 0xFBFF,
    ]  # fmt: skip
    # Ties go to the even neighbour; tiny values round to zero or the smallest subnormal.
    assert to_half(1 + 2**-11) == 0x3C00
    assert to_half(1 + 3 * 2**-11) == 0x3C02
    assert to_half(2**-25) == 0
    assert to_half(1.5 * 2**-25) == 1


def test_answers_do_not_hide_what_failed(acl) -> None:
    # torch_npu asks for the device before it sets one, and prints all texts of a failure.
    def calls() -> list[str]:
        device = ctypes.c_int32()
        told = []
        for fails in (False, True):
            assert acl("aclrtGetDevice", ctypes.byref(device)) == 107002
            if fails:
                assert acl("aclrtSetDevice", 4321) != 0
                assert acl("aclrtGetDevice", ctypes.byref(device)) == 107002
            told.append(acl.message())
        return [*told, acl.message()]

    asked, failed, rest = in_thread(calls)
    assert asked.startswith("[107002] this thread has no current context")
    assert "107002" not in failed
    assert "4321" in failed
    assert rest == ""


# Prints the code of aclrtGetHardwareSyncAddr and whether there is an address.
SYNC = """
import ctypes, sys
acl = ctypes.CDLL(sys.argv[1])
address = ctypes.c_void_p()
print(acl.aclrtGetHardwareSyncAddr(ctypes.byref(address)), address.value is not None)
print(acl.aclrtGetHardwareSyncAddr(None))
"""


@pytest.mark.parametrize(
    ("soc", "printed"),
    [("Ascend910B3", "0 True"), ("Ascend910_9382", "0 True"), ("Ascend310P3", "207000 False")],
)
def test_address_of_synchronisation(cann_home: Path, monkeypatch, soc: str, printed: str):
    """Atlas A2 and A3 have one, by the page's list of products."""
    monkeypatch.setenv("ASCENDC_SOC_VERSION", soc)
    command = [sys.executable, "-c", SYNC, str(cann_home / "lib64/libascendcl.so")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [printed, "100000"]
