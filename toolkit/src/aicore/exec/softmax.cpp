#include "aicore/exec/exp.h"
#include "aicore/exec/rows.h"
#include "aicore/instruction_executor.h"
#include "isa/vec_softmax.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

constexpr size_t kFractalColumns = 16;

/// One statistic per row: a 32-byte block filled with it, or a single element.
void StoreStat(DType type, void* base, size_t row, bool single, float value) {
    if (base == nullptr || single) {
        StoreOne(type, base, row, value);
        return;
    }
    float block[kBlockBytes / 2];
    for (float& lane : block) {
        lane = value;
    }
    StoreBlock(DType::kF32, type, At(base, type, row * PerBlock(type)), block, PerBlock(type));
}

float LoadStat(DType type, const void* base, size_t row, bool single) {
    return LoadOne(type, base, single ? row : row * PerBlock(type));
}

/// Columns that lie together: a row, or 16 columns of fractal layout.
size_t RunLength(bool nz, size_t col, size_t cols) {
    const size_t remaining = cols - col;
    return nz && remaining > kFractalColumns ? kFractalColumns : remaining;
}

size_t OffsetOf(const SoftmaxRows& rows, size_t row, size_t col) {
    return rows.nz ? col * rows.count + row * kFractalColumns : row * rows.pitch + col;
}

void LoadRow(const SoftmaxRows& rows, DType type, const void* src, size_t row, float* values) {
    for (size_t col = 0; col < rows.valid; col += kFractalColumns) {
        const size_t n = RunLength(rows.nz, col, rows.valid);
        LoadBlock(type, values + col, At(src, type, OffsetOf(rows, row, col)), n);
        if (!rows.nz) {
            return;
        }
    }
}

void StoreRow(const SoftmaxRows& rows, DType type, void* dst, size_t row, const float* values) {
    for (size_t col = 0; col < rows.valid; col += kFractalColumns) {
        const size_t n = RunLength(rows.nz, col, rows.valid);
        StoreBlock(DType::kF32, type, At(dst, type, OffsetOf(rows, row, col)), values + col, n);
        if (!rows.nz) {
            return;
        }
    }
}

float ExpOf(float x) {
    return math::ExpFloat(x);
}

/// values = e^(values - max); returns their sum.
float ExpRow(float* values, size_t n, float max) {
    ExpArray(values, values, n, max);
    return static_cast<float>(SumOf(values, n));
}

/// What an earlier part of the row leaves: its maximum, sum, and (PASA) mean.
struct RowState {
    float max, sum, mean;
};

/// Moves each of the kParts parts of a row by shift_scale times what the row's mean exceeds the
/// part's mean by; returns the row's mean. The means of the parts are formed as the hardware
/// library forms them: of the first 512 elements 64 each, of the others 8 of every 64.
float CenterParts(const VecSoftmax& r, float* values) {
    constexpr size_t kParts = 8, kRepeat = 64;
    const size_t n = r.at.valid, part = n / kParts;
    const float mean = static_cast<float>(SumOf(values, n) / static_cast<double>(n));
    float shifts[kParts];
    for (size_t p = 0; p < kParts; ++p) {
        double sum = 0.0;
        if ((p + 1) * kRepeat <= n) {
            sum = SumOf(values + p * kRepeat, kRepeat);
        }
        for (size_t at = kParts * kRepeat + p * kParts; at + kParts <= n; at += kRepeat) {
            sum += SumOf(values + at, kParts);
        }
        shifts[p] = (mean - static_cast<float>(sum / static_cast<double>(part))) * r.shift_scale;
    }
    for (size_t i = 0; i < part * kParts; ++i) {
        values[i] -= shifts[i / part];
    }
    return mean;
}

