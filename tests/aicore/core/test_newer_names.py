"""Names of CANN 8.5 that asc-devkit's own tests use."""

from __future__ import annotations

import numpy as np
from vector_support import Image, call

KERNEL = """
struct Described : public TensorTrait<float> { static constexpr int kLength = 256; };
static_assert(std::is_same_v<PrimT<Described>, float> && std::is_same_v<PrimT<half>, half>);
static_assert(sizeof(GlobalTensor<Described>) == sizeof(GlobalTensor<TensorTrait<float>>));
static_assert(Std::is_floating_point_v<half> && Std::is_floating_point_v<const bfloat16_t>);
static_assert(Std::is_floating_point<float>::value && !Std::is_floating_point_v<int32_t>);
static_assert(Std::is_one_of_v<int, float, int> && !Std::is_one_of_v<int, float, long>);
static_assert(Std::is_tuple_v<Std::tuple<int, half>> && !Std::is_tuple_v<int>);
__aicore__ inline void Run(const Call& c) {
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
