"""A package with an operator of each class, called by MindSpore and torch_npu."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.aicore import package
from custom_compiler.autokernel.classes import packaged
from custom_compiler.autokernel.describe import reference
from custom_compiler.autokernel.operators import SHIPPED
from tests.clients import venvs
from tests.clients.conftest import build_torch_npu_extension

PROGRAMS = Path(__file__).with_name("programs")
pytestmark = pytest.mark.frameworks


@dataclass(frozen=True)
class Case:
    """One operator; its inputs' shapes, attributes, and constants."""

    described: ak.Description
    shapes: tuple[tuple[int, ...], ...]
    attributes: dict[str, float] = field(default_factory=dict)
    constants: dict[str, Any] = field(default_factory=dict)


@ak.op(x="n c h w", weight="c", dtypes=("float32",))
def channel_norm(x: ak.Tensor, weight: ak.Tensor) -> ak.Tensor:
    """Neither rows nor columns."""
    centred = x - ak.mean(x, "n h w")
    return centred * ak.rsqrt(ak.mean(centred * centred, "n h w") + 1e-5) * weight


POOL = {"kernel": (3, 3), "strides": (2, 2), "pads": (1, 1, 1, 1)}
CASES = {
    "GeluTanh": Case(SHIPPED["gelu_tanh"], ((7, 300),)),
    "Softmax": Case(SHIPPED["softmax"], ((5, 3, 130),)),
    "Normalize": Case(SHIPPED["normalize"], ((2, 5, 7, 11), (5,)), {"epsilon": 1e-12}),
    "ChannelNorm": Case(channel_norm, ((3, 4, 5, 6), (4,))),
    "Product": Case(SHIPPED["matmul"], ((70, 40), (40, 90))),
    "Gemm": Case(
        SHIPPED["gemm"], ((70, 40), (40, 90), (70, 90)), {"alpha": 0.5, "beta": 2.0}
    ),
    "AveragePool": Case(SHIPPED["average_pool"], ((2, 20, 15, 17),), {}, POOL),
    "Convolution": Case(
        SHIPPED["convolution"], ((2, 6, 9, 11), (8, 6, 3, 3), (8,)), {}, {"pads": (1, 1, 1, 1)}
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def vendor(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, with the cases as arrays next to it."""
    folder = tmp_path_factory.mktemp("classes")
    chance = np.random.default_rng(1)
    for name, case in CASES.items():
        operator = case.described.operator(dtype="float32", **case.constants)
        package.write([operator], folder, op=name, packaged=packaged([operator]))
        arrays = [chance.normal(size=shape).astype(np.float32) for shape in case.shapes]
        given = dict(zip((port.name for port in operator.inputs), arrays, strict=True))
        rows = _with_leading(operator, given)
        (golden,) = reference.evaluate(operator, rows, case.attributes, wide=True)
        shape = case.shapes[0] if operator.inputs[0].axes[0].name == "..." else golden.shape
        np.savez(
            folder / f"{name}.npz",
            *arrays,
            attributes=np.array(list(case.attributes.values())),
            expected=golden.reshape(shape).astype(np.float32),
        )
    env = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    done = subprocess.run(
        [sys.executable, "-m", "custom_compiler", "build", "-o", "op_host", "-k", "op_kernel",
         "--vendor_name", "classes", "--soc_version", "ascend910b",
         "--ascend_cann_package_path", str(cann_home)],
        cwd=folder, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return next(folder.glob("build_out/_CPack_Packages/*/*/*/packages/vendors/classes"))


def _with_leading(operator: ak.Operator, given: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """All leading dimensions as one, as trees have them."""
    return {
        port.name: given[port.name].reshape(-1, *given[port.name].shape[1 - len(port.axes) :])
        if len(port.axes) < given[port.name].ndim
        else given[port.name]
        for port in operator.inputs
    }


def run(vendor: Path, cann_home: Path, *words: str | Path) -> None:
    """Run a program where the toolkit and the package are set."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PYTHON"))}
    script = 'source "$1/set_env.sh" && export ASCEND_CUSTOM_OPP_PATH="$2" && '
    script += 'LD_LIBRARY_PATH="$2/op_api/lib:$LD_LIBRARY_PATH" && shift 2 && exec "$@"'
    done = subprocess.run(
        ["bash", "-c", script, "bash", cann_home, vendor, *words],
        cwd=_folder(vendor), env=kept, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-len(CASES) :] == [f"{name} is right" for name in CASES]


def _folder(vendor: Path) -> Path:
    return next(place for place in vendor.parents if (place / "GeluTanh.npz").exists())


def test_mindspore_on_ascend(vendor: Path, cann_home: Path) -> None:
    python = venvs.python_with("mindspore")
    run(vendor, cann_home, python, PROGRAMS / "mindspore_classes.py", *CASES)


def test_torch_npu(vendor: Path, cann_home: Path, tmp_path: Path) -> None:
    python = venvs.python_with("torch_npu")
    source = PROGRAMS / "torch_npu_classes.cpp"
    library = build_torch_npu_extension(source, tmp_path, cann_home, python)
    run(vendor, cann_home, python, PROGRAMS / "torch_npu_classes.py", library, *CASES)
