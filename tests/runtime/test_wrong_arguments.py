"""Every kind of wrong argument with the code that CANN documents for it, and a message.

One row per mistake: what is called, with what, and the code. Names in the arguments stand for
objects that the fixture `objects` makes.
"""

from __future__ import annotations

import ctypes
import threading

import pytest

from tests.runtime.test_streams import function_of
from tests.utils.status import Acl, Rt

ACL = Acl.INVALID_PARAM  # NULL or zero, found by the acl layer
PARAM = Rt.PARAM_INVALID  # a bad value, found by the runtime
HANDLE = Rt.INVALID_HANDLE  # destroyed, or never made
UNSUPPORTED = Rt.FEATURE_NOT_SUPPORT

OUT = "out"  # memory for a result
HOST = "host"  # 4096 bytes of pageable host memory
DEV = "dev"  # 256 bytes of device memory
GONE = "gone"  # device memory that was freed
FOREIGN = 0x1234
LAUNCH = "aclrtLaunchKernelWithConfig"

H2H, H2D, D2H, D2D = range(4)

MEMORY = [
    ("aclrtMalloc", (None, 16, 0), ACL),
    ("aclrtMalloc", (OUT, 0, 0), ACL),
    ("aclrtMalloc", (OUT, 1 << 50, 0), Rt.MEMORY_ALLOCATION),
    ("aclrtMallocAlign32", (OUT, 0, 0), ACL),
    ("aclrtMallocCached", (None, 16, 0), ACL),
    ("aclrtFree", (None,), ACL),
    ("aclrtFree", (GONE,), PARAM),
    ("aclrtFree", (HOST,), PARAM),
    ("aclrtFree", ("dev+64",), PARAM),
    ("aclrtFree", ("pinned",), PARAM),
    ("aclrtFreeWithDevSync", (None,), ACL),
    ("aclrtFreeWithDevSync", (GONE,), PARAM),
    ("aclrtMallocHost", (None, 16), ACL),
    ("aclrtMallocHost", (OUT, 0), ACL),
    ("aclrtFreeHost", (None,), ACL),
    ("aclrtFreeHost", (HOST,), PARAM),
    ("aclrtFreeHost", (DEV,), PARAM),
    ("aclrtHostRegister", (None, 4096, 0, OUT), ACL),
    ("aclrtHostRegister", (HOST, 0, 0, OUT), ACL),
    ("aclrtHostRegister", (HOST, 4096, 9, OUT), PARAM),
    ("aclrtHostRegister", (DEV, 256, 0, OUT), PARAM),
    ("aclrtHostUnregister", (HOST,), PARAM),
    ("aclrtHostGetDevicePointer", (HOST, OUT, 0), PARAM),
    ("aclrtMemcpy", (None, 256, HOST, 256, H2D), ACL),
    ("aclrtMemcpy", (DEV, 256, None, 256, H2D), ACL),
    ("aclrtMemcpy", (DEV, 255, HOST, 256, H2D), PARAM),
    ("aclrtMemcpy", (DEV, 256, HOST, 256, 6), ACL),
    ("aclrtMemcpy", (DEV, 256, HOST, 256, -1), ACL),
    ("aclrtMemcpy", (DEV, 1024, HOST, 1024, H2D), PARAM),
    ("aclrtMemcpy", (HOST, 1024, "dev+64", 1024, D2H), PARAM),
    ("aclrtMemcpy", (GONE, 16, HOST, 16, H2D), PARAM),
    ("aclrtMemcpyAsync", (None, 16, HOST, 16, H2D, "stream"), ACL),
    ("aclrtMemcpyAsync", (DEV, 16, HOST, 32, H2D, "stream"), PARAM),
    ("aclrtMemcpyAsync", (HOST, 16, HOST, 16, H2H, "stream"), UNSUPPORTED),
    ("aclrtMemcpyAsync", (DEV, 16, HOST, 16, 9, "stream"), ACL),
    ("aclrtMemcpyAsync", (DEV, 16, HOST, 16, H2D, "dead stream"), HANDLE),
    ("aclrtMemset", (None, 16, 0, 16), ACL),
    ("aclrtMemset", (DEV, 15, 0, 16), PARAM),
    ("aclrtMemset", (DEV, 4096, 0, 4096), PARAM),
    ("aclrtMemsetAsync", (None, 16, 0, 16, "stream"), ACL),
    ("aclrtMemsetAsync", (DEV, 15, 0, 16, "stream"), PARAM),
    ("aclrtMemsetAsync", (DEV, 16, 0, 16, "dead stream"), HANDLE),
    ("aclrtMemcpy2d", (None, 4, HOST, 4, 4, 4, H2D), ACL),
    ("aclrtMemcpy2d", (DEV, 4, HOST, 4, 0, 4, H2D), ACL),
    ("aclrtMemcpy2d", (DEV, 3, HOST, 4, 4, 4, H2D), PARAM),
    ("aclrtMemcpy2d", (DEV, 4, HOST, 4, 4, 4096, H2D), PARAM),
    ("aclrtMemcpy2d", (DEV, 4, HOST, 4, 4, 4, H2H), ACL),
    ("aclrtMemcpy2dAsync", (DEV, 4, HOST, 4, 4, 4, H2D, "dead stream"), HANDLE),
    ("aclrtGetMemInfo", (99, OUT, OUT), ACL),
    ("aclrtGetMemInfo", (1, None, OUT), ACL),
    ("aclrtPointerGetAttributes", (None, OUT), ACL),
    ("aclrtReduceAsync", (DEV, DEV, 16, 10, 12, "stream", None), ACL),
    ("aclrtReduceAsync", (DEV, DEV, 16, 99, 0, "stream", None), ACL),
    ("aclrtReduceAsync", (DEV, DEV, 15, 10, 0, "stream", None), PARAM),
    ("aclrtReduceAsync", (DEV, HOST, 16, 10, 0, "stream", 1), ACL),
]

