"""A package's description follows from its files and its toolkit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

CANN = "Version=7.7.0.1.238\nversion_dir=8.1.RC1\n"
EMBEDDED = "Version=8.5.0\nkernels_for=simulated cores only\nkernel_interface=2\n"


@pytest.fixture
def stage(tmp_path: Path) -> Path:
    """A staged package of two operators, one kernel."""
    vendor = tmp_path / "build/stage/packages/vendors/acme"
    ai_core = vendor / "op_impl/ai_core/tbe"
    for name, text in {
        "config/ascend910b/aic-ascend910b-ops-info.json": '{"Mul": {}, "Add": {}}',
        "config/ascend310p/aic-ascend310p-ops-info.json": '{"Add": {}}',
        "kernel/ascend910b/add/Add_1.o": "",
        "kernel/ascend910b/add/Add_1.json": "",
    }.items():
        (ai_core / name).parent.mkdir(parents=True, exist_ok=True)
        (ai_core / name).write_text(text)
    (vendor / "op_proto/lib/linux/aarch64").mkdir(parents=True)
    return tmp_path / "build/stage"


def describe(script, stage: Path, version: str | None) -> tuple[list[str], dict]:
    """Lines of package.info and the contents of result.json."""
    toolkit = stage.parents[1] / "toolkit"
    (toolkit / "compiler").mkdir(parents=True)
    if version is not None:
        (toolkit / "compiler/version.info").write_text(version)
    build = stage.parent
    done = script(
        "package_info.py", "--stage", stage, "--toolkit", toolkit, "--build", build,
        "--package", build / "x.run", "--result", build / "made/result.json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    info = (stage / "packages/vendors/acme/package.info").read_text()
    return info.splitlines(), json.loads((build / "made/result.json").read_text())


def test_kernels_of_a_real_cann_are_for_npus(script, stage: Path) -> None:
    lines, result = describe(script, stage, CANN)
    assert lines[:6] == [
        "Vendor: acme",
        "Operators: Add, Mul",
        "Compute units: ascend310p, ascend910b",
        "Host CPU: aarch64",
        "Kernels: 1",
        "Toolkit: 7.7.0.1.238",
    ]
    assert not [line for line in lines if "simulated" in line or "interface" in line]
    assert result == {
        "package": "x.run",
        "vendor": "stage/packages/vendors/acme",
        "operators": ["Add", "Mul"],
        "units": ["ascend310p", "ascend910b"],
        "kernels": 1,
    }


def test_kernels_of_the_embedded_toolkit_are_for_simulated_cores(script, stage: Path) -> None:
    lines, _ = describe(script, stage, EMBEDDED)
    assert "Kernels for: simulated cores only" in lines
    assert "Kernel interface: 2" in lines


def test_units_have_operators(script, stage: Path) -> None:
    """Build scripts of repositories make folders of every unit."""
    vendor = stage / "packages/vendors/acme"
    (vendor / "op_impl/ai_core/tbe/config/ascend031").mkdir()
    lines, result = describe(script, stage, EMBEDDED)
    assert "Compute units: ascend310p, ascend910b" in lines
    assert result["units"] == ["ascend310p", "ascend910b"]


def test_a_package_without_kernels_is_for_any_cores(script, stage: Path) -> None:
    for path in stage.rglob("*.o"):
        path.unlink()
    lines, result = describe(script, stage, EMBEDDED)
    assert "Kernels: 0" in lines
    assert not [line for line in lines if "simulated" in line]
    assert result["kernels"] == 0


def test_a_toolkit_that_does_not_tell_its_version(script, stage: Path) -> None:
    lines, _ = describe(script, stage, None)
    assert not [line for line in lines if line.startswith("Toolkit")]
