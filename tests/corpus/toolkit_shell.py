"""Run commands of other projects in the environment of an embedded toolkit."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def run_in_toolkit(
    home: Path, script: str, folder: Path, seconds: float
) -> subprocess.CompletedProcess[str]:
    """Execute a bash script in `folder` after the toolkit's `set_env.sh`.

    `stdout` of the result has both outputs.

    Raises:
        subprocess.TimeoutExpired: It did not end within `seconds`.
    """
    return subprocess.run(
        ["bash", "-c", f"set -e\nsource {home}/set_env.sh\n{script}"],
        cwd=folder,
        env={**os.environ, "ASCENDC_SOC_VERSION": "Ascend910B3"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=seconds,
        check=False,
    )
