"""Queues, buffers and the kernel's view of its tiling data."""

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.harness import FAULT_TRAP, Kernel, KernelFaultError
from tests.utils.sources import read_source

ADD_CUSTOM = read_source(__file__, "kernels/queues_add_custom.cpp")


def test_pipelined_kernel() -> None:
    kernel = Kernel(ADD_CUSTOM, "twice", 3)
    x = np.arange(8 * 2048, dtype=np.float32)
    z = np.zeros_like(x)
    tiling = np.array([x.size, 8], np.uint32).tobytes()
    kernel.run(8, x, z, tiling=tiling)
    assert not z.any()  # another tiling key: nothing is processed
    kernel.run(8, x, z, tiling=tiling, tiling_key=1)
    np.testing.assert_array_equal(z, x * 2)


BODY = """
using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR out) {
    TPipe pipe;
    GlobalTensor<int32_t> result;
    result.SetGlobalBuffer((__gm__ int32_t*)out, 64);
    int n = 0;
    %s
}
"""


def run_body(body: str) -> list[int]:
    """The values that `body` passed to result.SetValue(n++, ...)."""
    out = np.full(64, -1, np.int32)
    Kernel(BODY % body, "f", 1).run(1, out)
    return [int(v) for v in out if v != -1]


def test_buffers_rotate_and_keep_their_handle() -> None:
    values = run_body(read_source(__file__, "kernels/queues_rotation.inc"))
    assert values == [0, 64, 64, 64, 128, 64, 0, 64]


def test_queue_is_first_in_first_out() -> None:
    values = run_body(read_source(__file__, "kernels/queues_order.inc"))
    assert values == [3, 0, 10, 11, 12, 0]


def test_type_may_change_between_enque_and_deque() -> None:
    values = run_body(read_source(__file__, "kernels/queues_types.inc"))
    assert values == [0x3F800000, 16]


def test_tbuf_and_positions_share_their_memory() -> None:
    values = run_body(read_source(__file__, "kernels/queues_positions.inc"))
    assert values == [64, 7, 128, 0, 64, 64, 0x5D]


def test_buffer_pools_divide_and_reuse_memory() -> None:
    values = run_body(read_source(__file__, "kernels/queues_pools.inc"))
    assert values == [32, 96, 32, 32, 96, 96]  # a pool that shares has the other's length


def test_event_numbers() -> None:
    values = run_body("""
    result.SetValue(n++, pipe.FetchEventID(HardEvent::V_S));
    result.SetValue(n++, GetTPipePtr()->AllocEventID<HardEvent::V_S>());
    result.SetValue(n++, pipe.FetchEventID<HardEvent::V_S>());
    result.SetValue(n++, pipe.FetchEventID<HardEvent::S_V>());
    pipe.ReleaseEventID<HardEvent::V_S>(0);
    result.SetValue(n++, pipe.FetchEventID(HardEvent::V_S));
    """)
    assert values == [0, 0, 1, 0, 0]


TWO_OF_ONE = (
    "TBufPool<TPosition::VECCALC, 1> pool; pipe.InitBufPool(pool, 64); TBuf<> a, b;"
    " pool.InitBuffer(a, 32); pool.InitBuffer(b, 32);"
)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("que.DeQue<float>();", "the queue is empty"),
        ("TBuf<TPosition::VECCALC> b; b.Get<float>();", "InitBuffer"),
        ("LocalTensor<float> t; que.EnQue(t);", "AllocTensor"),
        (TWO_OF_ONE, "more buffers than a TPipe or TBufPool"),
    ],
)
def test_misuse_of_queues_ends_the_launch(body: str, message: str) -> None:
    with pytest.raises(KernelFaultError, match=message) as error:
        run_body(f"TQue<TPosition::VECIN, 1> que; pipe.InitBuffer(que, 1, 32); {body}")
    assert error.value.kind == FAULT_TRAP
