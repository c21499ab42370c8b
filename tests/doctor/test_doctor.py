"""`custom-compiler doctor` names what is wrong with an installation."""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.metadata
import json
import os
from typing import TYPE_CHECKING

import pytest

from custom_compiler import __version__
from custom_compiler.cli.main import main
from custom_compiler.doctor import diagnose
from custom_compiler.doctor.installation import language_facts

if TYPE_CHECKING:
    from pathlib import Path


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


def test_damaged_kernel(cann_home: Path, tmp_path: Path) -> None:
    package = make_package(tmp_path / "one", {"Foo": {}})
    kernel = tmp_path / "one/op_impl/ai_core/tbe/kernel/ascend910b/foo/Foo_1.o"
    kernel.parent.mkdir(parents=True)
    kernel.write_bytes(b"kernel")
    record = {"sha256": hashlib.sha256(b"kernel").hexdigest()}
    kernel.with_suffix(".json").write_text(json.dumps(record))
    assert problems(cann_home, ASCEND_CUSTOM_OPP_PATH=package) == {}
    kernel.write_bytes(b"kernal")
    found = problems(cann_home, ASCEND_CUSTOM_OPP_PATH=package)["package"]
    assert found.startswith(f"{kernel} is damaged: its SHA-256 is not the one in Foo_1.json")
    kernel.with_suffix(".json").write_text("{")
    found = problems(cann_home, ASCEND_CUSTOM_OPP_PATH=package)["package"]
    assert found.startswith(f"{kernel} is damaged: its description Foo_1.json cannot be read")


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


def _language(name: str) -> tuple[str, str]:
    facts = {fact.topic: fact for fact in language_facts()}
    return facts[name].value, facts[name].problem


def test_the_imported_language_is_ours() -> None:
    value, problem = _language("asc")
    assert problem == ""
    assert value.endswith(f"asc/__init__.py (custom_compiler {__version__})")


def test_another_package_called_asc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "asc").mkdir()
    (tmp_path / "asc/__init__.py").write_text("from .language import *\n")
    other = importlib.machinery.PathFinder.find_spec("asc", [str(tmp_path)])
    monkeypatch.setattr("importlib.util.find_spec", lambda _: other)
    value, problem = _language("asc")
    assert value == str(tmp_path / "asc/__init__.py")
    assert problem.startswith("this is another package than custom_compiler's: pip uninstall pyasc")


def test_pyasc_beside_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda name: f"1.2.3 of {name}")
    assert _language("asc")[1].startswith("pyasc 1.2.3 of pyasc has files in the same folder")


@pytest.mark.parametrize(("topic", "extra"), [("xDSL", "asc"), ("Halide", "autokernel")])
def test_missing_packages(monkeypatch: pytest.MonkeyPatch, topic: str, extra: str) -> None:
    def missing(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", missing)
    value, problem = _language(topic)
    assert value.startswith(f"none: pip install 'custom_compiler[{extra}]'")
    assert problem == ""
