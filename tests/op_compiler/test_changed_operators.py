"""Static kernels of an operator whose package is upgraded after they were made."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from custom_compiler.doctor import diagnose
from tests.op_compiler.conftest import OpCompiler
from tests.op_compiler.information_files import add_custom, write
from tests.op_compiler.test_installed_packages import Program
from tests.utils.installed_sample import InstalledSample

_SOC = ("-v", "Ascend910B3")


@pytest.fixture
def program(tmp_path: Path, installed_sample: InstalledSample) -> Program:
    """The client, with a separate package that tests may change."""
    vendor = tmp_path / "vendors/customize"
    shutil.copytree(installed_sample.vendor, vendor, symlinks=True)
    return Program(tmp_path, InstalledSample(vendor, installed_sample.home))


@pytest.mark.slow
def test_new_sources_are_compiled_whatever_the_cache_holds(
    program: Program, op_compiler: OpCompiler, tmp_path: Path
) -> None:
    """Sources that subtract, while the dynamic kernel still adds: each value differs."""
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


def upgrade_kernels(program: Program, folder: Path) -> None:
    """Compile the kernels of the package again, from the sources that it has."""
    tbe = program.vendor / "op_impl/ai_core/tbe"
    (implementation,) = tbe.glob("*_impl/dynamic/add_custom.py")
    for description in (tbe / "kernel/ascend910b/add_custom").glob("*.json"):
        info = json.loads(description.read_text())["supportInfo"]
        node = {"bin_filename": description.stem, "inputs": info["inputs"]}
        node |= {"outputs": info["outputs"]}
        write(folder / "param.json", {"op_type": "AddCustom", "op_list": [node]})
        opc = [program.home / "bin/opc", implementation, "--soc_version=Ascend910B3"]
        opc += [f"--input_param={folder}/param.json", f"--output={description.parent}"]
        environment = {**os.environ, **program.variables, "HI_PYTHON": sys.executable}
        subprocess.run(list(map(str, opc)), cwd=folder, env=environment, check=True)


def problems(program: Program) -> list[str]:
    """Return the doctor's problems with packages of kernels."""
    environ = {**program.variables, "ASCEND_HOME_PATH": str(program.home)}
    facts = diagnose(environ={"PATH": os.environ["PATH"], **environ})
    return [fact.problem for fact in facts if fact.topic == "kernels"]


def upgrade_tiling(program: Program, _folder: Path) -> None:
    """Another library of tiling functions, which does the same."""
    (library,) = program.vendor.rglob("libcust_opmaster_rt2.0.so")
    library.write_bytes(library.read_bytes() + b"upgraded")


def subtract(program: Program, folder: Path) -> None:
    """Let the operator's kernel subtract."""
    (source,) = program.vendor.glob("op_impl/ai_core/tbe/*_impl/dynamic/**/add_custom.cpp")
    source.write_text(source.read_text().replace("AscendC::Add(", "AscendC::Sub("))
    upgrade_kernels(program, folder)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("upgrade", "sums", "part"),
    [
        (subtract, pytest.raises(AssertionError, match="Mismatched elements"), "kernel"),
        (upgrade_tiling, nullcontext(), "library of tiling functions"),
    ],
)
def test_kernels_of_an_earlier_version_are_left(
    program: Program, op_compiler: OpCompiler, tmp_path: Path, upgrade, sums, part: str
) -> None:
    """Static and debug kernels would go on with the results of the old one."""
    write(tmp_path / "dump/one.json", add_custom())
    (tmp_path / "debug.cfg").write_text("ccec_g\n")
    make = ("-p", "dump", *_SOC, "-o")
    assert op_compiler(*make, "old", **program.variables).returncode == 0
    program.install(tmp_path / "old.run")
    program.run()
    (static,) = program.taken()
    name = json.loads(Path(static["kernel"]).with_suffix(".json").read_text())["kernelName"]
    make_debug = ("-d", "debug.cfg", "-k", name, *_SOC, "-o", "debug")
    assert op_compiler(*make_debug, **program.variables).returncode == 0
    program.install(tmp_path / "debug.run")
    program.run(ASCENDC_ENABLE_DEBUG_KERNEL="on")
    assert [static["taken"], *(call["taken"] for call in program.taken())] == ["static", "debug"]
    assert problems(program) == ["", ""]

    upgrade(program, tmp_path)
    change = f"AddCustom had another {part} than {program.vendor} has now"
    with sums:
        program.run(ASCENDC_ENABLE_DEBUG_KERNEL="on")
    diff = op_compiler("--diff", program.log, **program.variables)
    assert f"1 dynamic: {static['kernel']} is out of date: {change}: run op_compiler" in diff.stdout
    assert [call["taken"] for call in program.taken()] == ["dynamic"]
    for problem in problems(program):
        assert f" is out of date, programs leave it: {change}; make them again" in problem
    done = op_compiler(*make_debug, **program.variables)
    assert done.returncode == 1
    assert f"it is not of what is installed: {change}" in done.stderr

    assert op_compiler(*make, "new", **program.variables).returncode == 0
    program.install(tmp_path / "new.run")
    with sums:
        program.run()
    assert [call["taken"] for call in program.taken()] == ["static"]
