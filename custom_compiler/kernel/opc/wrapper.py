"""The text that turns a user's kernel source into a kernel object.

Its form: `tikcfw/detail/core/entry.h`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from custom_compiler.kernel.opc.signature import DTYPES
from custom_compiler.kernel.opc.static_entry import static_head
from custom_compiler.kernel.opc.tiling import cpp_declarations
from custom_compiler.support.formats import FORMAT_NUMBERS

if TYPE_CHECKING:
    from custom_compiler.kernel.opc.implementation import Implementation
    from custom_compiler.kernel.opc.options import OpcOptions
    from custom_compiler.kernel.opc.signature import Signature, SignaturePort
    from custom_compiler.kernel.opc.static_entry import StaticEntry
    from custom_compiler.kernel.opc.tiling import TilingDefinition

# What a source can ask the architecture by. A source with none of these words is the same kernel
# on every SoC; those constants of detail/types/constants.h that depend on the architecture are
# matched too.
ARCH_WORDS = re.compile(
    rb"\b(?:__CCE_AICORE__|__NPU_ARCH__|__DAV_\w+|TOTAL_\w+|TMP_UB_OFFSET|RESERVED_WORKSPACE"
    rb"|ASCENDC_PER_ARCH|ONE_REPEAT_\w*ARCH\w*)\b"
)

# ASCENDC_TPL_INPUT(0) and ASCENDC_TPL_OUTPUT(0) of detail/core/template_argument.h.
_FIRST_INPUT = 100_000_000
_FIRST_OUTPUT = 900_000_000


def wrapper_text(  # noqa: PLR0913, PLR0917 - what a wrapper is made of
    signature: Signature,
    implementation: Implementation,
    options: OpcOptions,
    tiling: TilingDefinition,
    source: str,
    static: StaticEntry | None,
) -> str:
    """Return the wrapper without the SoC's macros; `@SOURCE@` stands for the path of the source.

    `source` is the text of the kernel source, `static` the data of a static kernel's entry.
    """
    function = implementation.interface
    renamed = f"{function}_ascendc_user"
    workspace = len(signature.ports) + bool(implementation.shape_outputs)
    arguments = f'"{signature.bin_filename}", {renamed}, {workspace}'
    entry = f"ASCENDC_KERNEL_ENTRY({arguments})\n"
    heads = template_heads(function, source)
    if heads:
        entry = "".join(
            "".join(levels)
            + _template_entry(arguments, parameters, signature)
            + "#endif\n" * len(levels)
            for levels, parameters in heads.items()
        )
        if has_plain_form(function, source):
            plain = _plain_entry(arguments, renamed, workspace + 2)
            entry = f"#ifdef ASCENDC_TPL_ARGS_DECL\n{entry}#else\n{plain}#endif\n"
    head = ""
    if static is not None:
        slots = len(implementation.mc2_contexts) + workspace + 1
        head = static_head(static, slots, tiling.max_size)
    return (
        head
        + _mode_defines(options)
        + _port_defines(signature, implementation)
        + cpp_declarations(tiling)
        + f"#define {function} {renamed}\n"
        + '#include "@SOURCE@"\n'
        + f"#undef {function}\n"
        + _group_define(implementation)
        + entry
    )


def template_heads(function: str, source: str) -> dict[tuple[str, ...], list[str]]:
    """Return the template parameters of the kernel function as written; empty for no template.

    Its instances follow from the tiling template. A source may have another head, or another
    function, for each architecture: the keys are the directives around each head, one text a level.
    The key is () if there is one head.
    """
    code = _without_comments(source)
    either = r"(?:template\s*<[^;{}()#]*>\s*|#[^\n]*\n\s*)+"
    of_function = rf"[\w\s\"]*\b{re.escape(function)}\s*\("
    heads: dict[tuple[str, ...], list[str]] = {}
    for text in re.finditer(either + of_function, code):
        for head in re.finditer(r"template\s*<([^;{}()#]*)>", text[0]):
            levels = _directives_around(code, text.start() + head.start())
            heads.setdefault(levels, _words(head[1]))
    if len(heads) > 1 and () not in heads:
        return heads
    return {(): next(iter(heads.values()))} if heads else {}


def _directives_around(code: str, position: int) -> tuple[str, ...]:
    """Return the conditional directives that `position` is in: of each level those before it."""
    levels: list[str] = []
    for match in re.finditer(r"^[ \t]*#[ \t]*(\w+)[^\n]*\n", code[:position], re.MULTILINE):
        directive = match[0].strip() + "\n"
        if match[1] in {"if", "ifdef", "ifndef"}:
            levels.append(directive)
        elif match[1] in {"elif", "else"} and levels:
            levels[-1] += directive
        elif match[1] == "endif" and levels:
            levels.pop()
    return tuple(levels)


def _words(parameters: str) -> list[str]:
    return [text.strip() for text in parameters.split(",")]


def has_plain_form(function: str, source: str) -> bool:
    """Return whether the source also has the kernel as a function next to a template of its name.

    The function is the kernel if nothing declares template arguments.
    """
    head = re.compile(rf'extern\s*"C"[\w\s]*\b{re.escape(function)}\s*\(')
    return head.search(_without_comments(source)) is not None


def _without_comments(source: str) -> str:
    joined = source.replace("\\\n", " ")
    return re.sub(r"//[^\n]*|/\*.*?\*/", " ", joined, flags=re.DOTALL)


def _plain_entry(arguments: str, function: str, count: int) -> str:
    """Return an entry that calls the plain overload, whose address would be ambiguous."""
    names = [f"a{i}" for i in range(count)]
    parameters = ", ".join(f"GM_ADDR {name}" for name in names)
    return (
        f"static void {function}_plain({parameters}) {{ {function}({', '.join(names)}); }}\n"
        f"ASCENDC_KERNEL_ENTRY({arguments.replace(function, function + '_plain')})\n"
    )


def _template_entry(arguments: str, parameters: list[str], signature: Signature) -> str:
    ports = [
        *enumerate(signature.inputs, _FIRST_INPUT),
        *enumerate(signature.outputs, _FIRST_OUTPUT),
    ]
    rows = "".join(
        f"{{{number}, {DTYPES[port.dtype].number}, {FORMAT_NUMBERS[port.format]}}}, "
        for number, port in ports
    )
    kinds = [
        f"ASCENDC_TPL_{'TYPE' if re.match('(typename|class) ', text) else 'VALUE'}_({i})"
        for i, text in enumerate(parameters)
    ]
    return (
        "inline constexpr ::AscendC::isa::TemplatePort ascendc_template_ports[] = "
        f"{{{rows}{{}}}};\n"
        f"ASCENDC_KERNEL_TYPED_TEMPLATE_ENTRY({', '.join([arguments, *kinds])})\n"
    )


def _group_define(implementation: Implementation) -> str:
    groups = len(implementation.mc2_contexts)
    if groups == 0:
        return ""
    return f"#undef ASCENDC_HCCL_CONTEXTS\n#define ASCENDC_HCCL_CONTEXTS {groups}\n"


def _mode_defines(options: OpcOptions) -> str:
    lines = [f"#define DETERMINISTIC_MODE {0 if options.deterministic == 'false' else 1}\n"]
    mode = options.impl_modes[0]
    if mode in {"high_performance", "high_precision"}:
        lines.append(f"#define {mode.upper()} 1\n")
    return "".join(lines)


def _port_defines(signature: Signature, implementation: Implementation) -> str:
    inputs = _macro_names(signature.inputs, implementation.input_names)
    outputs = _macro_names(signature.outputs, implementation.output_names)
    in_place = [f"{name}_REF" if name in inputs else name for name in outputs]
    return "".join(map(_one_port, signature.ports, inputs + in_place))


def _macro_names(ports: list[SignaturePort], names: tuple[str, ...]) -> list[str]:
    """Return the definition's names: a repository's own parameter files may have others."""
    own = [port.name for port in ports]
    return [name.upper() for name in (*names[: len(own)], *own[len(names) :])]


def _one_port(port: SignaturePort, name: str) -> str:
    dtype = DTYPES[port.dtype]
    return (
        f"#define DTYPE_{name} {dtype.kernel_type or 'unknown'}\n"
        f"#define ORIG_DTYPE_{name} {dtype.enumerator}\n"
        f"#define FORMAT_{name} FORMAT_{port.format}\n"
    )
