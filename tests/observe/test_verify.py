"""Declared accesses of instructions, against their execution: every kind of record.

The observer `verify` fails a launch whose instructions read or write anything else. Here every kind
once or twice; all tests of instructions run under it on request (CONTRIBUTING.md).
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

from tests.aicore.harness import AIC_ONLY, AIV_ONLY, Kernel, default_root, find_tools
from tests.aicore.observed import ObservedKernel, run_observed
from tests.aicore.observers import OTHER, Tensor

_HERE = Path(__file__).parent


def _instructions() -> set[str]:
    """The kinds of instructions in the toolkit's list."""
    tools = find_tools(default_root(), os.environ.get("CXX", "g++"))
    header = (tools.tikcfw / "isa/records.h").read_text()
    return set(re.findall(r"^    X\((\w+), aicore_\w+\)", header, re.MULTILINE))


def _run(kernel: Kernel, sizes: list[int], task_type: int, folder: Path) -> str:
    tensors = [Tensor("", OTHER, size) for size in sizes]
    return run_observed("verify", folder, kernel, tensors, task_type=task_type).fault


def test_every_kind_accesses_what_it_is_said_to(tmp_path: Path) -> None:
    vectors = ObservedKernel((_HERE / "every_record.h").read_text(), "vectors", 1)
    cube = ObservedKernel((_HERE / "every_cube_record.h").read_text(), "cube", 2)
    assert _run(vectors, [64], AIV_ONLY, tmp_path) == ""
    assert _run(cube, [8192, 4096], AIC_ONLY, tmp_path) == ""
    verified = {
        line for path in tmp_path.glob("*.verified.txt") for line in path.read_text().split()
    }
    assert verified == _instructions()


def test_an_instruction_outside_of_its_memory_faults_as_ever(tmp_path: Path) -> None:
    source = """extern "C" __global__ __aicore__ void outside(GM_ADDR x) {
        using namespace AscendC;
        LocalTensor<float> end(TPosition::VECCALC, 196608 - 64, 64);
        Duplicate(end, 1.0f, 64);
    }"""
    kernel = ObservedKernel(source, "outside", 1)
    assert "accessed UB offset 196608" in _run(kernel, [64], AIV_ONLY, tmp_path)


def test_the_memory_that_is_watched_tells_wrong_accesses(tmp_path: Path) -> None:
    sources = Path(__file__).parents[2] / "toolkit/src"
    program = tmp_path / "probe"
    tools = find_tools(default_root(), os.environ.get("CXX", "g++"))
    subprocess.run(
        [
            *(tools.compiler, "-std=c++17", f"-I{sources}", f"-I{tools.tikcfw}"),
            *(f"-I{tools.include}", str(_HERE / "watched_memory_probe.cpp")),
            *(str(sources / "observe/verify/watched_memory.cpp"), "-o", str(program)),
        ],
        check=True,
    )
    done = subprocess.run([str(program)], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "as said: right, then 1",
        "writes before: first 20",
        "writes after: first 80",
        "writes far away: first 255",
        "reads more: second 79",
        "writes less: second 79",
        "writes where a byte differs: second 100",
    ]