STREAMS_AND_EVENTS = [
    ("aclrtCreateStream", (None,), ACL),
    ("aclrtCreateStreamWithConfig", (OUT, 8, 0), PARAM),
    ("aclrtDestroyStream", (None,), ACL),
    ("aclrtDestroyStream", ("dead stream",), HANDLE),
    ("aclrtDestroyStreamForce", (None,), ACL),
    ("aclrtDestroyStreamForce", ("dead stream",), HANDLE),
    ("aclrtSynchronizeStream", ("dead stream",), HANDLE),
    ("aclrtSynchronizeStream", (FOREIGN,), HANDLE),
    ("aclrtSynchronizeStream", ("event",), HANDLE),
    ("aclrtSynchronizeStream", ("other context's stream",), Rt.STREAM_CONTEXT),
    ("aclrtSynchronizeStreamWithTimeout", ("stream", -2), PARAM),
    ("aclrtSynchronizeStreamWithTimeout", ("stream", 0), PARAM),
    ("aclrtSynchronizeDeviceWithTimeout", (-2,), PARAM),
    ("aclrtStreamQuery", ("stream", None), ACL),
    ("aclrtStreamQuery", ("dead stream", OUT), HANDLE),
    ("aclrtStreamAbort", (None,), ACL),
    ("aclrtStreamGetId", ("stream", None), ACL),
    ("aclrtSetStreamFailureMode", ("stream", 2), PARAM),
    ("aclrtSetStreamFailureMode", (None, 2), PARAM),
    ("aclrtCreateEvent", (None,), ACL),
    ("aclrtCreateEventWithFlag", (OUT, 0x80), PARAM),
    ("aclrtCreateEventExWithFlag", (OUT, 0x80), PARAM),
    ("aclrtDestroyEvent", (None,), ACL),
    ("aclrtDestroyEvent", ("dead event",), HANDLE),
    ("aclrtDestroyEvent", ("stream",), HANDLE),
    ("aclrtRecordEvent", (None, "stream"), ACL),
    ("aclrtRecordEvent", ("dead event", "stream"), HANDLE),
    ("aclrtRecordEvent", ("event", "dead stream"), HANDLE),
    ("aclrtRecordEvent", ("event", "other context's stream"), Rt.STREAM_CONTEXT),
    ("aclrtStreamWaitEvent", ("stream", None), ACL),
    ("aclrtStreamWaitEvent", ("stream", "dead event"), HANDLE),
    ("aclrtResetEvent", ("dead event", "stream"), HANDLE),
    ("aclrtQueryEventStatus", (None, OUT), ACL),
    ("aclrtQueryEventStatus", ("event", None), ACL),
    ("aclrtQueryEventStatus", ("dead event", OUT), HANDLE),
    ("aclrtSynchronizeEvent", (None,), ACL),
    ("aclrtSynchronizeEvent", ("dead event",), HANDLE),
    ("aclrtEventElapsedTime", (None, "event", "event"), ACL),
    ("aclrtEventElapsedTime", (OUT, "event", "event"), Rt.EVENT_TIMESTAMP_INVALID),
    ("aclrtEventElapsedTime", (OUT, "dead event", "event"), HANDLE),
    ("aclrtLaunchCallback", (None, None, 0, "stream"), ACL),
    ("aclrtLaunchCallback", (FOREIGN, None, 2, "stream"), ACL),
    ("aclrtLaunchCallback", (FOREIGN, None, 0, "stream"), Rt.STREAM_NO_CB_REG),
    ("aclrtProcessReport", (0,), ACL),
    ("aclrtUnSubscribeReport", (1, "stream"), Rt.STREAM_SUBSCRIBE),
]

