"""Location of the package, for each form of -o that CANN knows."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.op_compiler.output_place import read_output


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    (tmp_path / "there/file").touch()
    return tmp_path


def test_automatic_names_are_never_the_same(folder: Path) -> None:
    names = {read_output("").package("static_kernel") for _ in range(3)}
    assert len(names) == 3
    for name in names:
        assert Path(name).parent == folder
        assert re.fullmatch(rf"static_kernel_\d{{18}}_{os.getpid()}\.run", Path(name).name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("o1", "o1.run"),
        ("o1.run", "o1.run"),
        ("there", "there.run"),  # a name, even if there is a folder called so
        ("there/new", "there/new.run"),
        ("there/new.run", "there/new.run"),
        ("there/file", "there/file.run"),
        ("./包 1", "包 1.run"),
    ],
)
def test_names(folder: Path, text: str, expected: str) -> None:
    assert read_output(text).package("static_kernel") == str(folder / expected)


@pytest.mark.parametrize("text", ["there/", "./there", "there/."])
def test_folders(folder: Path, text: str) -> None:
    path = Path(read_output(text).package("debug_kernel"))
    assert path.parent == folder / "there"
    assert path.name.startswith("debug_kernel_")


@pytest.mark.usefixtures("folder")
def test_absolute_folder(folder: Path) -> None:
    assert read_output(f"{folder}/there").folder == f"{folder}/there"
    assert read_output(f"{folder}/x").package("k") == f"{folder}/x.run"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("text", ["missing/", "missing/name", "there/file/", "there/file/name"])
def test_missing_folders(text: str) -> None:
    with pytest.raises(MisuseError, match="there is no folder"):
        read_output(text)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "text",
    ["..", ".", "there/..x/../..", "x" * 250, "there/" + "包" * 90, ".run", "there/.run", "a\0b"],
)
def test_names_that_no_package_can_have(text: str) -> None:
    with pytest.raises(MisuseError, match="no package can be called"):
        read_output(text)


def test_folder_where_nothing_can_be_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Root gets the error, too, although no mode of a folder prevents root from writing."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(MisuseError, match="nothing can be written"):
        read_output(f"{folder}/there/")
