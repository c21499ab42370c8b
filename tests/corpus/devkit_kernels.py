"""asc-devkit's kernel tests: which products build which sources, and their programs."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.corpus.devkit_build import (
    COMPILE_SECONDS,
    OPTIONS,
    STANDINS,
    Surroundings,
    Verdict,
    compiled,
    run_cases,
    tests_object,
    undefined,
)
from tests.corpus.devkit_cases import cases_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_FILES = re.compile(r"file\(GLOB(?:_RECURSE)? ASCENDC_TEST_(\w+?)_CASE_SRC\w*([^)]*)\)", re.DOTALL)
_INTERNAL = re.compile(r'#include "impl/')
# Headers of CANN's CPU model. Many tests include them for nothing: they are empty here, and cases
# that do use what would be there do not compile.
_MODEL = re.compile(r'#include "((?:model|mockcpp|(?:\w+/)*api_check)/[\w./]+|stub_def\.h)"')
_REPLACES = re.compile(r"\bMOCKER|\bcheck::")
_ZERO = re.compile(
    r"; (?:0|0x0+|0\.0f?|'\\0'|static_cast<\w+>\(0\))(?:; Which is: (?:0\b.*|'\\0'))?$"
)


@dataclass(frozen=True)
class KernelProduct:
    """A product as asc-devkit's build names it to its kernel tests."""

    name: str
    soc: str
    arch: int  # __NPU_ARCH__
    core: int  # __CCE_AICORE__
    macros: tuple[str, ...]
    cube: bool = False

    @property
    def options(self) -> list[str]:
        """The definitions of its build."""
        known = ("UT_TEST", f"__NPU_ARCH__={self.arch}", f"__CCE_AICORE__={self.core}",
                 "__CCE_KT_TEST__=1", "ASCENDC_CPU_DEBUG=1", f'ASCENDC_LAUNCH_SOC="{self.soc}"',
                 f"DEVKIT_CUBE={int(self.cube)}")  # fmt: skip
        return [f"-D{macro}" for macro in (*known, *(f"{name}=1" for name in self.macros))]


_B1 = "Ascend910B1"
PRODUCTS = (
    KernelProduct(
        "ascend910b1_aiv", "Ascend910B1", 2201, 220, ("__DAV_C220__", "__DAV_C220_VEC__")
    ),
    KernelProduct(
        "ascend910b1_aic",
        "Ascend910B1",
        2201,
        220,
        ("__DAV_C220__", "__DAV_C220_CUBE__"),
        cube=True,
    ),
    KernelProduct("ascend310p", "Ascend310P3", 2002, 200, ("__DAV_M200__",)),
    KernelProduct("ascend310b1", "Ascend310B1", 3002, 300, ("__DAV_M300__",)),
    KernelProduct("ascend610", "Ascend610", 2002, 200, ("__DAV_M200__",)),
    KernelProduct("ascend910", "Ascend910A", 1001, 100, ("__DAV_C100__",)),
)


def sources_of(product: KernelProduct, at: Surroundings) -> list[Path]:
    """The test sources that asc-devkit's CMakeLists.txt name for a product."""
    found: set[Path] = set()
    for lists, base in (("adv_api", "adv_api"), ("basic_api/ut", "basic_api/ut")):
        text = (at.unit / lists / "CMakeLists.txt").read_text(encoding="utf-8")
        text = re.sub(r"#[^\n]*", "", text)
        for name, patterns in _FILES.findall(text):
            if name.lower() == product.name:
                found |= set(_matching(patterns.split(), at.unit / base))
    return sorted(found)


def _matching(patterns: Iterable[str], folder: Path) -> Iterable[Path]:
    for pattern in patterns:
        relative = re.sub(r"^\$\{\w+\}/", "", pattern)
        if not relative.startswith("$") and "/c_api/" not in relative:
            yield from (path for path in folder.glob(relative) if path.suffix == ".cpp")


def verdicts_of(source: Path, product: KernelProduct, at: Surroundings) -> list[Verdict]:
    """Return the results of a source's cases."""
    text = source.read_text(encoding="utf-8")
    names = [case.name for case in cases_of(text)]
    internal = _INTERNAL.search(text)
    if internal:
        why = "tests classes of CANN's implementation"
        return [Verdict(name, "not compiled", why) for name in names]
    program, lacking = _program(source, product, at)
    verdicts = [classed(verdict) for verdict in run_cases(program)] if program else []
    for case in cases_of(text):
        if case.name in lacking and _REPLACES.search(case.body(text)):
            lacking[case.name] = "replaces functions of CANN's CPU model"
    return verdicts + [Verdict(case, "not compiled", why) for case, why in lacking.items()]


