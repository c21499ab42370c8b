"""Lists the files of source folders, by one rule for every step of a build.

    source_files.py LISTS NAME FOLDER [NAME FOLDER...]

writes LISTS for CMake: the variables NAME_FILES, NAME_API_FILES (those in folders op_api), and
NAME_FOLDERS. Links are followed, each folder once. Hidden files and what builds leave next to
sources are left out. `custom_compiler.project.sources` has the same rule and the same
`odd_character`: a project stands alone.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from failures import SourceError, exit_code
from files import cmake_quoted, write_changed

if TYPE_CHECKING:
    from collections.abc import Iterator

# What builds leave next to sources.
_COMMANDS = "build_out/compile_commands.json"
_LOGS = {"build.log", "install.log"}
_SKIPPED = {"__pycache__", "build_out", "CMakeFiles", "CustomProject"}
# What CMake, Ninja, make or a shell takes for something else than a part of a name.
_ODD = re.compile(r"""[\x00-\x1f"$&';<>\[\\\]^`{|}\x7f-\x9f\ud800-\udfff]|^ | $""")


def source_folders(root: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each folder of sources, `root` first, and the names of its files."""
    seen: set[str] = set()
    for current, folders, names in os.walk(root, followlinks=True):
        real = os.path.realpath(current)
        if real in seen:
            folders.clear()
            continue
        seen.add(real)
        folders[:] = sorted(n for n in folders if n not in _SKIPPED and not n.startswith("."))
        yield current, sorted(name for name in names if _is_source(os.path.join(current, name)))


def source_files(root: str) -> Iterator[str]:
    """Yield the paths of all files of sources, relative to `root`."""
    for folder, names in source_folders(root):
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), root)


def _is_source(path: str) -> bool:
    name = os.path.basename(path)
    if name.startswith(".") or name in _LOGS:
        return False
    return not (os.path.islink(path) and os.readlink(path) == _COMMANDS)


def odd_character(name: str) -> str:
    """Return what build tools would stumble over in the name of a file or folder, or ""."""
    match = _ODD.search(name)
    return match[0] if match else ""


def reject_odd_names(root: str, path: str) -> None:
    """Raise SourceError if a path below `root` has such a name."""
    for name in path.split(os.sep):
        odd = odd_character(name)
        if odd:
            text = os.path.join(root, path)
            raise SourceError(f"error: {text!r}: the build takes no name with {odd!r}")


def main(lists: str, words: list[str]) -> int:
    """Write the lists; the exit code."""
    text = ""
    for name, root in zip(words[::2], words[1::2], strict=True):
        files = sorted(source_files(root))
        folders = [os.path.relpath(folder, root) for folder, _ in source_folders(root)]
        for path in [*folders, *files]:
            reject_odd_names(root, path)
        api_files = [path for path in files if os.path.basename(os.path.dirname(path)) == "op_api"]
        for kind, paths in (("FILES", files), ("API_FILES", api_files), ("FOLDERS", folders)):
            full_paths = [os.path.normpath(os.path.join(root, path)) for path in paths]
            lines = "".join(f"\n  {cmake_quoted(path)}" for path in full_paths)
            text += f"set({name}_{kind}{lines})\n"
    write_changed(lists, text)
    return 0


if __name__ == "__main__":
    sys.exit(exit_code(lambda: main(sys.argv[1], sys.argv[2:])))
