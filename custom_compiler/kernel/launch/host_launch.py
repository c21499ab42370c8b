"""Sources that hold kernels and the host code launching them, made ready for a host compiler.

Works on preprocessed text (no comments, no macros) in which tikcfw/detail/core/host_launch.h has
marked kernels; `kernel<<<...>>>(...)` becomes a call of `AscendC::isa::HostLaunch`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.errors import BuildError

if TYPE_CHECKING:
    from custom_compiler.kernel.toolchain.split_cores import SourceHalf

INFERRED_SECTION = b".ascendc.type"
_VERSIONS = "::AscendC::isa::kAbiVersion, ::AscendC::isa::kBuild"
_INFERRED = "ascendc_inferred_types"
_UNIT = "ascendc_unit"

_GLOBAL = rb"__attribute__((ascendc_global))"
_MARK = re.compile(rb"__attribute__\(\(ascendc_(?:global|aicpu|cube|vector|mix\([^()]*\))\)\)")
_AICPU = re.compile(
    rb"__attribute__\(\(ascendc_aicpu\)\)(?:\s|__attribute__\(\(ascendc_global\)\))*"
    rb"[^;{}()]*?(\w+)\s*\("
)
# Which parameter is the workspace: this one, or the one with this number from the end.
_WORKSPACE = b"__attribute__((ascendc_workspace))"
_WORKSPACE_FROM_END = re.compile(rb"__attribute__\(\(ascendc_workspace_from_end\((\d)\)\)\)")
_LAST_WORD = re.compile(rb"(\w+)\s*$")
_TASK_TYPE = re.compile(rb"__attribute__\(\(ascendc_task_type\(([^()]*)\)\)\)")
_HEAD = re.compile(
    rb"(?:\s|__attribute__\(\((?:[^()]|\([^()]*\))*\)\)|\b(?:inline|static|void)\b"
    rb"|extern\s*\"C\")*(\w+)\s*\("
)
# What stands between the end of the declaration before and a kernel's first mark.
_TEMPLATE = re.compile(rb"\btemplate\s*<[^;{}]*>[^;{}>]*$")
_LITERAL = re.compile(rb"""\s+|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])+'""")
_CALLEE_NAME = re.compile(rb"(?:(?:::\s*)?\b[A-Za-z_]\w*\s*)+$")
_TYPE_OF_UNIT = {b"cube": "KERNEL_TYPE_AIC_ONLY", b"vector": "KERNEL_TYPE_AIV_ONLY"}
_TYPE_OF_MIX = {
    b"1,0": "KERNEL_TYPE_MIX_AIC_1_0",
    b"0,1": "KERNEL_TYPE_MIX_AIV_1_0",
    b"1,1": "KERNEL_TYPE_MIX_AIC_1_1",
    b"1,2": "KERNEL_TYPE_MIX_AIC_1_2",
}
_SCALARS = {
    *("bool", "char", "short", "int", "long", "unsigned", "signed", "float", "double", "half"),
    *("size_t", "float16_t", "bfloat16_t", "std", "AscendC"),
    *(f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)),
}


class LaunchBuild(NamedTuple):
    """What a build of a source makes of its launches.

    Attributes:
        unit: Stands for the source in all builds.
        is_listed: The launches are listed for the runtime, which finds instrumented kernels so;
            the host code never runs.
    """

    unit: str
    is_listed: bool = False


AS_ITS_TEXT = LaunchBuild("")  # the name of the unit follows from its text


class GlobalFunction(NamedTuple):
    """A function marked `__global__`."""

    name: str
    parameters: str  # as written, between the parentheses
    task_type: str  # KernelMetaType that it states; empty: follows from what it uses
    is_template: bool
    is_defined: bool


