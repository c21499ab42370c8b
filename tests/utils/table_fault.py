"""A plug-in of pytest: the tests run with a fault in the table of the Python language.

`TABLE_FAULT` is a list in JSON: a module of custom_compiler/asc/table, a text of it, and what that
becomes.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path

from hypothesis import Phase, settings

import custom_compiler.asc.table as package


def _load(name: str, old: str, new: str) -> None:
    """The module `name` of the table, from its own text with the fault in it."""
    qualified = f"{package.__name__}.{name}"
    specification = importlib.util.find_spec(qualified)
    assert specification is not None
    assert specification.origin is not None
    text = Path(specification.origin).read_text(encoding="utf-8")
    assert old in text, old
    module = importlib.util.module_from_spec(specification)
    exec(compile(text.replace(old, new, 1), specification.origin, "exec"), module.__dict__)
    sys.modules[qualified] = module
    setattr(package, name, module)


# The first numbers that show it are enough.
settings.register_profile("fault", phases=[Phase.generate])
settings.load_profile("fault")
_load(*json.loads(os.environ["TABLE_FAULT"]))
