// DataCopy and DataCopyPad: movement between global memory and the memories of a core.
#pragma once

#include "detail/memory/data_copy_params.h"
#include "detail/memory/tensor.h"
#include "detail/types/raw_address.h"
#include "isa/lacks.h"
#include "isa/move.h"
#include "isa/parameter.h"
#include "isa/print.h"

namespace AscendC {
namespace isa {

constexpr uint32_t kBlock = 32;

template <typename T>
inline Hardware MemoryOf(const LocalTensor<T>& tensor) {
    return PhysicalOf(static_cast<TPosition>(tensor.GetPosition()), CurrentCore().arch);
}
template <typename T>
inline Hardware MemoryOf(const GlobalTensor<T>&) {
    return Hardware::GM;
}

template <typename Dst, typename Src>
inline MoveRecord MakeMove(const Dst& dst, const Src& src) {
    MoveRecord record = {};
    record.op = MoveOp::kCopy;
    record.dtype = DTypeOf<typename Dst::PrimType>;
    record.src_memory = MemoryOf(src);
    record.dst_memory = MemoryOf(dst);
    record.dst = reinterpret_cast<uint8_t*>(dst.Data());
    record.src = reinterpret_cast<const uint8_t*>(src.Data());
    record.element = sizeof(typename Dst::PrimType);
    return record;
}

/// A gap between blocks; that of a single block has no meaning.
template <typename Stride, typename Count>
inline void ExpectStride(const char* name, const Stride& stride, const Count& count) {
    if (count > 1) {
        Expect("DataCopy", name, stride, 0, 65535, "must be 0..65535");
    }
}

/// Ends the kernel on ways between memories that 950 lacks, or where it counts in other units.
inline void ExpectWayOf950(Hardware from, Hardware to) {
    const Core& core = CurrentCore();
    if (core.arch != 310) {
        return;
    }
    if (from == Hardware::UB && to == Hardware::L1 && core.core_type == AIV && !core.is_mix) {
        ReportException(HardwareException::kNoCubeCore, "DataCopy", 0);
    }
    if (from == Hardware::L1 && to == Hardware::GM) {
        TrapForApi("DataCopy from L1 to global memory");
    }
    if (from == Hardware::L1 && (to == Hardware::BIAS || to == Hardware::FIXBUF)) {
        TrapForApi("DataCopy from L1 to tables in these units");
    }
}

/// Rows of whole 32-byte blocks with gaps counted in blocks.
template <typename Dst, typename Src>
inline void CopyBlocks(const Dst& dst, const Src& src, const DataCopyParams& params) {
    Expect("DataCopy", "blockCount", params.blockCount, 0, 4095, "must be 0..4095");
    Expect("DataCopy", "blockLen", params.blockLen, 0, 65535, "must be 0..65535");
    ExpectStride("srcStride", params.srcStride, params.blockCount);
    ExpectStride("dstStride", params.dstStride, params.blockCount);
    MoveRecord record = MakeMove(dst, src);
    ExpectWayOf950(record.src_memory, record.dst_memory);
    uint32_t dst_unit = kBlock;
    uint32_t length_unit = kBlock;
    if (record.src_memory == Hardware::L1 && record.dst_memory == Hardware::BIAS) {
        length_unit = dst_unit = 64;
    } else if (record.src_memory == Hardware::L1 && record.dst_memory == Hardware::FIXBUF) {
        length_unit = dst_unit = 128;
    }
    record.count = params.blockCount;
    record.bytes = uint64_t{params.blockLen} * length_unit;
    record.src_pitch = static_cast<int64_t>(record.bytes + uint64_t{params.srcStride} * kBlock);
    record.dst_pitch = static_cast<int64_t>(record.bytes + uint64_t{params.dstStride} * dst_unit);
    if constexpr (sizeof(typename Dst::PrimType) > sizeof(typename Src::PrimType)) {
        // Half to float on the way to the bias table: lengths count the source.
        record.op = MoveOp::kWiden;
        record.dst_pitch += static_cast<int64_t>(record.bytes);
    }
    Issue(record);
}

/// `count` elements; a remainder of less than a block is not copied.
template <typename Dst, typename Src>
inline void CopyElements(const Dst& dst, const Src& src, uint32_t count) {
    MoveRecord record = MakeMove(dst, src);
    ExpectWayOf950(record.src_memory, record.dst_memory);
    record.count = 1;
    record.bytes = BytesOf<typename Dst::PrimType>(count) / kBlock * kBlock;
    if constexpr (kObserved) {
        if (BytesOf<typename Dst::PrimType>(count) % kBlock != 0) {
            RejectParameter("DataCopy", "count", count,
                            "must be a multiple of 32 bytes; the rest is not copied");
        }
    }
    Issue(record);
}

/// Bytes of a gap in global memory; on Ascend 950 it may be negative.
inline int64_t GlobalGap(uint32_t stride) {
    return CurrentCore().arch == 310 ? int64_t{static_cast<int32_t>(stride)} : int64_t{stride};
}

/// Rows of `params.blockLen` bytes; gaps in bytes on the global side and in blocks on the local
/// side.
template <typename Dst, typename Src>
inline MoveRecord MakeByteMove(const Dst& dst, const Src& src, const DataCopyExtParams& params) {
    Expect("DataCopyPad", "blockCount", params.blockCount, 0, 4095, "must be 0..4095");
    Expect("DataCopyPad", "blockLen", params.blockLen, 0, 2097151, "must be 0..2097151 bytes");
    if constexpr (kObserved) {
        if (params.blockLen % sizeof(typename Dst::PrimType) != 0) {
            RejectParameter("DataCopyPad", "blockLen", params.blockLen,
                            "must be a multiple of the element's bytes");
        }
    }
    MoveRecord record = MakeMove(dst, src);
    const uint64_t rounded = (uint64_t{params.blockLen} + kBlock - 1) / kBlock * kBlock;
    record.count = params.blockLen == 0 ? 0 : params.blockCount;
    record.bytes = params.blockLen;
    record.src_pitch = record.src_memory == Hardware::GM
                           ? static_cast<int64_t>(record.bytes) + GlobalGap(params.srcStride)
                           : static_cast<int64_t>(rounded + uint64_t{params.srcStride} * kBlock);
    record.dst_pitch = record.dst_memory == Hardware::GM
                           ? static_cast<int64_t>(record.bytes) + GlobalGap(params.dstStride)
                           : static_cast<int64_t>(rounded + uint64_t{params.dstStride} * kBlock);
    return record;
}

/// Raw bits of a value, zero-extended.
template <typename T>
inline uint64_t RawBits(T value) {
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T) < 8 ? sizeof(T) : 8);
    return bits;
}

