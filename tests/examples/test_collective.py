"""Operators that communicate: a group of one device, named by a communicator of libhccl."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest

from tests.utils.aclnn import AclnnError, Client
from tests.utils.status import Aclnn


@pytest.fixture
def group(cann_home: Path, client: Client):  # noqa: ARG001 - sets the device
    """The name of a communicator of device 0; it ends with the test."""
    hccl = ctypes.CDLL(str(cann_home / "lib64/libhccl.so"))
    communicator, name = ctypes.c_void_p(), ctypes.create_string_buffer(128)
    assert hccl.HcclCommInitAll(1, (ctypes.c_int32 * 1)(0), ctypes.byref(communicator)) == 0
    assert hccl.HcclGetCommName(communicator, name) == 0
    yield name.value.decode()
    assert hccl.HcclCommDestroy(communicator) == 0


@pytest.mark.parametrize("length", [1, 8, 10_007])
def test_all_reduce(client: Client, group: str, length: int) -> None:
    x, y = np.random.default_rng(9).uniform(-8, 8, (2, length)).astype(np.float32)
    z = client.empty((length,))
    client.run("AddAllReduce", client.tensor(x), client.tensor(y), group, z)
    np.testing.assert_array_equal(z.read(), x + y)


def test_a_group_that_does_not_exist(client: Client) -> None:
    x = client.tensor(np.ones(8, np.float32))
    with pytest.raises(AclnnError, match=r'no communicator "other".*HcclCommInitAll') as error:
        client.prepare("AddAllReduce", x, x, "other", client.empty((8,)))
    assert error.value.code == Aclnn.PARAM_INVALID
