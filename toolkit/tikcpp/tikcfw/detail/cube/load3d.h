// LoadData of feature maps: windows become the rows of a matrix.
#pragma once

#include "detail/cube/load.h"
#include "isa/cube_im2col.h"

namespace AscendC {

/// padList: left, right, top, bottom. One fractal per repeat: from the window at (leftTopW,
/// leftTopH) of the feature map, which are negative in the padding and need be no multiples of the
/// strides, and filter point (fetchFilterW, fetchFilterH) of channels c1Index on, along the filter
/// (repeatMode 0) or the windows (1). jumpStride in fractals.
template <typename T>
struct LoadData3DParamsV1 {
    LoadData3DParamsV1() {}
    LoadData3DParamsV1(const uint8_t padListIn[PAD_SIZE], const uint16_t l1HIn,
                       const uint16_t l1WIn, const uint16_t c1IndexIn, const uint8_t fetchFilterWIn,
                       const uint8_t fetchFilterHIn, const int16_t leftTopWIn,
                       const int16_t leftTopHIn, const uint8_t strideWIn, const uint8_t strideHIn,
                       const uint8_t filterWIn, const uint8_t filterHIn,
                       const uint8_t dilationFilterWIn, const uint8_t dilationFilterHIn,
                       const uint8_t jumpStrideIn, const uint8_t repeatModeIn,
                       const uint8_t repeatTimeIn, const uint8_t cSizeIn, const T padValueIn)
        : padList{padListIn[0], padListIn[1], padListIn[2], padListIn[3]},
          strideW(strideWIn),
          strideH(strideHIn),
          filterW(filterWIn),
          filterH(filterHIn),
          dilationFilterW(dilationFilterWIn),
          dilationFilterH(dilationFilterHIn),
          jumpStride(jumpStrideIn),
          repeatMode(repeatModeIn),
          repeatTime(repeatTimeIn),
          cSize(cSizeIn),
          padValue(padValueIn),
          fetchFilterW(fetchFilterWIn),
          fetchFilterH(fetchFilterHIn),
          l1H(l1HIn),
          l1W(l1WIn),
          c1Index(c1IndexIn),
          leftTopW(leftTopWIn),
          leftTopH(leftTopHIn) {}

