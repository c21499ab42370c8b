"""Operators from descriptions: `from custom_compiler import autokernel as ak`.

What descriptions use is found here when it is used; `ak.operators` are the shipped ones.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from custom_compiler.autokernel import operators as operators
    from custom_compiler.autokernel.describe.description import *  # noqa: F403
    from custom_compiler.autokernel.describe.indexing import *  # noqa: F403
    from custom_compiler.autokernel.describe.language import *  # noqa: F403
    from custom_compiler.autokernel.describe.tensor import *  # noqa: F403

_MODULES = (
    "describe.tensor",
    "describe.language",
    "describe.indexing",
    "describe.description",
)


def __getattr__(name: str) -> Any:
    if name == "operators":
        return import_module(f"{__name__}.operators")
    for module in () if name.startswith("_") else _MODULES:
        submodule = import_module(f"{__name__}.{module}")
        if name in submodule.__all__:
            value = globals()[name] = getattr(submodule, name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    names = (import_module(f"{__name__}.{module}").__all__ for module in _MODULES)
    return sorted({"operators", *(name for some in names for name in some)})
