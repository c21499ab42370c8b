"""`tiling_func` and `get_kernel_from_binary` on the installed AddCustom sample."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.utils.installed_sample import InstalledSample

_CALL = """
import sys
import numpy as np
import mskl
library, binary = sys.argv[1:]
x, y = (np.arange(8 * 2048, dtype=np.float16).reshape(8, 2048) * i for i in (1, 2))
z = np.zeros_like(x)
tiling = mskl.tiling_func(op_type="AddCustom", inputs=[x, y], outputs=[z], {more})
print(tiling.blockdim, tiling.workspace_size >= 78643200, tiling.workspace.size, tiling.tiling_key)
print(tiling.tiling_data.view(np.uint32)[0])
def run_kernel(x, y, z, workspace, tiling_data):
    kernel = mskl.get_kernel_from_binary(binary, "vec")
    return kernel(x, y, z, workspace, tiling_data)
run_kernel(x, y, z, tiling.workspace, tiling.tiling_data)
print((z == x + y).all())
"""


@pytest.fixture(scope="module")
def binary(installed_sample: InstalledSample) -> Path:
    """The kernel of float16 values."""
    kernels = installed_sample.vendor / "op_impl/ai_core/tbe/kernel/ascend910b/add_custom"
    return next(
        path
        for path in sorted(kernels.glob("*.o"))
        if "float16" in path.with_suffix(".json").read_text()
    )


def _run(
    program: str, sample: InstalledSample, folder: Path, *words: Path, **variables: str
) -> subprocess.CompletedProcess[str]:
    environment = {**sample.environment(folder), "PATH": os.environ["PATH"], **variables}
    return subprocess.run(
        [sys.executable, "-c", program, *map(str, words)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.parametrize("more", ["lib_path=library", "soc_version='Ascend910B3'"])
def test_an_operator_is_tiled_and_its_binary_launched(
    installed_sample: InstalledSample, binary: Path, tmp_path: Path, more: str
) -> None:
    tilings = installed_sample.vendor / "op_impl/ai_core/tbe/op_tiling/lib"
    (library,) = tilings.glob("**/libcust_opmaster*")
    done = _run(_CALL.format(more=more), installed_sample, tmp_path, library, binary)
    assert done.returncode == 0, done.stderr
    head, data, right = done.stdout.splitlines()
    blocks, is_large, size, key = head.split()
    assert (blocks, is_large, key) == ("8", "True", "0")
    assert int(size) >= 75 << 20
    assert data == "16384"
    assert right == "True"


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        (
            "mskl.tiling_func('AddCustom', inputs=[x], outputs=[x], soc_version='Ascend999')",
            "Ascend999",
        ),
        (
            "mskl.tiling_func('NoSuchOperator', inputs=[x], outputs=[x])",
            "operator NoSuchOperator: no installed package has it",
        ),
        (
            "mskl.tiling_func('AddCustom', inputs=[x], outputs=[x], lib_path='absent.so')",
            "lib_path: there is no file absent.so",
        ),
        (
            "mskl.tiling_func('AddCustom', outputs=[x])",
            "The inputs and inputs_info cannot be None or empty list at same time",
        ),
        (
            "mskl.tiling_func('AddCustom', inputs_info=[{'shape': [8]}], outputs=[x])",
            "inputs[0]: shape or dtype is not said",
        ),
        (
            "mskl.tiling_func('A', inputs_info=[{'shape': [8], 'dtype': 'f17'}], outputs=[x])",
            "inputs[0]: there is no dtype f17",
        ),
        (
            "mskl.tiling_func('AddCustom', inputs=[x], outputs=[x], attr={'a': object()})",
            "attr a: its type is none that attributes have",
        ),
        (
            "mskl.get_kernel_from_binary('absent.o')",
            "kernel_binary_file: there is no file absent.o",
        ),
        ("mskl.get_kernel_from_binary(__file__)", "the tiling key is not known"),
        ("mskl.get_kernel_from_binary(__file__, 'aic', 0)", "kernel_type aic is none"),
        ("mskl.get_kernel_from_binary(__file__, 'vec', 0)[1](x)", "loading"),
        ("mskl.get_kernel_from_binary(__file__, 'vec', 0)[0](x)", "Blockdim must be a positive"),
        ("mskl.get_kernel_from_binary(__file__, 'vec', 0)(x)", "number of blocks is not known"),
    ],
)
def test_what_is_missing_or_wrong_is_named(
    installed_sample: InstalledSample, tmp_path: Path, statement: str, message: str
) -> None:
    program = (
        "import numpy as np, mskl\nx = np.zeros(8, np.float16)\n__file__ = mskl.__file__\n"
        f"try:\n    {statement}\nexcept Exception as error:\n    print(type(error).__name__, error)"
    )
    done = _run(program, installed_sample, tmp_path)
    assert message in done.stdout, done.stdout + done.stderr
