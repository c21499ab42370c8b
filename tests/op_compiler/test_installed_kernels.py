"""Installed kernels found by name, in CANN's order."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.op_compiler.installed_kernels import InstalledKernels
from custom_compiler.kernel.op_compiler.static_index import IndexedKernel


def kernel(path: Path, name: str, *keys: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    description = {"kernelName": name, "kernelList": [{"kernelName": key} for key in keys]}
    path.with_suffix(".json").write_text(json.dumps(description))
    return str(path)


def test_static_kernels_go_before_others(tmp_path: Path) -> None:
    vendor = tmp_path / "vendor"
    static = [IndexedKernel(f"/opp/add_{d}.o", "Add_1", f"Add/d={d}", ()) for d in (0, 1)]
    kernel(vendor / "add/a.o", "Add_1")
    second = kernel(vendor / "mul/b.o", "Mul_1", "Mul_1_0", "Mul_1_7")
    found = InstalledKernels(static, [str(vendor)])
    assert found.paths("Add_1") == ["/opp/add_0.o", "/opp/add_1.o"]
    for name in ("Mul_1", "Mul_1_7", "Mul_1_7_mix_aic", "Mul_1_mix_aiv"):
        assert found.paths(name) == [second]


def test_names_that_describe_no_kernel(tmp_path: Path) -> None:
    path = Path(kernel(tmp_path / "a.o", "Add_1"))
    for number, text in enumerate(
        ["{", "[]", '{"kernelName": 3}', '{"kernelList": 3}', "[" * 9999]
    ):
        (tmp_path / f"bad{number}.o").touch()
        (tmp_path / f"bad{number}.json").write_text(text)
    (tmp_path / "alone.json").write_text(path.with_suffix(".json").read_text().replace("1", "2"))
    found = InstalledKernels([], [str(tmp_path), str(tmp_path / "missing")])
    assert found.paths("Add_1") == [str(path)]
    with pytest.raises(MisuseError, match="-k Add_2: no installed kernel") as caught:
        found.paths("Add_2")
    assert caught.value.hint == "did you mean Add_1?"
    with pytest.raises(MisuseError) as caught:
        found.paths("nothing")
    assert str(tmp_path) in caught.value.hint