void FlashRow(const VecSoftmax& r, size_t row, float* values) {
    RowState before = {};
    if (r.update) {
        before.max = LoadStat(r.stat_type, r.in_max, row, r.single);
        before.sum = LoadStat(r.stat_type, r.in_sum, row, r.single);
        before.mean = LoadStat(r.stat_type, r.in_mean, row, r.single);
    }
    float shift = 0.0F, shift_before = 0.0F;
    if (r.kind == SoftmaxKind::kFlashV3) {
        const float center = CenterParts(r, values);
        float mean = center;
        if (r.update) {
            const float loops = static_cast<float>(r.loops);
            mean = (center + before.mean * (loops - 1.0F)) / loops;
        }
        shift = (center - mean) * r.shift_scale;
        shift_before = (before.mean - mean) * r.shift_scale;
        StoreStat(r.stat_type, r.mean, row, r.single, mean);
    }
    float max = MaxOf(values, r.at.valid) + shift;
    if (r.update) {
        StoreStat(r.stat_type, r.row_max, row, r.single, max);
        const float other = before.max + shift_before;
        max = other > max ? other : max;
    }
    float sum = ExpRow(values, r.at.valid, max - shift);
    if (r.update) {
        float factor = ExpOf(before.max - max + shift_before);
        const float carried = factor * before.sum;
        sum += carried;
        factor = r.kind == SoftmaxKind::kFlash ? carried / sum : factor;
        StoreStat(r.type, r.exp_max, row, r.single, factor);
    }
    StoreStat(r.stat_type, r.max, row, r.single, max);
    StoreStat(r.stat_type, r.sum, row, r.single, sum);
    if (r.kind == SoftmaxKind::kFlash) {
        for (size_t i = 0; i < r.at.valid; ++i) {
            values[i] /= sum;
        }
    }
}

void PlainRow(const VecSoftmax& r, size_t row, float* values) {
    const bool has_max = r.kind == SoftmaxKind::kSimple;
    const float max =
        has_max ? LoadStat(r.stat_type, r.in_max, row, r.single) : MaxOf(values, r.at.valid);
    float sum = ExpRow(values, r.at.valid, max);
    if (has_max) {
        sum = LoadStat(r.stat_type, r.in_sum, row, r.single);
    } else {
        StoreStat(r.stat_type, r.max, row, r.single, max);
        StoreStat(r.stat_type, r.sum, row, r.single, sum);
    }
    for (size_t i = 0; i < r.at.valid; ++i) {
        values[i] /= sum;
    }
    if (r.kind == SoftmaxKind::kLog) {
        constexpr double kLog10E = 0.43429448190325182765;
        AICORE_IVDEP
        for (size_t i = 0; i < r.at.valid; ++i) {
            values[i] = static_cast<float>(math::Log(values[i]) * kLog10E);
        }
    }
}

void RunSoftmax(const VecSoftmax* record) {
    const VecSoftmax& r = *record;
    const Row values(r.at.valid);
    for (size_t row = 0; row < r.at.count; ++row) {
        LoadRow(r.at, r.type, r.src, row, values.data());
        if (r.kind >= SoftmaxKind::kFlash) {
            FlashRow(r, row, values.data());
        } else {
            PlainRow(r, row, values.data());
        }
        StoreRow(r.at, r.type, r.dst, row, values.data());
    }
}

void RunSoftmaxGrad(const VecSoftmaxGrad* record) {
    const VecSoftmaxGrad& r = *record;
    const Row grad(r.at.valid), src(r.at.valid);
    for (size_t row = 0; row < r.at.count; ++row) {
        LoadRow(r.at, r.type, r.grad, row, grad.data());
        LoadRow(r.at, r.type, r.src, row, src.data());
        const float front = static_cast<float>(
            SumTerms(grad.data(), src.data(), r.at.valid, [](auto g, auto s) { return g * s; }));
        if (r.front_only) {
            StoreStat(r.type, r.dst, row, false, front);
            continue;
        }
        for (size_t i = 0; i < r.at.valid; ++i) {
            grad.data()[i] = (grad.data()[i] - front) * src.data()[i];
        }
        StoreRow(r.at, r.type, r.dst, row, grad.data());
    }
}

void RunSoftmaxAdjust(const VecSoftmaxAdjust* record) {
    const VecSoftmaxAdjust& r = *record;
    const size_t bytes = BitsOf(r.max_type) / 8;
    const Row values(r.at.valid);
    LoadParameters(r.type, values.data(), nullptr, r.at.valid, r.to);
    for (size_t row = 0; row < r.at.count; ++row) {
        uint32_t bits = 0;
        std::memcpy(&bits, At(r.max, r.max_type, r.single ? row : row * PerBlock(r.max_type)),
                    bytes);
        if (bits == r.from) {
            StoreRow(r.at, r.type, r.dst, row, values.data());
            *r.has_match = true;
        }
    }
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_softmax, VecSoftmax, RunSoftmax)
AICORE_EXECUTOR(aicore_vec_softmax_grad, VecSoftmaxGrad, RunSoftmaxGrad)
AICORE_EXECUTOR(aicore_vec_softmax_adjust, VecSoftmaxAdjust, RunSoftmaxAdjust)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
