// SetAippFunctions and LoadImageToLocal: images from global memory to L1, and the loads of
// compressed weights.
#pragma once

#include "detail/cube/image_params.h"
#include "detail/cube/load.h"
#include "isa/image.h"

namespace AscendC {
namespace isa {

template <typename U>
inline void SetImageRegisters(const uint8_t* src0, const uint8_t* src1, AippInputFormat format,
                              const AippParams<U>& config) {
    RequireTypeAtRun<VecApi::kLoadImageToLocal, U>();
    ImageRegisters& r = CurrentCore().image;
    r.planes[0] = src0;
    r.planes[1] = src1;
    r.format = static_cast<ImageFormat>(format);
    r.padding = static_cast<ImagePadding>(config.paddingParams.paddingMode & 3);
    r.dtype = DTypeOf<U>;
    r.four_channels = (config.cPaddingParams.cPaddingMode & 1) != 0;
    r.swap_rb = config.swapParams.isSwapRB;
    r.swap_uv = config.swapParams.isSwapUV;
    r.swap_ax = config.swapParams.isSwapAX;
    r.single_line = config.singleLineParams.isSingleLineCopy;
    r.convert_colours = config.cscParams.isEnableCsc;
    const auto& dtc = config.dtcParams;
    const half mins[3] = {dtc.dtcMinCh0, dtc.dtcMinCh1, dtc.dtcMinCh2};
    const half vars[3] = {dtc.dtcVarCh0, dtc.dtcVarCh1, dtc.dtcVarCh2};
    const uint8_t means[3] = {dtc.dtcMeanCh0, dtc.dtcMeanCh1, dtc.dtcMeanCh2};
    const auto& csc = config.cscParams;
    const int16_t matrix[3][3] = {{csc.cscMatrixR0C0, csc.cscMatrixR0C1, csc.cscMatrixR0C2},
                                  {csc.cscMatrixR1C0, csc.cscMatrixR1C1, csc.cscMatrixR1C2},
                                  {csc.cscMatrixR2C0, csc.cscMatrixR2C1, csc.cscMatrixR2C2}};
    const uint8_t bias_in[3] = {csc.cscBiasIn0, csc.cscBiasIn1, csc.cscBiasIn2};
    const uint8_t bias_out[3] = {csc.cscBiasOut0, csc.cscBiasOut1, csc.cscBiasOut2};
    for (int i = 0; i < 3; ++i) {
        r.mean[i] = means[i];
        r.min[i] = static_cast<uint16_t>(RawBits(mins[i]));
        r.var[i] = static_cast<uint16_t>(RawBits(vars[i]));
        r.bias_in[i] = bias_in[i];
        r.bias_out[i] = bias_out[i];
        for (int j = 0; j < 3; ++j) {
            r.matrix[i][j] = matrix[i][j];
        }
    }
    const auto& padding = config.paddingParams;
    const U values[4] = {padding.paddingValueCh0, padding.paddingValueCh1, padding.paddingValueCh2,
                         padding.paddingValueCh3};
    for (int i = 0; i < 4; ++i) {
        r.padding_value[i] = static_cast<uint16_t>(RawBits(values[i]));
    }
    r.channel_value = static_cast<uint16_t>(RawBits(config.cPaddingParams.cPaddingValue));
}

}  // namespace isa

/// What LoadImageToLocal does with the image at `src0`, and for YUV420SP the plane of U and V at
/// `src1`. U: the type of the results.
template <typename T, typename U>
inline void SetAippFunctions(const GlobalTensor<T>& src0, const GlobalTensor<T>& src1,
                             AippInputFormat format, AippParams<U> config) {
    isa::SetImageRegisters(reinterpret_cast<const uint8_t*>(src0.Data()),
                           reinterpret_cast<const uint8_t*>(src1.Data()), format, config);
}
template <typename T, typename U>
inline void SetAippFunctions(const GlobalTensor<T>& src0, AippInputFormat format,
                             AippParams<U> config) {
    isa::SetImageRegisters(reinterpret_cast<const uint8_t*>(src0.Data()), nullptr, format, config);
}

/// Loads an image, or a part of it, into L1, as rows of pixels of 32 bytes or 4 channels.
template <typename T>
inline void LoadImageToLocal(const LocalTensor<T>& dst,
                             const LoadImageToLocalParams& loadDataParams) {
    ASCENDC_META(ASCENDC_META_CUBE, 0, 0);
    if (!isa::HasCube()) {
        return;
    }
    if (isa::MemoryOf(dst) != Hardware::L1) {
        aicore_trap("LoadImageToLocal: the destination is not in L1 (A1, B1)");
    }
    const LoadImageToLocalParams& p = loadDataParams;
    isa::LoadImage record = {};
    record.dst = reinterpret_cast<uint8_t*>(dst.Data());
    record.dtype = isa::DTypeOf<PrimT<T>>;
    record.width = p.horizSize;
    record.height = p.vertSize;
    record.left = p.horizStartPos;
    record.top = p.vertStartPos;
    record.row = p.srcHorizSize;
    record.pad_top = p.topPadSize;
    record.pad_bottom = p.botPadSize;
    record.pad_left = p.leftPadSize;
    record.pad_right = p.rightPadSize;
    isa::Issue(record);
}

namespace isa {
[[noreturn]] inline void LackUnzip() {
    aicore_trap(
        "LoadDataUnzip: how weights are compressed is not documented; load them uncompressed with "
        "DataCopy");
}
}  // namespace isa

/// Compressed weights (310P). Their format is public nowhere: these end the kernel.
template <typename T = int8_t,
          typename std::enable_if<IsSameType<PrimT<T>, int8_t>::value, bool>::type = true>
inline void LoadUnzipIndex(const GlobalTensor<T>&, uint32_t) {
    ASCENDC_LACKS_API("LoadUnzipIndex", 310);
    isa::LackUnzip();
}
template <typename T>
inline void LoadDataUnzip(const LocalTensor<T>&, const GlobalTensor<T>&) {
    ASCENDC_LACKS_API("LoadDataUnzip", 310);
    isa::LackUnzip();
}

}  // namespace AscendC
