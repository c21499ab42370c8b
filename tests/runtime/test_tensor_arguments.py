"""Counts, shapes and strides that no tensor or array can have.

The page of aclCreateTensor: dimensions, strides and the offset are not negative; NULL is returned
for what cannot be created.
"""

from __future__ import annotations

import ctypes
from ctypes import byref, c_int64, c_uint64, c_void_p
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.utils.aclnn import AclnnError, Client
from tests.utils.status import Acl, Aclnn

if TYPE_CHECKING:
    from pathlib import Path

HUGE = (1 << 28) + 1, 1 << 60, 1 << 61, (1 << 64) - 1
SUMS = [1001 * i for i in range(30)]


@pytest.fixture(scope="module")
def client(cann_home: Path, vendor_package: Path):
    client = Client(cann_home, vendor_package)
    client.acl("aclrtSetDevice", 0)
    yield client
    client.acl("aclrtResetDeviceForce", 0)


def created(cann_home: Path, name: str, *arguments: object) -> int | None:
    function = getattr(ctypes.CDLL(str(cann_home / "lib64/libnnopbase.so")), name)
    function.restype = c_void_p
    return function(*arguments)


def tensor(
    cann_home: Path,
    dims: tuple[int, ...],
    strides: tuple[int, ...] | None = None,
    offset: int = 0,
    storage: tuple[int, ...] | None = None,
    count: int | None = None,
) -> int | None:
    stored = dims if storage is None else storage
    return created(
        cann_home, "aclCreateTensor", (c_int64 * len(dims))(*dims),
        c_uint64(len(dims) if count is None else count), 3,
        None if strides is None else (c_int64 * len(strides))(*strides), c_int64(offset), 2,
        (c_int64 * len(stored))(*stored), c_uint64(len(stored)), None,
    )  # fmt: skip


@pytest.mark.parametrize(
    "kind", ["IntArray", "FloatArray", "BoolArray", "TensorList", "ScalarList"]
)
@pytest.mark.parametrize("count", HUGE)
def test_arrays_larger_than_memory_are_not_created(acl, cann_home, kind, count):
    values = (c_uint64 * 4)()
    assert created(cann_home, f"aclCreate{kind}", values, c_uint64(count)) is None
    assert acl.message().startswith(f"[{Aclnn.PARAM_INVALID}] aclCreate{kind}: {count} members")


@pytest.mark.parametrize("kind", ["IntArray", "TensorList"])
def test_arrays_at_null_are_not_created(acl, cann_home, kind):
    assert created(cann_home, f"aclCreate{kind}", None, c_uint64(3)) is None
    assert acl.message().startswith(f"[{Aclnn.PARAM_NULLPTR}]")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"dims": (-5, 8)}, "viewDims of a tensor: shape [-5,8] has the dimension -5"),
        ({"dims": (0, -1)}, "has the dimension -1"),
        ({"dims": (4,), "storage": (-4,)}, "storageDims of a tensor: shape [-4]"),
        ({"dims": (1 << 40, 1 << 40)}, "more elements than 64 bits count"),
        ({"dims": (4,), "storage": (1 << 62, 16)}, "more elements than 64 bits count"),
        ({"dims": (4,), "strides": (-1,)}, "a tensor with a negative stride"),
        ({"dims": (4,), "offset": -1}, "a tensor with a negative offset"),
        ({"dims": (4,), "count": 26}, "26 dimensions"),
        ({"dims": (4,), "count": 1 << 60}, f"{1 << 60} dimensions"),
    ],
)
def test_tensors_that_cannot_be_are_not_created(acl, cann_home, arguments, text):
    assert tensor(cann_home, **arguments) is None
    message = acl.message()
    assert message.startswith(f"[{Aclnn.PARAM_INVALID}]")
    assert text in message


@pytest.mark.parametrize(
    ("dims", "strides"),
    [((), ()), ((0, 1 << 62, 1 << 62), None), ((5, 6), (0, 1)), ((1, 1), (7, 9))],
)
def test_unusual_tensors_are_created(cann_home, dims, strides):
    assert tensor(cann_home, dims, strides)


@pytest.mark.parametrize("count", [-1, 129, 1 << 30])
def test_tensor_descriptions_have_up_to_128_dimensions(acl, count):
    create = acl.library.aclCreateTensorDesc
    create.restype = c_void_p
    dims = (c_int64 * 4)(1, 2, 3, 4)
    assert create(0, count, dims, 2) is None
    assert acl.message().startswith(f"[{Acl.INVALID_PARAM}] aclCreateTensorDesc: {count} dim")


def sums_into(client: Client, out) -> list[int]:
    x = np.arange(30, dtype=np.int32)
    client.run("AddPairs", client.tensor(x), client.tensor(1000 * x), 1, 0, out)
    return out.read().ravel().tolist()


def test_outputs_that_are_not_contiguous_are_rejected(client):
    stored = np.full((30, 2), 77, np.int32)
    with pytest.raises(AclnnError) as error:
        sums_into(client, client.tensor(stored, stored[:, 0]))
    assert error.value.code == Aclnn.PARAM_INVALID
    assert "output 0 is not contiguous" in str(error.value)


def test_outputs_that_begin_inside_their_memory(client):
    stored = np.full(60, 77, np.int32)
    assert sums_into(client, client.tensor(stored, stored[30:])) == [77] * 30 + SUMS


def test_shapes_that_became_negative_since(client, cann_home):
    """Classes of operators set shapes without a check."""
    out = client.empty((30,), np.int32)
    dims = (c_int64 * 1)(-30)
    initialise = ctypes.CDLL(str(cann_home / "lib64/libnnopbase.so")).aclInitTensor
    code = initialise(
        out.handle, dims, c_uint64(1), 3, None, c_int64(0), 2, dims, c_uint64(1), None
    )
    assert code == Aclnn.PARAM_INVALID
    assert sums_into(client, out) == SUMS


def test_sizes_that_wrap_around(client):
    memory = client.upload(np.zeros(64, np.uint8))
    pointer = c_void_p()
    for size in ((1 << 64) - 1, (1 << 64) - 511, 1 << 63, 1 << 62):
        for name, arguments in (
            ("aclrtMalloc", (byref(pointer), c_uint64(size), 0)),
            ("aclrtMallocAlign32", (byref(pointer), c_uint64(size), 0)),
            ("aclrtMallocCached", (byref(pointer), c_uint64(size), 0)),
            ("aclrtMallocHost", (byref(pointer), c_uint64(size))),
            ("aclrtMemset", (memory, c_uint64(size), 0, c_uint64(size))),
            ("aclrtMemcpy", (memory, c_uint64(size), memory, c_uint64(size), 3)),
            (
                "aclrtMemcpy2d",
                (memory, c_uint64(size), memory, c_uint64(size), c_uint64(4), c_uint64(16), 3),
            ),
            (
                "aclrtMemcpy2d",
                (memory, c_uint64(4), memory, c_uint64(4), c_uint64(4), c_uint64(size), 3),
            ),
        ):
            with pytest.raises(AclnnError):
                client.acl(name, *arguments)
