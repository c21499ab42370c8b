"""Executors between threads, other addresses, and how often tiling runs."""

from __future__ import annotations

import ctypes
import itertools
import queue
from concurrent.futures import ThreadPoolExecutor
from ctypes import c_size_t, c_void_p
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.utils.aclnn import AclnnError, Client, Prepared, Tensor
from tests.utils.status import Aclnn

if TYPE_CHECKING:
    from pathlib import Path

THREADS = 4
ROUNDS = 50


@pytest.fixture(scope="module")
def client(cann_home: Path, vendor_package: Path):
    client = Client(cann_home, vendor_package)
    client.acl("aclrtSetDevice", 0)
    yield client
    client.acl("aclrtResetDeviceForce", 0)


@pytest.fixture(scope="module")
def tiling(vendor_package: Path) -> ctypes.CDLL:
    """The library of the tiling functions, which count their calls."""
    return ctypes.CDLL(str(next(vendor_package.rglob("libcust_opmaster_rt2.0.so"))))


def arrays(seed: int, count: int = 300) -> list[np.ndarray]:
    random = np.random.default_rng(seed)
    return [random.integers(-1000, 1000, count).astype(np.int32) for _ in range(2)]


def phase_one(client: Client, x: np.ndarray, y: np.ndarray) -> tuple[Prepared, Tensor]:
    out = client.empty(x.shape, np.int32)
    prepared = client.prepare("AddPairs", client.tensor(x), client.tensor(y), 1, 0, out)
    return prepared, out


def in_thread(client: Client, work, *arguments):
    """Do the work in a separate thread, which has device 0."""

    def run():
        client.acl("aclrtSetDevice", 0)
        return work(*arguments)

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run).result()


def test_parse_runs_once_and_tiling_once_for_each_shape_and_attribute(
    client: Client, tiling: ctypes.CDLL
) -> None:
    def call(count: int, addend: int) -> None:
        client.acl("aclrtSetDevice", 0)
        x, y = arrays(1, count)
        out = client.empty(x.shape, np.int32)
        prepared = client.prepare("AddPairs", client.tensor(x), client.tensor(y), 1, addend, out)
        stream = client.stream()
        client.launch(prepared, stream)
        client.synchronize(stream)
        np.testing.assert_array_equal(out.read(), x + y + addend)

    before = tiling.TilingCalls()
    calls = list(itertools.product((17, 1000, 1001), (3, 4)))
    for one_call in calls:  # each first alone: two threads may run the same tiling at a time
        call(*one_call)
    parses = tiling.ParseCalls()  # one for each limit of cores
    assert tiling.TilingCalls() - before == len(calls)
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(call, *zip(*calls * 10, strict=True)))
    assert tiling.TilingCalls() - before == len(calls)
    assert tiling.ParseCalls() == parses <= 2


def test_tiling_sees_the_cores_that_limits_leave(client: Client) -> None:
    """08_runtime_core_resource_control.md: limits of the stream go before those of the device."""
    x = np.zeros(8, np.int32)

    def cores() -> int:
        out = client.empty(x.shape, np.int32)
        client.run("AddPairs", client.tensor(x), client.tensor(x), 1, -2, out)
        return int(out.read()[0])

    cube, vector = 0, 1
    stream = client.stream()
    assert cores() == 20040
    client.acl("aclrtSetDeviceResLimit", 0, vector, 16)
    assert cores() == 20016
    client.acl("aclrtSetStreamResLimit", stream, vector, 20)
    client.acl("aclrtSetStreamResLimit", stream, cube, 10)
    assert cores() == 20016
    client.acl("aclrtUseStreamResInCurrentThread", stream)
    assert cores() == 10020
    assert in_thread(client, cores) == 20016
    client.acl("aclrtUnuseStreamResInCurrentThread", stream)
    client.acl("aclrtResetDeviceResLimit", 0)
    assert cores() == 20040


def test_phases_on_different_threads(client: Client) -> None:
    handed_over: queue.Queue[tuple[Prepared, Tensor, np.ndarray]] = queue.Queue()

    def prepare(seed: int) -> None:
        client.acl("aclrtSetDevice", 0)
        for index in range(ROUNDS):
            x, y = arrays(seed * ROUNDS + index)
            handed_over.put((*phase_one(client, x, y), x + y))

    def launch(_: int) -> None:
        client.acl("aclrtSetDevice", 0)
        stream = client.stream()
        for _ in range(ROUNDS):
            prepared, out, expected = handed_over.get(timeout=30)
            client.launch(prepared, stream)
            client.synchronize(stream)
            np.testing.assert_array_equal(out.read(), expected)

    with ThreadPoolExecutor(2 * THREADS) as pool:
        done = [pool.submit(prepare, seed) for seed in range(THREADS)]
        done += [pool.submit(launch, index) for index in range(THREADS)]
        for each in done:
            each.result()


