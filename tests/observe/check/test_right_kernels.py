"""Right kernels, shaped like ones of public operators, give no report."""

from __future__ import annotations

import pytest

from tests.aicore.checked_kernel import INPUT, OUTPUT, WORKSPACE, Tensor, run_checked
from tests.aicore.harness import AIC_ONLY
from tests.aicore.matmul_support import tiling
from tests.aicore.observers import OTHER
from tests.utils.sources import read_source

_MATMUL = """
#define ASCENDC_CUBE_ONLY
#include "lib/matmul_intf.h"
"""


@pytest.mark.parametrize(("soc", "arch"), [("Ascend910B3", 220), ("Ascend310P3", 200)])
@pytest.mark.parametrize("depth", [1, 2])
def test_matmul_of_one_matrix_after_the_other(soc: str, arch: int, depth: int) -> None:
    """Loads of a Matmul for the second wait until the cube has taken the first out of L1."""
    report = _run_matmul(
        "MatmulType<TPosition::GM, CubeFormat::ND, half>",
        """for (int i = 0; i < 2; ++i) {
            GlobalTensor<half> a, b; GlobalTensor<float> c, bias;
            a.SetGlobalBuffer((__gm__ half*)x + i * 32 * 64); b.SetGlobalBuffer((__gm__ half*)y);
            c.SetGlobalBuffer((__gm__ float*)z + i * 32 * 64);
            bias.SetGlobalBuffer((__gm__ float*)w);
            object.SetTensorA(a); object.SetTensorB(b); object.SetBias(bias);
            while (object.Iterate()) object.GetTensorC(c);
        }""",
        tiling(32, 64, 64, (16, 32, 32), depthA1=depth, depthB1=depth, isBias=1),
        [
            Tensor("x", INPUT, 2 * 32 * 64 * 2),
            Tensor("y", INPUT, 64 * 64 * 2),
            Tensor("w", INPUT, 64 * 4),
            Tensor("z", OUTPUT, 2 * 32 * 64 * 4),
        ],
        soc=soc,
        arch=arch,
    )
    assert report == []


def test_matmul_with_a_sparse_matrix() -> None:
    """The index of what is in L0B has a separate memory."""
    report = _run_matmul(
        "SparseMatmulType<TPosition::GM, TPosition::GM, CubeFormat::ND, int8_t, true>",
        """GlobalTensor<int8_t> a, b; GlobalTensor<int32_t> c; GlobalTensor<uint8_t> index;
        a.SetGlobalBuffer((__gm__ int8_t*)x); b.SetGlobalBuffer((__gm__ int8_t*)y);
        c.SetGlobalBuffer((__gm__ int32_t*)z); index.SetGlobalBuffer((__gm__ uint8_t*)w);
        object.SetTensorA(a); object.SetTensorB(b, true); object.SetSparseIndex(index);
        while (object.Iterate()) object.GetTensorC(c);""",
        tiling(32, 96, 128, (32, 48, 64), depthB1=2),
        [
            Tensor("x", INPUT, 32 * 128),
            Tensor("y", INPUT, 96 * 128 // 2),
            Tensor("w", INPUT, 96 * 128 // 8),
            Tensor("z", OUTPUT, 32 * 96 * 4),
        ],
        a="int8_t",
        c="int32_t",
        config="CFG_MDL",
    )
    assert report == []


def _run_matmul(
    b_type: str,
    use: str,
    fields: dict[str, int],
    tensors: list[Tensor],
    *,
    a: str = "half",
    c: str = "float",
    config: str = "CFG_NORM",
    soc: str = "Ascend910B3",
    arch: int = 220,
) -> list[tuple[str, int]]:
    body = f"""TPipe pipe; TCubeTiling t;
    {"".join(f"t.{name} = {value};" for name, value in fields.items())}
    Matmul<MatmulType<TPosition::GM, CubeFormat::ND, {a}>, {b_type},
           MatmulType<TPosition::GM, CubeFormat::ND, {c}>,
           MatmulType<TPosition::GM, CubeFormat::ND, {c}>, {config}> object;
    REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), object, &t);
    {use}
    object.End();"""
    return run_checked(
        body, tensors, before=_MATMUL, soc=soc, arch=arch, task_type=AIC_ONLY
    ).kinds()


def test_flag_between_cores_that_a_core_hears_itself() -> None:
    """CrossCoreSetFlag<0> counts all cores, and waiting for it waits for one's own pipe too."""
    body = """TPipe pipe; TBuf<TPosition::VECCALC> work; pipe.InitBuffer(work, 64);
    LocalTensor<float> a = work.GetWithOffset<float>(8, 0), b = work.GetWithOffset<float>(8, 32);
    GlobalTensor<float> g; g.SetGlobalBuffer((__gm__ float*)w + GetBlockIdx() * 8);
    Duplicate(a, 1.0f, 8);
    SetFlag<HardEvent::V_MTE3>(0); WaitFlag<HardEvent::V_MTE3>(0);
    DataCopy(g, a, 8);
    {}
    DataCopy(b, g, 8);"""
    tensors = [Tensor("w", WORKSPACE, 64)]
    flags = "CrossCoreSetFlag<0, PIPE_MTE3>(8); CrossCoreWaitFlag(8);"
    assert run_checked(body.replace("{}", flags), tensors, blocks=2).kinds() == []
    assert run_checked(body.replace("{}", ""), tensors, blocks=2).kinds() == [("race", 8)]


def test_block_that_polls_a_word_of_another_block() -> None:
    """The first block polls before the second has run; what the second did before is done then."""
    body = read_source(__file__, "kernels/right_kernels_polling.inc")
    report = run_checked(body, [Tensor("w", OTHER, 512)], blocks=2)
    assert report.end["fault"] is None
    assert report.kinds() == []


@pytest.mark.parametrize("read", ["copy", "get-value", "pointer"])
def test_block_that_polls_words_of_other_blocks_in_turn(read: str) -> None:
    body = read_source(__file__, "kernels/right_kernels_polling_in_turn.inc")
    tensors = [Tensor("w", OTHER, 512)]
    define = f"\n#define READ_{read.upper().replace('-', '_')}\n"
    report = run_checked(body, tensors, before=define, blocks=3)
    assert report.end["fault"] is None
    assert report.kinds() == []


_WAIT = "WaitFlag<HardEvent::MTE3_S>(0);"


@pytest.mark.parametrize("writer", [0, 1])
@pytest.mark.parametrize("wait", [_WAIT, ""])
def test_a_scalar_that_is_written_back_says_what_is_done(writer: int, wait: str) -> None:
    """As shmem's signals; the reader may come first or find the word set."""
    body = read_source(__file__, "kernels/right_kernels_published.inc")
    define = f"\n#define WRITER {writer}\n#define WAIT_FOR_DATA {wait}\n"
    report = run_checked(body, [Tensor("w", OTHER, 512)], before=define, blocks=2)
    assert report.end["fault"] is None
    kinds = [kind for kind, _ in report.kinds() if kind == "race"]
    assert kinds == ([] if wait else ["race"])


def test_scalars_that_every_core_sets_for_itself() -> None:
    """Each core computes the same table; it reads its entries from its cache."""
    body = """GlobalTensor<float> table; table.SetGlobalBuffer((__gm__ float*)z);
    table.SetValue(0, 1.0f);
    SyncAll();
    table.SetValue(16 + 16 * GetBlockIdx(), table.GetValue(0));"""
    assert run_checked(body, [Tensor("z", WORKSPACE, 256)], blocks=2).kinds() == []
