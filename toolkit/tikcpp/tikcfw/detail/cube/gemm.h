// Gemm and Conv2D: whole products of matrices in L1, of 310P and 910; Mmad has replaced them.
#pragma once

#include "detail/cube/copy.h"
#include "detail/cube/load3d.h"
#include "detail/cube/mmad.h"

namespace AscendC {

/// The order of the loops; results do not depend on it.
enum class LoopMode { MODE_NM = 0, MODE_MN = 1, MODE_KM = 2, MODE_KN = 3 };

/// *Num in elements, round* the same rounded up, *Block* in fractals: 16 elements along m and n,
/// c0Size along k. Of the fields GetGemmTiling() sets, Gemm reads kNum, the numbers of blocks and
/// kTileBlock.
struct GemmTiling {
    GemmTiling() {}

    const uint32_t blockSize = 16;
    LoopMode loopMode = LoopMode::MODE_NM;
    uint32_t mNum = 0;
    uint32_t nNum = 0;
    uint32_t kNum = 0;
    uint32_t roundM = 0;
    uint32_t roundN = 0;
    uint32_t roundK = 0;
    uint32_t c0Size = 32;
    uint32_t dtypeSize = 1;
    uint32_t mBlockNum = 0;
    uint32_t nBlockNum = 0;
    uint32_t kBlockNum = 0;
    uint32_t mIterNum = 0;
    uint32_t nIterNum = 0;
    uint32_t kIterNum = 0;
    uint32_t mTileBlock = 0;
    uint32_t nTileBlock = 0;
    uint32_t kTileBlock = 0;
    uint32_t kTailBlock = 0;
    uint32_t mTailBlock = 0;
    uint32_t nTailBlock = 0;
    bool kHasTail = false;
    bool mHasTail = false;
    bool nHasTail = false;
    bool kHasTailEle = false;
    uint32_t kTailEle = 0;
};

/// The same for a convolution: m are the places of the window, howo, and k its elements.
struct Conv2dTilling {
    Conv2dTilling() {}

    const uint32_t blockSize = 16;
    LoopMode loopMode = LoopMode::MODE_NM;
    uint32_t c0Size = 32;
    uint32_t dTypeSize = 1;
    uint32_t strideH = 0;
    uint32_t strideW = 0;
    uint32_t dilationH = 0;
    uint32_t dilationW = 0;
    uint32_t hi = 0;
    uint32_t wi = 0;
    uint32_t ho = 0;
    uint32_t wo = 0;
    uint32_t height = 0;
    uint32_t width = 0;
    uint32_t howo = 0;
    uint32_t mNum = 0;
    uint32_t nNum = 0;
    uint32_t kNum = 0;
    uint32_t mBlockNum = 0;
    uint32_t kBlockNum = 0;
    uint32_t nBlockNum = 0;
    uint32_t roundM = 0;
    uint32_t roundN = 0;
    uint32_t roundK = 0;
    uint32_t mTileBlock = 0;
    uint32_t nTileBlock = 0;
    uint32_t kTileBlock = 0;
    uint32_t mIterNum = 0;
    uint32_t nIterNum = 0;
    uint32_t kIterNum = 0;
    uint32_t mTileNums = 0;
    bool mHasTail = false;
    bool nHasTail = false;
    bool kHasTail = false;
    uint32_t kTailBlock = 0;
    uint32_t mTailBlock = 0;
    uint32_t nTailBlock = 0;
    uint32_t mTailNums = 0;
};

/// imgShape, kernelShape, stride and dilation have the height first; padList: left, right, top,
/// bottom. initY: 0 overwrites the result, 1 adds to it, 2 begins with the bias.
struct Conv2dParams {
    Conv2dParams() {}
    Conv2dParams(const uint32_t imgShapeIn[CONV2D_IMG_SIZE],
                 const uint32_t kernelShapeIn[CONV2D_KERNEL_SIZE],
                 const uint32_t strideIn[CONV2D_STRIDE], const uint32_t cinIn,
                 const uint32_t coutIn, const uint32_t padListIn[CONV2D_PAD],
                 const uint32_t dilationIn[CONV2D_DILATION], const uint32_t initYIn,
                 const bool partialSumIn)
        : imgShape{imgShapeIn[0], imgShapeIn[1]},
          kernelShape{kernelShapeIn[0], kernelShapeIn[1]},
          stride{strideIn[0], strideIn[1]},
          cin(cinIn),
          cout(coutIn),
          padList{padListIn[0], padListIn[1], padListIn[2], padListIn[3]},
          dilation{dilationIn[0], dilationIn[1]},
          initY(initYIn),
          partialSum(partialSumIn) {}

