"""libhccl.so's collectives with one rank, against what MPI's definitions make of one rank."""

from __future__ import annotations

import ctypes
from ctypes import c_char_p, c_int, c_uint32, c_uint64, c_void_p
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

FLOAT, HALF = 4, 3  # HCCL_DATA_TYPE_FP32, _FP16
NOT_SUPPORT, PARA = 5, 1


class CommConfig(ctypes.Structure):
    """HcclCommConfig."""

    _fields_ = [
        ("size", ctypes.c_size_t),
        ("magic_word", c_uint32),
        ("version", c_uint32),
        ("reserved", c_uint64),
        ("buffer_size", c_uint32),
        ("deterministic", c_uint32),
        ("name", ctypes.c_char * 128),
        ("udi", ctypes.c_char * 128),
        ("modes", c_uint32 * 3),
    ]


pytestmark = pytest.mark.usefixtures("device")


@pytest.fixture
def hccl(cann_home: Path) -> ctypes.CDLL:
    library = ctypes.CDLL(str(cann_home / "lib64/libhccl.so"))
    library.HcclGetErrorString.restype = c_char_p
    return library


@pytest.fixture
def comm(hccl) -> Iterator[c_void_p]:
    """A communicator of one rank called "mine"."""
    config = CommConfig(name=b"mine")
    root = ctypes.create_string_buffer(4108)
    handle = c_void_p()
    assert (
        hccl.HcclCommInitRootInfoConfig(1, root, 0, ctypes.byref(config), ctypes.byref(handle)) == 0
    )
    yield handle
    assert hccl.HcclCommDestroy(handle) == 0


def name_of(hccl, comm) -> bytes:
    name = ctypes.create_string_buffer(128)
    assert hccl.HcclGetCommName(comm, name) == 0
    return name.value


def test_names(hccl, comm) -> None:
    assert name_of(hccl, comm) == b"mine"
    ranks = (c_uint32 * 1)(0)
    for config, expected in ((CommConfig(name=b"part"), b"part"), (CommConfig(), b"mine_sub_7")):
        part = c_void_p()
        arguments = (ctypes.byref(comm), 1, ranks, c_uint64(7), 0, ctypes.byref(config))
        assert hccl.HcclCreateSubCommConfig(*arguments, ctypes.byref(part)) == 0
        assert name_of(hccl, part) == expected
        assert hccl.HcclCommDestroy(part) == 0


@pytest.fixture
def sent(acl) -> tuple[np.ndarray, c_void_p]:
    values = np.arange(8, dtype=np.float32)
    return values, acl.upload((ctypes.c_float * 8)(*values))


def received(acl, stream, buffer, count: int) -> list[float]:
    assert acl("aclrtSynchronizeStream", stream) == 0
    values = (ctypes.c_float * count)()
    acl.download(buffer, values)
    return list(values)


@pytest.mark.parametrize("name", ["HcclReduce", "HcclScatter"])
def test_rooted_collectives(acl, stream, hccl, comm, sent, name) -> None:
    values, source = sent
    target = acl.malloc(32)
    middle = (0,) if name == "HcclReduce" else ()  # HCCL_REDUCE_SUM
    call = getattr(hccl, name)
    assert call(source, target, c_uint64(8), FLOAT, *middle, 0, comm, stream) == 0
    assert received(acl, stream, target, 8) == list(values)
    assert call(source, target, c_uint64(8), FLOAT, *middle, 1, comm, stream) == PARA


def numbers(value: int) -> ctypes.Array:
    return (c_uint64 * 1)(value)


def test_exchanges_by_counts_and_displacements(acl, stream, hccl, comm, sent) -> None:
    values, source = sent
    target = acl.upload((ctypes.c_float * 8)(*[-1.0] * 8))
    # Three elements from the third on, to the sixth and those after it.
    arguments = (source, numbers(3), numbers(2), FLOAT, target, numbers(3), numbers(5), FLOAT)
    assert hccl.HcclAlltoAllV(*arguments, comm, stream) == 0
    assert received(acl, stream, target, 8) == [-1.0] * 5 + list(values[2:5])
    gathered = (source, c_uint64(2), target, numbers(2), numbers(0), FLOAT)
    assert hccl.HcclAllGatherV(*gathered, comm, stream) == 0
    assert received(acl, stream, target, 2) == list(values[:2])
    scattered = (source, numbers(2), numbers(6), target, c_uint64(2), FLOAT, 0)
    assert hccl.HcclReduceScatterV(*scattered, comm, stream) == 0
    assert received(acl, stream, target, 2) == list(values[6:])
    assert (
        hccl.HcclAlltoAll(source, c_uint64(8), FLOAT, target, c_uint64(8), FLOAT, comm, stream) == 0
    )
    assert received(acl, stream, target, 8) == list(values)
    assert (
        hccl.HcclAlltoAll(source, c_uint64(8), FLOAT, target, c_uint64(8), HALF, comm, stream)
        == PARA
    )


def test_what_needs_other_ranks(acl, hccl, comm) -> None:
    buffer = acl.malloc(32)
    assert hccl.HcclSend(buffer, c_uint64(8), FLOAT, 1, comm, None) == NOT_SUPPORT
    assert "more than one rank" in acl.message()
    assert (
        hccl.HcclCommInitClusterInfo(b"ranktable.json", 0, ctypes.byref(c_void_p())) == NOT_SUPPORT
    )
    assert "HcclCommInitRootInfo" in acl.message()


def test_errors_behind_calls(hccl, comm) -> None:
    code = c_int(-1)
    assert hccl.HcclGetCommAsyncError(comm, ctypes.byref(code)) == 0
    assert code.value == 0
