"""Packages of op_compiler as an unmodified program takes them, installed in a separate opp."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from tests.op_compiler.conftest import OpCompiler
from tests.op_compiler.information_files import add_custom, write
from tests.utils.add_custom import build_client
from tests.utils.caches import cache_with_headers
from tests.utils.installed_sample import InstalledSample

_SHAPE = (8, 2048)
_SOC = ("-v", "Ascend910B3")


class Program:
    """The sample's C++ client, with an opp that packages are installed into."""

    def __init__(self, folder: Path, sample: InstalledSample) -> None:
        self.folder = folder
        self.home = sample.home
        self.vendor = sample.vendor
        self.opp = folder / "opp"
        self.log = folder / "calls.log"
        self.client = build_client(sample.home, sample.vendor, folder)
        self.opp.mkdir()
        for entry in (sample.home / "opp").iterdir():
            (self.opp / entry.name).symlink_to(entry)
        self.values = np.random.default_rng(5).uniform(-9, 9, (2, *_SHAPE)).astype(np.float16)
        for name, array in zip("xy", self.values, strict=True):
            array.tofile(folder / f"{name}.bin")

    @property
    def variables(self) -> dict[str, str]:
        """The environment of the program and of op_compiler."""
        return {
            "ASCEND_OPP_PATH": str(self.opp),
            "ASCEND_CUSTOM_OPP_PATH": str(self.vendor),
            "CUSTOM_COMPILER_CACHE": cache_with_headers(self.folder.parent / "cache of programs"),
            "ASCENDC_SOC_VERSION": "Ascend910B3",
            "LD_LIBRARY_PATH": f"{self.home}/lib64:{self.vendor}/op_api/lib",
            "ASCENDC_KERNEL_LOG": str(self.log),
        }

    def install(self, package: Path) -> None:
        command = ["sh", str(package), "--quiet", f"--install-path={self.opp}"]
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True)

    def run(self, *before: str, **variables: str) -> str:
        """Run it, require NumPy's result; what it printed."""
        files = [str(self.folder / f"{name}.bin") for name in "xyz"]
        done = subprocess.run(
            [*before, str(self.client), "1", *files, *map(str, _SHAPE)],
            env={**os.environ, **self.variables, **variables},
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        result = np.fromfile(self.folder / "z.bin", np.float16).reshape(_SHAPE)
        np.testing.assert_array_equal(result, self.values[0] + self.values[1])
        return done.stdout + done.stderr

    def taken(self) -> list[dict[str, str]]:
        """The calls since the last question."""
        calls = [json.loads(line) for line in self.log.read_text().splitlines()]
        self.log.unlink()
        return calls


@pytest.fixture
def program(tmp_path: Path, installed_sample: InstalledSample) -> Program:
    return Program(tmp_path, installed_sample)


def test_static_kernels_are_taken_and_removed(
    program: Program, op_compiler: OpCompiler, tmp_path: Path
) -> None:
    write(tmp_path / "dump/one.json", add_custom(_SHAPE))
    program.run()
    assert [call["taken"] for call in program.taken()] == ["dynamic"]
    done = op_compiler("-p", "dump", *_SOC, "-o", "net", **program.variables)
    assert done.returncode == 0, done.stderr
    program.install(tmp_path / "net.run")
    program.run()
    diff = op_compiler("--diff", program.log, "-p", "dump", **program.variables)
    assert "[summary] 1 of 1 calls, 1 of 1 keys were static" in diff.stdout
    (call,) = program.taken()
    assert call["taken"] == "static"
    assert Path(call["kernel"]).name.startswith("static_kernel_AddCustom_")
    uninstall = str(program.opp / "static_kernel/ai_core/uninstall.sh")
    subprocess.run(["sh", uninstall, "--quiet"], check=True, capture_output=True)
    program.run()
    assert [call["taken"] for call in program.taken()] == ["dynamic"]


def test_what_a_run_has_recorded(program: Program, op_compiler: OpCompiler, tmp_path: Path) -> None:
    """Information files of the unmodified client serve both kinds of builds."""
    program.run(ASCENDC_DUMP_OP_ARGS=str(tmp_path / "dump"))
    program.taken()
    (static,) = tmp_path.glob("dump/*_opcompile")
    done = op_compiler("-p", static, *_SOC, "-o", "net", "--verify", **program.variables)
    assert done.returncode == 0, done.stderr
    assert "[summary] verify: 2 of 2 kernels equal" in done.stdout
    program.install(tmp_path / "net.run")
    program.run()
    assert [call["taken"] for call in program.taken()] == ["static"]
    (debug,) = tmp_path.glob("dump/*_debug")
    (tmp_path / "debug.cfg").write_text("ccec_g,ccec_O0\n")
    done = op_compiler("-d", "debug.cfg", "-p", debug, *_SOC, "-o", "debug", **program.variables)
    assert done.returncode == 0, done.stderr
    program.install(tmp_path / "debug.run")
    program.run(ASCENDC_ENABLE_DEBUG_KERNEL="on")
    (call,) = program.taken()
    assert call["taken"] == "debug"
    assert Path(call["kernel"]).name.startswith("AddCustom_"), "the kernel that was dynamic"


def test_debug_kernels_are_taken_where_they_are_wanted(
    program: Program, op_compiler: OpCompiler, tmp_path: Path
) -> None:
    """The dynamic kernel and the static one; on and off without installing again."""
    write(tmp_path / "dump/one.json", add_custom(_SHAPE))
    (tmp_path / "debug.cfg").write_text("ccec_g,ccec_O0\n")
    program.run()
    (dynamic,) = program.taken()
    assert op_compiler("-p", "dump", *_SOC, "-o", "net", **program.variables).returncode == 0
    program.install(tmp_path / "net.run")
    program.run()
    (static,) = program.taken()
    kernels = []
    for call in (dynamic, static):
        description = json.loads(Path(call["kernel"]).with_suffix(".json").read_text())
        kernels += ["-k", description["kernelName"]]
    done = op_compiler("-d", "debug.cfg", *kernels, *_SOC, "-o", "debug", **program.variables)
    assert done.returncode == 0, done.stderr
    assert "total 3, success 3" in done.stdout, "both kinds of determinism have one name"
    program.install(tmp_path / "debug.run")

    program.run()
    assert [call["taken"] for call in program.taken()] == ["static"]
    program.run(ASCENDC_ENABLE_DEBUG_KERNEL="on")
    (call,) = program.taken()
    assert call["taken"] == "debug"
    assert Path(call["kernel"]).name == Path(static["kernel"]).name
    uninstall = str(program.opp / "static_kernel/ai_core/uninstall.sh")
    subprocess.run(["sh", uninstall, "--quiet"], check=True, capture_output=True)
    program.run(ASCENDC_ENABLE_DEBUG_KERNEL="on")
    assert [call["taken"] for call in program.taken()] == ["debug"]
    program.run(ASCENDC_ENABLE_DEBUG_KERNEL="off")
    assert [call["taken"] for call in program.taken()] == ["dynamic"]

    checker = (str(program.home / "bin/mssanitizer"),)
    said = program.run(*checker, ASCENDC_ENABLE_DEBUG_KERNEL="on")
    assert "No error detected" in said
    assert "not checked" not in said


@pytest.mark.debugger
@pytest.mark.parametrize("taken", ["dynamic", "static"])
def test_debugger(program: Program, op_compiler: OpCompiler, tmp_path: Path, taken: str) -> None:
    """A kernel for all shapes, and one whose tiling is constant."""
    (tmp_path / "debug.cfg").write_text("ccec_g,ccec_O0\n")
    if taken == "static":
        write(tmp_path / "dump/one.json", add_custom(_SHAPE))
        assert op_compiler("-p", "dump", *_SOC, "-o", "net", **program.variables).returncode == 0
        program.install(tmp_path / "net.run")
    program.run()
    (call,) = program.taken()
    assert call["taken"] == taken
    description = json.loads(Path(call["kernel"]).with_suffix(".json").read_text())
    kernel = description["kernelName"]
    done = op_compiler("-d", "debug.cfg", "-k", kernel, *_SOC, "-o", "debug", **program.variables)
    assert done.returncode == 0, done.stderr
    program.install(tmp_path / "debug.run")
    sources = program.opp / "debug_kernel/ascend910b/add_custom"
    words = ["set breakpoint pending on", f"directory {sources}", "break add_custom.cpp:50"]
    words += ["run", "print count", "up", "print blockLength", "delete", "continue"]
    gdb = ["gdb", "-q", "-batch", *(part for word in words for part in ("-ex", word)), "--args"]
    said = program.run(*gdb, ASCENDC_ENABLE_DEBUG_KERNEL="on")
    assert "hit Breakpoint 1, KernelAdd<AscendC::half>::Compute" in said
    assert "AscendC::Add(zLocal, xLocal, yLocal" in said
    assert "$1 = 2048" in said
    assert "$2 = 2048" in said, "of the tiling data"
    assert [call["taken"] for call in program.taken()] == ["debug"]
