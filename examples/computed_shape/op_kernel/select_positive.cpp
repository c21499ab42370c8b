// SelectPositive: values are [count], places [1, count]. Per output, the shape buffer has the
// number of dimensions and space for eight of them.
#include "kernel_operator.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void select_positive(GM_ADDR x, GM_ADDR values, GM_ADDR places,
                                                      GM_ADDR shapes, GM_ADDR workspace,
                                                      GM_ADDR tiling) {
    GET_TILING_DATA(tilingData, tiling);
    constexpr uint32_t SHAPE_WORDS = 9;
    GlobalTensor<float> xGm, valuesGm;
    GlobalTensor<int64_t> placesGm;
    GlobalTensor<uint64_t> shapesGm;
    xGm.SetGlobalBuffer((__gm__ float*)x, tilingData.length);
    valuesGm.SetGlobalBuffer((__gm__ float*)values, tilingData.length);
    placesGm.SetGlobalBuffer((__gm__ int64_t*)places, tilingData.length);
    shapesGm.SetGlobalBuffer((__gm__ uint64_t*)shapes, 2 * SHAPE_WORDS);
    uint64_t count = 0;
    for (uint64_t i = 0; i < tilingData.length; ++i) {
        const float value = xGm.GetValue(i);
        if (value > 0) {
            valuesGm.SetValue(count, value);
            placesGm.SetValue(count, static_cast<int64_t>(i));
            ++count;
        }
    }
    shapesGm.SetValue(0, 1);
    shapesGm.SetValue(1, count);
    shapesGm.SetValue(SHAPE_WORDS, 2);
    shapesGm.SetValue(SHAPE_WORDS + 1, 1);
    shapesGm.SetValue(SHAPE_WORDS + 2, count);
    DataCacheCleanAndInvalid<float, CacheLine::ENTIRE_DATA_CACHE>(valuesGm);
}
