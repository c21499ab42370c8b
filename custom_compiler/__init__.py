"""CANN-compatible toolkit for Ascend C custom operators.

`run` and `load_package` execute operators of packages on NumPy arrays, in this process.
"""

from __future__ import annotations

__version__ = "0.2.0"

# Compilers start hundreds of times in a build, so nothing is imported before it is used.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from custom_compiler.call.operators import Operator, Operators, load_package, run

__all__ = ["Operator", "Operators", "__version__", "load_package", "run"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module("custom_compiler.call.operators"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
