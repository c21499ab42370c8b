"""Parameters that are tuples: any number of tensors, or several numbers, under one name."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
import pytest

import asc

TILE = 64


@asc.jit
def total(inputs: tuple[asc.GlobalAddress, ...], z: asc.GlobalAddress, count: int):
    """Sum of any number of vectors, of any types that cast to z's."""
    pipe = asc.TPipe()
    one, other = asc.TBuf(asc.TPosition.VECCALC), asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(one, TILE * 4)
    pipe.init_buffer(other, TILE * 4)
    made = other.get(z.dtype)
    asc.duplicate(made, 0, TILE)
    for address in asc.static_range(len(inputs)):
        source = asc.GlobalTensor()
        source.set_global_buffer(inputs[address])
        local = one.get(inputs[address].dtype)
        asc.data_copy(local, source, count)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        asc.add(made, made, local, count)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    target = asc.GlobalTensor()
    target.set_global_buffer(z)
    asc.data_copy(target, made, count)


@pytest.mark.parametrize("number", [0, 1, 5])
def test_any_number_of_tensors(number: int) -> None:
    given = tuple(np.random.default_rng(number).random((number, TILE), np.float32))
    z = np.empty(TILE, np.float32)
    total[1](given, z, TILE)
    np.testing.assert_allclose(z, sum(given, np.zeros(TILE, np.float32)), rtol=1e-6)


def test_each_combination_of_types_is_a_kernel() -> None:
    for dtype in (np.float16, np.int32):
        z = np.empty(TILE, dtype)
        total[1]((np.ones(TILE, dtype),) * 2, z, TILE)
        assert (z == 2).all()


@asc.jit
def weighted(z: asc.GlobalAddress, weights: tuple[float, ...] = (1.0, 2.0)):
    out = asc.GlobalTensor()
    out.set_global_buffer(z)
    for i in asc.static_range(len(weights)):
        out.set_value(i, weights[i])


def test_numbers_and_defaults() -> None:
    z = np.zeros(3, np.float32)
    weighted[1](z)
    assert z.tolist() == [1, 2, 0]
    weighted[1](z, weights=(4.0, 5.0, 6.0))
    assert z.tolist() == [4, 5, 6]


def test_what_is_no_tuple_is_refused() -> None:
    z = np.zeros(TILE, np.float32)
    with pytest.raises(TypeError, match="'inputs' is annotated tuple, got ndarray; write a tuple"):
        total[1](z, z, TILE)
    with pytest.raises(TypeError, match=r"annotate 'z' tuple\[asc.GlobalAddress, ...\]"):
        total[1]((z,), (z,), TILE)
    with pytest.raises(TypeError, match=r"parameter 'inputs\[1\]'"):
        total[1]((z, "text"), z, TILE)


def test_arrays_of_a_tuple_are_checked_as_others() -> None:
    z = np.zeros(TILE, np.float32)
    with pytest.raises(ValueError, match=r"'inputs\[0\]' has elements of type complex64"):
        total[1]((z.astype(np.complex64),), z, TILE)


class Extent(NamedTuple):
    first: int
    length: int

    @property
    def end(self) -> int:
        return self.first + self.length


class Numbers(NamedTuple):
    """Numbers of `counting`, two of them in a named tuple of their own."""

    extent: Extent
    factor: float = 1.0


@asc.jit
def end_of(extent: Extent, is_long: bool) -> int:
    chosen = extent
    if is_long:
        chosen = Extent(extent.first, 2 * extent.length)
    return chosen.end


@asc.jit
def counting(z: asc.GlobalAddress, numbers: Numbers, is_long: bool):
    out = asc.GlobalTensor()
    out.set_global_buffer(z)
    for i in range(numbers.extent.first, end_of(numbers.extent, is_long)):
        out.set_value(i, numbers.factor * asc.number(i, asc.float32))


@pytest.mark.parametrize(("is_long", "expected"), [(False, [0, 1.5, 0, 0]), (True, [0, 1.5, 3, 0])])
def test_numbers_under_one_name(is_long: bool, expected: list[float]) -> None:
    z = np.zeros(4, np.float32)
    counting[1](z, Numbers(Extent(1, 1), 1.5), is_long)
    assert z.tolist() == expected


def test_each_number_is_a_parameter_of_the_compiled_kernel() -> None:
    counting[1](np.zeros(4, np.float32), Numbers(Extent(0, 1)), False)
    head = counting.source().partition("{")[0]
    assert re.findall(r"(\w+ \w+)(?=,|\))", head)[-4:] == [
        "int32_t first",
        "int32_t length",
        "float factor",
        "int8_t is_long",
    ]


def test_types_of_numbers_decide_the_kernel() -> None:
    z = np.zeros(4, np.float32)
    counting[1](z, Numbers(Extent(np.int64(1), 1), 2.0), False)
    assert z.tolist() == [0, 2, 0, 0]
    assert "int64_t first" in counting.source()


def test_other_values_for_a_named_tuple_are_refused() -> None:
    z = np.zeros(4, np.float32)
    with pytest.raises(TypeError, match="'numbers' is annotated Numbers, got Extent; write Num"):
        counting[1](z, Extent(0, 1), False)
    with pytest.raises(TypeError, match=r"annotate 'is_long' Extent"):
        counting[1](z, Numbers(Extent(0, 1)), Extent(0, 1))


class Repeated(NamedTuple):
    own: Extent
    length: int


@asc.jit
def repeating(z: asc.GlobalAddress, numbers: Repeated):
    pass


@asc.jit
def colliding(length: asc.GlobalAddress, numbers: Extent):
    pass


def test_names_of_numbers_are_used_once() -> None:
    z = np.zeros(4, np.float32)
    with pytest.raises(TypeError, match="Repeated has two numbers 'length'; rename one"):
        repeating[1](z, Repeated(Extent(0, 1), 2))
    with pytest.raises(TypeError, match="colliding has two parameters or numbers 'length'"):
        colliding[1](z, Extent(0, 1))
