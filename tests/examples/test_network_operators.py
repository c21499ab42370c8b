"""Operators of networks that libopapi offers to hand-written interfaces, against NumPy.

Their public interfaces (aclnnLayerNorm, aclnnAdaptiveMaxPool3d, aclnnUpsampleBilinear2d) call them
for the shapes that kernels of their packages do not take; what they compute is what the pages of
those interfaces say.
"""

from __future__ import annotations

import ctypes
import itertools
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.utils.aclnn import BFLOAT16, AclnnError, Client

SOURCE = Path(__file__).with_name("l0_networks.cpp")


@pytest.fixture(scope="session")
def networks_library(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    library = tmp_path_factory.mktemp("networks") / "libnetworks.so"
    include = cann_home / "include"
    subprocess.run(
        ["g++", "-std=c++17", "-O1", "-shared", "-fPIC", "-Wall", "-Werror",
         "-D_GLIBCXX_USE_CXX11_ABI=0", f"-I{include}", f"-I{include}/aclnn", str(SOURCE),
         "-o", str(library), f"-L{cann_home}/lib64", "-lopapi", "-lnnopbase", "-lgraph"],
        check=True,
    )  # fmt: skip
    return library


@pytest.fixture(scope="session")
def operator_free_client(cann_home: Path) -> Client:
    return Client(cann_home)


@pytest.fixture
def network(operator_free_client: Client, networks_library: Path, monkeypatch: pytest.MonkeyPatch):
    """Calls one operator; the results are new arrays."""
    client = operator_free_client
    monkeypatch.setattr(client, "_operators", ctypes.CDLL(str(networks_library)))
    client.acl("aclrtSetDevice", 0)

    def call(which: str, arrays, results, *, ints=(0,), flag=False, eps=0.0) -> list[np.ndarray]:
        tensors = [client.tensor(array) for array in arrays] + [None] * (3 - len(arrays))
        outs = [client.empty(shape, dtype) for shape, dtype in results]
        padded = [*outs, None, None][:3]
        array = client.array("Int", *ints)
        client.run("Network", which, *tensors, array, bool(flag), ctypes.c_double(eps), *padded)
        return [out.read() for out in outs]

    yield call
    client.acl("aclrtResetDeviceForce", 0)


@pytest.mark.parametrize(
    ("dtype", "error"), [(np.float32, 1e-6), (np.float16, 2e-3), (BFLOAT16, 2e-2)]
)
def test_layer_norm(network, dtype, error: float) -> None:
    random = np.random.default_rng(5)
    x = random.normal(3, 2, (3, 2, 5, 8)).astype(dtype)
    weight, bias = (random.normal(size=(5, 8)).astype(dtype) for _ in range(2))
    kept = (3, 2, 1, 1)
    y, mean, rstd = network(
        "LayerNorm", [x, weight, bias],
        [(x.shape, dtype), (kept, np.float32), (kept, np.float32)], ints=(2,), eps=1e-3,
    )  # fmt: skip
    wide = x.astype(np.float64)
    want_mean = wide.mean((2, 3), keepdims=True)
    want_rstd = 1 / np.sqrt(wide.var((2, 3), keepdims=True) + 1e-3)
    want = (wide - want_mean) * want_rstd * weight.astype(float) + bias.astype(float)
    np.testing.assert_allclose(mean, want_mean, rtol=1e-6)
    np.testing.assert_allclose(rstd, want_rstd, rtol=1e-6)
    np.testing.assert_allclose(y.astype(float), want, rtol=error, atol=error)


def _windows(size: int, length: int, stride: int, padding: int, dilation: int) -> list[list[int]]:
    """Positions of each window's elements that exist."""
    count = (size + 2 * padding - dilation * (length - 1) - 1) // stride + 1
    all_of = ([n * stride - padding + i * dilation for i in range(length)] for n in range(count))
    return [[place for place in window if 0 <= place < size] for window in all_of]


POOLS = [
    ((2, 2, 2), (2, 2, 2), (0, 0, 0), (1, 1, 1)),
    ((3, 2, 3), (1, 2, 2), (1, 0, 1), (1, 1, 1)),
    ((2, 3, 2), (2, 1, 3), (1, 1, 0), (2, 1, 2)),
]


@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize("shape", [(2, 3, 5, 6, 7), (2, 5, 6, 7)])
def test_max_pool_and_its_gradient(network, shape: tuple[int, ...], pool) -> None:
    x = np.random.default_rng(7).integers(-9, 9, shape).astype(np.float32)
    x.reshape(-1)[11] = np.nan
    flat = x.reshape(-1, *shape[-3:])
    along = [_windows(*settings) for settings in zip(shape[-3:], *pool, strict=True)]
    counts = tuple(len(windows) for windows in along)
    want = np.empty((flat.shape[0], *counts), np.float32)
    where = np.empty(want.shape, np.int32)
    for element in np.ndindex(want.shape):
        channel, window = element[0], element[1:]
        places = list(itertools.product(*(along[i][n] for i, n in enumerate(window))))
        values = np.array([flat[channel][place] for place in places])
        nans = np.flatnonzero(np.isnan(values))
        best = nans[-1] if nans.size else int(values.argmax())
        want[element] = values[best]
        where[element] = np.ravel_multi_index(places[best], shape[-3:])
    result = (*shape[:-3], *counts)
    ints = tuple(value for values in pool for value in values)
    got, indices = network("MaxPool", [x], [(result, np.float32), (result, np.int32)], ints=ints)
    np.testing.assert_array_equal(got, want.reshape(result))
    np.testing.assert_array_equal(indices, where.reshape(result))

    gradient = np.random.default_rng(8).integers(-9, 9, result).astype(np.float32)
    (got,) = network("MaxPoolGrad", [gradient, x, indices], [(shape, np.float32)])
    sums = np.zeros((flat.shape[0], flat[0].size))
    for channel, targets in enumerate(where.reshape(flat.shape[0], -1)):
        np.add.at(sums[channel], targets, gradient.reshape(flat.shape[0], -1)[channel])
    np.testing.assert_array_equal(got, sums.reshape(shape))


def test_last_window_of_ceil_mode_begins_inside(network) -> None:
    x = np.arange(7, dtype=np.float32).reshape(1, 1, 1, 1, 7)
    ints = (1, 1, 2, 1, 1, 3, 0, 0, 0, 1, 1, 1)
    for flag, want in ((False, [1, 4]), (True, [1, 4, 6])):
        shape = (1, 1, 1, 1, len(want))
        results = [(shape, np.float32), (shape, np.int32)]
        got, _ = network("MaxPool", [x], results, ints=ints, flag=flag)
        np.testing.assert_array_equal(got.ravel(), want)


@pytest.mark.parametrize("align", [True, False])
@pytest.mark.parametrize("which", ["Resize", "ResizeBlocks"])
@pytest.mark.parametrize("size", [(8, 4), (3, 9), (1, 1)])
def test_resize_bilinear(network, size: tuple[int, int], which: str, align: bool) -> None:
    x = np.random.default_rng(9).normal(size=(2, 19, 5, 6)).astype(np.float32)
    want = x.astype(np.float64)
    for axis, target in ((2, size[0]), (3, size[1])):
        source = x.shape[axis]
        step = (source - 1) / max(target - 1, 1) if align else source / target
        places = np.arange(target) * step
        places = places if align else np.maximum((np.arange(target) + 0.5) * step - 0.5, 0)
        weights = np.maximum(1 - np.abs(places[:, None] - np.arange(source)), 0)
        weights[places > source - 1] = np.eye(source)[-1]
        want = np.moveaxis(np.moveaxis(want, axis, -1) @ weights.T, -1, axis)
    (got,) = network(which, [x], [(want.shape, np.float32)], flag=align)
    np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6)


def test_refusals_say_what_is_wrong(network) -> None:
    x = np.ones((2, 3, 4), np.float32)
    ones, whole = np.ones(3, np.float32), [((2, 3, 4), np.float32)]
    with pytest.raises(AclnnError, match="do not have as many elements"):
        network("LayerNorm", [x, ones, ones], whole, ints=(2,))
    with pytest.raises(AclnnError, match=r"not \(N,\) C, D, H, W"):
        network("MaxPool", [x], whole, ints=(1,) * 12)
    with pytest.raises(AclnnError, match="not NCHW or NC1HWC0"):
        network("Resize", [x], [((2, 3, 4, 4), np.float32)])
    with pytest.raises(AclnnError, match="DynamicQuantV2: this operator of CANN's built-in"):
        network("Quant", [x], [((2, 3, 4), np.int8)])
    image, index = np.ones((1, 1, 1, 2), np.float32), np.full((1, 1, 1, 1), 2, np.int32)
    with pytest.raises(AclnnError, match="index 2 is outside of the 2 elements"):
        network("MaxPoolGrad", [image[..., :1], image, index], [(image.shape, np.float32)])
