"""Reads the folders of the user's sources: which files belong to a build, and what they say."""

from __future__ import annotations

import os
import re
from pathlib import Path

from custom_compiler.errors import MisuseError

HOST_SUFFIXES = (".cpp", ".cc", ".cxx", ".c")
KERNEL_SUFFIXES = (".cpp", ".cc", ".cxx")

# Not sources: what builds leave next to them.
_COMMANDS = Path("build_out", "compile_commands.json")
_LOGS = {"build.log", "install.log"}
_SKIPPED_FOLDERS = {"__pycache__", "build_out", "CMakeFiles", "CustomProject"}
# What CMake, Ninja, make or a shell takes for something else than a part of a name.
_ODD = re.compile(r"""[\x00-\x1f"$&';<>\[\\\]^`{|}\x7f-\x9f\ud800-\udfff]|^ | $""")


def collect_files(option: str, folder: Path, suffixes: tuple[str, ...]) -> dict[str, Path]:
    """Return files below `folder` by relative path; links are followed, each folder once.

    `source_files.py` of generated projects has the same rule. Raises MisuseError if no file has one
    of the `suffixes`, a file cannot be read, or build tools cannot take a name.
    """
    files: dict[str, Path] = {}
    seen: set[str] = set()

    def unreadable(error: OSError) -> None:
        message = f"{option}={folder}: cannot read {os.path.relpath(error.filename, folder)}"
        raise MisuseError(f"{message}: {error.strerror}", "change its permissions") from error

    for current, folders, names in os.walk(folder, followlinks=True, onerror=unreadable):
        real = os.path.realpath(current)
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        folders[:] = sorted(
            n for n in folders if n not in _SKIPPED_FOLDERS and not n.startswith(".")
        )
        for name in sorted(names):
            path = Path(current, name)
            is_link_to_commands = path.is_symlink() and path.readlink() == _COMMANDS
            if name.startswith(".") or name in _LOGS or is_link_to_commands:
                continue
            reason, hint = _why_unreadable(path)
            if reason:
                shown = path.relative_to(folder)
                raise MisuseError(f"{option}={folder}: cannot read {shown}: {reason}", hint)
            relative = path.relative_to(folder).as_posix()
            _check_name(option, folder, relative)
            files[relative] = path
    if not any(name.endswith(suffixes) for name in files):
        message = f"{option}={folder}: no source file ({', '.join(suffixes)}) in this folder"
        named = [path for path in folder.rglob("*") if path.suffix in suffixes]
        if named:
            message += f": {named[0].relative_to(folder)} is a folder"
        raise MisuseError(message, "check the path")
    return files


def _check_name(option: str, folder: Path, relative: str) -> None:
    """Raise MisuseError if build tools cannot take the name of a file or its folders."""
    for part in Path(relative).parts:
        odd = odd_character(part)
        if odd:
            message = f"{option}={folder}: {relative!r}: the build takes no name with {odd!r}"
            raise MisuseError(message, "rename the file or folder, or move it elsewhere")


def is_skipped(relative: Path) -> bool:
    """Return whether `collect_files` leaves out what lies there below a source folder."""
    return any(part in _SKIPPED_FOLDERS or part.startswith(".") for part in relative.parts)


def _why_unreadable(path: Path) -> tuple[str, str]:
    """Return why `path` cannot be read as a file, and the remedy; empty if it can."""
    if os.path.islink(path) and not os.path.exists(path):  # noqa: PTH110, PTH114  these never raise
        return f"a broken link to {path.readlink()}", "fix or remove the link"
    if not os.access(path, os.R_OK):
        return "Permission denied", "change its permissions"
    if not os.path.isfile(path):  # noqa: PTH113
        return "no regular file", "keep pipes, sockets and devices elsewhere"
    return "", ""


_OPTIONS_CALL = re.compile(r"^[ \t]*add_ops_compile_options\s*\(", re.MULTILINE)


def kernel_option_calls(cmake_text: str, template: str = "") -> list[str]:
    """Return the `add_ops_compile_options(...)` calls of a user's own CMakeLists.txt.

    The rest of such a file builds targets in CANN's way, and is not used in our project. Lines of
    the `template` are not the user's.
    """
    calls = []
    template_lines = {line.strip() for line in template.splitlines()}
    lines = [line for line in cmake_text.splitlines() if line.strip() not in template_lines]
    text = re.sub(r"#[^\n]*", "", "\n".join(lines))
    for match in _OPTIONS_CALL.finditer(text):
        end = text.find(")", match.end())
        if end >= 0 and "${CMAKE_BUILD_TYPE}" not in text[match.start() : end]:
            calls.append(" ".join(text[match.start() : end + 1].split()))
    return calls


def odd_character(name: str) -> str:
    """Return what build tools would stumble over in the name of a file or folder, or "".

    `source_files.py` of generated projects has the same function.
    """
    match = _ODD.search(name)
    return match[0] if match else ""