inline DataCopyExtParams ExtParams(const DataCopyParams& params) {
    return DataCopyExtParams(params.blockCount, params.blockLen, params.srcStride, params.dstStride,
                             0);
}

template <typename T>
inline void CopyPadded(const LocalTensor<T>& dst, const GlobalTensor<T>& src,
                       const DataCopyExtParams& params, bool is_pad, uint8_t left, uint8_t right,
                       uint64_t value) {
    using Prim = typename LocalTensor<T>::PrimType;
    MoveRecord record = MakeByteMove(dst, src, params);
    record.op = MoveOp::kPad;
    record.left = static_cast<uint16_t>(left * sizeof(Prim));
    record.right = static_cast<uint16_t>(right * sizeof(Prim));
    Expect("DataCopyPad", "leftPadding", record.left, 0, kBlock, "must be at most 32 bytes");
    Expect("DataCopyPad", "rightPadding", record.right, 0, kBlock, "must be at most 32 bytes");
    const uint64_t rounded =
        (record.left + record.bytes + record.right + kBlock - 1) / kBlock * kBlock;
    record.dst_pitch = static_cast<int64_t>(rounded + uint64_t{params.dstStride} * kBlock);
    Core& core = CurrentCore();
    if (is_pad) {
        core.pad_value = value;
    }
    record.pad_with_value = left != 0 || right != 0;
    record.value = core.pad_value;
    Issue(record);
}

