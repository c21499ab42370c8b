"""`custom-compiler list`, `uninstall` and `doctor` about packages of kernels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from custom_compiler.cli.main import main
from custom_compiler.doctor import diagnose
from custom_compiler.kernel.static.package import write_debug_package
from tests.kernel.static.conftest import MakeRun, make_run, toolkit
from tests.kernel.static.test_debug_package import debug_kernel
from tests.utils.vendor_package import run_archive

__all__ = ["make_run", "toolkit"]  # fixtures


@pytest.fixture
def opp(make_run: MakeRun, toolkit: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with two packages of static kernels and one of debug kernels."""
    folder = tmp_path / "opp"
    debug = tmp_path / "d.run"
    write_debug_package([debug_kernel("AddCustom_1")], str(debug), "ascend910b", str(toolkit))
    for run in (make_run("one", [1], [2]), make_run("two", [2]), debug):
        assert run_archive(run, f"--install-path={folder}").returncode == 0
    monkeypatch.setenv("ASCEND_OPP_PATH", str(folder))
    monkeypatch.delenv("ASCEND_CUSTOM_OPP_PATH", raising=False)
    return folder


def listed(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    assert main(["list", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_they_are_listed_as_programs_try_them(
    opp: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["list"]) == 0
    text = capsys.readouterr().out
    assert f"one  {opp}/static_kernel/ai_core/one\n  holds     2 static kernels\n" in text
    assert "  version   8.5.0\n  operator  AddCustom  (ascend910b)\n" in text
    entries = listed(capsys)
    assert [entry["kernels"] for entry in entries] == ["debug_kernel", "two", "one"]
    assert [entry["kind"] for entry in entries] == ["debug kernels", *["static kernels"] * 2]
    assert [entry["count"] for entry in entries] == [1, 1, 2]
    assert all(entry["operators"] == {"AddCustom": ["ascend910b"]} for entry in entries)


def test_they_are_removed_by_name(opp: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("two", "debug_kernel", "one"):
        assert main(["uninstall", name, "--install_path", str(opp)]) == 0
        assert name in capsys.readouterr().out
        assert main(["uninstall", name]) != 0
        assert name in capsys.readouterr().err
        assert name not in [entry["kernels"] for entry in listed(capsys)]
    assert list(opp.iterdir()) == []


def test_the_command_installs_them(
    make_run: MakeRun, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "o pp"
    assert main(["install", str(make_run("p", [1])), "--install_path", str(target)]) == 0
    assert "installed p into" in capsys.readouterr().out
    assert (target / "static_kernel/ai_core/p").is_dir()


def problems(opp: Path, cann_home: Path) -> list[str]:
    facts = diagnose(str(cann_home), {"ASCEND_OPP_PATH": str(opp), "PATH": ""})
    return [fact.problem for fact in facts if fact.topic == "kernels" and fact.problem]


def test_doctor_says_what_is_wrong_with_them(opp: Path, cann_home: Path) -> None:
    one = opp / "static_kernel/ai_core/one"
    info = one / "package.info"
    sound = info.read_text()
    assert [text for text in problems(opp, cann_home) if "another version" not in text] == []
    info.write_text(sound.replace("Host CPU: ", "Host CPU: not "))
    (problem,) = [text for text in problems(opp, cann_home) if "are for not " in text]
    info.write_text(sound.replace("Kernel interface: 3", "Kernel interface: 0"))
    assert any("another version of the toolkit (0)" in text for text in problems(opp, cann_home))
    info.write_text("")
    kernel = one / "ascend910b/AddCustom/AddCustom_1_d0.o"
    kernel.unlink()
    assert f"{kernel} is missing: install the package again" in problems(opp, cann_home)
    (one.parent / ".swap").mkdir()
    assert any("an installation was interrupted" in text for text in problems(opp, cann_home))
    index = one / "config/ascend910b/binary_info_config.json"
    index.write_text("[]")
    (problem,) = problems(opp, cann_home)
    assert problem == (
        f"cannot read {index}: it is no list of kernels; install the package again, or remove it"
    )
