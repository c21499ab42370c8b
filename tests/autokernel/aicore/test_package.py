"""Generated operators as packages: built, compared by `check`, called through aclnn."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.aicore import package
from custom_compiler.autokernel.aicore.kernels import TunedEntry
from custom_compiler.autokernel.describe import reference
from custom_compiler.autokernel.operators import layer_norm, leaky_relu, normalize
from custom_compiler.errors import MisuseError
from tests.utils.aclnn import Client

WHOLE = {"group": 2, "piece": 256, "buffers": 1, "cores": 3}
PIECES = {"group": 0, "piece": 256, "buffers": 2, "cores": 9}
TABLE = (
    TunedEntry(4, {"columns": 100}, {"columns": 200}, WHOLE),
    TunedEntry(4, {"columns": 201}, {"columns": 300}, PIECES),
)


@ak.op(x="... columns", dtypes=("float32",))
def row_mean(x: ak.Tensor) -> ak.Tensor:
    return ak.mean(x, "columns")


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("generated")
    package.write([leaky_relu.operator(dtype=d) for d in ("float16", "float32")], folder)
    package.write([layer_norm.operator(dtype="float32")], folder, op="Norm", table=TABLE)
    package.write([row_mean.operator(dtype="float32")], folder)
    package.write([normalize.operator(dtype="float32")], folder)
    return folder


@pytest.fixture(scope="module")
def client(project: Path, cann_home: Path) -> Client:
    env = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    done = subprocess.run(
        [sys.executable, "-m", "custom_compiler", "build", "-o", "op_host", "-k", "op_kernel",
         "--vendor_name", "generated", "--soc_version", "ascend910b",
         "--ascend_cann_package_path", str(cann_home)],
        cwd=project, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    vendor = next(project.glob("build_out/_CPack_Packages/*/*/*/packages/vendors/generated"))
    client = Client(cann_home, vendor)
    client.acl("aclrtSetDevice", 0)
    return client


@pytest.mark.slow
def test_definitions_agree_with_each_other(project: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "custom_compiler", "check", "-o", "op_host", "-k", "op_kernel"],
        cwd=project, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "0 errors, 0 warnings" in done.stdout, done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(7, 333), (), (0, 5)])
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_elementwise(client: Client, dtype: type, shape: tuple[int, ...]) -> None:
    x = np.asarray(np.random.default_rng(1).normal(size=shape)).astype(dtype)
    y = client.empty(x.shape, dtype)
    client.run("LeakyRelu", client.tensor(x), 0.25, y)
    np.testing.assert_allclose(y.read(), np.where(x < 0, x * dtype(0.25), x), rtol=1e-3)


# By the formula, by each entry of the table, and longer than the unified buffer.
@pytest.mark.slow
@pytest.mark.parametrize("shape", [(5, 7), (2, 3, 150), (4, 250), (3, 9000)])
def test_rows(client: Client, shape: tuple[int, ...]) -> None:
    generator = np.random.default_rng(2)
    given = {
        "x": generator.normal(size=shape).astype(np.float32),
        "weight": generator.normal(size=shape[-1:]).astype(np.float32),
        "bias": generator.normal(size=shape[-1:]).astype(np.float32),
    }
    y = client.empty(shape)
    client.run("Norm", *map(client.tensor, given.values()), 1e-5, y)
    rows = {**given, "x": given["x"].reshape(-1, shape[-1])}
    operator = layer_norm.operator(dtype="float32")
    (golden,) = reference.evaluate(operator, rows, {"epsilon": 1e-5}, wide=True)
    np.testing.assert_allclose(y.read().reshape(golden.shape), golden, rtol=1e-4, atol=1e-5)


@pytest.mark.slow
def test_one_dimension_less(client: Client) -> None:
    x = np.random.default_rng(3).normal(size=(2, 5, 70)).astype(np.float32)
    y = client.empty((2, 5))
    client.run("RowMean", client.tensor(x), y)
    np.testing.assert_allclose(y.read(), x.mean(-1), rtol=1e-5, atol=1e-6)


@pytest.mark.slow
def test_an_axis_in_the_middle(client: Client) -> None:
    generator = np.random.default_rng(4)
    x = generator.normal(size=(2, 5, 7, 11)).astype(np.float32)
    scale = generator.normal(size=5).astype(np.float32)
    y = client.empty(x.shape)
    client.run("Normalize", client.tensor(x), client.tensor(scale), 1e-12, y)
    length = np.sqrt((x.astype(np.float64) ** 2).sum(1, keepdims=True))
    np.testing.assert_allclose(y.read(), x / length * scale[:, None, None], rtol=1e-5)


def test_names_that_kernels_use_are_refused(tmp_path: Path) -> None:
    @ak.op(share="...", dtypes=("float32",))
    def twice(share: ak.Tensor) -> ak.Tensor:
        return share * 2

    with pytest.raises(MisuseError, match="twice: share is what its kernel calls something else"):
        package.write([twice.operator(dtype="float32")], tmp_path)
