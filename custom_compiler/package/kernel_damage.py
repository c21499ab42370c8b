"""Damaged kernel objects of installed packages, found as programs find them: by their SHA-256."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def kernel_damage(kernels: Iterable[Path]) -> str:
    """Return what is wrong with the first damaged one of these objects; "" if none is."""
    for path in kernels:
        damage = _damage(path)
        if damage:
            return f"{path} is damaged: {damage}: install the package again"
    return ""


def _damage(path: Path) -> str:
    description = path.with_suffix(".json")
    try:
        stated = json.loads(description.read_bytes()).get("sha256", "")
    except (OSError, ValueError, RecursionError, AttributeError):
        return f"its description {description.name} cannot be read"
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        return f"it cannot be read ({error.strerror})"
    return "" if stated in {"", digest} else f"its SHA-256 is not the one in {description.name}"
