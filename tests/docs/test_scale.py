"""docs/scale.md: a cluster on this machine as the page starts it, and a build with it."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/scale.md").read_text()


@pytest.mark.slow
def test_a_cluster_on_this_machine(tmp_path: Path, cann_home: Path) -> None:
    commands, local = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)[:2]
    (build,) = [line for line in commands.splitlines() if line.startswith("custom-compiler build")]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    scheduler, worker = local.replace("8786", port).splitlines()
    scheduler = scheduler.replace("&", f"--port {port} --no-dashboard &")
    build = build.replace("8786", port)
    for side in ("op_host", "op_kernel"):
        (tmp_path / side).symlink_to(ROOT / side)
    log = tmp_path / "cluster.log"
    script = f"""\
trap 'kill -KILL $(jobs -p)' EXIT  # workers may wait for ever for their scheduler's end
exec 3>&1 >{log} 2>&1
{scheduler}
{worker}
{build} --soc_version ascend910b >&3
"""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    done = subprocess.run(
        ["bash", "-ec", script], cwd=tmp_path, capture_output=True, text=True, check=False,
        env=clean | {
            "CUSTOM_COMPILER_HOME": str(cann_home.parent),
            "CUSTOM_COMPILER_CACHE": str(tmp_path / "cache"),
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        },
    )  # fmt: skip
    assert done.returncode == 0, log.read_text()
    assert "  kernels    3\n" in done.stdout
    assert "Registered to:" in log.read_text()  # a worker was there