inline void ExpectNdToNz(const Nd2NzParams& params) {
    Expect("DataCopy", "ndNum", params.ndNum, 0, 4095, "must be 0..4095");
    Expect("DataCopy", "nValue", params.nValue, 0, 16384, "must be 0..16384");
    ExpectFits("DataCopy", "dValue", params.dValue);
    ExpectFits("DataCopy", "srcDValue", params.srcDValue);
    Expect("DataCopy", "dstNzC0Stride", params.dstNzC0Stride, 0, 16384, "must be 1..16384");
    Expect("DataCopy", "dstNzNStride", params.dstNzNStride, 0, 16384, "must be 1..16384");
    ExpectStride("srcNdMatrixStride", params.srcNdMatrixStride, params.ndNum);
    ExpectStride("dstNzMatrixStride", params.dstNzMatrixStride, params.ndNum);
}

template <typename T>
inline LayoutRecord MakeNdToNz(const LocalTensor<T>& dst, const void* src, Hardware src_memory,
                               const Nd2NzParams& params) {
    ExpectNdToNz(params);
    using Prim = typename LocalTensor<T>::PrimType;
    constexpr uint64_t element = sizeof(Prim);  // pairs of int4b_t count as one
    LayoutRecord record = {};
    record.op = LayoutOp::kNdToNz;
    record.dtype = DTypeOf<Prim>;
    record.src_memory = src_memory;
    record.dst_memory = MemoryOf(dst);
    ExpectWayOf950(src_memory, record.dst_memory);
    record.dst = reinterpret_cast<uint8_t*>(dst.Data());
    record.src = static_cast<const uint8_t*>(src);
    record.matrices = params.ndNum;
    record.rows = params.nValue;
    record.row_bytes = uint64_t{params.dValue} * element;
    record.group_bytes = kBlock;
    record.nd_row_pitch = uint64_t{params.srcDValue} * element;
    record.nd_matrix_pitch = uint64_t{params.srcNdMatrixStride} * element;
    record.nz_row_pitch = uint64_t{params.dstNzNStride} * kBlock;
    record.nz_group_pitch = uint64_t{params.dstNzC0Stride} * kBlock;
    record.nz_matrix_pitch = uint64_t{params.dstNzMatrixStride} * element;
    return record;
}

/// The blocks of a slice: byte offsets of its pieces, outer dimensions changing slowest.
class SliceWalk {
public:
    SliceWalk(const SliceInfo* slices, const ShapeInfo& shape, uint32_t dims, bool from_slice)
        : slices_(slices), dims_(dims) {
        uint64_t extent = 1;
        for (uint32_t i = 0; i < dims; ++i) {
            if (i > 0) {
                extent *= from_slice ? slices[i - 1].shapeValue : shape.shape[i - 1];
            }
            pitch_[i] = extent;
            start_ += extent * slices[i].startIndex;
            pieces_ *= i == 0 ? 1 : Steps(i);
        }
    }
    uint64_t pieces() const { return pieces_; }
    /// Offset of the first element of piece `index`, in elements.
    uint64_t Offset(uint64_t index) const {
        uint64_t offset = start_;
        for (uint32_t i = 1; i < dims_; ++i) {
            const uint64_t steps = Steps(i);
            offset += index % steps * (1 + slices_[i].stride) * pitch_[i];
            index /= steps;
        }
        return offset;
    }

private:
    uint64_t Steps(uint32_t i) const {
        const SliceInfo& s = slices_[i];
        return (uint64_t{s.endIndex} - s.startIndex + 1 + s.stride) / (1 + s.stride);
    }
    const SliceInfo* slices_;
    uint32_t dims_;
    uint64_t start_ = 0;
    uint64_t pieces_ = 1;
    uint64_t pitch_[K_MAX_SHAPE_DIM] = {};
};

