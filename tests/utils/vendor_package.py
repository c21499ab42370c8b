"""A small vendor package, staged and packed with the template's own tools."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

TEMPLATE = Path(__file__).parents[2] / "custom_compiler/project/template/customize"
SCRIPTS = TEMPLATE / "scripts"
PACK_RUN = TEMPLATE / "cmake/util/pack_run.py"


def stage_package(
    stage: Path,
    vendor: str = "acme",
    content: str = "one",
    arch: str = platform.machine(),
    info: str = "",
) -> Path:
    """Lay out what the build hands to pack_run.py; `info` is the text of package.info."""
    for script in SCRIPTS.iterdir():
        stage.mkdir(parents=True, exist_ok=True)
        shutil.copy(script, stage)
    package = stage / "packages/vendors" / vendor
    tiling = package / "op_impl/ai_core/tbe/op_tiling"
    for directory in (
        package / "op_api/lib",
        package / f"op_proto/lib/linux/{arch}",
        tiling / f"lib/linux/{arch}",
    ):
        directory.mkdir(parents=True)
    (package / "op_api/lib/libcust_opapi.so").write_text(content)
    (package / f"{content}.txt").write_text(content)
    (package / "package.info").write_text(info)
    (package / "version.info").write_text("custom_opp_compiler_version=8.5.0\n")
    (tiling / "liboptiling.so").symlink_to(f"lib/linux/{arch}/libcust_opmaster_rt2.0.so")
    return stage


def pack(stage: Path, archive: Path) -> Path:
    """Pack a staged package into an archive."""
    command: list[str | Path] = [sys.executable, PACK_RUN, "--source", stage, "--output", archive]
    subprocess.run(command, check=True)
    return archive


def clean_environment(**extra: str) -> dict[str, str]:
    """Return the environment without any CANN in it."""
    return {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")} | extra


def run_archive(
    archive: Path, *options: str, shell: str = "sh", **env: str
) -> subprocess.CompletedProcess[str]:
    """Run the archive as a user does."""
    return subprocess.run(
        [shell, str(archive), *options],
        env=clean_environment(**env),
        capture_output=True,
        text=True,
        check=False,
        cwd=archive.parent,
        timeout=60,
    )
