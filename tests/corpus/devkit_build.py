"""Test sources of asc-devkit built on the toolkit's headers and libraries, and run case by case."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.corpus.devkit_cases import cases_of, errors_by_case, outcomes_of, without

if TYPE_CHECKING:
    from collections.abc import Iterator

STANDINS = Path(__file__).parent / "standins" / "for_devkit"
_INCLUDE = re.compile(r'^\s*#include "([^"]+)"', re.MULTILINE)
COMPILE_SECONDS = 1800
_RUN_SECONDS = 300
_ROUNDS = 6
# What googletest says of suites whose cases do not compile.
_NO_CASE = "GoogleTestVerification.*"
_LIBRARIES = ("tiling_api", "platform", "register", "graph", "graph_base", "exe_graph", "c_sec",
              "ascendalog", "error_manager", "pthread", "dl")  # fmt: skip
# CANN's libraries have the old strings of libstdc++; tests look into private members.
OPTIONS = ("-std=c++17", "-O0", "-w", "-fno-access-control", "-fmax-errors=0",
            "-D_GLIBCXX_USE_CXX11_ABI=0", "-fno-diagnostics-show-caret")  # fmt: skip


@dataclass(frozen=True)
class Verdict:
    """Result of one case: right, wrong, crash or not compiled, and the reason."""

    case: str
    verdict: str
    reason: str = ""


@dataclass(frozen=True)
class Product:
    """A product as asc-devkit's build names it to its host tests."""

    name: str
    arch: int  # __NPU_ARCH__
    core: int  # __CCE_AICORE__

    @property
    def macros(self) -> list[str]:
        """The definitions of its build."""
        return ["-DUT_TEST", f"-D__NPU_ARCH__={self.arch}", f"-D__CCE_AICORE__={self.core}",
                "-D__CCE_KT_TEST__=1", "-DASCENDC_CPU_DEBUG=1"]  # fmt: skip


@dataclass(frozen=True)
class Surroundings:
    """The checkout, the toolkit, googletest's sources, and a folder for what is made."""

    checkout: Path
    home: Path
    googletest: Path
    folder: Path

    @property
    def unit(self) -> Path:
        """The unit tests of the checkout."""
        return self.checkout / "tests" / "unit"


def host_executable(
    source: Path, product: Product, at: Surroundings
) -> tuple[Path | None, dict[str, str]]:
    """The program of a host test's source, and the cases it lacks with the compiler's reason."""
    folder = at.folder / product.name / source.stem
    folder.mkdir(parents=True, exist_ok=True)
    headers = _standin_headers(source, at, folder / "include")
    public = at.home / "include"
    includes = [
        STANDINS / "include",
        headers,
        headers / "include",
        public,
        public / "lib",
        public / "base",
        at.unit / "common",
        at.googletest / "include",
    ]
    options = [*OPTIONS, *product.macros, *(f"-I{path}" for path in includes)]
    stub = _platform_stub(at, folder, options)
    bridge = compiled(STANDINS / "platform_bridge.cpp", folder / "bridge.o", options)
    tests, lacking = tests_object(source, folder, options)
    if tests is None:
        return None, lacking
    program = folder / "tests"
    gtest = _googletest(at)
    libraries = at.home / "lib64"
    command: list[str | Path] = ["g++", "-o", program, tests, stub, bridge, gtest, main_object(at)]
    command += [f"-L{libraries}", f"-Wl,-rpath,{libraries}", "-Wl,--allow-multiple-definition"]
    command += [f"-l{name}" for name in _LIBRARIES]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=COMPILE_SECONDS
    )
    if done.returncode:
        reason = undefined(done.stderr)
        return None, lacking | {case.name: reason for case in cases_of(source.read_text())}
    return program, lacking


def _platform_stub(at: Surroundings, folder: Path, options: list[str]) -> Path:
    """The platform that the tests make up; what they redefine of PlatformAscendC is ours."""
    text = (at.unit / "common" / "platform_stub.cpp").read_text(encoding="utf-8")
    copy = folder / "platform_stub.cpp"
    copy.write_text(text.partition("namespace platform_ascendc {")[0], encoding="utf-8")
    return compiled(copy, folder / "stub.o", options)


def undefined(messages: str) -> str:
    """The linker's first complaint."""
    found = re.search(r"undefined reference to [`'\"](.*)'", messages)
    return f"undefined reference to {found[1]}" if found else messages.strip()[-200:]


