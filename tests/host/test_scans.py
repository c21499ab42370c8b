"""sscanf_s: as sscanf, besides the sizes of texts."""

from __future__ import annotations

import subprocess
from pathlib import Path


def test_scans(cann_home: Path, tmp_path: Path) -> None:
    source, library = Path(__file__).with_name("scans.cpp"), cann_home / "lib64"
    command: list[str | Path] = ["g++", "-w", source, f"-I{cann_home}/include", f"-L{library}"]
    program = tmp_path / "scans"
    subprocess.run([*command, f"-Wl,-rpath,{library}", "-lc_sec", "-o", program], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=True)
    assert done.stdout == ""
