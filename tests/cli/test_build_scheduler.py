"""`custom-compiler build --scheduler`: the same package, its kernels made on a cluster."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.utils.dask_cluster import dask_cluster

REPOSITORY = Path(__file__).parents[2]


def start(folder: Path, cann_home: Path, *words: str) -> subprocess.Popen[str]:
    folder.mkdir(exist_ok=True)
    sources = ("-o", str(REPOSITORY / "op_host"), "-k", str(REPOSITORY / "op_kernel"))
    toolkit = ("--ascend_cann_package_path", str(cann_home), "--soc_version", "ascend910b")
    return subprocess.Popen(
        [sys.executable, "-m", "custom_compiler", "build", *sources, *toolkit, *words],
        cwd=folder,
        env={**os.environ, "CUSTOM_COMPILER_CACHE": str(folder / "cache")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def build(folder: Path, cann_home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    with start(folder, cann_home, *words) as process:
        stdout, stderr = process.communicate()
    return subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)


def entries(folder: Path) -> set[Path]:
    """Kernels in the cache of a build."""
    return set((folder / "cache/kernel").glob("*/*"))


def kernels(folder: Path) -> dict[str, bytes]:
    """Objects and descriptions in the package tree."""
    (tree,) = (folder / "CustomProject/build_out").glob("**/ai_core/tbe/kernel/ascend910b")
    return {path.name: path.read_bytes() for path in tree.rglob("*_*.*") if path.is_file()}


@pytest.mark.slow
def test_the_package_is_the_same(tmp_path: Path, cann_home: Path) -> None:
    with dask_cluster(tmp_path / "cluster", workers=1) as cluster:
        remote = build(tmp_path / "remote", cann_home, "--scheduler", cluster.address)
    assert remote.returncode == 0, remote.stderr
    local = build(tmp_path / "local", cann_home)
    assert local.returncode == 0, local.stderr
    made = kernels(tmp_path / "remote")
    assert len(made) > 1
    assert made == kernels(tmp_path / "local")
    # The kernels were compiled there, and a build of this machine finds them in its own cache.
    adopted = entries(tmp_path / "remote")
    assert len(adopted) == len(entries(tmp_path / "cluster/worker0")) > 0
    shutil.rmtree(tmp_path / "remote/CustomProject")
    again = build(tmp_path / "remote", cann_home)
    assert again.returncode == 0, again.stderr
    assert kernels(tmp_path / "remote") == made
    assert entries(tmp_path / "remote") == adopted


@pytest.mark.slow
def test_errors_are_those_of_this_machine(tmp_path: Path, cann_home: Path) -> None:
    broken = tmp_path / "op_kernel"
    broken.mkdir()
    text = (REPOSITORY / "op_kernel/add_custom.cpp").read_text()
    (broken / "add_custom.cpp").write_text(text.replace("#include", "#error not here\n#include", 1))
    with dask_cluster(tmp_path / "cluster", workers=1) as cluster:
        words = ("-k", str(broken), "--scheduler", cluster.address)
        done = build(tmp_path / "remote", cann_home, *words)
    assert done.returncode == 1
    assert f"{broken}/add_custom.cpp" in done.stderr
    assert "not here" in done.stderr


@pytest.mark.slow
def test_the_scheduler_is_lost_midway(tmp_path: Path, cann_home: Path) -> None:
    folder = tmp_path / "build"
    with (
        dask_cluster(tmp_path / "cluster", workers=1) as cluster,
        start(folder, cann_home, "--scheduler", cluster.address) as process,
    ):
        while not entries(folder):
            assert process.poll() is None
            time.sleep(0.02)
        cluster.scheduler.kill()
        _, said = process.communicate()
    assert process.returncode == 1
    assert f"\nerror: the scheduler {cluster.address} is lost\nstart the command again; " in said
    assert "Traceback" not in said
    kept = entries(folder)
    assert build(folder, cann_home).returncode == 0
    assert kept < entries(folder)


@pytest.mark.slow
def test_a_worker_has_another_version(tmp_path: Path, cann_home: Path) -> None:
    with dask_cluster(tmp_path / "cluster", workers=0) as cluster:
        cluster.add_other_worker("import custom_compiler as c; c.__version__ = '0.0.7'")
        done = build(tmp_path / "build", cann_home, "--scheduler", cluster.address)
    assert done.returncode == 2
    assert "has custom_compiler 0.0.7, " in done.stderr
    assert "\ninstall the same custom_compiler and compiler there\n" in done.stderr
    assert not entries(tmp_path / "build")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--scheduler", "here"), 2, "--scheduler: 'here' is no scheduler's address"),
        pytest.param(
            ("--scheduler", "tcp://127.0.0.1:1"),
            1,
            "the scheduler tcp://127.0.0.1:1 does not answer",
            marks=pytest.mark.slow,
        ),
        (("--tls-cert", "a.pem"), 2, "a TLS connection needs a scheduler and all three files"),
    ],
)
def test_what_cannot_be_connected_is_said(tmp_path, cann_home, words, code, message) -> None:
    done = build(tmp_path / "x", cann_home, *words)
    assert done.returncode == code
    assert message in done.stderr.splitlines()[0]
    assert len(done.stderr.splitlines()) == 2
