"""`autokernel plug X --into torch`: what the package holds, its gradients compiled."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from custom_compiler.autokernel.describe.gradients import gradient
from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.autokernel.host.call import HostKernel
from custom_compiler.autokernel.host.targets import find_target
from custom_compiler.autokernel.operators import SHIPPED
from custom_compiler.autokernel.plug.host import ExportRequest, gradient_libraries
from custom_compiler.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("wrt", ["x", "weight"])  # of a class, and of none
def test_gradients_compute(wrt: str, tmp_path: Path) -> None:
    request = ExportRequest(SHIPPED["rms_norm"], ("float32",), (find_target("host"),))
    library = gradient_libraries(request, wrt, tmp_path, lambda _: None)["float32"]
    rng = np.random.default_rng(9)
    x, along = (rng.normal(size=(2, 7, 37)).astype(np.float32) for _ in range(2))
    weight = rng.normal(size=37).astype(np.float32)
    found = HostKernel(library)(x, weight, along, epsilon=0.1)
    derived = gradient(request.operators()["float32"], "out", wrt)
    given = {"x": x, "weight": weight, "out_gradient": along}
    expected = evaluate(derived, given, {"epsilon": 0.1}, wide=True)[0]
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


def test_the_package(tmp_path: Path, capsys) -> None:
    folder = tmp_path / "pooled"
    words = ["max_pool", "--into", "torch", "--output", str(folder), "--dtype", "float32"]
    assert main(["autokernel", "plug", *words, "--target", "host"]) == 0
    assert "from pooled import max_pool" in capsys.readouterr().out
    note = json.loads((folder / "autokernel.json").read_text())
    assert (note["operator"], note["into"], note["gradients"]) == ("max_pool", "torch", {})
    assert "read at places other than its own" in note["without_gradient"]["x"]
    assert sorted(path.name for path in folder.iterdir()) == [
        *(
            ".custom_compiler.files.json",
            "__init__.py",
            "autokernel.json",
            "libmax_pool_float32.so",
        ),
        *("sizes.py", "torch_operator.py"),
    ]


@pytest.mark.parametrize("into", ["torch", "mindspore"])
def test_folders_that_python_cannot_import(into: str, tmp_path: Path, capsys) -> None:
    folder = tmp_path / "my-package"
    assert main(["autokernel", "plug", "relu", "--into", into, "--output", str(folder)]) == 2
    assert "Python imports no package called 'my-package'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
