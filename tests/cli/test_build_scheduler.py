"""`custom-compiler build --scheduler`: the same package, its kernels made on a cluster."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from dask_cluster import dask_cluster

REPOSITORY = Path(__file__).parents[2]


def build(folder: Path, cann_home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    folder.mkdir(exist_ok=True)
    sources = ("-o", str(REPOSITORY / "op_host"), "-k", str(REPOSITORY / "op_kernel"))
    toolkit = ("--ascend_cann_package_path", str(cann_home), "--soc_version", "ascend910b")
    return subprocess.run(
        [sys.executable, "-m", "custom_compiler", "build", *sources, *toolkit, *words],
        cwd=folder,
        env={**os.environ, "CUSTOM_COMPILER_CACHE": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )


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
    # Its kernels were compiled there, and are known here.
    entries = [
        {path.name for path in (tmp_path / place / "kernel").glob("*/*")}
        for place in ("cluster/worker0/cache", "remote/cache", "local/cache")
    ]
    assert entries[0] == entries[1] == entries[2] != set()


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


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--scheduler", "here"), 2, "--scheduler: 'here' is no scheduler's address"),
        (
            ("--scheduler", "tcp://127.0.0.1:1"),
            1,
            "the scheduler tcp://127.0.0.1:1 does not answer",
        ),
        (("--tls-cert", "a.pem"), 2, "a TLS connection needs a scheduler and all three files"),
    ],
)
def test_what_cannot_be_connected_is_said(tmp_path, cann_home, words, code, message) -> None:
    done = build(tmp_path / "x", cann_home, *words)
    assert done.returncode == code
    assert message in done.stderr.splitlines()[0]
    assert len(done.stderr.splitlines()) == 2
