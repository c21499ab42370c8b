"""Outputs of a run: exactly the named file, whole or not at all, never an input."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from custom_compiler.call.arrays import read_npy
from custom_compiler.call.output_files import check_outputs, write_arrays
from custom_compiler.errors import DiskError, MisuseError


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6, dtype=np.float32).reshape(2, 3),
        np.arange(6).reshape(2, 3).T,
        np.zeros((0, 3), np.int8),
        np.array(7, np.int64),
        np.array([1.5, -2.0], ml_dtypes.bfloat16),
        np.arange(4_500_000, dtype=np.uint32).view(np.float16)[::2],
    ],
    ids=["float32", "transposed", "empty", "scalar", "bfloat16", "large"],
)
def test_exactly_the_named_file_as_numpy_writes_it(tmp_path: Path, array: np.ndarray) -> None:
    np.save(tmp_path / "expected.npy", array)
    (tmp_path / "a8.npy").write_text("the user's")
    write_arrays([(tmp_path / "a8", array)])
    assert (tmp_path / "a8").read_bytes() == (tmp_path / "expected.npy").read_bytes()
    assert (tmp_path / "a8.npy").read_text() == "the user's"
    np.testing.assert_array_equal(read_npy(tmp_path / "a8"), array)


def test_mode_and_links_of_what_is_replaced_stay(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "real").chmod(0o600)
    (tmp_path / "link").symlink_to("real")
    write_arrays([(tmp_path / "link", np.zeros(2))])
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").stat().st_mode & 0o777 == 0o600
    np.testing.assert_array_equal(np.load(tmp_path / "real"), np.zeros(2))
    assert len(list(tmp_path.iterdir())) == 2


def test_devices_and_pipes_are_written_to(tmp_path: Path) -> None:
    check_outputs([Path("/dev/null"), Path("/dev/null")], [])
    write_arrays([(Path("/dev/null"), np.zeros(2))])
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["cat", tmp_path / "pipe"], stdout=subprocess.PIPE) as reader:
        write_arrays([(tmp_path / "pipe", np.zeros(2))])
        data = reader.communicate()[0]
    np.save(tmp_path / "expected.npy", np.zeros(2))
    assert data == (tmp_path / "expected.npy").read_bytes()


def hard_link(path: Path, target: Path) -> None:
    path.hardlink_to(target)


def soft_link(path: Path, target: Path) -> None:
    path.symlink_to(target.name)


@pytest.mark.parametrize("make", [None, hard_link, soft_link])
def test_inputs_and_double_outputs_are_refused(
    tmp_path: Path, make: Callable[[Path, Path], None] | None
) -> None:
    given = tmp_path / "x.npy"
    np.save(given, np.zeros(2))
    other = tmp_path / "x.npy" if make is None else tmp_path / "other.npy"
    if make:
        make(other, given)
    with pytest.raises(MisuseError, match=r"--output .*: this is an input already"):
        check_outputs([tmp_path / "z.npy", other], [given])
    with pytest.raises(MisuseError, match=r"--output .*: this is another output already"):
        check_outputs([given, other], [])


def test_one_new_file_by_two_names(tmp_path: Path) -> None:
    (tmp_path / "here").symlink_to(".")
    with pytest.raises(MisuseError, match="this is another output already"):
        check_outputs([tmp_path / "z.npy", tmp_path / "here/z.npy"], [])


def test_places_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(MisuseError, match="this is a folder"):
        check_outputs([tmp_path], [])
    with pytest.raises(MisuseError, match="there is no folder"):
        check_outputs([tmp_path / "new/z.npy"], [])


def test_full_disk_names_file_and_cause_and_leaves_nothing(
    small_disk: Callable[[str], Path], tmp_path: Path
) -> None:
    disk = small_disk("256k")
    (disk / "old").write_text("old")
    arrays = [np.zeros(9), np.zeros(100_000)]
    for name in ("old", "new"):
        outputs = [tmp_path / "z.npy", disk / name]
        with pytest.raises(DiskError) as caught:
            write_arrays(zip(outputs, arrays, strict=True))
        expected = f"cannot write {disk / name}: No space left on device"
        assert caught.value.message == expected
        assert (disk / "old").read_text() == "old"
        assert [path.name for path in disk.iterdir()] == ["old"]
        assert not (tmp_path / "z.npy").exists()
