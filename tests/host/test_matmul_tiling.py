"""Matmul tilings: for random problems they must satisfy the hardware's limits."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

FLOAT, HALF, INT8, INT32, BF16, INT4 = 0, 1, 2, 3, 27, 29
BITS = {FLOAT: 32, HALF: 16, INT8: 8, INT32: 32, BF16: 16, INT4: 4}
GM, VECIN = 0, 9
N_BUFFER_33 = 2
ONE_CORE, MANY_CORES, BATCH = range(3)
# Bytes: L0A, L0B, L0C, L1, bias table; cores with a cube.
MEMORIES = {
    "Ascend910B1": (65536, 65536, 131072, 524288, 1024, 24),
    "Ascend310P3": (65536, 65536, 262144, 1048576, None, 8),
}
NAMES = (
    "usedCoreNum M N Ka Kb singleCoreM singleCoreN singleCoreK baseM baseN baseK depthA1 depthB1 "
    "stepM stepN isBias transLength iterateOrder shareMode shareL1Size shareL0CSize shareUbSize "
    "batchM batchN singleBatchM singleBatchN stepKa stepKb depthAL1CacheUB depthBL1CacheUB dbL0A "
    "dbL0B dbL0C"
)


@dataclass(frozen=True)
class Problem:
    """A request to the program."""

    kind: int
    cores: int
    m: int
    n: int
    k: int
    types: tuple[int, int, int]  # of A and B, C, bias; bias -1: none
    trans_a: bool = False
    trans_b: bool = False
    position: int = GM
    fixed: tuple[int, int, int] = (-1, -1, -1)
    split_k: bool = False
    batch: int = 0
    single: tuple[int, int, int] = (-1, -1, -1)
    schedule: int = 0

    def line(self) -> str:
        """As the program reads it."""
        ab, c, bias = self.types
        numbers = (self.kind, self.cores, self.m, self.n, self.k, ab, ab, c, bias)
        more = (self.trans_a, self.trans_b, self.position, *self.fixed, self.split_k, self.batch)
        whole = (*numbers, *more, *self.single, self.schedule)
        return " ".join(str(int(number)) for number in whole) + "\n"


class Tilings:
    """The program for one SoC."""

    def __init__(self, program: Path, soc: str) -> None:
        self._process = subprocess.Popen(
            [program, soc], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, problem: Problem) -> dict[str, int] | None:
        """The tiling of a problem, or None."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(problem.line())
        self._process.stdin.flush()
        values = [int(word) for word in self._process.stdout.readline().split()]
        return None if values == [-1] else dict(zip(NAMES.split(), values, strict=False))

    def close(self) -> None:
        """End the program."""
        self._process.communicate()


@pytest.fixture(scope="module")
def tilings(matmul_tilings: Path) -> Iterator[Callable[[str], Tilings]]:
    """The program for a SoC."""
    found: dict[str, Tilings] = {}

    def get(soc: str) -> Tilings:
        if soc not in found:
            found[soc] = Tilings(matmul_tilings, soc)
        return found[soc]

    yield get
    for tiling in found.values():
        tiling.close()


