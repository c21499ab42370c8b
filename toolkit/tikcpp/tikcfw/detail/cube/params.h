// Parameters of the cube's instructions.
#pragma once

#include "detail/memory/data_copy_params.h"
#include "detail/types/constants.h"

/// LoadData2DParams::addrMode: towards higher or lower addresses.
enum addr_cal_mode_t { inc = 0, dec = 1 };
/// The namespace in which the device compiler has the types of its builtins.
namespace __cce_scalar {
using ::addr_cal_mode_t;
}

namespace AscendC {

// --- loads

/// Fractals of 512 bytes. srcStride from the start of one to the start of the next, dstGap from
/// the end to the next start, both in fractals. addrMode `dec` goes backwards.
struct LoadData2DParams {
    LoadData2DParams() {}
    LoadData2DParams(const isa::Parameter<uint16_t> startIndexIn,
                     const isa::Parameter<uint8_t> repeatTimesIn,
                     const isa::Parameter<uint16_t> srcStrideIn, const uint8_t sidIn,
                     const isa::Parameter<uint16_t> dstGapIn, const bool ifTransposeIn,
                     const uint8_t addrModeIn)
        : startIndex(startIndexIn),
          dstGap(dstGapIn),
          srcStride(srcStrideIn),
          ifTranspose(ifTransposeIn),
          repeatTimes(repeatTimesIn),
          sid(sidIn),
          addrMode(addrModeIn) {}

    isa::Member<uint16_t> startIndex{0};
    isa::Member<uint16_t> dstGap{0};
    isa::Member<uint16_t> srcStride{0};
    bool ifTranspose = 0;
    isa::Member<uint8_t> repeatTimes{0};
    uint8_t sid = 0;
    uint8_t addrMode = 0;
};
using LoadData2dParams = LoadData2DParams;

/// startIndex and srcStride in squares (see isa::CubeLoad), dstGap and dstFracGap (between the
/// fractals of one square) in fractals, from the end of one to the next start.
struct LoadData2dTransposeParams {
    LoadData2dTransposeParams() {}
    LoadData2dTransposeParams(const isa::Parameter<uint16_t> startIndexIn,
                              const isa::Parameter<uint8_t> repeatTimesIn,
                              const isa::Parameter<uint16_t> srcStrideIn,
                              const isa::Parameter<uint16_t> dstGapIn,
                              const isa::Parameter<uint16_t> dstfracGapIn,
                              const uint8_t addrModeIn = 0)
        : startIndex(startIndexIn),
          repeatTimes(repeatTimesIn),
          srcStride(srcStrideIn),
          dstGap(dstGapIn),
          dstFracGap(dstfracGapIn),
          addrMode(addrModeIn) {}

    isa::Member<uint16_t> startIndex{0};
    isa::Member<uint8_t> repeatTimes{0};
    isa::Member<uint16_t> srcStride{0};
    isa::Member<uint16_t> dstGap{0};
    isa::Member<uint16_t> dstFracGap{0};
    uint8_t addrMode = 0;
};

/// The same with startIndex, srcStride and srcFracGap in fractals.
struct LoadData2dTransposeParamsV2 {
    LoadData2dTransposeParamsV2() {}
    LoadData2dTransposeParamsV2(const isa::Parameter<uint16_t> startIndexIn,
                                const isa::Parameter<uint8_t> repeatTimesIn,
                                const isa::Parameter<uint16_t> srcStrideIn,
                                const isa::Parameter<uint16_t> dstGapIn,
                                const isa::Parameter<uint16_t> dstFracGapIn,
                                const isa::Parameter<uint16_t> srcFracGapIn,
                                const uint8_t addrModeIn = 0)
        : startIndex(startIndexIn),
          repeatTimes(repeatTimesIn),
          srcStride(srcStrideIn),
          dstGap(dstGapIn),
          dstFracGap(dstFracGapIn),
          srcFracGap(srcFracGapIn),
          addrMode(addrModeIn) {}

    isa::Member<uint16_t> startIndex{0};
    isa::Member<uint8_t> repeatTimes{0};
    isa::Member<uint16_t> srcStride{0};
    isa::Member<uint16_t> dstGap{0};
    isa::Member<uint16_t> dstFracGap{0};
    isa::Member<uint16_t> srcFracGap{0};
    uint8_t addrMode = 0;
};

/// A part of an NZ matrix: positions and steps in fractals, strides from one column of fractals to
/// the next, in fractals. Of cores newer than those simulated.
struct LoadData2DParamsV2 {
    LoadData2DParamsV2() {}
    LoadData2DParamsV2(const uint32_t mStartPositionIn, const uint32_t kStartPositionIn,
                       const uint16_t mStepIn, const uint16_t kStepIn, const int32_t srcStrideIn,
                       const uint16_t dstStrideIn, const bool ifTransposeIn, const uint8_t sidIn)
        : mStartPosition(mStartPositionIn),
          kStartPosition(kStartPositionIn),
          mStep(mStepIn),
          kStep(kStepIn),
          srcStride(srcStrideIn),
          dstStride(dstStrideIn),
          ifTranspose(ifTransposeIn),
          sid(sidIn) {}

