"""The template's makeself.sh: the command line of makeself, as build scripts of shmem write it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

UTIL = Path("tools/op_project_templates/ascendc/customize/cmake/util/makeself")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "install.sh").write_text("#!/bin/sh\nprintf '<%s>' \"$@\"\ncat content\n")
    (folder / "content").write_text("content\n")
    (tmp_path / "help.info").write_text("  --upgrade   install over an older one\n")
    return folder


def makeself(home: Path, *words: object) -> subprocess.CompletedProcess[str]:
    header = home / UTIL / "makeself-header.sh"
    command = map(str, [home / UTIL / "makeself.sh", "--header", header, *words])
    return subprocess.run([*command], capture_output=True, text=True, check=False)


def test_options_reach_the_script(cann_home: Path, package: Path, tmp_path: Path) -> None:
    archive = tmp_path / "shmem.run"
    options: list[object] = ["--help-header", tmp_path / "help.info", "--gzip", "--complevel", "4"]
    options += ["--nomd5", "--sha256", "--chown", package, archive, "SHMEM-api", "./install.sh"]
    done = makeself(cann_home, *options)
    assert done.returncode == 0, done.stderr
    words = ["--upgrade", "--path=a b'c", "--quiet", "--install-path=/x", "--", "y"]
    installed = subprocess.run([archive, *words], capture_output=True, text=True, check=True)
    expected = "<--quiet><--install-path=/x><--upgrade><--path=a b'c><y>content\n"
    assert installed.stdout == expected
    helped = subprocess.run([archive, "--help"], capture_output=True, text=True, check=True)
    assert helped.stderr.startswith("SHMEM-api: ")
    assert helped.stderr.endswith("install over an older one\n")
    assert not (package / "help.info").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["none", "a.run", "label", "./install.sh"], "none: no such folder"),
        (["package", "a.run", "label", "./start.sh"], "start.sh: no such file"),
        (["package", "a.run", "it's", "./install.sh"], "must not have quotes"),
        (["--bzip2", "package", "a.run", "label", "./install.sh"], "--bzip2"),
    ],
)
def test_mistakes(
    cann_home: Path,
    package: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(package.parent)
    done = makeself(cann_home, *words)
    assert done.returncode in {1, 2}
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(package.parent.glob("*.run"))
