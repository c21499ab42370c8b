#include "aicore/exec/engine.h"
#include "aicore/exec/half_blocks.h"
#include "aicore/exec/types.h"
#include "aicore/instruction_executor.h"
#include "isa/core.h"
#include "isa/vec_select.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

/// dst[i] = bit i ? a[i] : b[i] (b[0] for a scalar); 8 elements per byte of bits.
template <typename T, bool Scalar>
void SelectLoop(T* dst, const uint8_t* bits, const T* a, const T* b, size_t n) {
    constexpr uint8_t kBit[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    const T scalar = b[0];
    const size_t whole = n / 8 * 8;
    for (size_t i = 0; i < whole; i += 8) {
        const uint8_t byte = bits[i / 8];
        T chosen[8];
        for (size_t j = 0; j < 8; ++j) {
            chosen[j] = (byte & kBit[j]) != 0 ? a[i + j] : (Scalar ? scalar : b[i + j]);
        }
        std::memcpy(dst + i, chosen, sizeof(chosen));
    }
    for (size_t j = 0; j < n - whole; ++j) {
        dst[whole + j] =
            (bits[whole / 8] & kBit[j & 7]) != 0 ? a[whole + j] : (Scalar ? scalar : b[whole + j]);
    }
}

template <typename T>
void SelectBits(T* dst, const uint8_t* bits, const T* a, const T* b, size_t n, bool scalar) {
    if (scalar) {
        SelectLoop<T, true>(dst, bits, a, b, n);
    } else {
        SelectLoop<T, false>(dst, bits, a, b, n);
    }
}

template <typename T>
void SelectRepeats(const VecSelect& r, const uint8_t* bits) {
    constexpr uint32_t kLanes = kRepeatBytes / sizeof(T);
    alignas(64) T a[kLanes] = {};
    alignas(64) T b[kLanes] = {};
    alignas(64) T result[kLanes];
    const uint32_t repeats = RepeatsOf(r.shape, kLanes);
    VecOperand dst = r.dst, src0 = r.src0, src1 = r.src1;
    if (r.shape.mode == VecMode::kCount) {
        dst = Flat(dst.addr);
        src0 = Flat(src0.addr);
        src1 = Flat(src1.addr);
    }
    const T scalar = FromBits<T>(r.scalar);
    for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
        const LaneSet lanes = LanesOfRepeat(r.shape, repeat, kLanes);
        PackRepeat(a, src0, repeat, r.type, kLanes, lanes);
        if (!r.by_scalar) {
            PackRepeat(b, src1, repeat, r.type, kLanes, lanes);
        }
        const uint8_t* selected = bits + (r.same_bits ? 0 : size_t{repeat} * kLanes / 8);
        SelectBits<T>(result, selected, a, r.by_scalar ? &scalar : b, kLanes, r.by_scalar);
        UnpackRepeat(dst, result, repeat, r.type, kLanes, lanes);
    }
}

void RunSelect(const VecSelect* record) {
    const VecSelect& r = *record;
    // An SPR selection leaves its bits in the register, and reads them from there.
    uint8_t spr[16];
    const uint8_t* bits = static_cast<const uint8_t*>(r.bits);
    if (r.same_bits) {
        Core& core = CurrentCore();
        if (bits != nullptr) {
            std::memcpy(core.cmp_mask, bits, kRepeatBytes / BitsOf(r.type));
        }
        std::memcpy(spr, core.cmp_mask, sizeof(spr));
        bits = spr;
    }
    VisitSize(BitsOf(r.type) / 8, [&](auto tag) {
        using T = typename decltype(tag)::type;
        if (r.shape.mode == VecMode::kCount && !r.same_bits) {
            const T scalar = FromBits<T>(r.scalar);
            const T* b = r.by_scalar ? &scalar : static_cast<const T*>(r.src1.addr);
            SelectBits<T>(static_cast<T*>(r.dst.addr), bits, static_cast<const T*>(r.src0.addr), b,
                          r.shape.count, r.by_scalar);
        } else {
            SelectRepeats<T>(r, bits);
        }
    });
}

template <typename T, typename M>
void SelectRow(T* dst, const T* src, const M* mask, T scalar, uint32_t n, bool scalar_first) {
    AICORE_IVDEP
    for (uint32_t i = 0; i < n; ++i) {
        const bool first = mask[i] == 0;
        dst[i] = first == scalar_first ? scalar : src[i];
    }
}

void RunSelectBytes(const VecSelectBytes* record) {
    const VecSelectBytes& r = *record;
    VisitSize(BitsOf(r.type) / 8, [&](auto value_tag) {
        using T = typename decltype(value_tag)::type;
        VisitSize(r.mask_bytes, [&](auto mask_tag) {
            using M = typename decltype(mask_tag)::type;
            for (uint32_t row = 0; row < r.rows; ++row) {
                SelectRow<T, M>(static_cast<T*>(r.dst) + size_t{row} * r.src_cols,
                                static_cast<const T*>(r.src) + size_t{row} * r.src_cols,
                                static_cast<const M*>(r.mask) + size_t{row} * r.mask_cols,
                                FromBits<T>(r.scalar), r.src_cols, r.scalar_first);
            }
        });
    });
}

void RunDropOut(const VecDropOut* record) {
    const VecDropOut& r = *record;
    constexpr uint32_t kBlock = 256;
    float values[kBlock];
    for (uint32_t row = 0; row < r.rows; ++row) {
        const uint8_t* mask = r.mask + size_t{row} * r.mask_pitch;
        for (uint32_t start = 0; start < r.src_cols; start += kBlock) {
            const uint32_t count = r.src_cols - start < kBlock ? r.src_cols - start : kBlock;
            const size_t offset = BytesFor(r.type, size_t{row} * r.src_cols + start);
            LoadBlock(r.type, values, static_cast<const uint8_t*>(r.src) + offset, count);
            if (r.bits) {
                for (uint32_t i = 0; i < count; ++i) {
                    const uint32_t at = start + i;
                    const bool is_selected = ((mask[at / 8] >> (at % 8)) & 1) != 0;
                    values[i] = is_selected ? values[i] * r.factor : 0.0F;
                }
            } else {
                // Bytes are cast and multiplied with: 0 makes NaN of what is not finite.
                for (uint32_t i = 0; i < count; ++i) {
                    values[i] *= static_cast<float>(mask[start + i]);
                }
                if (r.type == DType::kF16) {
                    uint16_t halves[kBlock];
                    FloatToHalfBlock(halves, values, count);
                    HalfToFloatBlock(values, halves, count);
                }
                for (uint32_t i = 0; i < count; ++i) {
                    values[i] *= r.factor;
                }
            }
            StoreBlock(DType::kF32, r.type, static_cast<uint8_t*>(r.dst) + offset, values, count);
        }
    }
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_drop_out, VecDropOut, RunDropOut)
AICORE_EXECUTOR(aicore_vec_select, VecSelect, RunSelect)
AICORE_EXECUTOR(aicore_vec_select_bytes, VecSelectBytes, RunSelectBytes)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
