"""Kernels whose memory and synchronisation the compiler chose, under the checker of kernels."""

import json
import os
import subprocess
import sys

import pytest

from tests.utils.caches import cache_with_headers

_PROGRAM = """
import numpy as np

import asc
from tests.asc.emit.test_kernels import masked, placed, softmax
from tests.asc.transforms import test_memory as memory
def floats(count):
    return np.arange(count, dtype=np.float32)

asc.jit(placed)[1](floats(64), floats(128), 64)
asc.jit(masked)[1](floats(128), floats(128))
asc.jit(softmax)[1](floats(512), floats(512), 8, 64)
asc.jit(memory.scaled)[1](floats(256), floats(256), 64)
asc.jit(memory.streamed)[1](floats(256), floats(256), 64)
asc.jit(memory.run_time_sized)[1](floats(128), floats(128), 4, 16)
asc.jit(memory.one_after_the_other)[1](floats(16384), floats(16384), 16384)
"""


@pytest.mark.slow
def test_the_checker_finds_nothing(tmp_path, cann_home):
    environment = {
        **os.environ,
        "ASCEND_HOME_PATH": str(cann_home),
        "ASCENDC_OBSERVE": "check",
        "ASCENDC_OBSERVE_OUTPUT": str(tmp_path),
        "PYASC_CACHE_DIR": cache_with_headers(tmp_path / "cache"),
    }
    command = [sys.executable, "-c", _PROGRAM]
    done = subprocess.run(command, check=False, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = [
        json.loads(line)
        for file in tmp_path.glob("*.findings.jsonl")
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    found = {line["kernel"]: line["findings"] for line in lines if line["event"] == "end"}
    assert len(found) == 7
    assert set(found.values()) == {0}
    assert [line for line in lines if line["event"] not in {"launch", "end"}] == []
