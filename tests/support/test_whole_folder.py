"""Folders that take the place of earlier ones, unless the user has put something there."""

from __future__ import annotations

from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.support.whole_folder import whole_folder


def write(folder: Path, text: str) -> None:
    with whole_folder(folder, "choose another folder") as made:
        (made / "sub").mkdir()
        (made / "sub/file").write_text(text)
        (made / "link").symlink_to("sub/file")


def test_what_an_earlier_call_wrote_is_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    write(folder, "old")
    (folder / "sub/__pycache__").mkdir()
    (folder / "sub/__pycache__/x.pyc").write_text("of Python")
    write(folder, "new")
    assert (folder / "link").read_text() == "new"
    assert not (folder / "sub/__pycache__").exists()
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize("change", ["added", "edited", "other link", "another's", "file", "late"])
def test_what_is_the_users_stays(tmp_path: Path, change: str) -> None:
    folder = tmp_path / "folder"
    mine = folder / "notes"
    if change == "file":
        mine = folder
    elif change == "another's":
        folder.mkdir()
    else:
        write(folder, "old")
        mine = folder / {"edited": "sub/file", "other link": "link"}.get(change, "notes")
    if change == "other link":
        mine.unlink()
        mine.symlink_to("notes elsewhere")
    elif change != "late":
        mine.write_text("mine")
    with pytest.raises(MisuseError, match=str(folder)) as caught:
        write_slowly(folder, mine, is_late=change == "late")
    assert "choose another folder" in caught.value.hint
    assert mine.is_symlink() or mine.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [folder]


def write_slowly(folder: Path, mine: Path, *, is_late: bool) -> None:
    """The user writes a file while the folder is made."""
    with whole_folder(folder, "choose another folder") as made:
        assert is_late
        (made / "file").write_text("new")
        mine.write_text("mine")


def test_a_failure_leaves_the_earlier_folder(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    write(folder, "old")
    with pytest.raises(KeyError):
        write_half(folder)
    assert (folder / "sub/file").read_text() == "old"
    assert list(tmp_path.iterdir()) == [folder]


def write_half(folder: Path) -> None:
    with whole_folder(folder, "choose another folder") as made:
        (made / "file").write_text("half")
        raise KeyError
