"""`[aicore]`, which Huawei's compiler knows as a word: what functions are compiled for."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_TARGET = re.compile(r"\[[ \t]*(host[ \t]*,[ \t]*)?aicore[ \t]*\]")
# Macros as long as the words, so that columns stay.
_DEVICE, _BOTH = "_aicore_", "_host_aicore_"
TARGETS = (
    f'-D{_DEVICE}=__attribute__((annotate("aicore")))',
    f'-D{_BOTH}=__attribute__((annotate("host_aicore")))',
)


def with_targets(files: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return the files with such attributes, and their text with attributes that clang knows."""
    changed = []
    for path in files:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            text = file.read()
        if _TARGET.search(text):
            changed.append((os.path.abspath(path), _TARGET.sub(_written, text)))
    return tuple(changed)


def _written(target: re.Match[str]) -> str:
    return (_BOTH if target[1] else _DEVICE).ljust(len(target[0]))
