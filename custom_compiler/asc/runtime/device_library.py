"""`asc.lib.runtime`: devices, streams, memory and kernel binaries, for host code.

Handles are ctypes void pointers. All work goes to the runtime of the toolkit.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from typing import TYPE_CHECKING, Any

from custom_compiler.asc.runtime import acl
from custom_compiler.asc.runtime import device_kinds as support
from custom_compiler.asc.runtime.device_kinds import (
    MAGIC_OF_CORE,
    TASK_OF_CORE,
    CoreType,
    DeviceInfoType,
    DeviceModuleType,
    Function,
    Kernel,
    MagicElf,
    MemcpyKind,
    Memory,
    MemorySizes,
    MsprofTaskType,
    Platform,
    ProfilingCommandHandle,
    Stream,
)
from custom_compiler.asc.runtime.launcher import torch_stream

if TYPE_CHECKING:
    from collections.abc import Sequence


__all__ = [
    "CoreType",
    "DeviceInfoType",
    "DeviceModuleType",
    "Function",
    "Kernel",
    "Memory",
    "MemorySizes",
    "MsprofTaskType",
    "ProfilingCommandHandle",
    "Stream",
    "acl_finalize",
    "acl_init",
    "c2c_ctrl_addr",
    "call_print_interface",
    "check_device_handle",
    "copy_data_from_device",
    "copy_data_to_device",
    "create_stream",
    "current_device",
    "current_platform",
    "current_stream",
    "current_tick",
    "default_device",
    "destroy_stream",
    "device_count",
    "device_info",
    "free",
    "free_mem",
    "get_soc_version",
    "is_available",
    "is_initialized",
    "is_model",
    "launch_kernel",
    "magic_elf_value",
    "malloc",
    "memcpy",
    "msprof_task_type",
    "npu_utils",
    "register_device_binary_kernel",
    "register_function",
    "reset_device",
    "set_device",
    "set_pro_switch",
    "set_soc_version",
    "support",
    "synchronize",
    "synchronize_device",
    "unregister_device_binary_kernel",
    "use_model",
    "use_npu",
]

_HUGE_FIRST = 0  # ACL_MEM_MALLOC_HUGE_FIRST
# aclrtDevAttr
_ATTRIBUTES = {
    (DeviceModuleType.RT_MODULE_TYPE_AICORE, DeviceInfoType.INFO_TYPE_CORE_NUM): 101,
    (DeviceModuleType.RT_MODULE_TYPE_AICORE, DeviceInfoType.INFO_TYPE_CUBE_NUM): 102,
    (DeviceModuleType.RT_MODULE_TYPE_VECTOR_CORE, DeviceInfoType.INFO_TYPE_CORE_NUM): 201,
}


class _State:
    """Device, context and streams of the process."""

    model = True
    reason = ""  # why the runtime cannot be loaded
    kernels: set[int]
    allocations: set[int]


_state = _State()
_state.kernels, _state.allocations = set(), set()


# Choices.


def use_model() -> None:
    """Simulate a part of the user's choice."""
    _state.model = True


def use_npu() -> None:
    """Use the unmodified device."""
    _state.model = False


def is_model() -> bool:
    """Return whether the part is of the user's choice."""
    return _state.model


def set_soc_version(part: Platform) -> None:
    """Choose the part that kernels are compiled for and run on."""
    acl.choose_part(part.value)


def get_soc_version() -> Platform:
    """Return the SoC that was chosen, by default Ascend910B1."""
    return Platform(acl.part_name())


def is_initialized() -> bool:
    """Return whether the device is in use."""
    return acl.is_started()


def is_available() -> bool:
    """Return whether the runtime can be loaded."""
    try:
        acl.library()
    except Exception as error:  # noqa: BLE001 - unavailable_because reports it, whatever it is
        _state.reason = str(error)
        return False
    return True


def unavailable_because() -> str:
    """Return the reason of the last false result of `is_available`."""
    return _state.reason or "it is not available"


# Devices and streams.


def check_device_handle(device_id: object) -> None:
    """Raise RuntimeError unless it is the number of a device."""
    if isinstance(device_id, bool) or not isinstance(device_id, int) or device_id < 0:
        raise RuntimeError(f"a device is a number from 0, not {device_id!r}")


def default_device() -> int:
    """Return the device that is used if none is chosen."""
    return 0


def current_device() -> int:
    """Return the device of the calling thread."""
    device = ctypes.c_int32()
    acl.check(acl.ready().aclrtGetDevice(ctypes.byref(device)), "the current device")
    return device.value


def current_platform() -> str:
    """Name of the part that the device is, whatever was chosen."""
    return acl.device_part()


def device_count() -> int:
    """Return the number of devices."""
    count = ctypes.c_uint32()
    acl.check(acl.ready().aclrtGetDeviceCount(ctypes.byref(count)), "the number of devices")
    return count.value


