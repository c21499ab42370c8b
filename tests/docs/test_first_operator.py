"""docs/first_operator.md: its commands in order, with the edits between them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.console import Step, console_steps

PAGE = Path(__file__).parents[2] / "docs/first_operator.md"


def _said(step: Step, folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        ["bash", "-ec", step.command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _edit(project: Path, page: str) -> None:
    """Make the page's edit between two commands."""
    (call,) = re.findall(r"```cpp\n(.*?)```", page, re.DOTALL)
    kernel = project / "op_kernel/leaky_relu.cpp"
    text, count = re.subn(r" *AscendC::Muls\(y, x.*\n", call, kernel.read_text())
    assert count == 1
    kernel.write_text(text)


def _correct(project: Path, page: str) -> None:
    (reference,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    test = project / "tests/test_leaky_relu.py"
    text, count = re.subn(
        r"def reference.*?return \w+\n", reference, test.read_text(), flags=re.DOTALL
    )
    assert count == 1
    test.write_text(text)


@pytest.mark.slow
def test_first_operator(tmp_path: Path, cann_home: Path) -> None:
    page = PAGE.read_text()
    steps = console_steps(PAGE)
    project = tmp_path / "LeakyRelu"
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    environment = clean | {
        "CUSTOM_COMPILER_HOME": str(cann_home.parent),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    sourced = "source build_out/set_env.bash && "
    for step in steps:
        if step.command.startswith("custom-compiler test -x"):
            _edit(project, page)
        if "source build_out" in step.command or step.command.startswith("cd "):
            continue
        command = step.command
        if re.match(r"custom-compiler (run|profile)|python ", command):
            command = sourced + command
        said = _said(Step(command, []), project if project.exists() else tmp_path, environment)
        for line in step.shown:
            assert line in said, step.command
        if step.command.startswith("custom-compiler test -x"):
            _correct(project, page)
    assert len(steps) == 11
