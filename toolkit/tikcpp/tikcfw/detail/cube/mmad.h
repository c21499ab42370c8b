// Mmad: the matrix multiplication of the cube.
#pragma once

#include "detail/core/meta.h"
#include "detail/core/sysvar.h"
#include "detail/cube/load.h"
#include "isa/cube_mmad.h"
#include "isa/lacks.h"
#include "isa/parameter.h"
#include "isa/vec_types.h"

namespace AscendC {
namespace isa {

/// Elements of T in 32 bytes.
template <typename T>
constexpr uint32_t kC0 = 256 / kElementBits<T>;

/// Architectures (bits of ArchsWithout) whose cube lacks a product (Mmad.md, tables 5 to 12).
constexpr uint32_t MmadLacking(DType c, DType a, DType b) {
    constexpr uint32_t k100 = 1, k200 = 2, k220 = 4, k300 = 8, k310 = 16;
    constexpr uint32_t kNewer = k220 | k300 | k310;
    uint32_t has = 0;
    if (a == b && a == DType::kF16) {
        has = c == DType::kF32 ? k100 | k200 | kNewer : c == DType::kF16 ? k100 | k200 : 0;
    } else if (a == b && (a == DType::kF32 || a == DType::kBF16)) {
        has = c == DType::kF32 ? kNewer : 0;
    } else if (a == DType::kI8 && b == DType::kI8) {
        has = c == DType::kI32 ? k100 | k200 | kNewer : 0;
    } else if (a == DType::kU8 && (b == DType::kI8 || b == DType::kU8)) {
        has = c == DType::kI32 ? k100 | k200 : c == DType::kU32 && b == DType::kU8 ? k100 : 0;
    } else if (a == b && a == DType::kI4) {
        has = c == DType::kI32 ? k200 | k220 | k300 : 0;
    }
    // Kirin X90, of architecture 300, has half as a result, too.
    const bool on_x90 = a == b && a == DType::kF16 && c == DType::kF16;
    return (~has & (k100 | k200 | kNewer)) | (on_x90 ? 1U << kX90 : 0);
}

/// Tells the kernel compiler of a product that some architectures lack.
template <DType c, DType a, DType b>
ASCENDC_ALWAYS_INLINE void RequireMmad() {
    constexpr uint32_t without = MmadLacking(c, a, b);
    if constexpr (without != 0) {
        constexpr PackedName name = Pack("Mmad");
        constexpr uint32_t facts = LackFacts(without, c, a, ASCENDC_LACK_ANY);
        ASCENDC_LACKS(facts, name);
    }
}

/// A product as an instruction, added to `init`; `bias` is its source if that is kBias.
template <typename DstT, typename Src0T, typename Src1T>
inline CubeMmad MakeMmad(const LocalTensor<DstT>& dst, const LocalTensor<Src0T>& fm,
                         const LocalTensor<Src1T>& filter, const MmadParams& params, CubeInit init,
                         const void* bias) {
    using A = PrimT<Src0T>;
    Expect("Mmad", "m", params.m, 0, 4095, "must be 0..4095");
    Expect("Mmad", "n", params.n, 0, 4095, "must be 0..4095");
    Expect("Mmad", "k", params.k, 0, 4095, "must be 0..4095");
    RequireMmad<DTypeOf<PrimT<DstT>>, DTypeOf<A>, DTypeOf<PrimT<Src1T>>>();
    const Core& core = CurrentCore();
    if (core.arch <= 200 &&
        (params.fmOffset != 0 || params.enSsparse || params.enWinogradA || params.enWinogradB)) {
        aicore_trap("Mmad: fmOffset, enSsparse and enWinograd are not simulated");
    }
    if (init == CubeInit::kBias) {
        RequireApi<100, 200>("Mmad with a bias");  // no record: only run time knows
    }
    CubeMmad record = {};
    record.a_dtype = DTypeOf<A>;
    record.b_dtype = DTypeOf<PrimT<Src1T>>;
    record.c_dtype = DTypeOf<PrimT<DstT>>;
    record.init = init;
    record.hf32 = ((core.ctrl >> HF32_MODE_BIT) & 1) != 0;
    record.hf32_to_zero = ((core.ctrl >> HF32_TRANS_MODE_BIT) & 1) != 0;
    record.row_vector = params.m == 1 && !(params.disableGemv && core.arch == 310);
    record.unit_flag = params.unitFlag;
    record.m = params.m;
    record.n = params.n;
    record.k = params.k;
    record.a_blocks = (params.k + kC0<A> - 1) / kC0<A>;
    if (std::is_same_v<A, float> && params.kDirectionAlign) {
        record.a_blocks = (record.a_blocks + 1) / 2 * 2;
    }
    record.c = DataIn(dst, Hardware::L0C);
    record.a = DataIn(fm, Hardware::L0A);
    record.b = DataIn(filter, Hardware::L0B);
    record.bias = bias;
    return record;
}

inline CubeInit InitOf(const MmadParams& params, bool from_bias_table) {
    return params.cmatrixInitVal ? CubeInit::kZero
           : from_bias_table     ? CubeInit::kBias
                                 : CubeInit::kAccumulate;
}

/// Without a tensor the bias is at the start of the bias table.
inline CubeInit InitWithoutTensor(const MmadParams& params) {
    return params.isBias && !params.cmatrixSource ? CubeInit::kAccumulate
           : params.isBias                        ? CubeInit::kBias
                                                  : InitOf(params, params.cmatrixSource);
}

}  // namespace isa

/// The newer forms.
inline void SetHF32Mode(HF32Mode mode) {
    SetHF32Mode(mode == HF32Mode::ENABLE);
}
inline void SetHF32TransMode(HF32TransMode mode) {
    SetHF32TransMode(mode == HF32TransMode::NEAREST_ZERO);
}

/// dst = fm * filter, added to what `mmadParams` says.
template <typename DstT, typename Src0T, typename Src1T>
inline void Mmad(const LocalTensor<DstT>& dstLocal, const LocalTensor<Src0T>& fmLocal,
                 const LocalTensor<Src1T>& filterLocal, const MmadParams& mmadParams) {
    ASCENDC_META(ASCENDC_META_CUBE, 0, 0);
    ASCENDC_REJECT_API("Mmad", 310);  // its left operand lies in another order of fractals
    if (isa::HasCube()) {
        const uint8_t* table = isa::CurrentCore().arenas[static_cast<int>(Hardware::BIAS)].base;
        isa::Issue(isa::MakeMmad(dstLocal, fmLocal, filterLocal, mmadParams,
                                 isa::InitWithoutTensor(mmadParams), table));
    }
}

/// The same with the initial value in the bias table (a row for all rows), or in L0C.
template <typename DstT, typename Src0T, typename Src1T, typename BiasT>
inline void Mmad(const LocalTensor<DstT>& dstLocal, const LocalTensor<Src0T>& fmLocal,
                 const LocalTensor<Src1T>& filterLocal, const LocalTensor<BiasT>& biasLocal,
                 const MmadParams& mmadParams) {
    ASCENDC_META(ASCENDC_META_CUBE, 0, 0);
    ASCENDC_REJECT_API("Mmad", 310);
    ASCENDC_REQUIRE_API("Mmad with a bias", 100, 200);
    if (isa::HasCube()) {
        const bool table = isa::MemoryOf(biasLocal) == Hardware::BIAS;
        isa::Issue(isa::MakeMmad(dstLocal, fmLocal, filterLocal, mmadParams,
                                 isa::InitOf(mmadParams, table), biasLocal.Data()));
    }
}

}  // namespace AscendC
