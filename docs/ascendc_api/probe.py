"""Asks the compiler which symbols our kernel headers declare, and for which element types.

Every symbol becomes a line of C++ that compiles only where it exists: a use of the name, or a call
with exactly the listed argument types. One compilation that reports all its errors tells which
lines fail. Nothing is executed or instantiated beyond declarations.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from listing import Symbol

# Element types tried for template parameters, until one call compiles; "default": their own.
TYPES = ("float", "half", "int32_t", "TensorTrait<float>", "default")

HEADERS = "".join(
    f'#include "{name}"\n' for name in ("kernel_operator.h", "lib/matmul_intf.h", "lib/hccl/hccl.h")
)
FLAGS = ("-std=c++17", "-w", "-D_GLIBCXX_USE_CXX11_ABI=0", "-D__CCE_AICORE__=220")


# Parameters of Matmul's classes stand for matrices; names that the classes give to their elements.
MATRICES = {
    "A_TYPE": ("SrcAT", "SrcT"),
    "B_TYPE": ("SrcBT",),
    "C_TYPE": ("DstT",),
    "BIAS_TYPE": ("BiasT",),
}

# What stands for template parameters that are no types, where a call cannot go without.
VALUES = {
    "const auto& MM_CFG": "CFG_NORM",
    "template <class, class> class CallBack": "ProbeCallBack",
}
SUPPORT = "template <class, class> struct ProbeCallBack;\n"


@dataclass(frozen=True)
class Compiler:
    """A C++ compiler and the include folders of a toolkit."""

    command: str
    includes: tuple[Path, ...]

    def run(self, arguments: Sequence[str], text: str) -> subprocess.CompletedProcess[str]:
        """Compiles C++ `text`, whose lines count from 1, after the kernel headers."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "probe.cpp"
            source.write_text(f'{HEADERS}{SUPPORT}#line 1 "probe"\n{text}')
            flags = [*FLAGS, *(f"-I{path}" for path in self.includes)]
            return subprocess.run(
                [self.command, *flags, *arguments, str(source)],
                capture_output=True,
                text=True,
                check=False,
            )


def failing_lines(compiler: Compiler, lines: Iterable[str]) -> set[int]:
    """Return the indices of the lines with errors."""
    every_error = "-fmax-errors=0" if "clang" not in compiler.command else "-ferror-limit=0"
    result = compiler.run(["-fsyntax-only", every_error], "\n".join(lines) + "\n")
    found = re.findall(r"^probe:(\d+):\d+: (?:fatal )?error:", result.stderr, re.MULTILINE)
    if result.returncode != 0 and not found:
        raise RuntimeError(result.stderr[:2000])
    return {int(number) - 1 for number in found}


def macros(compiler: Compiler) -> set[str]:
    """Return the names of all macros."""
    result = compiler.run(["-dM", "-E"], "")
    return set(re.findall(r"^#define (\w+)", result.stdout, re.MULTILINE))


def split(text: str) -> list[str]:
    """Parts of a list at its outer commas."""
    parts = [""]
    depth = 0
    for char in text:
        depth += (char in "<([{") - (char in ">)]}")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts if part.strip()]


@dataclass(frozen=True)
class _Template:
    """Declarations that give template parameters values, and the argument list to pass."""

    names: str
    arguments: str


def _bind(template: str, element: str) -> _Template:
    names = []
    arguments = []
    types = 0
    deduced = False
    for parameter in split(template):
        head, _, default = (part.strip() for part in parameter.partition("="))
        if parameter in VALUES:
            arguments.append(VALUES[parameter])
            continue
        deduced = deduced or "enable_if" in parameter or "..." in parameter or "&" in head
        if deduced:
            # What follows takes its default value, and parameters may have that type.
            if head.startswith("typename ") and "enable_if" not in parameter and default:
                names.append(f"using {head.split()[-1]} = {default};")
            continue
        kind, _, name = head.rpartition(" ")
        if not kind:
            continue
        if kind == "class" and name in MATRICES:
            names.append(f"using {name} = MatmulType<TPosition::GM, CubeFormat::ND, float>;")
            names.extend(f"using {element_name} = float;" for element_name in MATRICES[name])
        elif kind in {"typename", "class"}:
            names.append(f"using {name} = {_type(element, types, default)};")
            types += 1
        elif kind.startswith("template"):
            deduced = True
            continue
        elif kind == "auto":
            names.append(f"constexpr int {name} = 0;")
        else:
            names.append(f"constexpr auto {name} = static_cast<{kind.removeprefix('const ')}>(1);")
        arguments.append(name)
    return _Template(" ".join(names), f"<{', '.join(arguments)}>" if arguments else "")


