"""Headers that sources of op_host begin with, precompiled in a folder that projects share.

CUSTOM_COMPILER_HOST_HEADERS names the folder; what it lacks is made by whoever may write there. A
source takes one along only where it comes to this header before any text of the source, so
that nothing compiles with it that would not compile without.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import subprocess
from contextlib import suppress
from typing import TYPE_CHECKING

from files import replacing

if TYPE_CHECKING:
    from collections.abc import Callable

    from host_settings import HostSettings

FOLDER = "CUSTOM_COMPILER_HOST_HEADERS"
_TILING = "register/tilingdata_base.h"
_STUBS = {"register/op_def_registry.h": "registration", _TILING: "tiling"}  # best first
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_INCLUDE = re.compile(r'\s*#[ \t]*include[ \t]*["<]([^">\n]+)[">][ \t]*(?:\n|$)')
_ONCE = re.compile(
    r"\s*#[ \t]*(?:pragma[ \t]+once|ifndef[ \t]+(\w+)\s*\n\s*#[ \t]*define[ \t]+\1)[ \t]*\n"
)
_END = re.compile(r"\s*#[ \t]*endif[ \t]*(?:\n|$)")
# What headers of tiling structures consist of: it means the same after any other header.
_STRUCTURE = re.compile(
    r"\s*(?:(?:BEGIN_TILING_DATA_DEF|TILING_DATA_FIELD_DEF(?:_ARR|_STRUCT)?|END_TILING_DATA_DEF"
    r"|REGISTER_TILING_DATA_CLASS)\b\s*(?:\([\w\s,]*\))?\s*;?|namespace\s+\w+\s*\{|\}\s*;?)"
)
_DEEPEST = 8
# Flags that name folders of one project; headers of the toolkit are the same with and without.
_OF_PROJECT = ("-I", "-ffile-prefix-map=")


def are_shared() -> bool:
    """Return whether the folder exists; its owner has then compiled the headers of kernels, too."""
    return bool(os.environ.get(FOLDER))


def header_of(name: str, settings: HostSettings) -> str:
    """Return the header to include for the toolkit's `name`, or "" if it is not precompiled."""
    header = path_of(name, settings) if are_shared() else ""
    return header if header and os.path.exists(target_of(header, settings)) else ""


def path_of(name: str, settings: HostSettings) -> str:
    """Return the path of the header for `name`: one for each toolkit, compiler and set of flags."""
    flags = [*settings.flags, *settings.library_flags]
    words = [flag for flag in flags if not flag.startswith(_OF_PROJECT)]
    include = os.path.realpath(os.path.join(settings.toolkit, "include"))
    inputs = "\0".join([include, *settings.compiler, settings.standard, *words])
    key = hashlib.sha256(inputs.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return os.path.join(os.environ[FOLDER], f"{_STUBS[name]}.{key}.h")


def target_of(header: str, settings: HostSettings) -> str:
    """Return the path at which a compiler looks for a precompiled header."""
    is_clang = "clang" in os.path.basename(settings.compiler[-1])
    return header + (".pch" if is_clang else ".gch")


def make_missing(settings: HostSettings, command: Callable[[str], list[str]]) -> None:
    """Precompile what the folder lacks, if one may write there; `command` compiles a header.

    Builds that begin at once wait for the one that does it: all take the same headers along.
    """
    if not are_shared() or not os.access(os.environ[FOLDER], os.W_OK):
        return
    for name in _STUBS:
        header = path_of(name, settings)
        target = target_of(header, settings)
        if os.path.exists(target):
            continue
        with open(header, "a", encoding="utf-8") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            if os.path.exists(target):
                continue
            file.truncate(0)
            file.write(f'#include "{name}"\n')
            file.flush()
            with suppress(subprocess.CalledProcessError), replacing(target) as part:
                subprocess.run([*command(header), "-o", part], capture_output=True, check=True)


def needed_header(source: str, settings: HostSettings) -> str:
    """Return the precompiled header that a source can use, or ""."""
    beginning = _Beginning(settings)
    beginning.read(source)
    name = next((name for name in _STUBS if name in beginning.included), "")
    return header_of(name, settings) if name else ""


class _Beginning:
    """The includes of a source before its first declaration, through files of the project.

    Headers of the toolkit and the system are the same in any order, and so are definitions of
    tiling structures once their macros are known.
    """

    def __init__(self, settings: HostSettings) -> None:
        self.included: list[str] = []  # the toolkit's and the system's
        self._settings = settings
        self._read: list[str] = []

    def read(self, path: str) -> bool:
        """Read a project file while it only includes; return whether its end was reached."""
        if path in self._read:
            return True
        self._read.append(path)
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            text = _COMMENT.sub(" ", file.read())
        guard = _ONCE.match(text)
        position = guard.end() if guard else 0
        while text[position:].strip():
            include = _INCLUDE.match(text, position)
            if include:
                if not self._include(include[1], path):
                    return False
                position = include.end()
                continue
            structure = _STRUCTURE.match(text, position) if _TILING in self.included else None
            structure = structure or (_END.match(text, position) if guard else None)
            if structure is None:
                return False
            position = structure.end()
        return True

    def _include(self, name: str, source: str) -> bool:
        folders = [os.path.dirname(source), self._settings.source_dir, self._settings.kernel_dir]
        for folder in (*folders, *self._settings.include_dirs):
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                return len(self._read) < _DEEPEST and self.read(path)
        self.included.append(name)
        return True
