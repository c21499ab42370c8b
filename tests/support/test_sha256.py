"""The toolkit's SHA-256 against Python's, with and without instructions for it."""

from __future__ import annotations

import hashlib
import os
import subprocess
from pathlib import Path

from tests.utils.sources import read_source

TOOLKIT = Path(__file__).parents[2] / "toolkit/src"
MAIN = read_source(__file__, "sources/sha256.cpp")


def test_digests(tmp_path: Path) -> None:
    (tmp_path / "main.cpp").write_text(MAIN)
    command = [os.environ.get("CXX", "g++"), "-std=c++17", "-O1", f"-I{TOOLKIT}", "main.cpp"]
    command += [str(TOOLKIT / "support/sha256.cpp"), "-o", "main"]
    subprocess.run(command, cwd=tmp_path, check=True)
    printed = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True)
    for size, line in enumerate(printed.stdout.splitlines()):
        digest = hashlib.sha256(bytes((7 * i + size) & 255 for i in range(size))).hexdigest()
        assert line.split() == [digest, digest], size
    assert size == 299
