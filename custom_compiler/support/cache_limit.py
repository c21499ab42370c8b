"""The maximum size of the store: the variable, else what the user has set, else 2 GiB."""

from __future__ import annotations

import json
import os
import re
from contextlib import suppress
from typing import NamedTuple

from custom_compiler.errors import MisuseError, write_error
from custom_compiler.support.files import write_atomic

SIZE_VARIABLE = "CUSTOM_COMPILER_CACHE_SIZE"
_DEFAULT = 2 << 30  # bytes
_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)
_UNITS = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}


class CacheLimit(NamedTuple):
    """Bytes, and who says so."""

    size: int
    origin: str


def parse_size(text: str, origin: str) -> int:
    """Parse bytes ("500M", "2 GiB", "1073741824"); raise MisuseError naming `origin`."""
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        message = f"{origin}: {text!r} is no size"
        raise MisuseError(message, "give bytes, or a number with K, M, G or T, such as 5G")
    return int(float(match[1]) * (1 << _UNITS[match[2].upper()]))


def cache_limit(root: str) -> CacheLimit:
    """Return the limit of the cache at `root`; raise MisuseError if the variable is no size."""
    value = os.environ.get(SIZE_VARIABLE)
    if value:
        return CacheLimit(parse_size(value, SIZE_VARIABLE), SIZE_VARIABLE)
    path = _settings(root)
    with suppress(OSError, ValueError, KeyError, TypeError), open(path, encoding="utf-8") as file:
        return CacheLimit(int(json.load(file)["limit"]), path)
    return CacheLimit(_DEFAULT, "default")


def store_limit(root: str, size: int) -> None:
    """Set the limit of the cache at `root`, in bytes."""
    text = json.dumps({"limit": size}) + "\n"
    try:
        write_atomic(_settings(root), text.encode())
    except OSError as error:
        path = _settings(root)
        raise write_error(path, error, "choose another place with CUSTOM_COMPILER_CACHE") from error


def _settings(root: str) -> str:
    return os.path.join(root, "settings.json")