def _googletest(at: Surroundings) -> Path:
    """googletest and its main function, with the strings that CANN's libraries have."""
    made = at.folder / "gtest.o"
    options = [*OPTIONS, f"-I{at.googletest / 'include'}", f"-I{at.googletest}"]
    return (
        made if made.exists() else compiled(at.googletest / "src" / "gtest-all.cc", made, options)
    )


def compiled(source: Path, made: Path, options: list[str]) -> Path:
    """Compile a source; raise RuntimeError with the messages on failure."""
    done = _compile(source, made, options)
    if done:
        raise RuntimeError(f"{source}: {done}")
    return made


def _compile(source: Path, made: Path, options: list[str]) -> str:
    """The compiler's messages; empty if it was content."""
    done = subprocess.run(
        ["g++", *options, "-c", source, "-o", made], capture_output=True, text=True, check=False,
        timeout=COMPILE_SECONDS, env=os.environ | {"LC_ALL": "C"},
    )  # fmt: skip
    return done.stderr if done.returncode else ""


def tests_object(
    source: Path, folder: Path, options: list[str]
) -> tuple[Path | None, dict[str, str]]:
    """The source's object, without the cases that do not compile."""
    text = source.read_text(encoding="utf-8")
    copy, made = folder / source.name, folder / "tests.o"
    lacking: dict[str, str] = {}
    for _ in range(_ROUNDS):
        cases = cases_of(text)
        copy.write_text(text, encoding="utf-8")
        messages = _compile(copy, made, [f"-I{source.parent}", *options])
        if not messages:
            return made, lacking
        errors = errors_by_case(messages, str(copy), cases)
        blamed = [case for case in errors if case is not None]
        if not blamed:
            reason = errors.get(None, messages.strip()[-200:])
            return None, lacking | {case.name: reason for case in cases}
        lacking |= {case.name: errors[case] for case in blamed}
        text = without(text, blamed)
    return None, lacking | {case.name: "errors without end" for case in cases_of(text)}


def _standin_headers(source: Path, at: Surroundings, folder: Path) -> Path:
    """Headers that tests name by their place in asc-devkit: public ones are the toolkit's, and
    implementations are empty, as we have no part of them."""
    for name in _INCLUDE.findall(source.read_text(encoding="utf-8")):
        public = name.removeprefix("include/adv_api/")
        if (STANDINS / "include" / name).exists():
            continue
        if name.startswith("impl/"):
            line = "#pragma once\n"
        elif public != name and (at.home / "include" / "lib" / public).exists():
            line = f'#include "lib/{public}"\n'
        else:
            continue
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(line, encoding="utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def main_object(at: Surroundings) -> Path:
    """The main function of the tests."""
    text = (
        "#include <gtest/gtest.h>\n"
        "int main(int argc, char** argv) {\n"
        "    testing::InitGoogleTest(&argc, argv);\n"
        "    return RUN_ALL_TESTS();\n"
        "}\n"
    )
    path = at.folder / "main.cpp"
    path.write_text(text, encoding="utf-8")
    return compiled(path, at.folder / "main.o", [*OPTIONS, f"-I{at.googletest / 'include'}"])


def run_cases(program: Path, names: str = "*") -> Iterator[Verdict]:
    """Runs a program's cases in their order; a crash costs the case at work and no other."""
    done: set[str] = set()
    while True:
        command = [str(program), f"--gtest_filter={names}-{':'.join([_NO_CASE, *sorted(done)])}"]
        try:
            ran = subprocess.run(
                command, capture_output=True, text=True, errors="replace", check=False,
                timeout=_RUN_SECONDS, cwd=program.parent,
            )  # fmt: skip
            output, cause = ran.stdout, _cause(ran)
        except subprocess.TimeoutExpired as error:
            output = (error.stdout or b"").decode(errors="replace")
            cause = f"no end after {_RUN_SECONDS} s"
        ended, running = outcomes_of(output.splitlines())
        fresh = {name: said for name, said in ended.items() if name not in done}
        yield from (Verdict(name, *said) for name, said in fresh.items())
        done |= set(fresh)
        if not running:
            return
        yield Verdict(running, "crash", cause)
        done.add(running)


def _cause(ran: subprocess.CompletedProcess[str]) -> str:
    """Why a program ended: what it says of a failed kernel, else its exit code."""
    said = [line for line in ran.stderr.splitlines() if line.startswith("[ERROR]")]
    return said[-1].partition(": ")[2][:200] if said else f"ended with {ran.returncode}"
