"""What kernels with catlass need besides: deductions of clang, and an intrinsic without effect."""

from __future__ import annotations

import numpy as np
from harness import Kernel

# catlass declares its sequences so: a pack of size_t stands for the ints of a sequence.
SOURCE = """
#include "kernel_operator.h"
namespace tla {
template <typename T, T... all> struct IntegerSequence { static constexpr size_t size() { return sizeof...(all); } };
template <typename S, typename T, size_t count> struct MakeIntegerSequenceImpl;
template <typename T, size_t... all> struct MakeIntegerSequenceImpl<IntegerSequence<T, all...>, T, 0> {
    typedef IntegerSequence<T, all...> type;
};
template <typename T, size_t count, size_t... all> struct MakeIntegerSequenceImpl<IntegerSequence<T, all...>, T, count> {
    typedef typename MakeIntegerSequenceImpl<IntegerSequence<T, count - 1, all...>, T, count - 1>::type type;
};
template <typename T, T count>
using Make = typename MakeIntegerSequenceImpl<IntegerSequence<T>, T, count>::type;
}
template <typename T, T... all>
__aicore__ inline void Write(__gm__ int32_t* out, tla::IntegerSequence<T, all...>) {
    ((*out++ = all), ...);
}
extern "C" __global__ __aicore__ void f(GM_ADDR out) {
    icache_preload(8);
    __gm__ int32_t* place = (__gm__ int32_t*)out;
    Write(place, tla::Make<int, 0>{});
    Write(place, tla::Make<int, 3>{});
    Write(place + 3, tla::Make<size_t, 2>{});
}
"""  # noqa: E501


def test_sequences_of_ints_are_made() -> None:
    seen = np.full(6, 9, np.int32)
    Kernel(SOURCE, "f", 1).run(1, seen)
    assert seen.tolist() == [0, 1, 2, 0, 1, 9]
