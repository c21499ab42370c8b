// Transposes.
#pragma once

#include "detail/vector/mask.h"
#include "isa/vec_transpose.h"

namespace AscendC {

enum class TransposeType : uint8_t {
    TRANSPOSE_TYPE_NONE,
    TRANSPOSE_NZ2ND_0213,
    TRANSPOSE_NZ2NZ_0213,
    TRANSPOSE_NZ2NZ_012_WITH_N,
    TRANSPOSE_NZ2ND_012_WITH_N,
    TRANSPOSE_NZ2ND_012_WITHOUT_N,
    TRANSPOSE_NZ2NZ_012_WITHOUT_N,
    TRANSPOSE_ND2ND_ONLY,
    TRANSPOSE_ND_UB_GM,
    TRANSPOSE_GRAD_ND_UB_GM,
    TRANSPOSE_ND2ND_B16,
    TRANSPOSE_NCHW2NHWC,
    TRANSPOSE_NHWC2NCHW,
};

/// Repeat r shifts every address of TransDataTo5HD by r * stride blocks of 32 bytes.
struct TransDataTo5HDParams {
    __aicore__ TransDataTo5HDParams() {}
    __aicore__ TransDataTo5HDParams(const bool dstHigh, const bool srcHigh,
                                    const isa::Parameter<uint8_t> repeat,
                                    const isa::Parameter<uint16_t> dstRep,
                                    const isa::Parameter<uint16_t> srcRep)
        : dstHighHalf(dstHigh),
          srcHighHalf(srcHigh),
          repeatTimes(repeat),
          dstRepStride(dstRep),
          srcRepStride(srcRep) {}

    bool dstHighHalf = false;
    bool srcHighHalf = false;
    isa::Member<uint8_t> repeatTimes{1};
    isa::Member<uint16_t> dstRepStride{0};
    isa::Member<uint16_t> srcRepStride{0};
};

struct TransposeParamsExt {
    __aicore__ TransposeParamsExt() {}
    __aicore__ TransposeParamsExt(const uint16_t n, const uint16_t c, const uint16_t h,
                                  const uint16_t w, const TransposeType type)
        : nSize(n), cSize(c), hSize(h), wSize(w), transposeType(type) {}

    uint16_t nSize = 0;
    uint16_t cSize = 0;
    uint16_t hSize = 0;
    uint16_t wSize = 0;
    TransposeType transposeType = TransposeType::TRANSPOSE_ND2ND_B16;
};

namespace isa {

/// On the hardware the strides of a single repeat would be added once.
template <typename T>
ASCENDC_ALWAYS_INLINE void IssueConv5Hd(const uint64_t dst[NCHW_CONV_ADDR_LIST_SIZE],
                                        const uint64_t src[NCHW_CONV_ADDR_LIST_SIZE],
                                        const TransDataTo5HDParams& params) {
    if constexpr (sizeof(T) == 4) {
        RequireApi<100>("TransDataTo5HD of elements of 4 B");
    }
    ExpectRepeat("TransDataTo5HD", params.repeatTimes);
    ExpectFits("TransDataTo5HD", "dstRepStride", params.dstRepStride);
    ExpectFits("TransDataTo5HD", "srcRepStride", params.srcRepStride);
    VecConv5Hd record = {sizeof(T),
                         params.dstHighHalf,
                         params.srcHighHalf,
                         params.repeatTimes,
                         params.dstRepStride,
                         params.srcRepStride,
                         {},
                         {}};
    const bool single = params.repeatTimes == 1;
    for (int32_t i = 0; i < NCHW_CONV_ADDR_LIST_SIZE; ++i) {
        record.dst[i] = dst[i] + (single ? params.dstRepStride * kBlockBytes : 0);
        record.src[i] = src[i] + (single ? params.srcRepStride * kBlockBytes : 0);
    }
    Issue(record);
}

}  // namespace isa

/// 16x16 elements of 2 bytes.
template <typename T>
__aicore__ inline void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src) {
    static_assert(sizeof(T) == 2, "Transpose works on 2-byte elements");
    isa::Issue(isa::VecTranspose16{dst.Data(), src.Data()});
}

