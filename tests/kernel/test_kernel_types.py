"""The compiler's types of kernels are those of the kernel headers and of the runtime."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from custom_compiler.kernel.toolchain import kernel_types
from custom_compiler.kernel.toolchain.kernel_types import CUBE, SYNC, VECTOR, inferred_type, type_on

REPOSITORY = Path(__file__).parents[2]


def test_numbers_and_rules(tmp_path: Path) -> None:
    toolkit = REPOSITORY / "toolkit"
    program = tmp_path / "kernel_types"
    source = Path(__file__).with_name("kernel_types.cpp")
    includes = [f"-I{toolkit}/src", f"-I{toolkit}/tikcpp/tikcfw"]
    compiler = os.environ.get("CXX", "g++")
    subprocess.run([compiler, "-std=c++17", *includes, source, "-o", program], check=True)
    said = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    lines = [line.split() for line in said.splitlines()]

    numbers = {name: int(value) for name, value, *_ in lines if name.isupper()}
    assert numbers == {name: getattr(kernel_types, name) for name in numbers}

    uses = [
        {kind for bit, kind in enumerate((CUBE, VECTOR, SYNC)) if n >> bit & 1} for n in range(8)
    ]
    inferred = [int(words[1]) for words in lines if words[0] == "inferred"]
    assert inferred == [inferred_type(kinds) for kinds in uses]

    means = [tuple(map(int, words[1:])) for words in lines if words[0] == "means"]
    assert means == [(type_on(True, kind), type_on(False, kind)) for kind in range(len(means))]
    assert len(means) == 10
