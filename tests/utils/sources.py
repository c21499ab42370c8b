"""C++ sources of tests: files next to them. Those called `.inc` are statements of a function."""

from __future__ import annotations

from pathlib import Path


def read_source(test: str, name: str, **macros: object) -> str:
    """Return the source `name` in the folder of a test, whose file is `test`.

    Definitions of `macros` come before it. Line numbers stay those of the file.
    """
    text = (Path(test).parent / name).read_text(encoding="utf-8")
    if not macros:
        return text
    lines = []
    for macro, value in macros.items():
        lines += [f"#undef {macro}", f"#define {macro} {' '.join(str(value).splitlines())}"]
    return "\n".join(["", *lines, "#line 1", text])
