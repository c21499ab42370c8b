// One value everywhere, whatever its type: as bits.
#include "tiles.h"

namespace {

template <typename Bits>
class Filling {
public:
    template <typename Tiling>
    __aicore__ inline Filling(GM_ADDR value, GM_ADDR y, const Tiling& tiling) : part_(tiling) {
        value_.SetGlobalBuffer((__gm__ Bits*)value);
        y_.SetGlobalBuffer((__gm__ Bits*)y + part_.begin);
        pipe_.InitBuffer(buffer_, part_.tileLength * sizeof(Bits));
    }

    __aicore__ inline void Process() {
        if (part_.length == 0) {
            return;
        }
        AscendC::LocalTensor<Bits> tile = buffer_.template Get<Bits>();
        Prepare(tile, value_.GetValue(0), part_.CountAt(0));
        for (uint64_t offset = 0; offset < part_.length; offset += part_.tileLength) {
            AscendC::DataCopyPad(y_[offset], tile, InRow<Bits>(part_.CountAt(offset)));
        }
    }

private:
    static __aicore__ inline void Prepare(const AscendC::LocalTensor<Bits>& tile, Bits value,
                                          uint32_t count) {
        if constexpr (sizeof(Bits) == 1) {  // instructions repeat two bytes at least
            const uint16_t pair = static_cast<uint16_t>(value | value << 8);
            AscendC::Duplicate(tile.template ReinterpretCast<uint16_t>(), pair,
                               static_cast<int32_t>(count + 1) / 2);
            WaitFor<AscendC::HardEvent::V_MTE3>();
        } else if constexpr (sizeof(Bits) == 8) {  // and four at most
            for (uint32_t i = 0; i < count; ++i) {
                tile.SetValue(i, value);
            }
            WaitFor<AscendC::HardEvent::S_MTE3>();
        } else {
            AscendC::Duplicate(tile, value, static_cast<int32_t>(count));
            WaitFor<AscendC::HardEvent::V_MTE3>();
        }
    }

    AscendC::TPipe pipe_;
    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer_;
    AscendC::GlobalTensor<Bits> value_;
    AscendC::GlobalTensor<Bits> y_;
    const Part part_;
};

template <int size>
struct BitsOf;
template <>
struct BitsOf<1> {
    using Type = uint8_t;
};
template <>
struct BitsOf<2> {
    using Type = uint16_t;
};
template <>
struct BitsOf<4> {
    using Type = uint32_t;
};
template <>
struct BitsOf<8> {
    using Type = uint64_t;
};

}  // namespace

extern "C" __global__ __aicore__ void fill(GM_ADDR dims, GM_ADDR value, GM_ADDR y,
                                           GM_ADDR workspace, GM_ADDR tiling) {
    GET_TILING_DATA(data, tiling);
    Filling<BitsOf<sizeof(DTYPE_Y)>::Type> kernel(value, y, data);
    kernel.Process();
}
