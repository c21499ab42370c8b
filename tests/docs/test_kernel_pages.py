"""Pages about a kernel that they change: their commands and edits, in order."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from tests.docs.console import alike, console_steps, run_steps

DOCS = Path(__file__).parents[2] / "docs"
_BLOCK = re.compile(r"^```(console|cpp)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def _edit(kernel: Path, block: str) -> None:
    """Put a block of the page in the kernel's place for it: a constant, buffers, or a function."""
    text = kernel.read_text()
    if block.startswith("// @tunable"):
        text, count = block + text, 1
    elif name := re.match(r"constexpr int32_t (\w+)", block):
        text, count = re.subn(rf"constexpr int32_t {name[1]} = .*\n", block, text)
    elif name := re.match(r" +__aicore__ inline void (\w+)\(\)", block):
        old = rf"    __aicore__ inline void {name[1]}\(\) \{{\n.*?^    \}}\n"
        text, count = re.subn(old, lambda _: block, text, flags=re.DOTALL | re.MULTILINE)
    else:
        text = text.replace("    AscendC::TPipe pipe;\n", "    AscendC::TPipe pipe;\n" + block)
        old = r"InitBuffer\((?:in|out)Queue(\w), BUFFER_NUM, "
        text, count = re.subn(old, r"InitBuffer(buffer\1, ", text)
        count -= 1
    assert count == 1
    kernel.write_text(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "commands"),
    [
        ("finding_a_race.md", 5),
        ("reading_a_timeline.md", 8),
        ("first_tuning.md", 10),
    ],
)
def test_page(page: str, commands: int, tmp_path: Path, cann_home: Path) -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    environment = clean | {
        # What a page installs goes to a separate toolkit.
        "CUSTOM_COMPILER_HOME": str(tmp_path / "home" if "tuning" in page else cann_home.parent),
        "TUNE_BANK_PATH": str(tmp_path / "bank"),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    done = 0
    project = tmp_path / "Scale"
    for language, block in _BLOCK.findall((DOCS / page).read_text()):
        if language == "cpp":
            _edit(project / "op_kernel/scale.cpp", block)
            continue
        (tmp_path / "block.md").write_text(f"```console\n{block}```\n")
        steps = console_steps(tmp_path / "block.md")
        done += len(steps)
        folder = project if project.exists() else tmp_path
        # Each block has a separate shell; what builds and tests say goes to both streams.
        sourced = "source build_out/set_env.bash"
        if (project / "build_out/set_env.bash").exists() and sourced not in block:
            steps = [step._replace(command=f"{sourced}; {step.command}") for step in steps]
        loud = [
            step._replace(command=f"{{ {step.command}; }} 2>&1")
            if "custom-compiler" in step.command
            else step
            for step in steps
        ]
        for step, printed in zip(steps, run_steps(loud, folder, environment), strict=True):
            for line in step.shown:
                assert any(alike(line, said.rstrip()) for said in printed), (line, printed)
    assert done == commands
