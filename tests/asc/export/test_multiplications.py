"""Exported kernels that multiply matrices: CANN's tiling library computes their parameters."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import asc
from tests.asc.export.multiplications import (
    export_leaky_product,
    export_linear_layer,
    linear_layer_tiling,
)
from tests.utils.aclnn import AclnnError, Client


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory, cann_home: Path) -> Path:
    folder = tmp_path_factory.mktemp("multiplications")
    export_linear_layer(folder)
    export_leaky_product(folder)
    run(folder, "build", "-o", "op_host", "-k", "op_kernel", "--vendor_name", "exported",
        "--ascend_cann_package_path", str(cann_home))  # fmt: skip
    return folder


@pytest.fixture(scope="module")
def client(project: Path, cann_home: Path) -> Client:
    client = Client(cann_home, vendor(project))
    client.acl("aclrtSetDevice", 0)
    return client


def vendor(project: Path) -> Path:
    return next(project.glob("build_out/_CPack_Packages/*/*/*/packages/vendors/exported"))


def run(folder: Path, *arguments: str, **variables: str) -> str:
    """Return the output of a successful command of custom-compiler."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    done = subprocess.run(
        [sys.executable, "-m", "custom_compiler", *arguments],
        cwd=folder, env={**env, **variables}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def small(seed: int, *shape: int, dtype: type = np.float16) -> np.ndarray:
    """Whole numbers whose products and sums all types hold."""
    return np.random.default_rng(seed).integers(-4, 5, shape).astype(dtype)


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize(("m", "n", "k"), [(96, 80, 64), (100, 52, 33), (16, 16, 16)])
def test_a_product_on_cubes(client: Client, m: int, n: int, k: int, dtype: type) -> None:
    x, weight = small(1, m, k, dtype=dtype), small(2, k, n, dtype=dtype)
    bias = small(3, n, dtype=np.float32)
    y = client.empty((m, n))
    client.run("LinearLayer", client.tensor(x), client.tensor(weight), client.tensor(bias), y)
    expected = x.astype(np.float32) @ weight.astype(np.float32) + bias
    np.testing.assert_array_equal(y.read(), expected)


@pytest.mark.slow
def test_a_product_that_passes_through_the_vector_cores(client: Client) -> None:
    a, b = small(4, 64, 48), small(5, 48, 192)
    c = client.empty((64, 192))
    client.run("LeakyProduct", client.tensor(a), client.tensor(b), 0.5, c)
    product = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_array_equal(c.read(), np.where(product < 0, product / 2, product))


@pytest.mark.slow
def test_without_a_tiling_a_call_is_an_error(client: Client) -> None:
    a, b = small(4, 64, 0), small(5, 0, 192)
    with pytest.raises(AclnnError):
        client.run("LeakyProduct", client.tensor(a), client.tensor(b), 0.5, client.empty((64, 192)))


@pytest.mark.slow
def test_the_package_is_called_by_the_command(project: Path, tmp_path: Path) -> None:
    arrays = {"x": small(6, 40, 32), "w": small(7, 32, 48), "b": small(8, 48, dtype=np.float32)}
    for name, array in arrays.items():
        np.save(tmp_path / f"{name}.npy", array)
    run(tmp_path, "run", "LinearLayer", "--input", "x.npy", "w.npy", "b.npy", "--output", "y.npy",
        ASCEND_CUSTOM_OPP_PATH=str(vendor(project)))  # fmt: skip
    x, weight, bias = (array.astype(np.float32) for array in arrays.values())
    np.testing.assert_array_equal(np.load(tmp_path / "y.npy"), x @ weight + bias)


@pytest.mark.slow
def test_definitions_agree_with_each_other(project: Path) -> None:
    assert "0 errors, 0 warnings" in run(project, "check", "-o", "op_host", "-k", "op_kernel")


def number_for_structure(x):
    return asc.Tiling(block_dim=1, tiling=x.size)


def structure_of_a_branch(x):
    tiling = asc.adv.TCubeTiling()
    if x.size > 1:
        tiling = asc.adv.TCubeTiling()
    return asc.Tiling(block_dim=1, tiling=tiling)


def no_structure(x):
    return asc.Tiling(block_dim=x.size)


@pytest.mark.parametrize(
    ("tiling", "message"),
    [
        (number_for_structure, "'tiling' is .*, no TCubeTiling"),
        (structure_of_a_branch, "'tiling' needs a separate TCubeTiling, made outside"),
        (no_structure, "misses 'tiling'"),
    ],
)
def test_misuse_is_named(tmp_path: Path, tiling: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        export_linear_layer(tmp_path, tiling=tiling)
    assert not list(tmp_path.iterdir())


def test_the_same_sources_each_time(tmp_path: Path) -> None:
    export_linear_layer(tmp_path / "one", tiling=linear_layer_tiling)
    export_linear_layer(tmp_path / "two")
    for first in (tmp_path / "one").rglob("*.*"):
        second = tmp_path / "two" / first.relative_to(tmp_path / "one")
        assert first.read_text() == second.read_text()
