"""Where the package goes: the value of `-o`, understood as CANN does."""

from __future__ import annotations

import os
import time
from typing import NamedTuple

from custom_compiler.errors import MisuseError

SUFFIX = ".run"
_MOST_BYTES = 240  # of a name: files beside the package have longer ones
# What lies beside the package's folder where it is installed.
_TAKEN = {"config", "config.ini", "version.info", "uninstall.sh", "scripts"}


class OutputPlace(NamedTuple):
    """A folder and the package's name in it, without suffix; "": a name that no other run takes."""

    folder: str
    name: str

    def package(self, kind: str) -> str:
        """Path of the package file; `kind` begins an automatic name."""
        return os.path.join(self.folder, (self.name or _automatic(kind)) + SUFFIX)


def read_output(text: str) -> OutputPlace:
    """The place that `text` names, absolute.

    What ends with a slash or exists is a folder; without a slash it is a name in the current
    folder, also where a folder is called so.

    Raises:
        MisuseError: There is no such folder, nothing can be written there, or no package can have
            that name.
    """
    folder, slash, name = text.rpartition("/")
    if slash and (not name or os.path.isdir(text)):
        folder, name = text, ""
    place = os.path.abspath(folder or ("/" if slash else "."))
    if not os.path.isdir(place):
        raise MisuseError(f"-o {text}: there is no folder {place}", f"make it: mkdir -p {place}")
    if not os.access(place, os.W_OK | os.X_OK):
        raise MisuseError(
            f"-o {text}: nothing can be written into {place}", "choose another folder"
        )
    return OutputPlace(place, _package_name(text, name.removesuffix(SUFFIX)) if name else "")


def _package_name(text: str, name: str) -> str:
    too_long = len(os.fsencode(name)) > _MOST_BYTES
    if name in _TAKEN or name in {"", ".", ".."} or too_long or not _is_plain(name):
        message = f"-o {text[:_MOST_BYTES]}: no package can be called {name[:_MOST_BYTES]!r}"
        hint = "take letters, digits, - _ and ., at most 240 bytes, and none of " + ", ".join(
            sorted(_TAKEN)
        )
        raise MisuseError(message, hint)
    return name


def _is_plain(name: str) -> bool:
    """Whether lists of packages, which commas separate, can hold the name."""
    return name.isprintable() and not set(name) & set(",=;'\"\\$`")


def _automatic(kind: str) -> str:
    now = time.time_ns()
    stamp = time.strftime("%y%m%d%H%M%S", time.localtime(now // 10**9))
    return f"{kind}_{stamp}{now // 1000 % 10**6:06d}_{os.getpid()}"
