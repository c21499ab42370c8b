#include "aicore/exec/sums.h"
#include "aicore/executor.h"
#include "isa/vec_reduce.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

void RunRowSum(const VecRowSum* record) {
    const VecRowSum& r = *record;
    const size_t pitch = BytesFor(r.type, r.cols);
    const size_t bytes = BitsOf(r.type) / 8;
    for (uint32_t row = 0; row < r.rows; ++row) {
        const uint8_t* src = static_cast<const uint8_t*>(r.src) + row * pitch;
        uint8_t* dst = static_cast<uint8_t*>(r.dst) + row * bytes;
        VisitType(ComputeType(r.type), [&](auto tag) {
            using T = typename decltype(tag)::type;
            T total;
            if (r.acc_type != r.type) {
                // Sums of half in float: widen the row first.
                alignas(64) float wide[kBatch];
                float sum = 0.0F;
                for (uint32_t start = 0; start < r.valid; start += kBatch) {
                    const uint32_t count = r.valid - start < kBatch ? r.valid - start : kBatch;
                    LoadBlock(r.type, wide, src + BytesFor(r.type, start), count);
                    sum += SumAll<float>(DType::kF32, CountShape(count), Flat(wide), true);
                }
                total = static_cast<T>(sum);
            } else {
                total = SumAll<T>(r.type, CountShape(r.valid), Flat(src), true);
            }
            if (r.scale != 1.0F) {
                total = static_cast<T>(total * r.scale);
            }
            StoreBlock(ComputeType(r.type), r.type, dst, &total, 1);
            return 0;
        });
    }
}

template <typename T>
T Combine(ReduceOp op, DType type, T a, T b) {
    switch (op) {
        case ReduceOp::kSum:
            return AddRounded<T>(type, a, b);
        case ReduceOp::kMax:
            return a > b || a != a ? a : b;
        default:
            return a < b || a != a ? a : b;
    }
}

void RunReduceAxis(const VecReduceAxis* record) {
    const VecReduceAxis& r = *record;
    const size_t pitch = BytesFor(r.type, r.pitch);
    const size_t bytes = BitsOf(r.type) / 8;
    VisitType(ComputeType(r.type), [&](auto tag) {
        using T = typename decltype(tag)::type;
        const uint8_t* src = static_cast<const uint8_t*>(r.src);
        uint8_t* dst = static_cast<uint8_t*>(r.dst);
        if (!r.along_columns) {
            for (uint32_t row = 0; row < r.rows; ++row) {
                VecReduceAll all = {r.op,
                                    false,
                                    true,
                                    r.type,
                                    CountShape(r.cols),
                                    dst + row * bytes,
                                    Flat(src + row * pitch)};
                aicore_vec_reduce_all(&all);
            }
            return 0;
        }
        for (uint32_t col = 0; col < r.cols; ++col) {
            T total;
            LoadBlock(r.type, &total, src + col * bytes, 1);
            for (uint32_t row = 1; row < r.rows; ++row) {
                T value;
                LoadBlock(r.type, &value, src + row * pitch + col * bytes, 1);
                total = Combine<T>(r.op, r.type, total, value);
            }
            StoreBlock(ComputeType(r.type), r.type, dst + col * bytes, &total, 1);
        }
        return 0;
    });
}

/// Adds row after row: dst[c] of a row = src[c] + dst[c] of the row before.
template <typename T>
void SumDown(const VecCumSum& r) {
    alignas(64) T sums[kBatch];
    alignas(64) T row_values[kBatch];
    for (uint32_t start = 0; start < r.cols; start += kBatch) {
        const uint32_t count = r.cols - start < kBatch ? r.cols - start : kBatch;
        std::memset(sums, 0, sizeof(sums));
        for (uint32_t row = 0; row < r.rows; ++row) {
            const size_t offset = BytesFor(r.type, size_t{row} * r.cols + start);
            LoadBlock(r.type, row_values, static_cast<const uint8_t*>(r.src) + offset, count);
            AICORE_IVDEP
            for (uint32_t i = 0; i < count; ++i) {
                sums[i] = static_cast<T>(sums[i] + row_values[i]);
            }
            StoreBlock(ComputeType(r.type), r.type, static_cast<uint8_t*>(r.dst) + offset, sums,
                       count);
        }
    }
}

template <typename T>
void SumAlong(const VecCumSum& r) {
    alignas(64) T values[kBatch];
    for (uint32_t row = 0; row < r.rows; ++row) {
        T sum = T{0};
        for (uint32_t start = 0; start < r.cols; start += kBatch) {
            const uint32_t count = r.cols - start < kBatch ? r.cols - start : kBatch;
            const size_t offset = BytesFor(r.type, size_t{row} * r.cols + start);
            LoadBlock(r.type, values, static_cast<const uint8_t*>(r.src) + offset, count);
            for (uint32_t i = 0; i < count; ++i) {
                sum = static_cast<T>(sum + values[i]);
                values[i] = sum;
            }
            StoreBlock(ComputeType(r.type), r.type, static_cast<uint8_t*>(r.dst) + offset, values,
                       count);
        }
    }
}

void RunCumSum(const VecCumSum* record) {
    const VecCumSum& r = *record;
    VisitType(ComputeType(r.type), [&](auto tag) {
        using T = typename decltype(tag)::type;
        if (r.along_rows) {
            SumAlong<T>(r);
        } else {
            SumDown<T>(r);
        }
        return 0;
    });
    if (r.last_row != nullptr && r.rows != 0) {
        const size_t bytes = BytesFor(r.type, r.cols);
        std::memcpy(r.last_row, static_cast<const uint8_t*>(r.dst) + (r.rows - 1) * bytes, bytes);
    }
}

void RunXorSum(const VecXorSum* record) {
    uint16_t sum = 0;
    for (uint32_t i = 0; i < record->count; ++i) {
        sum = static_cast<uint16_t>(sum + static_cast<uint16_t>(record->src0[i] ^ record->src1[i]));
    }
    std::memcpy(record->dst, &sum, sizeof(sum));
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_cum_sum, VecCumSum, RunCumSum)
AICORE_EXECUTOR(aicore_vec_xor_sum, VecXorSum, RunXorSum)
AICORE_EXECUTOR(aicore_vec_row_sum, VecRowSum, RunRowSum)
AICORE_EXECUTOR(aicore_vec_reduce_axis, VecReduceAxis, RunReduceAxis)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
