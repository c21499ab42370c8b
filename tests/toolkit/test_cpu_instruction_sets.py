"""A library of simulated cores that was compiled for another CPU than this one."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from custom_compiler.support.host_compiler import find_compiler

# Elsewhere executors have no instruction set to lack.
pytestmark = pytest.mark.skipif(platform.machine() != "x86_64", reason="needs an x86-64 CPU")
TOOLKIT = Path(__file__).parents[2] / "toolkit"
_BASE_CPU = "-D__builtin_cpu_supports(feature)=0"
_V4_CPU = "-D__builtin_cpu_supports(feature)=1"


def _load(
    folder: Path, cpu: str, native: str, environment: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """Load the part of the library that knows CPUs, compiled for `native`, on the CPU `cpu`."""
    library = folder / "libcpu_isa.so"
    command = [*find_compiler().command, "-std=c++17", "-shared", "-fPIC", cpu]
    command += ["-D__builtin_cpu_init()=0", f'-DAICORE_NATIVE_ISA="{native}"']
    command += [f"-I{TOOLKIT / include}" for include in ("src", "tikcpp/tikcfw")]
    command += [str(TOOLKIT / "src/aicore/cpu_isa.cpp"), "-o", str(library)]
    subprocess.run(command, check=True)
    program = f"import ctypes; ctypes.CDLL({str(library)!r}); print('loaded')"
    return subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_lacking_instructions_are_an_error_that_names_them(tmp_path: Path) -> None:
    done = _load(tmp_path, _BASE_CPU, "v3", {})
    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        "",
        (
            "error: libascendc_aicore.so: compiled for CPUs with x86-64-v3, this one has base\n"
            "hint: install custom_compiler from source on this machine, or a wheel for all CPUs\n"
        ),
    )


def test_excluded_instructions_are_an_error_that_names_the_variable(tmp_path: Path) -> None:
    done = _load(tmp_path, _V4_CPU, "v4", {"ASCENDC_CPU_ISA": "v3"})
    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        "",
        (
            "error: ASCENDC_CPU_ISA=v3: libascendc_aicore.so was compiled for x86-64-v4 only\n"
            "hint: unset it, or install custom_compiler with CUSTOM_COMPILER_CPUS=all\n"
        ),
    )


@pytest.mark.parametrize(
    ("cpu", "native", "limit"),
    [(_V4_CPU, "v3", "v3"), (_V4_CPU, "v4", "v4"), (_BASE_CPU, "base", "v4")],
)
def test_sufficient_cpus_load_it(tmp_path: Path, cpu: str, native: str, limit: str) -> None:
    done = _load(tmp_path, cpu, native, {"ASCENDC_CPU_ISA": limit})
    assert (done.returncode, done.stdout, done.stderr) == (0, "loaded\n", "")