def find_kernels(text: bytes) -> dict[str, GlobalFunction]:
    """Return the kernels by name; a definition counts before declarations of the same name."""
    kernels: dict[str, GlobalFunction] = {}
    position = 0
    while (position := text.find(_GLOBAL, position)) >= 0:
        begin, position = position, position + len(_GLOBAL)
        head = _HEAD.match(text, position)
        if head is None:
            continue
        end = _matching(text, head.end() - 1)
        body = text.find(b"{", end)
        semicolon = text.find(b";", end)
        is_defined = body >= 0 and not 0 <= semicolon < body
        inside = text[begin : _matching(text, body)] if is_defined else text[begin:end]
        start = max(text.rfind(mark, 0, begin) for mark in (b";", b"}", b"{"))
        kernel = GlobalFunction(
            name=head[1].decode(),
            parameters=text[head.end() : end].decode(errors="surrogateescape").strip(),
            task_type=_stated_type(text[start + 1 : head.end()], inside),
            is_template=_TEMPLATE.search(text[start + 1 : begin]) is not None,
            is_defined=is_defined,
        )
        if is_defined or kernel.name not in kernels:
            kernels[kernel.name] = kernel
    return kernels


def with_workspaces(text: bytes) -> bytes:
    """Return the text with kernels that split their workspace like CANN's kernel wrappers.

    The launch passes system and user workspace together; the kernel's code receives the user's
    part.
    """
    parts: list[bytes] = []
    position = done = 0
    while (position := text.find(_GLOBAL, position)) >= 0:
        position += len(_GLOBAL)
        head = _HEAD.match(text, position)
        if head is None:
            continue
        end = _matching(text, head.end() - 1)
        body = _skip_space(text, end + 1)
        name = _workspace_name(head[0], text[head.end() : end])
        if name and text[body : body + 1] == b"{":
            parts += [text[done : body + 1], _SPLIT_WORKSPACE.replace(b"name", name)]
            done = body + 1
    text = b"".join([*parts, text[done:]]).replace(_WORKSPACE, b" ")
    return _WORKSPACE_FROM_END.sub(b" ", text)


_SPLIT_WORKSPACE = (
    b" ::AscendC::SetSysWorkspaceForce((uint8_t*)name);"
    b" name = (decltype(name))::AscendC::GetUserWorkspace((uint8_t*)name);"
)


def _workspace_name(head: bytes, parameters: bytes) -> bytes:
    """Name of the parameter that is the workspace; empty if no mark says which one."""
    names = parameters.split(b",")
    chosen = next((name for name in names if _WORKSPACE in name), b"")
    number = _WORKSPACE_FROM_END.search(head)
    if number and not chosen:
        chosen = names[-min(int(number[1]), len(names))]
    name = _LAST_WORD.search(chosen)
    return name[1] if name else b""


def has_kernels_of_macros(source: bytes) -> bool:
    """Return whether a source that is not preprocessed has a macro that makes kernels."""
    return _KERNEL_MACRO.search(source) is not None


def marked_source(source: bytes) -> bytes:
    """Return a source that is not preprocessed, with the marks that find_kernels looks for."""
    text = re.sub(rb"//[^\n]*|/\*.*?\*/", b" ", source, flags=re.DOTALL)
    text = re.sub(rb"__aicore__|\[aicore\]|__gm__|__kfc_workspace__", b" ", text)
    text = re.sub(rb"\bGM_ADDR\b", b"uint8_t*", text)
    return re.sub(rb"\b__global__\b", _GLOBAL, text)


def _stated_type(head: bytes, body: bytes) -> str:
    stated = _TASK_TYPE.search(body)
    if stated:
        return stated[1].decode().strip()
    mix = re.search(rb"ascendc_mix\(([^()]*)\)", head)
    if mix:
        return _TYPE_OF_MIX.get(re.sub(rb"\s", b"", mix[1]), "")
    unit = re.search(rb"ascendc_(cube|vector)\b", head)
    return _TYPE_OF_UNIT[unit[1]] if unit else ""


