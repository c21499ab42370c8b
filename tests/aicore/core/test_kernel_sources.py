"""Names, macros and overloads of public kernels do not conflict with those of the headers."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.harness import Kernel


@pytest.mark.parametrize("name", ["tanh", "sin", "cos", "exp", "log", "abs", "sqrt", "trunc"])
def test_kernels_are_called_like_functions_of_the_c_library(name: str) -> None:
    source = f"""
        #include <cmath>
        extern "C" __global__ __aicore__ void {name}(GM_ADDR x) {{ *(__gm__ float*)x = 3; }}
    """
    data = np.zeros(1, np.float32)
    Kernel(source, name, 1).run(1, data)
    assert data[0] == 3


# As 28 operators do: the exact types of the parameters decide which overload fits.
FUNCTIONS = """
using namespace AscendC;
template <typename T> using ScalarCall = void(const LocalTensor<T>&, const LocalTensor<T>&, const T&, const int32_t&);
template <typename T> using BinaryCall = void(const LocalTensor<T>&, const LocalTensor<T>&, const LocalTensor<T>&, const int32_t&);
template <typename T> using UnaryCall = void(const LocalTensor<T>&, const LocalTensor<T>&, const int32_t&);
template <typename T> using MathCall = void(const LocalTensor<T>&, const LocalTensor<T>&, const uint32_t);
template <typename T> using MaskCall = void(const LocalTensor<T>&, const LocalTensor<T>&, const LocalTensor<T>&, uint64_t, const uint8_t, const BinaryRepeatParams&);
template <typename T, ScalarCall<T>* op> void Scalar(LocalTensor<T>& t) { op(t, t, T(2), 8); }
template <typename T, BinaryCall<T>* op> void Binary(LocalTensor<T>& t) { op(t, t, t, 8); }
template <typename T, UnaryCall<T>* op> void Unary(LocalTensor<T>& t) { op(t, t, 8); }
template <typename T, MathCall<T>* op> void Math(LocalTensor<T>& t) { op(t, t, 8); }
template <typename T, MaskCall<T>* op> void Mask(LocalTensor<T>& t) { op(t, t, t, 8, 1, BinaryRepeatParams()); }
template <typename T> void All(LocalTensor<T> t) {
    Scalar<T, Adds>(t); Scalar<T, Muls>(t); Scalar<T, Mins>(t); Scalar<T, Maxs>(t);
    Binary<T, Add>(t); Binary<T, Sub>(t); Binary<T, Mul>(t); Binary<T, Div>(t); Binary<T, Max>(t); Binary<T, Min>(t);
    Unary<T, Exp>(t); Unary<T, Ln>(t); Unary<T, Abs>(t); Unary<T, Sqrt>(t); Unary<T, Rsqrt>(t); Unary<T, Reciprocal>(t); Unary<T, Relu>(t);
    Math<T, Sin<T, false>>(t); Math<T, Tanh<T, false>>(t); Math<T, Erf<T, false>>(t); Math<T, Tan<T, false>>(t); Math<T, Cosh<T, false>>(t);
    Mask<T, Add<T, true>>(t); Mask<T, Mul<T, true>>(t);
}
extern "C" __global__ __aicore__ void f(GM_ADDR x) {
    TPipe pipe; TBuf<> buf; pipe.InitBuffer(buf, 256);
    All<float>(buf.Get<float>()); All<half>(buf.Get<half>());
    *(__gm__ float*)x = 1;
}
"""


def test_functions_are_template_arguments() -> None:
    data = np.zeros(1, np.float32)
    Kernel(FUNCTIONS, "f", 1).run(1, data)
    assert data[0] == 1


# Tiling headers that host and kernel share, read after kernel_operator.h; elements that are moved only.
HOST_HEADERS = """
#include "register/op_impl_registry.h"
#include "register/tilingdata_base.h"
using complex64 = uint64_t;  // as Tile of ops-math, for toolkits without
#if DT_FLOAT != 0 || DT_COMPLEX64 != 16 || FORMAT_ND != 2
#error "the names of types and formats are macros in kernels"
#endif
extern "C" __global__ __aicore__ void f(GM_ADDR out, GM_ADDR x) {
    AscendC::GlobalTensor<complex64> from, to;
    from.SetGlobalBuffer((__gm__ complex64*)x);
    to.SetGlobalBuffer((__gm__ complex64*)out);
    static_assert(sizeof(complex32) == 4, "two half");
    GM_ADDR* parameters = reinterpret_cast<GM_ADDR*>(get_para_base());
    to.SetValue(0, from.GetValue(parameters[0] == out && parameters[1] == x ? 1 : 0));
}
"""


def test_host_headers_and_complex_elements() -> None:
    out, x = np.zeros(1, np.complex64), np.array([1 + 2j, 3 + 4j], np.complex64)
    Kernel(HOST_HEADERS, "f", 2).run(1, out, x)
    np.testing.assert_array_equal(out, x[1:])


# Helpers of the names that CANN has for other parameters, and free-standing functions in headers.
OWN_NAMES = """
using namespace AscendC;
template <typename T1, typename T2> __aicore__ inline T1 CeilDiv(T1 a, T2 b) { return b == 0 ? a : (a + b - 1) / b; }
template <typename T> __aicore__ inline T Ceil(T a, T b) { return (a + b - 1) / b; }
template <typename T> __aicore__ inline T AlignUp(T a, T b) { return (a + b - 1) / b * b; }
__aicore__ inline int64_t CeilAlign(int64_t a, int64_t b) { return CeilDiv(a, b) * b; }
template <typename T> __aicore__ inline T Min(T a, T b) { return a < b ? a : b; }
template <typename T> __aicore__ inline T Max(T a, T b) { return a > b ? a : b; }
uint32_t NotInline(uint32_t n) { return n + 1; }
constexpr int32_t BLOCK_SIZE = 32; constexpr uint32_t BUFFER_NUM = 2; constexpr half TABLE[3] = {half(1), 2.5, -3};
struct Big { uint8_t bytes[5700]; };
class Holder { public: __aicore__ inline void Init(Big b) { big = b; } Big big; };

