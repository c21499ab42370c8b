"""Work of many cores: atomic addition, workspaces, barriers, tiling keys, kernel templates."""

from __future__ import annotations

import numpy as np
import pytest

from tests.utils.aclnn import BFLOAT16, AclnnError, Client
from tests.utils.status import Aclnn

LIBRARY_WORKSPACE = 16 << 20


@pytest.mark.parametrize("dtype", [np.float32, BFLOAT16], ids=str)
@pytest.mark.parametrize("shape", [(1, 8), (100, 33), (47, 4096)])
def test_all_cores_add_into_one_output(client: Client, shape: tuple[int, int], dtype) -> None:
    # Whole numbers: their sums do not depend on the order of the additions.
    x = np.random.default_rng(5).integers(-100, 100, shape).astype(dtype)
    y = client.empty(shape[1:])
    x_tensor = client.tensor(x)
    for _ in range(2):  # the second call finds the first one's sums in y
        client.run("ColumnSum", x_tensor, y)
        np.testing.assert_array_equal(y.read(), x.astype(np.float32).sum(0))


@pytest.mark.parametrize("dtype", [np.float32, BFLOAT16], ids=str)
@pytest.mark.parametrize("length", [1, 4096, 4097, 100_000])
def test_cores_wait_for_each_other(client: Client, length: int, dtype) -> None:
    x = np.random.default_rng(6).uniform(-4, 8, length).astype(dtype)
    y = client.empty(x.shape, dtype)
    prepared = client.prepare("SubtractMean", client.tensor(x), y)
    blocks = -(-length // 4096)
    needed = 0 if blocks == 1 else LIBRARY_WORKSPACE + 32 * blocks
    assert prepared.workspace_size == needed
    stream = client.stream()
    client.launch(prepared, stream)
    client.synchronize(stream)
    expected = x.astype(np.float32) - np.float32(x.astype(np.float64).mean())
    tolerance = 1e-5 if dtype == np.float32 else 2**-6
    actual = y.read().astype(np.float32)
    np.testing.assert_allclose(actual, expected, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("mode", ["add", "multiply"])
@pytest.mark.parametrize("negate", [False, True])
def test_kernel_template(client: Client, dtype: type, mode: str, negate: bool) -> None:
    x, y = np.random.default_rng(7).uniform(-8, 8, (2, 3, 10_007)).astype(dtype)
    z = client.empty(x.shape, dtype)
    client.run("Blend", client.tensor(x), client.tensor(y), mode, negate, z)
    expected = x + y if mode == "add" else x * y
    np.testing.assert_array_equal(z.read(), -expected if negate else expected)


def test_instances_that_are_not_selected(client: Client) -> None:
    x, y = np.random.default_rng(8).uniform(-8, 8, (2, 100)).astype(np.float32)
    z = client.empty(x.shape)
    tensors = client.tensor(x), client.tensor(y)
    client.run("Blend", *tensors, "maximum", False, z)
    np.testing.assert_array_equal(z.read(), np.maximum(x, y))
    with pytest.raises(AclnnError, match="tiling key") as error:
        client.prepare("Blend", *tensors, "maximum", True, z)
    assert error.value.code == Aclnn.INNER_TILING_ERROR
    with pytest.raises(AclnnError, match="tiling function of Blend") as error:
        client.prepare("Blend", *tensors, "unknown", True, z)
    assert error.value.code == Aclnn.INNER_TILING_ERROR
