"""Cost and imports of `import asc`."""

import subprocess
import sys

import pytest

_HEAVY = ["numpy", "xdsl", "torch", "inspect", "dataclasses", "custom_compiler.asc.table"]


def test_import_brings_nothing_heavy():
    code = f"import sys, asc; print([name for name in {_HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_unknown_name_is_an_attribute_error():
    import asc.lib

    with pytest.raises(AttributeError, match=r"module 'asc\.lib' has no attribute 'nothing'"):
        _ = asc.lib.nothing  # type: ignore[attr-defined]
