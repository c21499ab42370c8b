"""Kernels on cube and vector cores together: results pass through global memory, in alternation."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.aicore.harness import MIX_AIC_1_1, MIX_AIC_1_2, Kernel

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

TILE, DEPTH, ROUNDS = 32, 48, 3

MIX = (
    f"""
constexpr uint32_t TILE = {TILE}, DEPTH = {DEPTH}, ROUNDS = {ROUNDS};
"""
    r"""
using namespace AscendC;

// Per group and round: workspace = a * b on the cube core, c = max(workspace, 0) + block index on
// the vector cores, each on its share of the rows. Then all cores meet, and total = sum over c.
class Mix {
public:
    __aicore__ inline Mix(GM_ADDR a, GM_ADDR b, GM_ADDR c, GM_ADDR total, GM_ADDR workspace) {
        group = block_idx;
        aGm.SetGlobalBuffer((__gm__ half*)a + group * ROUNDS * TILE * DEPTH);
        bGm.SetGlobalBuffer((__gm__ half*)b);
        cGm.SetGlobalBuffer((__gm__ float*)c);
        totalGm.SetGlobalBuffer((__gm__ float*)total);
        workGm.SetGlobalBuffer((__gm__ float*)workspace + group * TILE * TILE);
        pipe.InitBuffer(in, 1, TILE * TILE * 4);
        pipe.InitBuffer(out, 1, TILE * TILE * 4);
        pipe.InitBuffer(a1, 1, TILE * DEPTH * 2);
        pipe.InitBuffer(a2, 1, TILE * DEPTH * 2);
        pipe.InitBuffer(b1, 1, TILE * DEPTH * 2);
        pipe.InitBuffer(b2, 1, TILE * DEPTH * 2);
        pipe.InitBuffer(co, 1, TILE * TILE * 4);
    }

    __aicore__ inline void Process() {
        for (uint32_t round = 0; round < ROUNDS; ++round) {
            if ASCEND_IS_AIC {
                if (round != 0) {
                    CrossCoreWaitFlag(1);  // the workspace was read
                }
                Multiply(round);
                CrossCoreSetFlag<2, PIPE_FIX>(0);
            }
            if ASCEND_IS_AIV {
                CrossCoreWaitFlag(0);
                Activate(round);
                if (round + 1 != ROUNDS) {
                    CrossCoreSetFlag<2, PIPE_MTE2>(1);
                }
            }
#if UNGUARDED
            // Each unit's code does nothing on cores without the unit.
            if ASCEND_IS_AIV { Multiply(round); }
            if ASCEND_IS_AIC { Activate(round); }
#endif
        }
        SyncAll<false>();
        if ASCEND_IS_AIV {
            if (GetBlockIdx() == 0) {
                Total();
            }
        }
    }

private:
    __aicore__ inline void Multiply(uint32_t round) {
        LocalTensor<half> ta = a1.AllocTensor<half>(), tb = b1.AllocTensor<half>();
        DataCopy(ta, aGm[round * TILE * DEPTH], Nd2NzParams(1, TILE, DEPTH, 0, DEPTH, TILE, 1, 0));
        DataCopy(tb, bGm, Nd2NzParams(1, DEPTH, TILE, 0, TILE, DEPTH, 1, 0));
        a1.EnQue(ta);
        b1.EnQue(tb);
        ta = a1.DeQue<half>();
        tb = b1.DeQue<half>();
        LocalTensor<half> ta2 = a2.AllocTensor<half>(), tb2 = b2.AllocTensor<half>();
        for (uint32_t i = 0; i < TILE / 16; ++i) {
            LoadData(ta2[i * DEPTH * 16], ta[i * 256],
                     LoadData2DParams(0, DEPTH / 16, TILE / 16, 0, 0, false, 0));
        }
        for (uint32_t i = 0; i < DEPTH / 16; ++i) {
            LoadData(tb2[i * TILE * 16], tb[i * 256],
                     LoadData2DParams(0, TILE / 16, DEPTH / 16, 0, 0, true, 0));
        }
        a1.FreeTensor(ta);
        b1.FreeTensor(tb);
        a2.EnQue(ta2);
        b2.EnQue(tb2);
        ta2 = a2.DeQue<half>();
        tb2 = b2.DeQue<half>();
        LocalTensor<float> tc = co.AllocTensor<float>();
        Mmad(tc, ta2, tb2, MmadParams(TILE, TILE, DEPTH, 0, false, true));
        a2.FreeTensor(ta2);
        b2.FreeTensor(tb2);
        co.EnQue(tc);
        tc = co.DeQue<float>();
        Fixpipe(workGm, tc, FixpipeParamsV220(TILE, TILE, TILE, TILE, false));
        co.FreeTensor(tc);
    }

