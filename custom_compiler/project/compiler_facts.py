"""Facts about the compiler from one query, in place of CMake's test programs.

CMake's own way takes longer than compiling a small operator. Where anything is unusual nothing is
passed, and CMake finds out by itself.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from custom_compiler.support.processes import run

if TYPE_CHECKING:
    from collections.abc import Mapping

# Flags may change what the compiler makes.
_FLAG_VARIABLES = ("CXXFLAGS", "CPPFLAGS", "LDFLAGS", "CMAKE_TOOLCHAIN_FILE")
# Compilers that say __GNUC__ or __clang__ too, and need different settings.
_OTHERS = (
    *("__APPLE__", "__INTEL_COMPILER", "__INTEL_LLVM_COMPILER", "__NVCOMPILER", "__PGI"),
    *("__CUDACC__", "__ibmxl__", "__open_xl__", "__ARMCC_VERSION", "__FUJITSU", "_CRAYC"),
    *(
        "__cray__",
        "__EMSCRIPTEN__",
        "__MINGW32__",
        "__CYGWIN__",
        "__ANDROID__",
        "__clang_analyzer__",
    ),
)
_STANDARDS = {"201103L": "11", "201402L": "14", "201703L": "17", "202002L": "20", "202302L": "23"}


def compiler_facts(environment: Mapping[str, str]) -> dict[str, str]:
    """Return CMake variables that describe the C++ compiler CMake will take; {} to let it look.

    Facts that only matter for another language or to locate libraries are not passed.
    """
    path = environment.get("PATH")
    compiler = shutil.which(environment.get("CXX") or "c++", path=path)
    if compiler is None or any(environment.get(name) for name in _FLAG_VARIABLES):
        return {}
    command = [compiler, "-x", "c++", "-dM", "-E", "/dev/null"]
    ended = run(command, env=environment)
    if ended.code:
        return {}
    macros = {}
    for line in ended.output_text.splitlines():
        name, _, value = line.removeprefix("#define ").partition(" ")
        macros[name] = value
    return _facts(compiler, macros)


def _facts(compiler: str, macros: dict[str, str]) -> dict[str, str]:
    standard = _STANDARDS.get(macros.get("__cplusplus", ""))
    usual = {"__linux__", "__ELF__", "__GNUC__", "__SIZEOF_POINTER__"} <= macros.keys()
    if not usual or standard is None or any(name in macros for name in _OTHERS):
        return {}
    identity = "Clang" if "__clang__" in macros else "GNU"
    numbers = (
        ("__clang_major__", "__clang_minor__", "__clang_patchlevel__")
        if identity == "Clang"
        else ("__GNUC__", "__GNUC_MINOR__", "__GNUC_PATCHLEVEL__")
    )
    little = macros.get("__BYTE_ORDER__") == "__ORDER_LITTLE_ENDIAN__"
    prefix = "CMAKE_CXX_"
    return {
        **({"CMAKE_COMPILER_IS_GNUCXX": "1"} if identity == "GNU" else {}),
        f"{prefix}COMPILER": compiler,
        f"{prefix}COMPILER_ID_RUN": "1",
        f"{prefix}COMPILER_ID": identity,
        f"{prefix}COMPILER_VERSION": ".".join(macros[name] for name in numbers),
        f"{prefix}COMPILER_FRONTEND_VARIANT": "GNU",
        f"{prefix}PLATFORM_ID": "Linux",
        f"{prefix}STANDARD_COMPUTED_DEFAULT": standard,
        f"{prefix}EXTENSIONS_COMPUTED_DEFAULT": "OFF" if "__STRICT_ANSI__" in macros else "ON",
        f"{prefix}ABI_COMPILED": "TRUE",
        f"{prefix}COMPILER_WORKS": "TRUE",
        f"{prefix}COMPILER_ABI": "ELF",
        f"{prefix}SIZEOF_DATA_PTR": macros["__SIZEOF_POINTER__"],
        f"{prefix}BYTE_ORDER": "LITTLE_ENDIAN" if little else "BIG_ENDIAN",
    }
