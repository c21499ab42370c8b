"""Facts that CMake receives about the compiler equal those that it finds out by itself."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from custom_compiler.project.compiler_facts import compiler_facts

LISTS = """\
cmake_minimum_required(VERSION 3.16)
project(p LANGUAGES CXX)
foreach(name IN ITEMS {names})
  message(STATUS "FACT ${{name}}=${{${{name}}}}")
endforeach()
"""


def environment(compiler: str) -> dict[str, str]:
    plain = {k: v for k, v in os.environ.items() if k not in {"CXXFLAGS", "CPPFLAGS", "LDFLAGS"}}
    return {**plain, "CXX": compiler}


def configure(folder: Path, env: dict[str, str], facts: dict[str, str]) -> dict[str, str]:
    names = "COMPILER_ID COMPILER_VERSION SIZEOF_DATA_PTR BYTE_ORDER STANDARD_COMPUTED_DEFAULT"
    names = " ".join(f"CMAKE_CXX_{name}" for name in [*names.split(), "COMPILE_FEATURES"])
    folder.mkdir()
    (folder / "CMakeLists.txt").write_text(LISTS.format(names=names + " CMAKE_COMPILER_IS_GNUCXX"))
    command: list[str | Path] = [
        "cmake",
        "-S",
        folder,
        "-B",
        folder / "b",
        *[f"-D{k}={v}" for k, v in facts.items()],
    ]
    text = subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout
    # With all facts, CMake compiles no test program.
    assert ("Detecting CXX compiler ABI info" not in text) == bool(facts)
    return dict(re.findall(r"FACT (\w+)=(.*)", text))


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_facts_are_what_cmake_finds(compiler: str, tmp_path: Path) -> None:
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    env = environment(compiler)
    facts = compiler_facts(env)
    assert facts
    assert configure(tmp_path / "told", env, facts) == configure(tmp_path / "found", env, {})


@pytest.mark.parametrize(
    "change", [{"CXXFLAGS": "-m32"}, {"CXX": "no-such-compiler"}, {"CXX": "false"}]
)
def test_unusual_compilers_are_left_to_cmake(change: dict[str, str]) -> None:
    assert compiler_facts({**environment("g++"), **change}) == {}


def test_a_compiler_that_only_claims_to_be_gcc_is_left_to_cmake(tmp_path: Path) -> None:
    fake = tmp_path / "g++"
    fake.write_text('#!/bin/sh\nexec g++ "$@" -D__INTEL_COMPILER=2021\n')
    fake.chmod(0o755)
    assert compiler_facts(environment(str(fake))) == {}
