"""Location of the package: the value of `-o`, interpreted as CANN does."""

from __future__ import annotations

import os
import time
from typing import NamedTuple

from custom_compiler.errors import MisuseError

SUFFIX = ".run"
_MOST_BYTES = 240  # of a name: files next to the package have longer ones


class OutputPlace(NamedTuple):
    """A folder and the package's name in it, without suffix; "": a name that no other run takes."""

    folder: str
    name: str

    def package(self, kind: str) -> str:
        """Return the path of the package file; `kind` begins an automatic name."""
        return os.path.join(self.folder, (self.name or _automatic(kind)) + SUFFIX)


def read_output(text: str) -> OutputPlace:
    """Return the absolute location that `text` names.

    A text that ends with a slash or exists is a folder; without a slash it is a name in the current
    folder, even if a folder has that name.

    Raises:
        MisuseError: There is no such folder, it is not writable, or no package can have that
            name.
    """
    folder, slash, name = text.rpartition("/")
    if slash and (not name or os.path.isdir(text)):
        folder, name = text, ""
    directory = os.path.abspath(folder or ("/" if slash else "."))
    if not os.path.isdir(directory):
        raise MisuseError(
            f"-o {text}: there is no folder {directory}", f"make it: mkdir -p {directory}"
        )
    if not os.access(directory, os.W_OK | os.X_OK):
        message = f"nothing can be written into {directory}"
        raise MisuseError(message, "choose another folder with -o")
    return OutputPlace(directory, _package_name(text, name.removesuffix(SUFFIX)) if name else "")


def _package_name(text: str, name: str) -> str:
    if name in {"", ".", ".."} or "\0" in name or len(os.fsencode(name)) > _MOST_BYTES:
        message = f"-o {text[:_MOST_BYTES]}: no package can be called {name[:_MOST_BYTES]!r}"
        raise MisuseError(message, f"give a name of at most {_MOST_BYTES} bytes")
    return name


def _automatic(kind: str) -> str:
    now = time.time_ns()
    stamp = time.strftime("%y%m%d%H%M%S", time.localtime(now // 10**9))
    return f"{kind}_{stamp}{now // 1000 % 10**6:06d}_{os.getpid()}"
