"""`find_operator`: which package implements an operator."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.opc.operators import PackagePlace, find_operator
from custom_compiler.kernel.toolchain.compiler import KernelToolkit
from custom_compiler.kernel.toolchain.soc import Soc

IMPLEMENTATION = """\
@tbe_register.register_operator("{op_type}")
def anything(x_in__, z_out_):
    pass
"""
SOC = Soc("Ascend910B1", "ascend910b", 220, 2201, "C220", split_cores=True)


def write_package(root: Path, op_type: str, *, sources: bool = True) -> Path:
    """A package of one operator, called `the_op` in its files."""
    tbe = root / "op_impl/ai_core/tbe"
    config = tbe / "config/ascend910b"
    config.mkdir(parents=True)
    entry = {op_type: {"opFile": {"value": "the_op"}}}
    (config / "aic-ascend910b-ops-info.json").write_text(json.dumps(entry))
    if sources:
        dynamic = tbe / f"{root.name}_impl/dynamic"
        dynamic.mkdir(parents=True)
        (dynamic / "the_op.py").write_text(IMPLEMENTATION.format(op_type=op_type))
    tiling = tbe / "op_tiling"
    tiling.mkdir()
    (tiling / "liboptiling.so").touch()
    return root


@pytest.fixture
def toolkit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> KernelToolkit:
    """A toolkit whose opp has the vendors `second` and `first`, by priority `first` first."""
    monkeypatch.delenv("ASCEND_CUSTOM_OPP_PATH", raising=False)
    monkeypatch.delenv("ASCEND_OPP_PATH", raising=False)
    vendors = tmp_path / "opp/vendors"
    for name in ("second", "first"):
        write_package(vendors / name, "Shared_Op")
    (vendors / "config.ini").write_text("load_priority=first,second\n")
    return KernelToolkit(str(tmp_path), "", "", "", "")


def test_the_vendor_with_priority_is_found_with_all_its_parts(toolkit: KernelToolkit) -> None:
    """Root, tbe, implementation and tiling library belong to one package."""
    root = f"{toolkit.root}/opp/vendors/first"
    tbe = f"{root}/op_impl/ai_core/tbe"
    assert find_operator("Shared_Op", SOC, toolkit) == PackagePlace(
        root=root,
        tbe=tbe,
        implementation=f"{tbe}/first_impl/dynamic/the_op.py",
        tiling_library=f"{tbe}/op_tiling/liboptiling.so",
        vendor="first",
    )


def test_the_custom_path_goes_before_vendors(
    toolkit: KernelToolkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package of ASCEND_CUSTOM_OPP_PATH is searched first."""
    mine = write_package(tmp_path / "mine", "Shared_Op")
    monkeypatch.setenv("ASCEND_CUSTOM_OPP_PATH", f"{tmp_path}/missing:{mine}")
    assert find_operator("Shared_Op", SOC, toolkit).root == str(mine)


def test_built_in_operators_come_last(toolkit: KernelToolkit) -> None:
    """Operators that no vendor has may be built in."""
    write_package(Path(toolkit.root) / "opp/built-in", "OnlyHere")
    assert find_operator("OnlyHere", SOC, toolkit).vendor == "built-in"


def test_an_operator_of_no_package_is_misuse_that_names_what_was_searched(
    toolkit: KernelToolkit,
) -> None:
    """The message names operator and unit, the hint the folders."""
    with pytest.raises(MisuseError, match="Nowhere: no installed package has it for asc") as error:
        find_operator("Nowhere", SOC, toolkit)
    assert f"{toolkit.root}/opp/vendors/first" in error.value.hint


def test_a_package_without_sources_is_named(
    toolkit: KernelToolkit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The runtime would take that package's kernels, so no other one stands in for it."""
    bare = write_package(tmp_path / "bare", "Shared_Op", sources=False)
    monkeypatch.setenv("ASCEND_CUSTOM_OPP_PATH", str(bare))
    with pytest.raises(MisuseError, match=f"Shared_Op: its package {bare} has no sources"):
        find_operator("Shared_Op", SOC, toolkit)
