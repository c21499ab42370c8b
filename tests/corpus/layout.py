"""Names that the builds of repositories look for in a toolkit.

`names_of` reads the CMake files, scripts and C++ sources of a checkout. It lists what they look
for and neither the checkout, nor a sibling of it, nor the system provides:

- `header`: included headers, and those of `find_path` and `find_file`
- `library`: libraries of `find_library`, `target_link_libraries` and `-l`
- `package`: names of `find_package`
- `program`: commands of CANN in scripts and CMake files
- `command`: CMake commands that the checkout calls and does not define
- `path`: paths below a variable with the root of a toolkit, such as `${ASCEND_HOME_PATH}/lib64`

Headers of aclnn interfaces are missing: packages of operators bring them. So are names of other
projects (`_FOREIGN`) and names that variables complete. `Toolkit.serves` tells whether a toolkit
has a name. `tests/toolkit/test_repository_names.py` compares the recorded names with the toolkit.
"""

from __future__ import annotations

import csv
import functools
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

Name = tuple[str, str]  # kind, name

RECORDED_NAMES = Path(__file__).parents[1] / "toolkit" / "repository_names.csv"

_SOURCES = (".h", ".hh", ".hpp", ".cpp", ".cc", ".c", ".cce", ".asc", ".aicpu", ".inc")
_SCRIPTS = (".sh", ".bash", ".py", ".mk")
_LONGEST = 2_000_000  # bytes; longer files are data

# Beginnings of names that belong to other projects.
_FOREIGN = {
    "header": re.compile(
        r"(gtest|gmock|mockcpp|torch|torch_npu|ATen|c10|pybind11|nlohmann|Eigen|unsupported|google"
        r"|absl|tvm|dlpack|dmlc|mlir|llvm|cuda\w*|cutlass|hip|ck_tile|rocm|tensorflow|cub|thrust"
        r"|cute|rccl|nccl|picojson|rang|Metal|CL|vulkan|spirv\w*|libspirv|hexagon\w*|json|zlib"
        r"|builtins|oneapi|boost|spdlog|fmt|catch2|infiniband|rdma|openssl|numpy|Python)(/|\.|_|$)"
        r"|(mpi|omp|cblas|lapacke|numa|Python|clang-c|sanitizer)\b|.*\.(pb\.h|cu|cuh|ptx)$"
        r"|(aclnn(op/|Inner_|_)|level2/aclnn|acl_rfft|es_(math|nn|cv|transformer)_ops|es_[A-Z]).*"
        r"|(op_(host|kernel|graph|plugin)|arch35|blaze|catlass|cgmct|math|conv|quantization|tiling"
        r"|mo[ce]_\w+|sparse_\w+|pto|shmem\w*|upsample\w*)[/.].*(?<!^tiling/tiling_api.h)$"
        r"|include/(matmul|epilogue|utils)/.*|.*\.(cpp|dll)$|NO_\w+"
        r"|(\w+/)*\w*(unittest|ut_|_ut\b|test_|_test|fak|fack|case_executor|stub)\w*\.h"
        r"|\w*(_tiling|_struct|_proto)\.h|(util/util|launch_map|fa_ub_tensor|windows|arm_fp16)\.h"
    ),
    "library": re.compile(
        r"(m|dl|rt|pthread|stdc\+\+|stdc\+\+fs|gcc|gcc_s|gcov|c|z|atomic|numa|util|crypto|ssl)$"
        r"|(gtest|gmock|mockcpp|torch|c10|python|pybind|nlohmann|json|absl|tvm|cuda|nv|hip|roc|mpi"
        r"|blas|openblas|lapack|cblas|protobuf|ffi|LLVM|ze_|z3|gomp|omp|backtrace|ibverbs|asan"
        r"|dlpack|boost|shmem|quest_|inux|ineinfo|eigen|gfortran|rccl|Threads|curl|ubsan|tsan|lsan|cust_|CUST_|lineinfo|nprof|[A-Z_]+$)"
    ),
    "package": re.compile(
        r"(Python|Torch|pybind|MPI|Git|GTest|gtest|CUDA|Threads|LLVM|MLIR|ROCM|hip|OpenMP|absl"
        r"|Protobuf|protobuf|nlohmann|json|Eigen|BLAS|LAPACK|Open|Boost|tvm|ZLIB|Patch|eigen"
        r"|gmock|Vulkan|Z3|rccl|Perl|Doxygen|PkgConfig|makeself|mockcpp|secodefuzz|ascend_proto)"
    ),
}
_FOREIGN["command"] = re.compile(
    r"(pybind11|Python\d?|gtest|protobuf|absl|torch|cuda|hip|tvm|rocm|llvm|mlir|find)_"
)

