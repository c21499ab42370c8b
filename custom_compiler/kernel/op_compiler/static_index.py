"""The index of installed static kernels: what programs take."""

from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.static.static_contents import INDEX

_STATIC_FOLDER = "static_kernel/ai_core"


class IndexedKernel(NamedTuple):
    """A static kernel under one of its keys."""

    path: str  # of the object
    name: str  # that logs and profiles have
    key: str
    depended: tuple[int, ...]  # inputs whose values are in the key


def indexed_kernels(opp: str, unit: str) -> list[IndexedKernel]:
    """Return the static kernels below the folder `opp` for a compute unit.

    Raises:
        MisuseError: The index is damaged.
    """
    folder = os.path.realpath(os.path.join(opp, _STATIC_FOLDER))
    path = os.path.join(folder, "config", unit, INDEX)
    try:
        with open(path, encoding="utf-8") as file:
            operators = json.load(file)
        return [
            _kernel(folder, entry, operator)
            for operator in operators.values()
            for entry in operator["staticList"]
        ]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        hint = "make it again: python3 <package>/scripts/install.py --rebuild --here"
        raise MisuseError(f"cannot read the index {path}: {error}", hint) from error


def _kernel(folder: str, entry: dict[str, Any], operator: dict[str, Any]) -> IndexedKernel:
    return IndexedKernel(
        os.path.join(folder, entry["binPath"]),
        entry["binDesc"]["kernelName"],
        entry["simplifiedKey"],
        tuple(operator.get("valueDependIndex", ())),
    )
