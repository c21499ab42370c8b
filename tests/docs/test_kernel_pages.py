"""docs/finding_a_race.md, docs/reading_a_timeline.md: commands and edits of a kernel, in order."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from .console import console_steps, run_steps

DOCS = Path(__file__).parents[2] / "docs"
_BLOCK = re.compile(r"^```(console|cpp)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def _edit(kernel: Path, block: str) -> None:
    """Put a block of the page in the kernel's place for it: a constant, buffers, or a function."""
    text = kernel.read_text()
    if name := re.match(r"constexpr int32_t (\w+)", block):
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


def _like(shown: str, printed: str) -> bool:
    """The same words, and numbers that differ by no more than a change of the model makes them.

    What follows on the line, such as how long a test took, is not shown.
    """
    if not _NUMBER.sub("#", printed).startswith(_NUMBER.sub("#", shown)):
        return False
    pairs = zip(_NUMBER.findall(shown), _NUMBER.findall(printed), strict=False)
    return all(abs(float(a) - float(b)) <= max(1, 0.05 * float(a)) for a, b in pairs)


@pytest.mark.parametrize(
    ("page", "commands"), [("finding_a_race.md", 5), ("reading_a_timeline.md", 8)]
)
def test_page(page: str, commands: int, tmp_path: Path, cann_home: Path) -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    environment = clean | {
        "CUSTOM_COMPILER_HOME": str(cann_home.parent),
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
        # Each block has a shell of its own; what builds and tests say goes to both streams.
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
                assert any(_like(line, said.rstrip()) for said in printed), (line, printed)
    assert done == commands