# Commands of CANN; builds call them by name or ask for their paths.
_PROGRAMS = re.compile(
    r"""(?:^|[\s;&|("'/=])(aoe|asc_opc|atc|bisheng|bishengir-compile|cannsim|ccec|hccn_tool|hivmc"""
    r"""|ld\.lld|llvm-objdump|llvm-objcopy|msdebug|msobjdump|msopgen|msopprof|msopst|msprof"""
    r"""|mssanitizer|npu-smi|op_compiler|opc|op_build|show_kernel_debug_data)(?=[\s"',);|]|$)""",
    re.MULTILINE,
)

# Variables with the root of a toolkit, and what they add to it.
_ROOTS = {
    "ASCEND_HOME_PATH": "",
    "ASCEND_TOOLKIT_HOME": "",
    "ASCEND_CANN_PACKAGE_PATH": "",
    "ASCEND_DIR": "",
    "ASCEND_HOME": "",
    "ASCEND_PATH": "",
    "ASCEND_INSTALL_PATH": "",
    "ASCEND_AICPU_PATH": "",
    "CANN_ROOT": "",
    "ASCEND_OPP_PATH": "opp/",
    "ASCEND_TENSOR_COMPILER_PATH": "compiler/",
    "ASCEND_PKG_INC_DIR": "pkg_inc/",
}
_ARCHITECTURES = re.compile(
    r"(x86_64|aarch64|arm64|[$][{(][^})]*[})])-linux"
    r"|[$][{(](SYSTEM_PREFIX|HOST_ARCH_DIR|ASCEND_HOST_LINUX|ARCH_DIR)[})]"
)

