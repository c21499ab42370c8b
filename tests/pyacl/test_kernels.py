"""Kernel binaries, argument lists and launches from Python; NumPy has the expected sums."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest

from tests.utils.pyacl import Device, Slots, ok
from tests.utils.status import Acl, Rt

COUNT = 1024
X = np.arange(COUNT, dtype=np.int32)
Y = np.arange(0, 3 * COUNT, 3, dtype=np.int32)


@pytest.fixture
def operands(device: Device) -> list[int]:
    return [device.upload(X), device.upload(Y), device.empty(X.nbytes)]


def append_all(acl, args: int, *values: int) -> list[int]:
    slots = Slots(*values)
    return [
        ok(acl.rt.kernel_args_append(args, slots.address(index), 8)) for index in range(len(values))
    ]


def launch(acl, function: int, stream: int, args: int, config: list | None = None) -> None:
    ok(acl.rt.launch_kernel_with_config(function, 8, stream, config or [], args, 0))
    ok(acl.rt.synchronize_stream(stream))


def test_system_memory(acl, device, stream, operands, add_1024) -> None:
    args = ok(acl.rt.kernel_args_init(add_1024))
    handles = append_all(acl, args, *operands)
    assert len({*handles, 0}) == 4
    ok(acl.rt.kernel_args_finalize(args))
    launch(acl, add_1024, stream, args)
    assert (device.download(operands[2], COUNT) == X + Y).all()


def test_user_memory(acl, device, stream, operands, add_1024) -> None:
    handle_memory = ctypes.create_string_buffer(
        ok(acl.rt.kernel_args_get_handle_mem_size(add_1024))
    )
    argument_memory = ctypes.create_string_buffer(ok(acl.rt.kernel_args_get_mem_size(add_1024, 24)))
    assert len(argument_memory) >= 24
    args = ctypes.addressof(handle_memory)
    memory, size = ctypes.addressof(argument_memory), len(argument_memory)
    ok(acl.rt.kernel_args_init_by_user_mem(add_1024, args, memory, size))
    append_all(acl, args, *operands)
    ok(acl.rt.kernel_args_finalize(args))
    launch(acl, add_1024, stream, args)
    assert (device.download(operands[2], COUNT) == X + Y).all()


def test_place_holder(acl, device, stream, operands, add_tiling) -> None:
    args = ok(acl.rt.kernel_args_init(add_tiling))
    append_all(acl, args, *operands)
    place = ok(acl.rt.kernel_args_append_place_holder(args))
    tiling = np.array([COUNT, 41], np.int32)
    buffer = ok(acl.rt.kernel_args_get_place_holder_buffer(args, place, tiling.nbytes))
    ctypes.memmove(buffer, tiling.ctypes.data, tiling.nbytes)
    ok(acl.rt.kernel_args_finalize(args))
    launch(acl, add_tiling, stream, args)
    assert (device.download(operands[2], COUNT) == X + Y + 41).all()


def test_update_needs_another_finalize(acl, device, stream, operands, add_1024) -> None:
    args = ok(acl.rt.kernel_args_init(add_1024))
    *_, result = append_all(acl, args, operands[0], operands[1], 0)
    ok(acl.rt.kernel_args_finalize(args))
    slot = Slots(operands[2])
    ok(acl.rt.kernel_args_para_update(args, result, slot.address(), 8))
    ret = acl.rt.launch_kernel_with_config(add_1024, 8, stream, [], args, 0)
    assert ret == Rt.PARAM_INVALID
    ok(acl.rt.kernel_args_finalize(args))
    launch(acl, add_1024, stream, args)
    assert (device.download(operands[2], COUNT) == X + Y).all()
    assert acl.rt.kernel_args_para_update(args, result, slot.address(), 4) == Rt.PARAM_INVALID
    assert acl.rt.kernel_args_append(args, slot.address(), 8)[1] == Rt.FEATURE_NOT_SUPPORT


def test_value_parameter(acl, device, stream, operands, binary) -> None:
    function = ok(acl.rt.binary_get_function(binary, "add_scalar"))
    args = ok(acl.rt.kernel_args_init(function))
    append_all(acl, args, *operands)
    addend = ctypes.c_int32(-7)
    ok(acl.rt.kernel_args_append(args, ctypes.addressof(addend), 4))
    ok(acl.rt.kernel_args_finalize(args))
    launch(acl, function, stream, args)
    assert (device.download(operands[2], COUNT) == X + Y - 7).all()


def test_device_arguments(acl, device, stream, operands, add_1024) -> None:
    packed = device.upload(np.array(operands, np.uint64))
    ok(acl.rt.launch_kernel(add_1024, 4, packed, 24, stream))
    ok(acl.rt.synchronize_stream(stream))
    assert (device.download(operands[2], COUNT) == X + Y).all()
    with pytest.raises(TypeError, match="argument 3 must be int, not list"):
        acl.rt.launch_kernel(add_1024, 4, operands, 24, stream)


def test_host_arguments_with_place_holder(acl, device, stream, operands, add_tiling) -> None:
    # Four slots, and after them the tiling data that the fourth is to lead to.
    block = np.zeros(5, np.uint64)
    block[:3] = operands
    block[4:].view(np.int32)[:] = COUNT, 9
    places = [{"addrOffset": 24, "dataOffset": 32}]
    ok(
        acl.rt.launch_kernel_with_host_args(
            add_tiling, 8, stream, [], block.ctypes.data, block.nbytes, places, len(places)
        )
    )
    ok(acl.rt.synchronize_stream(stream))
    assert (device.download(operands[2], COUNT) == X + Y + 9).all()
    assert (
        acl.rt.launch_kernel_with_host_args(
            add_tiling, 8, stream, [], block.ctypes.data, block.nbytes, places, 2
        )
        == Acl.INVALID_PARAM
    )


def test_launch_attributes(acl, device, stream, operands, add_1024) -> None:
    args = ok(acl.rt.kernel_args_init(add_1024))
    append_all(acl, args, *operands)
    ok(acl.rt.kernel_args_finalize(args))
    launch(acl, add_1024, stream, args, [{"id": 1, "value": 1}, {"id": 7, "value": 60}])
    assert (device.download(operands[2], COUNT) == X + Y).all()

    def refused(config: object) -> int:
        return acl.rt.launch_kernel_with_config(add_1024, 8, stream, config, args, 0)

    assert refused([{"id": 99, "value": 0}]) == Rt.PARAM_INVALID
    assert refused([{"id": 7, "value": 1}, {"id": 8, "value": 1}]) == Rt.PARAM_INVALID
    # A missing key counts as 0, which is no attribute.
    assert refused([{}]) == Rt.PARAM_INVALID
    with pytest.raises(ValueError, match="a list of dict is needed"):
        refused(None)
    with pytest.raises(TypeError, match="argument 4 must be list of dict"):
        refused([7])
    with pytest.raises(ValueError, match='the value of "value" does not fit'):
        refused([{"id": 1, "value": 2**32}])
    ret = acl.rt.launch_kernel_with_config(add_1024, 8, stream, [], args, 1)
    assert ret == Acl.INVALID_PARAM  # the last argument is reserved


def test_load_from_data(acl, device, stream, operands, kernel_file: Path) -> None:
    image = kernel_file.read_bytes()
    address = acl.util.bytes_to_ptr(image)
    magic = [{"type": 2, "value": 0x43554245}]
    binary = ok(acl.rt.binary_load_from_data(address, len(image), magic))
    function = ok(acl.rt.binary_get_function(binary, "add_1024"))
    args = ok(acl.rt.kernel_args_init(function))
    append_all(acl, args, *operands)
    ok(acl.rt.kernel_args_finalize(args))
    launch(acl, function, stream, args)
    assert (device.download(operands[2], COUNT) == X + Y).all()


@pytest.mark.usefixtures("device")
def test_load_in_three_steps(acl, kernel_file: Path) -> None:
    image = kernel_file.read_bytes()
    binary = acl.rt.create_binary(acl.util.bytes_to_ptr(image), len(image))
    handle = ok(acl.rt.binary_load(binary))
    ok(acl.rt.destroy_binary(binary))
    ok(acl.rt.binary_get_function(handle, "add_1024"))
    ok(acl.rt.binary_unload(handle))
    assert acl.rt.binary_unload(handle) == Rt.INVALID_HANDLE
    assert acl.rt.create_binary(0, 8) == 0


@pytest.mark.usefixtures("device")
def test_load_options(acl, kernel_file: Path) -> None:
    path = str(kernel_file)
    for lazy in (0, 1):
        ok(acl.rt.binary_load_from_file(path, [{"type": 1, "value": lazy}]))
    # A file says itself what it is.
    assert acl.rt.binary_load_from_file(path, [{"type": 2, "value": 0}]) == (0, Rt.PARAM_INVALID)
    assert acl.rt.binary_load_from_file("no_such_file.o", []) == (0, Rt.PARAM_INVALID)
    with pytest.raises(ValueError, match="a list of dict is needed"):
        acl.rt.binary_load_from_file(path, None)


def test_function_description(acl, binary, add_1024) -> None:
    assert acl.rt.get_function_name(add_1024, 64) == ("add_1024", 0)
    with pytest.raises(ValueError, match="max_len must be less than 1024"):
        acl.rt.get_function_name(add_1024, 1024)
    ok(acl.rt.get_function_addr(add_1024))
    assert acl.rt.binary_get_function(binary, "no_such_kernel") == (0, Rt.PARAM_INVALID)


def test_fault_is_reported_at_synchronisation(acl, stream, binary) -> None:
    function = ok(acl.rt.binary_get_function(binary, "fault"))
    args = ok(acl.rt.kernel_args_init(function))
    append_all(acl, args, 0)
    ok(acl.rt.kernel_args_finalize(args))
    ok(acl.rt.launch_kernel_with_config(function, 1, stream, [], args, 0))
    assert (
        acl.rt.synchronize_stream(stream) == Rt.VECTOR_CORE_EXCEPTION
    )  # an exception on a vector core
    assert "fault" in acl.get_recent_err_msg()


def test_overflow_modes_of_streams(acl, device, binary) -> None:
    """aclrtSetDeviceSatMode is of streams made after it; a 910B keeps infinities until then."""
    saturates, keeps = 0, 1
    assert ok(acl.rt.get_device_sat_mode()) == keeps
    streams = [ok(acl.rt.create_stream())]
    for mode in (saturates, keeps):
        ok(acl.rt.set_device_sat_mode(mode))
        assert ok(acl.rt.get_device_sat_mode()) == mode
        streams.append(ok(acl.rt.create_stream()))
    function = ok(acl.rt.binary_get_function(binary, "double_halves"))
    largest = np.finfo(np.float16).max
    operands = [device.upload(np.full(16, largest)), device.empty(32)]
    for stream, wanted in zip(streams, (np.inf, largest, np.inf), strict=True):
        args = ok(acl.rt.kernel_args_init(function))
        append_all(acl, args, *operands)
        ok(acl.rt.kernel_args_finalize(args))
        ok(acl.rt.launch_kernel_with_config(function, 1, stream, [], args, 0))
        ok(acl.rt.synchronize_stream(stream))
        assert set(device.download(operands[1], 16, np.float16).tolist()) == {float(wanted)}