template <typename T, typename Dst, typename Src>
inline void CopySlices(const Dst& dst, const Src& src, const SliceInfo* dst_slices,
                       const SliceInfo* src_slices, uint32_t dims) {
    const bool from_slice = src_slices[0].shapeValue != 0;
    const SliceWalk dst_walk(dst_slices, dst.GetShapeInfo(), dims, from_slice);
    const SliceWalk src_walk(src_slices, src.GetShapeInfo(), dims, from_slice);
    const SliceInfo& inner = src_slices[0];
    const uint64_t piece = uint64_t{inner.burstLen} * kBlock;
    const uint64_t elements = piece / sizeof(T);
    MoveRecord record = MakeMove(dst, src);
    record.bytes = piece;
    record.count =
        static_cast<uint32_t>((uint64_t{inner.endIndex} - inner.startIndex + 1 + inner.stride) /
                              (elements + inner.stride));
    record.src_pitch = static_cast<int64_t>(piece + uint64_t{src_slices[0].stride} * sizeof(T));
    record.dst_pitch = static_cast<int64_t>(piece + uint64_t{dst_slices[0].stride} * sizeof(T));
    uint8_t* const dst_base = record.dst;
    const uint8_t* const src_base = record.src;
    for (uint64_t i = 0; i < src_walk.pieces(); ++i) {
        record.dst = dst_base + dst_walk.Offset(i) * sizeof(T);
        record.src = src_base + src_walk.Offset(i) * sizeof(T);
        Issue(record);
    }
}

}  // namespace isa

// --- whole blocks

template <typename T>
inline void DataCopy(const LocalTensor<T>& dstLocal, const GlobalTensor<T>& srcGlobal,
                     const DataCopyParams& repeatParams) {
    isa::CopyBlocks(dstLocal, srcGlobal, repeatParams);
}
template <typename T>
inline void DataCopy(const GlobalTensor<T>& dstGlobal, const LocalTensor<T>& srcLocal,
                     const DataCopyParams& repeatParams) {
    isa::CopyBlocks(dstGlobal, srcLocal, repeatParams);
}
template <typename T>
inline void DataCopy(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                     const DataCopyParams& repeatParams) {
    isa::CopyBlocks(dstLocal, srcLocal, repeatParams);
}
template <typename dst_T, typename src_T>
inline void DataCopy(const LocalTensor<dst_T>& dstLocal, const LocalTensor<src_T>& srcLocal,
                     const DataCopyParams& repeatParams) {
    isa::CopyBlocks(dstLocal, srcLocal, repeatParams);
}
template <typename T>
inline void DataCopy(const LocalTensor<T>& dstLocal, const GlobalTensor<T>& srcGlobal,
                     const uint32_t calCount) {
    isa::CopyElements(dstLocal, srcGlobal, calCount);
}
template <typename T>
inline void DataCopy(const GlobalTensor<T>& dstGlobal, const LocalTensor<T>& srcLocal,
                     const uint32_t calCount) {
    isa::CopyElements(dstGlobal, srcLocal, calCount);
}
template <typename T>
inline void DataCopy(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                     const uint32_t calCount) {
    isa::CopyElements(dstLocal, srcLocal, calCount);
}
template <typename T>
inline void DataCopy(const LocalTensor<T>& dstLocal, const GlobalTensor<T>& srcGlobal,
                     const DataCopyParams& intriParams, const DataCopyEnhancedParams&) {
    isa::CopyBlocks(dstLocal, srcGlobal, intriParams);
}
template <typename T>
inline void DataCopy(const GlobalTensor<T>& dstGlobal, const LocalTensor<T>& srcLocal,
                     const DataCopyParams& intriParams, const DataCopyEnhancedParams&) {
    isa::CopyBlocks(dstGlobal, srcLocal, intriParams);
}

// --- slices

template <typename T>
inline void DataCopy(const LocalTensor<T>& dstLocal, const GlobalTensor<T>& srcGlobal,
                     const SliceInfo dstSliceInfo[], const SliceInfo srcSliceInfo[],
                     const uint32_t dimValue = 1) {
    isa::CopySlices<PrimT<T>>(dstLocal, srcGlobal, dstSliceInfo, srcSliceInfo, dimValue);
}
template <typename T>
inline void DataCopy(const GlobalTensor<T>& dstGlobal, const LocalTensor<T>& srcLocal,
                     const SliceInfo dstSliceInfo[], const SliceInfo srcSliceInfo[],
                     const uint32_t dimValue = 1) {
    isa::CopySlices<PrimT<T>>(dstGlobal, srcLocal, dstSliceInfo, srcSliceInfo, dimValue);
}

