"""`custom-compiler run`: the operator's place, random inputs, comparisons, repetition, JSON."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from tests.utils.forks import run_command
from tests.utils.installed_sample import InstalledSample


@dataclass(frozen=True)
class Session:
    """A folder with x.npy, y.npy and their sum z.npy, in which the installed sample is run."""

    folder: Path
    environment: dict[str, str]

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return run_command(self.folder, ("run", *words), self.environment)


@pytest.fixture(scope="module")
def session(installed_sample: InstalledSample, tmp_path_factory: pytest.TempPathFactory) -> Session:
    folder = tmp_path_factory.mktemp("sample")
    draw = np.random.default_rng(5)
    x, y = (draw.random((8, 2048), np.float32) for _ in range(2))
    for name, array in (("x", x), ("y", y), ("z", x + y)):
        np.save(folder / f"{name}.npy", array)
    return Session(folder, installed_sample.environment(folder))


@pytest.mark.parametrize(
    "words",
    [
        ("AddCustom", "--input", "x.npy", "y.npy", "--expect", "z.npy"),
        ("--input", "x.npy", "y.npy", "AddCustom", "--expect", "z.npy"),
        ("--expect", "z.npy", "--input", "x.npy", "y.npy", "AddCustom"),
        ("--timeout", "60", "AddCustom", "--expect", "z=z.npy", "--input", "y=y.npy", "x.npy"),
        ("--input", "x.npy", "y.npy", "--expect", "z.npy", "AddCustom"),
    ],
)
def test_the_operator_stands_anywhere(session: Session, words: tuple[str, ...]) -> None:
    done = session.run(*words)
    assert (done.returncode, done.stdout) == (0, "z: as expected\n"), done.stderr


def test_a_misspelt_operator_anywhere(session: Session) -> None:
    done = session.run("--input", "x.npy", "y.npy", "AddCustm")
    assert done.returncode == 2
    assert "no installed package has an operator 'AddCustm'" in done.stderr
    assert "did you mean AddCustom?" in done.stderr
    done = session.run("--input", "x.npy", "y.npy")
    assert done.returncode == 2
    assert "the operator is missing" in done.stderr


def test_random_inputs(session: Session) -> None:
    made = session.folder / "sum.npy"
    for seed, words in (("1", ["5x7:fp16", "5x7:fp16"]), ("1", ["y=5x7:half", "x=5,7:fp16"])):
        done = session.run("AddCustom", "--random", *words, "--seed", seed, "--output", "sum.npy")
        assert (done.returncode, done.stdout) == (0, "z: float16 [5, 7] -> sum.npy\n"), done.stderr
    draw = np.random.default_rng(1)
    x, y = (draw.standard_normal((5, 7)).astype(np.float16) for _ in range(2))
    np.testing.assert_array_equal(np.load(made), x + y)


def test_the_operator_behind_random_inputs(session: Session) -> None:
    done = session.run("--random", "4:fp16", "4:fp16", "AddCustom")
    assert (done.returncode, done.stdout) == (0, "z: float16 [4]\n"), done.stderr
    done = session.run("--random", "4:fp16", "4:fp16", "AddCustm")
    assert done.returncode == 2
    assert "did you mean AddCustom?" in done.stderr


def test_files_and_random_inputs_in_order(session: Session) -> None:
    words = ("--random", "x=8x2048:fp32", "--input", "y.npy")
    done = session.run("AddCustom", *words, "--output", "mixed.npy")
    assert done.returncode == 0, done.stderr
    x = np.random.default_rng(0).standard_normal((8, 2048)).astype(np.float32)
    mixed = np.load(session.folder / "mixed.npy")
    np.testing.assert_array_equal(mixed, x + np.load(session.folder / "y.npy"))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--random", "8x:fp16", "8:fp16"), "8x:fp16"),
        (("--random", "8", "8:fp16"), "not SHAPE:DTYPE, such as 8x2048:fp16: 8"),
        (("--random", "x", "8:fp16"), "--random x: not SHAPE:DTYPE"),
        (("--random", "8:flaot16", "8:fp16"), "did you mean float16?"),
        (("--random", "q=8:fp16", "8:fp16"), "AddCustom has no input q"),
        (("--input", "x.npy", "y.npy", "--rtol", "1"), "--rtol and --atol are tolerances"),
        (("--input", "x.npy", "y.npy", "--expect", "z.npy", "--rtol", "-1"), "no tolerance: -1"),
        (("--input", "x.npy", "y.npy", "--expect", "z.npy", "z.npy"), "no output left"),
        (("--input", "x.npy", "y.npy", "--expect", "w=z.npy"), "has no output 'w'"),
        (("--input", "x.npy", "y.npy", "--repeat", "0"), "not a positive number: 0"),
        (("--input", "x.npy", "y.npy", "--repeat", "2", "--check"), "--repeat is for calls"),
        (("--input", "x.npy", "y.npy", "--check", "--json"), "--json FILE"),
        (("--input", "x.npy", "y.npy", "--json", "f.json"), "give --check, too"),
    ],
)
def test_misuse(session: Session, words: tuple[str, ...], says: str) -> None:
    done = session.run("AddCustom", *words)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_tolerances(session: Session) -> None:
    off = np.load(session.folder / "z.npy")
    off[2, 3] *= 1.01
    np.save(session.folder / "off.npy", off)
    words = ("AddCustom", "--input", "x.npy", "y.npy", "--expect", "off.npy")
    done = session.run(*words)
    assert done.returncode == 1
    assert done.stdout.startswith("z[2, 3] is ")
    assert "(1 of 16384 elements differ); written by aiv block" in done.stdout
    assert session.run(*words, "--rtol", "0.02").returncode == 0
    assert session.run(*words, "--rtol", "0", "--atol", "0.1").returncode == 0
    assert session.run(*words, "--rtol", "0.001", "--atol", "0").returncode == 1


def test_repeated_calls_as_json(session: Session) -> None:
    words = ("AddCustom", "--input", "x.npy", "y.npy", "--expect", "z.npy", "--output", "r.npy")
    done = session.run(*words, "--repeat", "3", "--json")
    found = json.loads(done.stdout)
    assert len(found["seconds"]) == 3
    assert all(second > 0 for second in found["seconds"])
    assert found["same_bits"] is True
    assert found["outputs"] == [
        {"name": "z", "dtype": "float32", "shape": [8, 2048], "file": "r.npy", "as_expected": True}
    ]
    told = session.run("AddCustom", "--random", "4:fp32", "4:fp32", "--repeat", "2").stdout
    assert told.startswith("z: float32 [4]\n2 calls on this machine: fastest ")
    assert told.endswith("; the same bits each time\n")
