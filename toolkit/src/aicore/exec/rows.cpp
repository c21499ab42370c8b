#include "aicore/exec/engine.h"
#include "aicore/exec/math.h"
#include "aicore/exec/numeric.h"
#include "aicore/exec/types.h"
#include "aicore/executor.h"
#include "isa/vec_rows.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

/// Scratch floats for one row, freed at the end of the instruction.
class Row {
public:
    explicit Row(size_t n)
        : values_(static_cast<float*>(__builtin_malloc((n + 1) * sizeof(float)))) {
        if (values_ == nullptr) {
            __builtin_trap();
        }
    }
    Row(const Row&) = delete;
    Row& operator=(const Row&) = delete;
    ~Row() { __builtin_free(values_); }

    float* data() const { return values_; }

private:
    float* values_;
};

const uint8_t* At(const void* base, DType type, size_t index) {
    return static_cast<const uint8_t*>(base) + BytesFor(type, index);
}

uint8_t* At(void* base, DType type, size_t index) {
    return static_cast<uint8_t*>(base) + BytesFor(type, index);
}

float LoadOne(DType type, const void* base, size_t index) {
    float value;
    LoadBlock(type, &value, At(base, type, index), 1);
    return value;
}

void StoreOne(DType type, void* base, size_t index, float value) {
    StoreBlock(DType::kF32, type, At(base, type, index), &value, 1);
}

size_t PerBlock(DType type) {
    return kBlockBytes * 8 / BitsOf(type);
}

/// Fills the block of row `row` with one value.
void StoreStat(DType type, void* base, size_t row, float value) {
    if (base == nullptr) {
        return;
    }
    for (size_t i = 0; i < PerBlock(type); ++i) {
        StoreOne(type, base, row * PerBlock(type) + i, value);
    }
}

float LoadStat(DType type, const void* base, size_t row) {
    return LoadOne(type, base, row * PerBlock(type));
}

/// Offset of column `col` of `row` in fractal layout.
size_t FractalOffset(const VecSoftmax& r, size_t row, size_t col) {
    return col / 16 * 16 * r.rows + row * 16 + col % 16;
}

void LoadRow(const VecSoftmax& r, size_t row, float* values) {
    if (!r.nz) {
        LoadBlock(r.type, values, At(r.src, r.type, row * r.cols), r.valid);
        return;
    }
    for (size_t col = 0; col < r.valid; ++col) {
        values[col] = LoadOne(r.type, r.src, FractalOffset(r, row, col));
    }
}

void StoreRow(const VecSoftmax& r, size_t row, const float* values) {
    if (!r.nz) {
        StoreBlock(DType::kF32, r.type, At(r.dst, r.type, row * r.cols), values, r.valid);
        return;
    }
    for (size_t col = 0; col < r.valid; ++col) {
        StoreOne(r.type, r.dst, FractalOffset(r, row, col), values[col]);
    }
}

float MaxOf(const float* values, size_t n) {
    float max = -__builtin_inff();
    for (size_t i = 0; i < n; ++i) {
        max = values[i] > max || values[i] != values[i] ? values[i] : max;
    }
    return max;
}

float ExpOf(float x) {
    return static_cast<float>(math::Exp(x));
}

/// values = e^(values - max); returns their sum.
float ExpRow(float* values, size_t n, float max) {
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        values[i] = static_cast<float>(math::Exp(values[i] - max));
    }
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i) {
        sum += values[i];
    }
    return static_cast<float>(sum);
}