def ceil_div(a: int, b: int) -> int:
    """a / b, rounded up."""
    return -(-a // b)


def check(soc: str, problem: Problem, t: dict[str, int]) -> None:
    """Check CANN's documented constraints on a TCubeTiling."""
    l0a, l0b, l0c, l1, bias_table, cores = MEMORIES[soc]
    ab, c, bias = problem.types
    bits = BITS[ab]
    base_m, base_n, base_k = t["baseM"], t["baseN"], t["baseK"]
    assert base_m > 0
    assert base_m % 16 == base_n % 16 == 0
    assert base_k % (256 // bits) == 0
    for name in ("dbL0A", "dbL0B"):
        assert t[name] in {1, 2}
    assert t["dbL0C"] in ({1, 2} if problem.schedule == N_BUFFER_33 else {1})
    assert t["dbL0A"] * base_m * base_k * bits // 8 <= l0a
    assert t["dbL0B"] * base_n * base_k * bits // 8 <= l0b
    assert t["dbL0C"] * base_m * base_n * 4 <= l0c
    if bias >= 0 and bias_table:
        assert base_n * 4 <= bias_table
    used = (t["depthA1"] * base_m + t["depthB1"] * base_n) * base_k * bits // 8
    used += base_n * BITS[bias] // 8 if bias >= 0 else 0
    assert used <= l1
    for side, m_or_n in (("A", "M"), ("B", "N")):
        step = t[f"step{m_or_n}"] * t[f"stepK{side.lower()}"]
        assert t[f"depth{side}1"] in {step, 2 * step}
        if ceil_div(t["singleCoreK"], base_k) > t[f"stepK{side.lower()}"]:
            assert t[f"step{m_or_n}"] == 1
    iterations = [ceil_div(t["singleCoreK"], base_k * t[step]) for step in ("stepKa", "stepKb")]
    assert max(iterations) % min(iterations) == 0
    assert (t["M"], t["N"], t["Ka"], t["Kb"]) == (problem.m, problem.n, problem.k, problem.k)
    assert t["isBias"] == (bias >= 0)
    parts = [
        ceil_div(problem.m, t["singleCoreM"]),
        ceil_div(problem.n, t["singleCoreN"]),
        ceil_div(problem.k, t["singleCoreK"]),
    ]
    if problem.kind == MANY_CORES:
        used = parts[0] * parts[1] * parts[2]
        if problem.schedule == N_BUFFER_33:  # cores take several parts
            used = min(used, problem.cores)
        assert used == t["usedCoreNum"] <= min(problem.cores, cores)
        if not problem.split_k:
            assert parts[2] == 1
    else:
        assert parts == [1, 1, 1]
        assert t["usedCoreNum"] == 1
    if problem.fixed[0] > 0:
        assert (base_m, base_n, base_k) == problem.fixed
    if problem.position == VECIN:
        assert base_m * base_n * BITS[c] // 8 <= 256 * 1024


sizes = st.one_of(st.integers(1, 300), st.integers(1, 70000))
problems = st.builds(
    Problem,
    st.integers(0, 2),
    st.integers(1, 24),
    sizes,
    sizes,
    sizes,
    st.sampled_from(
        (
            (FLOAT, FLOAT, FLOAT),
            (HALF, FLOAT, FLOAT),
            (HALF, HALF, HALF),
            (BF16, BF16, -1),
            (INT8, INT32, INT32),
            (INT8, HALF, INT32),
            (HALF, INT8, -1),
            (INT4, INT32, -1),
        )
    ),
    st.booleans(),
    st.booleans(),
    st.sampled_from((GM, VECIN)),
    st.sampled_from(((-1, -1, -1), (128, 128, 64), (16, 256, 64))),
    st.booleans(),
    st.integers(0, 9),
)


@settings(max_examples=250, deadline=None)
@given(st.sampled_from(sorted(MEMORIES)), problems)
def test_limits(tilings: Callable[[str], Tilings], soc: str, problem: Problem) -> None:
    assume(problem.kind != MANY_CORES or problem.cores <= MEMORIES[soc][5])
    tiling = tilings(soc).ask(problem)
    if tiling is None:
        # 310P moves rows of a result in the unified buffer as whole blocks of 32 bytes.
        assert (soc, problem.position) == ("Ascend310P3", VECIN)
        assert problem.n * BITS[problem.types[1]] % 256 != 0
        return
    check(soc, problem, tiling)


def test_tilings_of_an_operator(tilings: Callable[[str], Tilings]) -> None:
    """CANN's numbers, from upsample_linear1d_tiling_003 of ops-cv: K is one block of eight."""
    tiling = tilings("Ascend910B1").ask(Problem(ONE_CORE, 1, 1, 128, 1, (FLOAT, FLOAT, -1)))
    assert tiling is not None
    block = ("singleCoreM", "singleCoreN", "singleCoreK", "baseM", "baseN", "baseK")
    assert [tiling[name] for name in block] == [1, 128, 1, 16, 128, 8]
    steps = ("depthA1", "depthB1", "stepM", "stepN", "stepKa", "stepKb")
    assert [tiling[name] for name in steps] == [1] * 6
    buffers = ("shareL1Size", "shareL0CSize", "dbL0A", "dbL0B", "dbL0C")
    assert [tiling[name] for name in buffers] == [4608, 8192, 2, 2, 1]


def test_all_cores_work(tilings: Callable[[str], Tilings]) -> None:
    tiling = tilings("Ascend910B1").ask(
        Problem(MANY_CORES, 24, 4096, 4096, 4096, (HALF, FLOAT, -1))
    )
    assert tiling is not None
    assert tiling["usedCoreNum"] == 24
    assert (tiling["dbL0A"], tiling["dbL0B"]) == (2, 2)


def test_split_of_k(tilings: Callable[[str], Tilings]) -> None:
    small = Problem(MANY_CORES, 20, 16, 16, 65536, (HALF, FLOAT, -1), split_k=True)
    tiling = tilings("Ascend910B1").ask(small)
    assert tiling is not None
    assert tiling["usedCoreNum"] == 20
    assert tiling["singleCoreK"] < 65536


def test_split_of_k_where_all_fits_one_core(tilings: Callable[[str], Tilings]) -> None:
    small = Problem(MANY_CORES, 24, 16, 16, 1024, (HALF, FLOAT, -1), split_k=True)
    tiling = tilings("Ascend910B1").ask(small)
    assert tiling is not None
    assert (tiling["usedCoreNum"], tiling["singleCoreK"]) == (2, 512)


def test_impossible(tilings: Callable[[str], Tilings]) -> None:
    wanted = Problem(ONE_CORE, 1, 1024, 1024, 64, (HALF, FLOAT, -1), fixed=(1024, 1024, 64))
    assert tilings("Ascend910B1").ask(wanted) is None


@pytest.mark.parametrize(
    ("m", "n", "fixed", "expected"),
    [
        # What the kernels of CANN's Matmul samples (matmul_leakyrelu, matmul) are written for.
        (512, 128, (128, 64, 128), (512, 64)),
        (512, 512, (-1, -1, -1), (256, 512)),
    ],
)
def test_split_over_two_cores(
    tilings: Callable[[str], Tilings],
    m: int,
    n: int,
    fixed: tuple[int, int, int],
    expected: tuple[int, int],
) -> None:
    problem = Problem(MANY_CORES, 2, m, n, 128, (HALF, FLOAT, FLOAT), fixed=fixed)
    tiling = tilings("Ascend910B1").ask(problem)
    assert tiling is not None
    assert (tiling["singleCoreM"], tiling["singleCoreN"]) == expected


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(*[st.integers(1, 3000)] * 3),
    st.tuples(*[st.one_of(st.just(-1), st.integers(1, 3000))] * 3),
    st.integers(1, 24),
)
def test_prescribed_part_of_a_core(
    tilings: Callable[[str], Tilings],
    shape: tuple[int, int, int],
    single: tuple[int, int, int],
    cores: int,
) -> None:
    """The parts may be more than the cores: the kernel then gives some cores several."""
    assume(any(size > 0 for size in single))
    problem = Problem(MANY_CORES, cores, *shape, (HALF, FLOAT, -1), single=single)
    tiling = tilings("Ascend910B1").ask(problem)
    assert tiling is not None
    part = [tiling[f"singleCore{axis}"] for axis in "MNK"]
    assert part == [one if one > 0 else all_ for one, all_ in zip(single, shape, strict=True)]
    assert tiling["usedCoreNum"] == cores


def test_steps_of_a_long_product_leave_room_in_l1(tilings: Callable[[str], Tilings]) -> None:
    """CANN's samples double depthA1 of this tiling by hand: 4 steps twice, not 5."""
    problem = Problem(ONE_CORE, 1, 8192, 8192, 8192, (HALF, HALF, -1), fixed=(128, 256, 64))
    tiling = tilings("Ascend910B1").ask(problem)
    assert tiling is not None
    assert [tiling[name] for name in ("stepKa", "stepKb", "depthA1", "depthB1")] == [4, 4, 8, 8]


@pytest.mark.parametrize(
    ("fixed", "size"),
    [((16, 16, 16), 393280), ((64, -1, -1), 394240)],
)
def test_what_is_left_of_l1_is_taken(
    tilings: Callable[[str], Tilings], fixed: tuple[int, int, int], size: int
) -> None:
    """Bytes as asc-devkit's tests state them for CANN; all of K first, then more of one side."""
    problem = Problem(ONE_CORE, 1, 1024, 1024, 1024, (HALF, FLOAT, FLOAT), fixed=fixed)
    tiling = tilings("Ascend910B1").ask(problem)
    assert tiling is not None
    assert tiling["shareL1Size"] == size


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(st.integers(1, 2500), st.integers(1, 3000), st.integers(1, 1500)),
    st.integers(1, 24),
    st.booleans(),
)
def test_schedule_that_keeps_a(
    tilings: Callable[[str], Tilings], shape: tuple[int, int, int], cores: int, split_k: bool
) -> None:
    """N_BUFFER_33: 3 x 3 base blocks of A stay in L1, so a core may have no more."""
    problem = Problem(
        MANY_CORES, cores, *shape, (HALF, FLOAT, -1), split_k=split_k, schedule=N_BUFFER_33
    )
    tiling = tilings("Ascend910B1").ask(problem)
    if shape[2] > 192 and not split_k:
        assert tiling is None
        return
    assert tiling is not None
    check("Ascend910B1", problem, tiling)
    for side, step_k in (("M", "stepKa"), ("M", "stepKb")):
        assert tiling[f"step{side}"] * tiling[f"base{side}"] >= tiling[f"singleCore{side}"]
        assert tiling[step_k] * tiling["baseK"] >= tiling["singleCoreK"]
        assert max(tiling[f"step{side}"], tiling[step_k]) <= 3
