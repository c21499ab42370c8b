"""Senseless calls of the runtime's interfaces, from one thread and from several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.runtime import conftest, fuzz
from tests.torture.attack import Attack, FailureError, Place

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator

_CASES = 100


def _in_process(kind: str) -> Callable[[Place], Iterator[Callable[[random.Random], None]]]:
    def prepare(place: Place) -> Iterator[Callable[[random.Random], None]]:
        library = place.home / "lib64/libascendcl.so"
        kernel = conftest.compile_kernel(place.home, place.work, "AddPairs_0123")

        def make_try(choose: random.Random) -> None:
            try:
                fuzz.fuzz_process(kind, choose.randrange(2**31), _CASES, library, kernel)
            except AssertionError as error:
                raise FailureError(str(error).strip()[:500]) from error

        yield make_try

    return prepare


ATTACKS = (
    Attack(
        "kernel_descriptions", "damaged .json of kernels", 20, _in_process("kernel_json"), _CASES
    ),
    Attack(
        "argument_lists",
        "argument lists in any order, with any values",
        20,
        _in_process("arguments"),
        _CASES,
    ),
    Attack(
        "argument_lists_of_threads",
        "the same from four threads that share a kernel",
        10,
        _in_process("argument_threads"),
        _CASES,
    ),
    Attack(
        "tensor_descriptions",
        "shapes, strides and arrays of any size, from four threads",
        20,
        _in_process("tensors"),
        _CASES,
    ),
)
