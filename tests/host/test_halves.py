"""Every conversion of half precision numbers gives NumPy's bits.

Headers of kernels, headers of interfaces and the executors' loops must each stand alone.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from tests.host.conftest import compiler, run

if TYPE_CHECKING:
    from numpy.typing import NDArray

QUIET = np.uint16(0x200)
QUIET_FLOAT = np.uint32(0x400000)
OWNERS = ["kernel", "interface", "core"]


@pytest.fixture(scope="module", params=["", "-march=native"])
def program(
    cann_home: Path, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return halves.cpp, portable and with the CPU's own conversions."""
    program = tmp_path_factory.mktemp("halves") / "halves"
    source = Path(__file__).with_name("halves.cpp")
    toolkit = request.config.rootpath / "toolkit"
    run(
        [
            *(compiler(), "-std=c++17", "-O1", *request.param.split(), f"-I{cann_home}/include"),
            *(f"-I{toolkit}/src", f"-I{toolkit}/tikcpp/tikcfw", str(source), "-o", str(program)),
        ]
    )
    return program


def converted(program: Path, owner: str, values: NDArray[Any], direction: str) -> bytes:
    """Return what the program makes of the values' bits."""
    command: list[str | Path] = [program, owner, direction]
    return subprocess.run(command, input=values.tobytes(), capture_output=True, check=True).stdout


@pytest.mark.parametrize("owner", OWNERS)
def test_all_halves_widen(program: Path, owner: str) -> None:
    bits = np.arange(1 << 16, dtype=np.uint16)
    halves = bits.view(np.float16)
    expected = halves.astype(np.float32).view(np.uint32)
    expected[np.isnan(halves)] |= QUIET_FLOAT
    got = np.frombuffer(converted(program, owner, bits, "widen"), np.uint32)
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("owner", OWNERS)
def test_floats_narrow(program: Path, owner: str) -> None:
    """Every sign and exponent, with mantissas around each rounding boundary and random ones."""
    edges = [edge + step for edge in range(0, 1 << 23, 1 << 12) for step in (-1, 0, 1)]
    random = np.random.default_rng(1).integers(0, 1 << 23, 2048)
    mantissas = np.concatenate([np.array(edges[1:]), [(1 << 23) - 1], random]).astype(np.uint32)
    tops = (np.arange(512, dtype=np.uint32) << 23)[:, None]
    floats = (tops | mantissas).reshape(-1).view(np.float32)
    with np.errstate(all="ignore"):
        expected = floats.astype(np.float16).view(np.uint16)
    nans = np.isnan(floats)
    expected[nans] = (expected[nans] & 0x8000) | 0x7C00 | QUIET
    expected[nans] |= (floats.view(np.uint32)[nans] >> 13 & 0x3FF).astype(np.uint16)
    got = np.frombuffer(converted(program, owner, floats, "narrow"), np.uint16)
    np.testing.assert_array_equal(got, expected)
