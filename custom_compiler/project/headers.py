"""Hints for a header that was not found."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

_MISSING = re.compile(
    r"fatal error: (?:'(?P<clang>[^'\n]+)' file not found|(?P<gcc>[^:\n]+): No such file)"
)
# How alike two names are of which one is the other misspelt: a letter or two of a dozen.
_ALIKE = 0.88
# Folders of CANN's include/ that every toolkit has; further ones are recognised by the toolkit.
_CANN_FOLDERS = {"acl", "aclnn", "exe_graph", "graph", "kernel_tiling", "register", "tiling"}


def missing_header_hint(message: str, toolkit: Path, kernel_folder: Path) -> str:
    """Return the remedy if `message`, a compiler's, is about a missing header; else ""."""
    match = _MISSING.search(message)
    if not match:
        return ""
    header = match["clang"] or match["gcc"]
    close = _closest(header, toolkit)
    if close == header and not message.startswith(f"{kernel_folder}/"):
        return f"{header} is for kernels, and this file is compiled for the host: move it to them"
    if close:
        return f"did you mean {close}?"
    if _is_canns(header, toolkit):
        return (
            f"the toolkit {toolkit} has no {header}; name a complete one with"
            " --ascend_cann_package_path or ASCEND_HOME_PATH"
        )
    if message.startswith(f"{kernel_folder}/"):
        return f"put {header} next to the kernel source, or include it by its path from there"
    return f"put {header} into the host sources, or name its folder with --include"


def _closest(header: str, toolkit: Path) -> str:
    """Return the toolkit's header that `header` misspells, or ""."""
    roots = (toolkit / "include", toolkit / "tikcpp/tikcfw")
    folder = Path(header).parent
    names = [
        (folder / path.name).as_posix()
        for root in roots
        for path in (root / folder).glob("*.h")
        if path.is_file()
    ]
    return next(iter(difflib.get_close_matches(header, names, n=1, cutoff=_ALIKE)), "")


def _is_canns(header: str, toolkit: Path) -> bool:
    folder = Path(header).parts[0] if "/" in header else ""
    if folder in {"", ".", ".."}:
        return header.startswith("kernel_")
    return folder in _CANN_FOLDERS or (toolkit / "include" / folder).is_dir()
