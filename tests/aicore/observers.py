"""Has the launches of kernels watched by the observer that ASCENDC_OBSERVE names.

A process reads its ASCENDC_OBSERVE once, so that tests with several observers cannot share one.
"""

from __future__ import annotations

import ctypes
import os
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler.kernel.toolchain.build import ACCESS_FLAGS, OBSERVED_FLAGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.aicore.harness import Kernel

INPUT, OUTPUT, WORKSPACE, TILING, OTHER = range(5)


@dataclass(frozen=True)
class Tensor:
    """A parameter of a kernel; `role` is AscendcArgumentRole, `size` in bytes."""

    name: str
    role: int
    size: int


class _Argument(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char_p),
        ("role", ctypes.c_uint32),
        ("dtype", ctypes.c_int32),
        ("address", ctypes.c_uint64),
        ("bytes", ctypes.c_uint64),
        ("dims", ctypes.c_void_p),
        ("dim_count", ctypes.c_uint32),
        ("format", ctypes.c_int32),
        ("is_defined", ctypes.c_uint32),
    )


_WORD = ctypes.POINTER(ctypes.c_uint64)
_FIND_ALLOCATION = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_uint64, _WORD, _WORD)


class _Launch(ctypes.Structure):
    _fields_ = (
        ("kernel", ctypes.c_char_p),
        ("op_type", ctypes.c_char_p),
        ("object_path", ctypes.c_char_p),
        ("entry", ctypes.c_void_p),
        ("soc", ctypes.c_void_p),
        ("block_dim", ctypes.c_uint32),
        ("task_type", ctypes.c_uint32),
        ("tiling_key", ctypes.c_uint64),
        ("device", ctypes.c_uint32),
        ("stream", ctypes.c_uint32),
        ("index", ctypes.c_uint64),
        ("arguments", ctypes.POINTER(_Argument)),
        ("argument_count", ctypes.c_uint32),
        ("tiling", ctypes.c_void_p),
        ("tiling_bytes", ctypes.c_uint64),
        ("tiling_overflows", ctypes.POINTER(ctypes.c_char_p)),
        ("tiling_overflow_count", ctypes.c_uint32),
        ("find_allocation", _FIND_ALLOCATION),
    )


class _Fault(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_uint32),
        ("core_type", ctypes.c_uint32),
        ("block", ctypes.c_uint32),
        ("message", ctypes.c_char_p),
        ("calls", ctypes.c_void_p),
    )


@cache
def _library(lib_dir: Path) -> ctypes.CDLL:
    library = ctypes.CDLL(str(lib_dir / "libascendc_observe.so"))
    library.AscendcObserveBegin.argtypes = [ctypes.POINTER(_Launch)]
    library.AscendcObserveBegin.restype = ctypes.c_void_p
    library.AscendcObserveEnd.argtypes = [
        ctypes.c_void_p,
        ctypes.POINTER(_Launch),
        ctypes.POINTER(_Fault),
    ]
    library.AscendcObserveEnd.restype = None
    return library


def observed_flags(compiler: str) -> tuple[str, ...]:
    """Return the flags of an instrumented build."""
    if "clang" in Path(compiler).name:
        return OBSERVED_FLAGS
    return (*OBSERVED_FLAGS, *ACCESS_FLAGS, "-nodefaultlibs")  # not that sanitizer's library


def is_observed() -> bool:
    """Return whether the environment asks for an observer."""
    return bool(os.environ.get("ASCENDC_OBSERVE"))


def _arguments(kernel: Kernel, values: Sequence[Any]) -> Any:
    arrays = [value for value in values if value is not None and not isinstance(value, int)]
    tensors = kernel.tensors or [Tensor("", OTHER, array.nbytes) for array in arrays]
    arguments = (_Argument * len(arrays))()
    for argument, array, tensor in zip(arguments, arrays, tensors, strict=True):
        address = array.ctypes.data
        is_defined = tensor.role not in (OUTPUT, WORKSPACE)
        what = (tensor.name.encode(), tensor.role, -1, address, tensor.size)
        argument.__init__(*what, dims=None, dim_count=0, format=-1, is_defined=is_defined)
    return arguments


def _find_in(arguments: Any) -> Any:
    """Finds memory in the arrays, as the runtime does in what is allocated."""

    def find(address: int, begin: Any, size: Any) -> bool:
        for argument in arguments:
            if argument.address <= address < argument.address + argument.bytes:
                begin[0], size[0] = argument.address, argument.bytes
                return True
        return False

    return _FIND_ALLOCATION(find)


@contextmanager
def watched(kernel: Kernel, launch: Any, values: Sequence[Any], fault: Any) -> Iterator[None]:
    """Gives `launch` of an instrumented build its observer, and reports the `fault` at the end.

    `launch` and `fault` are AicoreLaunch and AicoreFault, `values` the arguments.
    """
    info = launch.kernel.contents
    if not is_observed() or info.build == 0:
        yield
        return
    arguments = _arguments(kernel, values)
    observed = _Launch(
        kernel=info.name,
        op_type=b"",
        object_path=str(kernel.object_file).encode(),
        entry=info.entry,
        soc=launch.soc,
        block_dim=launch.block_dim,
        task_type=launch.task_type,
        tiling_key=launch.tiling_key,
        arguments=arguments,
        argument_count=len(arguments),
        find_allocation=_find_in(arguments),
    )
    library = _library(kernel.lib_dir)
    launch.observer = library.AscendcObserveBegin(ctypes.byref(observed))
    yield
    if launch.observer is None:
        return
    calls = ctypes.addressof(fault) + type(fault).calls.offset
    seen = _Fault(fault.kind, fault.core_type, fault.block_idx, fault.message, calls)
    library.AscendcObserveEnd(
        launch.observer,
        ctypes.byref(observed),
        None if fault.kind == 0 else ctypes.byref(seen),
    )