DEVICES_AND_CONTEXTS = [
    ("aclrtSetDevice", (-1,), Rt.INVALID_DEVICEID),
    ("aclrtSetDevice", (64,), Rt.INVALID_DEVICEID),
    ("aclrtResetDevice", (-1,), Rt.INVALID_DEVICEID),
    ("aclrtResetDeviceForce", (64,), Rt.INVALID_DEVICEID),
    ("aclrtGetDevice", (None,), ACL),
    ("aclrtGetDeviceCount", (None,), ACL),
    ("aclrtGetRunMode", (None,), ACL),
    ("aclrtGetDeviceInfo", (0, 101, None), ACL),
    ("aclrtGetDeviceInfo", (64, 101, OUT), Rt.INVALID_DEVICEID),
    ("aclrtCreateContext", (None, 0), ACL),
    ("aclrtCreateContext", (OUT, 64), Rt.INVALID_DEVICEID),
    ("aclrtDestroyContext", (None,), ACL),
    ("aclrtDestroyContext", (FOREIGN,), Rt.CONTEXT_NULL),
    ("aclrtDestroyContext", ("context",), Rt.CONTEXT_NULL),  # a device's default context
    ("aclrtSetCurrentContext", (None,), ACL),
    ("aclrtSetCurrentContext", (FOREIGN,), PARAM),
    ("aclrtGetCurrentContext", (None,), ACL),
    ("aclrtCtxSetSysParamOpt", (99, 1), PARAM),
    ("aclrtSetOpExecuteTimeOutV2", (1, None), ACL),
]

