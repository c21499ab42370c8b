"""Frees buffers of kernels that have not begun: argv is the runtime's library and a kernel."""

from __future__ import annotations

import ctypes
import sys

H2D, D2H, PARAM_INVALID = 1, 2, 107000
FOUR, SIZE = ctypes.c_size_t(4), ctypes.c_size_t(64)
acl = ctypes.CDLL(sys.argv[1])


def made(name: str, *arguments: object) -> ctypes.c_void_p:
    handle = ctypes.c_void_p()
    assert getattr(acl, name)(*arguments, ctypes.byref(handle)) == 0
    return handle


def malloc() -> ctypes.c_void_p:
    pointer = ctypes.c_void_p()
    assert acl.aclrtMalloc(ctypes.byref(pointer), SIZE, 0) == 0
    return pointer


def launch(key: int, *pointers: ctypes.c_void_p) -> None:
    function = made("aclrtBinaryGetFunctionByEntry", binary, ctypes.c_uint64(key))
    args = made("aclrtKernelArgsInit", function)
    for pointer in pointers:
        made("aclrtKernelArgsAppend", args, ctypes.byref(pointer), ctypes.c_size_t(8))
    assert acl.aclrtKernelArgsFinalize(args) == 0
    assert acl.aclrtLaunchKernelWithConfig(function, 1, stream, None, args, None) == 0


assert acl.aclInit(None) == acl.aclrtSetDevice(0) == 0
stream = made("aclrtCreateStream")
binary = made("aclrtBinaryLoadFromFile", sys.argv[2].encode(), None)
x, y, z = malloc(), malloc(), malloc()
for pointer, value in ((x, 7), (z, 1)):
    assert acl.aclrtMemcpy(pointer, FOUR, ctypes.byref(ctypes.c_int32(value)), FOUR, H2D) == 0
for _ in range(10):
    launch(4)  # sleeps for 60 ms: what follows has not begun when its buffers are freed
launch(5, x, y, z)  # z += x
assert acl.aclrtFree(y) == 0
launch(5, x, z, z)
assert acl.aclrtFree(x) == 0
assert acl.aclrtFree(x) == PARAM_INVALID
assert malloc().value not in {x.value, y.value}
assert acl.aclrtSynchronizeStream(stream) == 0
total = ctypes.c_int32()
assert acl.aclrtMemcpy(ctypes.byref(total), FOUR, z, FOUR, D2H) == 0
assert total.value == 15
