"""Lists of tensors from Python."""

from __future__ import annotations

import numpy as np

import asc


def listed(*arrays: np.ndarray) -> np.ndarray:
    """A description of tensors as calls have it, with their data after it.

    The first word is the distance of the addresses in bytes, then come the shapes; the addresses
    are for the kernel to fill in.
    """
    shapes = [word for array in arrays for word in (array.ndim | 1 << 32, *array.shape)]
    head = 1 + len(shapes)
    return np.array([head * 8, *shapes, *(0 for _ in arrays)], np.uint64)


@asc.jit
def of_a_list(
    description: asc.GlobalAddress,
    first: asc.GlobalAddress,
    second: asc.GlobalAddress,
    numbers: asc.GlobalAddress,
    place: int,
):
    words, out = asc.GlobalTensor(), asc.GlobalTensor()
    words.set_global_buffer(description)
    out.set_global_buffer(numbers)
    fill = "reinterpret_cast<__gm__ uint64_t*>($0)[$2] = (uint64_t)$1;"
    asc.inline(fill, [description, first, place])
    asc.inline(fill, [description, second, place + 1])
    tensors = asc.ListTensorDesc()
    tensors.init(description)
    out.set_value(0, tensors.get_size())
    again = asc.ListTensorDesc(data=description, length=0xFFFFFFFF, shape_size=0xFFFFFFFF)
    out.set_value(1, again.get_size())
    shape = asc.array(asc.uint64, 8, 0)
    tensor = asc.TensorDesc(dtype=asc.float32)
    tensor.set_shape_addr(shape)
    tensors.get_desc(tensor, 1)
    out.set_value(2, tensor.get_dim())
    out.set_value(3, tensor.get_index())
    out.set_value(4, tensor.get_shape(0))
    out.set_value(5, tensor.get_shape(offset=1))
    data = tensor.get_data_obj()
    out.set_value(6, data.get_value(3))
    pointed = asc.GlobalTensor()
    pointed.set_global_buffer(tensor.get_data_ptr())
    out.set_value(7, pointed.get_value(4))
    pointed.set_global_buffer(tensors.get_data_ptr(0, asc.float32))
    out.set_value(8, pointed.get_value(5))


def test_lists_of_tensors() -> None:
    first = np.arange(100, 108, dtype=np.float32)
    second = np.arange(200, 208, dtype=np.float32).reshape(2, 4)
    words = listed(first, second)
    numbers = np.full(9, -1, np.int64)
    of_a_list[1](words, first, second, numbers, len(words) - 2)
    assert numbers.tolist() == [2, 2, 2, 1, 2, 4, 203, 204, 105]
