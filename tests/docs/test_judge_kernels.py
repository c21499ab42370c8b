"""docs/judge_kernels.md: its reference is read, and what its commands name is there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np

from custom_compiler.judge import verdict
from custom_compiler.judge.reference import read_reference

from .console import console_steps

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "judge_kernels.md"


def test_reference_of_the_page(tmp_path: Path) -> None:
    step = next(one for one in console_steps(PAGE) if one.command == "cat add.py")
    (tmp_path / "add.py").write_text("\n".join(step.shown))
    reference = read_reference(tmp_path / "add.py")
    arrays = {name: np.ones((8, 2048), np.float16) for name in next(reference.cases(1)).arrays}
    (result,) = reference.expected(arrays)
    assert result.shape == (8, 2048)
    assert (result == 2).all()


def test_commands_of_the_page() -> None:
    options = set()
    for step in console_steps(PAGE):
        words = step.command.split()
        if words[:2] == ["python", "tests/corpus/judge_multikernelbench.py"]:
            program, rest = [sys.executable, str(ROOT / words[1])], words[2:]
        elif words[:2] == ["custom-compiler", "judge"]:
            program, rest = [sys.executable, "-m", "custom_compiler", "judge"], words[2:]
        else:
            continue
        told = subprocess.run([*program, "--help"], capture_output=True, text=True, check=True)
        named = {word for word in rest if word.startswith("--")}
        options |= named
        assert named <= set(told.stdout.replace(",", " ").split())
    assert {"--reference", "--journal", "--checkout", "--op"} <= options


def test_every_verdict_is_described() -> None:
    words = {v for name, v in vars(verdict).items() if name.isupper() and isinstance(v, str)}
    text = PAGE.read_text()
    assert [word for word in sorted(words) if f"| `{word}` |" not in text] == []