    __aicore__ inline void Activate(uint32_t round) {
        const uint32_t share = TILE * TILE / GetSubBlockNum();
        const uint32_t start = GetSubBlockIdx() * share;
        LocalTensor<float> x = in.AllocTensor<float>();
        DataCopy(x, workGm[start], share);
        in.EnQue(x);
        x = in.DeQue<float>();
        LocalTensor<float> y = out.AllocTensor<float>();
        Relu(y, x, share);
        Adds(y, y, (float)GetBlockIdx(), share);
        in.FreeTensor(x);
        out.EnQue(y);
        y = out.DeQue<float>();
        DataCopy(cGm[(group * ROUNDS + round) * TILE * TILE + start], y, share);
        out.FreeTensor(y);
    }

    __aicore__ inline void Total() {
        float sum = 0;
        for (uint32_t i = 0; i < GetBlockNum() * ROUNDS * TILE * TILE; ++i) {
            sum += cGm.GetValue(i);
        }
        totalGm.SetValue(0, sum);
    }

    uint32_t group;
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    TQue<TPosition::A1, 1> a1;
    TQue<TPosition::A2, 1> a2;
    TQue<TPosition::B1, 1> b1;
    TQue<TPosition::B2, 1> b2;
    TQue<TPosition::CO1, 1> co;
    GlobalTensor<half> aGm, bGm;
    GlobalTensor<float> cGm, totalGm, workGm;
};

extern "C" __global__ __aicore__ void mix(GM_ADDR a, GM_ADDR b, GM_ADDR c, GM_ADDR total,
                                          GM_ADDR workspace) {
    Mix op(a, b, c, total, workspace);
    op.Process();
}
"""
)


@cache
def mix_kernel(*, unguarded: bool = False) -> Kernel:
    head = f'#include "kernel_operator.h"\n#define UNGUARDED {int(unguarded)}\n'
    return Kernel(head + MIX, "mix", 5)


class Case:
    """Operands of `groups` groups of cores, and what they must make of them."""

    def __init__(self, groups: int, task_type: int) -> None:
        rng = np.random.default_rng(groups)
        self._groups, self._task_type = groups, task_type
        self._a = rng.integers(-4, 5, (groups, ROUNDS, TILE, DEPTH)).astype(np.float16)
        self._b = rng.integers(-4, 5, (DEPTH, TILE)).astype(np.float16)
        self._workspace = np.zeros((groups, TILE, TILE), np.float32)
        ratio = 2 if task_type == MIX_AIC_1_2 else 1
        product = self._a.astype(np.float32) @ self._b.astype(np.float32)
        index = np.arange(groups * ratio).reshape(groups, 1, ratio, 1)
        index = np.repeat(index, TILE // ratio, axis=2).reshape(groups, 1, TILE, 1)
        self._expected: NDArray[np.float32] = np.maximum(product, 0) + index.astype(np.float32)

    def run(self, *, unguarded: bool = False) -> None:
        """Launches once and checks everything."""
        c = np.full(self._expected.shape, np.nan, np.float32)
        total = np.zeros(1, np.float32)
        mix_kernel(unguarded=unguarded).run(
            self._groups, self._a, self._b, c, total, self._workspace, task_type=self._task_type
        )
        np.testing.assert_array_equal(c, self._expected)
        assert total[0] == self._expected.sum(dtype=np.float64)


@pytest.fixture(params=["all CPUs", "one CPU"])
def _cpus(request: pytest.FixtureRequest) -> Iterator[None]:
    """Runs the test with all CPUs of the process, and with one of them."""
    allowed = os.sched_getaffinity(0)
    if request.param == "one CPU":
        os.sched_setaffinity(0, {min(allowed)})
    yield
    os.sched_setaffinity(0, allowed)


@pytest.mark.usefixtures("_cpus")
@pytest.mark.parametrize("task_type", [MIX_AIC_1_1, MIX_AIC_1_2])
@pytest.mark.parametrize("groups", [1, 5, 20])
def test_cube_and_vector_cores_work_in_turns(groups: int, task_type: int) -> None:
    Case(groups, task_type).run()


@pytest.mark.parametrize("task_type", [MIX_AIC_1_1, MIX_AIC_1_2])
def test_code_of_the_other_unit_does_nothing(task_type: int) -> None:
    Case(5, task_type).run(unguarded=True)


def resident_bytes() -> int:
    """Memory of this process that is in use."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def check_launches(count: int) -> None:
    """Memory does not grow: a single array retained per launch would show."""
    cases = [Case(20, MIX_AIC_1_2), Case(7, MIX_AIC_1_1)]
    for _ in range(10):
        for case in cases:
            case.run()
    before = resident_bytes()
    for _ in range(count):
        for case in cases:
            case.run()
    assert resident_bytes() - before < 4 << 20


def test_launches_leave_nothing() -> None:
    check_launches(20)


@pytest.mark.slow
@pytest.mark.usefixtures("_cpus")
def test_a_thousand_launches_leave_nothing() -> None:
    check_launches(1000)
