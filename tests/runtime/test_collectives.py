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


DEVICE_ENGINE, HOST_ENGINE = 4, 0  # COMM_ENGINE_AIV, _CPU
MESH = 1  # COMM_TOPO_1DMESH
NOT_FOUND = 6


@pytest.mark.parametrize("name", ["HcclCommGetHandleWithName", "HcomGetCommHandleByGroup"])
@pytest.mark.parametrize("library", ["hccl", "hccl_fwk", "hcomm"])
def test_communicators_by_name(acl, cann_home: Path, comm, library: str, name: str) -> None:
    """Tiling functions of operators of communication load the library and call this."""
    loaded = ctypes.CDLL(str(cann_home / f"lib64/lib{library}.so"))
    found = c_void_p()
    assert getattr(loaded, name)(b"mine", ctypes.byref(found)) == 0
    assert found.value == comm.value
    assert getattr(loaded, name)(b"other", ctypes.byref(found)) == NOT_FOUND
    assert "no communicator has the name other" in acl.message()


def test_network_of_one_rank(acl, hccl, comm) -> None:
    numbers, count, topology = ctypes.POINTER(c_uint32)(), c_uint32(9), c_int(-1)
    assert hccl.HcclRankGraphGetLayers(comm, ctypes.byref(numbers), ctypes.byref(count)) == 0
    assert numbers[: count.value] == [0]
    sizes = (comm, 0, ctypes.byref(numbers), ctypes.byref(count))
    assert hccl.HcclRankGraphGetInstSizeListByLayer(*sizes) == 0
    assert numbers[: count.value] == [1]
    assert hccl.HcclRankGraphGetRankSizeByLayer(comm, 0, ctypes.byref(count)) == 0
    assert count.value == 1
    assert hccl.HcclRankGraphGetRankSizeByLayer(comm, 1, ctypes.byref(count)) == PARA
    assert hccl.HcclRankGraphGetTopoTypeByLayer(comm, 0, ctypes.byref(topology)) == 0
    assert topology.value == MESH
    links = c_void_p(1)
    arguments = (comm, 0, 0, 0, ctypes.byref(links), ctypes.byref(count))
    assert hccl.HcclRankGraphGetLinks(*arguments) == 0
    assert (links.value, count.value) == (None, 0)
    assert hccl.HcclChannelAcquire(comm, DEVICE_ENGINE, None, 0, None) == NOT_SUPPORT
    assert "HcclChannelAcquire: one rank has no links" in acl.message()


def test_groups(hccl) -> None:
    ranks, rank = (c_uint32 * 1)(0), c_uint32(9)
    assert hccl.HcomCreateGroup(b"group", 1, ranks) == 0
    assert hccl.HcomCreateGroup(b"group", 1, ranks) == PARA
    assert hccl.HcomGetRankId(b"group", ctypes.byref(rank)) == 0
    assert rank.value == 0
    assert hccl.HcomDestroyGroup(b"group") == 0
    assert hccl.HcomGetRankId(b"group", ctypes.byref(rank)) == NOT_FOUND


def test_buffer_has_the_size_of_the_configuration(acl, hccl) -> None:
    """One half for what comes in, one for what goes out, in megabytes."""
    config = CommConfig(name=b"small", buffer_size=2)
    root, small = ctypes.create_string_buffer(4108), c_void_p()
    made = hccl.HcclCommInitRootInfoConfig(1, root, 0, ctypes.byref(config), ctypes.byref(small))
    assert made == 0
    first, again, size = c_void_p(), c_void_p(), c_uint64()
    assert hccl.HcclGetHcclBuffer(small, ctypes.byref(first), ctypes.byref(size)) == 0
    assert hccl.HcclGetHcclBuffer(small, ctypes.byref(again), ctypes.byref(size)) == 0
    assert first.value == again.value
    assert size.value == 4 << 20
    assert acl("aclrtMemset", first, size.value, 1, size.value) == 0
    assert hccl.HcclCommDestroy(small) == 0
    assert acl("aclrtMemset", first, size.value, 1, size.value) != 0  # it was freed


@pytest.mark.parametrize("engine", [DEVICE_ENGINE, HOST_ENGINE])
def test_memory_of_engines(acl, hccl, comm, engine: int) -> None:
    context, size = c_void_p(), c_uint64()
    get = (comm, b"tag", engine, ctypes.byref(context), ctypes.byref(size))
    assert hccl.HcclEngineCtxGet(*get) == NOT_FOUND
    create = (comm, b"tag", engine, c_uint64(16), ctypes.byref(context))
    assert hccl.HcclEngineCtxCreate(*create) == 0
    assert hccl.HcclEngineCtxCreate(*create) == PARA
    assert hccl.HcclEngineCtxGet(*get) == 0
    assert size.value == 16
    assert hccl.HcclEngineCtxCopy(comm, engine, b"tag", b"data", c_uint64(4), c_uint64(12)) == 0
    copied = ctypes.create_string_buffer(4)
    target = c_void_p((context.value or 0) + 12)
    if engine == DEVICE_ENGINE:
        acl.download(target, copied)
    else:
        ctypes.memmove(copied, target, 4)
    assert copied.raw == b"data"
    assert hccl.HcclEngineCtxCopy(comm, engine, b"tag", b"data", c_uint64(5), c_uint64(12)) == PARA
    assert "tag has 16 bytes" in acl.message()
    assert hccl.HcclEngineCtxDestroy(comm, b"tag", engine) == 0
    assert hccl.HcclEngineCtxDestroy(comm, b"tag", engine) == NOT_FOUND
