"""acl.util: addresses of bytes and arrays, and threads."""

from __future__ import annotations

import sys
import threading
from errno import ESRCH

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.utils.pyacl import ok


@given(data=st.binary(max_size=200))
def test_bytes_and_back(acl, data: bytes) -> None:
    pointer = acl.util.bytes_to_ptr(data)
    assert acl.util.ptr_to_bytes(pointer, len(data)) == data


def test_what_is_no_bytes(acl) -> None:
    for value in ("text", bytearray(4), None, 4):
        with pytest.raises(ValueError, match="needs bytes"):
            acl.util.bytes_to_ptr(value)
    with pytest.raises(ValueError, match="cannot read address 0"):
        acl.util.ptr_to_bytes(0, 4)


@pytest.mark.filterwarnings("ignore:.*will be deprecated")
def test_address_of_an_array(acl) -> None:
    array = np.arange(12).reshape(3, 4)
    with pytest.warns(Warning, match="numpy_to_ptr will be deprecated"):
        assert acl.util.numpy_to_ptr(array) == array.ctypes.data
    with pytest.warns(Warning, match="discontiguous"):
        assert acl.util.numpy_to_ptr(array[:, 1:]) == array.ctypes.data + array.itemsize


@pytest.mark.filterwarnings("ignore:.*will be deprecated")
def test_contiguous_copy_of_an_array(acl) -> None:
    array = np.arange(12).reshape(3, 4)
    assert acl.util.numpy_contiguous_to_ptr(array) == (array.ctypes.data, array)
    pointer, copy = acl.util.numpy_contiguous_to_ptr(array.T)
    assert pointer == copy.ctypes.data
    assert copy.flags.c_contiguous
    assert (copy == array.T).all()
    for value in ([1, 2], None):
        with pytest.raises(ValueError, match="needs an ndarray"):
            acl.util.numpy_contiguous_to_ptr(value)
        with pytest.raises(ValueError, match="needs an ndarray"):
            acl.util.numpy_to_ptr(value)


# NumPy's type numbers: bool 0, int8 1, ... uint64 8, float32 11, float64 12, half 23.
@pytest.mark.filterwarnings("ignore:.*will be deprecated")
@pytest.mark.parametrize(
    ("number", "dtype"),
    [
        (0, np.bool_),
        (1, np.int8),
        (2, np.uint8),
        (3, np.int16),
        (4, np.uint16),
        (5, np.int32),
        (6, np.uint32),
        (7, np.int64),
        (8, np.uint64),
        (11, np.float32),
        (12, np.float64),
        (23, np.float16),
    ],
)
def test_view_of_memory(acl, number: int, dtype: type) -> None:
    memory = np.arange(24).astype(dtype)
    view = acl.util.ptr_to_numpy(memory.ctypes.data, (2, 3, 4), number)
    assert (view.dtype, view.shape) == (np.dtype(dtype), (2, 3, 4))
    view[1, 2, 3] = 0
    assert memory[23] == 0


@pytest.mark.filterwarnings("ignore:.*will be deprecated")
def test_views_that_cannot_be(acl) -> None:
    pointer = np.zeros(4).ctypes.data
    for shape, number in (([4], 5), ((4,), 77), ((-1,), 5), (("a",), 5), ((2**62, 8), 5)):
        with pytest.raises(ValueError, match="ptr_to_numpy"):
            acl.util.ptr_to_numpy(pointer, shape, number)
    with pytest.raises(ValueError, match="cannot read address 0"):
        acl.util.ptr_to_numpy(0, (4,), 5)


def test_threads(acl) -> None:
    seen: list[tuple | None] = []
    thread = ok(
        acl.util.start_thread(
            lambda arguments: seen.append((arguments, threading.get_ident())), [1, "two"]
        )
    )
    ok(acl.util.stop_thread(thread))
    assert seen == [([1, "two"], thread)]
    ok(acl.util.stop_thread(ok(acl.util.start_thread(lambda: seen.append(None), None))))
    assert seen[1:] == [None]
    assert acl.util.stop_thread(thread) == ESRCH


def test_exception_of_a_thread_reaches_who_stops_it(acl, monkeypatch) -> None:
    shown = []
    nothing: dict[str, int] = {}
    monkeypatch.setattr(sys, "unraisablehook", lambda what: shown.append(what.exc_value))
    thread = ok(acl.util.start_thread(lambda _: nothing["missing"], [0]))
    with pytest.raises(RuntimeError, match="exception=KeyError,msg=thread call failed"):
        acl.util.stop_thread(thread)
    assert [str(error) for error in shown] == ["'missing'"]
