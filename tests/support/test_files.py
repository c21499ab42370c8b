"""Files and links are replaced as a whole or not at all."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from custom_compiler.support import files
from custom_compiler.support.files import (
    point_link,
    replacing,
    write_atomic,
    write_changed,
    write_named,
)

TEMPLATE_FILES = Path(files.__file__).parents[1] / "project/template/customize/cmake/util/files.py"


def test_what_fails_leaves_the_old_contents_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "made/file"
    write_atomic(str(target), b"old")
    with pytest.raises(KeyboardInterrupt):
        write_half(target)
    assert target.read_bytes() == b"old"
    assert list(target.parent.iterdir()) == [target]


def write_half(target: Path) -> None:
    with replacing(str(target)) as part:
        Path(part).write_bytes(b"half of the new")
        raise KeyboardInterrupt


def test_equal_contents_are_not_written_again(tmp_path: Path) -> None:
    target = tmp_path / "made/file"
    assert write_changed(str(target), "text", 0o755)
    assert target.stat().st_mode & 0o777 == 0o755
    before = target.stat().st_ino
    assert not write_changed(str(target), b"text")
    assert target.stat().st_ino == before
    assert write_changed(str(target), b"other")
    assert target.read_text() == "other"


def test_link_is_moved_over_old_and_broken_ones(tmp_path: Path) -> None:
    link = tmp_path / "made/link"
    for target in ("one", "/nowhere", "two"):
        point_link(str(link), target)
        assert str(link.readlink()) == target
    assert list(link.parent.iterdir()) == [link]


def test_projects_have_the_same_functions() -> None:
    ours, theirs = (functions(Path(path)) for path in (files.__file__, TEMPLATE_FILES))
    shared = ("replacing", "write_atomic", "write_changed")
    assert [theirs[name] for name in shared] == [ours[name] for name in shared]


def functions(module: Path) -> dict[str, str]:
    tree = ast.parse(module.read_text())
    return {node.name: ast.unparse(node) for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_pipes_and_devices_that_a_user_names_stay_what_they_are(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_named(str(pipe), b"report")
    assert os.read(reader, 10) == b"report"
    os.close(reader)
    write_named("/dev/null", b"report")
    with pytest.raises(OSError, match="No space left on device: '/dev/full'"):
        write_named("/dev/full", b"report")
    assert not any(Path(path).is_file() for path in (pipe, "/dev/null", "/dev/full"))
    write_named(str(tmp_path / "file"), b"report")
    assert (tmp_path / "file").read_bytes() == b"report"


def test_errors_name_the_file_that_was_asked_for(small_disk: Callable[[str], Path]) -> None:
    target = small_disk("16k") / "file"
    with pytest.raises(OSError, match=f"'{target}'"):
        write_atomic(str(target), bytes(1 << 20))
    assert not list(target.parent.iterdir())
