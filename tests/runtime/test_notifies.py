"""Notifies, functions of the host in streams, attributes and limits of streams and devices."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import threading

import pytest

from tests.runtime.test_streams import function_of, launch
from tests.utils.status import Acl, Rt

HOST_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
UINT = ctypes.c_uint32


def read(device, name, *arguments, kind=UINT):
    value = kind()
    assert device(name, *arguments, ctypes.byref(value)) == 0, device.message()
    return value.value


def test_one_stream_waits_for_another(device, stream):
    notify, other = device.handle("aclrtCreateNotify", 0), device.handle("aclrtCreateStream")
    data = device.malloc(8)
    values = (ctypes.c_uint8 * 8)()
    for value in (1, 2):  # a wait clears the notify, so the second one waits again
        assert device("aclrtWaitAndResetNotify", notify, stream, 0) == 0
        assert device("aclrtMemsetAsync", data, 8, value, 8, stream) == 0
        assert device("aclrtSynchronizeStreamWithTimeout", stream, 20) == Rt.STREAM_SYNC_TIMEOUT
        assert device("aclrtMemsetAsync", data, 8, 9, 8, other) == 0
        assert device("aclrtRecordNotify", notify, other) == 0
        assert device("aclrtSynchronizeStream", stream) == 0
        device.download(data, values)
        assert set(values) == {value}


def test_waits_that_end_without_a_record(device, stream):
    notify = device.handle("aclrtCreateNotify", 0)
    assert device("aclrtWaitAndResetNotify", notify, stream, 1) == 0
    assert device("aclrtSynchronizeStream", stream) == Rt.WAIT_TIMEOUT
    assert "1 s" in device.message()
    assert device("aclrtWaitAndResetNotify", notify, stream, 0) == 0
    assert device("aclrtStreamAbort", stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    # What was recorded and taken back is not there any more.
    assert device("aclrtRecordNotify", notify, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    assert device("aclrtNotifyBatchReset", ctypes.byref(notify), 1) == 0
    assert device("aclrtWaitAndResetNotify", notify, stream, 1) == 0
    assert device("aclrtSynchronizeStream", stream) == Rt.WAIT_TIMEOUT


def test_handles_of_notifies(device, stream):
    notifies = [device.handle("aclrtCreateNotify", flag) for flag in (0, 1)]
    assert len({read(device, "aclrtGetNotifyId", notify) for notify in notifies}) == 2
    handle = ctypes.c_void_p()
    assert device("aclrtCreateNotify", ctypes.byref(handle), 2) == Rt.PARAM_INVALID
    assert device("aclrtDestroyNotify", notifies[0]) == 0
    for name, *arguments in (
        ("aclrtDestroyNotify",),
        ("aclrtRecordNotify", stream),
        ("aclrtWaitAndResetNotify", stream, 0),
    ):
        assert device(name, notifies[0], *arguments) == Rt.INVALID_HANDLE
        assert device(name, None, *arguments) == Acl.INVALID_PARAM


RECORDER = """
import ctypes, os, sys
acl = ctypes.CDLL(sys.argv[1])
print(os.getpid(), flush=True)
key, notify = input(), ctypes.c_void_p()
acl.aclrtSetDevice(0)
code = acl.aclrtNotifyImportByKey(ctypes.byref(notify), key.encode(), ctypes.c_uint64(2))
if code == 0:
    code = acl.aclrtRecordNotify(notify, None) or acl.aclrtSynchronizeStream(None)