KERNELS = [
    ("aclrtBinaryLoadFromFile", (None, None, OUT), ACL),
    ("aclrtBinaryLoadFromFile", (b"/no/such/kernel.o", None, OUT), PARAM),
    ("aclrtBinaryLoadFromFile", (b"/etc/passwd", None, OUT), PARAM),
    ("aclrtBinaryLoadFromFile", (b"/", None, OUT), PARAM),
    ("aclrtBinaryLoadFromFile", (b"/no/such/kernel.o", None, None), ACL),
    ("aclrtBinaryLoadFromData", (None, 8, None, OUT), ACL),
    ("aclrtBinaryLoadFromData", (HOST, 0, None, OUT), PARAM),
    ("aclrtBinaryLoadFromData", (HOST, 4096, None, OUT), PARAM),
    ("aclrtBinaryLoad", (FOREIGN, OUT), ACL),
    ("aclrtBinaryLoad", (None, OUT), ACL),
    ("aclrtDestroyBinary", (FOREIGN,), ACL),
    ("aclrtBinaryUnLoad", (None,), ACL),
    ("aclrtBinaryUnLoad", (FOREIGN,), HANDLE),
    ("aclrtBinaryUnLoad", ("dead binary",), HANDLE),
    ("aclrtBinaryGetFunction", (None, b"AddPairs_0123_1", OUT), ACL),
    ("aclrtBinaryGetFunction", ("binary", None, OUT), ACL),
    ("aclrtBinaryGetFunction", ("binary", b"nothing", OUT), PARAM),
    ("aclrtBinaryGetFunction", ("dead binary", b"AddPairs_0123_1", OUT), HANDLE),
    ("aclrtBinaryGetFunctionByEntry", ("binary", 77, OUT), PARAM),
    ("aclrtGetFunctionName", ("function", 0, OUT), ACL),
    ("aclrtGetFunctionName", ("function", 4, OUT), PARAM),
    ("aclrtKernelArgsInit", (None, OUT), ACL),
    ("aclrtKernelArgsInit", ("function", None), ACL),
    ("aclrtKernelArgsInit", ("dead function", OUT), HANDLE),
    ("aclrtKernelArgsInit", ("binary", OUT), HANDLE),
    ("aclrtKernelArgsInitByUserMem", ("function", None, HOST, 64), ACL),
    ("aclrtKernelArgsInitByUserMem", ("function", HOST, None, 64), ACL),
    ("aclrtKernelArgsInitByUserMem", ("function", HOST, HOST, 0), ACL),
    ("aclrtKernelArgsGetMemSize", ("function", 0, OUT), ACL),
    ("aclrtKernelArgsAppend", (None, HOST, 8, OUT), ACL),
    ("aclrtKernelArgsAppend", ("args", None, 8, OUT), ACL),
    ("aclrtKernelArgsAppend", ("args", HOST, 0, OUT), ACL),
    ("aclrtKernelArgsAppend", (HOST, HOST, 8, OUT), PARAM),
    ("aclrtKernelArgsAppend", ("args", HOST, 65 << 10, OUT), PARAM),
    ("aclrtKernelArgsAppend", ("final args", HOST, 8, OUT), UNSUPPORTED),
    ("aclrtKernelArgsAppendPlaceHolder", ("args", None), ACL),
    ("aclrtKernelArgsAppendPlaceHolder", ("final args", OUT), UNSUPPORTED),
    ("aclrtKernelArgsGetPlaceHolderBuffer", ("args", None, 8, OUT), ACL),
    ("aclrtKernelArgsGetPlaceHolderBuffer", ("args", FOREIGN, 8, OUT), PARAM),
    ("aclrtKernelArgsGetPlaceHolderBuffer", ("args", "param", 8, OUT), PARAM),
    ("aclrtKernelArgsParaUpdate", ("args", "param", HOST, 4), PARAM),
    ("aclrtKernelArgsParaUpdate", ("args", FOREIGN, HOST, 8), PARAM),
    ("aclrtKernelArgsFinalize", (None,), ACL),
    ("aclrtKernelArgsFinalize", (HOST,), PARAM),
    (LAUNCH, (None, 1, "stream", None, "final args", None), ACL),
    (LAUNCH, ("function", 1, "stream", None, None, None), ACL),
    (LAUNCH, ("function", 0, "stream", None, "final args", None), ACL),
    (LAUNCH, ("function", 1, "stream", None, "final args", 1), ACL),
    (LAUNCH, ("function", 1, "stream", None, "args", None), PARAM),
    (LAUNCH, ("function", 1, "stream", HOST, "final args", None), PARAM),
    (LAUNCH, ("dead function", 1, "stream", None, "final args", None), HANDLE),
    (LAUNCH, ("function", 1, "dead stream", None, "final args", None), HANDLE),
    ("aclrtLaunchKernel", ("function", 0, DEV, 40, "stream"), PARAM),
    ("aclrtLaunchKernel", ("function", 1, DEV, 0, "stream"), PARAM),
    ("aclrtLaunchKernel", ("function", 1, None, 40, "stream"), ACL),
    ("aclrtLaunchKernel", ("function", 1, GONE, 40, "stream"), PARAM),
    ("aclrtLaunchKernelV2", ("function", 0, DEV, 40, None, "stream"), PARAM),
    ("aclrtLaunchKernelWithHostArgs", ("function", 0, "stream", None, HOST, 40, None, 0), PARAM),
    ("aclrtLaunchKernelWithHostArgs", ("function", 1, "stream", None, None, 40, None, 0), ACL),
    ("aclrtLaunchKernelWithHostArgs", ("function", 1, "stream", None, HOST, 40, None, 1), PARAM),
    ("aclrtLaunchKernelWithArgsArray", ("function", 0, "stream", None, HOST), ACL),
]  # fmt: skip

NEEDS_A_CONTEXT = [
    ("aclrtMalloc", (OUT, 16, 0)),
    ("aclrtMallocHost", (OUT, 16)),
    ("aclrtMemcpy", (DEV, 16, HOST, 16, H2D)),
    ("aclrtMemset", (DEV, 16, 0, 16)),
    ("aclrtMemcpyAsync", (DEV, 16, HOST, 16, H2D, None)),
    ("aclrtCreateStream", (OUT,)),
    ("aclrtSynchronizeStream", (None,)),
    ("aclrtSynchronizeDevice", ()),
    ("aclrtCreateEvent", (OUT,)),
    ("aclrtGetDevice", (OUT,)),
    ("aclrtGetCurrentContext", (OUT,)),
    ("aclrtBinaryGetFunctionByEntry", ("binary", 1, OUT)),
    ("aclrtReserveMemAddress", (OUT, 4096, 0, None, 0)),
    ("aclrtCreateNotify", (OUT, 0)),
]


