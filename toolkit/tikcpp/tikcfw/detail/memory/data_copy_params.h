// Parameters of DataCopy and its relatives.
#pragma once

#include "detail/types/constants.h"
#include "detail/types/enums.h"
#include "isa/parameter.h"

namespace AscendC {

enum class BlockMode : uint8_t {
    BLOCK_MODE_NORMAL = 0,
    BLOCK_MODE_MATRIX,
    BLOCK_MODE_VECTOR,
    BLOCK_MODE_SMALL_CHANNEL,
    BLOCK_MODE_DEPTHWISE,
};
enum class DeqScale : uint8_t { DEQ_NONE = 0, DEQ, VDEQ, DEQ8, VDEQ8, DEQ16, VDEQ16 };

}  // namespace AscendC

enum pad_t : uint8_t {
    PAD_NONE = 0,
    PAD_MODE1,
    PAD_MODE2,
    PAD_MODE3,
    PAD_MODE4,
    PAD_MODE5,
    PAD_MODE6,
    PAD_MODE7,
    PAD_MODE8,
};

/// Conversion applied to results leaving L0C. V* modes have one scale per channel.
enum QuantMode_t {
    NoQuant = 0,
    F322F16 = 1,
    VQS322BF16_POST = 2,
    VREQ8 = 8,
    REQ8 = 9,
    VDEQF16 = 10,
    DEQF16 = 11,
    VSHIFTS322S16 = 12,
    SHIFTS322S16 = 13,
    F322BF16 = 16,
    VQF162B8_PRE = 17,
    QF162B8_PRE = 18,
    VQF162S4_PRE = 19,
    QF162S4_PRE = 20,
    VREQ4 = 21,
    REQ4 = 22,
    VQF322B8_PRE = 23,
    QF322B8_PRE = 24,
    VQF322S4_PRE = 25,
    QF322S4_PRE = 26,
    VDEQS16 = 27,
    DEQS16 = 28,
    VQF162S16_PRE = 29,
    QF162S16_PRE = 30,
    VQF322F16_PRE = 31,
    QF322F16_PRE = 32,
    VQF322BF16_PRE = 33,
    QF322BF16_PRE = 34,
    VQS322BF16_PRE = 35,
    QS322BF16_PRE = 36,
};

/// What unitFlag is, by the compiler's names: UFMode3 for the last product of a result, and for
/// what takes it away.
enum unit_flag_t : uint8_t {
    UFMode2 = 2,
    UFMode3 = 3,
};

namespace AscendC {

/// blockLen and both gaps (end of a block to the start of the next) in 32 bytes.
struct DataCopyParams {
    DataCopyParams() {}
    DataCopyParams(const isa::Parameter<uint16_t> count, const isa::Parameter<uint16_t> len,
                   const isa::Parameter<uint16_t> srcStrideIn,
                   const isa::Parameter<uint16_t> dstStrideIn)
        : blockCount(count), blockLen(len), srcStride(srcStrideIn), dstStride(dstStrideIn) {}

    isa::Member<uint16_t> blockCount{DEFAULT_DATA_COPY_NBURST};
    isa::Member<uint16_t> blockLen{0};
    /// The second names are those of CANN 8.5.
    union {
        isa::Member<uint16_t> srcStride{DEFAULT_DATA_COPY_STRIDE};
        isa::Member<uint16_t> srcGap;
    };
    union {
        isa::Member<uint16_t> dstStride{DEFAULT_DATA_COPY_STRIDE};
        isa::Member<uint16_t> dstGap;
    };
};

struct DataCopyEnhancedParams {
    DataCopyEnhancedParams() {}
    DataCopyEnhancedParams(const BlockMode blockModeIn, const DeqScale deqScaleIn,
                           const uint64_t deqValueIn, const uint8_t sidStoreModeIn,
                           const bool isReluIn, const pad_t padModeIn, const uint64_t padValueIn)
        : blockMode(blockModeIn),
          deqScale(deqScaleIn),
          deqValue(deqValueIn),
          sidStoreMode(sidStoreModeIn),
          isRelu(isReluIn),
          padMode(padModeIn),
          padValue(padValueIn) {}

    BlockMode blockMode = BlockMode::BLOCK_MODE_NORMAL;
    DeqScale deqScale = DeqScale::DEQ_NONE;
    uint64_t deqValue = 0;
    uint8_t sidStoreMode = 0;
    bool isRelu = false;
    pad_t padMode = pad_t::PAD_NONE;
    uint64_t padValue = 0;
    uint64_t deqTensorAddr = 0;
};

struct DataCopyCO12DstParams {
    DataCopyCO12DstParams() {}
    DataCopyCO12DstParams(const uint16_t nSizeIn, const uint16_t mSizeIn,
                          const uint32_t dstStrideIn, const uint16_t srcStrideIn,
                          const QuantMode_t quantPreIn, const uint8_t reluPreIn,
                          const bool channelSplitIn, const bool nz2ndEnIn)
        : nSize(nSizeIn),
          mSize(mSizeIn),
          dstStride(dstStrideIn),
          srcStride(srcStrideIn),
          quantPre(quantPreIn),
          reluPre(reluPreIn),
          channelSplit(channelSplitIn),
          nz2ndEn(nz2ndEnIn) {}