def device_info(
    module_type: DeviceModuleType, info_type: DeviceInfoType, device_id: int | None = None
) -> int:
    """Return a number about a part of a device: its number of cores.

    Raise RuntimeError for values that the runtime does not report.
    """
    attribute = _ATTRIBUTES.get((module_type, info_type))
    if attribute is None:
        raise RuntimeError(f"the runtime does not tell {info_type} of {module_type}")
    device = current_device() if device_id is None else device_id
    check_device_handle(device)
    value = ctypes.c_int64()
    code = acl.ready().aclrtGetDeviceInfo(device, attribute, ctypes.byref(value))
    acl.check(code, f"{info_type} of device {device}")
    return value.value


def set_device(device_id: int) -> None:
    """Use this device, in this thread and in those that have none yet."""
    check_device_handle(device_id)
    acl.choose_device(device_id)


def reset_device(device_id: int | None = None) -> None:
    """Give back a device, the current one by default, with all that was made on it."""
    device = current_device() if device_id is None else device_id
    check_device_handle(device)
    acl.give_back_device(device)


def current_stream(device_id: int | None = None) -> Stream:
    """Return the thread's stream: torch_npu's if that is in use, else the default one."""
    if device_id is not None:
        check_device_handle(device_id)
    library = acl.ready()
    torch_npu = sys.modules.get("torch_npu")
    if torch_npu is not None and torch_npu.npu.is_initialized():
        return Stream(torch_stream(current_device()))
    stream = Stream()
    acl.check(library.aclrtCtxGetCurrentDefaultStream(ctypes.byref(stream)), "the default stream")
    return stream


def create_stream(priority: int = 0) -> Stream:
    """Create a stream; the only priority is 0."""
    if priority != 0:
        raise ValueError(f"streams have priority 0 only, not {priority!r}")
    stream = Stream()
    acl.check(acl.ready().aclrtCreateStream(ctypes.byref(stream)), "a new stream")
    return stream


def destroy_stream(stream_handle: Stream | None) -> None:
    """Give back a stream of `create_stream`."""
    if stream_handle is not None:
        acl.check(acl.ready().aclrtDestroyStream(stream_handle), "destroying a stream")


def synchronize(stream_handle: Stream | None = None, timeout: int = 0) -> None:
    """Wait until the stream, the current one by default, has done its work.

    `timeout` is in milliseconds, 0 for as long as it takes. DeviceError if a kernel failed.
    """
    stream = current_stream() if stream_handle is None else stream_handle
    library = acl.ready()
    if timeout > 0:
        code = library.aclrtSynchronizeStreamWithTimeout(stream, timeout)
    else:
        code = library.aclrtSynchronizeStream(stream)
    acl.check(code, "the stream")


def synchronize_device() -> None:
    """Wait until all streams of the device have done their work."""
    acl.check(acl.ready().aclrtSynchronizeDevice(), "the device")


def acl_init() -> int:
    """Initialise the interface; 0."""
    acl.ready()
    return 0


def acl_finalize() -> int:
    """End the use of the interface; CANN's error code."""
    return int(acl.finish())


def npu_utils() -> ctypes.CDLL:
    """Return the library that the functions of this module call, initialised."""
    return acl.ready().load("ascendcl")


# Memory.


def malloc(size: int, memory_type: object = None, policy: object = None) -> Memory:  # noqa: ARG001
    """Allocate `size` bytes of device memory; devices have one kind, the rest does not count.

    RuntimeError if there is not as much.
    """
    if size <= 0:
        raise RuntimeError(f"memory of {size} bytes cannot be had")
    memory = Memory()
    code = acl.ready().aclrtMalloc(ctypes.byref(memory), size, _HUGE_FIRST)
    acl.check(code, f"device memory of {size} bytes")
    _state.allocations.add(_address(memory))
    return memory


def free(mem_handle: Memory) -> None:
    """Give back memory of `malloc`."""
    if mem_handle.value not in _state.allocations:
        raise RuntimeError(f"{mem_handle} is no memory of malloc, or was freed")
    acl.check(acl.ready().aclrtFree(mem_handle), "freeing device memory")
    _state.allocations.discard(_address(mem_handle))


def memcpy(
    mem_dst_handle: Memory,
    dst_nbytes: int,
    mem_src_handle: Memory,
    src_nbytes: int,
    kind: MemcpyKind,
) -> None:
    """Copy `src_nbytes` bytes into memory of `dst_nbytes`."""
    if dst_nbytes <= 0 or src_nbytes <= 0:
        raise RuntimeError(f"{src_nbytes} bytes cannot be copied to {dst_nbytes}")
    code = acl.ready().aclrtMemcpy(
        mem_dst_handle, dst_nbytes, mem_src_handle, src_nbytes, MemcpyKind(kind).value
    )
    acl.check(code, f"copying {src_nbytes} bytes")


