"""The examples of examples/asc: as programs, and under the checker."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "examples" / "asc"
EXAMPLES = sorted(path.stem for path in FOLDER.glob("*.py"))


def _run(command, cann_home, tmp_path_factory):
    environment = {
        **os.environ,
        "ASCEND_HOME_PATH": str(cann_home),
        "PYASC_CACHE_DIR": str(tmp_path_factory.getbasetemp() / "asc_cache"),
    }
    return subprocess.run(
        list(map(str, command)),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_there_are_ten():
    assert len(EXAMPLES) == 10
    sources = [(FOLDER / f"{name}.py").read_text() for name in EXAMPLES]
    assert sum("LocalTensorAuto" in source for source in sources) == 5


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_computes_what_numpy_does(name, cann_home, tmp_path_factory):
    done = _run([sys.executable, FOLDER / f"{name}.py"], cann_home, tmp_path_factory)
    assert (done.returncode, done.stderr) == (0, "")
    (line,) = done.stdout.splitlines()
    assert line.startswith(f"{name}: ")


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_is_clean_under_the_checker(name, cann_home, tmp_path_factory):
    command = [cann_home / "bin/mssanitizer", sys.executable, FOLDER / f"{name}.py"]
    done = _run(command, cann_home, tmp_path_factory)
    assert done.returncode == 0, done.stderr
    assert f"Sanitizer finished on kernel {name}_kernel. No error detected." in done.stdout
