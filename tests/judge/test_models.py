"""References that are modules of PyTorch."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.judge.reference import read_reference

_PAGE = Path(__file__).parents[2] / "docs" / "judge_kernels.md"
_SUM = """
import torch

class Model(torch.nn.Module):
    def forward(self, x, y):
        return x + y

def get_inputs():
    return [torch.rand(4, 96, dtype=torch.half), torch.rand(4, 96, dtype=torch.half)]
"""
# The operator's second input is the module's parameter.
_BIAS = """
import torch

class Model(torch.nn.Module):
    def __init__(self, rows):
        super().__init__()
        self.bias = torch.nn.Parameter(torch.rand(rows, 96).half())

    def forward(self, x):
        return x + self.bias

def get_init_inputs():
    return [4]

def get_input_groups():
    return [[torch.rand(4, 96).half()], [torch.rand(1, 1).half().expand(4, 96)]]
"""
_READ = """
import sys
from pathlib import Path
from custom_compiler.judge.reference import prepare, read_reference
prepared = prepare(read_reference(Path(sys.argv[1])), 1)
for case in prepared.cases:
    x, scale = case.arrays.values()
    (given,) = case.wanted
    assert abs(given - (x * scale).clip(0)).max() < 1e-6
    print(case.kind, x.shape, scale.shape)
"""


def environment() -> dict[str, str]:
    """Return the environment of a Python that also finds PyTorch."""
    from tests.clients.venvs import python_with

    place = "import sysconfig; print(sysconfig.get_path('purelib'))"
    torch = subprocess.check_output([python_with("torch_npu"), "-c", place], text=True).strip()
    return os.environ | {"PYTHONPATH": torch, "TORCH_DEVICE_BACKEND_AUTOLOAD": "0"}


@pytest.mark.frameworks
@pytest.mark.parametrize(("text", "calls"), [(_SUM, 6), (_BIAS, 8)])
def test_modules_judge_operators(project: Path, tmp_path: Path, text: str, calls: int) -> None:
    """Two calls a shape; zeros, negative, alternating; the first with another memory."""
    reference = tmp_path / "model.py"
    reference.write_text(text)
    command = [sys.executable, "-m", "custom_compiler", "judge", str(project), "--quick", "--json"]
    done = subprocess.run(
        [*command, "--reference", str(reference)], env=environment(), capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert (found["verdict"], found["cases"]) == ("right", calls)


@pytest.mark.frameworks
def test_the_module_of_the_page(tmp_path: Path) -> None:
    shown = _PAGE.read_text().partition("$ cat linear.py\n")[2].partition("\n$ ")[0]
    (tmp_path / "linear.py").write_text(shown)
    command = [sys.executable, "-c", _READ, str(tmp_path / "linear.py")]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        f"{kind} (8, 2048) (2048,)"
        for kind in ("random", "random again", "zeros", "negative", "alternating")
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("class Model: pass", "a `Model` of PyTorch needs get_inputs()"),
        ("import no_such_torch", "ModuleNotFoundError: No module named 'no_such_torch'"),
    ],
)
def test_what_is_missing_is_said(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "model.py"
    path.write_text(text)
    with pytest.raises(MisuseError) as error:
        read_reference(path)
    assert message in error.value.message
