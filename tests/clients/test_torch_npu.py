"""torch_npu's own wheel on the embedded toolkit; the environment is set by its set_env.sh alone."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.clients.conftest import Built

PROGRAMS = Path(__file__).with_name("torch_npu")

pytestmark = pytest.mark.frameworks


@pytest.fixture
def run(cann_home: Path, torch_npu_python: Path, tmp_path: Path):
    """Run Python in an empty directory; return its output, `errors` with that of stderr."""

    def call(*words: str | Path, vendor: Path | None = None, errors: bool = False) -> str:
        env = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("ASCEND") and name not in {"LD_LIBRARY_PATH", "PYTHONPATH"}
        }
        script = f"source '{cann_home}/set_env.sh' && "
        script += f"export ASCEND_CUSTOM_OPP_PATH='{vendor}' && " if vendor else ""
        done = subprocess.run(
            ["bash", "-c", script + 'exec "$@"', "bash", str(torch_npu_python), *map(str, words)],
            cwd=tmp_path, env=env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stderr + done.stdout if errors else done.stdout

    return call


@pytest.mark.parametrize("program", ["built_ins", "functions", "training"])
def test_built_in_operators(run, program: str) -> None:
    assert run(PROGRAMS / f"{program}.py").endswith("all right\n")


def test_custom_operator_of_an_extension(run, built: Built, torch_npu_extension: Path) -> None:
    program = PROGRAMS / "custom_operator.py"
    assert run(program, torch_npu_extension, vendor=built.vendor).endswith("all right\n")


@pytest.mark.parametrize("queue", ["0", "1"])
def test_calls_after_a_fault(
    run,
    faulty_vendor: Path,
    torch_npu_extension: Path,
    monkeypatch: pytest.MonkeyPatch,
    queue: str,
) -> None:
    """Each synchronisation raises the device's error; the fault is printed when it happens."""
    monkeypatch.setenv("TASK_QUEUE_ENABLE", queue)
    program = PROGRAMS / "after_a_fault.py"
    told = run(program, torch_npu_extension, vendor=faulty_vendor, errors=True)
    assert told.endswith("all right\n")
    first, *_ = [line for line in told.splitlines() if line.startswith("error: ")]
    assert "[507035] kernel AddCustom" in first
    assert "add_custom.cpp:" in first
    assert told.count("error: device 0, stream") == 1


@pytest.mark.parametrize("queue", ["0", "1", "2"])
def test_times_of_events_around_operators(run, monkeypatch: pytest.MonkeyPatch, queue: str) -> None:
    """Return whether or not torch_npu hands operators and events to a second thread."""
    monkeypatch.setenv("TASK_QUEUE_ENABLE", queue)
    assert run(PROGRAMS / "operator_times.py").endswith("all right\n")


def test_times_of_events_around_direct_launches(run, cann_home: Path, tmp_path: Path) -> None:
    """As MultiKernelBench measures kernels of its back end for direct launches."""
    library = compiled("event_times.asc", cann_home, tmp_path)
    assert run(PROGRAMS / "event_times.py", library).endswith("all right\n")


def test_graphs(run, cann_home: Path, tmp_path: Path) -> None:
    """Recorded by NPUGraph, make_graphed_callables and torch.compile's npugraph_ex."""
    library = compiled("graphs.asc", cann_home, tmp_path)
    assert run(PROGRAMS / "graphs.py", library).endswith("all right\n")


def compiled(source: str, cann_home: Path, folder: Path) -> Path:
    """The library of a source with a direct launch."""
    library = folder / "launch.so"
    words: list[str | Path] = ["--npu-arch=dav-2201", "-shared", "-fPIC", PROGRAMS / source]
    subprocess.run([cann_home / "bin/bisheng", *words, "-o", library], check=True)
    return library
