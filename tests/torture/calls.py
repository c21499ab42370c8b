"""Senseless calls of the runtime's interfaces, from one thread and from several.

    python -m tests.torture.calls KIND LIBRARY KERNEL SEED CASES

is the process in which the calls are made; it names each case before it runs.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.runtime import conftest, fuzz
from tests.torture.attack import Attack, Place, expect
from tests.torture.senseless_calls import describe_tensors, in_threads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

_ROOT = Path(__file__).parents[2]
_CASES = 100
_IN_THREADS = {
    "argument_threads": in_threads(fuzz.build_arguments),
    "tensors": in_threads(describe_tensors),
}


def _in_process(kind: str) -> Callable[[Place], Iterator[Callable[[Random], None]]]:
    def prepare(place: Place) -> Iterator[Callable[[Random], None]]:
        library = place.home / "lib64/libascendcl.so"
        kernel = conftest.compile_kernel(place.home, place.work, "AddPairs_0123")
        command: list[str | Path] = [
            sys.executable,
            "-m",
            "tests.torture.calls",
            kind,
            library,
            kernel,
        ]

        def make_try(choose: Random) -> None:
            seed = choose.randrange(2**31)
            done = subprocess.run(
                [*command, str(seed), str(_CASES)],
                cwd=_ROOT, capture_output=True, text=True, check=False, timeout=600,
            )  # fmt: skip
            last = done.stdout.strip().rpartition("\n")[2]
            text = f"{kind} {last}: status {done.returncode}: {done.stderr.strip()[-300:]}"
            expect(done.returncode == 0, text)

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


def main(arguments: list[str]) -> None:
    """Make the calls of one try."""
    kind, library, kernel, seed, cases = arguments
    fuzz.IN_PROCESS.update(_IN_THREADS)
    fuzz.run_in_process(kind, Path(library), Path(kernel), int(seed), int(cases))


if __name__ == "__main__":
    main(sys.argv[1:])
