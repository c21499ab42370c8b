"""docs/environment.md against the sources: each variable that is read, and no other."""

from __future__ import annotations

import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
ROOTS = ("custom_compiler", "asc", "mskl", "mskpp", "toolkit/src", "toolkit/opc", "toolkit/python")

# How variables are read: of C and C++, of Python, and by constants that name one.
READ = re.compile(
    r"""(?:getenv|Environment|environ\.get|environment\.get|environ\.setdefault)\(\s*"([A-Z_0-9]+)"
    |environ(?:ment)?\["([A-Z_0-9]+)"\]
    |"((?:ASCENDC?|CUSTOM_COMPILER|PYASC)_[A-Z_0-9]+)" """.strip(),
    re.VERBOSE,
)

# The same form and something else: settings of CMake projects, macros, names in C++.
NO_VARIABLES = {
    "ASCENDC_ALWAYS_INLINE",
    "ASCEND_CANN_PACKAGE_PATH",
    "ASCEND_COMPUTE_UNIT",
    "ASCEND_PACK_SHARED_LIBRARY",
    "ASCEND_PYTHON_EXECUTABLE",
}
# Every shell has these; what they mean here is what they mean everywhere.
COMMON = {"PATH", "LD_LIBRARY_PATH", "PYTHONPATH", "PWD", "HOME", "TERM", "LC_ALL", "NINJA_STATUS"}


def _documented() -> list[str]:
    text = (REPOSITORY / "docs/environment.md").read_text()
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return [name for row in rows for name in re.findall(r"`([A-Z_0-9]+)`", row)]


def _texts() -> str:
    parts: list[str] = []
    for root in ROOTS:
        parts += [
            path.read_text(encoding="utf-8", errors="replace")
            for path in sorted((REPOSITORY / root).rglob("*"))
            if path.suffix in {".py", ".cpp", ".h"} and path.is_file()
        ]
    return "\n".join(parts)


def test_every_variable_is_documented_once_and_read() -> None:
    documented = _documented()
    assert len(documented) == len(set(documented)) > 40
    text = _texts()
    read = {name for groups in READ.findall(text) for name in groups if name}
    assert read - set(documented) - NO_VARIABLES - COMMON == set()
    words = set(re.findall(r"\w+", text))
    assert set(documented) - words == set()
