"""The `.run` of static kernels: what is in it, and what cannot be."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from custom_compiler.errors import CustomCompilerError
from custom_compiler.kernel.static.package import StaticKernel, write_static_package
from tests.kernel.static.conftest import MakeRun, static_kernel
from tests.kernel.static.information import attribute, tensor
from tests.utils.vendor_package import run_archive


def unpacked(run: Path) -> Path:
    """The files of an archive."""
    folder = run.with_suffix(".files")
    assert run_archive(run, f"--extract={folder}").returncode == 0
    return folder


def index_of(packages: Path, package: str, soc: str = "ascend910b") -> dict[str, Any]:
    path = packages / package / "config" / soc / "binary_info_config.json"
    return json.loads(path.read_text())


def test_the_documented_tree(make_run: MakeRun) -> None:
    run = make_run("p", [8, 2048], [1])
    packages = unpacked(run) / "static_kernel/ai_core"
    files = {path.relative_to(packages).as_posix() for path in packages.rglob("*")}
    names = ("AddCustom_8_2048_d0", "AddCustom_1_d0")
    kernels = "p/ascend910b/AddCustom"
    shapes = "p/config/ascend910b/shape_info"
    expected = {
        *("config.ini", "version.info", "config", "p", "p/ascend910b", kernels, "p/config"),
        *("p/config/ascend910b", "p/config/ascend910b/binary_info_config.json", shapes),
        *(f"{kernels}/{name}.{end}" for name in names for end in ("o", "json")),
        *(f"{shapes}/{name}.json" for name in names),
        *("p/version.info", "p/package.info", "p/scripts"),
        *(f"p/scripts/{name}" for name in ("common.py", "help.info", "install.py")),
        *(f"p/scripts/{name}" for name in ("uninstall.py", "uninstall.sh")),
    }
    assert files == expected
    assert (packages / "config.ini").read_text() == "load_priority=p\n"
    assert (packages / "version.info").read_text() == "Version=8.5.0\n"
    assert (packages / f"{kernels}/AddCustom_1_d0.o").read_text() == "p"
    assert json.loads((packages / f"{shapes}/AddCustom_1_d0.json").read_text())["attrs"] == []


def test_the_documented_index(make_run: MakeRun) -> None:
    packages = unpacked(make_run("p", [8, 2048])) / "static_kernel/ai_core"
    assert index_of(packages, "p") == {
        "AddCustom": {
            "simplifiedKeyMode": 0,
            "staticList": [
                {
                    "coreType": 2,
                    "simplifiedKey": "AddCustom/d=0,p=0/1,2,(8,800)/1,2,(8,800)/1,2,(8,800)/",
                    "binPath": "p/ascend910b/AddCustom/AddCustom_8_2048_d0.o",
                    "binDesc": {
                        "blockDim": 8,
                        "kernelName": "AddCustom_8_2048_d0",
                        "workspace": [4096],
                    },
                }
            ],
        }
    }


def test_inputs_that_tiling_reads_are_named(make_run: MakeRun) -> None:
    values = tensor(dtype="int32", shape=[2], value_depend=True, const_data=[3, 4])
    run = make_run("p", [1], inputs=[None, values])
    index = index_of(unpacked(run) / "static_kernel/ai_core", "p")
    assert index["AddCustom"]["valueDependIndex"] == [1]


def test_calls_without_an_input_that_tiling_reads_go_with_those_that_have_it(
    tmp_path: Path, toolkit: Path
) -> None:
    """An optional one: CANN packs only the calls that are like the first."""
    values = tensor(dtype="int32", shape=[2], value_depend=True, const_data=[3, 4])
    calls = ([None, values], [tensor(), None], [tensor(), values])
    kernels = [
        static_kernel(tmp_path, [n], str(n), inputs=inputs) for n, inputs in enumerate(calls)
    ]
    assert write_static_package(kernels, f"{tmp_path}/p.run", "ascend910b", str(toolkit)) == ()
    index = index_of(unpacked(tmp_path / "p.run") / "static_kernel/ai_core", "p")
    assert index["AddCustom"]["valueDependIndex"] == [1]
    keys = [entry["simplifiedKey"] for entry in index["AddCustom"]["staticList"]]
    assert len(keys) == 3
    assert any("/_/3,2,(2),[3,4]/" in key for key in keys)


def test_a_view_has_a_key_of_its_own(make_run: MakeRun) -> None:
    view = tensor(shape=[8], is_view=True, stride=[2], offset=1)
    run = make_run("p", [1], inputs=[view])
    index = index_of(unpacked(run) / "static_kernel/ai_core", "p")
    (entry,) = index["AddCustom"]["staticList"]
    assert entry["simplifiedKey"] == "AddCustom/d=0,p=0/1,2,(8),(2),1/1,2,(1),(),0/"


def test_the_archive_says_what_it_is(make_run: MakeRun) -> None:
    run = make_run("p", [1], [2])
    shown = run_archive(run, "--info").stdout
    assert "STATIC KERNEL RUN PACKAGE" in shown
    assert "Package: p\nOperators: AddCustom\nCompute units: ascend910b\n" in shown
    assert "Kernels: 2\nToolkit: 8.5.0\nKernels for: simulated cores only\n" in shown
    assert "All good" in run_archive(run, "--check").stdout
    assert "p/ascend910b/AddCustom/AddCustom_1_d0.o" in run_archive(run, "--list").stdout
    assert "--install-path=<dir>" in run_archive(run, "--help").stderr
    for option in ("--noexec", "--extract=there"):
        done = run_archive(run, option, ASCEND_OPP_PATH=str(run.parent))
        assert done.returncode == 0
        assert not (run.parent / "static_kernel").exists()


def test_same_kernels_same_bytes(tmp_path: Path, toolkit: Path) -> None:
    kernels = [static_kernel(tmp_path, [size], str(size)) for size in (3, 1, 2)]
    archives = []
    for order in (kernels, kernels[::-1]):
        write_static_package(order, f"{tmp_path}/p.run", "ascend910b", str(toolkit))
        archives.append((tmp_path / "p.run").read_bytes())
    assert archives[0] == archives[1]


def test_a_kernel_for_both_kinds_of_runs_is_there_once(tmp_path: Path, toolkit: Path) -> None:
    one = static_kernel(tmp_path, [1], "code", name="both")
    kernels = [one, one._replace(deterministic=True)]
    assert write_static_package(kernels, f"{tmp_path}/p.run", "ascend910b", str(toolkit)) == ()
    packages = unpacked(tmp_path / "p.run") / "static_kernel/ai_core"
    entries = index_of(packages, "p")["AddCustom"]["staticList"]
    assert {entry["binPath"] for entry in entries} == {"p/ascend910b/AddCustom/both.o"}
    assert [entry["simplifiedKey"][:14] for entry in entries] == [
        "AddCustom/d=0,",
        "AddCustom/d=1,",
    ]


def without(kernel: StaticKernel, field: str) -> StaticKernel:
    fields = {key: value for key, value in kernel.description.items() if key != field}
    return kernel._replace(description=fields)


def test_what_does_not_fit_is_left_out_and_the_others_packed(tmp_path: Path, toolkit: Path) -> None:
    good = static_kernel(tmp_path, [1], "one")
    read = tensor(dtype="int8", shape=[1], value_depend=True, const_data=[1])
    odd = {
        "describes the same call": good._replace(name="twin"),
        "value_depend of input 0 differs from files before": static_kernel(
            tmp_path, [2], "2", inputs=[read]
        ),
        "another kernel has the name": static_kernel(tmp_path, [3], "3", name=good.name),
        "no coreType": without(static_kernel(tmp_path, [4], "4"), "coreType"),
        "no sizes of its workspace": static_kernel(tmp_path, [8], "8")._replace(
            description={**good.description, "workspace": {}}
        ),
        "no blockDim": without(static_kernel(tmp_path, [5], "5"), "blockDim"),
        "no float32": static_kernel(tmp_path, [6], "6", attrs=[attribute("float", 1e39)]),
    }
    run = tmp_path / "p.run"
    kernels = [good, *odd.values(), static_kernel(tmp_path, [7], "7")]
    left_out = write_static_package(kernels, str(run), "ascend910b", str(toolkit))
    assert [kernel for kernel, _ in left_out] == list(odd.values())
    for says, (_, reason) in zip(odd, left_out, strict=True):
        assert says in reason
    index = index_of(unpacked(run) / "static_kernel/ai_core", "p")
    assert len(index["AddCustom"]["staticList"]) == 2


@pytest.mark.parametrize(
    ("file", "package"),
    [
        ("config.run", "config_"),
        ("a b,c='$(id)'.run", "a_b_c____id__"),
        (".hidden", "hidden"),
        ("静态.run", "静态"),
        ("x" * 240 + ".run", "x" * 200),
    ],
)
def test_any_name_of_the_archive_will_do(
    tmp_path: Path, toolkit: Path, file: str, package: str
) -> None:
    run = tmp_path / file
    kernels = [static_kernel(tmp_path, [1], "code")]
    write_static_package(kernels, str(run), "ascend910b", str(toolkit))
    opp = tmp_path / "opp"
    assert run_archive(run, f"--install-path={opp}").returncode == 0
    packages = opp / "static_kernel/ai_core"
    assert (packages / package / "scripts/install.py").exists()
    assert (packages / "config.ini").read_text() == f"load_priority={package}\n"
    subprocess.run(["sh", packages / "uninstall.sh"], check=True, capture_output=True)
    assert not (opp / "static_kernel").exists()


def test_what_is_left_out_decides_nothing(tmp_path: Path, toolkit: Path) -> None:
    read = tensor(dtype="int8", shape=[1], value_depend=True, const_data=[1])
    bad = without(static_kernel(tmp_path, [1], "1", inputs=[read]), "blockDim")
    kernels = [bad, static_kernel(tmp_path, [2], "2")]
    left_out = write_static_package(kernels, f"{tmp_path}/p.run", "ascend910b", str(toolkit))
    assert [kernel for kernel, _ in left_out] == [bad]


def test_nothing_to_pack_and_nowhere_to_write(tmp_path: Path, toolkit: Path) -> None:
    good = static_kernel(tmp_path, [1], "one")
    (tmp_path / "file").touch()
    for kernels, place, says in (
        ([], "p.run", "none was compiled"),
        ([without(good, "kernelName")], "p.run", "no kernelName"),
        ([good], "file/p.run", "file/p.run"),
    ):
        with pytest.raises(CustomCompilerError, match=says):
            write_static_package(kernels, f"{tmp_path}/{place}", "ascend910b", str(toolkit))
        assert not (tmp_path / place).exists()


def test_full_disk_leaves_the_old_archive(
    tmp_path: Path, toolkit: Path, small_disk: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is laid out: a full disk for temporary files does not matter."""
    disk = small_disk("256k")
    monkeypatch.setattr("tempfile.tempdir", str(disk))
    (disk / "p.run").write_text("old")
    big = static_kernel(tmp_path, [1], "")._replace(data=os.urandom(400_000))
    write_static_package([big], f"{tmp_path}/p.run", "ascend910b", str(toolkit))
    with pytest.raises(CustomCompilerError, match="No space left on device") as caught:
        write_static_package([big], f"{disk}/p.run", "ascend910b", str(toolkit))
    assert "\n" not in caught.value.message
    assert [path.name for path in disk.iterdir()] == ["p.run"]
    assert (disk / "p.run").read_text() == "old"
