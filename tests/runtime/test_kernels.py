"""Kernel binaries, argument lists and launches."""

from __future__ import annotations

import ctypes
import shutil

import pytest

from tests.runtime.conftest import compile_kernel
from tests.utils.status import Acl, Rt

INT = ctypes.c_int32


class Tiling(ctypes.Structure):
    _fields_ = (("total", ctypes.c_uint32), ("addend", ctypes.c_uint32))


class Option(ctypes.Structure):
    """aclrtBinaryLoadOption and aclrtLaunchKernelAttr: an id and 16 bytes."""

    _fields_ = (("id", ctypes.c_uint32), ("value", ctypes.c_uint32 * 4))


class Options(ctypes.Structure):
    _fields_ = (("options", ctypes.POINTER(Option)), ("count", ctypes.c_size_t))


def options(*pairs):
    rows = (Option * len(pairs))(*[Option(number, (value, 0, 0, 0)) for number, value in pairs])
    return ctypes.byref(Options(rows, len(pairs)))


@pytest.fixture
def binary(device, kernel_object):
    handle = ctypes.c_void_p()
    path = str(kernel_object).encode()
    assert device("aclrtBinaryLoadFromFile", path, None, ctypes.byref(handle)) == 0
    return handle


@pytest.fixture
def function(device, binary):
    handle = ctypes.c_void_p()
    assert device("aclrtBinaryGetFunction", binary, b"AddPairs_0123_1", ctypes.byref(handle)) == 0
    return handle


@pytest.fixture
def operands(device):
    x, y = (INT * 1000)(*range(1000)), (INT * 1000)(*range(0, 5000, 5))
    return device.upload(x), device.upload(y), device.malloc(4000)


def expect_sums(device, operands, addend=0):
    result = (INT * 1000)()
    device.download(operands[2], result)
    assert list(result) == [6 * i + addend for i in range(1000)]


def args_of(device, function, operands):
    """A list with the three operands, no workspace, and a placeholder for the tiling data."""
    args, param = ctypes.c_void_p(), ctypes.c_void_p()
    assert device("aclrtKernelArgsInit", function, ctypes.byref(args)) == 0
    for pointer in (*operands, ctypes.c_void_p()):
        assert (
            device("aclrtKernelArgsAppend", args, ctypes.byref(pointer), 8, ctypes.byref(param))
            == 0
        )
    assert device("aclrtKernelArgsAppendPlaceHolder", args, ctypes.byref(param)) == 0
    return args, param


def fill(device, args, param, tiling):
    buffer = ctypes.c_void_p()
    size = ctypes.sizeof(tiling)
    assert (
        device("aclrtKernelArgsGetPlaceHolderBuffer", args, param, size, ctypes.byref(buffer)) == 0
    )
    ctypes.memmove(buffer, ctypes.byref(tiling), size)


def test_launch_with_an_argument_list(device, stream, function, operands):
    args, param = args_of(device, function, operands)
    assert (
        device("aclrtLaunchKernelWithConfig", function, 3, stream, None, args, None)
        == Rt.PARAM_INVALID
    )
    fill(device, args, param, Tiling(1000, 0))
    assert device("aclrtKernelArgsFinalize", args) == 0
    config = options((1, 1), (2, 1024), (7, 10))
    assert device("aclrtLaunchKernelWithConfig", function, 3, stream, config, args, None) == 0
    # The list was copied: it can be built again while the kernel runs.
    args, param = args_of(device, function, operands)
    assert device("aclrtSynchronizeStream", stream) == 0
    expect_sums(device, operands)


