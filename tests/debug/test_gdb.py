"""A session of gdb on the AddCustom sample, from its installed release package."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.utils.installed_sample import InstalledSample

ROOT = Path(__file__).parents[2]
KERNEL = ROOT / "op_kernel/add_custom.cpp"
PAGE = ROOT / "docs/debugging.md"
SHAPE = (8, 2048)
BLOCK = 3

pytestmark = pytest.mark.debugger


def _line_of(text: str) -> int:
    return next(i for i, line in enumerate(KERNEL.read_text().splitlines(), 1) if text in line)


@pytest.fixture(scope="module")
def sample(
    installed_sample: InstalledSample, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, str]]:
    """A folder with x.npy, and the environment in which the installed sample is found."""
    folder = tmp_path_factory.mktemp("sample")
    np.save(folder / "x.npy", np.random.default_rng(5).random(SHAPE, np.float32))
    return folder, installed_sample.environment(folder)


def _session(sample: tuple[Path, dict[str, str]], *commands: str, options: tuple[str, ...]) -> str:
    folder, environment = sample
    (folder / "session.gdb").write_text("\n".join(commands) + "\n")
    command = ["custom-compiler", "gdb", "AddCustom", "--input", "x.npy", "x.npy"]
    done = subprocess.run(
        [*command, "-x", "session.gdb", "--batch", *options],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def _numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+\.\d+(?:e[-+]\d+)?", text)]


def test_a_breakpoint_in_one_block(sample: tuple[Path, dict[str, str]]) -> None:
    folder, _ = sample
    line = _line_of("AscendC::Add(")
    said = _session(
        sample,
        f"break add_custom.cpp:{line}",
        "run",
        "print xLocal",
        "next",
        "print zLocal",
        "print inQueueX",
        "print $ascend_block()",
        "info ascend cores",
        "info ascend queues",
        "ascend memory UB 0 float 4",
        "continue",
        options=("--block", str(BLOCK)),
    )
    assert said.count("hit Breakpoint") == 1
    assert f"aiv block {BLOCK}]" in said
    # The line of the source itself, from the package.
    assert f"{line}\t" + KERNEL.read_text().splitlines()[line - 1] in said
    # 16 vector cores on 16384 elements: 1024 each.
    part = np.load(folder / "x.npy").ravel()[1024 * BLOCK :][:8]
    x, z = re.findall(r"= LocalTensor<float> VEC(?:IN|OUT) at .*\{(.*), \.\.\.\}", said)
    np.testing.assert_allclose(_numbers(x), part, rtol=1e-6)
    np.testing.assert_allclose(_numbers(z), part + part, rtol=1e-6)
    assert re.search(
        r"TQueBind<GM, VECIN>, depth 2, 0 enqueued, 2 buffers of .*dequeued.*free", said
    )
    assert f"$4 = {BLOCK}" in said
    assert re.search(rf"^\*\s+{BLOCK}\s+aiv\s+{BLOCK}\s+\d+\s+running$", said, re.MULTILINE)
    assert len(re.findall(r"^ +\d+ +aiv +\d+ +\d+ +ended$", said, re.MULTILINE)) == BLOCK
    assert re.search(r"^4 +VECOUT +0x1df00 +30656 +allocated$", said, re.MULTILINE)
    # What follows the table of buffers.
    np.testing.assert_allclose(_numbers(said.rpartition("30656")[2])[:4], part[:4], rtol=1e-6)
    assert "exited normally" in said


# What differs from one session to the next: dots stand for what the page leaves out.
_OPEN = {
    r"Thread \d+": r"Thread \d+",  # any thread of the pool may execute the block
    r"\.\.\.": r".*",
    r"-?\d+\.\d+": r"-?\d+(?:\.\d+)?(?:e[-+]\d+)?",
    r"[0-9a-f]{32}": r"[0-9a-f]{32}",
    r"0x[0-9a-f]{9,}": r"0x[0-9a-f]+",
    r'"python3"': r'"python[0-9.]*"',
}


def _as_pattern(line: str) -> str:
    """A line of the page for any inputs."""
    parts = re.split("(" + "|".join(_OPEN) + ")", line)
    for i, part in enumerate(parts):
        if i % 2:
            parts[i] = next(value for name, value in _OPEN.items() if re.fullmatch(name, part))
        else:
            parts[i] = re.escape(part).replace("\\\t", r"\s+")
    return "".join(parts)


def test_the_session_of_the_page(sample: tuple[Path, dict[str, str]]) -> None:
    start = "$ custom-compiler gdb AddCustom --input x.npy y.npy --block 3\n"
    block = PAGE.read_text().partition(start)[2].partition("```")[0]
    lines = block.splitlines()
    commands = [line.removeprefix("(gdb) ") for line in lines if line.startswith("(gdb) ")]
    assert "print inQueueX" in commands
    said = _session(sample, *commands, options=("--block", "3"))
    rest = said
    for line in (line for line in lines if not line.startswith("(gdb) ")):
        found = re.search(f"^{_as_pattern(line)}$", rest, re.MULTILINE)
        assert found, f"not printed: {line}\n{said}"
        rest = rest[found.end() :]


def test_no_variable_of_a_kernel_fails_to_print(sample: tuple[Path, dict[str, str]]) -> None:
    line = _line_of("AscendC::Add(")
    said = _session(
        sample, f"break add_custom.cpp:{line}", "run", "print *this", "bt -full", options=()
    )
    assert "Python Exception" not in said
    assert "<error" not in said
    assert re.search(r"inQueueX = TQueBind<GM, VECIN>, depth 2", said)
    assert re.search(r"xGm = GlobalTensor<float> at 0x\w+, \d+ elements \{", said)


def test_breakpoints_are_the_kernels(sample: tuple[Path, dict[str, str]]) -> None:
    # op_host has a file of the same name, with code at this line.
    said = _session(sample, "break add_custom.cpp:52", "run", "info symbol $pc", options=())
    assert "aiv block 0]" in said
    assert "TilingFunc" not in said
    said = _session(sample, "break add_custom.cpp:52", "run", options=("--host",))
    assert "TilingFunc" in said


def test_flags_that_are_raised(sample: tuple[Path, dict[str, str]]) -> None:
    said = _session(
        sample, "break ascendc_debug_block_begins", "run", "info ascend flags", options=()
    )
    assert "no flag is raised" in said


def test_a_missing_script_is_refused(sample: tuple[Path, dict[str, str]]) -> None:
    folder, environment = sample
    done = subprocess.run(
        ["custom-compiler", "gdb", "AddCustom", "--input", "x.npy", "x.npy", "-x", "none.gdb"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "none.gdb: there is no such file" in done.stderr
