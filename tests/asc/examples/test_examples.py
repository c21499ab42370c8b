"""The examples of examples/asc: as programs, and under the checker.

One process runs all of them, each as `__main__`: importing the compiler takes longer than most.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.utils.caches import cache_with_headers

FOLDER = Path(__file__).parents[3] / "examples" / "asc"
EXAMPLES = sorted(path.stem for path in FOLDER.glob("*.py"))
RUN_ALL = """\
import runpy, sys, traceback
folder = sys.argv[1]
for name in sys.argv[2:]:
    sys.argv = [f"{folder}/{name}.py"]
    print(f"== {name}", flush=True)
    print(f"== {name}", file=sys.stderr, flush=True)
    try:
        runpy.run_path(sys.argv[0], run_name="__main__")
    except BaseException:
        traceback.print_exc()
"""


def _run(tool, cann_home, tmp_path_factory):
    """Return what each example wrote to standard output and error, by name, and the exit code."""
    environment = {
        **os.environ,
        "ASCEND_HOME_PATH": str(cann_home),
        "PYASC_CACHE_DIR": cache_with_headers(tmp_path_factory.getbasetemp() / "asc_cache"),
    }
    done = subprocess.run(
        list(map(str, [*tool, sys.executable, "-c", RUN_ALL, FOLDER, *EXAMPLES])),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return _by_name(done.stdout), _by_name(done.stderr), done


def _by_name(text):
    return {part.partition("\n")[0]: part.partition("\n")[2] for part in text.split("== ")[1:]}


@pytest.fixture(scope="module")
def plain(cann_home, tmp_path_factory):
    """The examples as programs."""
    return _run([], cann_home, tmp_path_factory)


@pytest.fixture(scope="module")
def checked(cann_home, tmp_path_factory):
    """The examples under the checker."""
    return _run([cann_home / "bin/mssanitizer"], cann_home, tmp_path_factory)


def test_there_are_ten():
    assert len(EXAMPLES) == 10
    sources = [(FOLDER / f"{name}.py").read_text() for name in EXAMPLES]
    assert sum("LocalTensorAuto" in source for source in sources) == 5


@pytest.mark.parametrize("name", EXAMPLES)
def test_example_computes_what_numpy_does(name, plain):
    output, errors, done = plain
    assert (done.returncode, errors[name]) == (0, "")
    (line,) = output[name].splitlines()
    assert line.startswith(f"{name}: ")


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_example_is_clean_under_the_checker(name, checked):
    _, errors, done = checked  # the checker's lines come later than those of the examples
    assert (done.returncode, errors[name]) == (0, "")
    assert f"Sanitizer finished on kernel {name}_kernel. No error detected." in done.stdout
