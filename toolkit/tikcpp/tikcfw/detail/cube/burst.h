// Fixpipe in its older form, which counts bursts: columns of tiles, and bytes of them.
#pragma once

#include "detail/cube/fixpipe.h"

namespace AscendC {

struct QuantParams {
    QuantParams() {}
    QuantParams(const QuantMode_t quantPreIn) : quantPre(quantPreIn) {}
    QuantParams(const QuantMode_t quantPreIn, const uint64_t deqScalarIn)
        : quantPre(quantPreIn), deqScalar(deqScalarIn) {}

    QuantMode_t quantPre = QuantMode_t::NoQuant;
    uint64_t deqScalar;
};

/// srcNdStride in 256 elements, dstNdStride in elements; originalNSize: columns.
struct Nz2NdParams {
    Nz2NdParams() {}
    Nz2NdParams(const bool nz2ndEnIn, const uint16_t ndNumIn, const uint16_t srcNdStrideIn,
                const uint16_t dstNdStrideIn, const uint16_t originalNSizeIn)
        : nz2ndEn(nz2ndEnIn),
          ndNum(ndNumIn),
          srcNdStride(srcNdStrideIn),
          dstNdStride(dstNdStrideIn),
          originalNSize(originalNSizeIn) {}

    bool nz2ndEn = false;
    uint16_t ndNum = 1;
    uint16_t srcNdStride = 0;
    uint16_t dstNdStride = 0;
    uint16_t originalNSize = 0;
};

/// cburstNum columns of tiles; burstLen: their length in L0C in 32 bytes. srcStride: gap after a
/// column of tiles, in tiles. dstStride: gap between column groups in 32 bytes, or elements per row
/// of row-major results.
template <typename SrcT>
struct FixpipeParams {
    FixpipeParams() : cburstNum(1), burstLen(1) {}
    FixpipeParams(const uint16_t count, const uint16_t len, const uint16_t srcStrideIn,
                  const uint32_t dstStrideIn)
        : cburstNum(count), burstLen(len), dstStride(dstStrideIn), srcStride(srcStrideIn) {}

    uint16_t cburstNum = 0;
    uint16_t burstLen = 0;
    uint32_t dstStride = 0;
    uint16_t srcStride = 0;
    QuantParams quantParams;
    bool reluEn = false;
    Nz2NdParams nz2ndParams;
    uint8_t unitFlag = 0;
};

namespace isa {

template <typename Dst, typename SrcT, typename ParamT>
inline void RunBursts(const Dst& dst, const LocalTensor<SrcT>& src, const uint64_t* scales,
                      const FixpipeParams<ParamT>& params) {
    const uint32_t rows = params.burstLen * kBlock / 4 / BLOCK_CUBE;
    const Nz2NdParams& nd = params.nz2ndParams;
    FixpipeParamsV220 sizes;
    sizes.nSize = nd.nz2ndEn ? nd.originalNSize : params.cburstNum * BLOCK_CUBE;
    sizes.mSize = static_cast<uint16_t>(rows);
    sizes.srcStride = static_cast<uint16_t>(params.srcStride * BLOCK_CUBE +
                                            (rows + BLOCK_CUBE - 1) / BLOCK_CUBE * BLOCK_CUBE);
    sizes.dstStride = params.dstStride;
    sizes.quantPre = params.quantParams.quantPre;
    sizes.deqScalar = params.quantParams.deqScalar;
    sizes.ndNum = nd.ndNum;
    sizes.srcNdStride = nd.srcNdStride;
    sizes.dstNdStride = nd.dstNdStride;
    sizes.reluEn = params.reluEn;
    sizes.unitFlag = params.unitFlag;
    if (nd.nz2ndEn) {
        RunFixpipe<CO2Layout::ROW_MAJOR>(dst, src, scales, sizes);
    } else {
        sizes.dstStride += params.burstLen * sizeof(typename Dst::PrimType) / 4;
        RunFixpipe<CO2Layout::NZ>(dst, src, scales, sizes);
    }
}

}  // namespace isa

/// `Dst` is GlobalTensor or LocalTensor.
#define ASCENDC_FIXPIPE_BURSTS(Dst)                                                           \
    template <typename DstT, typename SrcT, typename ParamT>                                  \
    inline void Fixpipe(const Dst<DstT>& dst, const LocalTensor<SrcT>& srcLocal,              \
                        const FixpipeParams<ParamT>& intriParams) {                           \
        ASCENDC_META(ASCENDC_META_CUBE, 0, 0);                                                \
        if (isa::HasCube()) {                                                                 \
            isa::RunBursts(dst, srcLocal, nullptr, intriParams);                              \
        }                                                                                     \
    }                                                                                         \
    template <typename DstT, typename SrcT, typename BufT, typename ParamT,                   \
              typename std::enable_if<IsSameType<PrimT<BufT>, uint64_t>::value, bool>::type = \
                  true>                                                                       \
    inline void Fixpipe(const Dst<DstT>& dst, const LocalTensor<SrcT>& srcLocal,              \
                        const LocalTensor<BufT>& cbufWorkspace,                               \
                        const FixpipeParams<ParamT>& intriParams) {                           \
        ASCENDC_META(ASCENDC_META_CUBE, 0, 0);                                                \
        if (isa::HasCube()) {                                                                 \
            isa::RunBursts(dst, srcLocal, cbufWorkspace.Data(), intriParams);                 \
        }                                                                                     \
    }
ASCENDC_FIXPIPE_BURSTS(GlobalTensor)
ASCENDC_FIXPIPE_BURSTS(LocalTensor)
#undef ASCENDC_FIXPIPE_BURSTS

}  // namespace AscendC