    uint8_t padList[PAD_SIZE] = {0};
    uint8_t strideW = 0;
    uint8_t strideH = 0;
    uint8_t filterW = 0;
    uint8_t filterH = 0;
    uint8_t dilationFilterW = 0;
    uint8_t dilationFilterH = 0;
    uint8_t jumpStride = 0;
    uint8_t repeatMode = 0;
    uint8_t repeatTime = 0;
    uint8_t cSize = 0;
    T padValue = 0;
    uint8_t fetchFilterW = 0;
    uint8_t fetchFilterH = 0;
    uint16_t l1H = 0;
    uint16_t l1W = 0;
    uint16_t c1Index = 0;
    int16_t leftTopW = 0;
    int16_t leftTopH = 0;
};

/// A rectangle of the matrix of windows: mExtension rows from mStartPt, kExtension columns from
/// kStartPt. filterSizeW and filterSizeH add 256 to the filter's size.
template <typename T>
struct LoadData3DParamsV2 {
    LoadData3DParamsV2() {}
    LoadData3DParamsV2(const uint8_t padListIn[PAD_SIZE], const uint16_t l1HIn,
                       const uint16_t l1WIn, const uint16_t channelSizeIn,
                       const uint16_t kExtensionIn, const uint16_t mExtensionIn,
                       const uint16_t kStartPtIn, const uint16_t mStartPtIn,
                       const uint8_t strideWIn, const uint8_t strideHIn, const uint8_t filterWIn,
                       const uint8_t filterHIn, const uint8_t dilationFilterWIn,
                       const uint8_t dilationFilterHIn, const bool enTransposeIn,
                       const bool enSmallKIn, const T padValueIn)
        : LoadData3DParamsV2(padListIn, l1HIn, l1WIn, channelSizeIn, kExtensionIn, mExtensionIn,
                             kStartPtIn, mStartPtIn, strideWIn, strideHIn, filterWIn, filterHIn,
                             dilationFilterWIn, dilationFilterHIn, enTransposeIn, enSmallKIn,
                             padValueIn, false, false, false) {}
    // No default arguments: 19 values in braces are LoadData3DParamsV1's.
    LoadData3DParamsV2(const uint8_t padListIn[PAD_SIZE], const uint16_t l1HIn,
                       const uint16_t l1WIn, const uint16_t channelSizeIn,
                       const uint16_t kExtensionIn, const uint16_t mExtensionIn,
                       const uint16_t kStartPtIn, const uint16_t mStartPtIn,
                       const uint8_t strideWIn, const uint8_t strideHIn, const uint8_t filterWIn,
                       const uint8_t filterHIn, const uint8_t dilationFilterWIn,
                       const uint8_t dilationFilterHIn, const bool enTransposeIn,
                       const bool enSmallKIn, const T padValueIn, const bool filterSizeWIn,
                       const bool filterSizeHIn, const bool fMatrixCtrlIn)
        : padList{padListIn[0], padListIn[1], padListIn[2], padListIn[3]},
          l1H(l1HIn),
          l1W(l1WIn),
          channelSize(channelSizeIn),
          kExtension(kExtensionIn),
          mExtension(mExtensionIn),
          kStartPt(kStartPtIn),
          mStartPt(mStartPtIn),
          strideW(strideWIn),
          strideH(strideHIn),
          filterW(filterWIn),
          filterH(filterHIn),
          dilationFilterW(dilationFilterWIn),
          dilationFilterH(dilationFilterHIn),
          enTranspose(enTransposeIn),
          enSmallK(enSmallKIn),
          padValue(padValueIn),
          filterSizeW(filterSizeWIn),
          filterSizeH(filterSizeHIn),
          fMatrixCtrl(fMatrixCtrlIn) {}

    uint8_t padList[PAD_SIZE] = {0};
    uint16_t l1H = 0;
    uint16_t l1W = 0;
    uint16_t channelSize = 0;
    uint16_t kExtension = 0;
    uint16_t mExtension = 0;
    uint16_t kStartPt = 0;
    uint16_t mStartPt = 0;
    uint8_t strideW = 1;
    uint8_t strideH = 1;
    uint8_t filterW = 1;
    uint8_t filterH = 1;
    uint8_t dilationFilterW = 1;
    uint8_t dilationFilterH = 1;
    bool enTranspose = false;
    bool enSmallK = false;
    T padValue = 0;
    bool filterSizeW = false;
    bool filterSizeH = false;
    bool fMatrixCtrl = false;
};

/// The same; extConfig: kExtension, mExtension, kStartPt, mStartPt in 16 bits each from the low
/// end; filterConfig: strides, filter sizes, dilations, w before h, in 8 bits each.
struct LoadData3DParamsV2Pro {
    LoadData3DParamsV2Pro() {}
    LoadData3DParamsV2Pro(const uint16_t channelSizeIn, const bool enTransposeIn,
                          const bool enSmallKIn, const bool filterSizeWIn, const bool filterSizeHIn,
                          const bool fMatrixCtrlIn, const uint64_t extConfigIn,
                          const uint64_t filterConfigIn)
        : channelSize(channelSizeIn),
          enTranspose(enTransposeIn),
          enSmallK(enSmallKIn),
          filterSizeW(filterSizeWIn),
          filterSizeH(filterSizeHIn),
          fMatrixCtrl(fMatrixCtrlIn),
          extConfig(extConfigIn),
          filterConfig(filterConfigIn) {}

