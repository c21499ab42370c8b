// What the templates of Matmul hand to the engine: traits, tilings and matrices.
#pragma once

#include "detail/matmul/batch.h"

namespace AscendC {

/// The types and the configuration of an object, by name.
template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE, const auto& MM_CFG>
struct MatmulApiConfig {
    using AType = A_TYPE;
    using BType = B_TYPE;
    using CType = C_TYPE;
    using BiasType = BIAS_TYPE;
    constexpr static MatmulConfig Config = ToMatmulConfig(MM_CFG);
};

namespace isa {

template <class T>
constexpr auto IsSparse(int) -> decltype(T::indexPosition, bool()) {
    return true;
}
template <class T>
constexpr bool IsSparse(...) {
    return false;
}

template <class A, class B, class C, class Bias, class Callback, class Policy>
constexpr MatmulTraits MakeMatmulTraits(const MatmulConfig& config) {
    return {DTypeOf<PrimT<typename A::T>>,
            DTypeOf<PrimT<typename B::T>>,
            DTypeOf<PrimT<typename C::T>>,
            DTypeOf<PrimT<typename Bias::T>>,
            A::format,
            B::format,
            C::format,
            A::pos,
            B::pos,
            A::layout,
            B::layout,
            C::layout,
            Policy::region,
            IsSparse<B>(0),
            config,
            Callback::DataCopyOutPtr,
            Callback::CopyA1Ptr,
            Callback::CopyB1Ptr};
}

/// A run-time tiling with what the configuration fixes at compile time.
inline TCubeTiling Fixed(const TCubeTiling* tiling, const MatmulConfig& config) {
    TCubeTiling fixed = tiling == nullptr ? TCubeTiling{} : *tiling;
    const auto fix = [](int32_t& field, uint32_t value) {
        field = value != 0 ? static_cast<int32_t>(value) : field;
    };
    fix(fixed.baseM, config.basicM);
    fix(fixed.baseN, config.basicN);
    fix(fixed.baseK, config.basicK);
    fix(fixed.singleCoreM, config.singleCoreM);
    fix(fixed.singleCoreN, config.singleCoreN);
    fix(fixed.singleCoreK, config.singleCoreK);
    return fixed;
}
inline TCubeTiling Fixed(const TCubeTiling* tiling, const MatmulApiStaticTiling& constant) {
    TCubeTiling fixed = tiling == nullptr ? TCubeTiling{} : *tiling;
    const bool absent = tiling == nullptr;
#define ASCENDC_FIX_TILING(field) \
    fixed.field = constant.field != -1 ? constant.field : absent ? 0 : fixed.field;
    ASCENDC_FIX_TILING(singleCoreM)
    ASCENDC_FIX_TILING(singleCoreN)
    ASCENDC_FIX_TILING(singleCoreK)
    ASCENDC_FIX_TILING(baseM)
    ASCENDC_FIX_TILING(baseN)
    ASCENDC_FIX_TILING(baseK)
    ASCENDC_FIX_TILING(depthA1)
    ASCENDC_FIX_TILING(depthB1)
    ASCENDC_FIX_TILING(stepM)
    ASCENDC_FIX_TILING(stepN)
    ASCENDC_FIX_TILING(stepKa)
    ASCENDC_FIX_TILING(stepKb)
    ASCENDC_FIX_TILING(iterateOrder)
    ASCENDC_FIX_TILING(isBias)
#undef ASCENDC_FIX_TILING
    if (absent) {
        fixed.M = constant.M;
        fixed.N = constant.N;
        fixed.Ka = constant.Ka;
        fixed.Kb = constant.Kb;
    }
    return fixed;
}

/// Where the vector core of a MIX launch and the cube core exchange what has to be, or comes from,
/// the place of `local` in the unified buffer: a copy of that buffer in the system workspace.
inline uint8_t* ExchangeBuffer(const TBuffAddr& local) {
    const Core& core = CurrentCore();
    if (core.sys_workspace == nullptr) {
        aicore_trap(
            "Matmul: matrices in the unified buffer need the system workspace; the tiling function "
            "asks for it with GetLibApiWorkSpaceSize()");
    }
    const uint32_t vector_core = core.block_idx * core.task_ratio + core.sub_block_idx;
    return core.sys_workspace +
           uint64_t{vector_core} * core.arenas[static_cast<int>(Hardware::UB)].size +
           local.bufferAddr;
}

inline MoveRecord CopyOf(Hardware from, const uint8_t* src, Hardware to, uint8_t* dst,
                         uint64_t bytes) {
    MoveRecord record = {};
    record.op = MoveOp::kCopy;
    record.dtype = DType::kU8;
    record.element = 1;
    record.src_memory = from;
    record.dst_memory = to;
    record.src = src;
    record.dst = dst;
    record.count = 1;
    record.bytes = bytes;
    return record;
}

/// A matrix in on-chip memory, where the cube can get it.
template <typename T>
inline MatmulInput LocalInput(const LocalTensor<T>& tensor, bool transposed) {
    MatmulInput input;
    input.address = reinterpret_cast<const uint8_t*>(tensor.Data());
    input.memory = MemoryOf(tensor);
    input.transposed = transposed;
    if (input.memory == Hardware::UB && CurrentCore().core_type == AIV) {
        uint8_t* exchange = ExchangeBuffer(tensor.address_);
        SetFlag<HardEvent::V_MTE3>(0);
        WaitFlag<HardEvent::V_MTE3>(0);
        Issue(CopyOf(Hardware::UB, input.address, Hardware::GM, exchange, tensor.GetLength()));
        input.address = exchange;
        input.memory = Hardware::GM;
    }
    return input;
}
template <typename T>
inline MatmulInput GlobalInput(const GlobalTensor<T>& tensor, bool transposed) {
    MatmulInput input;
    input.address = reinterpret_cast<const uint8_t*>(tensor.Data());
    input.transposed = transposed;
    return input;
}
template <typename T>
inline MatmulInput ScalarInput(T value) {
    MatmulInput input;
    input.scalar = RawBits(value);
    return input;
}

/// Whether a matrix is given transposed, which its MatmulType has to allow. CANN's pages forbid it
/// without ISTRANS; its library turns halves and bf16 of global memory at run time all the same, as
/// asc-devkit's matmul_high_performance does on NPUs, and has no code for others.
template <class TYPE, bool kGlobal>
inline bool Transposed(const char* function, bool transpose) {
    if constexpr (!TYPE::isTrans && !(kGlobal && sizeof(typename TYPE::T) == sizeof(half))) {
        if (transpose) {
            char text[160];
            aicore_format(text, sizeof(text),
                          "Matmul: %s of a transposed matrix, but ISTRANS of its MatmulType is "
                          "false; declare it true",
                          function);
            aicore_trap(text);
        }
    }
    return transpose;
}

}  // namespace isa

}  // namespace AscendC
