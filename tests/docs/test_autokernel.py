"""docs/autokernel.md, executed: each chapter in the environment that it is for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.clients import venvs

PAGE = Path(__file__).parents[2] / "docs" / "autokernel.md"
NAMES = re.compile(r"^(?:#|//) ([\w.]+)$", re.MULTILINE)


def run(chapter: str, folder: Path, python: Path, **variables: str) -> str:
    """Return the output of a chapter's commands; files of all chapters are there."""
    text = PAGE.read_text()
    for language, block in blocks(text):
        if language != "sh":
            name = NAMES.match(block)
            assert name, block  # its first line says what it is called
            (folder / name[1]).write_text(block)
    words = [block for language, block in blocks(chapters(text)[chapter]) if language == "sh"]
    folders = [python.parent, Path(sys.executable).parent, os.environ["PATH"]]
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND", "PYTHON"))}
    environment = {
        **kept,
        "PATH": ":".join(map(str, folders)),
        "TORCH_DEVICE_BACKEND_AUTOLOAD": "0",
        **variables,
    }
    done = subprocess.run(
        ["bash", "-ec", "\n".join(words)], cwd=folder, env=environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def blocks(text: str) -> list[tuple[str, str]]:
    return re.findall(r"^```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def chapters(text: str) -> dict[str, str]:
    """Texts by headings; that of the page itself comes first."""
    parts = re.split(r"^#+ (.*)\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_every_command_is_in_a_chapter_that_a_test_runs() -> None:
    commands = [name for name, text in chapters(PAGE.read_text()).items() if "```sh" in text]
    assert commands == [
        "Operators from descriptions",
        "The language of descriptions",
        "From PyTorch",
        "Tune it",
        "C",
        "PyTorch",
        "MindSpore",
        "NPUs",
        "Deploy a model",
    ]


def test_descriptions(tmp_path: Path) -> None:
    said = run("Operators from descriptions", tmp_path, Path(sys.executable))
    assert "my_softmax.py is written" in said
    assert "[[" in said


def test_the_tree_of_a_description(tmp_path: Path) -> None:
    said = run("The language of descriptions", tmp_path, Path(sys.executable))
    assert said.splitlines()[-1].strip().startswith("out[... columns_out] = float16((sum[place](")


@pytest.mark.frameworks
def test_from_torch(tmp_path: Path) -> None:
    ours = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})"
    (tmp_path / "sitecustomize.py").write_text(ours)
    python = venvs.python_with("torch_npu")
    said = run("From PyTorch", tmp_path, python, PYTHONPATH=str(tmp_path))
    assert said.splitlines()[-1] == "['bias', 'weight']"


@pytest.mark.slow
def test_tune(tmp_path: Path) -> None:
    said = run("Tune it", tmp_path, Path(sys.executable)).splitlines()
    results = [line for line in said if line.startswith("scaled_norm ...=64,columns=512 on ")]
    host, core = results
    assert "of the default's CPU time (default 1.000)" in host
    assert "on Ascend910B3: " in core
    assert " cycles (default " in core
    assert "<h1>scaled_norm</h1>" in (tmp_path / "tuned.html").read_text()


def test_c(tmp_path: Path) -> None:
    said = run("C", tmp_path, Path(sys.executable))
    assert said.splitlines()[-1] == "0.3651 4.0000"


@pytest.mark.slow
def test_deploy(tmp_path: Path) -> None:
    said = run("Deploy a model", tmp_path, Path(sys.executable))
    assert said.splitlines()[-1] == "1.0"


@pytest.mark.frameworks
def test_torch(tmp_path: Path) -> None:
    said = run("PyTorch", tmp_path, venvs.python_with("torch_npu"))
    assert said.splitlines()[-1] == "gradients (3, 5, 64)"


@pytest.mark.frameworks
def test_mindspore(tmp_path: Path) -> None:
    said = run("MindSpore", tmp_path, venvs.python_with("mindspore"))
    assert said.splitlines()[-2:] == ["1.0", "0.6667"]


@pytest.mark.slow
def test_npus(tmp_path: Path, cann_home: Path) -> None:
    said = run("NPUs", tmp_path, Path(sys.executable), ASCEND_HOME_PATH=str(cann_home))
    assert "installs ScaledNorm" in said
    assert "out: float32 [3, 64] -> out.npy" in said