_COMMENT = re.compile(r"(^|\s)#[^\n]*")
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n{}]+)[">]', re.MULTILINE)
_PATH = re.compile(
    rf"[$](?:ENV)?[{{(]?({'|'.join(_ROOTS)})[}})]?/((?:[$][{{(][\w ]*[)}}]|[-\w./+*])*)"
)
_FIND = re.compile(r"\bfind_(path|file|library|package|program)\s*\(\s*([^()]*)", re.IGNORECASE)
_DEFINITION = re.compile(r"^\s*(?:function|macro)\s*\(\s*([\w.]+)", re.MULTILINE | re.IGNORECASE)
_MODULE = re.compile(r"Find(\w+)\.cmake|(\w+?)-?[Cc]onfig\.cmake")
_CALL = re.compile(r"^[ \t]*([a-z_\d]+)[ \t]*\(", re.MULTILINE)
_TARGET = re.compile(r"\b\w*(?:add|library|kernel)\w*\s*\(\s*([\w.+-]+)", re.IGNORECASE)
_LINK = re.compile(r"\btarget_link_libraries\s*\(\s*\S+([^()]*)\)", re.IGNORECASE)
_OPTION = re.compile(r"""(?:^|[\s"'(;])-l([a-z]\w{2,})(?=$|[\s"');,>])""", re.MULTILINE)
_LINKING = re.compile(r"""(^|\s)-L|["']-l""")
_NO_NAMES = frozenset({"PATHS", "HINTS", "PATH_SUFFIXES", "DOC", "REQUIRED", "ENV"})
_VISIBILITIES = frozenset({"PRIVATE", "PUBLIC", "INTERFACE", "LINK_PUBLIC", "LINK_PRIVATE"})


@dataclass
class Checkout:
    """Files of a checkout, and names that they define.

    Attributes:
        root: Its folder.
        endings: All ends of the paths of its files, with and without the folders of operators.
        defined: Names that its CMake files define: packages, targets, commands.
    """

    root: Path
    endings: set[str] = field(default_factory=set)
    defined: set[Name] = field(default_factory=set)

    @classmethod
    def read(cls, root: Path) -> Checkout:
        """List the files of a checkout and read its CMake files."""
        checkout = cls(root)
        for path in _files(root):
            name = path.relative_to(root)
            checkout.endings |= _endings(name.parts)
            kernel = tuple(part for part in name.parts if part not in _OPERATOR_FOLDERS)
            checkout.endings |= _endings(kernel)
            if _is_cmake(path):
                checkout._define(path, _text(path))
        return checkout

    def _define(self, path: Path, text: str) -> None:
        self.defined |= {("command", name.lower()) for name in _DEFINITION.findall(text)}
        self.defined |= {("library", name) for name in _TARGET.findall(text)}
        package = _MODULE.match(path.name)
        if package:
            self.defined.add(("package", package[1] or package[2]))


# The build of an operator copies its sources without these folders.
_OPERATOR_FOLDERS = frozenset({"op_kernel", "op_host", "op_graph", "op_api", "op_kernel_aicpu"})


def names_of(checkout: Path, siblings: Iterable[Path] = ()) -> set[Name]:
    """Return the names that a checkout looks for, and no sibling of it has."""
    providers = [Checkout.read(root) for root in (checkout, *siblings)]
    found: set[Name] = set()
    for path in _files(checkout):
        if path.suffix in _SOURCES:
            found |= {("header", _plain(name)) for name in _INCLUDE.findall(_text(path))}
        elif _is_cmake(path):
            found |= set(_cmake_names(_text(path)))
        elif path.suffix in _SCRIPTS:
            found |= set(_script_names(_text(path)))
    return {name for name in found if not _is_provided(name, providers)}


def write_names(repositories: Mapping[Name, Iterable[str]]) -> None:
    """Record names with the repositories that look for them."""
    with RECORDED_NAMES.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("kind", "name", "repositories"))
        for (kind, name), users in sorted(repositories.items()):
            writer.writerow((kind, name, " ".join(users)))


def _is_provided(name: Name, providers: Iterable[Checkout]) -> bool:
    kind, text = name
    foreign = _FOREIGN.get(kind)
    if foreign and foreign.match(text):
        return True
    if kind == "header":
        return _is_system_header(text) or any(text in one.endings for one in providers)
    if kind == "command" and text in _cmake_commands():
        return True
    return any(name in one.defined for one in providers)


def _files(root: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name != ".git")
        yield from (Path(folder, name) for name in sorted(names))


@functools.lru_cache(maxsize=1)
def _text(path: Path) -> str:
    if path.is_symlink() or path.stat().st_size > _LONGEST:
        return ""
    return path.read_text(encoding="utf-8", errors="replace")


def _is_cmake(path: Path) -> bool:
    return path.suffix == ".cmake" or path.name == "CMakeLists.txt"


def _endings(parts: tuple[str, ...]) -> set[str]:
    return {"/".join(parts[start:]) for start in range(len(parts))}


def _plain(name: str) -> str:
    """Return the name of an included header without the way up from its source."""
    plain = os.path.normpath(name)
    while plain.startswith("../"):
        plain = plain[3:]
    return plain


def _cmake_names(text: str) -> Iterator[Name]:
    plain = _COMMENT.sub("", text)
    for kind, words in _FIND.findall(plain):
        yield from _wanted(kind.lower(), words.replace('"', "").split())
    for words in _LINK.findall(plain):
        yield from (("library", word) for word in words.split() if _is_library(word))
    yield from (("library", name) for name in _OPTION.findall(plain))
    yield from (("command", name) for name in _CALL.findall(plain) if "_" in name)
    yield from _programs_and_paths(plain)


def _wanted(kind: str, words: list[str]) -> Iterator[Name]:
    """Yield the names that a `find_…` of CMake is asked for."""
    if kind == "program":
        return
    if kind == "package":
        yield from (("package", word) for word in words[:1] if word.isidentifier())
        return
    kind = {"path": "header", "file": "header"}.get(kind, kind)
    for word in words[1:]:
        if word in _NO_NAMES:
            return
        if word != "NAMES" and re.fullmatch(r"[\w./+-]+", word) and "://" not in word:
            yield kind, _library(word) if kind == "library" else word


