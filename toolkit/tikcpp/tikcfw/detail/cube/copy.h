// Moves between L0C and the unified buffer, which coupled cores have.
#pragma once

#include "detail/cube/fixpipe.h"

namespace AscendC {
namespace isa {

/// Elements of a tile of L0C, and of its rows.
constexpr uint32_t kTileElements = 256;
constexpr uint32_t kTileRow = 16;

template <typename Dst, typename Src>
inline FixpipeConvert CopyConversion(DeqScale mode) {
    if (sizeof(Dst) == 1) {
        return FixpipeConvert::kRequant;
    }
    if (std::is_same_v<Dst, int16_t>) {
        return FixpipeConvert::kShift;
    }
    if (mode != DeqScale::DEQ_NONE) {
        return FixpipeConvert::kDequant;
    }
    return sizeof(Dst) == 4 ? FixpipeConvert::kNone : FixpipeConvert::kRound;
}

/// Scales of burst `index`: one for all its elements, or 16, one per column of the tiles.
inline void SetCopyScales(CubeFixpipe& record, const DataCopyEnhancedParams& params,
                          uint32_t index) {
    const uint8_t* address = reinterpret_cast<const uint8_t*>(params.deqTensorAddr);
    switch (params.deqScale) {
        case DeqScale::DEQ:
            record.scale = RawBits(FloatOfHalfBits(static_cast<uint16_t>(params.deqValue)));
            break;
        case DeqScale::VDEQ:
            record.half_scales = reinterpret_cast<const uint16_t*>(address + index * 32);
            break;
        case DeqScale::VDEQ8:
        case DeqScale::VDEQ16:
            record.scales = reinterpret_cast<const uint64_t*>(address + index * 128);
            break;
        default:
            record.scale = params.deqValue;
            break;
    }
    const bool words = params.deqScale == DeqScale::DEQ8 || params.deqScale == DeqScale::DEQ16;
    record.relu = params.isRelu || (words && (params.deqValue >> 47 & 1) != 0);
}

/// L0C -> unified buffer. blockLen and srcStride count tiles (or first rows of tiles), dstStride 32
/// bytes.
template <typename T, typename U>
inline void CopyTilesOut(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                         const DataCopyParams& params, const DataCopyEnhancedParams& enhanced) {
    using Dst = PrimT<T>;
    using Src = PrimT<U>;
    const bool rows_only = enhanced.blockMode == BlockMode::BLOCK_MODE_VECTOR;
    const uint64_t tile_bytes = kTileElements * sizeof(Src);
    CubeFixpipe record = {};
    record.layout = FixpipeLayout::kNz;
    record.convert = CopyConversion<Dst, Src>(enhanced.deqScale);
    record.src_dtype = DTypeOf<Src>;
    record.dst_dtype = DTypeOf<Dst>;
    record.dst_memory = MemoryOf(dst);
    record.matrices = 1;
    record.n = static_cast<uint16_t>(rows_only ? params.blockLen * kTileRow : kTileRow);
    record.m = static_cast<uint16_t>(rows_only ? 1 : params.blockLen * kTileRow);
    record.src = reinterpret_cast<const uint8_t*>(src.Data());
    record.dst = reinterpret_cast<uint8_t*>(dst.Data());
    record.src_group_pitch = tile_bytes;
    record.dst_row_pitch = kTileRow * sizeof(Dst);
    if (sizeof(Dst) == 1 && enhanced.sidStoreMode < 2) {
        record.dst_row_pitch = kBlock;
        record.dst += enhanced.sidStoreMode * kTileRow;
    }
    record.dst_pitch = record.dst_row_pitch;
    const uint64_t rows = uint64_t{params.blockLen} * (rows_only ? 1 : kTileRow);
    for (uint32_t i = 0; i < params.blockCount; ++i) {
        SetCopyScales(record, enhanced, i);
        Issue(record);
        record.src += (uint64_t{params.blockLen} + params.srcStride) * tile_bytes;
        record.dst += rows * record.dst_row_pitch + uint64_t{params.dstStride} * kBlock;
    }
}

/// Unified buffer -> L0C; srcStride counts 32 bytes.
template <typename T, typename U>
inline void CopyTilesIn(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                        const DataCopyParams& params, const DataCopyEnhancedParams& enhanced) {
    const bool rows_only = enhanced.blockMode == BlockMode::BLOCK_MODE_VECTOR;
    const uint64_t unit = rows_only ? kTileRow : kTileElements;
    const uint64_t tile_bytes = kTileElements * sizeof(PrimT<T>);
    MoveRecord record = MakeMove(dst, src);
    if (sizeof(PrimT<T>) > sizeof(PrimT<U>)) {
        record.op = MoveOp::kWiden;
    }
    record.count = rows_only ? params.blockLen : 1;
    record.bytes = unit * sizeof(PrimT<U>) * (rows_only ? 1 : params.blockLen);
    record.src_pitch = static_cast<int64_t>(record.bytes);
    record.dst_pitch = static_cast<int64_t>(tile_bytes);
    const uint64_t source_bytes = unit * sizeof(PrimT<U>) * params.blockLen;
    for (uint32_t i = 0; i < params.blockCount; ++i) {
        Issue(record);
        record.src += source_bytes + uint64_t{params.srcStride} * kBlock;
        record.dst += (uint64_t{params.blockLen} + params.dstStride) * tile_bytes;
    }
}

template <typename T, typename U>
inline void CopyEnhanced(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                         const DataCopyParams& params, const DataCopyEnhancedParams& enhanced) {
    const bool has_l0c = MemoryOf(src) == Hardware::L0C || MemoryOf(dst) == Hardware::L0C;
    if (has_l0c && CurrentCore().arch == 310) {
        TrapForApi("DataCopy between L0C and the unified buffer");
    }
    if (MemoryOf(src) == Hardware::L0C) {
        CopyTilesOut(dst, src, params, enhanced);
    } else if (MemoryOf(dst) == Hardware::L0C) {
        CopyTilesIn(dst, src, params, enhanced);
    } else {
        CopyBlocks(dst, src, params);
    }
}

}  // namespace isa

/// Between L0C and the unified buffer in tiles of 16 x 16 or their first rows (blockMode), with
/// conversion (deqScale, deqValue, deqTensorAddr) and ReLU on the way out.
template <typename T>
inline void DataCopy(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                     const DataCopyParams& intriParams,
                     const DataCopyEnhancedParams& enhancedParams) {
    isa::CopyEnhanced(dstLocal, srcLocal, intriParams, enhancedParams);
}
template <typename T, typename U>
inline void DataCopy(const LocalTensor<T>& dstLocal, const LocalTensor<U>& srcLocal,
                     const DataCopyParams& intriParams,
                     const DataCopyEnhancedParams& enhancedParams) {
    isa::CopyEnhanced(dstLocal, srcLocal, intriParams, enhancedParams);
}

/// Every 16 elements of the vector become a tile of 16 equal rows in L0C. blockLen in 16 elements,
/// srcGap in 32 bytes, dstGap in tiles.
template <typename T, typename U>
inline void BroadCastVecToMM(const LocalTensor<T>& dstLocal, const LocalTensor<U>& srcLocal,
                             const int32_t blockCount, const uint8_t blockLen, const uint8_t srcGap,
                             const uint8_t dstGap) {
    ASCENDC_LACKS_API("BroadCastVecToMM", 310);
    using Prim = PrimT<T>;
    isa::MoveRecord record = isa::MakeMove(dstLocal, srcLocal);
    record.count = isa::kTileRow;
    record.bytes = isa::kTileRow * sizeof(Prim);
    record.src_pitch = 0;
    record.dst_pitch = static_cast<int64_t>(record.bytes);
    for (int32_t block = 0; block < blockCount; ++block) {
        for (uint32_t i = 0; i < blockLen; ++i) {
            isa::Issue(record);
            record.src += record.bytes;
            record.dst += isa::kTileElements * sizeof(Prim);
        }
        record.src += uint32_t{srcGap} * isa::kBlock;
        record.dst += dstGap * isa::kTileElements * sizeof(Prim);
    }
}

}  // namespace AscendC