def rewritten(
    text: bytes,
    kernels: dict[str, GlobalFunction],
    build: LaunchBuild,
    only: str = "",
    part: SourceHalf | None = None,
) -> bytes:
    """Rewrite the launches of a text for a build, and remove its marks; line numbers stay.

    With `only`, the other kernels are compiled only if that one uses them, so that the object's
    records about itself are about `only`. `part` is the half that the text belongs to.
    """
    parts: list[bytes] = []
    position = 0
    aicpu = {name.decode() for name in _AICPU.findall(text)}
    while (launch := text.find(b"<<<", position)) >= 0:
        begin = _callee_begin(text, launch)
        config_end = _config_end(text, launch + 3)
        opening = _skip_space(text, config_end + 3)
        if begin < 0 or config_end < 0 or text[opening : opening + 1] != b"(":
            parts.append(text[position : launch + 3])
            position = launch + 3
            continue
        end = _matching(text, opening)
        callee = text[begin:launch].strip()
        name = _kernel_name(callee)
        config = text[launch + 3 : config_end]
        arguments = text[opening + 1 : end]
        parts.append(text[position:begin])
        if name in aicpu:
            parts.append(_AICPU_LAUNCH % (config, callee))
            position = opening + 1  # the arguments stay
            continue
        if only and name != only:
            parts.append(b"((void)0)" + b"\n" * text.count(b"\n", begin, end))
        else:
            facts = _facts_text(name, kernels) + ", "
            run = _run_text(len(parts), build, part)
            call = callee + _passed_text(name, kernels)
            parts.append(_launch_text(call, facts, config, run, arguments))
        position = end + 1
    parts.append(text[position:])
    joined = b"".join(parts)
    # A source that reads <cassert> after the kernel headers has the C library's `assert`.
    joined = joined.replace(b": __assert_fail (", b": ::AscendC::isa::AssertFailedAnywhere (")
    joined = joined.replace(_GLOBAL, b" inline " if only else b" ")
    return _TASK_TYPE.sub(b" ", _MARK.sub(b" ", joined))


_AICPU_LAUNCH = b"::AscendC::isa::AicpuLaunch(%s).Run(&%s, "


def _run_text(index: int, build: LaunchBuild, part: SourceHalf | None) -> str:
    """Return the launching function of a launch, with its number in the source."""
    words = f"{index}, {int(build.is_listed)}"
    return f"RunSplit<{words}, {int(part.is_cube)}>" if part else f"Run<{words}>"


def _facts_text(name: str, kernels: dict[str, GlobalFunction]) -> str:
    """Return the first arguments of a launch: what is known without its configuration."""
    names, task_type = _names_text(name, kernels), _type_text(name, kernels)
    return f'::{_UNIT}, "{name}", {names}, {task_type}'


def _passed_text(name: str, kernels: dict[str, GlobalFunction]) -> bytes:
    """Return the arguments of a call; launches take untyped addresses, unless it is a template."""
    is_plain = name in kernels and not kernels[name].is_template
    return b"(::AscendC::isa::Passed(ascendc_a)...)" if is_plain else b"(ascendc_a...)"


def _launch_text(call: bytes, facts: str, config: bytes, run: str, arguments: bytes) -> bytes:
    separator = b", " if arguments.strip() else b""
    return b"".join(
        [
            f"::AscendC::isa::HostLaunch({facts}".encode(),
            config,
            f").{run}([](auto... ascendc_a) {{ ".encode(),
            call + b"; }" + separator,
            arguments,
            b")",
        ]
    )


def silent_kernels(kernels: dict[str, GlobalFunction]) -> list[str]:
    """Return the kernels that state no type, in the order of INFERRED_SECTION's numbers."""
    return [kernel.name for kernel in kernels.values() if not kernel.task_type]


def preamble(
    kernels: dict[str, GlobalFunction], build: LaunchBuild, part: SourceHalf | None = None
) -> str:
    """Return the text before the source: its name, and the types of kernels that state none.

    These are filled in later.
    """
    count = len(silent_kernels(kernels)) + 1  # the last one: kernels that are not declared here
    unit = f'static const char {_UNIT}[] __attribute__((unused)) = "{build.unit}";\n'
    if part and part.is_cube:
        return f"{unit}static volatile const unsigned {_INFERRED}[{count}] = {{0}};\n"
    return (
        f'{unit}__attribute__((section("{INFERRED_SECTION.decode()}"), used))'
        f" static volatile const unsigned {_INFERRED}[{count}] = {{0}};\n"
    )


def _type_text(name: str, kernels: dict[str, GlobalFunction]) -> str:
    stated = kernels[name].task_type if name in kernels else ""
    silent = silent_kernels(kernels)
    return stated or f"::{_INFERRED}[{silent.index(name) if name in silent else len(silent)}]"


