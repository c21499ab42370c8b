"""docs/judge_kernels.md: its reference is read, and what its commands name is there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from custom_compiler.judge import verdict
from custom_compiler.judge.reference import read_reference
from tests.docs.console import console_steps
from tests.utils.judged_sample import write_sample

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
        if words[:4] == ["python", "-m", "tests.corpus", "run"]:
            program, rest = [sys.executable, *words[1:5]], words[5:]
        elif words[:2] == ["custom-compiler", "judge"]:
            program, rest = [sys.executable, "-m", "custom_compiler", "judge"], words[2:]
        else:
            continue
        told = subprocess.run(
            [*program, "--help"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        named = {word for word in rest if word.startswith("--")}
        options |= named
        assert named <= set(told.stdout.replace(",", " ").split())
    assert {"--reference", "--journal", "--checkout", "--filter"} <= options


@pytest.mark.slow
def test_judging_as_the_page_does(tmp_path: Path) -> None:
    """Its first block, as a user types it; what differs is the number of CPUs."""
    write_sample(tmp_path / "generated" / "one")
    steps = console_steps(PAGE)
    shown = next(one.shown for one in steps if one.command == "cat add.py")
    (tmp_path / "add.py").write_text("\n".join(shown))
    on_add = [one.command for one in steps if "generated/* --reference add.py" in one.command]
    plain, to_file = on_add[:2]
    path = {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    for line in (plain, to_file, to_file):
        done = subprocess.run(
            ["bash", "-ec", line], cwd=tmp_path, env=os.environ | path, capture_output=True,
            text=True, check=True,
        )  # fmt: skip
        first = done.stdout.splitlines()[0]
        said = json.loads(first)["verdict"] if "--json" in line else first
        one = tmp_path / "generated" / "one"
        assert said == "right" or said.startswith(f"{one}: right (AddCustom, 7 calls, ")
    assert len((tmp_path / "verdicts.jsonl").read_text().splitlines()) == 1


def test_every_verdict_is_described() -> None:
    words = {v for name, v in vars(verdict).items() if name.isupper() and isinstance(v, str)}
    text = PAGE.read_text()
    assert [word for word in sorted(words) if f"| `{word}` |" not in text] == []
