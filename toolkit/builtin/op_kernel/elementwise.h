// Kernels that compute element by element: every core its part of the result, tile by tile.
#ifndef BUILTIN_ELEMENTWISE_H
#define BUILTIN_ELEMENTWISE_H

#include "tiles.h"

/// `Function::Apply(y, x1, x2, count)` computes a tile; bfloat16 is computed as float.
template <typename T, typename Function>
class Elementwise {
public:
    template <typename Tiling>
    __aicore__ inline Elementwise(GM_ADDR x1, GM_ADDR x2, GM_ADDR y, const Tiling& tiling)
        : part_(tiling), repeats_{tiling.repeatsFirst != 0, tiling.repeatsSecond != 0} {
        x_[0].SetGlobalBuffer((__gm__ T*)x1 + (repeats_[0] ? 0 : part_.begin));
        x_[1].SetGlobalBuffer((__gm__ T*)x2 + (repeats_[1] ? 0 : part_.begin));
        y_.SetGlobalBuffer((__gm__ T*)y + part_.begin);
        for (auto& queue : inputs_) {
            pipe_.InitBuffer(queue, 2, part_.tileLength * sizeof(T));
        }
        pipe_.InitBuffer(results_, 2, part_.tileLength * sizeof(T));
        if constexpr (kAsFloat) {
            pipe_.InitBuffer(floats_, 3 * part_.tileLength * sizeof(float));
        }
    }

    __aicore__ inline void Process() {
        for (uint64_t offset = 0; offset < part_.length; offset += part_.tileLength) {
            const uint32_t count = part_.CountAt(offset);
            Read(0, offset, count);
            Read(1, offset, count);
            Compute(count);
            Write(offset, count);
        }
    }

private:
    static constexpr bool kAsFloat = AscendC::IsSameType<T, bfloat16_t>::value;

    __aicore__ inline void Read(int input, uint64_t offset, uint32_t count) {
        AscendC::LocalTensor<T> tile = inputs_[input].template AllocTensor<T>();
        const uint32_t elements = repeats_[input] ? 1 : count;
        AscendC::DataCopyPad(tile, x_[input][repeats_[input] ? 0 : offset], InRow<T>(elements),
                             AscendC::DataCopyPadExtParams<T>{false, 0, 0, T()});
        inputs_[input].EnQue(tile);
    }

    /// The tile; one element is repeated over it.
    __aicore__ inline AscendC::LocalTensor<T> Take(int input, uint32_t count) {
        AscendC::LocalTensor<T> tile = inputs_[input].template DeQue<T>();
        if (repeats_[input]) {
            WaitFor<AscendC::HardEvent::MTE2_S>();
            const T value = tile.GetValue(0);
            AscendC::PipeBarrier<PIPE_ALL>();
            AscendC::Duplicate(tile, value, static_cast<int32_t>(count));
            AscendC::PipeBarrier<PIPE_V>();
        }
        return tile;
    }

    __aicore__ inline void Compute(uint32_t count) {
        AscendC::LocalTensor<T> x1 = Take(0, count);
        AscendC::LocalTensor<T> x2 = Take(1, count);
        AscendC::LocalTensor<T> y = results_.template AllocTensor<T>();
        if constexpr (kAsFloat) {
            AscendC::LocalTensor<float> wide1 = floats_.template Get<float>();
            AscendC::LocalTensor<float> wide2 = wide1[part_.tileLength];
            AscendC::LocalTensor<float> wideY = wide1[2 * part_.tileLength];
            AscendC::Cast(wide1, x1, AscendC::RoundMode::CAST_NONE, count);
            AscendC::Cast(wide2, x2, AscendC::RoundMode::CAST_NONE, count);
            AscendC::PipeBarrier<PIPE_V>();
            Function::Apply(wideY, wide1, wide2, static_cast<int32_t>(count));
            AscendC::PipeBarrier<PIPE_V>();
            AscendC::Cast(y, wideY, AscendC::RoundMode::CAST_RINT, count);
        } else {
            Function::Apply(y, x1, x2, static_cast<int32_t>(count));
        }
        results_.EnQue(y);
        inputs_[0].FreeTensor(x1);
        inputs_[1].FreeTensor(x2);
    }

    __aicore__ inline void Write(uint64_t offset, uint32_t count) {
        AscendC::LocalTensor<T> tile = results_.template DeQue<T>();
        AscendC::DataCopyPad(y_[offset], tile, InRow<T>(count));
        results_.FreeTensor(tile);
    }

    AscendC::TPipe pipe_;
    AscendC::TQue<AscendC::TPosition::VECIN, 2> inputs_[2];
    AscendC::TQue<AscendC::TPosition::VECOUT, 2> results_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> floats_;
    AscendC::GlobalTensor<T> x_[2];
    AscendC::GlobalTensor<T> y_;
    const Part part_;
    const bool repeats_[2];
};

/// The kernel `name` that applies AscendC::`Function`.
#define BUILTIN_ELEMENTWISE(name, Function)                                                     \
    struct Call##Function {                                                                     \
        template <typename T>                                                                   \
        static __aicore__ inline void Apply(const AscendC::LocalTensor<T>& y,                   \
                                            const AscendC::LocalTensor<T>& x1,                  \
                                            const AscendC::LocalTensor<T>& x2, int32_t count) { \
            AscendC::Function(y, x1, x2, count);                                                \
        }                                                                                       \
    };                                                                                          \
    extern "C" __global__ __aicore__ void name(GM_ADDR x1, GM_ADDR x2, GM_ADDR y,               \
                                               GM_ADDR workspace, GM_ADDR tiling) {             \
        GET_TILING_DATA(data, tiling);                                                          \
        Elementwise<DTYPE_Y, Call##Function> kernel(x1, x2, y, data);                           \
        kernel.Process();                                                                       \
    }

#endif  // BUILTIN_ELEMENTWISE_H
