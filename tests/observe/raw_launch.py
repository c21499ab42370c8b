"""Launches a kernel of AddCustom by hand: raw_launch.py LIBRARY KERNEL; the code of what failed."""

import ctypes
import sys
from ctypes import byref, c_size_t, c_uint32, c_uint64, c_void_p

COUNT = 100
library = ctypes.CDLL(sys.argv[1])


def call(name: str, *arguments: object) -> None:
    code = getattr(library, name)(*arguments)
    if code != 0:
        sys.exit(f"{name}: {code}")


def to_device(data: ctypes.Array) -> c_void_p:
    address, size = c_void_p(), c_size_t(ctypes.sizeof(data))
    call("aclrtMalloc", byref(address), size, 0)
    call("aclrtMemcpy", address, size, data, size, 1)
    return address


class Arguments(ctypes.Structure):
    _fields_ = (
        ("slots", c_uint64 * 5),  # x, y, z, workspace, tiling
        ("length", c_uint64),
        ("block_length", c_uint64),
        ("tile_length", c_uint32),
    )


call("aclInit", None)
call("aclrtSetDevice", 0)
stream, binary, function = c_void_p(), c_void_p(), c_void_p()
call("aclrtCreateStream", byref(stream))
x, y, z = (to_device((ctypes.c_float * COUNT)(*range(n, n + COUNT))) for n in (0, 1, 0))
call("aclrtBinaryLoadFromFile", sys.argv[2].encode(), None, byref(binary))
call("aclrtBinaryGetFunctionByEntry", binary, c_uint64(0), byref(function))
arguments = Arguments((x.value, y.value, z.value, 0, 0), COUNT, COUNT, 128)
tiling_slot = (c_uint32 * 2)(4 * 8, Arguments.length.offset)
size = c_size_t(ctypes.sizeof(arguments))
place = (tiling_slot, c_size_t(1))
call("aclrtLaunchKernelWithHostArgs", function, 1, stream, None, byref(arguments), size, *place)
call("aclrtSynchronizeStream", stream)
result = (ctypes.c_float * COUNT)()
call("aclrtMemcpy", result, c_size_t(4 * COUNT), z, c_size_t(4 * COUNT), 2)
sys.exit(list(result) != [2.0 * n + 1 for n in range(COUNT)])