def test_a_repeatable_executor_moves_between_threads(client: Client) -> None:
    x, y = (client.tensor(array) for array in arrays(3))
    out = client.empty(x.stored.shape, np.int32)
    tensors = [x, y, out]
    prepared = client.prepare("AddPairs", *tensors[:2], 1, 0, out)
    client.nnopbase("aclSetAclOpExecutorRepeatable", prepared.executor)

    def run(round_: int) -> None:
        """Tensor by tensor: by its place among all, and among inputs or outputs."""
        others = [client.tensor(array) for array in (*arrays(round_), out.stored)]
        for index, (tensor, other) in enumerate(zip(tensors, others, strict=True)):
            name, place = ("aclSetTensorAddr", index)
            if round_ % 2:
                name = "aclSetOutputTensorAddr" if tensor is out else "aclSetInputTensorAddr"
                place = 0 if tensor is out else index
            address = (prepared.executor, c_size_t(place), tensor.handle, other.memory)
            client.nnopbase(name, *address)
        stream = client.stream()
        client.launch(prepared, stream)
        client.synchronize(stream)
        expected = others[0].stored + others[1].stored
        np.testing.assert_array_equal(others[2].read(), expected)

    for round_ in range(10):
        in_thread(client, run, round_)
    np.testing.assert_array_equal(out.read(), out.stored)  # it never ran with the first addresses
    in_thread(client, client.nnopbase, "aclDestroyAclOpExecutor", prepared.executor)
    with pytest.raises(AclnnError) as caught:
        client.launch(prepared, client.stream())
    assert caught.value.code == Aclnn.PARAM_NULLPTR


def test_codes_of_new_addresses(client: Client) -> None:
    """Return codes of aclSetInputTensorAddr and its siblings; the tensor records the address."""
    x, y = (client.tensor(array) for array in arrays(5))
    out, other = client.empty(x.stored.shape, np.int32), client.tensor(arrays(6)[0])
    prepared = client.prepare("AddPairs", x, y, 1, 0, out)
    client.nnopbase("aclSetAclOpExecutorRepeatable", prepared.executor)
    members = client.tensors(client.tensor(arrays(7)[0]))
    null, executor = c_void_p(), prepared.executor
    one = ("aclSetInputTensorAddr", "aclSetOutputTensorAddr", "aclSetTensorAddr")
    calls: list[tuple[str, tuple[object, ...], int]] = [
        *((name, (null, c_size_t(0), x.handle), Aclnn.INNER_NULLPTR) for name in one),
        *((name, (executor, c_size_t(0), null), Aclnn.INNER_NULLPTR) for name in one),
        ("aclSetInputTensorAddr", (executor, c_size_t(2), x.handle), Aclnn.PARAM_INVALID),
        ("aclSetOutputTensorAddr", (executor, c_size_t(1), x.handle), Aclnn.PARAM_INVALID),
        ("aclSetTensorAddr", (executor, c_size_t(3), x.handle), Aclnn.PARAM_INVALID),
    ]
    for name in ("Input", "Output", ""):
        function, places = f"aclSetDynamic{name}TensorAddr", (c_size_t(0), c_size_t(0))
        calls += [
            (function, (null, *places, members), Aclnn.INNER_NULLPTR),
            (function, (executor, *places, null), Aclnn.INNER_NULLPTR),
            (function, (executor, c_size_t(0), c_size_t(1), members), Aclnn.PARAM_INVALID),
            (function, (executor, c_size_t(9), c_size_t(0), members), Aclnn.PARAM_INVALID),
        ]
    for name, arguments, code in calls:
        with pytest.raises(AclnnError) as caught:
            client.nnopbase(name, *arguments, other.memory)
        assert caught.value.code == code, name
    address = c_void_p()
    client.nnopbase("aclSetInputTensorAddr", executor, c_size_t(0), x.handle, other.memory)
    client.nnopbase("aclGetRawTensorAddr", x.handle, ctypes.byref(address))
    assert address.value == other.memory.value
    client.launch(prepared, client.stream())
    client.nnopbase("aclDestroyAclOpExecutor", executor)


def test_an_executor_that_is_not_repeatable_runs_once(client: Client) -> None:
    prepared, _ = phase_one(client, *arrays(4))
    stream = client.stream()
    client.launch(prepared, stream)
    with pytest.raises(AclnnError) as caught:
        in_thread(client, client.launch, prepared, stream)
    assert caught.value.code == Aclnn.PARAM_NULLPTR


def test_a_failed_phase_one_leaves_nothing_to_launch(client: Client) -> None:
    x, y = arrays(5)
    prepared, _ = phase_one(client, x, y)
    executor = prepared.executor
    other_type = client.tensor(x.astype(np.float32))
    client.nnopbase("NnopbaseAddInput", executor, other_type.handle, ctypes.c_uint32(0))
    with pytest.raises(AclnnError) as caught:
        client.nnopbase("NnopbaseRunForWorkspace", executor, ctypes.byref(ctypes.c_uint64()))
    assert caught.value.code == Aclnn.PARAM_INVALID
    with pytest.raises(AclnnError) as caught:
        client.launch(prepared, client.stream())
    assert caught.value.code == Aclnn.PARAM_INVALID
    assert "phase 1" in str(caught.value)