print(code)
"""


@pytest.mark.parametrize(("named", "code"), [(True, 0), (False, Rt.PARAM_INVALID)])
def test_notifies_of_another_process(device, stream, cann_home, named, code):
    notify, key = device.handle("aclrtCreateNotify", 0), ctypes.create_string_buffer(65)
    assert device("aclrtNotifyGetExportKey", notify, key, 64, 0) == Rt.PARAM_INVALID
    assert device("aclrtNotifyGetExportKey", notify, key, 65, 0) == 0
    process = subprocess.Popen(
        [sys.executable, "-c", RECORDER, str(cann_home / "lib64/libascendcl.so")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    pid = ctypes.c_int32(int(process.stdout.readline()))
    if named:
        assert device("aclrtNotifySetImportPid", notify, ctypes.byref(pid), 1) == 0
        assert device("aclrtWaitAndResetNotify", notify, stream, 60) == 0
    out, _ = process.communicate(key.value.decode() + "\n", timeout=60)
    assert int(out) == code
    assert device("aclrtSynchronizeStream", stream) == 0


def test_functions_of_the_host_run_in_order(device, stream):
    data, seen = device.malloc(8), []

    def look(_):
        values = (ctypes.c_uint8 * 8)()
        # A callback must not use the runtime: it looks at memory that is visible to it anyway.
        ctypes.memmove(values, data.value, 8)
        seen.append((set(values), threading.get_ident()))

    callback = HOST_FUNCTION(look)
    for value in (1, 2, 3):
        assert device("aclrtMemsetAsync", data, 8, value, 8, stream) == 0
        assert device("aclrtLaunchHostFunc", stream, callback, None) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    assert [values for values, _ in seen] == [{1}, {2}, {3}]
    assert threading.get_ident() not in {thread for _, thread in seen}
    assert device("aclrtLaunchHostFunc", stream, None, None) == Acl.INVALID_PARAM


def test_waits_with_a_time_limit(device, stream):
    event = device.handle("aclrtCreateEvent")
    assert device("aclrtStreamWaitEventWithTimeout", stream, event, 0) == Rt.PARAM_INVALID
    assert device("aclrtStreamWaitEventWithTimeout", stream, event, 30) == 0
    assert device("aclrtSynchronizeStream", stream) == Rt.WAIT_TIMEOUT
    other = device.handle("aclrtCreateEvent")
    assert read(device, "aclrtGetEventId", event) != read(device, "aclrtGetEventId", other)
    left = read(device, "aclrtGetEventAvailNum")
    assert device("aclrtDestroyEvent", other) == 0
    assert read(device, "aclrtGetEventAvailNum") == left + 1


def test_stream_attributes(device):
    left = read(device, "aclrtGetStreamAvailableNum")
    stream = device.handle("aclrtCreateStreamWithConfig", 3, 1)
    assert read(device, "aclrtGetStreamAvailableNum") == left - 1
    assert read(device, "aclrtStreamGetPriority", stream) == 3
    assert read(device, "aclrtStreamGetFlags", stream) == 1
    value = (UINT * 4)()
    for attribute, good, bad in ((1, 1, 2), (2, 1, 2), (3, 77, None), (4, 1, 2), (5, 7, 8)):
        value[0] = good
        assert device("aclrtSetStreamAttribute", stream, attribute, value) == 0
        value[0] = 0
        assert device("aclrtGetStreamAttribute", stream, attribute, value) == 0
        assert value[0] == good
        if bad is not None:
            value[0] = bad
            assert device("aclrtSetStreamAttribute", stream, attribute, value) == Rt.PARAM_INVALID
    assert device("aclrtGetStreamAttribute", stream, 6, value) == Rt.PARAM_INVALID
    assert read(device, "aclrtGetStreamOverflowSwitch", stream) == 1


def test_limits_of_cores(device, stream):
    cube, vector = 0, 1
    assert read(device, "aclrtGetDeviceResLimit", 0, vector) == 40
    assert device("aclrtSetDeviceResLimit", 0, vector, 41) == Rt.PARAM_INVALID
    assert device("aclrtSetDeviceResLimit", 0, 2, 1) == Rt.PARAM_INVALID
    assert device("aclrtSetDeviceResLimit", 0, vector, 30) == 0
    assert device("aclrtSetStreamResLimit", stream, vector, 10) == 0
    assert read(device, "aclrtGetResInCurrentThread", vector) == 30
    assert device("aclrtUseStreamResInCurrentThread", stream) == 0
    assert read(device, "aclrtGetResInCurrentThread", vector) == 10
    assert read(device, "aclrtGetResInCurrentThread", cube) == 20
    assert device("aclrtUnuseStreamResInCurrentThread", stream) == 0
    assert device("aclrtResetStreamResLimit", stream) == 0
    assert read(device, "aclrtGetStreamResLimit", stream, vector) == 30
    assert device("aclrtResetDeviceResLimit", 0) == 0
    assert read(device, "aclrtGetStreamResLimit", stream, vector) == 40


def test_time_limits_of_kernels(device):
    actual = ctypes.c_uint64()
    assert read(device, "aclrtGetOpTimeOutInterval", kind=ctypes.c_uint64) == 1000
    assert device("aclrtSetOpExecuteTimeOutV2", 1500, ctypes.byref(actual)) == 0
    assert actual.value == 2000
    assert read(device, "aclrtGetOpExecuteTimeout") == 2
    assert device("aclrtSetOpExecuteTimeOutV2", 0, ctypes.byref(actual)) == 0
    assert actual.value == 2**64 - 1
    assert read(device, "aclrtGetOpExecuteTimeout") == 2**32 - 1


def test_numbers_and_groups_of_devices(device):
    names = ("User", "Logic", "Phy")
    for one, other in ((a, b) for a in names for b in names if a != b):
        query = f"aclrtGet{other}DevIdBy{one}DevId"
        assert read(device, query, 0, kind=ctypes.c_int32) == 0
        assert device(query, 7, ctypes.byref(UINT())) == Rt.INVALID_DEVICEID
    least, greatest = ctypes.c_int32(), ctypes.c_int32()
    assert device(
        "aclrtDeviceGetStreamPriorityRange", ctypes.byref(least), ctypes.byref(greatest)
    ) == (0)
    assert (least.value, greatest.value) == (7, 0)
    assert read(device, "aclrtGetDeviceCapability", 0, 1, kind=ctypes.c_int32) == 0
    assert read(device, "aclrtGetGroupCount") == 1
    create = device.library.aclrtCreateGroupInfo
    create.restype = ctypes.c_void_p
    info, size = ctypes.c_void_p(create()), ctypes.c_size_t()
    assert device("aclrtGetAllGroupInfo", info) == 0
    cores = UINT()
    detail = ("aclrtGetGroupInfoDetail", info, 0, 1, ctypes.byref(cores), 4, ctypes.byref(size))
    assert device(*detail) == 0
    assert (cores.value, size.value) == (40, 4)
    assert device("aclrtDestroyGroupInfo", info) == 0
    assert device("aclrtDestroyGroupInfo", info) == Acl.INVALID_PARAM


def test_overflow_status(device, stream):
    status = device.malloc(64)
    assert device("aclrtResetOverflowStatus", stream) == 0
    assert device("aclrtGetOverflowStatus", status, 32, stream) == Rt.PARAM_INVALID
    assert device("aclrtGetOverflowStatus", status, 64, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    values = (ctypes.c_uint8 * 64)()
    device.download(status, values)
    assert set(values) == {0}


def test_what_is_told_about_streams_and_devices(device):
    told: list[tuple] = []
    streams = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)(
        lambda _, state, __: told.append(("stream", state))
    )
    devices = ctypes.CFUNCTYPE(None, ctypes.c_int32, ctypes.c_int, ctypes.c_void_p)(
        lambda number, state, _: told.append((number, state))
    )

    def tell_abort(number, stage, timeout, _):
        told.append((number, stage, timeout))
        return 0

    aborts = ctypes.CFUNCTYPE(
        ctypes.c_int32, ctypes.c_int32, ctypes.c_int, ctypes.c_uint32, ctypes.c_void_p
    )(tell_abort)
    registered = (
        ("aclrtRegStreamStateCallback", streams),
        ("aclrtRegDeviceStateCallback", devices),
        ("aclrtSetDeviceTaskAbortCallback", aborts),
    )
    for name, callback in registered:
        assert device(name, b"test", callback, None) == 0
        assert device(name, b"test", callback, None) == Acl.INVALID_PARAM
        assert device(name, None, callback, None) == Acl.INVALID_PARAM
    stream = device.handle("aclrtCreateStream")
    assert device("aclrtDestroyStream", stream) == 0
    assert device("aclrtSetDevice", 0) == 0
    assert device("aclrtResetDevice", 0) == 0
    assert device("aclrtDeviceTaskAbort", 0, 5) == 0
    for name, _ in registered:
        assert device(name, b"test", None, None) == 0
    assert device("aclrtDestroyStream", device.handle("aclrtCreateStream")) == 0
    assert told == [
        ("stream", 1), ("stream", 2), (0, 0), (0, 1), (0, 2), (0, 3), (0, 0, 5), (0, 1, 5),
    ]  # fmt: skip


def test_what_is_told_about_a_failed_kernel(device, stream, kernel_object):
    fault = function_of(device, kernel_object, 2)
    binary, seen = ctypes.c_void_p(), []
    assert device("aclrtFunctionGetBinary", fault, ctypes.byref(binary)) == 0

    def look(info, user):
        function, args, size = ctypes.c_void_p(), ctypes.c_void_p(), UINT()
        info = ctypes.c_void_p(info)
        assert device("aclrtGetFuncHandleFromExceptionInfo", info, ctypes.byref(function)) == 0
        query = ("aclrtGetArgsFromExceptionInfo", info, ctypes.byref(args), ctypes.byref(size))
        assert device(*query) == 0
        first = ctypes.cast(args, ctypes.POINTER(ctypes.c_void_p))[0]
        seen.append((function.value, first, size.value, user))

    callback = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(look)
    assert device("aclrtBinarySetExceptionCallback", binary, callback, 77) == 0
    pointer = device.malloc(64)
    assert launch(device, fault, stream, pointer) == 0
    assert device("aclrtSynchronizeStream", stream) == Rt.VECTOR_CORE_EXCEPTION
    assert device("aclrtBinarySetExceptionCallback", binary, None, None) == 0
    assert launch(device, fault, stream, pointer) == 0
    assert device("aclrtSynchronizeStream", stream) == Rt.VECTOR_CORE_EXCEPTION
    assert seen == [(fault.value, pointer.value, 40, 77)]


def test_what_kernels_are_like(device, kernel_object):
    function = function_of(device, kernel_object, 1)
    assert [
        read(device, "aclrtGetFunctionAttribute", function, attribute, kind=ctypes.c_int64)
        for attribute in (1, 2, 3)
    ] == [2, 1, 0]
    assert (
        device("aclrtGetFunctionAttribute", function, 4, ctypes.byref(UINT())) == Rt.PARAM_INVALID
    )
    assert read(device, "aclrtFunctionGetParamCount", function, kind=ctypes.c_size_t) == 5
    offset, size = ctypes.c_size_t(), ctypes.c_size_t()
    where = (ctypes.byref(offset), ctypes.byref(size))
    assert device("aclrtFunctionGetParamInfo", function, 4, *where) == 0
    assert (offset.value, size.value) == (32, 8)
    assert device("aclrtFunctionGetParamInfo", function, 5, *where) == Rt.PARAM_INVALID
    cube, vector = ctypes.c_size_t(), ctypes.c_size_t()
    assert device("aclrtGetFunctionSize", function, ctypes.byref(cube), ctypes.byref(vector)) == 0
    assert cube.value == 0
    assert vector.value > 0
    entry = (ctypes.c_void_p(), ctypes.c_void_p())
    assert device("aclrtGetFunctionAddr", function, *map(ctypes.byref, entry)) == 0
    assert entry[1].value
    binary, address = ctypes.c_void_p(), ctypes.c_void_p()
    assert device("aclrtFunctionGetBinary", function, ctypes.byref(binary)) == 0
    assert (
        device("aclrtBinaryGetDevAddress", binary, ctypes.byref(address), ctypes.byref(size)) == 0
    )
    assert size.value == kernel_object.stat().st_size
    find = ("aclrtBinaryGetGlobal", binary)
    assert device(*find, b"ascendc_kernel_info", ctypes.byref(address), ctypes.byref(size)) == 0
    assert size.value == 48  # AscendcKernelInfo
    assert device(*find, b"nothing", ctypes.byref(address), None) == Rt.SYMBOL_NOT_FOUND
    assert device(*find, b"ascendc_kernel_info", None, None) == Acl.INVALID_PARAM


def test_launch_of_parameters_one_by_one(device, stream, kernel_object):
    numbers = (ctypes.c_int32 * 10)(*range(10))
    pointers = [device.upload(numbers), device.upload(numbers), device.malloc(40)]
    pointers += [ctypes.c_void_p(), device.upload((UINT * 2)(10, 5))]
    args = (ctypes.c_void_p * 5)(*map(ctypes.addressof, pointers))
    launch_array = ("aclrtLaunchKernelWithArgsArray", function_of(device, kernel_object, 1))
    assert device(*launch_array, 2, stream, None, args) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    result = (ctypes.c_int32 * 10)()
    device.download(pointers[2], result)
    assert list(result) == [2 * i + 5 for i in range(10)]
    assert device(*launch_array, 0, stream, None, args) == Acl.INVALID_PARAM
    args[3] = None
    assert device(*launch_array, 2, stream, None, args) == Rt.PARAM_INVALID
