"""Reciprocal and Rsqrt: estimates before arch 310, as the documentation says and a 910B printed."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.aicore.harness import AICORE, AIV_ONLY, Kernel
from tests.utils.python_path import python_path
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from numpy.typing import NDArray

TYPES = {"float": np.float32, "half": np.float16}
# What sigmoid printed on an Ascend910B2: 1 + exp(-x), and its Reciprocal in units of 1 / 512.
# CenZhihan/LLM4AscendC, memory_on/ascendc/.../run1/attempt4/sigmoid_repair_context.txt
PRINTED = {
    1.378514: 372, 1.385820: 370, 1.402512: 365, 1.407975: 364, 1.421092: 361, 1.445323: 354,
    1.452254: 353, 1.456875: 352, 1.462112: 350, 1.482230: 345, 1.504453: 340, 1.523442: 336,
    1.546346: 331, 1.555482: 329, 1.561603: 328, 1.561834: 328, 1.576991: 325, 1.604424: 319,
    1.604457: 319, 1.605771: 319, 1.622677: 315, 1.655822: 309, 1.664523: 307, 1.664538: 307,
    1.688381: 303, 1.690042: 303, 1.717834: 298, 1.725104: 297, 1.760869: 291, 1.810685: 283,
    1.823623: 281, 1.823809: 281, 1.875061: 273, 1.882403: 272, 1.957865: 261, 1.984144: 258,
}  # fmt: skip
CORES = {
    200: ("Ascend310P3", AICORE),
    220: ("Ascend910B3", AIV_ONLY),
    310: ("Ascend950PR_9599", AIV_ONLY),
}


@cache
def _kernel(type_name: str, arch: int) -> Kernel:
    source = read_source(__file__, "kernels/estimates.cpp", TYPE=type_name)
    return Kernel(source, "f", 4, arch=arch)


def _run(values: NDArray, rsqrt: bool, type_name: str = "float", arch: int = 220) -> NDArray:
    """The results for at most 64 values, 64 of which are whole blocks."""
    given, got = np.ones(64, TYPES[type_name]), np.zeros(64, TYPES[type_name])
    given[: values.size] = values
    soc, task_type = CORES[arch]
    _kernel(type_name, arch).run(1, given, got, 64, int(rsqrt), soc=soc, task_type=task_type)
    return got[: values.size]


def test_reciprocals_are_those_of_hardware() -> None:
    got = _run(np.array([*PRINTED], np.float32), rsqrt=False)
    assert (got * 512).tolist() == [*PRINTED.values()]


@pytest.mark.parametrize("arch", [200, 220])
@pytest.mark.parametrize("type_name", TYPES)
@pytest.mark.parametrize("rsqrt", [False, True], ids=["Reciprocal", "Rsqrt"])
def test_estimates_have_eight_bits(rsqrt: bool, type_name: str, arch: int) -> None:
    """Errors are what the documentation warns of, and no larger; no more than nine bits are set."""
    rng = np.random.default_rng(1)
    values = np.exp2(rng.uniform(-9, 9, 64)).astype(TYPES[type_name])
    got = _run(values, rsqrt, type_name, arch).astype(np.float64)
    exact = 1 / np.sqrt(values.astype(np.float64)) if rsqrt else 1 / values.astype(np.float64)
    error = np.abs(got / exact - 1)
    assert 1e-3 < error.max() < 2**-8
    assert not (np.frexp(got)[0] * 512 % 1).any()


@pytest.mark.parametrize("rsqrt", [False, True], ids=["Reciprocal", "Rsqrt"])
def test_ends_of_the_range(rsqrt: bool) -> None:
    least = np.float32(2.0**-149)
    values = np.array([0, -0.0, np.inf, -np.inf, np.nan, -2, least, 2.0**127, 4], np.float32)
    with np.errstate(all="ignore"):
        exact = np.float32(1) / (np.sqrt(values) if rsqrt else values)
    got = _run(values, rsqrt)
    np.testing.assert_allclose(got, exact, rtol=2**-8)
    numbers = ~np.isnan(exact)
    np.testing.assert_array_equal(np.signbit(got[numbers]), np.signbit(exact[numbers]))


@pytest.mark.parametrize("rsqrt", [False, True], ids=["Reciprocal", "Rsqrt"])
def test_ascend_950_rounds(rsqrt: bool) -> None:
    """The result is within one unit in the last place, as documented."""
    values = np.linspace(0.5, 8, 64, dtype=np.float32)
    exact = 1 / (np.sqrt(values.astype(np.float64)) if rsqrt else values.astype(np.float64))
    np.testing.assert_allclose(_run(values, rsqrt, arch=310), exact, rtol=2**-23)


def _with_setting(value: str) -> str:
    script = (
        "import numpy as np; from tests.aicore.vector import test_estimates as t\n"
        "try: print(t._run(np.array([3], np.float32), False).tolist())\n"
        "except Exception as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=Path(__file__).parent,
        env={**os.environ, **python_path(), "ASCENDC_ESTIMATES": value},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_the_user_can_ask_for_exact_results() -> None:
    assert _with_setting("exact") == str([float(np.float32(1) / np.float32(3))])
    assert _with_setting("hardware") == "[0.3330078125]"  # 341 / 1024


def test_another_setting_is_refused() -> None:
    assert "ASCENDC_ESTIMATES must be hardware or exact" in _with_setting("fast")
