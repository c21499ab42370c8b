"""docs/extending.md: its new command, added to a copy of the program; what edits name exists."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/extending.md").read_text()
# Takes the copy in place of what is installed.
_START = """\
import sys
sys.meta_path[:] = [one for one in sys.meta_path if "Redirecting" not in type(one).__name__]
sys.path.insert(0, sys.argv.pop(1))
from custom_compiler.cli.main import main
import custom_compiler
assert custom_compiler.__file__.startswith(sys.path[0])
sys.exit(main())
"""


def test_the_new_command(tmp_path: Path, cann_home: Path) -> None:
    section = PAGE.partition("## A command\n")[2]
    (code,) = re.findall(r"^ *```python\n(.*?)^ *```$", section, re.DOTALL | re.MULTILINE)
    copy = tmp_path / "custom_compiler"
    shutil.copytree(
        ROOT / "custom_compiler", copy, ignore=shutil.ignore_patterns("__pycache__", "cann")
    )
    (copy / "cli/arch.py").write_text(textwrap.dedent(code))
    program = copy / "cli/main.py"
    text = program.read_text()
    for place in ("from custom_compiler.cli import (\n", "COMMANDS: tuple[Command, ...] = (\n"):
        assert place in text
        text = text.replace(place, f"{place}    arch,\n")
    program.write_text(text)
    done = subprocess.run(
        [sys.executable, "-c", _START, tmp_path, "arch"], capture_output=True, text=True,
        env=os.environ | {"ASCEND_HOME_PATH": str(cann_home)}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == os.uname().machine


@pytest.mark.parametrize(
    ("file", "place"),
    [
        ("toolkit/tikcpp/tikcfw/isa/vec_elementwise.h", "ASCENDC_VEC_UNARY_INSTRUCTIONS"),
        ("toolkit/src/aicore/exec/functors.h", "AICORE_UNARY("),
        ("toolkit/tikcpp/tikcfw/detail/vector/unary.h", "ASCENDC_VEC_UNARY(Relu)"),
        ("tests/aicore/vector/test_elementwise.py", '"Sqrt"'),
        ("toolkit/data/forwarding_headers.txt", "kernel_operator.h"),
        ("toolkit/src/opapi/unary_on_host.cpp", "OPAPI_REAL("),
        ("tests/builtin/test_functions.py", "REAL_FUNCTIONS"),
        ("toolkit/data/platforms.csv", "Ascend910B4"),
        ("tests/cli/test_main.py", "COMMANDS"),
    ],
)
def test_places_of_edits(file: str, place: str) -> None:
    assert file in PAGE
    assert place in (ROOT / file).read_text()