def launch_functions(
    kernels: dict[str, GlobalFunction], build: LaunchBuild, part: SourceHalf | None = None
) -> str:
    """Return definitions that programs and the runtime reach kernels by.

    `build` and `part` are as for `rewritten`.

    `aclrtlaunch_<kernel>` is what ACLRT_LAUNCH_KERNEL calls; `ascendc_kernel_info_<kernel>` and
    `ascendc_kernel_type_<kernel>` describe it in a binary that is loaded (aclrtBinaryLoadFromFile).
    """
    visible = 'extern "C" __attribute__((visibility("default")))'
    text = ""
    for number, kernel in enumerate(_with_launch_function(kernels), 1):
        name, task_type = kernel.name, _type_text(kernel.name, kernels)
        address = _address(kernel)
        enter = part.enter(name, address) if part else _enter_text(name, address)
        casts = "".join(
            f", *ascendc_p{i}" if _is_structure(kind) else f", ({kind})ascendc_p{i}"
            for i, kind in enumerate(_parameter_types(kernel))
        )
        text += (
            f"{visible} {_signature(kernel)} {{\n"
            f"  return ::AscendC::isa::HostLaunch({_facts_text(name, kernels)},"
            f" ascendc_blocks, nullptr, ascendc_stream)"
            f".{_run_text(-number, build, part)}"
            f"([](auto... ascendc_a) {{ {name}(ascendc_a...); }}{casts});\n}}\n"
            f"{enter}"
        )
        if part and part.is_cube:
            continue
        text += (
            f"{visible} const AscendcKernelInfo ascendc_kernel_info_{name};\n"
            f"const AscendcKernelInfo ascendc_kernel_info_{name} = {{{_VERSIONS},"
            f" ::AscendC::isa::SlotCount({address}), ::AscendC::isa::kArchitecture,"
            f' "{name}", &ascendc_enter_{name},'
            f' "{_parameter_names(kernel)}", ::AscendC::isa::ParameterSlots({address})}};\n'
            f"{visible} uint32_t ascendc_kernel_type_{name}() {{ return {task_type}; }}\n"
        )
    if text and not (part and part.is_cube):
        text += (
            f"{visible} __attribute__((weak)) const AscendcKernelInfo ascendc_kernel_info;\n"
            f"const AscendcKernelInfo ascendc_kernel_info = {{{_VERSIONS},"
            " 0, ::AscendC::isa::kArchitecture};\n"
        )
    return text


def _enter_text(name: str, address: str) -> str:
    return (
        f"static void ascendc_enter_{name}(void* const* args) {{\n"
        f"  ::AscendC::isa::KernelCall<-1>::Run({address}, args);\n}}\n"
    )


def _address(kernel: GlobalFunction) -> str:
    """Return an expression for the kernel, which may have the name of functions that it calls."""
    return f"static_cast<void (*)({', '.join(_declarations(kernel))})>(&{kernel.name})"


def launch_headers(kernels: dict[str, GlobalFunction]) -> dict[str, str]:
    """Return the header `aclrtlaunch_<kernel>.h` of each kernel, as CANN's library makes them."""
    return {
        f"aclrtlaunch_{kernel.name}.h": (
            f"#ifndef HEADER_ACLRTLAUNCH_{kernel.name.upper()}_H\n"
            f"#define HEADER_ACLRTLAUNCH_{kernel.name.upper()}_H\n"
            "#include <cstdint>\n\n"
            "#ifndef ACLRT_LAUNCH_KERNEL\n"
            "#define ACLRT_LAUNCH_KERNEL(kernel_func) aclrtlaunch_##kernel_func\n"
            "#endif\n\n"
            f'extern "C" {_signature(kernel)};\n'
            "#endif\n"
        )
        for kernel in _with_launch_function(kernels)
    }


def _with_launch_function(kernels: dict[str, GlobalFunction]) -> list[GlobalFunction]:
    return [kernel for kernel in kernels.values() if kernel.is_defined and not kernel.is_template]


def _signature(kernel: GlobalFunction) -> str:
    parameters = [
        f"{_host_type(kind)} ascendc_p{i}" for i, kind in enumerate(_parameter_types(kernel))
    ]
    head = ["uint32_t ascendc_blocks", "void* ascendc_stream"]
    return f"uint32_t aclrtlaunch_{kernel.name}({', '.join([*head, *parameters])})"


