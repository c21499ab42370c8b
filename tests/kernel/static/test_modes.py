"""Modes of installed kernels, and files of the user next to them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.kernel.static.conftest import MakeRun
from tests.utils.vendor_package import run_archive


def modes(folder: Path) -> set[int]:
    paths = [folder, *folder.rglob("*")]
    return {path.stat().st_mode & 0o777 for path in paths if not path.is_symlink()}


@pytest.mark.parametrize(
    ("mask", "options", "expected"),
    [
        (0, [], {0o755, 0o644}),
        (0o077, [], {0o700}),
        (0o077, ["--install-for-all"], {0o755, 0o644}),
    ],
)
def test_modes_follow_the_option_and_the_umask(
    make_run: MakeRun, tmp_path: Path, mask: int, options: list[str], expected: set[int]
) -> None:
    archives = [make_run(name, [8]) for name in ("a", "b")]
    before = os.umask(mask)
    try:
        for archive in archives:
            done = run_archive(archive, f"--install-path={tmp_path}/opp", *options)
            assert done.returncode == 0, done.stderr
    finally:
        os.umask(before)
    found = modes(tmp_path / "opp/static_kernel")
    assert not {mode for mode in found if mode & 0o022}
    assert found == expected or (mask and not options)
    assert (tmp_path / "opp/static_kernel").stat().st_mode & 0o777 in expected


def test_what_the_user_puts_beside_packages_stays_when_all_go(
    make_run: MakeRun, tmp_path: Path
) -> None:
    packages = tmp_path / "opp/static_kernel/ai_core"
    archives = [make_run(name, [8]) for name in ("a", "b")]
    for archive in archives:
        run_archive(archive, f"--install-path={tmp_path}/opp")
    (packages / "notes").write_text("mine")
    for archive in archives:
        done = run_archive(archive, f"--install-path={tmp_path}/opp", "--uninstall")
        assert done.returncode == 0, done.stderr
    assert [path.name for path in packages.iterdir()] == ["notes"]
