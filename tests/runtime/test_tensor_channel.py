"""acl_tdt.h: tensors through named channels."""

from __future__ import annotations

import ctypes
import threading
from ctypes import byref, c_char_p, c_int64, c_size_t, c_void_p
from pathlib import Path

import numpy as np
import pytest

from tests.utils.status import Rt

EMPTY = Rt.QUEUE_EMPTY
FULL = Rt.QUEUE_FULL
FLOAT = 0


class Channels:
    """libacl_tdt_channel; pointers where a function returns one."""

    def __init__(self, library: Path) -> None:
        self.library = ctypes.CDLL(str(library))
        for name in ("CreateDataItem", "CreateDataset", "CreateChannelWithCapacity", "GetDataItem",
                     "GetDataAddrFromItem"):  # fmt: skip
            getattr(self.library, f"acltdt{name}").restype = c_void_p
        self.library.acltdtGetDatasetName.restype = c_char_p
        self.library.acltdtGetDataSizeFromItem.restype = c_size_t

    def __call__(self, name: str, *arguments):
        words = [c_int64(value) if isinstance(value, int) else value for value in arguments]
        function = getattr(self.library, f"acltdt{name}")
        result = function(*words)
        return c_void_p(result) if function.restype is c_void_p else result

    def dataset_of(self, array: np.ndarray) -> c_void_p:
        dataset = self("CreateDataset")
        dims = (c_int64 * array.ndim)(*array.shape)
        item = self("CreateDataItem", 0, dims, array.ndim, FLOAT, array.ctypes.data, array.nbytes)
        assert self("AddDataItem", dataset, item) == 0
        return dataset

    def array_in(self, dataset: c_void_p) -> np.ndarray:
        item = self("GetDataItem", dataset, 0)
        dims = (c_int64 * self("GetDimNumFromItem", item))()
        assert self("GetDimsFromItem", item, dims, len(dims)) == 0
        size = self("GetDataSizeFromItem", item)
        data = ctypes.string_at(self("GetDataAddrFromItem", item), size)
        return np.frombuffer(data, np.float32).reshape(tuple(dims))


@pytest.fixture(scope="module")
def channels(cann_home: Path) -> Channels:
    return Channels(cann_home / "lib64/libacl_tdt_channel.so")


def test_received_set_equals_the_sent_one_whatever_happens_to_its_source(
    channels: Channels,
) -> None:
    sender = channels("CreateChannelWithCapacity", 0, c_char_p(b"same"), 2)
    receiver = channels("CreateChannelWithCapacity", 0, c_char_p(b"same"), 2)
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    assert channels("SendTensor", sender, channels.dataset_of(array), 0) == 0
    expected = array.copy()
    array[:] = 0
    received = channels("CreateDataset")
    assert channels("ReceiveTensor", receiver, received, 0) == 0
    np.testing.assert_array_equal(channels.array_in(received), expected)
    assert channels("GetDatasetName", received) == b"same"
    assert channels("DestroyDataset", received) == 0


def test_waiting_ends_with_the_time(channels: Channels) -> None:
    channel = channels("CreateChannelWithCapacity", 0, c_char_p(b"small"), 1)
    assert channels("ReceiveTensor", channel, channels("CreateDataset"), 20) == EMPTY
    dataset = channels.dataset_of(np.zeros(1, np.float32))
    assert channels("SendTensor", channel, dataset, 0) == 0
    assert channels("SendTensor", channel, dataset, 20) == FULL
    size = c_size_t()
    assert channels("QueryChannelSize", channel, byref(size)) == 0
    assert size.value == 1
    assert channels("CleanChannel", channel) == 0
    assert channels("SendTensor", channel, dataset, 0) == 0


def test_stopping_ends_an_endless_wait(channels: Channels) -> None:
    channel = channels("CreateChannelWithCapacity", 0, c_char_p(b"stopped"), 1)
    results: list[int] = []
    dataset = channels("CreateDataset")
    waiting = threading.Thread(
        target=lambda: results.append(channels("ReceiveTensor", channel, dataset, -1))
    )
    waiting.start()
    assert channels("StopChannel", channel) == 0
    waiting.join(10)
    assert results == [EMPTY]
