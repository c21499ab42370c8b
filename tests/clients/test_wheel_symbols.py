"""The toolkit has every library and symbol of CANN that wheels load when they start."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.clients.venvs import python_with

pytestmark = pytest.mark.frameworks

# Wheel, its package, the library that `import` or the first device loads, and folders of other
# wheels that lie next to it.
LOADED = [
    ("mindspore", "mindspore", "lib/plugin/libmindspore_ascend.so.2", ()),
    ("mindspore_2_10", "mindspore", "lib/plugin/libmindspore_ascend.so.2", ()),
    ("torch_npu", "torch_npu", "lib/libtorch_npu.so", ("torch/lib",)),
]
# Python's own are the interpreter's.
MISSING = re.compile(r"undefined symbol: (?!_?Py).*|.* => not found")


@pytest.mark.parametrize(("wheel", "package", "library", "beside"), LOADED)
def test_nothing_is_missing(
    cann_home: Path, wheel: str, package: str, library: str, beside: tuple[str, ...]
) -> None:
    find = f"from importlib.util import find_spec as f; print(f({package!r}).origin)"
    place = subprocess.check_output([python_with(wheel), "-c", find], text=True)
    root = Path(place.strip()).parent
    folders = [cann_home / "lib64", *(root.parent / name for name in beside)]
    done = subprocess.run(
        ["ldd", "-r", root / library],
        env=os.environ | {"LD_LIBRARY_PATH": ":".join(map(str, folders))},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert MISSING.findall(done.stdout + done.stderr) == []
