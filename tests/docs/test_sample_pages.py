"""Pages about the AddCustom sample with a change that they name: their commands in order."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.docs.console import Step, alike, console_steps
from tests.utils.installed_sample import InstalledSample

ROOT = Path(__file__).parents[2]
_NET = """\
import custom_compiler
import numpy as np

custom_compiler.run("AddCustom", np.load("x.npy"), np.load("y.npy"))
print("passed")
"""


def _arrays(folder: Path, dtype: type, shape: tuple[int, int]) -> None:
    x, y = np.random.default_rng(1).random((2, *shape)).astype(dtype)
    for name, array in (("x", x), ("y", y)):
        np.save(folder / name, array)
    expected = x + y
    expected[3, 100] = expected[5, 1] = 7
    np.save(folder / "expected", expected)


class Sample:
    """The sample's sources in a folder, built there after a change."""

    def __init__(self, folder: Path, cann_home: Path) -> None:
        self.folder = folder
        for name in ("op_host", "op_kernel"):
            shutil.copytree(ROOT / name, folder / name)
        (folder / "net.py").write_text(_NET)
        kept = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}
        path = f"{Path(sys.executable).parent}:{cann_home / 'bin'}:{os.environ['PATH']}"
        self.environment = kept | {"CUSTOM_COMPILER_HOME": str(cann_home.parent), "PATH": path}

    def build(self, old: str, new: str) -> None:
        """Replace a text of the kernel, and build."""
        kernel = self.folder / "op_kernel/add_custom.cpp"
        assert old in kernel.read_text()
        kernel.write_text(kernel.read_text().replace(old, new, 1))
        command = "custom-compiler build -q -o op_host -k op_kernel --soc_version ascend910b"
        assert self.run(command) == (0, [])

    def run(self, command: str) -> tuple[int, list[str]]:
        """Exit code and lines of a command in the toolkit's environment, with the package."""
        sourced = "source build_out/set_env.bash; " if (self.folder / "build_out").exists() else ""
        done = subprocess.run(
            ["bash", "-c", f'{sourced}eval "$(custom-compiler env)"; {command}'],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout.splitlines()


@pytest.fixture
def sample(tmp_path: Path, cann_home: Path) -> Sample:
    return Sample(tmp_path, cann_home)


def _hold(step: Step, printed: list[str], folder: Path, *, any_floats: bool = False) -> None:
    """Every line that the page shows was printed; of the page's user the folder is another one."""
    said = [line.replace(str(folder), "/home/me/add") for line in printed]
    for line in step.shown:
        if line.strip() not in {"", "..."}:
            found = any(alike(line, text, any_floats=any_floats) for text in said)
            assert found, "\n".join([line, "is not in", *said])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "codes"), [("debugging.md", [1, 0, 0]), ("simulator.md", [0, 0, 0, 0])]
)
def test_looks_inside(
    page: str, codes: list[int], tmp_path: Path, installed_sample: InstalledSample
) -> None:
    _arrays(tmp_path, np.float32, (8, 2048))
    found = []
    for step in console_steps(ROOT / "docs" / page):
        done = subprocess.run(
            step.command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False,
            env=installed_sample.environment(tmp_path),
        )  # fmt: skip
        found.append(done.returncode)
        printed = (done.stdout + done.stderr).splitlines()
        _hold(step, printed, tmp_path, any_floats=True)
    assert found == codes


@pytest.mark.slow
def test_sanitizer(sample: Sample) -> None:
    _arrays(sample.folder, np.float16, (8, 2048))
    change = "pipe.InitBuffer(outQueueZ, BUFFER_NUM, tileLength * sizeof(T)"
    assert f"`{change} / 16)`" in (ROOT / "docs/sanitizer.md").read_text()
    sample.build(change, f"{change} / 16")
    check, code, any_program = console_steps(ROOT / "docs/sanitizer.md")
    status, printed = sample.run(check.command)
    _hold(check, printed, sample.folder)
    assert [str(status)] == code.shown[:1]
    _hold(any_program, sample.run(any_program.command)[1], sample.folder)


@pytest.mark.slow
def test_profiler(sample: Sample) -> None:
    _arrays(sample.folder, np.float16, (2048, 2048))
    one, compare, program, _ = console_steps(ROOT / "docs/profiler.md")
    for name, buffers in (("before", 1), ("after", 2)):
        sample.build(f"BUFFER_NUM = {3 - buffers};", f"BUFFER_NUM = {buffers};")
        _, printed = sample.run(one.command)
        if name == "before":
            _hold(one, printed, sample.folder)
        (made,) = sample.folder.glob("OPPROF_2*")
        made.rename(sample.folder / f"OPPROF_{name}")
    _hold(compare, sample.run(compare.command)[1], sample.folder)
    _hold(program, sample.run(program.command)[1], sample.folder)


@pytest.mark.slow
def test_marks(sample: Sample) -> None:
    _arrays(sample.folder, np.float16, (64, 1024))
    kernel = sample.folder / "op_kernel/add_custom.cpp"
    kernel.write_text(kernel.read_text().replace("BUFFER_NUM = 2;", "BUFFER_NUM = 2;  // tunable"))
    tune = console_steps(ROOT / "docs/marks.md")[0]
    status, printed = sample.run(tune.command)
    assert status == 0, printed
    _hold(tune, printed, sample.folder)
    assert sample.run("patch -p0 < AddCustom.patch")[0] == 0
    assert "BUFFER_NUM = 1;" in kernel.read_text()
