"""The `.run` of debug kernels: the documented tree, and one package in place of another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from custom_compiler.errors import BuildError, CustomCompilerError
from custom_compiler.kernel.static.package import DebugKernel, write_debug_package
from tests.kernel.static.conftest import description
from tests.utils.vendor_package import clean_environment, run_archive

STATIC_KEY = "AddCustom/d=0,p=0/1,2,(1)/1,2,(1)/1,2,(1)/"
PORT = {"name": "x", "index": 0, "dtype": "float16", "paramType": "required", "shape": [-2]}


def debug_kernel(name: str, content: str = "", **fields: Any) -> DebugKernel:
    """A dynamic kernel, or with `static_key` a static one; `content` stands for its code."""
    support = {
        "simplifiedKeyMode": 0,
        "simplifiedKey": [f"{name}/d=0,p=0/1,2", f"{name}/d=1,p=0/1,2"],
        "inputs": [PORT],
        "outputs": [PORT],
    }
    described = {**description(name), "supportInfo": support}
    kernel = DebugKernel("add_custom", name, content.encode(), described, "", ())
    return kernel._replace(**fields)


@pytest.fixture
def make_debug(tmp_path: Path, toolkit: Path) -> Any:
    def make(name: str, *kernels: DebugKernel) -> Path:
        write_debug_package(kernels, f"{tmp_path}/{name}.run", "ascend910b", str(toolkit))
        return tmp_path / f"{name}.run"

    return make


def test_full_disk_leaves_the_old_archive(
    make_debug: Any, tmp_path: Path, small_disk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one where it is laid out."""
    disk = small_disk("256k")
    monkeypatch.setattr("tempfile.tempdir", str(disk))
    (tmp_path / "d.run").write_text("old")
    with pytest.raises(CustomCompilerError, match="No space left on device") as caught:
        make_debug("d", debug_kernel("AddCustom_ab")._replace(data=os.urandom(400_000)))
    assert "\n" not in caught.value.message
    assert not list(disk.iterdir())
    assert (tmp_path / "d.run").read_text() == "old"


def test_the_documented_tree(make_debug: Any, tmp_path: Path) -> None:
    dynamic = debug_kernel("AddCustom_ab")
    static = debug_kernel("AddCustom_s", static_key=STATIC_KEY, depended=(1,))
    opp = tmp_path / "opp"
    opp.mkdir()
    done = run_archive(make_debug("d", dynamic, static), "--install", ASCEND_OPP_PATH=str(opp))
    assert done.returncode == 0, done.stderr
    assert "enable_debug_kernel" in done.stdout
    folder = opp / "debug_kernel"
    config = "config/ascend910b"
    kernels = "ascend910b/add_custom"
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert files == {
        *(
            f"{kernels}/{name}.{end}"
            for name in ("AddCustom_ab", "AddCustom_s")
            for end in ["o", "json"]
        ),
        *(f"{config}/{name}.json" for name in ("binary_info_config", "add_custom")),
        *(f"scripts/{name}" for name in ("common.py", "help.info", "install.py", "uninstall.py")),
        *("uninstall.sh", "version.info", "package.info"),
    }
    assert (folder / "version.info").read_text() == "Version=8.5.0\nversion_dir=8.5\n"
    operator = json.loads((folder / config / "binary_info_config.json").read_text())["AddCustom"]
    (entry,) = operator["binaryList"]
    assert entry["binPath"] == f"{kernels}/AddCustom_ab.o"
    assert entry["simplifiedKey"] == ["AddCustom_ab/d=0,p=0/1,2", "AddCustom_ab/d=1,p=0/1,2"]
    (entry,) = operator["staticList"]
    assert entry["binPath"] == f"{kernels}/AddCustom_s.o"
    assert entry["simplifiedKey"] == STATIC_KEY
    assert operator["valueDependIndex"] == [1]
    (listed,) = json.loads((folder / config / "add_custom.json").read_text())["binList"]
    assert listed["binInfo"]["jsonFilePath"] == f"{kernels}/AddCustom_ab.json"
    done = subprocess.run(
        ["sh", folder / "uninstall.sh", "--quiet"],
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(opp.iterdir()) == []


def test_static_kernels_alone(make_debug: Any, tmp_path: Path) -> None:
    run = make_debug("d", debug_kernel("AddCustom_s", static_key=STATIC_KEY))
    assert run_archive(run, f"--install-path={tmp_path}/opp").returncode == 0
    config = tmp_path / "opp/debug_kernel/config/ascend910b"
    index = json.loads((config / "binary_info_config.json").read_text())
    assert index["AddCustom"].keys() == {"simplifiedKeyMode", "staticList"}


def test_the_archive_removes_too(make_debug: Any, tmp_path: Path) -> None:
    run = make_debug("d", debug_kernel("A_1"))
    option = f"--install-path={tmp_path}/o pp"
    run_archive(run, option)
    assert run_archive(run, option, "--uninstall").returncode == 0
    assert list((tmp_path / "o pp").iterdir()) == []
    done = run_archive(run, option, "--uninstall")
    assert done.returncode == 1
    assert "nothing to uninstall" in done.stderr


def test_nothing_to_pack(make_debug: Any) -> None:
    with pytest.raises(BuildError, match="there is no debug kernel to pack"):
        make_debug("d")


def contents(opp: Path) -> set[str]:
    folder = opp / "debug_kernel/ascend910b/add_custom"
    return {path.read_text() for path in folder.glob("*.o")}


def test_killed_anywhere_there_is_one_package_or_none(make_debug: Any, tmp_path: Path) -> None:
    opp, stage, results = tmp_path / "opp", tmp_path / "stage", tmp_path / "results"
    old = make_debug("d", debug_kernel("A_1", "old"), debug_kernel("A_2", "old"))
    assert run_archive(old, f"--install-path={opp}").returncode == 0
    new = make_debug("d", debug_kernel("A_1", "new"), debug_kernel("A_3", "new"))
    run_archive(new, f"--extract={stage}")
    script = stage / "debug_kernel/scripts/install.py"
    driver = Path(__file__).with_name("killed_steps.py")
    command: list[Any] = [sys.executable, "-B", driver, script, opp, results, "--install"]
    subprocess.run(command, env=clean_environment(), stdin=subprocess.DEVNULL, check=True)
    steps = sorted(results.iterdir())
    assert len(steps) > 10
    for step in steps:
        assert contents(step / "killed") in ({"old"}, set(), {"new"}), step
        assert contents(step / "healed") in ({"old"}, {"new"}), step
        assert [path.name for path in (step / "healed").iterdir()] == ["debug_kernel"]
    assert contents(steps[-1] / "killed") == {"new"}
    assert not (steps[-1] / "killed/debug_kernel/ascend910b/add_custom/A_2.o").exists()


def test_full_disk_leaves_the_old_package(make_debug: Any, small_disk: Any) -> None:
    disk = small_disk("256k")
    assert (
        run_archive(
            make_debug("d", debug_kernel("A_1", "old")), f"--install-path={disk}"
        ).returncode
        == 0
    )
    done = run_archive(
        make_debug("e", debug_kernel("A_1", "n" * 300_000)), f"--install-path={disk}"
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "no space" in line
    assert contents(disk) == {"old"}
    assert [path.name for path in disk.iterdir()] == ["debug_kernel"]
