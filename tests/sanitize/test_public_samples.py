"""CANN's own samples of faulty kernels, with the reports that their READMEs and scripts ask for.

CUSTOM_COMPILER_MSSANITIZER_EXAMPLES names the folder `example` of a checkout of Ascend/mssanitizer.
Not run: racecheck_advanced (needs mstx).
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.utils.checkouts import checkout

pytestmark = pytest.mark.corpus

_UB_WRITE = (
    r"ERROR: illegal write of size 768\n.* on UB in .*bounds_write_demo.*\n.*in block aiv\(0\) on "
    r"device 0\n(?:.*\n)?.*memcheck\.asc:33\b"
)
_RACE = r"Potential {} hazard detected at GM in .*raw_hazard_demo"
_REDUNDANT = r"Redundant {}_flag instructions detected\n.*from PIPE_V to PIPE_MTE2 in "
SAMPLES = [
    ("sample_memcheck", "", "memcheck", [_UB_WRITE]),
    ("sample_memcheck_advanced", "multi-core", "memcheck", [
        r"WARNING: out of bounds of size", r"on GM when writing data in .*multi_core_stomp"]),
    ("sample_memcheck_advanced", "l1-oob", "memcheck", [
        r"ERROR: illegal write of size", r"on L1 in .*l1_out_of_bounds", r"in block aic\("]),
    ("sample_memcheck_advanced", "l1-oob-read", "memcheck", [
        r"ERROR: illegal read of size", r"on L1 in .*l1_read_out_of_bounds", r"in block aic\("]),
    ("sample_memcheck_advanced", "l1-misaligned", "memcheck", [
        r"ERROR: misaligned access of size", r"on L1 in .*l1_misaligned_access"]),
    ("sample_memcheck_advanced", "misaligned", "memcheck", [
        r"ERROR: misaligned access of size", r"on UB in .*misaligned_access"]),
    ("sample_memcheck_advanced", "illegal-free", "memcheck --check-cann-heap=yes", [
        r"ERROR: illegal free\(\)\n.* on GM\n.*code in \S+memcheck_advanced\.asc:195\b"]),
    ("sample_memcheck_advanced", "leak", "memcheck --check-cann-heap=yes --leak-check=yes", [
        r"ERROR: LeakCheck: detected memory leaks\n\n.*Direct leak of 1024 byte\(s\)\n.* on GM\n",
        r"allocated in \S+memcheck_advanced\.asc:51\b",
        r"SUMMARY: 1024 byte\(s\) leaked in 1 allocation\(s\)"]),
    ("sample_memcheck_advanced", "unused", "memcheck --check-cann-heap=yes --check-unused=yes", [
        r"WARNING: Unused memory of 1024 byte\(s\)\n.* on GM\n",
        r"SUMMARY: 1024 byte\(s\) unused memory in 1 allocation\(s\)"]),
    ("sample_racecheck", "", "racecheck", [_RACE.format("RAW"), r"racecheck\.asc:34\b",
        r"racecheck\.asc:35\b"]),
    ("sample_initcheck", "", "initcheck", [
        r"ERROR: uninitialized read of size 256\n.* on GM in .*uninit_read_demo",
        r"initcheck\.asc:32\b"]),
    ("sample_initcheck_multiscene", "", "initcheck", [
        r"ERROR: uninitialized read of size 1024\n.* on GM in .*gm_uninit_demo",
        r"initcheck_multiscene\.asc:39\b",  # the README has 41; there is a barrier
        r"ERROR: uninitialized read of size 1024\n.* on UB in .*ub_uninit_demo"]),
    ("sample_synccheck", "", "synccheck", [
        r"WARNING: Unpaired set_flag instructions detected\n.*from PIPE_V to PIPE_MTE2 in ",
        r"synccheck\.asc:36\b"]),
    ("sample_synccheck_redundant", "", "synccheck", [
        _REDUNDANT.format("set"), r"synccheck_redundant\.asc:45\b",
        _REDUNDANT.format("wait"), r"synccheck_redundant\.asc:46\b"]),
]  # fmt: skip


@pytest.fixture(scope="module")
def examples() -> Path:
    content = "folder example of a checkout of Ascend/mssanitizer"
    return checkout("CUSTOM_COMPILER_MSSANITIZER_EXAMPLES", content)


@pytest.mark.parametrize(
    ("sample", "mode", "tool", "expected"), SAMPLES, ids=[" ".join(s[:2]).strip() for s in SAMPLES]
)
def test_sample(
    sample: str, mode: str, tool: str, expected: list[str], examples: Path, cann_home: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:  # fmt: skip
    build = tmp_path_factory.getbasetemp() / sample
    script = f"""
    source {cann_home}/set_env.sh
    set -e
    [ -x {build}/demo ] || (
        cmake -G Ninja -S {examples / sample} -B {build} \\
            -DMSSANITIZER_ACL_INCLUDE_DIR={cann_home}/include/acl \\
            -DMSSANITIZER_ACL_HOOK_LIBRARY={cann_home}/lib64/libascendcl.so
        cmake --build {build}
    ) >&2
    mssanitizer --tool={tool} -- {build}/demo {mode}
    """
    done = subprocess.run(
        ["bash", "-c", script],
        env={**os.environ, "LD_LIBRARY_PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    missing = [pattern for pattern in expected if not re.search(pattern, done.stdout)]
    assert missing == [], done.stdout
