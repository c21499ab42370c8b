// Parameter types of the vector API.
#pragma once

#include "detail/memory/tensor.h"
#include "detail/types/constants.h"
#include "isa/parameter.h"

namespace AscendC {

enum class MaskMode : uint8_t {
    NORMAL = 0,
    COUNTER,
};

/// How Cast rounds values that the destination type cannot hold.
enum class RoundMode : uint8_t {
    CAST_NONE = 0,  ///< exact conversions; nearest even where the conversion is lossy
    CAST_RINT,      ///< nearest, ties to even
    CAST_FLOOR,
    CAST_CEIL,
    CAST_ROUND,  ///< nearest, ties away from zero
    CAST_TRUNC,
    CAST_ODD,  ///< von Neumann: an inexact result is odd
};

enum class CMPMODE : uint8_t {
    LT = 0,
    GT,
    EQ,
    LE,
    GE,
    NE,
};

enum class SELMODE : uint8_t {
    VSEL_CMPMASK_SPR = 0,     ///< every repeat uses the same bits
    VSEL_TENSOR_SCALAR_MODE,  ///< bits run on; second operand is a scalar
    VSEL_TENSOR_TENSOR_MODE,  ///< bits run on; second operand is a tensor
};

enum class ReduceMode : uint8_t {
    REDUCE_MAX = 0,
    REDUCE_MIN,
    REDUCE_SUM,
};

enum class ReduceOrder : uint8_t {
    ORDER_VALUE_INDEX = 0,
    ORDER_INDEX_VALUE,
    ORDER_ONLY_VALUE,
    ORDER_ONLY_INDEX,
};

enum class CLAMPMODE {
    CLAMP_MAX = 0,
    CLAMP_MIN,
};

enum class DeQuantMode : uint8_t {
    DEQUANT_WITH_SINGLE_ROW = 0,
    DEQUANT_WITH_MULTI_ROW,
};

enum class GatherMaskMode : uint8_t {
    VERSION_V1 = 0,
    VERSION_V2 = 1,
};
const GatherMaskMode defaultGahterMaskMode = GatherMaskMode::VERSION_V2;
const GatherMaskMode defaultGatherMaskMode = GatherMaskMode::VERSION_V2;

/// Strides of instructions with one source, in blocks of 32 bytes.
struct UnaryRepeatParams {
    __aicore__ UnaryRepeatParams() {}
    __aicore__ UnaryRepeatParams(const isa::Parameter<uint16_t> dstBlk,
                                 const isa::Parameter<uint16_t> srcBlk,
                                 const isa::Parameter<uint8_t> dstRep,
                                 const isa::Parameter<uint8_t> srcRep)
        : dstBlkStride(dstBlk), srcBlkStride(srcBlk), dstRepStride(dstRep), srcRepStride(srcRep) {}
    __aicore__ UnaryRepeatParams(const isa::Parameter<uint16_t> dstBlk,
                                 const isa::Parameter<uint16_t> srcBlk,
                                 const isa::Parameter<uint8_t> dstRep,
                                 const isa::Parameter<uint8_t> srcRep, const bool half)
        : dstBlkStride(dstBlk),
          srcBlkStride(srcBlk),
          dstRepStride(dstRep),
          srcRepStride(srcRep),
          halfBlock(half) {}

    uint32_t blockNumber = DEFAULT_BLK_NUM;
    isa::Member<uint16_t> dstBlkStride{DEFAULT_BLK_STRIDE};
    isa::Member<uint16_t> srcBlkStride{DEFAULT_BLK_STRIDE};
    isa::Member<uint8_t> dstRepStride{DEFAULT_REPEAT_STRIDE};
    isa::Member<uint8_t> srcRepStride{DEFAULT_REPEAT_STRIDE};
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
    bool halfBlock = false;
};

/// Strides of instructions with two sources, in blocks of 32 bytes.
struct BinaryRepeatParams {
    __aicore__ BinaryRepeatParams() {}
    __aicore__ BinaryRepeatParams(const isa::Parameter<uint8_t> dstBlk,
                                  const isa::Parameter<uint8_t> src0Blk,
                                  const isa::Parameter<uint8_t> src1Blk,
                                  const isa::Parameter<uint8_t> dstRep,
                                  const isa::Parameter<uint8_t> src0Rep,
                                  const isa::Parameter<uint8_t> src1Rep)
        : dstBlkStride(dstBlk),
          src0BlkStride(src0Blk),
          src1BlkStride(src1Blk),
          dstRepStride(dstRep),
          src0RepStride(src0Rep),
          src1RepStride(src1Rep) {}

