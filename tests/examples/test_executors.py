"""Executors: repeated runs with other addresses, several streams, empty tensors, error codes."""

from __future__ import annotations

from ctypes import c_size_t, c_void_p

import numpy as np
import pytest

from tests.utils.aclnn import AclnnError, Client, Tensor
from tests.utils.status import Aclnn


def random(*shape: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-8, 8, shape).astype(np.float32)


def test_repeated_runs_with_other_addresses(client: Client) -> None:
    arrays = [random(2, 999, seed=seed) for seed in range(4)]
    x, y, other_x, other_y = [client.tensor(array) for array in arrays]
    z, other_z = client.empty((2, 999)), client.empty((2, 999))
    prepared = client.prepare("Blend", x, y, "add", False, z)
    client.nnopbase("aclSetAclOpExecutorRepeatable", prepared.executor)
    stream = client.stream()
    client.launch(prepared, stream)
    for function, index, tensor in (
        ("aclSetInputTensorAddr", 0, other_x),
        ("aclSetInputTensorAddr", 1, other_y),
        ("aclSetOutputTensorAddr", 0, other_z),
    ):
        client.nnopbase(function, prepared.executor, c_size_t(index), tensor.handle, tensor.memory)
    client.launch(prepared, stream)
    client.synchronize(stream)
    client.nnopbase("aclDestroyAclOpExecutor", prepared.executor)
    np.testing.assert_array_equal(z.read(), arrays[0] + arrays[1])
    np.testing.assert_array_equal(other_z.read(), arrays[2] + arrays[3])


def test_repeated_runs_in_place_through_a_view(client: Client) -> None:
    stored, x = random(6, 8), random(8, 3, seed=2)
    var = client.tensor(stored, stored[::2].T)
    prepared = client.prepare(
        "Accumulate", var, client.tensor(x), client.tensor(np.zeros_like(x)), 1.0
    )
    client.nnopbase("aclSetAclOpExecutorRepeatable", prepared.executor)
    for _ in range(3):
        client.launch(prepared, c_void_p())
    client.synchronize(c_void_p())
    client.nnopbase("aclDestroyAclOpExecutor", prepared.executor)
    expected = stored.copy()
    for _ in range(3):
        expected[::2] += x.T
    np.testing.assert_allclose(var.read(), expected, rtol=1e-6)


def test_other_addresses_of_views(client: Client) -> None:
    bases = [random(6, 8, seed=seed) for seed in range(4)]
    first, other = (client.tensor(base, base[1::2, 2:5]) for base in bases[:2])
    x, other_x = (client.tensor(base, base[3:, 5:]) for base in bases[2:])
    zeros = client.tensor(np.zeros((3, 3), np.float32))
    prepared = client.prepare("Accumulate", first, x, zeros, 1.0)
    client.nnopbase("aclSetAclOpExecutorRepeatable", prepared.executor)
    client.launch(prepared, c_void_p())
    for index, tensor in enumerate((other, other_x)):
        client.nnopbase(
            "aclSetInputTensorAddr", prepared.executor, c_size_t(index), tensor.handle,
            tensor.memory,
        )  # fmt: skip
    # The executor does not need the tensors any more that it was made from.
    for tensor in (first, x):
        client.nnopbase("aclDestroyTensor", tensor.handle)
    client.launch(prepared, c_void_p())
    client.synchronize(c_void_p())
    client.nnopbase("aclDestroyAclOpExecutor", prepared.executor)
    for tensor, base, added in zip((first, other), bases[:2], bases[2:], strict=True):
        expected = base.copy()
        expected[1::2, 2:5] += added[3:, 5:]
        np.testing.assert_allclose(tensor.read(), expected, rtol=1e-6)


def test_addresses_in_lists(client: Client) -> None:
    arrays = [random(50, seed=seed) for seed in range(3)]
    first, second, other = [client.tensor(array) for array in arrays]
    outputs = [client.empty((50,)) for _ in range(2)]
    inputs = client.tensors(first, second)
    prepared = client.prepare(
        "ScaleEach", inputs, client.array("Float", 1, 2), client.tensors(*outputs)
    )
    client.nnopbase("aclSetAclOpExecutorRepeatable", prepared.executor)
    client.nnopbase(
        "aclSetDynamicInputTensorAddr", prepared.executor, c_size_t(0), c_size_t(1), inputs,
        other.memory,
    )  # fmt: skip
    client.launch(prepared, c_void_p())
    client.synchronize(c_void_p())
    client.nnopbase("aclDestroyAclOpExecutor", prepared.executor)
    np.testing.assert_array_equal(outputs[0].read(), arrays[0])
    np.testing.assert_array_equal(outputs[1].read(), arrays[2] * 2)


def test_two_streams(client: Client) -> None:
    streams = [client.stream(), client.stream()]
    x = random(3, 5000)
    tensors: list[Tensor] = [client.tensor(x), client.tensor(x)]
    step = client.tensor(np.ones_like(x))
    for turn in range(6):
        zeros = client.tensor(np.zeros_like(x))
        prepared = client.prepare("Accumulate", tensors[turn % 2], step, zeros, 1.0 + turn % 2)
        client.launch(prepared, streams[turn % 2])
    for stream in streams:
        client.synchronize(stream)
    np.testing.assert_allclose(tensors[0].read(), x + 3, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(tensors[1].read(), x + 6, rtol=1e-6, atol=1e-6)


def test_empty_tensors(client: Client) -> None:
    empty = np.zeros((0, 3), np.float32)
    prepared = client.prepare(
        "SubtractMean", client.tensor(empty), client.tensor(np.zeros((0, 3), np.float32))
    )
    assert prepared.workspace_size == 0
    client.launch(prepared, c_void_p())
    client.synchronize(c_void_p())
    # No rows, but a sum: the kernel has nothing to add, its output is initialised all the same.
    y = client.empty((3,))
    client.run("ColumnSum", client.tensor(empty), y)
    np.testing.assert_array_equal(y.read(), np.zeros(3, np.float32))


def test_error_codes(client: Client) -> None:
    x, y = client.tensor(random(8)), client.empty((8,))
    half = client.tensor(np.zeros(8, np.float16))
    view = random(16, 2)
    for arguments, code in (
        ((None, y), Aclnn.PARAM_NULLPTR),
        ((x, None), Aclnn.PARAM_NULLPTR),
        ((half, y), Aclnn.PARAM_INVALID),
        ((x, half), Aclnn.PARAM_INVALID),
        ((client.tensor(view, view[::2, 1]), y), Aclnn.PARAM_INVALID),
        ((client.tensor(np.zeros(4096 * 49, np.float32)), y), Aclnn.INNER_TILING_ERROR),
    ):
        with pytest.raises(AclnnError) as error:
            client.prepare("SubtractMean", *arguments)
        assert error.value.code == code


def test_phase_two_checks_the_workspace(client: Client) -> None:
    x = random(10_000)
    for workspace, size, code in (
        (c_void_p(), None, Aclnn.PARAM_NULLPTR),
        (client.upload(np.zeros(64, np.uint8)), 64, Aclnn.PARAM_INVALID),
    ):
        prepared = client.prepare("SubtractMean", client.tensor(x), client.empty(x.shape))
        with pytest.raises(AclnnError) as error:
            client.launch_with(prepared, workspace, size or prepared.workspace_size, c_void_p())
        assert error.value.code == code