def copy_data_to_device(src_mem_handle: Memory, nbytes: int) -> Memory:
    """Copy `nbytes` bytes from the host to new device memory."""
    memory = malloc(nbytes)
    memcpy(memory, nbytes, src_mem_handle, nbytes, MemcpyKind.RT_MEMCPY_HOST_TO_DEVICE)
    return memory


def copy_data_from_device(mem_dst_handle: Memory, mem_src_handle: Memory, nbytes: int) -> None:
    """Copy `nbytes` bytes from the device to the host."""
    kind = MemcpyKind.RT_MEMCPY_DEVICE_TO_HOST
    memcpy(mem_dst_handle, nbytes, mem_src_handle, nbytes, kind)


def free_mem() -> None:
    """Give back all memory of `malloc` and all registered binaries."""
    for kernel in tuple(_state.kernels):
        unregister_device_binary_kernel(Kernel(kernel))
    for memory in tuple(_state.allocations):
        free(Memory(memory))


# Kernel binaries.


def magic_elf_value(core_type: CoreType) -> int:
    """Return the number with which binaries for these cores are registered."""
    return int(MAGIC_OF_CORE[_core(core_type)].value)


def msprof_task_type(core_type: CoreType) -> int:
    """Return the task type of kernels on these cores in profiles."""
    return int(TASK_OF_CORE[_core(core_type)].value)


def register_device_binary_kernel(kernel_binary: bytes, core_type_id: int) -> Kernel:
    """Load a kernel binary; `core_type_id` is what `magic_elf_value` says of its cores."""
    if not kernel_binary:
        raise RuntimeError("a kernel binary of no bytes cannot be registered")
    MagicElf(core_type_id)
    kernel = Kernel()
    code = acl.ready().aclrtBinaryLoadFromData(
        kernel_binary, len(kernel_binary), None, ctypes.byref(kernel)
    )
    acl.check(code, "a kernel binary")
    _state.kernels.add(_address(kernel))
    return kernel


def unregister_device_binary_kernel(kernel_handle: Kernel) -> None:
    """Unload a kernel binary."""
    acl.check(acl.ready().aclrtBinaryUnLoad(kernel_handle), "unloading a kernel binary")
    _state.kernels.discard(_address(kernel_handle))


def register_function(kernel_handle: Kernel, fn_name: str, mode: int = 0) -> Function:
    """Return the kernel of that name in a binary; `mode` is 0."""
    if mode != 0:
        raise ValueError(f"functions are registered with mode 0, not {mode!r}")
    function = Function()
    code = acl.ready().aclrtBinaryGetFunction(
        kernel_handle, fn_name.encode(), ctypes.byref(function)
    )
    acl.check(code, f"kernel {fn_name}")
    return function


def launch_kernel(  # noqa: PLR0913, PLR0917 - PyAsc's parameters
    fn_handle: Function,
    block_num: int,
    args: Sequence[Any],
    num_args: int | None = None,
    sm_desc: object = None,
    stream_handle: Stream | None = None,
) -> None:
    """Queue a kernel; its arguments are words of 8 bytes, numbers or handles."""
    if sm_desc is not None:
        raise ValueError("sm_desc: kernels have no such memory here")
    words = [_address(word) if isinstance(word, ctypes.c_void_p) else int(word) for word in args]
    words = words[:num_args]
    packed = struct.pack(f"<{len(words)}Q", *(word & 0xFFFFFFFFFFFFFFFF for word in words))
    stream = current_stream() if stream_handle is None else stream_handle
    code = acl.ready().aclrtLaunchKernelWithHostArgs(
        fn_handle, block_num, stream, None, packed or bytes(8), len(packed) or 8, None, 0
    )
    acl.check(code, "the launch")


def c2c_ctrl_addr() -> int:
    """Return the address that cores synchronise by on devices that need one; 0: these do not."""
    return 0


def call_print_interface(*_args: object) -> None:
    """Raise RuntimeError: the runtime prints what kernels say by itself, after each launch."""
    raise RuntimeError("what kernels print is printed by the runtime after each launch")


def set_pro_switch(*_args: object, **_named: object) -> None:
    """Raise RuntimeError: programs are profiled from outside."""
    raise RuntimeError("profile with: custom-compiler profile SCRIPT.py")


def current_tick() -> int | None:
    """Return the cycles that the model has run so far: None, it counts them for profiles only."""
    return None


def _address(handle: ctypes.c_void_p) -> int:
    return handle.value or 0


def _core(core_type: CoreType) -> CoreType:
    if not isinstance(core_type, CoreType):
        raise RuntimeError(f"{core_type!r} is no CoreType")  # noqa: TRY004 - PyAsc's class
    return core_type
