"""Hints for errors of compilers: names of C++ on hosts or of other devices, missing headers."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

_OPEN, _CLOSE = r"['\u2018]", r"['\u2019]"  # g++'s quotes go by the locale, clang's do not
_UNKNOWN = re.compile(
    rf"{_OPEN}(\w+){_CLOSE} (?:was not declared in this scope|has not been declared"
    rf"|does not name a type|is not a member of {_OPEN}std{_CLOSE})"
    rf"|a declaration of {_OPEN}(\w+){_CLOSE} must be available"
    rf"|(?:use of undeclared identifier|unknown type name) '(\w+)'"
    rf"|no (?:member|type) named '(\w+)' in namespace 'std'"
)
_CORES = (
    "Ascend C has blocks and no threads: AscendC::GetBlockIdx() of AscendC::GetBlockNum(), each "
    "working on whole tensors (AscendC::Add, AscendC::DataCopy)"
)
_LOCAL = "memory of a core comes from AscendC::TPipe: InitBuffer of a TQue or a TBuf"
_TEXT = 'a kernel prints by AscendC::printf("...", ...); streams and strings are the host\'s'
_VECTORS = (
    "containers and algorithms are the host's; a kernel works on AscendC::LocalTensor with vector "
    "instructions"
)
_INSTEAD = {
    **dict.fromkeys(("threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"), _CORES),
    **dict.fromkeys(("__shared__", "malloc", "calloc", "free"), _LOCAL),
    **dict.fromkeys(("cout", "cerr", "endl", "string", "to_string", "ostream"), _TEXT),
    **dict.fromkeys(("vector", "array", "sort", "accumulate", "fill", "copy"), _VECTORS),
    "__syncthreads": "AscendC::PipeBarrier<PIPE_ALL>() orders a core's instructions, "
    "AscendC::SyncAll() waits for all cores",
    "__half": "the type is half",
    "float16": "the type is half",
    "bfloat16": "the type is bfloat16_t",
    "float32": "the type is float",
    **dict.fromkeys(
        ("FLT_MAX", "FLT_MIN", "FLT_EPSILON", "DBL_MAX", "DBL_EPSILON"),
        "#include <cfloat>: kernel_operator.h does not bring it",
    ),
}


# Where host code has these names from.
_HEADERS = {
    "platform_ascendc": "tiling/platform/platform_ascendc.h",
    "matmul_tiling": "tiling/tiling_api.h",
    "OpDef": "register/op_def_registry.h",
    "OP_ADD": "register/op_def_registry.h",
    "gert": "register/op_def_registry.h",
    "BEGIN_TILING_DATA_DEF": "register/tilingdata_base.h",
    "TILING_DATA_FIELD_DEF": "register/tilingdata_base.h",
}


# Members of operator definitions of CANN newer than 8.5, and the way out.
_LATER_CPU = (
    "operators on AI CPUs and host CPUs (newer than CANN 8.5) are not built here; describe one for "
    "AI cores with this->AICore(), or build this one with CANN"
)
_LATER_MEMBERS = {
    "AICPU": _LATER_CPU,
    "HostCPU": _LATER_CPU,
    "HcclServerType": "it is newer than CANN 8.5, and one rank needs no server: leave it out",
}
_NO_MEMBER = re.compile(rf"no member named {_OPEN}(\w+){_CLOSE}")

# Of kernels: what the documentation has and no simulated core.
_MUTEX = re.compile(rf"{_OPEN}(?:AscendC::)?(?:Mutex|MutexID|AllocMutexID|ReleaseMutexID){_CLOSE}")
_MISSING_HEADER = re.compile(
    r"fatal error: (?:'(?P<clang>[^'\n]+)' file not found|(?P<gcc>[^:\n]+): No such file)"
)
# How alike two names are of which one is the other misspelt: a letter or two of a dozen.
_ALIKE = 0.88
# Folders of CANN's include/ that every toolkit has; further ones are recognised by the toolkit.
_CANN_FOLDERS = {"acl", "aclnn", "exe_graph", "graph", "kernel_tiling", "register", "tiling"}


def host_name_hint(message: str) -> str:
    """Return the remedy if `message`, a host compiler's, is about a known name; else ""."""
    if match := _NO_MEMBER.search(message):
        return _LATER_MEMBERS.get(match[1], "")
    header = _HEADERS.get(_unknown_name(message), "")
    return f'#include "{header}"' if header else ""


def _unknown_name(message: str) -> str:
    match = _UNKNOWN.search(message)
    return next(filter(None, match.groups()), "") if match else ""


def foreign_name_hint(message: str, headers: Path) -> str:
    """Return the remedy if `message`, a kernel compiler's, is about such a name; else "".

    Args:
        message: Of the compiler.
        headers: The folder of the toolkit's headers for kernels.
    """
    if _MUTEX.search(message):
        return "Mutex of Ascend 950 is not simulated; use queues, or SetFlag and WaitFlag"
    name = _unknown_name(message)
    if name.startswith(("DTYPE_", "FORMAT_")):
        prefix = name.partition("_")[0]
        return f"{prefix}_X is the macro of a port x: each input and output has one, in capitals"
    if name in _INSTEAD:
        return _INSTEAD[name]
    declared = re.compile(rf"^(?:class|struct|enum class) {name}\b", re.MULTILINE)
    if name and any(declared.search(path.read_text("utf-8")) for path in headers.rglob("*.h")):
        return f"did you mean AscendC::{name}? write it so, or say using namespace AscendC"
    return ""


def missing_header_hint(message: str, toolkit: Path, kernel_folder: Path) -> str:
    """Return the remedy if `message`, a compiler's, is about a missing header; else ""."""
    match = _MISSING_HEADER.search(message)
    if not match:
        return ""
    header = match["clang"] or match["gcc"]
    close = _closest_header(header, toolkit)
    if close == header and not message.startswith(f"{kernel_folder}/"):
        return f"{header} is for kernels, and this file is compiled for the host: move it to them"
    if close:
        return f"did you mean {close}?"
    if _is_header_of_cann(header, toolkit):
        return (
            f"the toolkit {toolkit} has no {header}; name a complete one with"
            " --ascend_cann_package_path or ASCEND_HOME_PATH"
        )
    if message.startswith(f"{kernel_folder}/"):
        return f"put {header} next to the kernel source, or include it by its path from there"
    return f"put {header} into the host sources, or name its folder with --include"


def _closest_header(header: str, toolkit: Path) -> str:
    """Return the toolkit's header that `header` misspells, or ""."""
    roots = (toolkit / "include", toolkit / "tikcpp/tikcfw")
    folder = Path(header).parent
    names = [
        (folder / path.name).as_posix()
        for root in roots
        for path in (root / folder).glob("*.h")
        if path.is_file()
    ]
    return next(iter(difflib.get_close_matches(header, names, n=1, cutoff=_ALIKE)), "")


def _is_header_of_cann(header: str, toolkit: Path) -> bool:
    folder = Path(header).parts[0] if "/" in header else ""
    if folder in {"", ".", ".."}:
        return header.startswith("kernel_")
    return folder in _CANN_FOLDERS or (toolkit / "include" / folder).is_dir()