def _library(word: str) -> str:
    """Return the name of a library without the beginning and the end of its file's name."""
    named = re.fullmatch(r"lib([\w.+-]+?)\.(so|a|dll|lib)", word)
    return named[1] if named else word


def _is_library(word: str) -> bool:
    return re.fullmatch(r"[A-Za-z]\w*", word) is not None and word not in _VISIBILITIES


def _script_names(text: str) -> Iterator[Name]:
    plain = _COMMENT.sub("", text)
    linking = "\n".join(line for line in plain.splitlines() if _LINKING.search(line))
    yield from (("library", name) for name in _OPTION.findall(linking))
    yield from _programs_and_paths(plain)


def _programs_and_paths(text: str) -> Iterator[Name]:
    yield from (("program", name) for name in _PROGRAMS.findall(text))
    for variable, rest in _PATH.findall(text):
        path = _known_part(_ROOTS[variable] + _ARCHITECTURES.sub("{arch}-linux", rest))
        if path:
            yield "path", path


def _known_part(path: str) -> str:
    """Return a path up to a folder that a variable names; empty if it leaves the toolkit."""
    parts: list[str] = []
    for part in PurePosixPath(path).parts:
        if part in {"..", "vendors"}:
            return ""  # outside, or a package of the user
        if re.search(r"[$*]", part):
            break
        parts.append(part)
    return "/".join(parts)


@functools.cache
def _cmake_commands() -> frozenset[str]:
    command = ["cmake", "--help-command-list"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    modules = Path(subprocess.run(
        ["cmake", "-P", "/dev/stdin"], input="message(${CMAKE_ROOT}/Modules)",
        capture_output=True, text=True, check=True,
    ).stderr.strip())  # fmt: skip
    texts = (_text(path) for path in modules.rglob("*.cmake"))
    defined = {name.lower() for text in texts for name in _DEFINITION.findall(text)}
    return frozenset({*listed, *defined})


@functools.cache
def _system_folders() -> tuple[Path, ...]:
    command = [shutil.which("g++") or "g++", "-E", "-v", "-x", "c++", "/dev/null"]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    lines = output.partition("search starts here:\n")[2].partition("End of search")[0].splitlines()
    return tuple(Path(line.strip()) for line in lines if line.startswith(" "))


@functools.cache
def _is_system_header(name: str) -> bool:
    return any((folder / name).is_file() for folder in _system_folders())


class Toolkit:
    """The names that a toolkit has."""

    def __init__(self, root: Path) -> None:
        """Read the layout of a toolkit below `root`."""
        self._root = root
        folders = (
            *("include", f"{_ARCH}/pkg_inc", "tikcpp", "asc", "opp/built-in", "tools", "share"),
        )
        self._headers: set[str] = set()
        modules: list[Path] = []
        for folder in folders:
            for path in _files_and_links(root / folder):
                self._headers |= _endings(path.relative_to(root).parts)
                modules += [path] if path.suffix == ".cmake" else []
        self._commands = {
            name.lower() for path in modules for name in _DEFINITION.findall(path.read_text())
        }
        self._packages = {
            package[1] or package[2] for path in modules if (package := _MODULE.match(path.name))
        }

    def serves(self, kind: str, name: str) -> bool:
        """Tell whether the toolkit has a name of a kind."""
        if kind == "header":
            return name in self._headers
        if kind == "library":
            files = [f"lib64/lib{name}.so", f"lib64/lib{name}.a"]
        elif kind == "package":
            return name in self._packages or name.lower() in self._packages
        elif kind == "command":
            return name in self._commands
        elif kind == "program":
            files = [f"bin/{name}", f"compiler/ccec_compiler/bin/{name}", f"tools/opbuild/{name}"]
        else:
            files = [name.format(arch=platform.machine())]
        return any((self._root / file).exists() for file in files)


_ARCH = f"{platform.machine()}-linux"


def _files_and_links(root: Path) -> Iterator[Path]:
    for folder, _, names in os.walk(root, followlinks=True):
        yield from (Path(folder, name) for name in names)