/// NCHW <-> NHWC, or a 16x16 transpose.
template <typename T>
__aicore__ inline void Transpose(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                 const LocalTensor<uint8_t>&, const TransposeParamsExt& params) {
    const int64_t image = int64_t{params.hSize} * params.wSize;
    const int64_t channels = params.cSize;
    if (params.transposeType == TransposeType::TRANSPOSE_TYPE_NONE) {
        return;
    }
    isa::VecPermute record = {sizeof(T), 3, {}, {}, {}, dst.Data(), src.Data()};
    if (params.transposeType == TransposeType::TRANSPOSE_ND2ND_B16) {
        if (sizeof(T) != 2) {
            aicore_trap("Transpose: TRANSPOSE_ND2ND_B16 takes elements of 16 bits");
        }
        record.rank = 2;
        record.dims[0] = record.dims[1] = 16;
        record.dst_strides[0] = record.src_strides[1] = 1;
        record.dst_strides[1] = record.src_strides[0] = 16;
    } else if (params.transposeType != TransposeType::TRANSPOSE_NCHW2NHWC &&
               params.transposeType != TransposeType::TRANSPOSE_NHWC2NCHW) {
        aicore_trap("Transpose: it has no such transposeType");
    } else {
        const bool to_nhwc = params.transposeType == TransposeType::TRANSPOSE_NCHW2NHWC;
        const int64_t channel_strides[2] = {image, 1};  // in NCHW, in NHWC
        const int64_t pixel_strides[2] = {1, channels};
        record.dims[0] = params.nSize;
        record.dims[1] = params.cSize;
        record.dims[2] = static_cast<uint32_t>(image);
        record.dst_strides[0] = record.src_strides[0] = image * channels;
        record.src_strides[1] = channel_strides[to_nhwc ? 0 : 1];
        record.src_strides[2] = pixel_strides[to_nhwc ? 0 : 1];
        record.dst_strides[1] = channel_strides[to_nhwc ? 1 : 0];
        record.dst_strides[2] = pixel_strides[to_nhwc ? 1 : 0];
    }
    isa::Issue(record);
}

/// 16 source blocks become 16 transposed destination blocks, per repeat.
template <typename T>
__aicore__ inline void TransDataTo5HD(
    const LocalTensor<T> (&dstLocalList)[NCHW_CONV_ADDR_LIST_SIZE],
    const LocalTensor<T> (&srcLocalList)[NCHW_CONV_ADDR_LIST_SIZE],
    const TransDataTo5HDParams& nchwconvParams) {
    uint64_t dst[NCHW_CONV_ADDR_LIST_SIZE];
    uint64_t src[NCHW_CONV_ADDR_LIST_SIZE];
    for (int32_t i = 0; i < NCHW_CONV_ADDR_LIST_SIZE; ++i) {
        dst[i] = reinterpret_cast<uint64_t>(dstLocalList[i].Data());
        src[i] = reinterpret_cast<uint64_t>(srcLocalList[i].Data());
    }
    isa::IssueConv5Hd<T>(dst, src, nchwconvParams);
}
template <typename T>
__aicore__ inline void TransDataTo5HD(uint64_t dstList[NCHW_CONV_ADDR_LIST_SIZE],
                                      uint64_t srcList[NCHW_CONV_ADDR_LIST_SIZE],
                                      const TransDataTo5HDParams& nchwconvParams) {
    isa::IssueConv5Hd<T>(dstList, srcList, nchwconvParams);
}
/// The lists are tensors of 16 addresses.
template <typename T>
__aicore__ inline void TransDataTo5HD(const LocalTensor<uint64_t>& dstLocal,
                                      const LocalTensor<uint64_t>& srcLocal,
                                      const TransDataTo5HDParams& nchwconvParams) {
    uint64_t dst[NCHW_CONV_ADDR_LIST_SIZE];
    uint64_t src[NCHW_CONV_ADDR_LIST_SIZE];
    for (int32_t i = 0; i < NCHW_CONV_ADDR_LIST_SIZE; ++i) {
        dst[i] = dstLocal.GetValue(i);
        src[i] = srcLocal.GetValue(i);
    }
    isa::IssueConv5Hd<T>(dst, src, nchwconvParams);
}

/// The internal forms of CANN's headers that operators call.
template <typename T>
__aicore__ inline void TransDataTo5HDImpl(__ubuf__ T* dstList[NCHW_CONV_ADDR_LIST_SIZE],
                                          __ubuf__ T* srcList[NCHW_CONV_ADDR_LIST_SIZE],
                                          const TransDataTo5HDParams& nchwconvParams) {
    uint64_t dst[NCHW_CONV_ADDR_LIST_SIZE];
    uint64_t src[NCHW_CONV_ADDR_LIST_SIZE];
    for (int32_t i = 0; i < NCHW_CONV_ADDR_LIST_SIZE; ++i) {
        dst[i] = reinterpret_cast<uint64_t>(dstList[i]);
        src[i] = reinterpret_cast<uint64_t>(srcList[i]);
    }
    isa::IssueConv5Hd<T>(dst, src, nchwconvParams);
}
template <typename T>
__aicore__ inline void TransDataTo5HDImpl(uint64_t dstList[NCHW_CONV_ADDR_LIST_SIZE],
                                          uint64_t srcList[NCHW_CONV_ADDR_LIST_SIZE],
                                          const TransDataTo5HDParams& nchwconvParams) {
    isa::IssueConv5Hd<T>(dstList, srcList, nchwconvParams);
}

}  // namespace AscendC
