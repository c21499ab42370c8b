// Converts elements: to integers towards zero and saturated, else to the nearest.
#include "tiles.h"

namespace {

template <typename T>
constexpr bool IsInteger() {
    return AscendC::IsSameType<T, int32_t>::value || AscendC::IsSameType<T, int64_t>::value;
}

template <typename T>
constexpr bool IsByte() {
    return sizeof(T) == 1;
}

/// How a type is seen by the cores: bool is a byte of 0 or 1.
template <typename T>
struct Stored {
    using Type = T;
};
template <>
struct Stored<bool> {
    using Type = uint8_t;
};

/// What lies between types that no single instruction converts; else X itself.
template <typename X, typename Y>
struct Between {
    static constexpr bool kBytes = IsByte<X>() && !AscendC::IsSameType<Y, half>::value;
    static constexpr bool kHalves = sizeof(X) == 2 && (sizeof(Y) == 2 || sizeof(Y) == 8);
    static constexpr bool kInteger = AscendC::IsSameType<X, int32_t>::value && sizeof(Y) == 2;
    using Type = typename AscendC::Conditional<
        kBytes, half, typename AscendC::Conditional<kHalves || kInteger, float, X>::type>::type;
};

template <typename X, typename Y>
__aicore__ inline void Convert(const AscendC::LocalTensor<Y>& y, const AscendC::LocalTensor<X>& x,
                               uint32_t count) {
    constexpr bool narrows = sizeof(Y) < sizeof(X) || (IsInteger<X>() && !IsInteger<Y>());
    constexpr AscendC::RoundMode mode = IsInteger<Y>() && !IsInteger<X>()
                                            ? AscendC::RoundMode::CAST_TRUNC
                                        : narrows ? AscendC::RoundMode::CAST_RINT
                                                  : AscendC::RoundMode::CAST_NONE;
    AscendC::Cast(y, x, mode, count);
}

template <typename X, typename Y>
class Conversion {
public:
    template <typename Tiling>
    __aicore__ inline Conversion(GM_ADDR x, GM_ADDR y, const Tiling& tiling) : part_(tiling) {
        x_.SetGlobalBuffer((__gm__ X*)x + part_.begin);
        y_.SetGlobalBuffer((__gm__ Y*)y + part_.begin);
        pipe_.InitBuffer(inputs_, 2, part_.tileLength * sizeof(X));
        pipe_.InitBuffer(results_, 2, part_.tileLength * sizeof(Y));
        if constexpr (kTwoSteps) {
            pipe_.InitBuffer(between_, part_.tileLength * sizeof(Middle));
        }
    }

    __aicore__ inline void Process() {
        for (uint64_t offset = 0; offset < part_.length; offset += part_.tileLength) {
            const uint32_t count = part_.CountAt(offset);
            AscendC::LocalTensor<X> tile = inputs_.template AllocTensor<X>();
            AscendC::DataCopyPad(tile, x_[offset], InRow<X>(count),
                                 AscendC::DataCopyPadExtParams<X>{false, 0, 0, X()});
            inputs_.EnQue(tile);
            Compute(count);
            AscendC::LocalTensor<Y> result = results_.template DeQue<Y>();
            AscendC::DataCopyPad(y_[offset], result, InRow<Y>(count));
            results_.FreeTensor(result);
        }
    }

private:
    using Middle = typename Between<X, Y>::Type;
    static constexpr bool kTwoSteps = !AscendC::IsSameType<Middle, X>::value;

    __aicore__ inline void Compute(uint32_t count) {
        AscendC::LocalTensor<X> x = inputs_.template DeQue<X>();
        AscendC::LocalTensor<Y> y = results_.template AllocTensor<Y>();
        if constexpr (kTwoSteps) {
            AscendC::LocalTensor<Middle> middle = between_.template Get<Middle>();
            Convert(middle, x, count);
            AscendC::PipeBarrier<PIPE_V>();
            Convert(y, middle, count);
            AscendC::PipeBarrier<PIPE_V>();
        } else {
            Convert(y, x, count);
        }
        results_.EnQue(y);
        inputs_.FreeTensor(x);
    }

    AscendC::TPipe pipe_;
    AscendC::TQue<AscendC::TPosition::VECIN, 2> inputs_;
    AscendC::TQue<AscendC::TPosition::VECOUT, 2> results_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> between_;
    AscendC::GlobalTensor<X> x_;
    AscendC::GlobalTensor<Y> y_;
    const Part part_;
};

}  // namespace

extern "C" __global__ __aicore__ void cast(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                           GM_ADDR tiling) {
    GET_TILING_DATA(data, tiling);
    Conversion<Stored<DTYPE_X>::Type, Stored<DTYPE_Y>::Type> kernel(x, y, data);
    kernel.Process();
}
