"""Generated files: reproducible, replaced whole, and untouched if nothing changes."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.opbuild.conftest import OpBuild


def contents(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


@pytest.fixture
def library(libraries: dict[str, Path]) -> Path:
    return libraries["op10_group_and_versions.cpp"]


def test_same_input_same_files(library: Path, op_build: OpBuild) -> None:
    first, second = op_build.run(library), op_build.run(library)
    assert contents(first.directory) == contents(second.directory)


def test_unchanged_files_keep_their_time(library: Path, op_build: OpBuild) -> None:
    result = op_build.run(library)
    for path in result.directory.iterdir():
        os.utime(path, ns=(1, 1))
    (result.directory / "op_proto.h").write_text("old")
    assert op_build.call(library, result.directory).return_code == 0
    touched = [path.name for path in result.directory.iterdir() if path.stat().st_mtime_ns != 1]
    assert touched == ["op_proto.h"]
    assert "REG_OP(RingSum)" in result.text("op_proto.h")


def test_modes_are_restored(library: Path, op_build: OpBuild) -> None:
    result = op_build.run(library)
    path = result.directory / "aclnn_ring_sum.h"
    path.chmod(0o666)
    assert op_build.call(library, result.directory).return_code == 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_nothing_temporary_stays(library: Path, op_build: OpBuild) -> None:
    result = op_build.run(library)
    assert all(Path(name).suffix in {".h", ".cpp", ".cc", ".ini"} for name in result.files)


def test_links_are_replaced_not_followed(library: Path, op_build: OpBuild) -> None:
    elsewhere = op_build.directory() / "precious"
    elsewhere.write_text("precious")
    directory = op_build.directory()
    (directory / "op_proto.h").symlink_to(elsewhere)
    assert op_build.call(library, directory).return_code == 0
    assert elsewhere.read_text() == "precious"
    assert not (directory / "op_proto.h").is_symlink()


def test_a_file_that_cannot_be_written(library: Path, op_build: OpBuild) -> None:
    directory = op_build.directory()
    (directory / "op_proto.h").mkdir()
    result = op_build.call(library, directory)
    assert result.return_code == 1
    assert result.stderr.startswith("op_build: error: cannot ")
    assert "op_proto.h" in result.stderr
