"""AOT functions of an exported operator, called as MindSpore calls them."""

from __future__ import annotations

import ctypes
import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from custom_compiler.autokernel.operators import SHIPPED
from custom_compiler.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("aot") / "fully_connected_mindspore"
    words = ["fully_connected", "--into", "mindspore", "--output", str(folder)]
    assert main(["autokernel", "plug", *words, "--dtype", "float32", "--target", "host"]) == 0
    return folder


def call(package: Path, *arrays: np.ndarray) -> int:
    library = ctypes.CDLL(str(package / "libfully_connected_aot.so"))
    count = len(arrays)
    dims = [(ctypes.c_int64 * array.ndim)(*array.shape) for array in arrays]
    pointer = ctypes.POINTER(ctypes.c_int64)
    return int(
        library.fully_connected(
            count,
            (ctypes.c_void_p * count)(*(array.ctypes.data for array in arrays)),
            (ctypes.c_int * count)(*(array.ndim for array in arrays)),
            (pointer * count)(*(ctypes.cast(each, pointer) for each in dims)),
            (ctypes.c_char_p * count)(*(array.dtype.name.encode() for array in arrays)),
            None,
            None,
        )
    )


def random(*shape: int) -> np.ndarray:
    return np.random.default_rng(5).normal(size=shape).astype(np.float32)


@pytest.mark.parametrize("leading", [(), (3,), (2, 3)])
def test_values(package: Path, leading: tuple[int, ...]) -> None:
    given = random(*leading, 8), random(6, 8), random(6)
    out = np.full((*leading, 6), np.nan, np.float32)
    assert call(package, *given, out) == 0
    np.testing.assert_allclose(out, SHIPPED["fully_connected"](*given), rtol=1e-5, atol=1e-5)


def test_failures_are_codes_and_messages(package: Path, capfd) -> None:
    x, weight, bias, out = random(3, 8), random(6, 8), random(6), random(3, 6)
    assert call(package, x, weight[:, :7].copy(), bias, out) == 1
    assert capfd.readouterr().err == "fully_connected: k of weight is 7 here, elsewhere 8\n"
    assert call(package, x, weight[0], bias, out) == 1
    assert "weight has another number of dimensions" in capfd.readouterr().err
    assert call(package, x.astype(np.float64), weight, bias, out) == 1
    assert "no kernel for these element types" in capfd.readouterr().err
    assert call(package, x, weight, bias) == 1
    assert "wrong number of tensors" in capfd.readouterr().err
    assert call(package, x, weight, bias, x[:, :6]) == 1
    assert "out overlaps x" in capfd.readouterr().err


def test_the_package_describes_itself(package: Path) -> None:
    note = json.loads((package / "autokernel.json").read_text())
    assert note["file"] == "libfully_connected_aot.so"
    assert note["inputs"][0] == {"name": "x", "axes": [["...", "..."], ["k", "k"]]}
    assert note["outputs"] == [{"name": "out", "axes": [["...", "..."], ["n", "n"]]}]
    assert "from .mindspore_operator import operator" in (package / "__init__.py").read_text()