    uint16_t channelSize = 0;
    bool enTranspose = false;
    bool enSmallK = false;
    bool filterSizeW = false;
    bool filterSizeH = false;
    bool fMatrixCtrl = false;
    uint64_t extConfig = 0;
    uint64_t filterConfig = 0X10101010101;
};

/// Which registers LoadData sets from its parameters; the others keep what their own functions set.
struct IsResetLoad3dConfig {
    bool isSetFMatrix = true;
    bool isSetPadding = true;
};
constexpr IsResetLoad3dConfig IS_RESER_LOAD3D_DEFAULT_CONFIG = {true, true};
namespace isa {
/// As an argument of templates. By reference as CANN has it, g++ 12 ends in an internal error where
/// it is a static variable of a template's function; by value, which is C++20, it does not, so opc
/// and bisheng turn to that (toolchain/standards.py).
#if __cplusplus >= 202002L
using Load3dConfig = IsResetLoad3dConfig;
#else
using Load3dConfig = const IsResetLoad3dConfig&;
#endif
}  // namespace isa

enum class FmatrixMode : uint8_t { FMATRIX_LEFT = 0, FMATRIX_RIGHT = 1 };

/// repeatMode 0: along the rows, repeatStride in 16 rows; 1: along the columns, in 32 bytes.
struct LoadDataRepeatParam {
    LoadDataRepeatParam() {}
    LoadDataRepeatParam(const uint16_t repeatStrideIn, const uint8_t repeatTimeIn,
                        const uint8_t repeatModeIn)
        : repeatStride(repeatStrideIn), repeatTime(repeatTimeIn), repeatMode(repeatModeIn) {}
    LoadDataRepeatParam(const uint16_t repeatStrideIn, const uint8_t repeatTimeIn,
                        const uint8_t repeatModeIn, const uint16_t dstStrideIn)
        : repeatStride(repeatStrideIn),
          repeatTime(repeatTimeIn),
          repeatMode(repeatModeIn),
          dstStride(dstStrideIn) {}