def test_rules_of_argument_lists(device, stream, function, operands):
    args, placeholder = args_of(device, function, operands)
    value, param = ctypes.c_uint64(1), ctypes.c_void_p()
    reference = ctypes.byref(value)
    assert (
        device("aclrtKernelArgsAppend", args, reference, 0, ctypes.byref(param))
        == Acl.INVALID_PARAM
    )
    assert device("aclrtKernelArgsAppend", args, None, 8, ctypes.byref(param)) == Acl.INVALID_PARAM
    assert (
        device("aclrtKernelArgsAppend", args, reference, 1 << 20, ctypes.byref(param))
        == Rt.PARAM_INVALID
    )
    assert device("aclrtKernelArgsAppend", args, reference, 4, ctypes.byref(param)) == 0
    assert (
        device("aclrtKernelArgsGetPlaceHolderBuffer", args, param, 8, ctypes.byref(param))
        == Rt.PARAM_INVALID
    )
    fill(device, args, placeholder, Tiling(1000, 0))
    assert (
        device("aclrtKernelArgsAppend", args, reference, 8, ctypes.byref(param))
        == Rt.FEATURE_NOT_SUPPORT
    )
    assert device("aclrtKernelArgsFinalize", args) == 0
    assert device("aclrtKernelArgsParaUpdate", args, placeholder, reference, 8) == Rt.PARAM_INVALID
    launch = ("aclrtLaunchKernelWithConfig", function, 1, stream)
    assert device(*launch, None, args, 1) == Acl.INVALID_PARAM
    assert device(*launch, options((99, 0)), args, None) == Rt.PARAM_INVALID
    assert device(*launch, options((7, 1), (8, 1)), args, None) == Rt.PARAM_INVALID
    assert device(*launch, options((2, 1 << 30)), args, None) == Rt.PARAM_INVALID
    assert (
        device("aclrtLaunchKernelWithConfig", function, 0, stream, None, args, None)
        == Acl.INVALID_PARAM
    )


def test_updated_parameters_need_another_finalize(device, stream, function, operands):
    args, param, first = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
    assert device("aclrtKernelArgsInit", function, ctypes.byref(args)) == 0
    assert (
        device("aclrtKernelArgsAppend", args, ctypes.byref(operands[1]), 8, ctypes.byref(first))
        == 0
    )
    for pointer in (*operands[1:], ctypes.c_void_p()):
        assert (
            device("aclrtKernelArgsAppend", args, ctypes.byref(pointer), 8, ctypes.byref(param))
            == 0
        )
    tiling = device.upload(Tiling(1000, 0))
    assert device("aclrtKernelArgsAppend", args, ctypes.byref(tiling), 8, ctypes.byref(param)) == 0
    assert device("aclrtKernelArgsFinalize", args) == 0
    assert (
        device("aclrtKernelArgsParaUpdate", args, first, ctypes.byref(operands[0]), 4)
        == Rt.PARAM_INVALID
    )
    assert device("aclrtKernelArgsParaUpdate", args, first, ctypes.byref(operands[0]), 8) == 0
    launch = ("aclrtLaunchKernelWithConfig", function, 2, stream, None, args, None)
    assert device(*launch) == Rt.PARAM_INVALID
    assert device("aclrtKernelArgsFinalize", args) == 0
    assert device(*launch) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    expect_sums(device, operands)


def test_128_parameters(device, function):
    args, param, value = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_uint64()
    assert device("aclrtKernelArgsInit", function, ctypes.byref(args)) == 0
    append = ("aclrtKernelArgsAppend", args, ctypes.byref(value), 8, ctypes.byref(param))
    assert [device(*append) for _ in range(129)] == [0] * 128 + [Rt.PARAM_INVALID]


