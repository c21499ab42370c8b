"""Tests that end the process of pytest: one sentence each, and the others go on."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from custom_compiler.cli.main import main
from custom_compiler.errors import CustomCompilerError, MisuseError
from custom_compiler.testing.pytest_process import pytest_words, run_pytest
from custom_compiler.testing.session import PytestSession

CRASHING = """
import ctypes, os, sys, pytest

def test_before(): pass

@pytest.mark.parametrize("n", [0, 1, 2])
def test_some(n):
    if n == 1:
        os.write(2, b"AddCustom: tiling function crashed: access to address (nil) (SIGSEGV)"
                    b" in Tiling, add.cpp:7\\n")
        ctypes.string_at(0)
    assert n != 2

def test_clock():
    os._exit(1)

def test_after(): pass
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "op_host").mkdir()
    (tmp_path / "op_kernel").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_op.py").write_text(CRASHING)
    return tmp_path


def session(folder: Path, environment: dict[str, str], *options: str) -> PytestSession:
    words = ["-q", "-p", "custom_compiler.testing.pytest_plugin", *pytest_words(folder), *options]

    def run(words: Sequence[str]) -> int:
        return run_pytest(words, folder, environment, quiet=False)

    return PytestSession(folder, words, environment, folder / "report", run)


def test_a_crash_is_one_sentence_and_loses_no_other_test(
    folder: Path, environment: dict[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    code, tests = session(folder, environment).run(stops_early=False, quiet=False)
    outcomes = {test["id"].removeprefix("tests/test_op.py::"): test["outcome"] for test in tests}
    assert outcomes == {
        **dict.fromkeys(("test_before", "test_some[0]", "test_after"), "passed"),
        **dict.fromkeys(("test_some[1]", "test_some[2]", "test_clock"), "failed"),
    }
    assert code == 1
    said = capfd.readouterr()
    reason = "access to address (nil) (SIGSEGV) in Tiling, add.cpp:7\n"
    sentence = (
        f"FAILED tests/test_op.py::test_some[1]: AddCustom: tiling function crashed: {reason}"
    )
    assert said.out.count(sentence) == 1
    assert "test_clock: its process ended with code 1" in said.out
    assert "in all: 3 of 6 tests passed, 2 ended their process" in said.out
    assert "Fatal Python error" not in said.out + said.err


def test_the_first_crash_ends_a_session_that_stops_early(
    folder: Path, environment: dict[str, str]
) -> None:
    code, tests = session(folder, environment, "-x").run(stops_early=True, quiet=True)
    assert (code, len(tests)) == (1, 3)
    assert tests[-1]["outcome"] == "failed"


def test_a_crash_outside_of_tests_is_named(folder: Path, environment: dict[str, str]) -> None:
    (folder / "conftest.py").write_text("import ctypes\nctypes.string_at(0)\n")
    with pytest.raises(CustomCompilerError, match="pytest was killed by SIGSEGV before its tests"):
        session(folder, environment).run(stops_early=False, quiet=True)


def test_words_that_choose_no_test_are_misuse(folder: Path, environment: dict[str, str]) -> None:
    with pytest.raises(MisuseError, match="no test of"):
        session(folder, environment, "-k=nothing").run(stops_early=False, quiet=True)


def test_missing_pytest_is_found_before_anything_is_built(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.setattr(sys, "argv", ["custom-compiler", "test", str(folder)])
    assert main(["test", str(folder)]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "error: pytest is not installed",
        "pip install pytest",
    ]
    assert not (folder / "CustomProject").exists()
