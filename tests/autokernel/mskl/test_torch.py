"""`autotune` with tensors of PyTorch: on the device, and with gaps on the host."""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.clients import venvs

_PROGRAM = """
import ctypes, sys
sys.path[:0] = [{root!r}, {packages!r}]
import torch, torch_npu
import mskl

class Sizes(ctypes.Structure):
    _fields_ = [("total", ctypes.c_uint32), ("unused", ctypes.c_uint32)]

def get_kernel():
    config = mskl.KernelInvokeConfig("add.cpp", "add")
    return mskl.compile("build.sh", mskl.Launcher(config).code_gen())

@mskl.autotune(configs=[{{"TILE": "128"}}, {{"TILE": "1024"}}])
def add(x, y, z, sizes, template_param=["half"]):
    return get_kernel()[2](x, y, z, sizes)

x = torch.rand(64, 64).half().t()
y = torch.rand(64, 64).half().npu()
for z in (torch.zeros(64, 64, dtype=torch.half).npu(), torch.zeros(64, 64, dtype=torch.half).t()):
    add(x, y, z, Sizes(x.numel(), 0))
    print(torch.equal(z.cpu(), x + y.cpu()))
"""


@pytest.mark.frameworks
def test_tensors(cann_home: Path, tmp_path: Path) -> None:
    shutil.copy(Path(__file__).with_name("add.cpp"), tmp_path)
    (tmp_path / "build.sh").write_text(
        "bisheng -O2 -std=c++17 -xcce -fPIC -shared $1 -o $2 -L$ASCEND_HOME_PATH/lib64 -lascendcl\n"
    )
    program = _PROGRAM.format(
        root=str(Path(__file__).parents[3]), packages=sysconfig.get_path("purelib")
    )
    script = 'source "$1/set_env.sh" && shift && exec "$@"'
    done = subprocess.run(
        ["bash", "-c", script, "bash", cann_home, venvs.python_with("torch_npu"), "-c", program],
        cwd=tmp_path,
        env={**os.environ, "LD_LIBRARY_PATH": "", "ASCENDC_SOC_VERSION": "Ascend910B3"},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stdout.splitlines()
    assert [line for line in lines if line in {"True", "False"}] == ["True", "True"], done.stderr
    assert lines.count("Best config: No.1") == 2
