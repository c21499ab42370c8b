#include "aicore/exec/sums.h"
#include "aicore/instruction_executor.h"
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
                    sum +=
                        SumAll<float>(DType::kF32, CountShape(count), Flat(wide), SumOrder::kTree);
                }
                total = static_cast<T>(sum);
            } else {
                total = SumAll<T>(r.type, CountShape(r.valid), Flat(src), SumOrder::kTree);
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
T Combine(AxisOp op, T a, T b) {
    switch (op) {
        case AxisOp::kSum:
            return static_cast<T>(a + b);
        case AxisOp::kProd:
            return static_cast<T>(a * b);
        case AxisOp::kMax:
            return b > a || b != b ? b : a;
        default:
            return b < a || b != b ? b : a;
    }
}

/// total[i] = total[i] op values[i]; half and bfloat16 round after every step.
template <typename T>
void CombineRow(AxisOp op, DType type, T* total, const T* values, uint32_t n) {
    AICORE_IVDEP
    for (uint32_t i = 0; i < n; ++i) {
        total[i] = Combine<T>(op, total[i], values[i]);
    }
    if constexpr (std::is_same_v<T, float>) {
        RoundSums(type, total, n);
    }
}

template <typename T>
void ScaleAndStore(const VecReduceAxis& r, uint32_t at, T* values, uint32_t n) {
    if (r.scale != 1.0F) {
        for (uint32_t i = 0; i < n; ++i) {
            values[i] = static_cast<T>(values[i] * r.scale);
        }
    }
    StoreBlock(ComputeType(r.type), r.type, static_cast<uint8_t*>(r.dst) + BytesFor(r.type, at),
               values, n);
}

template <typename T>
void ReduceRows(const VecReduceAxis& r) {
    const size_t pitch = BytesFor(r.type, r.pitch);
    alignas(64) T values[kBatch];
    for (uint32_t row = 0; row < r.rows; ++row) {
        const uint8_t* src = static_cast<const uint8_t*>(r.src) + row * pitch;
        T total;
        if (r.op == AxisOp::kSum) {
            total = SumAll<T>(r.type, CountShape(r.cols), Flat(src), SumOrder::kTree);
        } else {
            LoadBlock(r.type, &total, src, 1);
            for (uint32_t start = 0; start < r.cols; start += kBatch) {
                const uint32_t count = r.cols - start < kBatch ? r.cols - start : kBatch;
                LoadBlock(r.type, values, src + BytesFor(r.type, start), count);
                for (uint32_t i = start == 0 ? 1 : 0; i < count; ++i) {
                    CombineRow<T>(r.op, r.type, &total, values + i, 1);
                }
            }
        }
        ScaleAndStore<T>(r, row, &total, 1);
    }
}

template <typename T>
void ReduceColumns(const VecReduceAxis& r) {
    const size_t pitch = BytesFor(r.type, r.pitch);
    alignas(64) T values[kBatch];
    alignas(64) T totals[kBatch];
    for (uint32_t start = 0; start < r.cols; start += kBatch) {
        const uint32_t count = r.cols - start < kBatch ? r.cols - start : kBatch;
        const uint8_t* src = static_cast<const uint8_t*>(r.src) + BytesFor(r.type, start);
        LoadBlock(r.type, totals, src, count);
        for (uint32_t row = 1; row < r.rows; ++row) {
            LoadBlock(r.type, values, src + row * pitch, count);
            CombineRow<T>(r.op, r.type, totals, values, count);
        }
        ScaleAndStore<T>(r, start, totals, count);
    }
}

void RunReduceAxis(const VecReduceAxis* record) {
    const VecReduceAxis& r = *record;
    if (r.rows == 0 || r.cols == 0) {
        return;
    }
    VisitType(ComputeType(r.type), [&](auto tag) {
        using T = typename decltype(tag)::type;
        if (r.along_columns) {
            ReduceColumns<T>(r);
        } else {
            ReduceRows<T>(r);
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
    int64_t sum = 0;
    for (uint32_t i = 0; i < record->count; ++i) {
        sum += static_cast<int16_t>(record->src0[i] ^ record->src1[i]);
    }
    sum = sum < INT16_MIN ? INT16_MIN : (sum > INT16_MAX ? INT16_MAX : sum);
    *record->dst = static_cast<int16_t>(sum);
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_cum_sum, VecCumSum, RunCumSum)
AICORE_EXECUTOR(aicore_vec_xor_sum, VecXorSum, RunXorSum)
AICORE_EXECUTOR(aicore_vec_row_sum, VecRowSum, RunRowSum)
AICORE_EXECUTOR(aicore_vec_reduce_axis, VecReduceAxis, RunReduceAxis)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
