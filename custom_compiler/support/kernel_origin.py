"""Origin of a static or debug kernel: its operator, as it was installed at build time.

Descriptions of kernels state it; the runtime uses a kernel only while it matches. It has the same
comparison (`nnopbase/kernel_origin.h`).
"""

from __future__ import annotations

import json
import os
import zlib
from typing import TYPE_CHECKING, Any, NamedTuple

from custom_compiler.support.tiling_library import find_tiling_library

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

ORIGIN = "madeFrom"  # of descriptions
REMEDY = "make them again with op_compiler, or uninstall them"
_TBE = os.path.join("op_impl", "ai_core", "tbe")


class Origin(NamedTuple):
    """An operator's kernel and tiling functions in the package that has them."""

    key: str  # that the kernel for all shapes is found by
    kernel: str  # its SHA-256, as its description says; "": it does not
    tiling: str  # the library of the tiling functions; "": there is none

    def change(self, unit: str, roots: Iterable[str]) -> str:
        """Return the difference to the packages in `roots`, for a compute unit; or "".

        If no package has the operator, there is no difference.
        """
        op_type = self.key.partition("/")[0]
        is_origin_known = False
        for root in roots:
            tbe = os.path.join(root, _TBE)
            table = _json(os.path.join(tbe, "kernel", "config", unit, "binary_info_config.json"))
            if op_type not in table:
                continue
            is_origin_known = True
            try:
                path = kernels_by_key(table[op_type]).get(self.key)
            except (KeyError, TypeError):
                return f"the kernels of {root} cannot be read"
            if path is not None:
                description = _json(os.path.join(tbe, "kernel", path.removesuffix(".o") + ".json"))
                now = origin_of(self.key, description, find_tiling_library(tbe))
                return self._difference(now, op_type, root)
        return f"no installed package has a kernel {self.key} any more" if is_origin_known else ""

    def _difference(self, now: Origin, op_type: str, root: str) -> str:
        kinds = (("kernel", "kernel"), ("tiling", "library of tiling functions"))
        for member, name in kinds:
            if getattr(self, member) != getattr(now, member):
                return f"{op_type} had another {name} than {root} has now"
        return ""


def origin_of(key: str, description: dict[str, Any], tiling_library: str) -> Origin:
    """Return the origin of products of an installed kernel; `tiling_library` is a path or ""."""
    stated = description.get("sha256", "")
    identity = _identity(tiling_library) if tiling_library else ""
    return Origin(key, stated if isinstance(stated, str) else "", identity)


def stated_origin(description: dict[str, Any]) -> Origin | None:
    """Return the origin that a kernel's description states, or None."""
    stated = description.get(ORIGIN)
    if not isinstance(stated, dict):
        return None
    values = [stated.get(field) for field in Origin._fields]
    texts = [value for value in values if isinstance(value, str)]
    return Origin(*texts) if len(texts) == len(values) else None


def origins(kernels: Iterable[Path]) -> dict[tuple[str, Origin], Path]:
    """Return the origins of installed static and debug kernels, with one kernel of each.

    Keys are a compute unit and an origin; kernels without an origin are left out.
    """
    paths: dict[tuple[str, Origin], Path] = {}
    for path in kernels:
        origin = stated_origin(_json(str(path.with_suffix(".json"))))
        if origin is not None:
            paths.setdefault((path.parent.parent.name, origin), path)
    return paths


def kernels_by_key(operator: Any) -> dict[str, str]:
    """Return paths of an operator's kernels by each of their keys, from a package's table.

    Raises:
        KeyError, TypeError: The entry is damaged.
    """
    kernels: dict[str, str] = {}
    for entry in operator["binaryList"]:
        keys, path = entry["simplifiedKey"], entry["binPath"]
        for key in [keys] if isinstance(keys, str) else keys:
            kernels.setdefault(key, path)  # the first one is taken
    return kernels


def _identity(path: str) -> str:
    """Return the size and CRC-32 of a file, as the runtime finds it in no time."""
    with open(path, "rb") as file:
        data = file.read()
    return f"{len(data):x}-{zlib.crc32(data):08x}"


def _json(path: str) -> dict[str, Any]:
    """Return a table of a package; {} if it cannot be read."""
    try:
        with open(path, encoding="utf-8") as file:
            table = json.load(file)
    except (OSError, ValueError, RecursionError):
        return {}
    return table if isinstance(table, dict) else {}