def _type(element: str, position: int, default: str) -> str:
    """Return the type of the n-th type parameter: later ones are plain if the first is a trait."""
    if element == "default":
        return default or "float"
    return "float" if element.startswith("TensorTrait") and position > 0 else element


def _value(parameter: str) -> str:
    """Return an argument of exactly this parameter type."""
    if re.search(r"\(&\)", parameter):
        return f"std::declval<{parameter}>()"
    decayed = re.sub(r"\[[^]]*\]", "*", parameter, count=1)
    return f"std::declval<{decayed}>()"


def _call(symbol: Symbol, owner: str, element: str) -> str:
    template = _bind(symbol.template, element)
    # A pack within a parameter, as in tuple<Tps...>&, stands for two types.
    two = "float, float" if element == "default" else f"{element}, {element}"
    parameters = re.sub(r"<\w+\.\.\.>", f"<{two}>", symbol.parameters)
    values = ", ".join(_value(part) for part in split(parameters) if "..." not in part)
    if symbol.is_member and symbol.name == symbol.scope.split("::")[-1]:
        call = f"{owner}({values})"
    elif symbol.name.startswith("operator"):
        call = f"std::declval<{owner}&>().{symbol.name}({values})"
    elif symbol.is_member:
        keyword = "template " if template.arguments else ""
        call = f"std::declval<{owner}&>().{keyword}{symbol.name}{template.arguments}({values})"
    else:
        name = f"::{symbol.scope}::{symbol.name}".replace("::::", "::")
        call = f"{name}{template.arguments}({values})"
    return f"{template.names} using Probe = decltype({call});"


def alternatives(symbol: Symbol, classes: dict[str, str]) -> list[str]:
    """Lines of C++ of which one compiles if the symbol exists.

    `classes` are the template parameters of the classes.
    """
    qualified = f"{symbol.scope}::{symbol.name}" if symbol.scope else f"::{symbol.name}"
    if symbol.kind in {"struct", "class", "enum", "alias"}:
        return [f"using {qualified};"]
    if symbol.kind == "name" and symbol.is_member:
        owner = f"{symbol.scope}{'<float>' if classes.get(symbol.scope) else ''}"
        return [f"struct Probe : {owner} {{ using {owner}::{symbol.name}; }};"]
    if symbol.is_member and symbol.scope in classes:
        lines = []
        distinct = TYPES if "typename" in classes[symbol.scope] + symbol.template else TYPES[:1]
        for element in distinct:
            bound = _bind(classes[symbol.scope], element)
            owner = f"{symbol.scope}{bound.arguments}"
            body = (
                _call(symbol, "Owner", element)
                if symbol.kind == "function"
                else f"using Probe = decltype(Owner::{symbol.name});"
            )
            lines.append(f"{bound.names} using Owner = {owner}; {body}")
        return lines
    if symbol.kind == "function":
        distinct = TYPES if re.search("typename|class", symbol.template) else TYPES[:1]
        return [_call(symbol, "", element) for element in distinct]
    return [f"using Probe = decltype({qualified});", f"using {qualified};"]


