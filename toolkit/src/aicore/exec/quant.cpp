#include "aicore/exec/half_blocks.h"
#include "aicore/exec/numeric.h"
#include "aicore/exec/rows.h"
#include "aicore/instruction_executor.h"
#include "isa/vec_quant.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

constexpr size_t kPiece = 512;  // elements computed at a time

void RoundToHalf(float* values, size_t n) {
    uint16_t halves[kPiece];
    FloatToHalfBlock(halves, values, n);
    HalfToFloatBlock(values, halves, n);
}

/// How many elements from `at` on have neighbouring factors.
size_t RunOf(const QuantFactor& factor, size_t at, size_t n) {
    const size_t remaining = factor.count == 0 ? n : factor.count - at % factor.count;
    return remaining < n ? remaining : n;
}

void LoadFactor(const QuantFactor& factor, DType type, size_t at, size_t n, float* values) {
    if (factor.count == 0) {
        LoadParameters(type, values, nullptr, n, factor.scalar);
    } else {
        LoadFloats(type, values, factor.values, at % factor.count, n);
    }
    RoundToHalf(values, n);
}

void RunQuant(const VecQuant* record) {
    const VecQuant& r = *record;
    float x[kPiece], scale[kPiece], offset[kPiece];
    for (size_t at = 0; at < r.count;) {
        size_t n = r.count - at < kPiece ? r.count - at : kPiece;
        n = RunOf(r.offset, at, RunOf(r.scale, at, n));
        LoadFloats(r.type, x, r.src, at, n);
        RoundToHalf(x, n);
        LoadFactor(r.scale, r.type, at, n, scale);
        LoadFactor(r.offset, r.type, at, n, offset);
        for (size_t i = 0; i < n; ++i) {
            x[i] *= scale[i];
        }
        RoundToHalf(x, n);
        for (size_t i = 0; i < n; ++i) {
            x[i] += offset[i];
        }
        RoundToHalf(x, n);
        ConvertSaturating(DType::kF32, DType::kI8, r.dst + at, x, n);
        at += n;
    }
}

/// Scales of AscendDequant may be float, bfloat16, or uint64 with a float in the low word.
void LoadScales(DType type, const void* base, size_t n, float* values) {
    if (type != DType::kU64) {
        LoadFloats(type, values, base, 0, n);
        return;
    }
    for (size_t i = 0; i < n; ++i) {
        std::memcpy(&values[i], static_cast<const uint8_t*>(base) + i * sizeof(uint64_t),
                    sizeof(float));
    }
}

void RunDequant(const VecDequant* record) {
    const VecDequant& r = *record;
    const Row scales(r.valid), values(r.valid);
    if (r.per_column) {
        LoadScales(r.scale_type, r.scales, r.valid, scales.data());
    } else {
        float scale;
        LoadScales(r.scale_type, &r.scale, 1, &scale);
        LoadParameters(r.scale_type, scales.data(), nullptr, r.valid, scale);
    }
    size_t row = 0;
    for (size_t done = 0; done < r.count; done += r.valid, ++row) {
        const size_t n = r.count - done < r.valid ? r.count - done : r.valid;
        const int32_t* const src = r.src + row * r.src_pitch;
        for (size_t i = 0; i < n; ++i) {
            values.data()[i] = static_cast<float>(src[i]) * scales.data()[i];
        }
        StoreFloats(r.type, r.dst, row * r.dst_pitch, values.data(), n);
    }
}

void LoadIntegers(DType type, float* values, const void* base, size_t index, size_t n) {
    int8_t integers[kPiece];
    LoadBlock(type, integers, At(base, type, index), n);
    for (size_t i = 0; i < n; ++i) {
        values[i] = static_cast<float>(integers[i]);
    }
}

/// Scales or offsets of a run of elements.
struct AntiQuantFactor {
    const void* values;
    uint64_t scalar;
    uint32_t groups;

    /// `row` and `col` say where in src the run of `n` elements begins.
    void Load(const VecAntiQuant& r, size_t row, size_t col, size_t n, float* to) const {
        if (!r.per_channel) {
            LoadParameters(r.dst_type, to, nullptr, n, LoadOne(r.dst_type, &scalar, 0));
            return;
        }
        const size_t group = r.k / groups;
        if (!r.transposed) {
            LoadFloats(r.dst_type, to, values, row / group * r.n + col, n);
            return;
        }
        for (size_t i = 0; i < n; ++i) {
            to[i] = LoadOne(r.dst_type, values, row * groups + (col + i) / group);
        }
    }
};

void RunAntiQuant(const VecAntiQuant* record) {
    const VecAntiQuant& r = *record;
    const size_t rows = r.transposed ? r.n : r.k;
    const size_t cols = r.transposed ? r.k : r.n;
    const AntiQuantFactor scales{r.scales, r.scale, r.scale_groups};
    const AntiQuantFactor offsets{r.offsets, r.offset, r.offset_groups};
    const bool half = r.dst_type == DType::kF16;  // bfloat16 is computed in float
    float x[kPiece], factor[kPiece];
    for (size_t row = 0; row < rows; ++row) {
        for (size_t col = 0; col < cols; col += kPiece) {
            const size_t n = cols - col < kPiece ? cols - col : kPiece;
            LoadIntegers(r.src_type, x, r.src, row * cols + col, n);
            if (r.has_offset) {
                offsets.Load(r, row, col, n, factor);
                for (size_t i = 0; i < n; ++i) {
                    x[i] += factor[i];
                }
            }
            if (half) {
                RoundToHalf(x, n);
            }
            scales.Load(r, row, col, n, factor);
            for (size_t i = 0; i < n; ++i) {
                x[i] *= factor[i];
            }
            StoreFloats(r.dst_type, r.dst, row * cols + col, x, n);
        }
    }
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_quant, VecQuant, RunQuant)
AICORE_EXECUTOR(aicore_vec_dequant, VecDequant, RunDequant)
AICORE_EXECUTOR(aicore_vec_antiquant, VecAntiQuant, RunAntiQuant)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
