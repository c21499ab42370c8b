"""Calls of an operator that are repeated on other values: one call of C each."""

from __future__ import annotations

import ctypes
from ctypes import c_uint32, c_uint64, c_void_p
from typing import TYPE_CHECKING, Any

import torch

from custom_compiler.call.device import DeviceMemory
from custom_compiler.call.library import acl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from custom_compiler.call.caller import Caller, Operands

_TO_DEVICE, _TO_HOST = 1, 2
_MOST_BYTES = 1 << 20  # of all tensors of a call; copying larger ones costs more than preparing


class _Buffer(ctypes.Structure):
    _fields_ = (("device", c_void_p), ("bytes", c_uint64), ("direction", c_uint32))


class _Call(ctypes.Structure):
    _fields_ = (
        ("copy", c_void_p), ("synchronize", c_void_p), ("launch", c_void_p),
        ("workspace", c_void_p), ("workspace_bytes", c_uint64), ("executor", c_void_p),
        ("buffers", ctypes.POINTER(_Buffer)), ("count", c_uint64),
    )  # fmt: skip


class RepeatedCall:
    """An operator, its attributes, and the shapes and types of all tensors, for one thread."""

    def __init__(self, caller: Caller[torch.Tensor], operands: Operands[torch.Tensor]) -> None:
        """Prepare; `possible` says whether the operator's calls can be repeated."""
        self._caller = caller
        self._memory = DeviceMemory()
        self._outputs = [(tuple(tensor.shape), tensor.dtype) for tensor in operands.outputs]
        workspace, size, self._executor = caller.prepare(self._memory, operands)
        self.possible = self._executor != 0
        inputs = [tensor for tensors in operands.inputs for tensor in tensors]
        every = [*inputs, *operands.outputs]
        self._buffers = (_Buffer * len(every))()
        for number, tensor in enumerate(every):
            buffer = self._buffers[number]
            buffer.device, buffer.bytes = self._memory.buffers[number + 1][0], tensor.nbytes
            # An empty tensor has nothing to copy.
            direction = _TO_DEVICE if number < len(inputs) else _TO_HOST
            buffer.direction = direction if tensor.nbytes else 0
        library = acl()
        self._call = _Call(
            _address(library.aclrtMemcpy), _address(library.aclrtSynchronizeStream),
            caller.second_phase, workspace, size, self._executor, self._buffers, len(every),
        )  # fmt: skip
        self._hosts = (c_void_p * len(every))()
        self._where = ctypes.addressof(self._call), ctypes.addressof(self._hosts)
        self._run = library.RepeatedCallRun

    def __call__(self, tensors: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """Compute the outputs of contiguous tensors."""
        results = [torch.empty(shape, dtype=dtype) for shape, dtype in self._outputs]
        hosts, number = self._hosts, 0
        for tensor in tensors:
            hosts[number] = tensor.data_ptr()
            number += 1
        for tensor in results:
            hosts[number] = tensor.data_ptr()
            number += 1
        code = self._run(*self._where)
        if code:
            self._caller.failed(code)
        return results

    def __del__(self) -> None:
        executor = getattr(self, "_executor", 0)
        if executor and not acl().finalized:
            acl().aclDestroyAclOpExecutor(executor)


def is_small(tensors: Sequence[torch.Tensor]) -> bool:
    """Return whether a call on these is worth keeping memory for."""
    size: int = sum(tensor.nbytes for tensor in tensors)
    return size <= _MOST_BYTES


def _address(function: Any) -> int:
    return ctypes.cast(function, c_void_p).value or 0