    uint32_t mStartPosition = 0;
    uint32_t kStartPosition = 0;
    uint16_t mStep = 0;
    uint16_t kStep = 0;
    int32_t srcStride = 0;
    uint16_t dstStride = 0;
    bool ifTranspose = false;
    uint8_t sid = 0;
};

/// blockNum: blocks of 32 bytes in L1, fractals in L0A and L0B; dstGap from the end of a repeat to
/// the start of the next, in the same unit.
template <typename U>
struct InitConstValueParams {
    InitConstValueParams() {}
    InitConstValueParams(const uint16_t repeatTimesIn, const uint16_t blockNumIn,
                         const uint16_t dstGapIn, const U initValueIn)
        : repeatTimes(repeatTimesIn),
          blockNum(blockNumIn),
          dstGap(dstGapIn),
          initValue(initValueIn) {}
    InitConstValueParams(const uint16_t repeatTimesIn, const U initValueIn)
        : repeatTimes(repeatTimesIn), initValue(initValueIn) {}

    uint16_t repeatTimes = 0;
    uint16_t blockNum = 0;
    uint16_t dstGap = 0;
    U initValue = 0;
};

// --- multiplication

struct MmadParams {
    MmadParams() {}
    MmadParams(const uint16_t mIn, const uint16_t nIn, const uint16_t kIn, const bool isBiasIn,
               const int32_t fmOffsetIn, const bool enSsparseIn, const bool enWinogradAIn,
               const bool enWinogradBIn)
        : m(mIn),
          n(nIn),
          k(kIn),
          isBias(isBiasIn),
          fmOffset(fmOffsetIn),
          enSsparse(enSsparseIn),
          enWinogradA(enWinogradAIn),
          enWinogradB(enWinogradBIn) {}
    MmadParams(const uint16_t mIn, const uint16_t nIn, const uint16_t kIn, const uint8_t unitFlagIn,
               const bool cmatrixSourceIn, const bool cmatrixInitValIn)
        : m(mIn),
          n(nIn),
          k(kIn),
          unitFlag(unitFlagIn),
          cmatrixSource(cmatrixSourceIn),
          cmatrixInitVal(cmatrixInitValIn) {}

    uint16_t m = 0;
    uint16_t n = 0;
    uint16_t k = 0;
    bool isBias = false;  ///< adds to what the result's place holds
    int32_t fmOffset = 0;
    bool enSsparse = false;
    bool enWinogradA = false;
    bool enWinogradB = false;
    uint8_t unitFlag = 0;
    bool kDirectionAlign = false;  ///< float: k takes a multiple of 16 elements in L0A and L0B
    bool cmatrixSource = false;    ///< the initial value is in the bias table, else in L0C
    bool cmatrixInitVal = true;    ///< the initial value is 0
    bool disableGemv = false;      ///< 950: a row is in fractals, too
};

enum class HF32Mode : uint8_t { DISABLE = 0, ENABLE = 1 };
enum class HF32TransMode : uint8_t { NEAREST_EVEN = 0, NEAREST_ZERO = 1 };

// --- the way out

enum class CO2Layout : uint8_t { NZ = 0, ROW_MAJOR, COLUMN_MAJOR };

struct FixpipeConfig {
    CO2Layout format;
    bool isToUB = false;  ///< of newer CANN; where the destination lies says the same
};
constexpr FixpipeConfig CFG_NZ = {CO2Layout::NZ};
constexpr FixpipeConfig CFG_ROW_MAJOR = {CO2Layout::ROW_MAJOR};
constexpr FixpipeConfig CFG_COLUMN_MAJOR = {CO2Layout::COLUMN_MAJOR};

/// srcStride in 16 elements; dstStride in 32 bytes (NZ) or elements per row; srcNdStride in 256
/// elements, dstNdStride in elements.
struct FixpipeParamsV220 {
    FixpipeParamsV220() {}
    FixpipeParamsV220(const uint16_t nSizeIn, const uint16_t mSizeIn, const uint16_t srcStrideIn,
                      const uint32_t dstStrideIn, const bool reluEnIn)
        : nSize(nSizeIn),
          mSize(mSizeIn),
          srcStride(srcStrideIn),
          dstStride(dstStrideIn),
          reluEn(reluEnIn) {}
    FixpipeParamsV220(const uint16_t nSizeIn, const uint16_t mSizeIn, const uint16_t srcStrideIn,
                      const uint32_t dstStrideIn, const bool reluEnIn, const QuantMode_t quantPreIn,
                      const int64_t deqScalarIn, const uint16_t ndNumIn,
                      const uint16_t srcNdStrideIn, const uint16_t dstNdStrideIn,
                      const uint8_t unitFlagIn, const bool isChannelSplitIn = false)
        : nSize(nSizeIn),
          mSize(mSizeIn),
          srcStride(srcStrideIn),
          dstStride(dstStrideIn),
          quantPre(quantPreIn),
          deqScalar(static_cast<uint64_t>(deqScalarIn)),
          ndNum(ndNumIn),
          srcNdStride(srcNdStrideIn),
          dstNdStride(dstNdStrideIn),
          reluEn(reluEnIn),
          unitFlag(unitFlagIn),
          isChannelSplit(isChannelSplitIn) {}

    uint16_t nSize = 0;
    uint16_t mSize = 0;
    uint16_t srcStride = 0;
    uint32_t dstStride = 0;
    QuantMode_t quantPre = QuantMode_t::NoQuant;
    uint64_t deqScalar;
    uint16_t ndNum = 1;
    uint16_t srcNdStride = 0;
    uint16_t dstNdStride = 0;
    bool reluEn = false;
    uint8_t unitFlag = 0;
    bool isChannelSplit = false;
};
using FixpipeParamsM300 = FixpipeParamsV220;
using FixpipeParamsM310 = FixpipeParamsV220;

}  // namespace AscendC
