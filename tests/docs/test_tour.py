"""docs/tour.md: its commands in the order of the page, by a user who has just set up."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
# Blocks that the page shows with something to be filled in, of another test, or of a real CANN.
_OTHERS = ("/usr/local/Ascend", "custom-compiler bridge")


def _commands(folder: Path) -> str:
    blocks = [text for text in _BLOCK.findall((ROOT / "docs/tour.md").read_text())
              if not any(word in text for word in _OTHERS)]  # fmt: skip
    assert len(blocks) == 8
    # The environment's own programs are in PATH, and /opt belongs to others.
    script = "".join(blocks).replace(". .venv/bin/activate\n", "")
    script = script.replace("/opt/operators", f"{folder}/operators")
    script = re.sub(r"^g\+\+ main.cpp .*\n", "", script, flags=re.MULTILINE)
    if shutil.which("gdb") is None:
        script = re.sub(r"^custom-compiler gdb .*\n", "", script, flags=re.MULTILINE)
    script = script.replace(
        "custom-compiler explain build.log ", "! custom-compiler explain build.log "
    )
    return script.replace("--dump z=want.npy", "--dump z=z.npy")


@pytest.mark.slow
def test_commands(tmp_path: Path) -> None:
    for name in ("op_host", "op_kernel", "infer_file", "tests/clients/direct"):
        shutil.copytree(ROOT / name, tmp_path / "clone" / name)
    kept = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}
    # What the page installs goes to a separate toolkit, and is not found by other tests.
    environment = kept | {
        "CUSTOM_COMPILER_HOME": str(tmp_path / "home"),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    done = subprocess.run(
        ["bash", "-exc", _commands(tmp_path)],
        cwd=tmp_path / "clone",
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for said in (
        "30 passed",
        "z: float16 [8, 2048] -> z.npy",
        "[3. 3. 3. ... 3. 3. 3.]",
        "code 0, wrong 0",
        "0 errors, 0 warnings; operators: AddCustom",
        "no fault found: AddCustom",
        "z: as expected",
        "No error detected.",
        "verify: 2 of 2 kernels equal",
        "cycles (",
        "patch: AddCustom.patch",
    ):
        assert said in done.stdout, said
