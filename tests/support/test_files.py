"""Files and links are replaced as a whole or not at all."""

from __future__ import annotations

import ast
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
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


def test_writers_in_threads_never_fail_and_readers_see_whole_contents(tmp_path: Path) -> None:
    target = tmp_path / "file"
    contents = [bytes([number]) * 50_000 for number in (1, 2, 3)]
    write_atomic(str(target), contents[0])
    with ThreadPoolExecutor(len(contents)) as writers:
        writes = [writers.submit(write_atomic, str(target), data) for data in contents * 200]
        reads = []
        while not all(write.done() for write in writes):
            reads.append(target.read_bytes() in contents)
    assert len(writes) == sum(write.exception() is None for write in writes)
    assert len(reads) == sum(reads)
    assert list(tmp_path.iterdir()) == [target]


def test_processes_with_one_number_do_not_share_a_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Containers that share a folder have processes with equal numbers."""
    monkeypatch.setattr(os, "getpid", lambda: 1)
    target = str(tmp_path / "file")
    with replacing(target) as one:
        Path(one).write_bytes(b"one")
        write_atomic(target, b"two")
        assert Path(one).read_bytes() == b"one"
    assert Path(target).read_bytes() == b"one"


def test_a_file_at_the_name_of_the_part_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "file"
    other = tmp_path / "other"
    other.write_bytes(b"of another user")
    monkeypatch.setattr(os, "urandom", bytes)
    part = Path(files.part_name(str(target)))
    part.symlink_to(other)
    with pytest.raises(FileExistsError):
        write_atomic(str(target), b"data")
    assert part.is_symlink()
    assert other.read_bytes() == b"of another user"


def test_names_as_long_as_the_file_system_takes_can_be_written(tmp_path: Path) -> None:
    for name in ("n" * 255, "é" * 127):
        write_atomic(str(tmp_path / name), b"data")
        assert (tmp_path / name).read_bytes() == b"data"


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
    shared = ("replacing", "part_name", "write_atomic", "write_changed")
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
