"""Identity of the compilation environment: a change of it invalidates cached kernels."""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache

from custom_compiler.asc.runtime import acl

_ASC = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def identity() -> str:
    """Return a key of Python, our code, the kernel headers and the compiler, by times and sizes."""
    return _identity(os.environ.get("CXX", ""), os.environ.get("PATH", ""))


@cache
def _identity(cxx: str, path: str) -> str:
    root = acl.toolkit_root()
    digest = hashlib.sha256(repr((sys.version_info[:2], root, cxx)).encode())
    folders = [_ASC, os.path.join(os.path.dirname(_ASC), "kernel")]
    folders.append(os.path.realpath(os.path.join(root, "tikcpp")))
    for folder in folders:
        _add_tree(digest, folder)
    from custom_compiler.errors import CustomCompilerError
    from custom_compiler.support.host_compiler import find_compiler

    try:
        command = find_compiler().command
    except CustomCompilerError:
        command = [path]  # it is missing, which matters to kernels that must be compiled only
    for word in command:
        if os.path.isabs(word) and os.path.exists(word):
            status = os.stat(word)
            digest.update(f"{word}\0{status.st_size}\0{status.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _add_tree(digest: hashlib._Hash, folder: str) -> None:
    """Add names, sizes and times of the files below a folder."""
    for current, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            status = os.stat(os.path.join(current, name))
            text = f"{current[len(folder) :]}/{name}\0{status.st_size}\0{status.st_mtime_ns}\n"
            digest.update(text.encode("utf-8", "surrogateescape"))