void SoftmaxRow(const VecSoftmax& r, size_t row, float* values) {
    LoadRow(r, row, values);
    const bool flash = r.kind == SoftmaxKind::kFlash || r.kind == SoftmaxKind::kFlashV2;
    float max, sum;
    if (r.kind == SoftmaxKind::kGiven) {
        max = LoadStat(r.stat_type, r.in_max, row);
        sum = LoadStat(r.stat_type, r.in_sum, row);
        ExpRow(values, r.valid, max);
    } else {
        max = MaxOf(values, r.valid);
        float before = 0.0F;
        if (flash && r.update) {
            before = LoadStat(r.stat_type, r.in_max, row);
            max = before > max ? before : max;
        }
        if (r.kind == SoftmaxKind::kLog) {
            const Row exps(r.valid);
            std::memcpy(exps.data(), values, r.valid * sizeof(float));
            sum = ExpRow(exps.data(), r.valid, max);
        } else {
            sum = ExpRow(values, r.valid, max);
        }
        if (flash && r.update) {
            const float factor = ExpOf(before - max);
            sum += factor * LoadStat(r.stat_type, r.in_sum, row);
            StoreStat(r.type, r.exp_max, row, factor);
        }
        StoreStat(r.stat_type, r.max, row, max);
        StoreStat(r.stat_type, r.sum, row, sum);
    }
    if (r.kind == SoftmaxKind::kLog) {
        const float shift = max + static_cast<float>(math::Log(sum));
        for (size_t i = 0; i < r.valid; ++i) {
            values[i] -= shift;
        }
    } else if (r.kind != SoftmaxKind::kFlashV2) {
        for (size_t i = 0; i < r.valid; ++i) {
            values[i] /= sum;
        }
    }
    StoreRow(r, row, values);
}

void RunSoftmax(const VecSoftmax* record) {
    const Row values(record->valid);
    for (size_t row = 0; row < record->rows; ++row) {
        SoftmaxRow(*record, row, values.data());
    }
}

void RunSoftmaxGrad(const VecSoftmaxGrad* record) {
    const VecSoftmaxGrad& r = *record;
    const Row grad(r.valid), src(r.valid);
    for (size_t row = 0; row < r.rows; ++row) {
        LoadBlock(r.type, grad.data(), At(r.grad, r.type, row * r.cols), r.valid);
        LoadBlock(r.type, src.data(), At(r.src, r.type, row * r.cols), r.valid);
        double front = 0.0;
        for (size_t i = 0; i < r.valid; ++i) {
            front += static_cast<double>(grad.data()[i]) * src.data()[i];
        }
        if (r.front_only) {
            StoreStat(r.type, r.dst, row, static_cast<float>(front));
            continue;
        }
        for (size_t i = 0; i < r.valid; ++i) {
            grad.data()[i] = (grad.data()[i] - static_cast<float>(front)) * src.data()[i];
        }
        StoreBlock(DType::kF32, r.type, At(r.dst, r.type, row * r.cols), grad.data(), r.valid);
    }
}

void NormRow(const VecNorm& r, size_t row, float* values) {
    LoadBlock(r.type, values, At(r.src, r.type, row * r.cols), r.valid);
    double mean = 0.0;
    if (!r.rms) {
        for (size_t i = 0; i < r.valid; ++i) {
            mean += values[i];
        }
        mean /= r.valid;
    }
    double variance = 0.0;
    for (size_t i = 0; i < r.valid; ++i) {
        const double distance = values[i] - mean;
        variance += distance * distance;
    }
    variance /= r.valid;
    const double rstd = 1.0 / __builtin_sqrt(variance + static_cast<double>(r.epsilon));
    for (size_t i = 0; i < r.valid; ++i) {
        const float gamma = r.gamma != nullptr ? LoadOne(r.gamma_type, r.gamma, i) : 1.0F;
        const float beta = r.beta != nullptr ? LoadOne(r.gamma_type, r.beta, i) : 0.0F;
        values[i] = static_cast<float>((values[i] - mean) * rstd) * gamma + beta;
    }
    StoreBlock(DType::kF32, r.type, At(r.dst, r.type, row * r.cols), values, r.valid);
    if (r.mean != nullptr) {
        StoreOne(r.stat_type, r.mean, row, static_cast<float>(mean));
    }
    if (r.variance != nullptr) {
        StoreOne(r.stat_type, r.variance, row, static_cast<float>(r.write_rstd ? rstd : variance));
    }
}

