"""The toolkit's headers declare names in CANN's namespaces and in no one else's."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

TOOLKIT = Path(__file__).parents[2] / "toolkit"
# Namespaces at the top level of CANN's own headers (asc-devkit, metadef, opbase, runtime).
OF_CANN = {
    *("AscendC", "HcclContextDef", "Ops", "acl", "aicpu", "context_ascendc", "domi", "fe", "ge"),
    *("gert", "l0op", "matmul", "matmul_tiling", "op", "opcommon", "ops", "optiling"),
    *("error_message", "platform_ascendc"),
}
# Declared in advance or extended as the language allows: what CANN's headers do likewise.
OTHERS = {
    "register/register.h": {"google"},  # protobuf's messages, in signatures
    "graph/ascend_string.h": {"std"},  # std::hash
    "detail/cube/params.h": {"__cce_scalar"},  # of CANN's compiler
    "detail/core/debug.h": {"std"},  # std::printf of kernels
    "isa/core.h": {"platform"},  # the toolkit's own description of a SoC
}
FOLDERS = ("include", "tikcpp/tikcfw", "asc/include")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_LITERAL = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'')
_TOKEN = re.compile(r'\bnamespace\s+([\w:]+)\s*(?=\{)|\bextern\s*""\s*\{|[{}]')
_DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)


def top_level_namespaces(text: str) -> set[str]:
    """Names of the namespaces that a header opens outside of all others."""
    text = _LITERAL.sub('""', _COMMENT.sub(" ", text))
    found, depth, linkage = set(), 0, []
    for token in _TOKEN.finditer(_DIRECTIVE.sub("", text)):
        if token[0].startswith("extern"):
            linkage.append(depth)
            depth += 1
        elif token[0] == "{":
            depth += 1
        elif token[0] == "}":
            depth -= 1
            if linkage and linkage[-1] == depth:
                linkage.pop()
        elif depth == len(linkage):
            found.add(token[1].partition("::")[0])
    return found


def test_headers_declare_names_of_cann_only() -> None:
    foreign = defaultdict(set)
    for folder in FOLDERS:
        for path in sorted((TOOLKIT / folder).rglob("*.h")):
            name = str(path.relative_to(TOOLKIT / folder))
            namespaces = top_level_namespaces(path.read_text())
            for each in namespaces - OF_CANN - OTHERS.get(name, set()):
                foreign[each].add(name)
    assert foreign == {}


def test_namespaces_are_found() -> None:
    text = """
    extern "C" { void f(); }
    // namespace comment {
    namespace tla { namespace inner { } }
    namespace AscendC::isa { struct S { }; }
    void g() { const char* text = "namespace x {"; }
    """
    assert top_level_namespaces(text) == {"tla", "AscendC"}