    uint16_t repeatStride = 0;
    uint8_t repeatTime = 1;
    uint8_t repeatMode = 0;
    uint8_t reserved = 0;
    uint16_t dstStride = 0;  ///< of cores newer than those simulated
};

/// Size and paddings (left, right, top, bottom) of the feature map.
inline void SetFmatrix(uint16_t l1H, uint16_t l1W, const uint8_t padList[4],
                       const FmatrixMode& fmatrixMode) {
    uint64_t word = uint64_t{l1H} << 16 | l1W;
    for (int i = 0; i < 4; ++i) {
        word |= uint64_t{padList[i]} << (32 + 8 * i);
    }
    isa::CurrentCore().fmatrix[static_cast<int>(fmatrixMode)] = word;
}
template <typename T>
inline void SetLoadDataPaddingValue(const T padValue) {
    isa::CurrentCore().load3d_padding = isa::RawBits(padValue);
}
/// Reads beyond this byte of L1 go to its start; 0: no boundary. In 32 bytes for
/// LoadData3DParamsV1.
inline void SetLoadDataBoundary(uint32_t boundaryValue) {
    ASCENDC_LACKS_API("SetLoadDataBoundary", 310);
    isa::CurrentCore().load3d_boundary = boundaryValue;
}
inline void SetLoadDataRepeat(const LoadDataRepeatParam& repeatParams) {
    if (repeatParams.dstStride != 0) {
        aicore_trap("SetLoadDataRepeat: this core has no dstStride; leave it 0");
    }
    // Bit 32 tells a repeat time of 0 from the reset state, which is 1.
    isa::CurrentCore().load3d_repeat = uint64_t{1} << 32 | uint64_t{repeatParams.repeatMode} << 24 |
                                       uint64_t{repeatParams.repeatTime} << 16 |
                                       repeatParams.repeatStride;
}

namespace isa {

/// The parts of a load that come from registers.
template <typename T>
inline CubeIm2col MakeIm2col(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                             bool right_matrix, bool transpose, uint32_t boundary_unit) {
    const Core& core = CurrentCore();
    const uint64_t map = core.fmatrix[right_matrix ? 1 : 0];
    CubeIm2col record = {};
    record.target = MemoryOf(dst) == Hardware::L0B ? CubeIm2col::Target::kTransposed
                    : transpose                    ? CubeIm2col::Target::kColumns
                                                   : CubeIm2col::Target::kRows;
    record.element_bits = kElementBits<PrimT<T>>;
    if (record.target != CubeIm2col::Target::kRows && record.element_bits < 16) {
        aicore_trap(
            "LoadData: windows of 4 or 8 bits are loaded into L0A, untransposed, only; load B with "
            "LoadDataWithTranspose");
    }
    record.repeat = 1;
    record.width = map & 0xffff;
    record.height = static_cast<uint32_t>(map >> 16 & 0xffff);
    record.pad_left = static_cast<uint32_t>(map >> 32 & 0xff);
    record.pad_right = static_cast<uint32_t>(map >> 40 & 0xff);
    record.pad_top = static_cast<uint32_t>(map >> 48 & 0xff);
    record.pad_bottom = static_cast<uint32_t>(map >> 56 & 0xff);
    record.first_x = -static_cast<int32_t>(record.pad_left);
    record.first_y = -static_cast<int32_t>(record.pad_top);
    record.pad_value = core.load3d_padding;
    record.dst = reinterpret_cast<uint8_t*>(dst.Data());
    record.src = reinterpret_cast<const uint8_t*>(src.Data());
    if (core.load3d_boundary != 0) {
        record.wrap_bytes = core.load3d_boundary * boundary_unit;
        record.wrap_end = core.arenas[static_cast<int>(Hardware::L1)].base + record.wrap_bytes;
    }
    return record;
}

template <typename T>
inline void SetLoad3dRegisters(const IsResetLoad3dConfig& config, uint16_t height, uint16_t width,
                               const uint8_t* pad_list, T pad_value) {
    if (config.isSetFMatrix) {
        SetFmatrix(height, width, pad_list, FmatrixMode::FMATRIX_LEFT);
    }
    if (config.isSetPadding) {
        SetLoadDataPaddingValue(pad_value);
    }
}

/// Repeats as the register says; columns are counted in blocks of 32 bytes, on 310B of 64.
template <typename T>
inline void SetRepeats(CubeIm2col& record) {
    const uint64_t repeat = CurrentCore().load3d_repeat;
    if (repeat != 0) {
        record.repeat_columns = (repeat >> 24 & 1) != 0;
        record.repeat = static_cast<uint8_t>(repeat >> 16);
        const uint32_t block_bits = CurrentCore().arch == 300 ? 512 : 256;
        record.repeat_stride = static_cast<uint32_t>(repeat & 0xffff) *
                               (record.repeat_columns ? block_bits / kElementBits<T> : 16);
    }
}

/// leftTopW and leftTopH of LoadData3DParamsV1: a window that begins outside of the padded feature
/// map, or in its row after the last one, has no meaning.
inline void ExpectFirstWindow(const CubeIm2col& record) {
    const int32_t left = -static_cast<int32_t>(record.pad_left);
    const int32_t top = -static_cast<int32_t>(record.pad_top);
    const int32_t reach = static_cast<int32_t>((record.filter_w - 1) * record.dilation_w + 1);
    const int32_t last = static_cast<int32_t>(record.width + record.pad_right) - reach;
    if (record.first_x < left || record.first_x > last) {
        aicore_trap(
            "LoadData: leftTopW is no place of a window: it lies between -padList[0] and the width "
            "plus padList[1] less what the filter covers");
    }
    if (record.first_y < top) {
        aicore_trap("LoadData: leftTopH is above the padding; the least is -padList[2]");
    }
}

}  // namespace isa

template <typename T, isa::Load3dConfig defaultConfig = IS_RESER_LOAD3D_DEFAULT_CONFIG,
          typename U = PrimT<T>,
          typename std::enable_if<IsSameType<PrimT<T>, U>::value, bool>::type = true>
inline void LoadData(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                     const LoadData3DParamsV2<U>& loadDataParams) {
    ASCENDC_REJECT_API("LoadData", 310);
    if (!isa::HasCube()) {
        return;
    }
    const auto& p = loadDataParams;
    isa::SetLoad3dRegisters(defaultConfig, p.l1H, p.l1W, p.padList, p.padValue);
    isa::CubeIm2col record = isa::MakeIm2col(dstLocal, srcLocal, p.fMatrixCtrl, p.enTranspose, 1);
    isa::SetRepeats<PrimT<T>>(record);
    record.channels = p.channelSize;
    record.stride_w = p.strideW;
    record.stride_h = p.strideH;
    record.filter_w = p.filterW + (p.filterSizeW ? 256u : 0u);
    record.filter_h = p.filterH + (p.filterSizeH ? 256u : 0u);
    record.dilation_w = p.dilationFilterW;
    record.dilation_h = p.dilationFilterH;
    record.m_start = p.mStartPt;
    record.m = p.mExtension;
    record.k_start = p.kStartPt;
    record.k = p.kExtension;
    isa::Issue(record);
}

template <typename T>
inline void LoadData(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                     const LoadData3DParamsV2Pro& loadDataParams) {
    ASCENDC_REJECT_API("LoadData", 310);
    if (!isa::HasCube()) {
        return;
    }
    const auto& p = loadDataParams;
    const auto filter = [&p](int byte) {
        return static_cast<uint32_t>(p.filterConfig >> (8 * byte) & 0xff);
    };
    const auto extent = [&p](int part) {
        return static_cast<uint32_t>(p.extConfig >> (16 * part) & 0xffff);
    };
    isa::CubeIm2col record = isa::MakeIm2col(dstLocal, srcLocal, p.fMatrixCtrl, p.enTranspose, 1);
    isa::SetRepeats<PrimT<T>>(record);
    record.channels = p.channelSize;
    record.stride_w = filter(0);
    record.stride_h = filter(1);
    record.filter_w = filter(2) + (p.filterSizeW ? 256u : 0u);
    record.filter_h = filter(3) + (p.filterSizeH ? 256u : 0u);
    record.dilation_w = filter(4);
    record.dilation_h = filter(5);
    record.k = extent(0);
    record.m = extent(1);
    record.k_start = extent(2);
    record.m_start = extent(3);
    isa::Issue(record);
}

template <typename T, isa::Load3dConfig defaultConfig = IS_RESER_LOAD3D_DEFAULT_CONFIG,
          typename U = PrimT<T>,
          typename std::enable_if<IsSameType<PrimT<T>, U>::value, bool>::type = true>
inline void LoadData(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                     const LoadData3DParamsV1<U>& loadDataParams) {
    ASCENDC_LACKS_API("LoadData(LoadData3DParamsV1)", 310);
    if (!isa::HasCube()) {
        return;
    }
    const auto& p = loadDataParams;
    isa::SetLoad3dRegisters(defaultConfig, p.l1H, p.l1W, p.padList, p.padValue);
    isa::CubeIm2col record = isa::MakeIm2col(dstLocal, srcLocal, false, false, isa::kBlock);
    constexpr uint32_t c0 = 256 / isa::kElementBits<PrimT<T>>;
    // Reduced channels are a quarter of a block; else the instruction names whole blocks.
    record.channels = p.cSize != 0 ? c0 / 4 : uint32_t{0xffff} * c0;
    record.stride_w = p.strideW;
    record.stride_h = p.strideH;
    record.filter_w = p.filterW;
    record.filter_h = p.filterH;
    record.dilation_w = p.dilationFilterW;
    record.dilation_h = p.dilationFilterH;
    record.m = 16;
    record.k = c0;
    record.first_x = p.leftTopW;
    record.first_y = p.leftTopH;
    isa::ExpectFirstWindow(record);
    const uint32_t block =
        (uint32_t{p.c1Index} * p.filterH + p.fetchFilterH) * p.filterW + p.fetchFilterW;
    for (uint32_t i = 0; i < p.repeatTime; ++i) {
        record.m_start = p.repeatMode == 1 ? i * 16 : 0;
        record.k_start = (block + (p.repeatMode == 0 ? i : 0)) * c0;
        isa::Issue(record);
        record.dst += uint64_t{p.jumpStride} * isa::kFractalBytes;
    }
}

}  // namespace AscendC
