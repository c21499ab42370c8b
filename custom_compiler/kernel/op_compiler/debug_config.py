"""`-d FILE`: what kernels for debugging are built with."""

from __future__ import annotations

import os
from dataclasses import dataclass

from custom_compiler.errors import MisuseError

# Words of CANN; sanitizer is opc's alone there.
WORDS = ("ccec_g", "ccec_O0", "oom", "check_flag", "sanitizer", "dump_cce", "dump_bin", "dump_loc")
_COMMENTS = ("#", ";", "//")
_MOST_BYTES = 64 << 10


@dataclass(frozen=True)
class DebugConfig:
    """The words of a configuration file.

    Attributes:
        words: In the order of `WORDS`; ccec_O0 is gone where oom is, as in CANN.
    """

    words: tuple[str, ...]

    @property
    def build(self) -> tuple[str, ...]:
        """Return the compiler options besides those of the words: all lines are there anyway."""
        return () if "ccec_g" in self.words else ("-g",)

    @property
    def notes(self) -> tuple[str, ...]:
        """Messages for the user about the settings."""
        if "sanitizer" not in self.words:
            return ()
        return ("sanitizer: run the program with mssanitizer, which checks for it",)


def read_debug_config(path: str) -> DebugConfig:
    """Read the settings of the file at `path`: `op_debug_config=ccec_g,oom`, or the words alone.

    Blanks, empty lines and comments (# ; //) are ignored. All lines count, whereas CANN reads the
    first one only.

    Raises:
        MisuseError: A word is unknown, there is none, or they exclude each other.
        OSError: The file cannot be read.
    """
    with open(path, "rb") as file:
        text = file.read(_MOST_BYTES + 1)
    if len(text) > _MOST_BYTES or b"\0" in text:
        raise MisuseError(f"-d {path}: this is no configuration file", _form())
    options: set[str] = set()
    for line in text.decode("utf-8", "replace").splitlines():
        content = line.strip()
        if not content.startswith(_COMMENTS):
            values = content.rpartition("=")[2].split(",")
            options |= {value.strip() for value in values if value.strip()}
    unknown = sorted(options.difference(WORDS))
    if unknown:
        raise MisuseError(f"-d {path}: there is no {unknown[0][:60]!r}", _form())
    if "oom" in options:
        options.discard("ccec_O0")
    if not options:
        raise MisuseError(f"-d {path}: it says nothing", _form())
    if "oom" in options and os.environ.get("NPU_COLLECT_PATH"):
        message = f"-d {path}: oom cannot be had while NPU_COLLECT_PATH collects data"
        raise MisuseError(message, "unset NPU_COLLECT_PATH")
    return DebugConfig(tuple(word for word in WORDS if word in options))


def _form() -> str:
    return f"write op_debug_config=<words>, of {', '.join(WORDS)}"