    uint32_t blockNumber = DEFAULT_BLK_NUM;
    isa::Member<uint8_t> dstBlkStride{DEFAULT_BLK_STRIDE};
    isa::Member<uint8_t> src0BlkStride{DEFAULT_BLK_STRIDE};
    isa::Member<uint8_t> src1BlkStride{DEFAULT_BLK_STRIDE};
    isa::Member<uint8_t> dstRepStride{DEFAULT_REPEAT_STRIDE};
    isa::Member<uint8_t> src0RepStride{DEFAULT_REPEAT_STRIDE};
    isa::Member<uint8_t> src1RepStride{DEFAULT_REPEAT_STRIDE};
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
};

/// Strides of the UB -> UB Copy, in blocks of 32 bytes.
struct CopyRepeatParams {
    __aicore__ CopyRepeatParams() {}
    __aicore__ CopyRepeatParams(const isa::Parameter<uint16_t> dst,
                                const isa::Parameter<uint16_t> src,
                                isa::Parameter<uint16_t> dstRepeat,
                                isa::Parameter<uint16_t> srcRepeat)
        : dstStride(dst), srcStride(src), dstRepeatSize(dstRepeat), srcRepeatSize(srcRepeat) {}

    isa::Member<uint16_t> dstStride{DEFAULT_DATA_COPY_STRIDE};
    isa::Member<uint16_t> srcStride{DEFAULT_DATA_COPY_STRIDE};
    isa::Member<uint16_t> dstRepeatSize{DEFAULT_REPEAT_STRIDE};
    isa::Member<uint16_t> srcRepeatSize{DEFAULT_REPEAT_STRIDE};
};

struct BrcbRepeatParams {
    __aicore__ BrcbRepeatParams() {}
    __aicore__ BrcbRepeatParams(const isa::Parameter<uint16_t> dstBlk,
                                const isa::Parameter<uint16_t> dstRep)
        : dstRepStride(dstRep), dstBlkStride(dstBlk) {}

    uint32_t blockNumber = DEFAULT_BLK_NUM;
    isa::Member<uint16_t> dstRepStride{DEFAULT_REPEAT_STRIDE};
    isa::Member<uint16_t> dstBlkStride{DEFAULT_BLK_STRIDE};
    isa::Member<uint8_t> src0BlkStride{DEFAULT_BLK_STRIDE};
    isa::Member<uint8_t> src1BlkStride{DEFAULT_BLK_STRIDE};
    isa::Member<uint8_t> src0RepStride{DEFAULT_REPEAT_STRIDE};
    isa::Member<uint8_t> src1RepStride{DEFAULT_REPEAT_STRIDE};
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
};

struct GatherRepeatParams {
    __aicore__ GatherRepeatParams() {}
    __aicore__ GatherRepeatParams(const isa::Parameter<uint8_t> dstBlk,
                                  const isa::Parameter<uint8_t> dstRep)
        : dstRepStride(dstRep), dstBlkStride(dstBlk) {}

    uint32_t blockNumber = DEFAULT_BLK_NUM;
    isa::Member<uint16_t> dstRepStride{DEFAULT_REPEAT_STRIDE};
    isa::Member<uint8_t> dstBlkStride{DEFAULT_BLK_STRIDE};
    isa::Member<uint8_t> src0BlkStride{DEFAULT_BLK_STRIDE};
    isa::Member<uint8_t> src1BlkStride{DEFAULT_BLK_STRIDE};
    isa::Member<uint8_t> src0RepStride{DEFAULT_REPEAT_STRIDE};
    isa::Member<uint8_t> src1RepStride{DEFAULT_REPEAT_STRIDE};
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
};

struct GatherMaskParams {
    __aicore__ GatherMaskParams() {}
    __aicore__ GatherMaskParams(const isa::Parameter<uint8_t> src0Block,
                                const isa::Parameter<uint16_t> repeat,
                                const isa::Parameter<uint16_t> src0Repeat,
                                const isa::Parameter<uint8_t> src1Repeat)
        : src0BlockStride(src0Block),
          repeatTimes(repeat),
          src0RepeatStride(src0Repeat),
          src1RepeatStride(src1Repeat) {}

    isa::Member<uint8_t> src0BlockStride{DEFAULT_BLK_STRIDE};
    isa::Member<uint16_t> repeatTimes{0};
    isa::Member<uint16_t> src0RepeatStride{DEFAULT_REPEAT_STRIDE};
    isa::Member<uint8_t> src1RepeatStride{DEFAULT_REPEAT_STRIDE};
};

/// Per-lane dequantisation parameters of CastDeq.
struct VdeqInfo {
    __aicore__ VdeqInfo() {}
    __aicore__ VdeqInfo(const float scale[VDEQ_TENSOR_SIZE], const int16_t offset[VDEQ_TENSOR_SIZE],
                        const bool signMode[VDEQ_TENSOR_SIZE]) {
        for (int32_t i = 0; i < VDEQ_TENSOR_SIZE; ++i) {
            vdeqScale[i] = scale[i];
            vdeqOffset[i] = offset[i];
            vdeqSignMode[i] = signMode[i];
        }
    }

    float vdeqScale[VDEQ_TENSOR_SIZE] = {0};
    int16_t vdeqOffset[VDEQ_TENSOR_SIZE] = {0};
    bool vdeqSignMode[VDEQ_TENSOR_SIZE] = {0};
};

}  // namespace AscendC