void RunNorm(const VecNorm* record) {
    const Row values(record->valid);
    for (size_t row = 0; row < record->rows; ++row) {
        NormRow(*record, row, values.data());
    }
}

float RoundHalf(float x) {
    return HalfToFloat(FloatToHalf(x));
}

/// Every step is rounded to half, as the hardware library computes it.
void RunQuant(const VecQuant* record) {
    const VecQuant& r = *record;
    for (uint32_t i = 0; i < r.count; ++i) {
        const float x = RoundHalf(LoadOne(r.type, r.src, i));
        const float scale =
            r.scale_count == 0 ? r.scale : LoadOne(r.type, r.scales, i % r.scale_count);
        const float offset =
            r.offset_count == 0 ? r.offset : LoadOne(r.type, r.offsets, i % r.offset_count);
        const float scaled = RoundHalf(x * RoundHalf(scale));
        const float value = __builtin_rintf(RoundHalf(scaled + RoundHalf(offset)));
        ConvertSaturating(DType::kF32, DType::kI8, r.dst + i, &value, 1);
    }
}

/// Scales of AscendDequant may be float, bfloat16, or uint64 with a float in the low word.
float ScaleAt(DType type, const void* base, size_t index) {
    if (type == DType::kU64) {
        uint32_t word;
        std::memcpy(&word, static_cast<const uint8_t*>(base) + index * 8, sizeof(word));
        return FloatOfBits(word);
    }
    return LoadOne(type, base, index);
}

void RunDequant(const VecDequant* record) {
    const VecDequant& r = *record;
    for (size_t row = 0; row < r.rows; ++row) {
        for (size_t col = 0; col < r.valid; ++col) {
            const float scale = r.per_column ? ScaleAt(r.scale_type, r.scales, col)
                                             : ScaleAt(r.scale_type, &r.scale, 0);
            const float value = static_cast<float>(r.src[row * r.cols + col]) * scale;
            StoreOne(r.type, r.dst, row * r.dst_pitch + col, value);
        }
    }
}

float LoadQuantised(DType type, const void* base, size_t index) {
    int8_t value;
    if (type == DType::kI4) {
        int8_t pair[2];
        LoadBlock(type, pair, static_cast<const uint8_t*>(base) + index / 2, 2);
        value = pair[index % 2];
    } else {
        std::memcpy(&value, static_cast<const int8_t*>(base) + index, sizeof(value));
    }
    return static_cast<float>(value);
}

void RunAntiQuant(const VecAntiQuant* record) {
    const VecAntiQuant& r = *record;
    for (size_t k = 0; k < r.k; ++k) {
        for (size_t n = 0; n < r.n; ++n) {
            const size_t at = r.transposed ? n * r.k + k : k * r.n + n;
            const size_t channel = r.per_channel ? n : 0;
            const float scale = LoadOne(r.dst_type, r.per_channel ? r.scales : &r.scale, channel);
            const float offset =
                r.has_offset ? LoadOne(r.dst_type, r.per_channel ? r.offsets : &r.offset, channel)
                             : 0.0F;
            float value = LoadQuantised(r.src_type, r.src, at) + offset;
            value = r.dst_type == DType::kF16 ? RoundHalf(value) : value;
            StoreOne(r.dst_type, r.dst, at, value * scale);
        }
    }
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_softmax, VecSoftmax, RunSoftmax)
AICORE_EXECUTOR(aicore_vec_softmax_grad, VecSoftmaxGrad, RunSoftmaxGrad)
AICORE_EXECUTOR(aicore_vec_norm, VecNorm, RunNorm)
AICORE_EXECUTOR(aicore_vec_quant, VecQuant, RunQuant)
AICORE_EXECUTOR(aicore_vec_dequant, VecDequant, RunDequant)
AICORE_EXECUTOR(aicore_vec_antiquant, VecAntiQuant, RunAntiQuant)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