@pytest.fixture
def objects(device, kernel_object):
    """Return the objects that the names in the tables stand for."""
    host = (ctypes.c_uint8 * 4096)()
    out = (ctypes.c_uint8 * 256)()
    made = {HOST: host, OUT: out, "pinned": device.handle("aclrtMallocHost", 64)}
    made[DEV], made[GONE] = device.malloc(256), device.malloc(256)
    made["dev+64"] = ctypes.c_void_p(made[DEV].value + 64)
    assert device("aclrtFree", made[GONE]) == 0
    made["context"] = device.handle("aclrtGetCurrentContext")
    own = device.handle("aclrtCreateContext", 0)
    made["other context's stream"] = device.handle("aclrtCreateStream")
    assert device("aclrtSetCurrentContext", made["context"]) == 0
    for name, create, destroy in (
        ("stream", "aclrtCreateStream", "aclrtDestroyStream"),
        ("event", "aclrtCreateEvent", "aclrtDestroyEvent"),
    ):
        made[name], made[f"dead {name}"] = device.handle(create), device.handle(create)
        assert device(destroy, made[f"dead {name}"]) == 0
    made["dead function"] = function_of(device, kernel_object, 1)
    made["dead binary"] = ctypes.c_void_p()
    query = ("aclrtFunctionGetBinary", made["dead function"], ctypes.byref(made["dead binary"]))
    assert device(*query) == 0
    assert device("aclrtBinaryUnLoad", made["dead binary"]) == 0
    made["function"] = function_of(device, kernel_object, 1)
    made["binary"] = ctypes.c_void_p()
    assert device("aclrtFunctionGetBinary", made["function"], ctypes.byref(made["binary"])) == 0
    # One list is in the caller's memory, since a thread has but one of the runtime's.
    memory = (ctypes.c_uint8 * 16384)()
    block = (ctypes.c_uint8 * 1024)()
    assert device("aclrtKernelArgsInitByUserMem", made["function"], memory, block, 1024) == 0
    assert device("aclrtKernelArgsFinalize", memory) == 0
    made["final args"], made["param"] = memory, ctypes.c_void_p()
    made["args"] = ctypes.c_void_p()
    init = ("aclrtKernelArgsInit", made["function"], ctypes.byref(made["args"]))
    assert device(*init) == 0
    append = ("aclrtKernelArgsAppend", made["args"], host, 8, ctypes.byref(made["param"]))
    assert device(*append) == 0
    device.message()
    yield {**made, "block": block}
    assert device("aclrtSetCurrentContext", made["context"]) == 0
    assert device("aclrtFreeHost", made["pinned"]) == 0
    assert device("aclrtDestroyContext", own) == 0


@pytest.fixture
def in_thread():
    """Runs a function in a separate thread, without a context; passes on what it raises."""

    def run(function):
        raised = []

        def body():
            try:
                function()
            except BaseException as error:  # noqa: BLE001 - raised in the thread that waits
                raised.append(error)

        thread = threading.Thread(target=body)
        thread.start()
        thread.join()
        if raised:
            raise raised[0]

    return run


def row_id(row):
    return f"{row[0]}-{'-'.join(str(argument) for argument in row[1])}"


def check(device, objects, row):
    name, arguments, code = row
    result = device(name, *[objects.get(argument, argument) for argument in arguments])
    text = device.message()
    assert (result, bool(text)) == (code, True), text
    assert text.startswith(f"[{code}]")
    assert device("aclrtGetLastError", 0) == code


@pytest.mark.parametrize("row", MEMORY, ids=row_id)
def test_memory(device, objects, row):
    check(device, objects, row)


@pytest.mark.parametrize("row", STREAMS_AND_EVENTS, ids=row_id)
def test_streams_and_events(device, objects, row):
    check(device, objects, row)


@pytest.mark.parametrize("row", DEVICES_AND_CONTEXTS, ids=row_id)
def test_devices_and_contexts(device, objects, row):
    check(device, objects, row)


@pytest.mark.parametrize("row", KERNELS, ids=row_id)
def test_kernels(device, objects, row):
    check(device, objects, row)


@pytest.mark.parametrize("row", NEEDS_A_CONTEXT, ids=row_id)
def test_without_a_context(device, objects, row, in_thread):
    in_thread(lambda: check(device, objects, (*row, Rt.CONTEXT_NULL)))


def test_kernel_names_without_a_context(device, objects, in_thread):
    """By name, every failure is a wrong parameter."""
    row = ("aclrtBinaryGetFunction", ("binary", b"AddPairs_0123_1", OUT), PARAM)
    in_thread(lambda: check(device, objects, row))
