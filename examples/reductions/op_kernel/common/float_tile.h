// A stretch of a tensor as float numbers in the unified buffer. Shared by the operators of this
// folder.
#ifndef FLOAT_TILE_H
#define FLOAT_TILE_H

#include "kernel_operator.h"

template <typename T>
class FloatTile {
public:
    __aicore__ inline void Init(AscendC::TPipe& pipe, uint32_t most) {
        pipe.InitBuffer(values, most * sizeof(float));
        pipe.InitBuffer(stored, most * sizeof(T) + 32);
    }

    __aicore__ inline AscendC::LocalTensor<float> Load(const AscendC::GlobalTensor<T>& source,
                                                       uint32_t count) {
        AscendC::LocalTensor<float> result = values.Get<float>();
        if constexpr (AscendC::IsSameType<T, float>::value) {
            AscendC::DataCopyPad(result, source, Whole(count), {false, 0, 0, 0});
        } else {
            AscendC::LocalTensor<T> raw = stored.Get<T>();
            AscendC::DataCopyPad(raw, source, Whole(count), {false, 0, 0, 0});
            AscendC::PipeBarrier<PIPE_ALL>();
            AscendC::Cast(result, raw, AscendC::RoundMode::CAST_NONE, count);
        }
        AscendC::PipeBarrier<PIPE_ALL>();
        return result;
    }

    __aicore__ inline void Store(const AscendC::GlobalTensor<T>& target, uint32_t count) {
        AscendC::PipeBarrier<PIPE_ALL>();
        if constexpr (AscendC::IsSameType<T, float>::value) {
            AscendC::DataCopyPad(target, values.Get<float>(), Whole(count));
        } else {
            AscendC::LocalTensor<T> raw = stored.Get<T>();
            AscendC::Cast(raw, values.Get<float>(), AscendC::RoundMode::CAST_RINT, count);
            AscendC::PipeBarrier<PIPE_ALL>();
            AscendC::DataCopyPad(target, raw, Whole(count));
        }
    }

private:
    __aicore__ inline AscendC::DataCopyExtParams Whole(uint32_t count) {
        return {1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0};
    }

    AscendC::TBuf<AscendC::TPosition::VECCALC> values;
    AscendC::TBuf<AscendC::TPosition::VECCALC> stored;
};

#endif  // FLOAT_TILE_H
