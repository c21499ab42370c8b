"""`custom-compiler doctor` names what is wrong with an installation."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from custom_compiler.cli.main import main
from custom_compiler.doctor import diagnose

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def problems(cann_home: Path, **environ: str) -> dict[str, str]:
    base = {"PATH": os.environ["PATH"], "ASCEND_HOME_PATH": str(cann_home)}
    facts = diagnose(environ=base | environ)
    return {fact.topic: fact.problem for fact in facts if fact.problem}


def make_package(folder: Path, operators: dict[str, object], arch: str = os.uname().machine) -> str:
    config = folder / "op_impl/ai_core/tbe/config/ascend910b/aic-ascend910b-ops-info.json"
    config.parent.mkdir(parents=True)
    config.write_text(json.dumps(operators))
    (folder / f"op_impl/ai_core/tbe/op_tiling/lib/linux/{arch}").mkdir(parents=True)
    (folder / "op_api/lib").mkdir(parents=True)
    (folder / "op_api/lib/libcust_opapi.so").touch()
    return str(folder)


def test_sound_installation(cann_home: Path) -> None:
    assert problems(cann_home) == {}


def test_conflicting_packages(cann_home: Path, tmp_path: Path) -> None:
    one = make_package(tmp_path / "one", {"Foo": {}})
    two = make_package(tmp_path / "two", {"Foo": {}, "Bar": {}})
    found = problems(cann_home, ASCEND_CUSTOM_OPP_PATH=f"{one}:{two}")
    assert found == {"package": "Foo (ascend910b) of one comes first"}


def test_package_for_another_cpu(cann_home: Path, tmp_path: Path) -> None:
    package = make_package(tmp_path / "one", {}, arch="riscv64")
    found = problems(cann_home, ASCEND_CUSTOM_OPP_PATH=package)
    assert "its libraries are for riscv64" in found["package"]


def test_environment(cann_home: Path, tmp_path: Path) -> None:
    (tmp_path / "libascendcl.so").touch()
    found = problems(
        cann_home,
        ASCEND_CUSTOM_OPP_PATH=f"{tmp_path}/none",
        ASCENDC_SOC_VERSION="Ascend999",
        LD_LIBRARY_PATH=str(tmp_path),
        CXX="no-such-compiler",
    )
    assert found["ASCEND_CUSTOM_OPP_PATH"] == f"no such directory: {tmp_path}/none"
    assert "names no known SoC" in found["SoC"]
    assert "is not this toolkit's" in found["LD_LIBRARY_PATH"]
    assert "not found on PATH" in found["compiler"]


def test_compilers_as_cxx_names_them(cann_home: Path) -> None:
    assert "CXX=/bin/false: failed with" in problems(cann_home, CXX="/bin/false")["compiler"]
    for value in ("env g++ -m64", "g++", " "):
        assert "compiler" not in problems(cann_home, CXX=value)


def test_missing_toolkit(tmp_path: Path) -> None:
    facts = diagnose(str(tmp_path / "none"), {"PATH": os.environ["PATH"]})
    assert "no such directory" in facts[0].problem


def test_command(cann_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", "--ascend_cann_package_path", str(cann_home), "--json"])
    facts = json.loads(capsys.readouterr().out)
    assert str(cann_home) in facts[0]["value"]
    assert code == int(any(fact["problem"] for fact in facts))
    assert main(["doctor", "--ascend_cann_package_path", str(cann_home / "none")]) == 1
