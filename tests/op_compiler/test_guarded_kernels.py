"""Debug kernels that hold themselves to something in unmodified programs: oom and check_flag."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.op_compiler.conftest import OpCompiler
from tests.op_compiler.test_installed_packages import Program
from tests.utils.installed_sample import InstalledSample

_ON = {"ASCENDC_ENABLE_DEBUG_KERNEL": "on"}
_STORE = "Store(zGm[offset], zLocal, count);"


@pytest.fixture
def program(tmp_path: Path, installed_sample: InstalledSample) -> Program:
    """The client, with a separate package whose sources tests may change."""
    vendor = tmp_path / "vendors/customize"
    shutil.copytree(installed_sample.vendor, vendor, symlinks=True)
    return Program(tmp_path, InstalledSample(vendor, installed_sample.home))


def install_debug_kernel(program: Program, op_compiler: OpCompiler, words: str) -> None:
    """Build the kernel of the client's call with these words."""
    program.run()
    (call,) = program.taken()
    (program.folder / "debug.cfg").write_text(words + "\n")
    name = Path(call["kernel"]).stem
    options = ("-d", "debug.cfg", "-k", name, "-v", "Ascend910B3", "-o", "debug")
    done = op_compiler(*options, **program.variables)
    assert done.returncode == 0, done.stderr
    program.install(program.folder / "debug.run")


def test_right_kernels_pass(program: Program, op_compiler: OpCompiler) -> None:
    install_debug_kernel(program, op_compiler, "oom,check_flag")
    program.run(**_ON)
    assert [call["taken"] for call in program.taken()] == ["debug"]


@pytest.mark.parametrize(
    ("word", "code", "fault"),
    [
        (
            "oom",
            "Store(zGm[offset], zLocal, count + 16);",
            "oom: DataCopy writes 32 bytes past the end of z, which has 32768",
        ),
        (
            "oom",
            f"{_STORE} zGm.SetValue(blockLength, zLocal.GetValue(0));",
            "oom: a scalar writes 2 bytes past the end of z, which has 32768",
        ),
        (
            "check_flag",
            f"{_STORE} AscendC::SetFlag<AscendC::HardEvent::V_MTE3>(EVENT_ID3);",
            "check_flag: flag V_MTE3, id 3, is set at {place} and nobody waits for it",
        ),
        (
            "check_flag",
            f"{_STORE} AscendC::WaitFlag<AscendC::HardEvent::V_MTE3>(EVENT_ID3);",
            "check_flag: flag V_MTE3, id 3, is waited for and was not set",
        ),
    ],
)
def test_launches_of_faulty_ones_fail(
    program: Program, op_compiler: OpCompiler, word: str, code: str, fault: str
) -> None:
    """Without mssanitizer, as the kernels of CANN do."""
    (source,) = program.vendor.glob("op_impl/ai_core/tbe/*_impl/dynamic/**/add_custom.cpp")
    text = source.read_text()
    assert text.count(_STORE) == 1
    place = f"{source.resolve()}:{1 + text[: text.index(_STORE)].count(chr(10))}"
    source.write_text(text.replace(_STORE, code))
    install_debug_kernel(program, op_compiler, word)
    files = [str(program.folder / f"{name}.bin") for name in "xyz"]
    done = subprocess.run(
        [str(program.client), "1", *files, "8", "2048"],
        env={**os.environ, **program.variables, **_ON},
        cwd=program.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert f"EZ9999: {fault.format(place=place)}" in done.stderr
    assert "add_custom.cpp:" in done.stderr
