// Fixpipe and DataCopy out of L0C.
#pragma once

#include "detail/core/debug.h"
#include "detail/core/meta.h"
#include "detail/cube/load.h"
#include "isa/cube_fixpipe.h"

namespace AscendC {
namespace isa {

struct FixpipeMode {
    FixpipeConvert convert;
    bool per_column;  ///< one scale per column
};

/// The conversions of a pair of types; which of them a kernel asks for is a mode.
template <typename DstT, typename SrcT>
inline FixpipeMode FixpipeModeOf(QuantMode_t mode) {
    constexpr bool from_float = std::is_same_v<SrcT, float>;
    constexpr bool from_int = std::is_same_v<SrcT, int32_t>;
    constexpr bool to_half = std::is_same_v<DstT, half>;
    constexpr bool to_byte = std::is_same_v<DstT, int8_t> || std::is_same_v<DstT, uint8_t>;
    switch (mode) {
        case NoQuant:
            if constexpr (std::is_same_v<DstT, SrcT> && (from_float || from_int)) {
                return {FixpipeConvert::kNone, false};
            }
            break;
        case F322F16:
            if constexpr (from_float && to_half) {
                return {FixpipeConvert::kRound, false};
            }
            break;
        case F322BF16:
            if constexpr (from_float && std::is_same_v<DstT, bfloat16_t>) {
                return {FixpipeConvert::kRound, false};
            }
            break;
        case DEQF16:
        case VDEQF16:
            if constexpr (from_int && to_half) {
                return {FixpipeConvert::kDequant, mode == VDEQF16};
            }
            break;
        case REQ8:
        case VREQ8:
            if constexpr (from_int && to_byte) {
                return {FixpipeConvert::kRequant, mode == VREQ8};
            }
            break;
        case QF322B8_PRE:
        case VQF322B8_PRE:
            if constexpr (from_float && to_byte) {
                return {FixpipeConvert::kQuant, mode == VQF322B8_PRE};
            }
            break;
        default:
            break;
    }
    aicore_trap(
        "Fixpipe: quantPre does not fit the types of source and destination: float to half takes "
        "F322F16, to bfloat16_t F322BF16, to 8 bits (V)QF322B8_PRE; int32_t to half takes "
        "(V)DEQF16, to 8 bits (V)REQ8; the same type takes NoQuant");
}

/// Ways out of L0C that no core before Ascend 950 has.
inline void ExpectWayOut(const CubeFixpipe& record) {
    const bool newer = CurrentCore().arch >= 310;
    if (record.layout == FixpipeLayout::kColumnMajor && !newer) {
        aicore_trap("Fixpipe: CFG_COLUMN_MAJOR is for Ascend 950; this core has NZ and ROW_MAJOR");
    }
    if (record.dst_memory == Hardware::L1 && record.convert == FixpipeConvert::kNone && !newer) {
        aicore_trap(
            "Fixpipe: results reach L1 converted to half, bfloat16_t or 8 bits only, not as float "
            "or int32_t");
    }
    if (record.channel_split &&
        (record.dst_dtype != DType::kF32 || record.layout != FixpipeLayout::kNz)) {
        aicore_trap("Fixpipe: isChannelSplit is for results of type float in NZ");
    }
}

/// A way out of L0C with the parts of the parameters that all its forms have.
template <typename Dst, typename SrcT, typename Params>
inline CubeFixpipe MakeFixpipe(const Dst& dst, const LocalTensor<SrcT>& src, const Params& params,
                               FixpipeLayout layout) {
    using DstT = typename Dst::PrimType;
    using Prim = PrimT<SrcT>;
    const FixpipeMode mode = FixpipeModeOf<DstT, Prim>(params.quantPre);
    Expect("Fixpipe", "nSize", params.nSize, 0, 4095, "must be 0..4095");
    if (layout == FixpipeLayout::kRowMajor) {
        Expect("Fixpipe", "mSize", params.mSize, 0, 8192, "must be 0..8192 for rows of ND");
    }
    CubeFixpipe record = {};
    record.layout = layout;
    record.convert = mode.convert;
    record.src_dtype = DTypeOf<Prim>;
    record.dst_dtype = DTypeOf<DstT>;
    record.dst_memory = MemoryOf(dst);
    record.unit_flag = params.unitFlag;
    record.n = params.nSize;
    record.m = params.mSize;
    record.matrices = 1;
    record.src = reinterpret_cast<const uint8_t*>(DataIn(src, Hardware::L0C));
    record.dst = reinterpret_cast<uint8_t*>(dst.Data());
    record.src_group_pitch = uint64_t{params.srcStride} * BLOCK_CUBE * sizeof(Prim);
    record.dst_pitch = layout == FixpipeLayout::kNz ? uint64_t{params.dstStride} * kBlock
                                                    : uint64_t{params.dstStride} * sizeof(DstT);
    return record;
}

/// Several matrices at once, when the layout changes: srcNdStride in 256 elements.
template <typename DstT, typename SrcT>
inline void SetMatrices(CubeFixpipe& record, uint32_t count, uint32_t src_stride,
                        uint32_t dst_stride) {
    record.matrices = count;
    record.src_matrix_pitch = uint64_t{src_stride} * CUBE_MAX_SIZE * sizeof(SrcT);
    record.dst_matrix_pitch = uint64_t{dst_stride} * sizeof(DstT);
}

constexpr FixpipeLayout LayoutOf(CO2Layout format) {
    return format == CO2Layout::NZ          ? FixpipeLayout::kNz
           : format == CO2Layout::ROW_MAJOR ? FixpipeLayout::kRowMajor
                                            : FixpipeLayout::kColumnMajor;
}

/// Scales that SetFixPipeConfig names.
inline const uint64_t* ConfiguredScales() {
    const void* const scales = CurrentCore().fixpipe_quant;
    if (scales == nullptr) {
        aicore_trap(
            "Fixpipe: quantPre takes a scale for each column, and the kernel names none: pass a "
            "tensor with the scales, or call SetFixPipeConfig");
    }
    return static_cast<const uint64_t*>(scales);
}

template <CO2Layout format, typename Dst, typename SrcT>
inline void RunFixpipe(const Dst& dst, const LocalTensor<SrcT>& src, const uint64_t* scales,
                       const FixpipeParamsV220& params) {
    CubeFixpipe record = MakeFixpipe(dst, src, params, LayoutOf(format));
    record.relu = params.reluEn;
    record.channel_split = params.isChannelSplit;
    record.scale = params.deqScalar;
    if (FixpipeModeOf<typename Dst::PrimType, PrimT<SrcT>>(params.quantPre).per_column) {
        record.scales = scales != nullptr ? scales : ConfiguredScales();
    }
    if (format != CO2Layout::NZ) {
        SetMatrices<typename Dst::PrimType, PrimT<SrcT>>(record, params.ndNum, params.srcNdStride,
                                                         params.dstNdStride);
    }
    ExpectWayOut(record);
    Issue(record);
}

/// The steps after the conversion that 310B has.
inline void SetElementWork(CubeFixpipe& record, const DataCopyCO12DstParams& params) {
    if (params.clipReluPre == 0 && params.eltWiseOp == 0) {
        return;
    }
    if (CurrentCore().arch != 300 || record.dst_dtype != DType::kF16 || params.eltWiseOp > 2) {
        aicore_trap(
            "DataCopy: clipReluPre and eltWiseOp (0, 1 or 2) are for results of type half on "
            "310B");
    }
    record.clip = params.clipReluPre != 0;
    record.elements = static_cast<ElementOp>(params.eltWiseOp);
}

/// DataCopy form: scales and the number of matrices are in registers.
template <typename Dst, typename SrcT>
inline void RunCopyOut(const Dst& dst, const LocalTensor<SrcT>& src,
                       const DataCopyCO12DstParams& params) {
    const Core& core = CurrentCore();
    CubeFixpipe record = MakeFixpipe(
        dst, src, params, params.nz2ndEn ? FixpipeLayout::kRowMajor : FixpipeLayout::kNz);
    record.relu = params.reluPre != 0;
    record.channel_split = params.channelSplit;
    record.scale = core.quant_pre;
    SetElementWork(record, params);
    if (FixpipeModeOf<typename Dst::PrimType, PrimT<SrcT>>(params.quantPre).per_column) {
        record.scales = ConfiguredScales();
    }
    if (params.nz2ndEn) {
        const uint64_t nd = core.fixpipe_nd[0];
        SetMatrices<typename Dst::PrimType, PrimT<SrcT>>(record, nd & 0xffff,
                                                         static_cast<uint32_t>(nd >> 16 & 0xffff),
                                                         static_cast<uint32_t>(nd >> 32 & 0xffff));
    }
    ExpectWayOut(record);
    Issue(record);
}

}  // namespace isa

/// L0C -> global memory, L1 or the unified buffer (which of them `dst` is).
template <typename DstT, typename SrcT, const FixpipeConfig& config = CFG_ROW_MAJOR>
inline void Fixpipe(const GlobalTensor<DstT>& dstGlobal, const LocalTensor<SrcT>& srcLocal,
                    const FixpipeParamsV220& intriParams) {
    ASCENDC_META(ASCENDC_META_CUBE, 0, 0);
    if (isa::HasCube()) {
        isa::RunFixpipe<config.format>(dstGlobal, srcLocal, nullptr, intriParams);
    }
}
template <typename DstT, typename SrcT, const FixpipeConfig& config = CFG_ROW_MAJOR>
inline void Fixpipe(const LocalTensor<DstT>& dstLocal, const LocalTensor<SrcT>& srcLocal,
                    const FixpipeParamsV220& intriParams) {
    ASCENDC_META(ASCENDC_META_CUBE, 0, 0);
    if (isa::HasCube()) {
        isa::RunFixpipe<config.format>(dstLocal, srcLocal, nullptr, intriParams);
    }
}
/// With one scale per column, in L1.
template <typename DstT, typename SrcT, const FixpipeConfig& config = CFG_ROW_MAJOR,
          typename BufT = uint64_t,
          typename std::enable_if<IsSameType<PrimT<BufT>, uint64_t>::value, bool>::type = true>
inline void Fixpipe(const GlobalTensor<DstT>& dstGlobal, const LocalTensor<SrcT>& srcLocal,
                    const LocalTensor<BufT>& cbufWorkspace, const FixpipeParamsV220& intriParams) {
    ASCENDC_META(ASCENDC_META_CUBE, 0, 0);
    if (isa::HasCube()) {
        isa::RunFixpipe<config.format>(dstGlobal, srcLocal, cbufWorkspace.Data(), intriParams);
    }
}
template <typename DstT, typename SrcT, const FixpipeConfig& config = CFG_ROW_MAJOR,
          typename BufT = uint64_t,
          typename std::enable_if<IsSameType<PrimT<BufT>, uint64_t>::value, bool>::type = true>
inline void Fixpipe(const LocalTensor<DstT>& dstLocal, const LocalTensor<SrcT>& srcLocal,
                    const LocalTensor<BufT>& cbufWorkspace, const FixpipeParamsV220& intriParams) {
    ASCENDC_META(ASCENDC_META_CUBE, 0, 0);
    if (isa::HasCube()) {
        isa::RunFixpipe<config.format>(dstLocal, srcLocal, cbufWorkspace.Data(), intriParams);
    }
}

template <typename T, typename U>
inline void DataCopy(const LocalTensor<T>& dstLocal, const LocalTensor<U>& srcLocal,
                     const DataCopyCO12DstParams& intriParams) {
    ASCENDC_META(ASCENDC_META_CUBE, 0, 0);
    if (isa::HasCube()) {
        isa::RunCopyOut(dstLocal, srcLocal, intriParams);
    }
}
template <typename T, typename U>
inline void DataCopy(const GlobalTensor<T>& dstGlobal, const LocalTensor<U>& srcLocal,
                     const DataCopyCO12DstParams& intriParams) {
    ASCENDC_META(ASCENDC_META_CUBE, 0, 0);
    if (isa::HasCube()) {
        isa::RunCopyOut(dstGlobal, srcLocal, intriParams);
    }
}

// --- registers of the way out

/// Scale word for modes with one scale.
inline void SetFixpipePreQuantFlag(uint64_t config) {
    isa::CurrentCore().quant_pre = config;
}
/// Number of matrices, their distance in L0C in 256 elements, and in global memory in elements.
inline void SetFixpipeNz2ndFlag(uint16_t ndNum, uint16_t srcNdStride, uint16_t dstNdStride) {
    isa::CurrentCore().fixpipe_nd[0] =
        uint64_t{dstNdStride} << 32 | uint64_t{srcNdStride} << 16 | ndNum;
}
/// The largest result of moves with clipReluPre, of type half. 310B only.
inline void SetFixPipeClipRelu(uint64_t config) {
    ASCENDC_LACKS_API("SetFixPipeClipRelu", 310);
    isa::CurrentCore().fixpipe_clip = static_cast<uint16_t>(config);
}
/// The matrix in L1 that moves with eltWiseOp add or subtract; c0ChStride: from one group of 16
/// columns to the next in 32 bytes. 310B only.
template <typename T>
inline void SetFixPipeAddr(const LocalTensor<T>& eleWiseTensor, uint16_t c0ChStride) {
    ASCENDC_LACKS_API("SetFixPipeAddr", 310);
    static_assert(std::is_same_v<PrimT<T>, half>, "SetFixPipeAddr takes half");
    if (isa::MemoryOf(eleWiseTensor) != Hardware::L1) {
        aicore_trap("SetFixPipeAddr: the tensor is not in L1 (A1, B1, C1)");
    }
    isa::Core& core = isa::CurrentCore();
    core.fixpipe_elements = eleWiseTensor.Data();
    core.fixpipe_element_pitch = c0ChStride * isa::kBlock;
}
/// Tensors in the fixpipe buffer with one scale word per column.
template <typename T>
inline void SetFixPipeConfig(const LocalTensor<T>& reluPre, const LocalTensor<T>& quantPre,
                             bool isUnitFlag = false) {
    isa::Core& core = isa::CurrentCore();
    core.fixpipe_relu = reluPre.Data();
    core.fixpipe_quant = quantPre.Data();
    (void)isUnitFlag;
}
template <typename T, bool setRelu = false>
inline void SetFixPipeConfig(const LocalTensor<T>& preTensor, bool isUnitFlag = false) {
    isa::Core& core = isa::CurrentCore();
    (setRelu ? core.fixpipe_relu : core.fixpipe_quant) = preTensor.Data();
    (void)isUnitFlag;
}

}  // namespace AscendC
