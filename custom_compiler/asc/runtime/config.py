"""The target of kernels: one choice for the process."""

from __future__ import annotations

import enum
from typing import TypeVar

from custom_compiler.asc.runtime import device_library as rt
from custom_compiler.asc.runtime.device_kinds import Backend, KernelType, Platform

__all__ = ["Backend", "KernelType", "Platform", "set_platform"]


def set_platform(
    backend: Backend | str,
    soc_version: Platform | str | None = None,
    device_id: int | None = None,
    check: bool = True,  # noqa: FBT001, FBT002 - PyAsc's parameter
) -> None:
    """Choose what kernels are compiled for and run on, from now on and in all threads.

    Args:
        backend: Model simulates the SoC `soc_version`; NPU is the unmodified device.
        soc_version: the part; by default Ascend910B1, or what the device is.
        device_id: the device, 0 by default.
        check: whether to load the runtime now.

    Raises:
        ValueError: unknown back-end or part, or the device is another part.
        RuntimeError: the runtime cannot be loaded.
    """
    chosen = _member(Backend, backend, "back-end")
    part = Platform.Ascend910B1
    if soc_version is not None:
        part = _member(Platform, soc_version, "platform")
    if chosen is Backend.Model:
        rt.use_model()
    else:
        actual = _member(Platform, rt.current_platform(), "device")
        if soc_version is not None and part is not actual:
            raise ValueError(f"the device is {actual.value}, not {part.value}")
        part = actual
        rt.use_npu()
    rt.set_soc_version(part)
    if device_id is not None:
        rt.set_device(device_id)
    if check and not rt.is_available():
        where = f"tools/simulator/{part.value}/lib"
        hint = f"{rt.unavailable_because()}; the toolkit's libraries are in lib64 and {where}"
        raise RuntimeError(f"the runtime cannot be loaded: {hint}")


_E = TypeVar("_E", bound=enum.Enum)


def _member(kind: type[_E], value: object, what: str) -> _E:
    try:
        return kind(value)
    except ValueError:
        names = ", ".join(str(member.value) for member in kind)
        raise ValueError(f"{what} {value!r} is unknown; there are {names}") from None
