"""The search for a toolkit, its description, and names of compute units."""

from __future__ import annotations

from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.toolkit import compute_unit, compute_units, find_toolkit, toolkit


@pytest.fixture
def cann(tmp_path: Path) -> Path:
    """Lay out what every installed CANN has."""
    root = tmp_path / "latest"
    for name, text in {
        "compiler/version.info": "Version=7.7.0.1.238\nversion_dir=8.1.RC1\n",
        "include/register/op_def_registry.h": "",
        "include/register/tilingdata_base.h": "",
        "lib64/libregister.so": "",
        "toolkit/tools/opbuild/op_build": "",
        "bin/setenv.bash": 'export FOUND="$BASH_SOURCE"; echo noise\n',
        "aarch64-linux/ascend_toolkit_install.info": "package_name=Ascend-cann-toolkit\n",
        "compiler/data/platform_config/Ascend910B.ini": (
            "[version]\nSoC_version=Ascend910B\nShort_SoC_version=Ascend910\n"
        ),
        "compiler/data/platform_config/NewChip1.ini": "[version]\nShort_SoC_version=NewChip\n",
        "compiler/data/platform_config/notes.ini": "not an ini",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def test_describes_an_installed_cann(cann: Path) -> None:
    found = find_toolkit(cann)
    assert (found.root, found.version) == (cann, "7.7.0.1.238")
    assert not found.embedded
    assert found.op_build == cann / "toolkit/tools/opbuild/op_build"
    assert found.platform_config == cann / "compiler/data/platform_config"
    environment = found.environment({"PATH": "/usr/bin:/bin", "OWN": "line\nbreak"})
    assert environment["FOUND"] == str(cann / "bin/setenv.bash")
    assert environment["OWN"] == "line\nbreak"
    assert "SHLVL" not in environment


def test_order(cann: Path, cann_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = {"ASCEND_HOME_PATH": str(cann_home)}
    assert find_toolkit(cann, other).root == cann
    assert find_toolkit(None, other).root == cann_home
    monkeypatch.setattr(toolkit, "DEFAULT_ROOT", cann)
    assert find_toolkit(None, {}).root == cann


def test_embedded_toolkit_is_the_last_resort(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toolkit, "DEFAULT_ROOT", tmp_path / "no cann here")
    found = find_toolkit(None, {"CUSTOM_COMPILER_HOME": str(tmp_path)})
    assert found.root == tmp_path / "cann"
    assert found.embedded


def test_unusable_toolkit_is_an_error_naming_who_asked(cann: Path, tmp_path: Path) -> None:
    with pytest.raises(MisuseError, match="--ascend_cann_package_path: no such directory"):
        find_toolkit(tmp_path / "missing")
    (cann / "compiler/version.info").unlink()
    with pytest.raises(MisuseError, match=r"ASCEND_HOME_PATH: .* has no compiler/version.info"):
        find_toolkit(None, {"ASCEND_HOME_PATH": str(cann)})


def test_units(cann: Path) -> None:
    table = cann / "compiler/data/platform_config"
    assert compute_unit("Ascend910B", table) == "ascend910"
    assert compute_unit("NewChip1", table) == compute_unit("newchip", table) == "newchip"
    with pytest.raises(MisuseError, match="unknown SoC version 'ascend910c'") as caught:
        compute_unit("ascend910c", table)
    assert caught.value.hint == "did you mean ascend910? known units: ascend910, newchip"


def test_units_where_the_toolkit_describes_none(tmp_path: Path) -> None:
    """Those of the embedded toolkit: a CANN may keep its descriptions elsewhere."""
    assert compute_unit("ascend910b", tmp_path) == "ascend910b"
    assert compute_unit("Ascend910B1", tmp_path) == "ascend910b"
    assert compute_units("ascend910b; Ascend310P3;ascend910b;", tmp_path) == (
        "ascend910b",
        "ascend310p",
    )
