"""The self-extracting archive: its options, its integrity check, its reproducibility."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.utils.vendor_package import PACK_RUN, run_archive, stage_package

MakeRun = Callable[..., Path]


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_asking_never_installs(make_run: MakeRun, tmp_path: Path, shell: str) -> None:
    archive = make_run()
    target = tmp_path / "opp"
    for option, shows in {
        "--help": "--install-path",
        "--info": "SHA256",
        "--list": "libcust_opapi.so",
        "--check": "All good",
    }.items():
        result = run_archive(archive, option, f"--install-path={target}", shell=shell)
        assert result.returncode == 0, result.stderr
        assert shows in result.stdout + result.stderr
    assert not target.exists()


def test_info_is_what_the_package_says_of_itself(make_run: MakeRun) -> None:
    info = "Vendor: acme\nOperators: A, B\nToolkit: it's $(id) `id` 8\nKernels for: nothing\n"
    shown = run_archive(make_run(info=info), "--info").stdout
    assert shown.endswith(info)
    assert shown.startswith("Identification: ")


def test_tar_runs_on_the_payload(make_run: MakeRun) -> None:
    names = run_archive(make_run(), "--tar", "tf").stdout.splitlines()
    assert "./packages/vendors/acme/version.info" in names
    assert names == sorted(names)


def test_extract_keeps_the_files_and_does_not_install(make_run: MakeRun, tmp_path: Path) -> None:
    archive = make_run()
    opp = tmp_path / "opp"
    for options, directory in {
        ("--extract=some dir",): "some dir",
        ("--extract",): "package",
        ("--noexec", "--target", "other"): "other",
    }.items():
        result = run_archive(archive, *options, ASCEND_OPP_PATH=str(opp))
        assert result.returncode == 0, result.stderr
        assert (tmp_path / directory / "packages/vendors/acme/one.txt").read_text() == "one"
        link = (
            tmp_path
            / directory
            / "packages/vendors/acme/op_impl/ai_core/tbe/op_tiling/liboptiling.so"
        )
        assert link.is_symlink()
    assert not opp.exists()


def test_target_keeps_the_files_and_installs(make_run: MakeRun, tmp_path: Path) -> None:
    opp = tmp_path / "opp"
    result = run_archive(make_run(), "--target", "here", f"--install-path={opp}", "--quiet")
    assert (result.returncode, result.stdout) == (0, "")
    assert (tmp_path / "here/install.sh").is_file()
    assert (opp / "vendors/acme/one.txt").is_file()


def test_scratch_files_are_removed(make_run: MakeRun, tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    archive = make_run()
    run_archive(archive, f"--install-path={tmp_path}/opp", TMPDIR=str(scratch))
    assert list(scratch.iterdir()) == []
    kept = run_archive(archive, "--keep", f"--install-path={tmp_path}/opp", TMPDIR=str(scratch))
    assert str(next(scratch.iterdir())) in kept.stdout


def test_unknown_option_is_refused(make_run: MakeRun) -> None:
    result = run_archive(make_run(), "--instal-path=/x")
    assert result.returncode == 1
    assert "Unrecognized option: --instal-path=/x" in result.stderr


@pytest.mark.parametrize("keep", [0.02, 0.3, 0.9, 0.999])
def test_truncated_archive_fails(make_run: MakeRun, tmp_path: Path, keep: float) -> None:
    archive = make_run()
    data = archive.read_bytes()
    archive.write_bytes(data[: int(len(data) * keep)])
    result = run_archive(archive, f"--install-path={tmp_path}/opp")
    assert result.returncode != 0
    assert result.stderr
    assert not (tmp_path / "opp").exists()


def test_altered_archive_fails(make_run: MakeRun, tmp_path: Path) -> None:
    archive = make_run()
    data = archive.read_bytes()
    comment = data.index(b"# Self-extracting")
    for position in (comment + 2, len(data) - 500, len(data) - 1):
        altered = bytearray(data)
        altered[position] ^= 1
        archive.write_bytes(altered)
        result = run_archive(archive, f"--install-path={tmp_path}/opp")
        assert result.returncode == 2
        assert "Error in SHA256 checksums" in result.stderr
        assert not (tmp_path / "opp").exists()


def test_without_a_digest_tool_only_no_check_installs(make_run: MakeRun, tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for tool in (
        *("sh", "tar", "gzip", "tail", "dd", "sed", "cut", "wc", "mktemp", "mkdir", "rm", "cp"),
        *("mv", "ln", "cat", "date", "dirname", "basename", "uname", "chmod", "find", "sleep"),
    ):
        (tools / tool).symlink_to(shutil.which(tool) or "missing")
    archive = make_run()
    path = str(tools)
    result = run_archive(archive, f"--install-path={tmp_path}/opp", PATH=path)
    assert result.returncode == 2
    assert "--no-check" in result.stderr
    result = run_archive(archive, f"--install-path={tmp_path}/opp", "--no-check", PATH=path)
    assert result.returncode == 0, result.stderr


def test_same_input_same_bytes(tmp_path: Path) -> None:
    archives = []
    for number, umask in enumerate((0o022, 0o077)):
        previous = os.umask(umask)
        stage = stage_package(tmp_path / f"stage{number}")
        os.umask(previous)
        for path in stage.rglob("*"):
            os.utime(path, (number * 1000, number * 1000), follow_symlinks=False)
        output = tmp_path / f"{number}.run"
        command: list[str | Path] = [
            sys.executable,
            PACK_RUN,
            "--source",
            stage,
            "--output",
            output,
        ]
        subprocess.run([*command, "--label", "package"], check=True)
        archives.append(output.read_bytes())
    assert archives[0] == archives[1]


def test_incomplete_stage_is_refused(tmp_path: Path) -> None:
    (tmp_path / "stage").mkdir()
    command: list[str | Path] = [
        sys.executable,
        PACK_RUN,
        "--source",
        tmp_path / "stage",
        "--output",
        "x.run",
    ]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert result.returncode == 1
    assert "install.sh" in result.stderr
    assert not (tmp_path / "x.run").exists()
