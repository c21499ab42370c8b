"""Names of CANN 8.5 that asc-devkit's own tests use."""

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.harness import KernelCompileError, KernelFaultError
from tests.aicore.vector_support import Image, call

KERNEL = """
struct Described : public TensorTrait<float> { static constexpr int kLength = 256; };
static_assert(std::is_same_v<PrimT<Described>, float> && std::is_same_v<PrimT<half>, half>);
static_assert(sizeof(GlobalTensor<Described>) == sizeof(GlobalTensor<TensorTrait<float>>));
static_assert(Std::is_floating_point_v<half> && Std::is_floating_point_v<const bfloat16_t>);
static_assert(Std::is_floating_point<float>::value && !Std::is_floating_point_v<int32_t>);
static_assert(Std::is_one_of_v<int, float, int> && !Std::is_one_of_v<int, float, long>);
static_assert(Std::is_tuple_v<Std::tuple<int, half>> && !Std::is_tuple_v<int>);
__aicore__ inline void Run(const Call& c) {
    auto layout = MakeLayout(MakeShape(10, 20, 30), MakeStride(1, 100, 200));
    auto made = MakeTensorTrait<float, TPosition::VECIN>(layout);
    static_assert(is_tensorTrait_v<decltype(made)> && !is_tensorTrait<decltype(layout)>::value);
    static_assert(std::is_same_v<PrimT<decltype(made)>, float> && made.tPos == TPosition::VECIN);
    using Trait = TensorTrait<half, TPosition::VECCALC, decltype(layout)>;
    Trait set;
    set.SetLayout(layout);
    ascendc_assert(Std::get<1>(made.GetLayout().GetShape()) == 20);
    ascendc_assert(Std::get<2>(set.GetLayout().GetStride()) == 200);
    ascendc_assert(Std::get<2>(Trait(layout).GetShape()) == 30);
    int first = 3;
    int second = 4;
    Std::get<0>(Std::forward_as_tuple(first, second)) = 1;
    DataCopyParams params;
    params.blockCount = 4;
    params.blockLen = 1;
    params.srcGap = static_cast<uint16_t>(first);
    params.dstGap = 0;
    DataCopy(View<float>(0), View<float>(4096), params);
}
"""


def test_gaps_of_copies_have_two_names() -> None:
    image = Image()
    blocks = np.arange(64, dtype=np.float32).reshape(8, 8)
    image.put(4096, blocks)
    got = call(KERNEL, image).get(0, np.float32, 32)
    assert np.array_equal(got, blocks[::2].ravel())


PLACED = """
__aicore__ inline void Run(const Call& c) {
    TPipe pipe;
    TQue<TPosition::VECOUT, 1> queue;
    auto first = Std::make_tuple(0, 1024);
    auto second = Std::make_tuple(2048, 2048u);
    pipe.InitBuffer(queue, first, second, Std::make_tuple(8192, 4096));
    for (int32_t i = 0; i < 3; ++i) {
        LocalTensor<int32_t> tensor = queue.AllocTensor<int32_t>();
        Duplicate(tensor, static_cast<int32_t>(tensor.GetSize()) + i, 8);
        queue.EnQue(tensor);
        tensor = queue.DeQue<int32_t>();
        queue.FreeTensor(tensor);
    }
}
"""


def test_buffers_of_a_queue_lie_where_the_kernel_says() -> None:
    """InitBuffer.md: its example, a first byte and a length for each buffer."""
    got = call(PLACED, Image())
    firsts = [got.get(place, np.int32, 8).tolist() for place in (0, 2048, 8192)]
    assert firsts == [[256] * 8, [513] * 8, [1026] * 8]


def test_placed_buffers_lie_in_the_memory() -> None:
    kernel = PLACED.replace("8192, 4096", "196608, 32")
    with pytest.raises(KernelFaultError, match="end at byte 196640 of UB"):
        call(kernel, Image())


def test_cores_may_say_what_waits_for_all_cores() -> None:
    kernel = """
    constexpr SyncAllConfig kConfig = {PIPE_MTE3, PIPE_ALL};
    __aicore__ inline void Run(const Call& c) {
        SyncAll<true, kConfig>();
        SyncAll<true, DEFAULT_SYNC_ALL_CONFIG>();
    }
    """
    call(kernel, Image())
    with pytest.raises(KernelCompileError, match="must be PIPE_MTE2, PIPE_MTE3 or PIPE_ALL"):
        call(kernel.replace("{PIPE_MTE3", "{PIPE_V"), Image())