    uint8_t sid = 0;
    uint16_t nSize = 0;
    uint16_t mSize = 0;
    uint32_t dstStride = DEFAULT_DATA_COPY_STRIDE;
    uint16_t srcStride = DEFAULT_DATA_COPY_STRIDE;
    uint8_t unitFlag = 0;
    uint8_t clipReluPre = 0;
    uint8_t eltWiseOp = 0;
    QuantMode_t quantPre = QuantMode_t::NoQuant;
    uint8_t reluPre = 0;
    bool channelSplit = false;
    bool nz2ndEn = false;
};

/// Paddings in elements; the value as raw bits.
struct DataCopyPadParams {
    DataCopyPadParams() {}
    DataCopyPadParams(const bool isPadValue, const uint8_t leftPadValue,
                      const uint8_t rightPadValue, const uint64_t padValue)
        : isPad(isPadValue),
          leftPadding(leftPadValue),
          rightPadding(rightPadValue),
          paddingValue(padValue) {}

    bool isPad = false;
    uint8_t leftPadding = 0;
    uint8_t rightPadding = 0;
    uint64_t paddingValue = 0;
};

/// blockLen in bytes; the gap on the global side in bytes, on the local side in 32 bytes.
struct DataCopyExtParams {
    DataCopyExtParams() {}
    DataCopyExtParams(const isa::Parameter<uint16_t> count, const uint32_t len,
                      const uint32_t srcStrideIn, const uint32_t dstStrideIn, const uint32_t rsvIn)
        : blockCount(count),
          blockLen(len),
          srcStride(srcStrideIn),
          dstStride(dstStrideIn),
          rsv(rsvIn) {}

    isa::Member<uint16_t> blockCount{DEFAULT_DATA_COPY_NBURST};
    uint32_t blockLen = 0;
    uint32_t srcStride = DEFAULT_DATA_COPY_STRIDE;
    uint32_t dstStride = DEFAULT_DATA_COPY_STRIDE;
    uint32_t rsv = 0;
};

template <typename T>
struct DataCopyPadExtParams {
    DataCopyPadExtParams() {}
    DataCopyPadExtParams(const bool isPadValue, const uint8_t leftPadValue,
                         const uint8_t rightPadValue, T padValue)
        : isPad(isPadValue),
          leftPadding(leftPadValue),
          rightPadding(rightPadValue),
          paddingValue(padValue) {}

    bool isPad = false;
    uint8_t leftPadding = 0;
    uint8_t rightPadding = 0;
    T paddingValue = 0;
};

/// Matrix strides and srcDValue in elements; dstNzC0Stride and dstNzNStride in 32 bytes.
struct Nd2NzParams {
    Nd2NzParams() {}
    Nd2NzParams(const isa::Parameter<uint16_t> ndNumIn, const isa::Parameter<uint16_t> nValueIn,
                const isa::Parameter<uint16_t> dValueIn,
                const isa::Parameter<uint16_t> srcNdMatrixStrideIn,
                const isa::Parameter<uint16_t> srcDValueIn,
                const isa::Parameter<uint16_t> dstNzC0StrideIn,
                const isa::Parameter<uint16_t> dstNzNStrideIn,
                const isa::Parameter<uint16_t> dstNzMatrixStrideIn)
        : ndNum(ndNumIn),
          nValue(nValueIn),
          dValue(dValueIn),
          srcNdMatrixStride(srcNdMatrixStrideIn),
          srcDValue(srcDValueIn),
          dstNzC0Stride(dstNzC0StrideIn),
          dstNzNStride(dstNzNStrideIn),
          dstNzMatrixStride(dstNzMatrixStrideIn) {}

    isa::Member<uint16_t> ndNum{0};
    isa::Member<uint16_t> nValue{0};
    isa::Member<uint16_t> dValue{0};
    isa::Member<uint16_t> srcNdMatrixStride{0};
    isa::Member<uint16_t> srcDValue{0};
    isa::Member<uint16_t> dstNzC0Stride{0};
    isa::Member<uint16_t> dstNzNStride{0};
    isa::Member<uint16_t> dstNzMatrixStride{0};
};

/// srcNdMatrixStride in 256 elements, srcNStride in 16 elements, the others in elements.
struct Nz2NdParamsFull {
    Nz2NdParamsFull() {}
    Nz2NdParamsFull(const uint16_t ndNumIn, const uint16_t nValueIn, const uint16_t dValueIn,
                    const uint16_t srcNdMatrixStrideIn, const uint16_t srcNStrideIn,
                    const uint16_t dstDStrideIn, const uint16_t dstNdMatrixStrideIn)
        : ndNum(ndNumIn),
          nValue(nValueIn),
          dValue(dValueIn),
          srcNdMatrixStride(srcNdMatrixStrideIn),
          srcNStride(srcNStrideIn),
          dstDStride(dstDStrideIn),
          dstNdMatrixStride(dstNdMatrixStrideIn) {}

    uint16_t ndNum = 1;
    uint16_t nValue = 0;
    uint16_t dValue = 0;
    uint16_t srcNdMatrixStride = 1;
    uint16_t srcNStride = 0;
    uint16_t dstDStride = 0;
    uint16_t dstNdMatrixStride = 1;
};

/// One dimension of a slice: from startIndex to endIndex (both in it), `stride` elements left out
/// between pieces of `burstLen` (32-byte blocks; innermost dimension only) of an extent of
/// `shapeValue`.
struct SliceInfo {
    SliceInfo() {}
    SliceInfo(const uint32_t startIndexIn, const uint32_t endIndexIn, const uint32_t strideIn,
              const uint32_t burstLenIn, const uint32_t shapeValueIn = 0)
        : startIndex(startIndexIn),
          endIndex(endIndexIn),
          stride(strideIn),
          burstLen(burstLenIn),
          shapeValue(shapeValueIn) {}

    uint32_t startIndex = 0;
    uint32_t endIndex = ONE_BLK_SIZE - 1;
    uint32_t stride = 0;
    uint32_t burstLen = ONE_BLK_SIZE;
    uint32_t shapeValue = 0;
};

}  // namespace AscendC