    uint32_t imgShape[CONV2D_IMG_SIZE] = {0};
    uint32_t kernelShape[CONV2D_KERNEL_SIZE] = {0};
    uint32_t stride[CONV2D_STRIDE] = {0};
    uint32_t cin = 0;
    uint32_t cout = 0;
    uint32_t padList[CONV2D_PAD] = {0};
    uint32_t dilation[CONV2D_DILATION] = {0};
    uint32_t initY = 0;
    bool partialSum = false;
};

namespace isa {

inline uint32_t SizeOfMemory(Hardware memory) {
    return CurrentCore().arenas[static_cast<int>(memory)].size;
}
constexpr uint32_t BlocksOf(uint32_t size, uint32_t unit) {
    return (size + unit - 1) / unit;
}

/// What the tilings of both have in common, from mNum, nNum, kNum, c0Size and bytes per element: m
/// and n in one piece, k in pieces of which L0A and L0B hold two.
template <typename Tiling>
inline void CutBlocks(Tiling& t, uint32_t bytes) {
    t.mBlockNum = BlocksOf(t.mNum, t.blockSize);
    t.nBlockNum = BlocksOf(t.nNum, t.blockSize);
    t.kBlockNum = BlocksOf(t.kNum, t.c0Size);
    t.roundM = t.mBlockNum * t.blockSize;
    t.roundN = t.nBlockNum * t.blockSize;
    t.roundK = t.kBlockNum * t.c0Size;
    const uint32_t longer = t.roundM > t.roundN ? t.roundM : t.roundN;
    const uint32_t fits =
        longer == 0 ? 0 : SizeOfMemory(Hardware::L0A) / 2 / (longer * bytes) / t.c0Size;
    t.kTileBlock = fits < 1 ? 1 : fits < t.kBlockNum ? fits : t.kBlockNum;
    t.mIterNum = t.nIterNum = 1;
    t.kIterNum = BlocksOf(t.kBlockNum, t.kTileBlock);
    t.mTileBlock = t.mTailBlock = t.mBlockNum;
    t.nTileBlock = t.nTailBlock = t.nBlockNum;
    t.kTailBlock = t.kBlockNum - (t.kIterNum - 1) * t.kTileBlock;
    t.kHasTail = t.kTailBlock != t.kTileBlock;
    t.mHasTail = t.mNum != t.roundM;
    t.nHasTail = false;
}

/// Whether L0 holds tiles of `k_blocks`; the loops take m and n in one piece.
template <typename Src, typename Dst, typename Tiling>
inline void CheckTiles(const Tiling& t) {
    if (t.mIterNum != 1 || t.nIterNum != 1 || t.kTileBlock == 0) {
        aicore_trap("Gemm, Conv2D: the tiling is not one of GetGemmTiling or GetConv2dTiling");
    }
    const uint32_t k = t.kTileBlock * kBlock;
    if (t.roundM * k > SizeOfMemory(Hardware::L0A) || t.roundN * k > SizeOfMemory(Hardware::L0B) ||
        t.roundM * t.roundN * sizeof(Dst) > SizeOfMemory(Hardware::L0C)) {
        aicore_trap("Gemm, Conv2D: the matrices are too large for L0A, L0B or L0C");
    }
}

/// Adds up over k: `load_a(l0a, k_block, k_blocks)` brings a tile of the left matrix. The right one
/// lies in L1 as [k / c0, n, c0].
template <typename DstT, typename SrcT, typename RightT, typename Tiling, typename LoadA>
inline void MultiplyTiles(const LocalTensor<DstT>& l0c, const LocalTensor<RightT>& right,
                          const Tiling& t, bool accumulate, LoadA load_a) {
    CheckTiles<SrcT, DstT>(t);
    const LocalTensor<SrcT> l0a(TPosition::A2, 0, SizeOfMemory(Hardware::L0A) / sizeof(SrcT));
    const LocalTensor<RightT> l0b(TPosition::B2, 0, SizeOfMemory(Hardware::L0B) / sizeof(RightT));
    for (uint32_t k = 0; k < t.kBlockNum; k += t.kTileBlock) {
        const uint32_t blocks = k + t.kTileBlock < t.kBlockNum ? t.kTileBlock : t.kBlockNum - k;
        const uint32_t remaining = t.kNum - k * t.c0Size;
        if (k != 0) {
            SetFlag<HardEvent::M_MTE1>(0);
            WaitFlag<HardEvent::M_MTE1>(0);
        }
        load_a(l0a, k, blocks);
        for (uint32_t i = 0; i < blocks; ++i) {
            LoadData(l0b[i * t.nBlockNum * t.blockSize * t.c0Size],
                     right[(k + i) * t.nBlockNum * t.blockSize * t.c0Size],
                     LoadData2DParams(0, static_cast<uint8_t>(t.nBlockNum), 1, 0, 0, false, 0));
        }
        SetFlag<HardEvent::MTE1_M>(0);
        WaitFlag<HardEvent::MTE1_M>(0);
        MmadParams params;
        params.m = static_cast<uint16_t>(t.roundM);
        params.n = static_cast<uint16_t>(t.roundN);
        params.k =
            static_cast<uint16_t>(remaining < blocks * t.c0Size ? remaining : blocks * t.c0Size);
        params.isBias = accumulate || k != 0;
        params.cmatrixInitVal = !params.isBias;
        Mmad(l0c, l0a, l0b, params);
    }
}

/// The result's place in L0C: that of `dst`, or the start for a result in the unified buffer.
template <typename T>
inline LocalTensor<T> TensorInL0C(const LocalTensor<T>& dst, uint32_t size) {
    return MemoryOf(dst) == Hardware::L0C ? dst : LocalTensor<T>(TPosition::CO1, 0, size);
}
template <typename T>
inline void CopyOutOfL0C(const LocalTensor<T>& dst, const LocalTensor<T>& l0c, uint32_t blocks) {
    if (MemoryOf(dst) == Hardware::L0C) {
        return;
    }
    SetFlag<HardEvent::M_V>(0);
    WaitFlag<HardEvent::M_V>(0);
    DataCopyEnhancedParams enhanced;
    enhanced.blockMode = BlockMode::BLOCK_MODE_MATRIX;
    DataCopy(dst, l0c, DataCopyParams(1, static_cast<uint16_t>(blocks), 0, 0), enhanced);
}

}  // namespace isa

/// T: element type of the left matrix.
template <typename T>
inline GemmTiling GetGemmTiling(uint32_t m, uint32_t k, uint32_t n) {
    GemmTiling tiling;
    tiling.c0Size = isa::kC0<PrimT<T>>;
    tiling.dtypeSize = sizeof(PrimT<T>);
    tiling.mNum = m;
    tiling.nNum = n;
    tiling.kNum = k;
    isa::CutBlocks(tiling, tiling.dtypeSize);
    tiling.kHasTailEle = tiling.roundK != k;
    tiling.kTailEle = k % (tiling.kTileBlock * tiling.c0Size);
    return tiling;
}

/// dst = src0 * src1, or added to it with initValue 1. src0 lies in L1 as [k / c0, m, c0], src1 as
/// [k / c0, n, c0], the result as [n / 16, m, 16], all rounded up. With partialsum a result in the
/// unified buffer stays in L0C.
template <typename dst_T, typename src0_T, typename src1_T>
inline void Gemm(const LocalTensor<dst_T>& dst, const LocalTensor<src0_T>& src0,
                 const LocalTensor<src1_T>& src1, const uint32_t m, const uint32_t k,
                 const uint32_t n, GemmTiling tiling, bool partialsum = true,
                 int32_t initValue = 0) {
    ASCENDC_LACKS_API("Gemm", 310);
    if (m != tiling.mNum || n != tiling.nNum || k != tiling.kNum) {
        aicore_trap("Gemm: m, k and n are not those of the tiling");
    }
    const LocalTensor<dst_T> l0c = isa::TensorInL0C(dst, tiling.roundM * tiling.roundN);
    isa::MultiplyTiles<dst_T, src0_T>(
        l0c, src1, tiling, initValue == 1,
        [&](const LocalTensor<src0_T>& l0a, uint32_t k_block, uint32_t blocks) {
            const uint32_t fractal = tiling.blockSize * tiling.c0Size;
            for (uint32_t row = 0; row < tiling.mBlockNum; ++row) {
                LoadData(l0a[row * blocks * fractal],
                         src0[(k_block * tiling.mBlockNum + row) * fractal],
                         LoadData2DParams(0, static_cast<uint8_t>(blocks),
                                          static_cast<uint16_t>(tiling.mBlockNum), 0, 0, false, 0));
            }
        });
    if (!partialsum) {
        isa::CopyOutOfL0C(dst, l0c, tiling.mBlockNum * tiling.nBlockNum);
    }
}

/// T: element type of the feature map.
template <typename T>
inline Conv2dTilling GetConv2dTiling(Conv2dParams& conv2dParams) {
    const Conv2dParams& p = conv2dParams;
    Conv2dTilling tiling;
    tiling.c0Size = isa::kC0<PrimT<T>>;
    tiling.dTypeSize = sizeof(PrimT<T>);
    tiling.strideH = p.stride[0];
    tiling.strideW = p.stride[1];
    tiling.dilationH = p.dilation[0];
    tiling.dilationW = p.dilation[1];
    tiling.hi = p.imgShape[0];
    tiling.wi = p.imgShape[1];
    tiling.height = p.kernelShape[0];
    tiling.width = p.kernelShape[1];
    const auto positions = [](uint32_t size, uint32_t pads, uint32_t dilation, uint32_t kernel,
                              uint32_t stride) {
        return (size + pads - dilation * (kernel - 1) - 1) / stride + 1;
    };
    tiling.ho = positions(tiling.hi, p.padList[2] + p.padList[3], p.dilation[0], tiling.height,
                          p.stride[0]);
    tiling.wo =
        positions(tiling.wi, p.padList[0] + p.padList[1], p.dilation[1], tiling.width, p.stride[1]);
    tiling.howo = tiling.ho * tiling.wo;
    tiling.mNum = tiling.howo;
    tiling.nNum = p.cout;
    tiling.kNum = p.cin * tiling.height * tiling.width;
    isa::CutBlocks(tiling, tiling.dTypeSize);
    tiling.mTileNums = tiling.mTileBlock * tiling.blockSize;
    tiling.mTailNums = tiling.howo;
    return tiling;
}

/// The convolution of featureMap, in L1 as [cin / c0, h, w, c0], with weight, in L1 as [cin / c0,
/// kernel h, kernel w, cout, c0]. The result is [cout / 16, ho * wo rounded up to 16, 16].
template <typename dst_T, typename src_T>
inline void Conv2D(const LocalTensor<dst_T>& dst, const LocalTensor<dst_T>& bias,
                   const LocalTensor<src_T>& featureMap, const LocalTensor<src_T>& weight,
                   Conv2dParams& conv2dParams, Conv2dTilling& tilling) {
    ASCENDC_LACKS_API("Conv2D", 310);
    const Conv2dParams& p = conv2dParams;
    const LocalTensor<dst_T> l0c = isa::TensorInL0C(dst, tilling.roundM * tilling.roundN);
    if (p.initY == 2) {
        for (uint32_t i = 0; i < tilling.nBlockNum * tilling.mBlockNum; ++i) {
            BroadCastVecToMM(l0c[i * CUBE_MAX_SIZE], bias[i / tilling.mBlockNum * BLOCK_CUBE], 1, 1,
                             0, 0);
        }
    }
    isa::MultiplyTiles<dst_T, src_T>(
        l0c, weight, tilling, p.initY != 0,
        [&](const LocalTensor<src_T>& l0a, uint32_t k_block, uint32_t blocks) {
            LoadData3DParamsV2<PrimT<src_T>> load;
            for (int i = 0; i < 4; ++i) {
                load.padList[i] = static_cast<uint8_t>(p.padList[i]);
            }
            load.l1H = static_cast<uint16_t>(tilling.hi);
            load.l1W = static_cast<uint16_t>(tilling.wi);
            load.channelSize = static_cast<uint16_t>(p.cin);
            load.kExtension = static_cast<uint16_t>(blocks * tilling.c0Size);
            load.kStartPt = static_cast<uint16_t>(k_block * tilling.c0Size);
            load.mExtension = static_cast<uint16_t>(tilling.roundM);
            load.strideW = static_cast<uint8_t>(tilling.strideW);
            load.strideH = static_cast<uint8_t>(tilling.strideH);
            load.filterW = static_cast<uint8_t>(tilling.width);
            load.filterH = static_cast<uint8_t>(tilling.height);
            load.dilationFilterW = static_cast<uint8_t>(tilling.dilationW);
            load.dilationFilterH = static_cast<uint8_t>(tilling.dilationH);
            LoadData(l0a, featureMap, load);
        });
    if (!p.partialSum) {
        isa::CopyOutOfL0C(dst, l0c, tilling.mBlockNum * tilling.nBlockNum);
    }
}
template <typename dst_T, typename src_T>
inline void Conv2D(const LocalTensor<dst_T>& dst, const LocalTensor<src_T>& featureMap,
                   const LocalTensor<src_T>& weight, Conv2dParams& conv2dParams,
                   Conv2dTilling& tilling) {
    Conv2D(dst, dst, featureMap, weight, conv2dParams, tilling);
}

}  // namespace AscendC
