"""Shared code of newer operators (include/op_common), against Python's and NumPy's arithmetic."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SHAPES = st.lists(st.integers(1, 4), max_size=4)
AXES = st.lists(st.integers(-4, 3), min_size=1, max_size=3)
NUMBERS = st.integers(0, 1 << 40)


class Asker:
    """The program of op_common.cpp, which stays alive."""

    def __init__(self, program: Path) -> None:
        self.log_folder = program.parent
        self.process = subprocess.Popen(
            [program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "ASCEND_PROCESS_LOG_PATH": str(self.log_folder)},
        )

    def ask(self, *words: object) -> str:
        """The answer to one request."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        return self.process.stdout.readline().strip()

    def numbers(self, *words: object) -> list[int]:
        """The answer as integers."""
        return [int(word) for word in self.ask(*words).split()]

    def shape(self, *words: object) -> list[int] | None:
        """The answer as a shape; None for "no"."""
        answer = self.ask(*words)
        return None if answer == "no" else [int(n) for n in answer.strip("[]").split(",") if n]


@pytest.fixture(scope="module")
def asker(op_common_program: Path) -> Iterator[Asker]:
    """Yield the running program; the log of its errors, `plog-*.log`, is next to it."""
    asker = Asker(op_common_program)
    yield asker
    asker.process.communicate()


def _text(shape: list[int]) -> str:
    return ",".join(map(str, shape)) or "-"


@settings(deadline=None)
@given(shapes=st.lists(SHAPES, min_size=3, max_size=3))
def test_broadcast_is_that_of_numpy(asker: Asker, shapes: list[list[int]]) -> None:
    try:
        expected = list(np.broadcast_shapes(*map(tuple, shapes)))
    except ValueError:
        expected = None
    assert asker.shape("broadcast", *map(_text, shapes)) == expected


@pytest.mark.parametrize(
    ("shapes", "expected"),
    [
        (["-1,3", "2,3", "1"], [2, 3]),
        (["-1", "1", "1"], [-1]),
        (["-1", "-1", "5"], [5]),
        (["0", "1", "1"], [0]),
        (["-2", "2,3", "1"], [-2]),
    ],
)
def test_broadcast_of_unknown_lengths(asker: Asker, shapes: list[str], expected: list[int]) -> None:
    assert asker.shape("broadcast", *shapes) == expected


@settings(deadline=None)
@given(shape=SHAPES.filter(bool), axes=AXES, keeps=st.booleans())
def test_reduction_is_that_of_numpy(
    asker: Asker, shape: list[int], axes: list[int], keeps: bool
) -> None:
    rank = len(shape)
    expected = None
    if all(-rank <= axis < rank for axis in axes):
        unique = tuple({axis % rank for axis in axes})
        expected = list(np.zeros(shape, np.int8).sum(axis=unique, keepdims=keeps).shape)
    assert asker.shape("reduce", _text(shape), int(keeps), *axes) == expected


def test_scalars(asker: Asker) -> None:
    assert asker.shape("not_scalar", "-") == [1]
    assert asker.shape("not_scalar", "2,3") == [2, 3]
    assert asker.shape("reduce", "-", 1, 0) == []
    assert asker.shape("reduce", "-", 1, 1) is None


@settings(deadline=None)
@given(x=NUMBERS, y=NUMBERS.filter(bool))
def test_arithmetic(asker: Asker, x: int, y: int) -> None:
    last_power = 1 << max(x.bit_length() - 1, 0)
    expected = [-(-x // y), x // y, -(-x // y) * y, x // y * y, last_power]
    assert asker.numbers("arithmetic", x, y) == expected


@settings(deadline=None)
@given(x=st.integers(-1000, 1000), y=st.integers(-9, 9).filter(bool))
def test_division_of_negative_numbers(asker: Asker, x: int, y: int) -> None:
    up, towards_zero = -(-x // y), int(x / y)
    assert asker.numbers("arithmetic", x, y)[:2] == [up, towards_zero]


def test_division_by_zero(asker: Asker) -> None:
    assert asker.numbers("arithmetic", 7, 0)[:4] == [7, 7, 0, 0]
    largest = (1 << 63) - 1
    assert asker.numbers("arithmetic", largest, 2)[2] == largest


@settings(deadline=None)
@given(
    length=st.integers(1, 10**6),
    count=st.integers(1, 5000),
    by=st.sampled_from(["parts", "factor"]),
)
def test_splits_cover_the_length(asker: Asker, length: int, count: int, by: str) -> None:
    parts, factor, tail = asker.numbers(by, length, count)
    assert (parts - 1) * factor + tail == length
    if by == "parts":
        assert parts <= count
        assert 0 < tail <= factor
    else:
        assert parts == -(-length // count)
        assert 0 < tail <= count
        assert factor == (0 if parts == 1 else count)
    assert asker.ask(by, 0, count) == "no"


def test_reports_reach_the_log(asker: Asker) -> None:
    assert asker.ask("report") == "failed"
    (log,) = asker.log_folder.glob("plog-*.log")
    text = log.read_text(encoding="utf-8")
    for expected in (
        "OpName:[Add] x is 5",
        "OpName:[Add] 7 bytes",
        "OpName:[Add] on level 1",
        "EZ0019: op_name=Add, param_name=x, incorrect_dtype=DT_BOOL, correct_dtype=DT_FLOAT",
        "EZ0022: op_name=Add, param_name=x, incorrect_num=3, correct_num=2",
        "OpName:[nil] context is nullptr!",
    ):
        assert expected in text
    assert "tiles" not in text  # warnings are below the level
