"""Asking a library for tiling structures, by the kernel compiler and by generated projects."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import custom_compiler
from custom_compiler.support import tiling_structures
from tests.utils.sources import read_source

# Answers as libregister.so does: an operator called S17 has 17 bytes, others have no structures.
REGISTRY = read_source(__file__, "sources/tiling_structures_registry.cpp")
ASK = """
import sys
from custom_compiler.support.tiling_structures import registered_structures
sizes = [5, 70_000, 3_000_000, 6_000_000]
found = registered_structures(sys.argv[1], sys.argv[1], [f"S{size}" for size in sizes] + ["None"])
print([len(text) for text in found.values()], found["None"])
"""


def test_structures_of_any_size_are_read(tmp_path: Path) -> None:
    source, library = tmp_path / "registry.c", tmp_path / "registry.so"
    source.write_text(REGISTRY)
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source], check=True)
    done = subprocess.run([sys.executable, "-c", ASK, library], capture_output=True, check=True)
    assert done.stdout.decode() == "[5, 70000, 3000000, 6000000, 2] b'{}'\n"


def test_projects_have_the_same_reader() -> None:
    template = Path(custom_compiler.__file__).parent / "project/template/customize"
    copy = template / "cmake/util/tiling_structures.py"
    assert copy.read_bytes() == Path(tiling_structures.__file__).read_bytes()
