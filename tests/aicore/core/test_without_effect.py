"""Names that kernels may write and that do nothing, or nothing yet, as the core is asked them."""

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.harness import Kernel

HEAD = """
using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out) {
    __gm__ int64_t* x = (__gm__ int64_t*)in;
    __gm__ int64_t* y = (__gm__ int64_t*)out;
"""


def _run(body: str, before: str = "") -> list[int]:
    got = np.zeros(4, np.int64)
    Kernel(before + HEAD + body + "}", "f", 2).run(1, np.array([1, 2, 3, 4], np.int64), got)
    return got.tolist()


@pytest.mark.parametrize(
    "check",
    [
        "OOMCheckAddrRange(x, 32);",
        "OOMCheckAddrRange(in, 32);",
        "AscendCUtils::CheckGmMemOverflow(x, true, 32);",
        "InitDump(false, 1024);",
        "InitDump(true, in, 1024);",
        'ASSERT_MSG(x[0] == 1, "x");',
    ],
)
def test_checks_that_hold_leave_a_kernel_as_it_is(check: str) -> None:
    assert _run(f"{check} y[0] = x[3];") == [4, 0, 0, 0]


def test_no_address_overflows_where_memory_is_not_known() -> None:
    # Only kernels that CANN builds with oom have a table of their memory to look in.
    assert _run("y[0] = AscendCUtils::OOMCheckAddrIsOverflow((uintptr_t)in, 32);") == [0] * 4


def test_deterministic_kernels_say_so_in_a_statement() -> None:
    assert _run("ENABLE_DETERMINISTIC(); y[1] = x[1];") == [0, 2, 0, 0]


def test_kernels_define_the_number_of_a_block_themselves() -> None:
    assert _run("y[0] = blockidx_;", "int blockidx_ = 7;") == [7, 0, 0, 0]


def test_structures_of_tiling_keys_are_read_as_they_are_named() -> None:
    body = """
        REGISTER_TILING_FOR_TILINGKEY("TILING_KEY_VAR == 1", Pair);
        GET_TILING_DATA_WITH_STRUCT(Pair, pair, in);
        y[0] = pair.second;
    """
    assert _run(body, "struct Pair { int64_t first; int64_t second; };") == [2, 0, 0, 0]