def declared(compiler: Compiler, symbols: Sequence[Symbol]) -> list[bool]:
    """Per symbol whether the headers declare it."""
    defined = macros(compiler)
    classes = {
        f"{symbol.scope}::{symbol.name}": symbol.template
        for symbol in symbols
        if symbol.kind in {"struct", "class"}
    }
    found = [symbol.scope == "" and symbol.name in defined for symbol in symbols]
    # One alternative per symbol and compilation: errors, not declarations, are what takes time.
    pending = {
        index: alternatives(symbol, classes)
        for index, symbol in enumerate(symbols)
        if not found[index]
    }
    while pending:
        indices = list(pending)
        failing = failing_lines(
            compiler,
            (
                f"namespace probe{index} {{ using namespace AscendC; using namespace AscendC::Std; "
                f"{bodies.pop(0)} }}"
                for index, bodies in pending.items()
            ),
        )
        for line, index in enumerate(indices):
            if line not in failing:
                found[index] = True
            if found[index] or not pending[index]:
                del pending[index]
    return found


# Prints `<API> <types on the architecture>...`; the lists are those that calls are checked against.
_LIST_TYPES = """
#include <cstdio>
namespace AscendC::isa {
void Print(const char* name, TypeTable table) {
    std::fprintf(stdout, "%s", name);
    for (uint32_t i = 0; i < 5; ++i) {
        std::fprintf(stdout, " %u", TypesOn(table, i));
    }
    std::fprintf(stdout, "\\n");
}
void PrintAll() {
#define ROW(name, types) Print(#name, types);
    ASCENDC_VEC_UNARY_OPS(ROW)
    ASCENDC_VEC_BINARY_OPS(ROW)
    ASCENDC_VEC_SCALAR_OPS(ROW)
    ASCENDC_VEC_API_TYPES(ROW)
    ASCENDC_LIBRARY_TYPES(ROW)
    constexpr DType types[] = {DType::kF32, DType::kF16, DType::kBF16, DType::kI8, DType::kU8,
                               DType::kI16, DType::kU16, DType::kI32,  DType::kU32, DType::kI64,
                               DType::kU64, DType::kI4};
    for (DType from : types) {
        for (DType to : types) {
            if (CastRoundings(220, to, from) != 0) {
                std::fprintf(stdout, "Cast %u %u\\n", SetOf(from), SetOf(to));
            }
        }
    }
}
}
int main() { AscendC::isa::PrintAll(); }
"""
# In the order of the bits of isa::TypeSet.
_TYPE_NAMES = (
    "float", "half", "bfloat16", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64",
    "uint64",
)  # fmt: skip
_SOCS = ("910", "310P", "910B", "310B", "950")


def element_types(compiler: Compiler) -> dict[str, str]:
    """Per API the element types that its instruction tables list."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "types"
        # The program executes no instruction: the headers' library need not be there.
        link = ["-O1", "-Wl,--unresolved-symbols=ignore-all", "-o", str(program)]
        built = compiler.run(link, _LIST_TYPES)
        if built.returncode != 0:
            raise RuntimeError(built.stderr[:2000])
        listed = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    found = {}
    targets: dict[str, list[str]] = {}
    for name, *numbers in (line.split() for line in listed.splitlines()):
        sets = [int(number) for number in numbers]
        if name == "Cast":
            targets.setdefault(_name(sets[0]), []).append(_name(sets[1]))
        else:
            found[name] = _describe(sets)
    casts = [f"{source} → {', '.join(to)}" for source, to in targets.items()]
    return {**found, "Cast": f"on 910B: {'; '.join(casts)}"}


def _name(bit: int) -> str:
    """Return the type of a one-element set; int4 has none."""
    return _TYPE_NAMES[bit.bit_length() - 1] if bit else "int4"


def _describe(sets: list[int]) -> str:
    """`half, float; int16 (310B)`: types of all cores that have the API, then those of some."""
    offering = {soc: bits for soc, bits in zip(_SOCS, sets, strict=True) if bits}
    parts: dict[str, list[str]] = {}
    for bit, name in enumerate(_TYPE_NAMES):
        having = [soc for soc, bits in offering.items() if bits >> bit & 1]
        if having:
            where = "" if len(having) == len(offering) else f" ({', '.join(having)})"
            parts.setdefault(where, []).append(name)
    return "; ".join(", ".join(names) + where for where, names in parts.items())