// --- layouts

template <typename T>
inline void DataCopy(const LocalTensor<T>& dstLocal, const GlobalTensor<T>& srcGlobal,
                     const Nd2NzParams& intriParams) {
    isa::Issue(isa::MakeNdToNz(dstLocal, srcGlobal.Data(), Hardware::GM, intriParams));
}
template <typename T>
inline void DataCopy(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                     const Nd2NzParams& intriParams) {
    isa::Issue(isa::MakeNdToNz(dstLocal, srcLocal.Data(), isa::MemoryOf(srcLocal), intriParams));
}
template <typename T>
inline void DataCopy(const GlobalTensor<T>& dstGlobal, const LocalTensor<T>& srcLocal,
                     const Nz2NdParamsFull& intriParams) {
    using Prim = PrimT<T>;
    isa::LayoutRecord record = {};
    record.op = isa::LayoutOp::kNzToNd;
    record.dtype = isa::DTypeOf<Prim>;
    record.src_memory = isa::MemoryOf(srcLocal);
    record.dst_memory = Hardware::GM;
    record.dst = reinterpret_cast<uint8_t*>(dstGlobal.Data());
    record.src = reinterpret_cast<const uint8_t*>(srcLocal.Data());
    record.matrices = intriParams.ndNum;
    record.rows = intriParams.nValue;
    record.row_bytes = isa::BytesOf<Prim>(intriParams.dValue);
    record.group_bytes = static_cast<uint32_t>(isa::BytesOf<Prim>(BLOCK_CUBE));
    record.nd_row_pitch = isa::BytesOf<Prim>(intriParams.dstDStride);
    record.nd_matrix_pitch = isa::BytesOf<Prim>(intriParams.dstNdMatrixStride);
    record.nz_row_pitch = isa::BytesOf<Prim>(BLOCK_CUBE);
    record.nz_group_pitch = isa::BytesOf<Prim>(uint64_t{intriParams.srcNStride} * BLOCK_CUBE);
    record.nz_matrix_pitch =
        isa::BytesOf<Prim>(uint64_t{intriParams.srcNdMatrixStride} * CUBE_MAX_SIZE);
    isa::Issue(record);
}

// --- bytes

template <typename T>
ASCENDC_ALWAYS_INLINE void DataCopyPad(const LocalTensor<T>& dstLocal,
                                       const GlobalTensor<T>& srcGlobal,
                                       const DataCopyParams& dataCopyParams,
                                       const DataCopyPadParams& padParams) {
    ASCENDC_REQUIRE_API("DataCopyPad", 100, 200);
    isa::CopyPadded(dstLocal, srcGlobal, isa::ExtParams(dataCopyParams), padParams.isPad,
                    padParams.leftPadding, padParams.rightPadding, padParams.paddingValue);
}
template <typename T, typename U,
          typename std::enable_if<std::is_same_v<PrimT<T>, U> && !std::is_same_v<T, U>,
                                  bool>::type = true>
