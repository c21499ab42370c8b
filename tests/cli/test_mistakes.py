"""The mistakes of `mistakes.py`, made: each message names the thing and the way out."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.mistakes import BUILDS, CALLS, RUNS, Mistake
from tests.utils.forks import run_command
from tests.utils.installed_sample import InstalledSample

REPOSITORY = Path(__file__).parents[2]

# What a user reads and follows in vain.
ASTRAY = re.compile(
    r"Traceback|#include <(?:iostream|vector)>|allow_pickle|pickled|\[Errno|is the toolkit complete"
)


def say(folder: Path, words: list[str], **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a folder."""
    base = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    done = run_command(folder, words, base | variables)
    done.stderr = re.sub("[\u2018\u2019]", "'", done.stderr)  # g++'s quotes go by the locale
    return done


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for side in ("op_host", "op_kernel"):
        shutil.copytree(REPOSITORY / side, tmp_path / side)
    return tmp_path


def test_the_table_has_seventy_rows() -> None:
    assert len(BUILDS) + len(CALLS) + len(RUNS) >= 70


@pytest.mark.slow
@pytest.mark.parametrize("mistake", BUILDS, ids=lambda mistake: mistake.name)
def test_mistakes_in_sources(mistake: Mistake, project: Path, cann_home: Path) -> None:
    mistake.edit(project)
    words = ["build", "-o", "op_host", "-k", "op_kernel", f"--ascend_cann_package_path={cann_home}"]
    done = say(project, words)
    assert done.returncode == mistake.code, done.stderr
    told = [line for line in done.stderr.splitlines() if not line.startswith("[")]
    # The last lines are the tool's own: the error, the way out, the log.
    own = "\n".join(told[-3:])
    for text in mistake.says:
        assert text in own
    assert not ASTRAY.search(own)


@pytest.mark.slow
@pytest.mark.parametrize("mistake", RUNS, ids=lambda mistake: mistake.name)
def test_mistakes_that_runs_show(mistake: Mistake, project: Path, cann_home: Path) -> None:
    mistake.edit(project)
    (project / "ones.py").write_text(
        "import numpy\nnumpy.save('x', numpy.ones((1024, 4096), 'f2'))\n"
        "numpy.save('z', numpy.full((1024, 4096), 2, 'f2'))\n"
    )
    subprocess.run([sys.executable, "ones.py"], cwd=project, check=True)
    home = f"--ascend_cann_package_path={cann_home}"
    words = ["build", "-q", "-o", "op_host", "-k", "op_kernel", home]
    built = say(project, words)
    assert built.returncode == 0, built.stderr
    (vendor,) = (project / "build_out").glob("_CPack_Packages/*/*/*/packages/vendors/customize")
    words = ["run", "AddCustom", "--input", "x.npy", "x.npy", "--expect", "z.npy", "--timeout", "5"]
    done = say(project, [*words, home], ASCEND_CUSTOM_OPP_PATH=str(vendor))
    assert done.returncode == mistake.code, done.stderr
    said = done.stdout + done.stderr
    for text in mistake.says:
        assert text in said
    assert not ASTRAY.search(said)


@pytest.mark.parametrize(("words", "code", "says"), CALLS, ids=[row[0] for row in CALLS])
def test_mistakes_in_calls(
    words: str,
    code: int,
    says: tuple[str, ...],
    project: Path,
    installed_sample: InstalledSample,
) -> None:
    (project / "empty").mkdir()
    (project / "text.txt").write_text("1 2 3\n")
    arrays: dict[str, np.ndarray[Any, Any]] = {
        "x": np.ones((8, 2048), np.float16),
        "f": np.ones((8, 2048), np.float32),
        "d": np.ones((8, 2048)),
        "s": np.ones((8, 1024), np.float16),
    }
    for name, array in arrays.items():
        np.save(project / f"{name}.npy", array)
    np.savez(project / "x.npz", x=arrays["x"])
    np.save(project / "big.npy", arrays["x"].astype(">f2"))
    done = say(
        project,
        words.split(),
        ASCEND_HOME_PATH=str(installed_sample.home),
        ASCEND_CUSTOM_OPP_PATH=str(installed_sample.vendor),
    )
    assert done.returncode == code, done.stderr
    for text in says:
        assert text in done.stderr
    assert not ASTRAY.search(done.stderr)
