"""Writes public headers of built-in aclnn interfaces, their second phases, and their tensors.

usage: generate.py interfaces.txt <folder of headers> <source of second phases> <header of tensors>
"""

from __future__ import annotations

import re
import sys
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

_WIDTH = 100
_SECTION = re.compile(r"\[(aclnn_\w+)\.h\] (.+)")
_INTERFACE = re.compile(r"(aclnn\w+)\((.+)\)")

_HEADER = """\
// Built-in operators (libopapi.so): {text}.
// 161001 for a missing argument, 161002 for types or shapes that do not go together.
#ifndef {guard}
#define {guard}

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {{
#endif

{declarations}

#ifdef __cplusplus
}}
#endif

#endif  // {guard}
"""

_PHASE_1 = "ACL_FUNC_VISIBILITY aclnnStatus {name}GetWorkspaceSize("
_PHASE_2 = "ACL_FUNC_VISIBILITY aclnnStatus {name}("
_PHASE_2_PARAMETERS = (
    "void* workspace, uint64_t workspaceSize, aclOpExecutor* executor, aclrtStream stream"
)

_SOURCE = """\
// The second phases of the built-in interfaces: all run what the first phase put together.
{includes}
#include "aclnn/opdev/op_dfx.h"
#include "aclnn/opdev/op_executor.h"

extern "C" {{
{functions}}}
"""

_FUNCTION = """\
aclnnStatus {name}({parameters}) {{
    L2_DFX_PHASE_2({name});
    return CommonOpExecutorRun(workspace, workspaceSize, executor, stream);
}}
"""


@dataclass
class Header:
    """One public header: what its interfaces do, their names and parameters."""

    name: str
    text: str
    interfaces: list[tuple[str, str]] = field(default_factory=list)


def read(path: Path) -> list[Header]:
    """Return the headers that a list of interfaces describes; raise SystemExit for a bad line."""
    headers: list[Header] = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if section := _SECTION.fullmatch(line):
            headers.append(Header(section[1], section[2]))
        elif (interface := _INTERFACE.fullmatch(line)) and headers:
            headers[-1].interfaces.append((interface[1], interface[2]))
        else:
            sys.exit(f"{path}:{number}: neither [header.h] text nor aclnnName(parameters)")
    return headers


def declaration(begin: str, parameters: str) -> str:
    """Return a prototype, with its parameters broken into lines."""
    indent = " " * 4
    one_line = f"{begin}{parameters});"
    if len(one_line) <= _WIDTH:
        return one_line
    # Types and names stay together: lines break after commas only.
    glued = f"{parameters});".replace(", ", ",\0").replace(" ", "\1").replace("\0", " ")
    lines = textwrap.wrap(
        glued, _WIDTH - len(indent), break_long_words=False, break_on_hyphens=False
    )
    return "\n".join([begin, *(indent + line.replace("\1", " ") for line in lines)])


def header_text(header: Header) -> str:
    """Return the text of a public header."""
    declarations = []
    for name, parameters in header.interfaces:
        extended = f"{parameters}, uint64_t* workspaceSize, aclOpExecutor** executor"
        declarations.append(declaration(_PHASE_1.format(name=name), extended))
        declarations.append(declaration(_PHASE_2.format(name=name), _PHASE_2_PARAMETERS))
    return _HEADER.format(
        text=header.text,
        guard=f"{header.name.upper()}_H_",
        declarations="\n".join(declarations),
    )


def _is_output(const: str, name: str) -> bool:
    # Some outputs are declared const, as CANN declares them.
    return name in {"out", "gradInput"} or (not const and not name.endswith("Ref"))


def tensors_of(parameters: str) -> tuple[list[str], list[str]]:
    """Return the names of the input and of the output tensors.

    Outputs come last; those that a call may change before them count as inputs, as a tensor that is
    changed in place does.
    """
    tensors = re.findall(r"(const )?aclTensor(?:List)?\* (\w+)", parameters)
    first = len(tensors)
    while first > 0 and _is_output(*tensors[first - 1]):
        first -= 1
    return [name for _, name in tensors[:first]], [name for _, name in tensors[first:]]


def tensors_text(headers: list[Header]) -> str:
    """Macros with the tensors of each interface, for the frames that its phase 1 begins."""
    lines = ["// The tensors of the built-in interfaces, by the names of their parameters.",
             "#pragma once"]  # fmt: skip
    for header in headers:
        for name, parameters in header.interfaces:
            inputs, outputs = tensors_of(parameters)
            short = name.removeprefix("aclnn")
            lines.append(f"#define OPAPI_IN_{short} {', '.join(inputs)}".rstrip())
            lines.append(f"#define OPAPI_OUT_{short} {', '.join(outputs)}".rstrip())
    return "\n".join(lines) + "\n"


def main(interfaces: Path, folder: Path, source: Path, tensors: Path) -> None:
    """Write all files; those that would not change keep their times."""
    headers = read(interfaces)
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {folder / f"{header.name}.h": header_text(header) for header in headers}
    for stale in set(folder.glob("*.h")) - set(wanted):
        stale.unlink()
    wanted[source] = _SOURCE.format(
        includes="\n".join(f'#include "aclnnop/{header.name}.h"' for header in headers),
        functions="\n".join(
            _FUNCTION.format(name=name, parameters=_PHASE_2_PARAMETERS)
            for header in headers
            for name, _ in header.interfaces
        ),
    )
    wanted[tensors] = tensors_text(headers)
    for path, text in wanted.items():
        if not path.is_file() or path.read_text() != text:
            path.write_text(text)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
