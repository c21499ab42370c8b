// GetMatmulApiTiling: a tiling at compile time.
#pragma once

#include "detail/matmul/operand.h"

namespace AscendC {
namespace isa {

/// Blocks of an operand in L1: `steps` of them along k, `buffers` times.
struct L1Depth {
    int32_t steps;
    int32_t buffers;
};

/// As many steps along k as `bytes` of L1 hold, twice if there are more to come.
constexpr L1Depth DepthFor(int64_t block_bytes, int64_t bytes, int32_t k_steps) {
    int32_t steps = static_cast<int32_t>(bytes / block_bytes);
    if (steps >= k_steps) {
        return {k_steps, 1};
    }
    steps = steps / 2 < 1 ? 1 : steps / 2;
    return {steps, 2 * steps * block_bytes <= bytes ? 2 : 1};
}

}  // namespace isa

/// The tiling that follows from the sizes in `mmCFG`: complete if it has those of one core and of a
/// tile, with the tile only its sizes, else empty. `l1Size` in bytes.
template <class A_TYPE, class B_TYPE, class C_TYPE, class BIAS_TYPE>
__aicore__ constexpr MatmulApiStaticTiling GetMatmulApiTiling(const MatmulConfig& mmCFG,
                                                              int32_t l1Size = 512 * 1024) {
    MatmulApiStaticTiling tiling;
    tiling.cfg = mmCFG;
    if (mmCFG.basicM == 0 || mmCFG.basicN == 0 || mmCFG.basicK == 0) {
        return tiling;
    }
    const int64_t a_bits = isa::BitsOf(isa::DTypeOf<PrimT<typename A_TYPE::T>>);
    const int64_t b_bits = isa::BitsOf(isa::DTypeOf<PrimT<typename B_TYPE::T>>);
    const int64_t a_block = int64_t{mmCFG.basicM} * mmCFG.basicK * a_bits / 8;
    const int64_t b_block = int64_t{mmCFG.basicN} * mmCFG.basicK * b_bits / 8;
    tiling.baseM = static_cast<int32_t>(mmCFG.basicM);
    tiling.baseN = static_cast<int32_t>(mmCFG.basicN);
    tiling.baseK = static_cast<int32_t>(mmCFG.basicK);
    tiling.isBias = mmCFG.enableSetBias ? 1 : 0;
    tiling.dbL0A = 2 * a_block <= TOTAL_L0A_SIZE ? 2 : 1;
    tiling.dbL0B = 2 * b_block <= TOTAL_L0B_SIZE ? 2 : 1;
    tiling.dbL0C = 1;
    if (mmCFG.singleCoreM == 0 || mmCFG.singleCoreN == 0 || mmCFG.singleCoreK == 0) {
        return tiling;
    }
    tiling.M = tiling.singleCoreM = static_cast<int32_t>(mmCFG.singleCoreM);
    tiling.N = tiling.singleCoreN = static_cast<int32_t>(mmCFG.singleCoreN);
    tiling.Ka = tiling.Kb = tiling.singleCoreK = static_cast<int32_t>(mmCFG.singleCoreK);
    const int32_t k_steps = static_cast<int32_t>(isa::CeilDiv(mmCFG.singleCoreK, mmCFG.basicK));
    const bool a_comes = A_TYPE::pos != TPosition::TSCM;
    const bool b_comes = B_TYPE::pos != TPosition::TSCM;
    const int64_t extra = int64_t{mmCFG.basicN} * (tiling.isBias != 0 ? 12 : 8) + 256;
    const int64_t available = l1Size - extra;
    const int64_t share = a_comes && b_comes ? available / 2 : available;
    const isa::L1Depth a = isa::DepthFor(a_block, share, k_steps);
    const isa::L1Depth b = isa::DepthFor(b_block, share, k_steps);
    tiling.stepM = mmCFG.stepM != 0 ? static_cast<int32_t>(mmCFG.stepM) : 1;
    tiling.stepN = mmCFG.stepN != 0 ? static_cast<int32_t>(mmCFG.stepN) : 1;
    tiling.stepKa = a.steps;
    tiling.stepKb = b.steps;
    tiling.depthA1 = a.steps * a.buffers * tiling.stepM;
    tiling.depthB1 = b.steps * b.buffers * tiling.stepN;
    tiling.iterateOrder = 0;
    tiling.transLength = 0;
    tiling.shareMode = 0;
    tiling.shareL1Size = static_cast<int32_t>((a_comes ? tiling.depthA1 * a_block : 0) +
                                              (b_comes ? tiling.depthB1 * b_block : 0) + extra);
    tiling.shareL0CSize = static_cast<int32_t>(mmCFG.basicM * mmCFG.basicN * 4);
    tiling.shareUbSize = 0;
    return tiling;
}

}  // namespace AscendC
