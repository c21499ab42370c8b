"""`custom-compiler run --trace` and `--dump` on the AddCustom sample."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from tests.utils.installed_sample import InstalledSample

SHAPE = (8, 2048)  # 16 cores, 1024 elements each


@dataclass(frozen=True)
class Session:
    """A folder with x.npy and z.npy, in which the installed sample is run."""

    folder: Path
    environment: dict[str, str]

    def run(self, *options: str) -> subprocess.CompletedProcess[str]:
        """Run the sample on x twice."""
        return subprocess.run(
            ["custom-compiler", "run", "AddCustom", "--input", "x.npy", "x.npy", *options],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture(scope="module")
def session(installed_sample: InstalledSample, tmp_path_factory: pytest.TempPathFactory) -> Session:
    folder = tmp_path_factory.mktemp("sample")
    x = np.random.default_rng(5).random(SHAPE, np.float32)
    np.save(folder / "x.npy", x)
    np.save(folder / "z.npy", x + x)
    return Session(folder, installed_sample.environment(folder))


def test_a_difference_names_block_and_tile(session: Session) -> None:
    assert session.run("--dump", "z=z.npy").stdout == "z: as expected\n"
    wrong = np.load(session.folder / "z.npy")
    wrong[3, 100] = 7
    wrong[5, 0] = 7
    np.save(session.folder / "wrong.npy", wrong)
    done = session.run("--dump", "z=wrong.npy")
    assert done.returncode == 1
    assert done.stdout.startswith("z[3, 100] is ")
    assert "expected 7.0 (2 of 16384 elements differ)" in done.stdout
    # Element 3 * 2048 + 100 is block 6's.
    assert "aiv block 6, DataCopy at add_custom.cpp:" in done.stdout
    assert "tile of elements 6144 to 7167" in done.stdout


def test_a_trace_of_one_block(session: Session) -> None:
    options = ("--trace", "trace.txt", "--trace-block", "2")
    done = session.run(*options)
    assert (done.returncode, done.stderr) == (0, "")
    lines = (session.folder / "trace.txt").read_text().splitlines()
    assert {line.partition(" ")[0] for line in lines if line.startswith("aiv")} == {"aiv(2)"}
    apis = [line.partition(" api=")[2].partition(" ")[0] for line in lines if " api=" in line]
    assert apis == ["DataCopy", "DataCopy", "Add", "DataCopy"]


def test_a_trace_is_bounded(session: Session) -> None:
    session.run("--trace", "short.txt", "--trace-limit", "10")
    lines = (session.folder / "short.txt").read_text().splitlines()
    assert sum(line.startswith("aiv") for line in lines) == 10
    assert lines[-2].endswith(" more records")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--dump", "q=z.npy"), "AddCustom has no output 'q'"),
        (("--dump", "z=none.npy"), "none.npy"),
        (("--trace", "x.npy"), "x.npy"),
        (("--trace-block", "-1"), "no number: -1"),
    ],
)
def test_misuse(session: Session, options: tuple[str, ...], message: str) -> None:
    before = (session.folder / "x.npy").read_bytes()
    done = session.run(*options)
    assert done.returncode == 2
    assert message in done.stderr
    assert (session.folder / "x.npy").read_bytes() == before