def test_arguments_in_the_callers_memory(device, stream, function, operands):
    handle_size, block_size = ctypes.c_size_t(), ctypes.c_size_t()
    assert device("aclrtKernelArgsGetHandleMemSize", function, ctypes.byref(handle_size)) == 0
    assert device("aclrtKernelArgsGetMemSize", function, 48, ctypes.byref(block_size)) == 0
    handle = (ctypes.c_uint64 * (handle_size.value // 8 + 1))()
    block = (ctypes.c_uint64 * (block_size.value // 8 + 1))()
    init = ("aclrtKernelArgsInitByUserMem", function, handle, block, block_size.value)
    assert device(*init) == 0
    param = ctypes.c_void_p()
    for pointer in (*operands, ctypes.c_void_p()):
        assert (
            device("aclrtKernelArgsAppend", handle, ctypes.byref(pointer), 8, ctypes.byref(param))
            == 0
        )
    assert device("aclrtKernelArgsAppendPlaceHolder", handle, ctypes.byref(param)) == 0
    fill(device, handle, param, Tiling(1000, 3))
    assert device("aclrtKernelArgsFinalize", handle) == 0
    assert device("aclrtLaunchKernelWithConfig", function, 5, stream, None, handle, None) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    expect_sums(device, operands, 3)


def test_host_arguments(device, stream, function, operands):
    class Block(ctypes.Structure):
        _fields_ = (("slots", ctypes.c_void_p * 5), ("tiling", Tiling))

    class PlaceHolder(ctypes.Structure):
        _fields_ = (("address", ctypes.c_uint32), ("data", ctypes.c_uint32))

    block = Block((ctypes.c_void_p * 5)(*[pointer.value for pointer in operands]), Tiling(1000, 1))
    launch = ("aclrtLaunchKernelWithHostArgs", function, 4, stream, None, ctypes.byref(block), 48)
    assert device(*launch, ctypes.byref(PlaceHolder(32, 40)), 1) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    expect_sums(device, operands, 1)
    for wrong in (PlaceHolder(48, 40), PlaceHolder(41, 40), PlaceHolder(32, 48)):
        assert device(*launch, ctypes.byref(wrong), 1) == Rt.PARAM_INVALID
    assert (
        device(
            "aclrtLaunchKernelWithHostArgs",
            function,
            0,
            stream,
            None,
            ctypes.byref(block),
            48,
            None,
            0,
        )
        == Rt.PARAM_INVALID
    )


def test_device_arguments(device, stream, function, operands):
    tiling = device.upload(Tiling(1000, 2))
    slots = (ctypes.c_void_p * 5)(*[pointer.value for pointer in operands], None, tiling.value)
    packed = device.upload(slots)
    assert device("aclrtLaunchKernel", function, 2, packed, 40, stream) == 0
    assert device("aclrtSynchronizeStream", stream) == 0
    expect_sums(device, operands, 2)
    assert device("aclrtLaunchKernel", function, 0, packed, 40, stream) == Rt.PARAM_INVALID
    assert device("aclrtLaunchKernel", function, 1, packed, 4000, stream) == Rt.PARAM_INVALID
    assert device("aclrtLaunchKernel", None, 1, packed, 40, stream) == Acl.INVALID_PARAM


def test_functions(device, binary, function):
    other = ctypes.c_void_p()
    by_name = ("aclrtBinaryGetFunction", binary)
    assert device(*by_name, b"AddPairs_0123_1_mix_aic", ctypes.byref(other)) == 0
    assert other.value == function.value
    assert device("aclrtBinaryGetFunctionByEntry", binary, 1, ctypes.byref(other)) == 0
    assert other.value == function.value
    assert device(*by_name, b"AddPairs_0123_77", ctypes.byref(other)) == Rt.PARAM_INVALID
    assert "tiling keys" in device.message()
    assert (
        device("aclrtBinaryGetFunctionByEntry", binary, 77, ctypes.byref(other)) == Rt.PARAM_INVALID
    )
    name = ctypes.create_string_buffer(64)
    assert device("aclrtGetFunctionName", function, 64, name) == 0
    assert name.value == b"AddPairs_0123_1"
    assert device("aclrtGetFunctionName", function, 4, name) == Rt.PARAM_INVALID


def test_unloading(device, stream, binary, function, operands):
    args, param = args_of(device, function, operands)
    fill(device, args, param, Tiling(1000, 0))
    assert device("aclrtKernelArgsFinalize", args) == 0
    assert device("aclrtLaunchKernelWithConfig", function, 1, stream, None, args, None) == 0
    # The image stays until the launch has ended, the handles do not.
    assert device("aclrtBinaryUnLoad", binary) == 0
    assert device("aclrtBinaryUnLoad", binary) == Rt.INVALID_HANDLE
    assert (
        device("aclrtLaunchKernelWithConfig", function, 1, stream, None, args, None)
        == Rt.INVALID_HANDLE
    )
    assert device("aclrtKernelArgsInit", function, ctypes.byref(args)) == Rt.INVALID_HANDLE
    assert device("aclrtSynchronizeStream", stream) == 0
    expect_sums(device, operands)


def test_loading_from_memory(device, kernel_object):
    data = kernel_object.read_bytes()
    binary, function = ctypes.c_void_p(), ctypes.c_void_p()
    load = ("aclrtBinaryLoadFromData", data, len(data))
    assert device(*load, options((2, 0x41415246)), ctypes.byref(binary)) == 0
    assert device("aclrtBinaryGetFunction", binary, b"AddPairs_0123_1", ctypes.byref(function)) == 0
    assert device(*load, options((2, 1)), ctypes.byref(binary)) == Rt.PARAM_INVALID
    assert device(*load, options((5, 0)), ctypes.byref(binary)) == Rt.PARAM_INVALID
    assert (
        device("aclrtBinaryLoadFromData", data, 0, None, ctypes.byref(binary)) == Rt.PARAM_INVALID
    )
    for length in (3, 64, 1000, len(data) // 2):
        assert (
            device("aclrtBinaryLoadFromData", data[:length], length, None, ctypes.byref(binary))
            == Rt.PARAM_INVALID
        )


def test_loading_files(device, kernel_object, tmp_path):
    binary = ctypes.c_void_p()

    def load(path, given=None):
        return device("aclrtBinaryLoadFromFile", str(path).encode(), given, ctypes.byref(binary))

    assert load(tmp_path / "missing.o") == Rt.PARAM_INVALID
    assert load(kernel_object, options((2, 0x41415246))) == Rt.PARAM_INVALID
    assert load(kernel_object, options((1, 1))) == 0
    text = tmp_path / "text.o"
    text.write_text("no object")
    assert load(text) == Rt.PARAM_INVALID
    assert "ELF" in device.message()
    copy = tmp_path / "copy.o"
    shutil.copy(kernel_object, copy)
    copy.with_suffix(".json").write_text("{")
    assert load(copy) == Rt.PARAM_INVALID
    assert "copy.json" in device.message()


@pytest.mark.parametrize(
    ("architecture", "code"), [(2201, 0), (2002, Rt.AICORE_EXCEPTION), (3510, Rt.AICORE_EXCEPTION)]
)
def test_kernels_for_another_architecture_fail(
    device, stream, operands, cann_home, tmp_path, architecture, code
):
    path = compile_kernel(cann_home, tmp_path, "AddPairs_0123", architecture)
    binary = ctypes.c_void_p()
    load = ("aclrtBinaryLoadFromFile", str(path).encode(), None)
    assert device(*load, ctypes.byref(binary)) == 0
    function = ctypes.c_void_p()
    assert device("aclrtBinaryGetFunctionByEntry", binary, 1, ctypes.byref(function)) == 0
    args, param = args_of(device, function, operands)
    fill(device, args, param, Tiling(1000, 0))
    assert device("aclrtKernelArgsFinalize", args) == 0
    launch = ("aclrtLaunchKernelWithConfig", function, 3, stream, None, args, None)
    assert device(*launch) == 0
    assert device("aclrtSynchronizeStream", stream) == code
    if code:
        assert f"is compiled for architecture {architecture}, the device" in device.message()
    else:
        expect_sums(device, operands)
