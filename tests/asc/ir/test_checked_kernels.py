"""The IR of twenty kernels, by filecheck, and through MLIR's own tool where it is installed."""

import inspect
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from custom_compiler.asc.ir.text import print_module
from custom_compiler.asc.transforms import TransformOptions, run
from tests.asc.codegen.tracing import module_of, pointer, scalar
from tests.asc.ir.checked_kernels import KERNELS

FILECHECK = Path(sys.executable).with_name("filecheck")
NAMES = sorted(KERNELS)


def traced(name):
    return module_of(KERNELS[name], pointer(), pointer(), scalar())


def checked(tmp_path, name, text, prefix):
    expected = tmp_path / "expected"
    source = inspect.getsource(KERNELS[name])
    if f"{prefix}:" not in source:
        return ""
    expected.write_text(source, encoding="utf-8")
    command = [FILECHECK, "--check-prefix", prefix, expected]
    done = subprocess.run(command, check=False, input=text, capture_output=True, text=True)
    return done.stderr + done.stdout if done.returncode else ""


def test_there_are_twenty():
    assert len(KERNELS) == 20


@pytest.mark.parametrize("name", NAMES)
def test_ir_is_as_beside_the_kernel(tmp_path, name):
    module = traced(name)
    assert checked(tmp_path, name, print_module(module), "CHECK") == ""
    run(module, TransformOptions(verify=True))
    assert checked(tmp_path, name, print_module(module), "PASSED") == ""


@pytest.mark.skipif(not shutil.which("mlir-opt-19"), reason="needs Debian's mlir-19-tools")
@pytest.mark.parametrize("name", NAMES)
def test_tools_of_mlir_take_the_generic_spelling(name):
    module = traced(name)
    for _ in range(2):
        text = print_module(module, generic=True)
        command = ["mlir-opt-19", "--allow-unregistered-dialect"]
        done = subprocess.run(command, check=False, input=text, capture_output=True, text=True)
        assert done.stderr == ""
        run(module, TransformOptions(verify=True))