def classed(verdict: Verdict) -> Verdict:
    """CANN's CPU model computes nothing, so some cases demand outputs of 0."""
    if verdict.verdict == "wrong" and _ZERO.search(verdict.reason):
        return Verdict(verdict.case, "zeros", "demands the zeros of CANN's CPU model")
    return verdict


def _program(
    source: Path, product: KernelProduct, at: Surroundings
) -> tuple[Path | None, dict[str, str]]:
    folder = at.folder / product.name / "_".join(source.relative_to(at.unit).with_suffix("").parts)
    folder.mkdir(parents=True, exist_ok=True)
    options = _options(product, at)
    prefix = _prefix(product, at, options)
    for name in _MODEL.findall(source.read_text(encoding="utf-8")):
        empty = folder / "model" / name
        empty.parent.mkdir(parents=True, exist_ok=True)
        empty.write_text("#pragma once\n", encoding="utf-8")
    common = ("common", "basic_api/common", "basic_api/ut/common", "basic_api/ut/testcase")
    headers = [f"-I{path}" for path in (folder / "model", *(at.unit / name for name in common))]
    made, lacking = tests_object(source, folder, [*options, *headers, "-include", str(prefix)])
    if made is None:
        return None, lacking
    program, libraries = folder / "tests", at.home / "lib64"
    helpers = at.unit / "basic_api" / "ut" / "common" / "common.cpp"
    tests = [made, compiled(helpers, folder / "helpers.o", [*options, *headers])]
    command: list[str | Path] = ["g++", "-o", program, *tests, *_common(product, at, options)]
    command += [f"-L{libraries}", f"-Wl,-rpath,{libraries}", "-lascendc_aicore", "-lc_sec"]
    command += ["-lpthread", "-ldl"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=COMPILE_SECONDS
    )
    if done.returncode:
        reason = undefined(done.stderr)
        return None, lacking | {case.name: reason for case in cases_of(source.read_text())}
    return program, lacking


def _options(product: KernelProduct, at: Surroundings) -> list[str]:
    paths = (at.home / "tools" / "tikicpulib" / "include", at.home / "tikcpp" / "tikcfw",
             at.home / "tikcpp" / "tikcfw" / "interface", at.home / "include",
             at.home / "include" / "base", at.googletest / "include")  # fmt: skip
    return [*OPTIONS, *product.options, *(f"-I{path}" for path in paths)]


def _prefix(product: KernelProduct, at: Surroundings, options: list[str]) -> Path:
    """The tests' first header, compiled once per product."""
    folder = at.folder / product.name
    header, made = folder / "kernel_prefix.h", folder / "kernel_prefix.h.gch"
    if not made.exists():
        header.write_text((STANDINS / header.name).read_text(encoding="utf-8"), encoding="utf-8")
        compiled(header, made, [*options, "-x", "c++-header"])
    return header


def _common(product: KernelProduct, at: Surroundings, options: list[str]) -> list[Path]:
    """googletest whose cases run on a core, and the main function."""
    folder = at.folder / product.name
    main, gtest = folder / "main.o", folder / "gtest.o"
    if not main.exists():
        text = (at.googletest / "src" / "gtest.cc").read_text(encoding="utf-8")
        call = "test->Run();"
        if Counter(text.splitlines())[f"    {call}"] != 1:
            raise RuntimeError(f"{at.googletest}: gtest.cc does not call {call} once")
        run = "DevkitRunOnCore([](void* t) { static_cast<Test*>(t)->Run(); }, test);"
        declared = "void DevkitRunOnCore(void (*run)(void*), void* test);\n"
        own = folder / "src"
        own.mkdir(exist_ok=True)
        (own / "gtest.cc").write_text(declared + text.replace(call, run), encoding="utf-8")
        parts = sorted(path.name for path in (at.googletest / "src").glob("gtest-*.cc"))
        parts = [name for name in parts if name not in {"gtest-all.cc", "gtest_main.cc"}]
        lines = ["#include <gtest/gtest.h>", f'#include "{own}/gtest.cc"']
        lines += [f'#include "src/{name}"' for name in parts]
        (own / "all.cc").write_text("\n".join(lines) + "\n", encoding="utf-8")
        compiled(own / "all.cc", gtest, [*options, f"-I{at.googletest}"])
        compiled(STANDINS / "kernel_main.cpp", main, options)
    return [main, gtest]
