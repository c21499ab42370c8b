#include "kernel_operator.h"
using namespace AscendC;
struct Call {
    int32_t type, format, paddingMode, padding[4], swapRb, swapUv, swapAx, singleLine;
    int32_t mean[3], min[3], var[3], channelMode, channelValue, csc, matrix[9], biasIn[3],
        biasOut[3];
    int32_t size[9], otherType, noImage;
};
template <typename U>
__aicore__ inline U FromBits(int32_t bits) {
    U value;
    __builtin_memcpy(&value, &bits, sizeof(value));
    return value;
}
template <typename U, typename D>
__aicore__ inline void Load(GM_ADDR src0, GM_ADDR src1, GM_ADDR dst, const Call& c) {
    GlobalTensor<uint8_t> plane0, plane1;
    plane0.SetGlobalBuffer((__gm__ uint8_t*)src0);
    plane1.SetGlobalBuffer((__gm__ uint8_t*)src1);
    const AippInputFormat formats[] = {AippInputFormat::YUV420SP_U8, AippInputFormat::XRGB8888_U8,
                                       AippInputFormat::RGB888_U8, AippInputFormat::YUV400_U8,
                                       static_cast<AippInputFormat>(3)};
    AippPaddingParams<U> padding;
    padding.paddingMode = c.paddingMode;
    padding.paddingValueCh0 = FromBits<U>(c.padding[0]);
    padding.paddingValueCh1 = FromBits<U>(c.padding[1]);
    padding.paddingValueCh2 = FromBits<U>(c.padding[2]);
    padding.paddingValueCh3 = FromBits<U>(c.padding[3]);
    AippSwapParams swap;
    swap.isSwapRB = c.swapRb;
    swap.isSwapUV = c.swapUv;
    swap.isSwapAX = c.swapAx;
    AippSingleLineParams line;
    line.isSingleLineCopy = c.singleLine;
    AippDataTypeConvParams dtc;
    dtc.dtcMeanCh0 = c.mean[0];
    dtc.dtcMeanCh1 = c.mean[1];
    dtc.dtcMeanCh2 = c.mean[2];
    dtc.dtcMinCh0 = FromBits<half>(c.min[0]);
    dtc.dtcMinCh1 = FromBits<half>(c.min[1]);
    dtc.dtcMinCh2 = FromBits<half>(c.min[2]);
    dtc.dtcVarCh0 = FromBits<half>(c.var[0]);
    dtc.dtcVarCh1 = FromBits<half>(c.var[1]);
    dtc.dtcVarCh2 = FromBits<half>(c.var[2]);
    AippChannelPaddingParams<U> channel;
    channel.cPaddingMode = c.channelMode;
    channel.cPaddingValue = FromBits<U>(c.channelValue);
    const int32_t* m = c.matrix;
    AippColorSpaceConvParams csc;
    csc.isEnableCsc = c.csc;
    csc.cscMatrixR0C0 = m[0];
    csc.cscMatrixR0C1 = m[1];
    csc.cscMatrixR0C2 = m[2];
    csc.cscMatrixR1C0 = m[3];
    csc.cscMatrixR1C1 = m[4];
    csc.cscMatrixR1C2 = m[5];
    csc.cscMatrixR2C0 = m[6];
    csc.cscMatrixR2C1 = m[7];
    csc.cscMatrixR2C2 = m[8];
    csc.cscBiasIn0 = c.biasIn[0];
    csc.cscBiasIn1 = c.biasIn[1];
    csc.cscBiasIn2 = c.biasIn[2];
    csc.cscBiasOut0 = c.biasOut[0];
    csc.cscBiasOut1 = c.biasOut[1];
    csc.cscBiasOut2 = c.biasOut[2];
    AippParams<U> config;
    config.paddingParams = padding;
    config.swapParams = swap;
    config.singleLineParams = line;
    config.dtcParams = dtc;
    config.cPaddingParams = channel;
    config.cscParams = csc;
    if (c.format == 0)
        SetAippFunctions(plane0, plane1, formats[0], config);
    else if (!c.noImage)
        SetAippFunctions(plane0, formats[c.format], config);
    LocalTensor<D> image(TPosition::A1, 0, 512 * 1024 / sizeof(D));
    for (int i = 0; i < 65536; ++i)
        ((uint8_t*)image.GetPhyAddr())[i] = 0x5A;
    const int32_t* s = c.size;
    LoadImageToLocalParams params;
    params.horizSize = s[0];
    params.vertSize = s[1];
    params.horizStartPos = s[2];
    params.vertStartPos = s[3];
    params.srcHorizSize = s[4];
    params.topPadSize = s[5];
    params.botPadSize = s[6];
    params.leftPadSize = s[7];
    params.rightPadSize = s[8];
    params.sid = 0;
    if (c.csc)
        LoadImageToLocal(image, params);
    else
        LoadImageToLocal(
            image, LoadImageToLocalParams(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8]));
    __builtin_memcpy(dst, (uint8_t*)image.GetPhyAddr(), 65536);
}
extern "C" __global__ __aicore__ void image(GM_ADDR src0, GM_ADDR src1, GM_ADDR dst, GM_ADDR call) {
    const Call c = *(__gm__ Call*)call;
    if (c.otherType)
        Load<int8_t, half>(src0, src1, dst, c);
    else if (c.type == 0)
        Load<uint8_t, uint8_t>(src0, src1, dst, c);
    else if (c.type == 1)
        Load<int8_t, int8_t>(src0, src1, dst, c);
    else
        Load<half, half>(src0, src1, dst, c);
}