def _host_type(kind: str) -> str:
    """Return the host type of a parameter: untyped addresses, structures by address, as CANN."""
    if kind.endswith("*"):
        return "void*"
    return kind + "*" if _is_structure(kind) else kind


def _is_structure(kind: str) -> bool:
    words = set(re.findall(r"\w+", kind)) - {"const", "volatile"}
    return "*" not in kind and not words <= _SCALARS


def _names_text(name: str, kernels: dict[str, GlobalFunction]) -> str:
    """Return the names of a launch: the function, then the kernel's parameters."""
    return f'",{_parameter_names(kernels[name])}"' if name in kernels else "nullptr"


def _declarations(kernel: GlobalFunction) -> list[str]:
    """Return the parameters as written, without default arguments."""
    if kernel.parameters in {"", "void"}:
        return []
    return [text.partition("=")[0].strip() for text in _split_commas(kernel.parameters)]


def _parameter_names(kernel: GlobalFunction) -> str:
    matches = [re.search(r"(\w+)$", declared) for declared in _declarations(kernel)]
    return ",".join(match[1] if match else "" for match in matches)


def _parameter_types(kernel: GlobalFunction) -> list[str]:
    types = []
    for declared in _declarations(kernel):
        named = re.fullmatch(r"(.*[\s*&>])\s*\w+", declared, re.DOTALL)
        types.append(" ".join((named[1] if named else declared).split()).replace(" *", "*"))
    return types


def _split_commas(text: str) -> list[str]:
    parts, depth = [""], 0
    for char in text:
        depth += (char in "(<[{") - (char in ")>]}")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _kernel_name(callee: bytes) -> str:
    return re.split(rb"\s*<", callee, maxsplit=1)[0].rpartition(b"::")[2].strip().decode()


def _callee_begin(text: bytes, launch: int) -> int:
    """Return the begin of `name<...>` before a launch's `<<<`, or -1 without a name."""
    end = launch
    while end > 0 and text[end - 1 : end].isspace():
        end -= 1
    if text[end - 1 : end] == b">":
        depth = 0
        while end > 0:
            char = text[end - 1 : end]
            depth += (char == b">") - (char == b"<")
            end -= 1
            if depth == 0 or char in {b";", b"{", b"}"}:
                break
    name = _CALLEE_NAME.search(text, max(0, end - 1000), end)
    if name is None:
        return -1
    # `return k<<<...>>>()` and `else k<<<...>>>()`: the last word alone is the kernel's name.
    words = list(re.finditer(rb"(?:::\s*)?\w+(?:\s*::\s*\w+)*", name[0]))
    return name.start() + words[-1].start()


def _config_end(text: bytes, begin: int) -> int:
    """Return the begin of the `>>>` that ends a launch configuration, or -1."""
    position = begin
    while position < len(text):
        literal = _LITERAL.match(text, position)
        if literal:
            position = literal.end()
        elif text.startswith(b">>>", position):
            return position
        elif text[position : position + 1] in _OPEN_CHARS:
            position = _matching(text, position) + 1
        elif text[position : position + 1] in {b";", b"{", b"}"}:
            return -1
        else:
            position += 1
    return -1


_KERNEL_MACRO = re.compile(rb"^[ \t]*#[ \t]*define\b(?:\\\r?\n|[^\n])*\b__global__\b", re.MULTILINE)
_OPEN_CHARS = {b"(", b"["}
_BRACKET = re.compile(rb"""[()\[\]{}]|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])+'""")


def _matching(text: bytes, opening: int) -> int:
    """Return the position of the bracket that closes the one at `opening`."""
    depth = 0
    for token in _BRACKET.finditer(text, opening):
        if token[0] in {b"(", b"[", b"{"}:
            depth += 1
        elif token[0] in {b")", b"]", b"}"}:
            depth -= 1
            if depth == 0:
                return token.start()
    raise BuildError("a bracket is not closed at the end of the source")


def _skip_space(text: bytes, position: int) -> int:
    while position < len(text) and text[position : position + 1].isspace():
        position += 1
    return position
