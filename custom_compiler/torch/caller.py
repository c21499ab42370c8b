"""Tensors of PyTorch in host memory, as calls of operators read and make them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from custom_compiler.call.caller import Caller
from custom_compiler.support.element_types import BY_NUMPY

if TYPE_CHECKING:
    from custom_compiler.call.prototype import Prototype

# ge::DataType by PyTorch's type, which has NumPy's name.
CODES = {getattr(torch, name): row.number for name, row in BY_NUMPY.items()}
DTYPES = {code: dtype for dtype, code in CODES.items()}


class TorchTensors:
    """Tensors of PyTorch in host memory."""

    @staticmethod
    def shape(array: torch.Tensor) -> tuple[int, ...]:
        """Return its dimensions."""
        shape: tuple[int, ...] = array.shape  # a torch.Size is a tuple
        return shape

    @staticmethod
    def code(array: torch.Tensor) -> int:
        """Return its element type as ge::DataType."""
        return CODES[array.dtype]

    @staticmethod
    def size(array: torch.Tensor) -> int:
        """Return the bytes of all its elements."""
        size: int = array.nbytes
        return size

    @staticmethod
    def address(array: torch.Tensor) -> int:
        """Return the address of the first element."""
        address: int = array.data_ptr()
        return address

    @staticmethod
    def contiguous(array: torch.Tensor) -> torch.Tensor:
        """Return the tensor itself if its elements are contiguous, else a copy."""
        return array if array.is_contiguous() else array.contiguous()

    @staticmethod
    def copy(target: torch.Tensor, source: torch.Tensor) -> None:
        """Copy elements between tensors of one shape."""
        target.copy_(source)

    @staticmethod
    def values(array: torch.Tensor) -> list[Any]:
        """Return all elements as Python numbers."""
        values: list[Any] = array.flatten().tolist()
        return values


def caller_of(prototype: Prototype) -> Caller[torch.Tensor]:
    """Return the caller of an operator for tensors."""
    return Caller(prototype, TorchTensors())
