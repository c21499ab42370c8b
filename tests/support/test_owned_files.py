"""Folders shared with the user: only what the tool wrote, and nobody changed, is replaced."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from custom_compiler.support.files import write_changed
from custom_compiler.support.owned_files import BuiltFiles, Conflict, Content, OwnedFiles

OLD = {"a": Content(b"1"), "x/b": Content(b"2"), "y/z/c": Content(b"3")}


@pytest.fixture
def owned(tmp_path: Path) -> OwnedFiles:
    files = OwnedFiles(tmp_path / "folder")
    files.replace(OLD)
    return files


def test_only_what_differs_is_written_and_what_is_gone_is_removed(owned: OwnedFiles) -> None:
    before = (owned.root / "a").stat().st_mtime_ns
    (owned.root / "y/notes").write_text("mine")
    assert owned.replace({"a": OLD["a"], "n": Content(b"4", 0o755)}) == {"n"}
    assert (owned.root / "a").stat().st_mtime_ns == before
    assert (owned.root / "n").stat().st_mode & 0o777 == 0o755
    left = sorted(path.relative_to(owned.root).as_posix() for path in owned.root.rglob("[a-z]*"))
    assert left == ["a", "n", "y", "y/notes"]


def test_an_edited_file_is_a_conflict_until_the_edit_is_what_is_to_be_written(
    owned: OwnedFiles,
) -> None:
    (owned.root / "a").write_text("edited")
    edited = [Conflict("a", is_edited=True)]
    assert owned.conflicts(OLD) == edited
    assert owned.conflicts({"x/b": OLD["x/b"]}) == edited  # it would be removed
    assert owned.conflicts({**OLD, "a": Content(b"edited")}) == []
    (owned.root / "a").unlink()
    assert owned.conflicts(OLD) == []
    assert owned.replace(OLD) == {"a"}


@pytest.mark.parametrize("kind", ["file", "folder", "link", "folder above", "link above"])
def test_what_the_user_put_in_the_way_is_a_conflict(
    owned: OwnedFiles, tmp_path: Path, kind: str
) -> None:
    place = owned.root / "new/d"
    (tmp_path / "users").mkdir()
    if kind == "file":
        place.parent.mkdir()
        place.write_text("mine")
    elif kind == "folder":
        place.mkdir(parents=True)
    elif kind == "link":
        place.parent.mkdir()
        place.symlink_to("nowhere")
    elif kind == "folder above":
        place.parent.write_text("mine")
    else:
        place.parent.symlink_to(tmp_path / "users")
    assert owned.conflicts({**OLD, "new/d": Content(b"d")}) == [Conflict("new/d", is_edited=False)]


def test_a_folder_that_became_a_link_to_the_sources_is_a_conflict(
    owned: OwnedFiles, tmp_path: Path
) -> None:
    """Else what is removed as a copy would be the source."""
    shutil.copytree(owned.root / "x", tmp_path / "sources")
    shutil.rmtree(owned.root / "x")
    (owned.root / "x").symlink_to(tmp_path / "sources")
    assert owned.conflicts({"a": OLD["a"], "y/z/c": OLD["y/z/c"]}) == [
        Conflict("x/b", is_edited=True)
    ]


def test_files_of_an_interrupted_run_are_the_tools(
    owned: OwnedFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = {path: Content(b"new") for path in OLD}

    def write_first(path: str, data: bytes, mode: int = 0o644) -> bool:
        if path.endswith("b"):
            raise KeyboardInterrupt
        return write_changed(path, data, mode)

    with monkeypatch.context() as patched:
        patched.setattr("custom_compiler.support.owned_files.write_changed", write_first)
        with pytest.raises(KeyboardInterrupt):
            owned.replace(new)
    killed = owned.root / "x/b.0123456789abcdef.part"
    killed.write_text("half")
    assert (owned.root / "a").read_bytes() == b"new"
    assert owned.conflicts(new) == []
    assert owned.conflicts(OLD) == []
    owned.replace(OLD)
    assert (owned.root / "a").read_bytes() == b"1"
    assert not killed.exists()


def test_others_are_what_was_not_written_or_was_changed(owned: OwnedFiles) -> None:
    (owned.root / "x/b").write_text("edited")
    (owned.root / "notes").write_text("mine")
    (owned.root / "link").symlink_to("x")
    assert list(owned.others()) == ["link", "notes", "x/b"]


def test_a_damaged_record_makes_every_file_the_users(owned: OwnedFiles) -> None:
    (owned.root / ".custom_compiler.files.json").write_text("[1, {")
    assert owned.conflicts({**OLD, "a": Content(b"new")}) == [Conflict("a", is_edited=False)]


def test_what_tools_built_is_removed_and_what_the_user_put_there_stays(tmp_path: Path) -> None:
    results = tmp_path / "results"
    (results / "users").mkdir(parents=True)
    (results / "users/before").write_text("mine")
    built = BuiltFiles(tmp_path, results)
    built.begin()
    (results / "deep/er").mkdir(parents=True)
    (results / "deep/er/object.o").write_text("")
    (results / "package").write_text("")
    built.end()
    (results / "deep/after").write_text("mine")
    (results / "script").write_text("")
    built.add(results / "script")
    built.begin()
    (results / "killed").write_text("")  # end() is not reached
    assert built.remove(("deep",))
    assert not (results / "deep/er").exists()
    assert (results / "package").exists()
    assert built.remove()
    left = sorted(str(path.relative_to(results)) for path in results.rglob("*") if path.is_file())
    assert left == ["deep/after", "users/before"]
    assert not built.remove()
