// The high-level matrix multiplication. Read by <lib/matmul_intf.h> only: most kernels do without.
#pragma once

#include "detail/matmul/matmul.h"
#include "detail/matmul/register.h"
#include "detail/matmul/static_tiling.h"

namespace AscendC {

#if defined(ASCENDC_CUBE_ONLY) || (defined(__CCE_AICORE__) && __CCE_AICORE__ != 220)
template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE = C_TYPE,
          const auto& MM_CFG = CFG_NORM,
          class MM_CB = MatmulCallBackFunc<nullptr, nullptr, nullptr>,
          MATMUL_POLICY_DEFAULT_OF(MatmulPolicy)>
using Matmul = MatmulImpl<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB, MATMUL_POLICY>;
#else
template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE = C_TYPE,
          const auto& MM_CFG = CFG_NORM,
          class MM_CB = MatmulCallBackFunc<nullptr, nullptr, nullptr>,
          MATMUL_POLICY_DEFAULT_OF(MatmulPolicy)>
using Matmul = MatmulClient<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB, MATMUL_POLICY>;
#endif

// Helpers that kernels take from CANN's Matmul.
template <typename T>
inline T Ceil(T num1, T num2) {
    return (num1 + num2 - 1) / num2;
}
template <typename T>
inline T CeilAlign(T num1, T num2) {
    return Ceil(num1, num2) * num2;
}
inline uint16_t CeilDiv(uint16_t num1, uint16_t num2) {
    return static_cast<uint16_t>((num1 + num2 - 1) / num2);
}
inline uint16_t CeilAlign(uint16_t num1, uint16_t num2) {
    return static_cast<uint16_t>(CeilDiv(num1, num2) * num2);
}

}  // namespace AscendC
