"""Many launches from many threads: right results, no growth, no data race, no hang."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runtime.conftest import SOURCES, compile_kernel
from tests.utils.python_path import python_path
from tests.utils.sources import read_source

ROOT = Path(__file__).parents[2]
# What the allocator may keep between a tenth of the work and its end.
GROWTH_KIB = 8 << 10


def compile_stress(program: Path, include: Path, libraries: Path, *options: str) -> Path:
    subprocess.run(
        [
            os.environ.get("CXX", "g++"), "-std=c++17", "-O1", "-g", str(SOURCES / "stress.cpp"),
            "-o", str(program), f"-I{include}", f"-L{libraries}", f"-Wl,-rpath,{libraries}",
            f"-Wl,-rpath-link,{libraries}", "-lascendcl", "-lpthread", *options,
        ],
        check=True,
    )  # fmt: skip
    return program


def run(command: list[str | Path], **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        cwd=Path(__file__).parent,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )


def resident(output: str) -> tuple[int, int]:
    early, late = output.rsplit("resident", 1)[1].split()
    return int(early), int(late)


@pytest.mark.slow
def test_threads_with_events_and_copies(cann_home: Path, tmp_path: Path) -> None:
    program = compile_stress(tmp_path / "stress", cann_home / "include", cann_home / "lib64")
    kernel = compile_kernel(cann_home, tmp_path, "AddPairs_0123")
    done = run([program, kernel, "8", "10000"])
    assert done.returncode == 0, done.stdout + done.stderr
    early, late = resident(done.stdout)
    assert late - early < GROWTH_KIB


@pytest.fixture(scope="session")
def sanitized(cann_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The toolkit's libraries for ThreadSanitizer; CUSTOM_COMPILER_TEST_TSAN keeps the build."""
    kept = os.environ.get("CUSTOM_COMPILER_TEST_TSAN")
    build = Path(kept) if kept else tmp_path_factory.mktemp("tsan")
    libraries = build / "lib"
    settings = {
        "CUSTOM_COMPILER_SANITIZE": "thread",
        "CMAKE_BUILD_TYPE": "Release",
        "CMAKE_LIBRARY_OUTPUT_DIRECTORY": str(libraries),
    }
    subprocess.run(
        ["cmake", "-S", str(ROOT), "-B", str(build), "-G", "Ninja"]
        + [f"-D{name}={value}" for name, value in settings.items()],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    # The libraries look for the figures of the SoCs next to their folder.
    data = build / "data"
    data.unlink(missing_ok=True)  # the toolkit of a former run
    data.symlink_to(cann_home / "data")
    targets = ["ascendcl", "ascendc_aicore"]
    subprocess.run(
        ["cmake", "--build", str(build), "-j", "2", "--target", *targets],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return libraries


@pytest.mark.slow
def test_no_data_race(cann_home: Path, sanitized: Path, tmp_path: Path) -> None:
    program = compile_stress(
        tmp_path / "stress", ROOT / "toolkit/include", sanitized, "-fsanitize=thread"
    )
    kernel = compile_kernel(cann_home, tmp_path, "AddPairs_0123")
    # The sanitizer has no space for 64 GiB of device memory, nor for every layout of addresses.
    done = run(
        ["setarch", "-R", program, kernel, "8", "500"],
        TSAN_OPTIONS="halt_on_error=0 exitcode=66 second_deadlock_stack=1",
        ASCENDC_DEVICE_MEMORY_BYTES=str(256 << 20),
    )
    assert "WARNING: ThreadSanitizer" not in done.stderr, done.stderr[:20000]
    assert done.returncode == 0, done.stdout + done.stderr


KERNELS = {
    "sync": (
        "AIV_ONLY",
        read_source(__file__, "kernels/stress_sync.cpp"),
    ),
    "mix": (
        "MIX_AIC_1_2",
        read_source(__file__, "kernels/stress_mix.cpp"),
    ),
}

LAUNCHES = """
import sys
import numpy as np
from tests.aicore import harness
name, task_type, source = sys.argv[1:]
kernel = harness.Kernel(source, name, 1)
data = np.arange(40, dtype=np.int32)
resident = lambda: int(open("/proc/self/statm").read().split()[1]) * 4
for index in range(1000):
    kernel.run(20 if name == "mix" else 40, data, task_type=getattr(harness, task_type))
    if index == 100:
        early = resident()
# A shift by one, 1000 times; an exchange of halves, an even number of times.
expected = np.roll(np.arange(40), -1000) if name == "sync" else np.arange(40)
np.testing.assert_array_equal(data, expected)
print("resident", early, resident())
"""


@pytest.mark.slow
@pytest.mark.parametrize("cpus", [1, 2])
@pytest.mark.parametrize("name", KERNELS)
def test_kernels_that_wait_for_each_other(cann_home: Path, name: str, cpus: int) -> None:
    allowed = sorted(os.sched_getaffinity(0))[:cpus]
    if len(allowed) < cpus:
        pytest.skip(f"needs {cpus} CPUs")
    done = run(
        [
            *("taskset", "-c", ",".join(map(str, allowed))),
            *(sys.executable, "-c", LAUNCHES, name, *KERNELS[name]),
        ],
        CUSTOM_COMPILER_TEST_CANN=str(cann_home),
        **python_path(),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    early, late = resident(done.stdout)
    assert late - early < GROWTH_KIB
