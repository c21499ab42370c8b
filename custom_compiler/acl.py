"""pyACL without an environment: `from custom_compiler import acl` is the toolkit's module `acl`.

The toolkit is the one that everything else uses: `ASCEND_HOME_PATH`, an installed CANN, or else
the embedded one. With `set_env.sh` sourced, `import acl` gives the same module.
"""

from __future__ import annotations

import importlib.util
import sys
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING

from custom_compiler.errors import ToolkitError
from custom_compiler.toolkit import find_toolkit

if TYPE_CHECKING:
    from types import ModuleType


def _load() -> ModuleType:
    """Return `acl` of the toolkit; a process has one, so it may be loaded already."""
    if "acl" in sys.modules:
        return sys.modules["acl"]
    root = find_toolkit().root
    spec = PathFinder.find_spec("acl", [str(root / "python/site-packages")])
    if spec is None or spec.loader is None:
        raise ToolkitError(f"{root} has no Python module acl for this Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules["acl"] = module
    spec.loader.exec_module(module)
    return module


def _become(module: ModuleType) -> None:
    """Let this name, and `import custom_compiler.acl.rt`, lead to the module and its parts."""
    sys.modules[__name__] = module
    for name in [name for name in sys.modules if name.startswith("acl.")]:
        sys.modules[f"custom_compiler.{name}"] = sys.modules[name]


_become(_load())
