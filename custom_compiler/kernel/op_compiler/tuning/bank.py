"""The knowledge bank, which dynamic tiling consults (`nnopbase/tiling_bank.h`)."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from custom_compiler.support.files import write_atomic
from custom_compiler.support.locks import locked

if TYPE_CHECKING:
    from collections.abc import Mapping


def bank_folder(soc: str, environment: Mapping[str, str]) -> str:
    """Where the bank of `soc` (its long name) is, by CANN's variables."""
    if environment.get("TUNE_BANK_PATH"):
        return os.path.join(environment["TUNE_BANK_PATH"], soc)
    if environment.get("ASCEND_CACHE_PATH"):
        return os.path.join(environment["ASCEND_CACHE_PATH"], "aoe_data", soc)
    home = environment.get("HOME", "")
    return os.path.join(home, "Ascend", "latest", "data", "aoe", "custom", "op", soc)


def update_bank(path: str, key: str, entry: Mapping[str, Any] | None) -> bool:
    """Put an entry into the file of an operator, in place of the one with its key.

    No entry: the key's is taken out. Returns whether the file has changed.

    Raises:
        OSError: It cannot be written.
    """
    if entry is None and not os.path.exists(path):
        return False
    with locked(f"{path}.lock"):
        old = _lines(path)
        kept = [line for line in old if _key(line) != key]
        new = kept if entry is None else [*kept, json.dumps(entry)]
        changed = sorted(new) != sorted(old)
        if changed:
            text = "".join(f"{line}\n" for line in new)
            write_atomic(path, text.encode("utf-8", "surrogateescape"))
    return changed


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="surrogateescape") as file:
            return file.read().splitlines()
    except FileNotFoundError:
        return []


def _key(line: str) -> str:
    try:
        return str(json.loads(line)["key"])
    except (ValueError, KeyError, TypeError):
        return ""
