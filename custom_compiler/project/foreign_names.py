"""What to write instead of a name that kernels bring from C++ on hosts or from other devices."""

from __future__ import annotations

import re

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
}


def foreign_name_hint(message: str) -> str:
    """The way out if `message`, a compiler's of a kernel, is about such a name; else ""."""
    match = _UNKNOWN.search(message)
    name = next(filter(None, match.groups()), "") if match else ""
    return _INSTEAD.get(name, "")
