"""Launches of one compiled kernel."""

from __future__ import annotations

import ctypes
import sys
from typing import TYPE_CHECKING, Any

from custom_compiler.asc.runtime import acl, memory
from custom_compiler.asc.runtime.arrays import Staged, device_address
from custom_compiler.asc.runtime.options import LaunchOptions

if TYPE_CHECKING:
    from custom_compiler.asc.runtime.arguments import Packer
    from custom_compiler.asc.runtime.compile import KernelBinary
    from custom_compiler.support.acl_library import AclLibrary

__all__ = ["LaunchOptions", "Launcher"]

_SECONDS = 600  # that a kernel may take, unless ASCENDC_TIMEOUT says otherwise
_TIMEOUT = 7  # ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT


class _LaunchAttribute(ctypes.Structure):
    """aclrtLaunchKernelAttr."""

    _fields_ = (("id", ctypes.c_int), ("value", ctypes.c_uint32 * 4))


class _Attributes(ctypes.Structure):
    """aclrtLaunchKernelCfg."""

    _fields_ = (("attributes", ctypes.POINTER(_LaunchAttribute)), ("count", ctypes.c_size_t))


_LIMIT = ctypes.byref(
    _Attributes(ctypes.pointer(_LaunchAttribute(_TIMEOUT, (ctypes.c_uint32 * 4)(_SECONDS))), 1)
)


class Launcher:
    """Loads a kernel at its first launch and keeps it."""

    def __init__(self, kernel: KernelBinary, *, prints: bool, exact: bool) -> None:
        """Prepare launches; `prints`: to standard output; `exact`: arrays have no slack memory."""
        self.kernel = kernel
        self._prints = prints
        self._exact = exact or memory.launches_are_observed()
        self._function: int | None = None

    def run(self, packer: Packer, values: list[Any], core_num: int, stream: Any) -> None:
        """Run the kernel on `core_num` blocks and wait for its end.

        `values` are the user's, in the order of the kernel's parameters; the list is changed. All
        arrays of the host are copied to the device before and back after the launch.

        Raises:
            DeviceError: the kernel failed, or the device did.
            OverflowError: a number that its parameter's type cannot hold.
            ValueError: an array that cannot be given to a kernel.
        """
        library = acl.ready()
        function = self._function or self._load()
        if packer.on_device:
            if stream is None:
                stream = torch_stream(values[packer.on_device[0]].get_device())
            for i in packer.on_device:
                values[i] = device_address(packer.names[i], values[i])
        if not packer.host_arrays:
            self._launch(library, function, packer, values, core_num, stream)
            return
        host = [make(packer.names[i], values[i]) for i, make in packer.host_arrays]
        staged = Staged(host, exact=self._exact)
        try:
            for (i, _), address in zip(packer.host_arrays, staged.addresses(), strict=True):
                values[i] = address
            self._launch(library, function, packer, values, core_num, stream)
            staged.fetch()
        finally:
            staged.close()

    def _launch(  # noqa: PLR0913, PLR0917 - what a launch is made of
        self,
        library: AclLibrary,
        function: int,
        packer: Packer,
        values: list[Any],
        core_num: int,
        stream: Any,
    ) -> None:
        if self._prints:
            sys.stdout.flush()  # what Python has written comes before what the kernel prints
        places, count, tail = None, 0, b""
        if packer.structures:
            places, count, tail = _structures(packer, values)
        block = packer.pack(values) + tail
        code = library.aclrtLaunchKernelWithHostArgs(
            function, core_num, stream, _LIMIT, block, len(block), places, count
        ) or library.aclrtSynchronizeStream(stream)
        if code:
            acl.check(code, f"kernel {self.kernel.name}")

    def _load(self) -> int:
        binary, function = ctypes.c_void_p(), ctypes.c_void_p()
        library, name = acl.library(), self.kernel.name
        path = self.kernel.path.encode("utf-8", "surrogateescape")
        code = library.aclrtBinaryLoadFromFile(path, None, ctypes.byref(binary))
        acl.check(code, f"loading kernel {name}")
        code = library.aclrtBinaryGetFunction(binary, name.encode(), ctypes.byref(function))
        acl.check(code, f"kernel {name}")
        self._function = function.value
        acl.before_finish.append(self._forget)
        return self._function or 0

    def _forget(self) -> None:
        self._function = None


class _PlaceholderInfo(ctypes.Structure):
    """aclrtPlaceHolderInfo."""

    _fields_ = (("address_offset", ctypes.c_uint32), ("data_offset", ctypes.c_uint32))


def _structures(packer: Packer, values: list[Any]) -> tuple[Any, int, bytes]:
    """Return the offsets of structures and their addresses, their number, and their bytes."""
    tail = bytearray()
    places = (_PlaceholderInfo * len(packer.structures))()
    for structure_place, i in zip(places, packer.structures, strict=True):
        content = values[i].tobytes()
        structure_place.address_offset, structure_place.data_offset = 8 * i, packer.size + len(tail)
        tail += content + bytes(-len(content) % 8)
        values[i] = 0
    return places, len(places), bytes(tail)


def torch_stream(device: int) -> Any:
    """Return the stream of PyTorch's operators on a device, with the operators queued before."""
    torch_npu = sys.modules["torch_npu"]
    try:
        # What current_stream() asks, without its 10 us of looking for back-ends.
        return torch_npu._C._npu_getCurrentRawStream(device)  # noqa: SLF001
    except AttributeError:
        return torch_npu.npu.current_stream(device).npu_stream
