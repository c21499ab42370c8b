"""Packages of kernels that were never compiled: installing reads their lists only."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from custom_compiler.kernel.static.information import read_information
from custom_compiler.kernel.static.package import StaticKernel, write_static_package
from tests.kernel.static.information import add_custom, tensor, write

VERSIONS = "Version=8.5.0\nversion_dir=8.5\nkernels_for=simulated cores only\nkernel_interface=3\n"

MakeRun = Callable[..., Path]


def description(name: str) -> dict[str, Any]:
    """Return the required fields of a kernel's description."""
    return {
        "binFileName": name,
        "binFileSuffix": ".o",
        "kernelName": name,
        "coreType": "VectorCore",
        "blockDim": 8,
        "workspace": {"num": 1, "size": [4096], "type": [0]},
    }


def static_kernel(
    folder: Path, shape: list[int], content: str, name: str = "", **changes: Any
) -> StaticKernel:
    """A kernel for adding halves of one shape; `content` stands for its code."""
    two = [tensor(name, index=index, shape=shape) for index, name in enumerate("xy")]
    call = add_custom(**{"inputs": two, "outputs": [tensor("z", shape=shape)], **changes})
    name = name or f"{call['op_type']}_{'_'.join(map(str, shape))}_d0"
    path = write(folder, call, f"{name}.json")
    return StaticKernel(read_information(path), False, name, content.encode(), description(name))


@pytest.fixture
def toolkit(tmp_path: Path) -> Path:
    """Return a toolkit that states the cores of its kernels."""
    root = tmp_path / "toolkit"
    (root / "opp").mkdir(parents=True)
    (root / "opp/version.info").write_text(VERSIONS)
    return root


@pytest.fixture
def make_run(tmp_path: Path, toolkit: Path) -> MakeRun:
    """Make `<name>.run` of kernels of these shapes; `content` stands for their code."""

    def make(
        name: str, *shapes: list[int], content: str = "", soc: str = "ascend910b", **changes: Any
    ) -> Path:
        kernels = [
            static_kernel(tmp_path / "calls", shape, content or name, **changes) for shape in shapes
        ]
        run = tmp_path / f"{name}.run"
        assert write_static_package(kernels, str(run), soc, str(toolkit)) == ()
        return run

    return make
