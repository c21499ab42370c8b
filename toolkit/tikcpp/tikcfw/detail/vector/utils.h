// Helpers of CANN's own headers that operators call.
#pragma once

#include "detail/memory/data_copy_params.h"
#include "detail/vector/mask.h"

namespace AscendC {

/// An instruction over a count of elements: full repeats, in groups of at most 255, and a rest.
struct IntriInfo {
    uint32_t c0Count = 0;          ///< elements of a block
    uint32_t repeat = 0;           ///< full repeats
    uint32_t repeatRounding = 0;   ///< groups of MAX_REPEAT_TIMES repeats
    uint32_t repeatRemaining = 0;  ///< repeats after the groups
    uint32_t tail = 0;             ///< elements after the repeats
};

class AscendCUtils {
public:
    __aicore__ static inline int32_t GetBitSize(int32_t byteSize) {
        return byteSize * ONE_BYTE_BIT_SIZE;
    }
    __aicore__ static inline int32_t GetC0Size() { return DEFAULT_C0_SIZE; }
    __aicore__ static inline int32_t GetC0Count(const int32_t dtypeSize) {
        return DEFAULT_C0_SIZE / dtypeSize;
    }
    __aicore__ static inline int32_t GetDefaultBlockNum() { return DEFAULT_BLK_NUM; }
    __aicore__ static inline int64_t GetRsvdCnt() {
        isa::Note(isa::RegisterEvent{"RSVD_CNT"});
        return static_cast<int64_t>(isa::CurrentCore().gather_count);
    }
    __aicore__ static inline void SetMask(const uint64_t& maskHigh, const uint64_t& maskLow) {
        isa::SetMask(isa::CurrentCore(), maskHigh, maskLow);
    }
    template <typename T, bool isSetMask = true>
    __aicore__ static inline void SetMask(int32_t len) {
        if constexpr (isSetMask) {
            isa::PrefixMask(static_cast<uint64_t>(len), isa::kRepeatBytes * 8 / isa::kBitsOf<T>,
                            isa::CurrentCore().mask);
        }
    }
    template <typename T, bool isSetMask = true>
    __aicore__ static inline void SetMask(const uint64_t maskHigh, const uint64_t maskLow) {
        if constexpr (isSetMask) {
            isa::SetMask(isa::CurrentCore(), maskHigh, maskLow);
        }
    }
    template <typename T>
    __aicore__ static inline void SetMaskCount() {
        AscendC::SetMaskCount();
    }
    template <typename T>
    __aicore__ static inline void SetMaskNorm() {
        AscendC::SetMaskNorm();
    }
    template <bool isSetMask = true>
    __aicore__ static inline void ResetMask() {
        if constexpr (isSetMask) {
            AscendC::ResetMask();
        }
    }
    /// 1: results of floating-point arithmetic may be infinite or NaN; 0: they saturate.
    __aicore__ static inline void SetOverflow(uint64_t ctrlValue) {
        isa::Core& core = isa::CurrentCore();
        const bool is_200 = core.arch == 200;
        const uint64_t bit = uint64_t{1} << (is_200 ? CTRL_53_BIT : CTRL_48_BIT);
        const bool set = is_200 ? ctrlValue == 0 : ctrlValue == 1;
        core.ctrl = set ? core.ctrl | bit : core.ctrl & ~bit;
    }

    /// How `calCount` elements of `dtypeSize` bytes split into repeats of `repStride` blocks.
    template <bool isInt4 = false>
    __aicore__ static inline IntriInfo CalIntriInfo(const uint32_t dtypeSize,
                                                    const uint32_t calCount,
                                                    uint32_t repStride = DEFAULT_BLK_NUM) {
        const uint32_t c0 = isInt4 ? static_cast<uint32_t>(DEFAULT_C0_SIZE) * INT4_TWO
                                   : static_cast<uint32_t>(DEFAULT_C0_SIZE) / dtypeSize;
        const uint32_t per_repeat = repStride * c0;
        const uint32_t repeat = calCount / per_repeat;
        return {c0, repeat, repeat / MAX_REPEAT_TIMES, repeat % MAX_REPEAT_TIMES,
                calCount % per_repeat};
    }

    /// Byte `bufferOffset` of the unified buffer, or of the fixpipe's buffer: no memory is taken.
    template <typename T>
    __aicore__ static inline __ubuf__ T* GetTemporaryBufferAddr(const int32_t bufferOffset,
                                                                const int32_t) {
        return At<T>(Hardware::UB, bufferOffset);
    }
    template <typename T>
    __aicore__ static inline void FreeTemporaryBuffer(__ubuf__ T*) {}
    template <typename T>
    __aicore__ static inline __fbuf__ T* GetTemporaryFbBufferAddr(const int32_t bufferOffset,
                                                                  const int32_t) {
        return At<T>(Hardware::FIXBUF, bufferOffset);
    }
    template <typename T>
    __aicore__ static inline void FreeTemporaryFbBuffer(__fbuf__ T*) {}

    /// Bytes of global memory from the first to the last that a copy touches.
    template <typename Params>
    __aicore__ static inline uint64_t GetGMLen(const Params& params, const bool& isSrc,
                                               const bool& isMovAlignIntri) {
        const uint64_t unit = isMovAlignIntri ? 1 : ONE_BLK_SIZE;
        const uint64_t gap = isSrc ? params.srcStride : params.dstStride;
        const uint64_t count = params.blockCount;
        return params.blockLen == 0 ? 0 : (count * params.blockLen + (count - 1) * gap) * unit;
    }
    __aicore__ static inline uint64_t GetGMLen(const uint64_t& srcEleSize,
                                               const Nd2NzParams& params) {
        const uint64_t rows = params.nValue, matrices = params.ndNum;
        return ((matrices - 1) * params.srcNdMatrixStride + (rows - 1) * params.srcDValue +
                params.dValue) *
               srcEleSize;
    }

    // Memory ranges are checked where they are used.
    __aicore__ static inline bool OOMCheckAddrIsOverflow(uintptr_t, const uint64_t&) {
        return false;
    }
    template <typename T>
    __aicore__ static inline void CheckGmMemOverflow(__gm__ T*, const bool&, const uint64_t&) {}
    template <typename T, typename Params>
    __aicore__ static inline void CheckGmMemOverflowNormal(__gm__ T*, __gm__ uint8_t*, const bool,
                                                           const bool, const Params&) {}
    template <typename T>
    __aicore__ static inline void CheckGmMemOverflowNd2Nz(__gm__ T*, __gm__ uint8_t*, const bool,
                                                          const Nd2NzParams&) {}

private:
    template <typename T>
    __aicore__ static inline T* At(Hardware memory, int32_t offset) {
        uint8_t* base = isa::CurrentCore().arenas[static_cast<int>(memory)].base;
        return reinterpret_cast<T*>(base + offset);
    }
};

}  // namespace AscendC
