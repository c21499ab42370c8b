"""Every command starts by every path that CANN, or what looks for it, has for it (commands.csv)."""

from __future__ import annotations

import csv
import os
import platform
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

COMMANDS = Path(__file__).with_name("commands.csv")


def _started(root: Path, row: dict[str, str]) -> str:
    """Return the problem of a command; empty if it starts and prints what it should."""
    path = root / row["path"].format(arch=platform.machine())
    if not os.access(path, os.X_OK):
        return f"{path}: no program"
    done = subprocess.run(
        [path, row["words"]], capture_output=True, text=True, check=False, timeout=60
    )
    return "" if row["says"] in done.stdout + done.stderr else f"{path}: {done.stdout}{done.stderr}"


def test_every_command_by_every_path(cann_home: Path) -> None:
    with COMMANDS.open(newline="") as file, ThreadPoolExecutor(4) as pool:
        wrong = list(pool.map(lambda row: _started(cann_home, row), csv.DictReader(file)))
    assert [text for text in wrong if text] == []


def test_compilers_folders_hold_nothing_else(cann_home: Path) -> None:
    """Commands without an equivalent here, such as ld.lld, are missing."""
    with COMMANDS.open(newline="") as file:
        known = {Path(row["path"]).name for row in csv.DictReader(file)}
    for folder in ("bin", "compiler/ccec_compiler/bin"):
        names = {path.name for path in (cann_home / folder).iterdir()} - {"setenv.bash"}
        assert names <= known


def test_links_from_elsewhere_are_followed(cann_home: Path, tmp_path: Path) -> None:
    (tmp_path / "ccec").symlink_to(cann_home / "bin/ccec")
    (tmp_path / "cc").mkdir()
    (tmp_path / "cc/ccec").symlink_to("../ccec")
    told = subprocess.run(
        [tmp_path / "cc/ccec", "--version"], capture_output=True, text=True, check=True
    )
    assert f"InstalledDir: {cann_home}/bin\n" in told.stdout


def test_a_copy_outside_is_told_so(cann_home: Path, tmp_path: Path) -> None:
    (tmp_path / "bisheng").write_bytes((cann_home / "bin/bisheng").read_bytes())
    (tmp_path / "bisheng").chmod(0o755)
    done = subprocess.run([tmp_path / "bisheng"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    first, second = done.stderr.splitlines()
    assert first == f"bisheng: error: no toolkit above {tmp_path}"
    assert second.startswith("bisheng: hint: ")