extern "C" __global__ __aicore__ void f(GM_ADDR out, GM_ADDR number) {
    GlobalTensor<float> y; y.SetGlobalBuffer((__gm__ float*)out);
    int64_t n = (int64_t)number; int j = 0;
    // (1) checks that vanish, in the middle of statements too
    ASSERT(undeclared_name > 0 && "message");
    y.SetValue(j++, n) ASSERT(also_undeclared);
    ASCENDC_ASSERT((n > 0), { KERNEL_LOG(KERNEL_ERROR, "n is %ld", undeclared); });
    KERNEL_LOG(KERNEL_INFO, "%d", n);
    // (2) no parentheses
    if ASCEND_IS_AIV { y.SetValue(j++, 1); }
    if ASCEND_IS_AIC { y.SetValue(99, 1); }
    if (g_coreType == AIV) { y.SetValue(j++, 2); }
    // (3) scalar builtins without a namespace
    half h = 2; float f32 = 9; int32_t i32 = -4; uint64_t u64 = 7;
    y.SetValue(j++, min(h, half(3))); y.SetValue(j++, max(f32, 3.0f)); y.SetValue(j++, min(i32, 5)); y.SetValue(j++, max(u64, (uint64_t)8));
    y.SetValue(j++, sqrt(f32)); y.SetValue(j++, abs(i32));
    // (4) half like a builtin type
    h = h * 2 + 1; h += n; h = -h; const half least = h < 0 ? h : (half)0; int64_t whole = (int64_t)least;
    y.SetValue(j++, whole); y.SetValue(j++, TABLE[1] * TABLE[2]); y.SetValue(j++, h == -8 && h != 1.0f && 3 > h);
    // (5) own helpers
    y.SetValue(j++, CeilDiv(10, 4)); y.SetValue(j++, Ceil(10u, 4u)); y.SetValue(j++, AlignUp<int64_t>(10, 4)); y.SetValue(j++, CeilAlign(10, 4));
    y.SetValue(j++, Min<int32_t>(3, 4)); y.SetValue(j++, Max(3, 4)); y.SetValue(j++, NotInline(1));
    // (6) large and variable arrays
    Big big = {}; big.bytes[5699] = 5; Holder holder; holder.Init(big); y.SetValue(j++, holder.big.bytes[5699]);
    uint64_t list[16] = {0}; int32_t rows[n + 1]; rows[n] = 6; y.SetValue(j++, rows[n] + list[15]);
    float16_t a16 = 1; float32_t a32 = 2; y.SetValue(j++, a16 + a32);
}
"""


def test_names_and_habits_of_kernels() -> None:
    got = np.zeros(100, np.float32)
    Kernel(OWN_NAMES, "f", 2).run(1, got, 3)
    want = [3, 1, 2, 2, 9, -4, 8, 3, 4, -8, -7.5, 1, 3, 3, 12, 12, 3, 4, 2, 5, 6, 3]
    assert got[: len(want)].tolist() == want
    assert got[99] == 0


INTERNAL = """
using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out) {
    TPipe pipe; TBuf<> buf; pipe.InitBuffer(buf, 1024);
    LocalTensor<float> t = buf.Get<float>();
    GlobalTensor<float> x, y; x.SetGlobalBuffer((__gm__ float*)in); y.SetGlobalBuffer((__gm__ float*)out);
    DuplicateImpl((__ubuf__ float*)t.GetPhyAddr(), 2.0f, 256);
    LocalTensor<uint8_t> rest; PopStackBuffer<uint8_t, TPosition::LCM>(rest);
    DataCopyExtParams params(1, 20, 0, 0, 0);
    DataCopyPadExtParams<float> padding(false, 0, 0, 0.0f);
    DataCopyPadGm2UBImpl((__ubuf__ float*)t[64].GetPhyAddr(), (__gm__ float*)x.GetPhyAddr(), params, padding);
    DataCopyUB2GMImpl((__gm__ float*)y.GetPhyAddr(), (__ubuf__ float*)t.GetPhyAddr(), DataCopyParams(1, 9, 0, 0));
    AscendCUtils::SetMask<float>(8); AscendCUtils::SetMaskCount<float>(); AscendCUtils::SetMaskNorm<float>(); AscendCUtils::ResetMask();
    y.SetValue(100, AscendCUtils::GetC0Count(sizeof(half))); y.SetValue(101, rest.GetSize()); y.SetValue(102, TOTAL_UB_SIZE / 1024);
    Barrier(); y.SetValue(103, AscendC::TOTAL_L1_SIZE); y.SetValue(104, GetBlockIdxImpl() + GetSubBlockIdxImpl());
}
"""


def test_internal_names_that_kernels_use() -> None:
    source = np.arange(1, 6, dtype=np.float32)
    got = np.zeros(128, np.float32)
    Kernel(INTERNAL, "f", 2).run(1, source, got)
    assert got[:64].tolist() == [2] * 64
    assert got[64:69].tolist() == source.tolist()
    assert got[100:105].tolist() == [16, 184 * 1024 - 1024, 192, 512 * 1024 - 128, 0]


HEADERS = [
    "kernel_operator.h", "kernel_operator_intf.h", "kernel_utils.h", "kernel_type.h", "kernel_log.h", "kernel_tpipe.h",
    "kernel_tensor.h", "kernel_event.h", "kernel_macros.h", "kernel_pop_stack_buffer.h", "kernel_common.h",
    "kernel_operator_list_tensor_intf.h", "kernel_operator_mm_intf.h", "kernel_operator_fixpipe_intf.h",
    "kernel_operator_data_copy_intf.h", "impl/dav_c220/kernel_operator_reg_others_impl.h", "lib/matmul_intf.h",
    "lib/math/kernel_operator_sin_intf.h", "lib/math/kernel_operator_power_intf.h", "lib/sigmoid/kernel_operator_sigmoid_intf.h",
    "lib/pad/kernel_operator_pad_intf.h", "kernel_struct_brcb.h", "kernel_struct_transpose.h", "kernel_prof_trace_intf.h",
    "adv_api/pad/broadcast.h", "adv_api/math/asin.h",
]  # fmt: skip


def test_headers_that_kernels_include() -> None:
    lines = "\n".join(f'#include "{name}"' for name in HEADERS)
    data = np.zeros(1, np.float32)
    Kernel(
        f'{lines}\nextern "C" __global__ __aicore__ void f(GM_ADDR x) {{ *(__gm__ float*)x = 1; }}',
        "f",
        1,
    ).run(1, data)
    assert data[0] == 1
