"""Operations that a product lacks end the kernel: CANN's headers compile them to nothing there."""

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.core_support import run
from tests.aicore.harness import AICORE, AIV_ONLY, KernelFaultError
from tests.utils.sources import read_source

CORES = {"910": "Ascend910A", "310P": "Ascend310P3", "310B": "Ascend310B1", "910B": "Ascend910B3"}
OPERANDS = read_source(__file__, "kernels/products_operands.inc")
# The call, the products that lack it, and its name in the message.
LACKING = [
    ("DataCopyPad(x, g, DataCopyExtParams(1, 20, 0, 0, 0), DataCopyPadExtParams<float>())",
     "910 310P", "DataCopyPad"),
    ("DataCopyPad(g, x, DataCopyExtParams(1, 20, 0, 0, 0))", "910 310P", "DataCopyPad"),
    ("Copy(x, y, 64, 1, {1, 1, 8, 8})", "910 310P", "Copy"),
    ("Brcb(x, y, 1, {1, 8})", "910", "Brcb"),
    ("Gather(x, y, offsets, 0, 64)", "910", "Gather"),
    ("Gatherb(x, y, offsets, 1, {1, 8})", "910 310P", "Gatherb"),
    ("ShiftLeft(offsets, offsets, 1u, 64)", "310P", "ShiftLeft"),
    ("ShiftRight(offsets, offsets, 1u, 64)", "310P", "ShiftRight"),
    ("MulCast(bytes, h, h, 64)", "910", "MulCast"),
    ("GetReduceMaxMinCount<float>(value)", "910", "GetReduceMaxMinCount"),
    ("GetAccVal<float>()", "910 310P", "GetAccVal"),
    ("GetMrgSortResult(lists[0], lists[1], lists[2], lists[3])", "910", "GetMrgSortResult"),
    ("GetCmpMask(bytes)", "910", "GetCmpMask"),
    ("SetAtomicMax<float>()", "910 310P 310B", "SetAtomicMax"),
    ("SetAtomicMin<float>()", "910 310P 310B", "SetAtomicMin"),
    ("SetStoreAtomicConfig<AtomicDtype::ATOMIC_F16, AtomicOp::ATOMIC_SUM>()", "910 310P",
     "SetStoreAtomicConfig"),
    ("SyncAll()", "910 310P", "SyncAll without a workspace"),
    ("CrossCoreSetFlag<0, PIPE_MTE3>(1)", "910 310P", "CrossCoreSetFlag"),
    ("SetAtomicType<float>()", "910", "SetAtomicType"),
    ("DataSyncBarrier<MemDsbT::ALL>()", "910 310P", "DataSyncBarrier"),
    ("DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE>(g)", "910",
     "DataCacheCleanAndInvalid"),
    ("DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE, DcciDst::CACHELINE_OUT>(g)",
     "910 310P", "DataCacheCleanAndInvalid"),
    ("ICachePreLoad(2)", "", ""),  # a hint, which CANN compiles to nothing
    ("GetArchVersion(offset)", "910 310B", "GetArchVersion"),
    ("GetProgramCounter()", "910 310B", "GetProgramCounter"),
    ("GetSystemCycle()", "910 310P 310B", "GetSystemCycle"),
    ("GetTPipePtr()->InitSpmBuffer(64)", "310B 910B", "InitSpmBuffer in L1"),
    ("Mmad(x, h, h, x, MmadParams())", "910 310P", "Mmad with a bias"),
    (("MmadParams source; source.cmatrixInitVal = false; source.cmatrixSource = true;"
     "Mmad(x, h, h, source)"), "910 310P", "Mmad with a bias"),
    ("MmadWithSparse(ints, bytes, bytes, MmadParams())", "910 310P 310B", "MmadWithSparse"),
    ("WholeReduceMax(x, y, 64, 1, 1, 1, 8)", "", ""),
    ("WholeReduceMax(x, y, 64, 1, 1, 1, 8, ReduceOrder::ORDER_INDEX_VALUE)", "910", "ReduceOrder"),
    ("WholeReduceMax(x, y, 64, 1, 1, 1, 8, ReduceOrder::ORDER_ONLY_VALUE)", "910 310P", "ORDER_"),
    ("WholeReduceMin(x, y, 64, 1, 1, 1, 8, ReduceOrder::ORDER_ONLY_INDEX)", "910 310P 310B",
     "ORDER_"),
    ("Cast(shorts, h, RoundMode::CAST_RINT, 64)", "910", "Cast between these types"),
    ("Cast(shorts, ints, RoundMode::CAST_NONE, 64)", "910", "Cast between these types"),
    ("Cast(longs, ints, RoundMode::CAST_NONE, 64)", "910 310P", "Cast between these types"),
    ("Cast(x, shorts, RoundMode::CAST_NONE, 64)", "910 310P", "Cast between these types"),
    ("Cast(x, y, RoundMode::CAST_FLOOR, 64)", "910 310P", "Cast between these types"),
    ("Cast(h, x, RoundMode::CAST_NONE, 64)", "", ""),
    ("Cast(ints, h, RoundMode::CAST_RINT, 64)", "", ""),
]  # fmt: skip


# All in one kernel, since compiling takes most of the time: the last number of `in` chooses.
CHOICE = OPERANDS + "\n".join(
    f"if (((__gm__ float*)in)[63] == {i}) {{ {row[0]}; }}" for i, row in enumerate(LACKING)
)


@pytest.mark.parametrize("row", LACKING, ids=[row[0][:45] for row in LACKING])
def test_products_lack_what_their_pages_say(row: tuple[str, str, str]) -> None:
    _, lacking, api = row
    given = np.zeros(64, np.float32)
    given[63] = LACKING.index(row)
    for product, soc in CORES.items():
        kind = AIV_ONLY if product == "910B" else AICORE
        if product not in lacking.split():
            run(CHOICE, given, np.zeros(64, np.float32), soc=soc, task_type=kind)
            continue
        with pytest.raises(KernelFaultError, match=f"{api}.*: this SoC has it not"):
            run(CHOICE, given, np.zeros(64, np.float32), soc=soc, task_type=kind)


@pytest.mark.parametrize(("soc", "negative"), [("Ascend910B3", False), ("Ascend950PR_9599", True)])
def test_gaps_in_global_memory_may_be_negative_on_950(soc: str, negative: bool) -> None:
    """DataCopyPad.md: there a block may be copied again; elsewhere the gap has 32 bits."""
    body = """
        LocalTensor<int32_t> x(TPosition::VECCALC, 0, 64);
        GlobalTensor<int32_t> g; g.SetGlobalBuffer((__gm__ int32_t*)in);
        DataCopyPad(x, g, DataCopyExtParams(3, 32, -32, 0, 0), DataCopyPadExtParams<int32_t>());
        PipeBarrier<PIPE_ALL>();
        g.SetGlobalBuffer((__gm__ int32_t*)out);
        DataCopy(g, x, 24);
    """
    values, got = np.arange(24, dtype=np.int32), np.zeros(24, np.int32)
    if negative:
        run(body, values, got, soc=soc)
        assert got.tolist() == [*range(8)] * 3
    else:
        with pytest.raises(KernelFaultError, match="no allocated memory"):
            run(body, values, got, soc=soc)
