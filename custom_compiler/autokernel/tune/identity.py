"""Keys of tuning results: operator, sizes, target, and the code that makes candidates."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from custom_compiler import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.describe.tree import Operator

_MAKERS = ("describe", "host", "aicore", "classes", "tune")  # packages that decide its cost


def result_facts(
    operator: Operator, sizes: Mapping[str, int], target: str, facts: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the facts that identify a result, independent of the search; has a JSON form."""
    return {
        "operator": operator_digest(operator),
        "sizes": dict(sorted(sizes.items())),
        "target": target,
        "facts": dict(facts),
        "tools": [__version__, makers_digest()],
    }


def operator_digest(operator: Operator) -> str:
    """Return a hash of everything that an operator computes, the same in all processes."""
    # What a pickle is made of lists each node once; the text of a node would repeat what is shared.
    return hashlib.sha256(repr(operator.__reduce__()[1:]).encode()).hexdigest()


def digest(facts: Mapping[str, Any]) -> str:
    """Return a hash of facts that have a JSON form."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:40]


@cache
def makers_digest() -> str:
    """Return a hash of the code that makes and evaluates candidates."""
    hash_ = hashlib.sha256()
    root = Path(__file__).parents[1]
    for package in _MAKERS:
        for path in sorted((root / package).rglob("*.py")):
            hash_.update(f"{path.relative_to(root)}\0".encode() + path.read_bytes() + b"\0")
    return hash_.hexdigest()
