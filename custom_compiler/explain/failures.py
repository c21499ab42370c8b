"""Failures of building and running operators that are known, and what to do about them."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Failure:
    """A text in logs and its meaning; `{0}`, `{1}` stand for what the pattern finds.

    `shown` is the text as people know it, where the pattern does not tell. Every match contains one
    of the `signs`, which are found faster.
    """

    pattern: re.Pattern[str]
    cause: str
    remedy: str
    shown: str = ""
    signs: tuple[str, ...] = ()


def _failure(pattern: str, cause: str, remedy: str, shown: str = "") -> Failure:
    return Failure(re.compile(pattern), cause, remedy, shown, signs_of(pattern))


_TOKEN = re.compile(r"\\(?P<escaped>.)|\[(?:\\.|[^\]])*\]|(?P<special>[.^$*+?{}()|])|(?P<plain>.)")


def signs_of(pattern: str) -> tuple[str, ...]:
    """Return a text for each alternative of a pattern that every match of it contains."""
    runs: list[list[str]] = [[""]]  # of each alternative, its texts without a gap
    depth = 0
    for token in _TOKEN.finditer(pattern):
        special, escaped = token["special"], token["escaped"]
        plain = token["plain"] or (escaped if escaped and not escaped.isalnum() else "")
        depth += (special == "(") - (special == ")")
        if special == "|" and depth == 0:
            runs.append([""])
        elif plain and depth == 0:
            runs[-1][-1] += plain
        else:
            if special and special in "*?{":  # what is before it may be missing
                runs[-1][-1] = runs[-1][-1][:-1]
            runs[-1].append("")
    return tuple(max(texts, key=len) for texts in runs)


_ENVIRONMENT = (
    "source build_out/set_env.bash, or install the .run and set ASCEND_CUSTOM_OPP_PATH to "
    "<directory>/vendors/<vendor>; custom-compiler list shows what programs find"
)

FAILURES = (
    _failure(
        r"fatal error: '?((?:(?:register|tiling|graph|exe_graph|acl|aclnn)/[\w/]+|kernel_operator)"
        r"\.h)"
        r"(?:: No such file|' file not found)",
        "the toolkit's header {0} was not found: the toolkit's path is wrong",
        "pass --ascend_cann_package_path or set ASCEND_HOME_PATH to the toolkit's root, or nothing "
        "at all for the embedded one; custom-compiler doctor shows which is used",
        shown="fatal error: kernel_operator.h (acl/…, register/…, tiling/…): No such file",
    ),
    _failure(
        r"fatal error: '?(aclnn_\w+\.h)(?:: No such file|' file not found)",
        "the operator's header {0} was not found: its package is not in the include path",
        "compile with -I<vendors/<vendor>>/op_api/include",
        shown="fatal error: aclnn_….h: No such file",
    ),
    _failure(
        r"fatal error: '?(custom_aot_extra\.h)(?:: No such file|' file not found)",
        "{0} is not next to the infer source: MindSpore compiles it with no other include folder",
        "copy infer_file/custom_aot_extra.h of custom_compiler next to the source",
        shown="fatal error: custom_aot_extra.h: No such file",
    ),
    _failure(
        r"order or type of operator\[([^\]]*)\](?:.*?ir_def\.\w+\[\d+\] is \[([^\]]*)\], "
        r"ir_\w+\[\d+\] is \[([^\]]*)\])?",
        "the registration in Python and the prototype of {0} differ: prototype [{1}], registered "
        "[{2}]",
        "run custom-compiler check -o op_host -k op_kernel --reg-info <file>.py; names and order "
        "of inputs, outputs and attributes must be the prototype's",
    ),
    _failure(
        r"No supported Ops kernel and engine are found for \[([^\]]*)\](?:, optype \[([^\]]*)\])?",
        "no package knows an operator {1}: its name is another one, or its package is not found; "
        "called with an aclnn name, the aclnn symbol was not found either",
        _ENVIRONMENT,
    ),
    _failure(
        r"Cannot find operator \[(\w+)\] in JSON files",
        "no package with the operator {0} was found",
        _ENVIRONMENT,
    ),
    _failure(
        r"no installed package has the operator (\w+) for this SoC",
        "MindSpore called {0} by its type, and neither a package nor this toolkit has it",
        "call an operator that runs through aclnn instead (mindspore.mint has most), write it as "
        "an operator of your own, or run this part of the network on the CPU",
    ),
    _failure(
        r"DVM EXCEPTION",
        "jit_level O1 fuses operators into machine code of NPUs, which simulated cores do not run",
        "use jit_level O0, or leave MS_DEV_GRAPH_KERNEL_FLAGS at --opt_level=0, as set_env.sh sets "
        "it",
    ),
    _failure(
        r"\bEZ3003\b",
        "EZ3003: the operator is in no operator information library that was searched",
        _ENVIRONMENT,
    ),
    _failure(
        r"(?<!\w)(aclnn\w+?)(?:GetWorkspaceSize)? not in (\S+), please check",
        "{0} was found in no library, {1} was the last one searched",
        _ENVIRONMENT,
    ),
    _failure(
        r"undefined symbol: (_ZN\w*__cxx11\w*|\w*InferShape|\w*InferType)",
        "{0}: the library was compiled with the other string ABI, or the function is not "
        'extern "C"',
        'compile with -D_GLIBCXX_USE_CXX11_ABI=0 and write extern "C" before the function',
    ),
    _failure(
        r"undefined symbol: (\w+)",
        "symbol {0} was not found: a library is older than the program, or is not linked",
        "build the operator again with this toolkit; LD_LIBRARY_PATH must list this toolkit's "
        "lib64 first",
    ),
    _failure(
        r"(?<!\S)(\S+\.so[.\d]*): cannot open shared object file",
        "library {0} was not found",
        'eval "$(custom-compiler env)" or source set_env.sh of the toolkit, and the op_api/lib of '
        "the package must be in LD_LIBRARY_PATH",
    ),
    _failure(
        r"no installed package has kernels of (\w+)",
        "no package with kernels of {0} was found",
        _ENVIRONMENT,
    ),
    _failure(
        r"no installed package has a kernel with the key (\S+);",
        "there is no kernel for these data types and formats ({0})",
        "the prototype's DataType and Format lists say what is supported: convert the inputs, or "
        "add the combination",
    ),
    _failure(
        r"(?<!\w)(\w+) is not built for (\w+), the unit of this device",
        "{0} has no kernels for {1}",
        "build with --soc_version={1}, or set ASCENDC_SOC_VERSION to a SoC that it was built for",
    ),
    _failure(
        r"compiled for kernel ABI (\d+), this toolkit has (\d+)",
        "the kernel was built with another version of the embedded toolkit",
        "build and install the operator again",
    ),
    _failure(
        r"Unsupported type: (\w+)",
        "MindSpore passes no {0} to aclnn functions",
        "leave the attribute at its default, or call the operator through ops.CustomOpBuilder",
    ),
    _failure(
        r"The pointer\[value\] is null",
        "MindSpore found neither out_shape nor reg_info for a C++ infer function",
        "give reg_info to ops.Custom, or out_shape and out_dtype",
    ),
    _failure(
        r"function path .* illegal",
        'on the CPU, func of ops.Custom needs "<library>.so:<function>"',
        "custom-compiler bridge writes the library",
    ),
    _failure(
        r"opbuild run failed|op_build failed|describing the operators failed",
        "the operator definitions do not compile, or op_build rejects them",
        "the first error above it names file and line",
    ),
)

# What frameworks write while all is well: optional functions that they look for, parts of a driver
# that only a machine with NPUs has.
NOISE = re.compile(
    r"DlsymAscend\]|LoadMstxApiSymbol\]|CheckVmmDriverVersion\]"
    r"|CheckFailed: No module named 'te'|whl package \"te\""
)

# Error codes (acl_rt.h, aclnn_base.h) -> (cause, remedy); names are read from the headers.
CODES: dict[int, tuple[str, str]] = {
    100000: ("an argument is NULL or zero", "aclGetRecentErrMsg says which"),
    100001: ("acl is not initialised", "call aclInit first"),
    100002: ("aclInit was called twice", "call it once per process"),
    100003: ("the file is missing or is no file of this kind", "check the path"),
    100024: ("the operator was not found", _ENVIRONMENT),
    107000: ("an argument is out of range or no pointer of this device",
             "aclGetRecentErrMsg says which"),
    107001: ("there is no such device", "aclrtGetDeviceCount gives their number; count from 0"),
    107002: ("this thread has no context", "call aclrtSetDevice or aclrtSetCurrentContext in it"),
    107003: ("the stream belongs to another context", "use a stream of the current context"),
    107015: ("no thread processes callbacks of this stream", "call aclrtSubscribeReport first"),
    107017: ("the handle was destroyed, or is none", "keep it until the work is done"),
    107019: ("waiting took too long", "look for a task that never ends; raise the time limit"),
    107020: ("a task took too long", "look for a kernel that waits for ever"),
    107042: ("the symbol is not in the binary", 'check the name; kernels are extern "C"'),
    161001: ("a required argument of aclnn is NULL, or the operator has no kernels for this device",
             "aclGetRecentErrMsg says which"),
    161002: ("aclnn rejects an argument", "aclGetRecentErrMsg says which and what is supported"),
    207000: ("this toolkit does not offer the feature", "do without it"),
    207001: ("device memory is used up", "free memory, or raise the limit of the device"),
    361001: ("the run time rejected a call inside aclnn", "aclGetRecentErrMsg says which"),
    507000: ("the run time failed inside", "look at the first error before it"),
    507014: ("a kernel ran too long", "look for a missing SetFlag, EnQue or SyncAll partner"),
    507015: ("a kernel faulted: it read or wrote outside its memory",
             "check offsets and lengths of DataCopy, sizes in InitBuffer, and the tiling"),
    507016: ("a kernel called trap, or an assert in it failed", "the log has its message"),
    507034: ("a kernel on the vector cores ran too long", "look for a wait without a partner"),
    507035: ("a kernel on the vector cores faulted",
             "check offsets and lengths of DataCopy, sizes in InitBuffer, and the tiling"),
    507046: ("synchronising a stream took too long", "look for a kernel that waits for ever"),
    507899: ("the driver failed", "look at the first error before it"),
    561000: ("aclnn failed inside", "aclGetRecentErrMsg says where"),
    561001: ("the shape inference rejected the inputs", "look at the operator's InferShape"),
    561002: ("the tiling function failed", "look at the operator's tiling for these shapes"),
    561003: ("no kernel fits these data types and formats", _ENVIRONMENT),
    561103: ("an inner result is NULL", "a step of a hand-written interface failed before"),
    561107: ("the operator directory was not found", "set ASCEND_OPP_PATH (set_env.sh does)"),
    561112: ("the kernel package was not found", _ENVIRONMENT),
    561113: ("a kernel file is missing or damaged", "build and install the operator again"),
}  # fmt: skip
