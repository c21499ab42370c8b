"""MindStudio's msprof-analyze reads the results of msprof."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients import venvs
from tests.profile.make_lines import SOURCE, write

pytestmark = pytest.mark.frameworks

MSPROF = (
    "import sys; from custom_compiler.profile.msprof import main; sys.exit(main('', sys.argv[1:]))"
)
# What the timeline analyses of `advisor` work on.
PARSE = """
import sys
from msprof_analyze.advisor.common.profiling.msprof import Msprof
from msprof_analyze.advisor.common.profiling.op_summary import OpSummary
for parser in (Msprof(sys.argv[1]), OpSummary(sys.argv[1])):
    print(parser.parse_data())
"""


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """The folder PROF_* of a program with three launches."""
    (tmp_path / "add.cpp").write_text(SOURCE)
    write(tmp_path / "lines", tmp_path / "add.cpp", launches=3)
    program = tmp_path / "program"
    program.write_text(f'#!/bin/sh\ncp {tmp_path}/lines/*.jsonl "$ASCENDC_OBSERVE_OUTPUT"\n')
    program.chmod(0o755)
    words: list[str | Path] = [sys.executable, "-c", MSPROF, f"--output={tmp_path}/out", program]
    subprocess.run(words, cwd=tmp_path, check=True)
    (made,) = (tmp_path / "out").iterdir()
    return made


def test_parsers(results: Path) -> None:
    python = venvs.python_with("msprof_analyze")
    folder = results / "mindstudio_profiler_output"
    told = subprocess.check_output([python, "-c", PARSE, folder], text=True)
    assert told.splitlines()[-2:] == ["True", "True"]


def test_advisor(results: Path, tmp_path: Path) -> None:
    command = venvs.python_with("msprof_analyze").with_name("msprof-analyze")
    done = subprocess.run(
        [command, "advisor", "all", "-d", results.parent],
        cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    told = done.stdout + done.stderr
    assert done.returncode == 0, told
    assert "[ERROR]" not in told
    (page,) = tmp_path.glob("mstt_advisor_*.html")
    assert "AddCustom" in page.read_text()