ASCENDC_ALWAYS_INLINE void DataCopyPad(const LocalTensor<T>& dstLocal,
                                       const GlobalTensor<T>& srcGlobal,
                                       const DataCopyExtParams& dataCopyParams,
                                       const DataCopyPadExtParams<U>& padParams) {
    ASCENDC_REQUIRE_API("DataCopyPad", 100, 200);
    isa::CopyPadded(dstLocal, srcGlobal, dataCopyParams, padParams.isPad, padParams.leftPadding,
                    padParams.rightPadding, isa::RawBits(padParams.paddingValue));
}
template <typename T>
ASCENDC_ALWAYS_INLINE void DataCopyPad(const LocalTensor<T>& dstLocal,
                                       const GlobalTensor<T>& srcGlobal,
                                       const DataCopyExtParams& dataCopyParams,
                                       const DataCopyPadExtParams<T>& padParams) {
    ASCENDC_REQUIRE_API("DataCopyPad", 100, 200);
    isa::CopyPadded(dstLocal, srcGlobal, dataCopyParams, padParams.isPad, padParams.leftPadding,
                    padParams.rightPadding, isa::RawBits(padParams.paddingValue));
}
template <typename T>
ASCENDC_ALWAYS_INLINE void DataCopyPad(const GlobalTensor<T>& dstGlobal,
                                       const LocalTensor<T>& srcLocal,
                                       const DataCopyParams& dataCopyParams) {
    ASCENDC_REQUIRE_API("DataCopyPad", 100, 200);
    isa::Issue(isa::MakeByteMove(dstGlobal, srcLocal, isa::ExtParams(dataCopyParams)));
}
template <typename T>
ASCENDC_ALWAYS_INLINE void DataCopyPad(const GlobalTensor<T>& dstGlobal,
                                       const LocalTensor<T>& srcLocal,
                                       const DataCopyExtParams& dataCopyParams) {
    ASCENDC_REQUIRE_API("DataCopyPad", 100, 200);
    isa::Issue(isa::MakeByteMove(dstGlobal, srcLocal, dataCopyParams));
}
/// UB -> L1: rows of bytes are gathered and laid out as NZ.
template <typename T>
inline void DataCopyPad(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                        const DataCopyExtParams&, const Nd2NzParams& nd2nzParams) {
    DataCopy(dstLocal, srcLocal, nd2nzParams);
}
template <typename T>
inline void DataCopyPad(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                        const DataCopyParams&, const Nd2NzParams& nd2nzParams) {
    DataCopy(dstLocal, srcLocal, nd2nzParams);
}

/// The value that DataCopyPad without isPad pads with.
template <typename T, TPosition pos = TPosition::MAX>
inline void SetPadValue(T paddingValue) {
    isa::CurrentCore().pad_value = isa::RawBits(paddingValue);
}

// --- names that kernels take from inside CANN

namespace isa {
template <typename T>
inline LocalTensor<T> LocalAt(T* address) {
    LocalTensor<T> tensor;
    tensor.address_.absAddr = reinterpret_cast<uint8_t*>(ResolveAddress(address));
    tensor.address_.logicPos.Set(static_cast<uint8_t>(TPosition::VECCALC));
    return tensor;
}
template <typename T>
inline GlobalTensor<T> GlobalAt(T* address) {
    GlobalTensor<T> tensor;
    tensor.SetGlobalBuffer(address);
    return tensor;
}
}  // namespace isa

template <typename T, typename Params, typename PadParams>
inline void DataCopyPadGm2UBImpl(__ubuf__ T* dst, __gm__ T* src, const Params& intriParams,
                                 const PadParams& padParams) {
    DataCopyPad(isa::LocalAt(dst), isa::GlobalAt(src), intriParams, padParams);
}
template <typename T, typename Params>
inline void DataCopyPadUB2GMImpl(__gm__ T* dst, __ubuf__ T* src, const Params& intriParams) {
    DataCopyPad(isa::GlobalAt(dst), isa::LocalAt(src), intriParams);
}
template <typename T>
inline void DataCopyUB2GMImpl(__gm__ T* dst, __ubuf__ T* src, const DataCopyParams& intriParams) {
    DataCopy(isa::GlobalAt(dst), isa::LocalAt(src), intriParams);
}
template <typename T>
inline void DataCopyGM2UBImpl(__ubuf__ T* dst, __gm__ T* src, const DataCopyParams& intriParams) {
    DataCopy(isa::LocalAt(dst), isa::GlobalAt(src), intriParams);
}
template <typename T>
inline void DataCopyUB2UBImpl(__ubuf__ T* dst, __ubuf__ T* src, const DataCopyParams& intriParams) {
    DataCopy(isa::LocalAt(dst), isa::LocalAt(src), intriParams);
}

}  // namespace AscendC
