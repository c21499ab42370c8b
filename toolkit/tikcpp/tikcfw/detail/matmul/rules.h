// Which templates, matrices and policies of a Matmul go together, by their pages.
#pragma once

#include "detail/matmul/inputs.h"

namespace AscendC::isa {

/// Whether the matrices of a batch are interleaved, row by row.
template <class T>
constexpr bool SideBySide = T::layout == LayoutMode::BSNGD || T::layout == LayoutMode::SBNGD;

/// Of every object.
template <class A, class B, class Policy, const auto& MM_CFG>
struct MatmulRules {
    static constexpr MatmulConfig kConfig = ToMatmulConfig(MM_CFG);
    static_assert(!kConfig.intraBlockPartSum,
                  "Matmul: intraBlockPartSum, sums of two vector cores in L0C, is not modelled");
    static_assert(!kConfig.isPerTensor && !kConfig.hasAntiQuantOffset,
                  "Matmul: quantised weights (isPerTensor, hasAntiQuantOffset) are not modelled");
    static_assert(Policy::region != MatmulRegion::kHalves,
                  "Matmul: SplitMMatmulPolicy and SplitNMatmulPolicy, of Ascend 950, are not "
                  "modelled; let each vector core take its half of what MatmulPolicy computes");
    static_assert(Policy::region == MatmulRegion::kAll || kConfig.doNorm || kConfig.doMultiDataLoad,
                  "Matmul: TrianUpperMatmulPolicy and TrianLowerMatmulPolicy go with the templates "
                  "Norm and MDL only (CFG_NORM, CFG_MDL)");
    static_assert(!Policy::keeps_a || (kConfig.doMultiDataLoad && A::pos == TPosition::GM &&
                                       B::pos == TPosition::GM),
                  "Matmul: NBuffer33MatmulPolicy goes with the template MDL (CFG_MDL), and with A "
                  "and B in global memory");
    static_assert(!IsSparse<B>(0) || kConfig.doMultiDataLoad,
                  "Matmul: SparseMatmulType goes with the template MDL only (CFG_MDL)");
    static constexpr bool kHold = true;
};

/// Of an object on a vector core.
template <class B, class Policy>
struct MatmulClientRules {
    static_assert(
        !IsSparse<B>(0) && !Policy::keeps_a,
        "Matmul: SparseMatmulType and NBuffer33MatmulPolicy are for kernels of cube cores "
        "only; define ASCENDC_CUBE_ONLY");
    static constexpr bool kHold = true;
};

/// Of IterateBatch.
template <class A, class B, const auto& MM_CFG>
struct BatchRules {
    static constexpr MatmulConfig kConfig = ToMatmulConfig(MM_CFG);
    static_assert(!kConfig.doMultiDataLoad && !kConfig.doSpecialMDL && !kConfig.doBasicBlock &&
                      !kConfig.doSpecialBasicBlock && !kConfig.doIBShareNorm,
                  "IterateBatch: it goes with the template Norm only (GetNormalConfig)");
    static_assert(A::layout == B::layout, "IterateBatch: A and B must have the same LayoutMode");
    static_assert(!SideBySide<A> || (A::format != CubeFormat::NZ && B::format != CubeFormat::NZ),
                  "IterateBatch: with BSNGD and SBNGD matrices are ND");
    static_assert(DTypeOf<PrimT<typename A::T>> != DType::kI4,
                  "IterateBatch: CANN does not have it for int4b_t");
    static constexpr bool kHold = true;
};

/// Of IterateNBatch.
template <class A, class C>
struct ManyBatchesRules {
    static_assert(A::layout != LayoutMode::NONE && A::layout != LayoutMode::NORMAL &&
                      C::layout != LayoutMode::NONE && C::layout != LayoutMode::NORMAL,
                  "IterateNBatch: LayoutMode has to be BSNGD, SBNGD or BNGS1S2");
    static_assert(C::format != CubeFormat::ND_ALIGN,
                  "IterateNBatch: results as ND_ALIGN are not modelled");
    static constexpr bool kHold = true;
};

}  // namespace AscendC::isa
