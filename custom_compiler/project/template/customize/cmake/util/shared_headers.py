"""Headers that sources of op_host begin with, precompiled in a folder that projects share.

CUSTOM_COMPILER_HOST_HEADERS names the folder; what it lacks is made by whoever may write there. A
source takes one along only where it comes to this header before anything else, so that nothing
compiles with it that would not compile without.
"""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from host_settings import Settings

FOLDER = "CUSTOM_COMPILER_HOST_HEADERS"
_STUBS = {
    "register/op_def_registry.h": "registration.h",
    "register/tilingdata_base.h": "tiling.h",
}
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_INCLUDE = re.compile(r'#[ \t]*include[ \t]*["<]([^">\n]+)[">]')
_ONCE = re.compile(
    r"\s*#[ \t]*(?:pragma[ \t]+once|ifndef[ \t]+(\w+)\s*\n\s*#[ \t]*define[ \t]+\1)[ \t]*\n"
)
_DEEPEST = 8


def header_of(name: str, settings: Settings) -> str:
    """The header to include for the toolkit's `name`, or "" if it is not precompiled."""
    folder = os.environ.get(FOLDER, "")
    header = os.path.join(folder, _STUBS[name]) if folder else ""
    return header if header and os.path.exists(target_of(header, settings)) else ""


def target_of(header: str, settings: Settings) -> str:
    """Where a compiler looks for what a header was compiled to."""
    is_clang = "clang" in os.path.basename(settings.compiler[-1])
    return header + (".pch" if is_clang else ".gch")


def make_missing(settings: Settings, command: Callable[[str], list[str]]) -> None:
    """Precompile what the folder lacks, if one may write there; `command` compiles a header."""
    folder = os.environ.get(FOLDER, "")
    if not folder or not os.access(folder, os.W_OK):
        return
    for name, stub in _STUBS.items():
        header = os.path.join(folder, stub)
        target = target_of(header, settings)
        if os.path.exists(target):
            continue
        with open(header, "w", encoding="utf-8") as file:
            file.write(f'#include "{name}"\n')
        part = f"{target}.{os.getpid()}"
        done = subprocess.run([*command(header), "-o", part], capture_output=True, check=False)
        if done.returncode == 0:
            os.replace(part, target)


def needed_header(source: str, settings: Settings) -> str:
    """The precompiled header that a source may take along, or ""."""
    name = _beginning(source, settings, 0)
    return header_of(name, settings) if name in _STUBS else ""


def _beginning(path: str, settings: Settings, depth: int) -> str:
    """What a file includes before all else, through files of the project."""
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        text = _COMMENT.sub(" ", file.read())
    guard = _ONCE.match(text)
    match = _INCLUDE.match(text[guard.end() :].lstrip() if guard else text.lstrip())
    return _resolved(match[1], path, settings, depth) if match else ""


def _resolved(name: str, source: str, settings: Settings, depth: int) -> str:
    folders = [os.path.dirname(source), settings.source_dir, settings.kernel_dir]
    for folder in (*folders, *settings.include_dirs):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return _beginning(path, settings, depth + 1) if depth < _DEEPEST else ""
    return name
