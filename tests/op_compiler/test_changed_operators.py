"""Static kernels of an operator whose package is upgraded after they were made."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from installed_sample import InstalledSample

from .conftest import OpCompiler
from .information_files import add_custom, write
from .test_installed_packages import Program

_SOC = ("-v", "Ascend910B3")


@pytest.fixture
def program(tmp_path: Path, installed_sample: InstalledSample) -> Program:
    """The client, with a package of its own that tests may change."""
    vendor = tmp_path / "vendors/customize"
    shutil.copytree(installed_sample.vendor, vendor, symlinks=True)
    return Program(tmp_path, InstalledSample(vendor, installed_sample.home))


def test_new_sources_are_compiled_whatever_the_cache_holds(
    program: Program, op_compiler: OpCompiler, tmp_path: Path
) -> None:
    """Sources that subtract, beside the dynamic kernel that still adds: each value differs."""
    write(tmp_path / "dump/one.json", add_custom())
    words = ("-p", "dump", *_SOC, "--verify", "-o")
    assert op_compiler(*words, "old", **program.variables).returncode == 0
    (source,) = program.vendor.glob("op_impl/ai_core/tbe/*_impl/dynamic/**/add_custom.cpp")
    text = source.read_text()
    assert "AscendC::Add(" in text
    source.write_text(text.replace("AscendC::Add(", "AscendC::Sub("))
    done = op_compiler(*words, "new", **program.variables)
    assert done.returncode == 1
    assert "[summary] verify: 0 of 2 kernels equal, 2 different" in done.stdout
    program.install(tmp_path / "new.run")
    with pytest.raises(AssertionError, match="Mismatched elements"):
        program.run()
    assert [call["taken"] for call in program.taken()] == ["static"]
    source.write_text(text)
    assert op_compiler(*words, "again", **program.variables).returncode == 0
    program.install(tmp_path / "again.run")
    program.run()
    assert [call["taken"] for call in program.taken()] == ["static"]
