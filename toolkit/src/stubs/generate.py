"""Write the C source of a library's stubs: generate.py LIST OUTPUT.

A list has one symbol per line, as the linker knows it (C++ names mangled); `data SYMBOL` is an
object (vtable, type information, variable) instead of a function. `#` begins a comment.
"""

from __future__ import annotations

import sys
from pathlib import Path

_HEAD = """\
// Generated from {name}. Each function ends the process with a message that names it.
#define EXPORT __attribute__((visibility("default")))
__attribute__((visibility("hidden"), noreturn)) void AscendStubCalled(const char* library, const char* symbol);
#define FUNCTION(symbol) \\
    EXPORT void symbol(void); \\
    void symbol(void) {{ AscendStubCalled("lib{library}.so", #symbol); }}
#define OBJECT(symbol) EXPORT void* symbol[64];
"""  # noqa: E501  the text is C
# 64: large enough for any vtable or small variable whose address is all that its users take.


def render(name: str, text: str) -> str:
    """Return the source for the list `name`, which is called after its library."""
    lines = [line.partition("#")[0].split() for line in text.splitlines()]
    body = []
    for words in filter(None, lines):
        macro = "OBJECT" if words[0] == "data" and len(words) > 1 else "FUNCTION"
        if len(words) != 1 + (macro == "OBJECT"):
            raise SystemExit(f"{name}: not a line of symbols: {' '.join(words)}")
        body.append(f"{macro}({words[-1]})\n")
    if len(set(body)) != len(body):
        twice = next(line for line in body if body.count(line) > 1)
        raise SystemExit(f"{name}: listed twice: {twice.strip()}")
    return _HEAD.format(name=name, library=Path(name).stem) + "".join(body)


if __name__ == "__main__":
    source, output = map(Path, sys.argv[1:])
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(render(source.name, source.read_text(encoding="utf-8")), encoding="utf-8")
