// Executes the way of results out of L0C.
#include <algorithm>
#include <cmath>

#include "aicore/exec/engine.h"
#include "aicore/exec/half_blocks.h"
#include "aicore/exec/numeric.h"
#include "aicore/instruction_executor.h"
#include "isa/cube_fixpipe.h"
#include "isa/move.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

constexpr size_t kTileColumns = 16;
constexpr size_t kMaxColumns = 4096;
constexpr size_t kStageBytes = 32768;

/// Decoded scale words of some columns.
struct Scales {
    float factor[kMaxColumns];
    int32_t offset[kMaxColumns];
    uint8_t shift[kMaxColumns];   ///< 0: values are not shifted
    bool is_signed[kMaxColumns];  ///< results of 8 bits are
};

size_t SizeOf(DType type) {
    switch (type) {
        case DType::kI8:
        case DType::kU8:
            return 1;
        case DType::kF16:
        case DType::kBF16:
        case DType::kI16:
            return 2;
        default:
            return 4;
    }
}

int32_t LoadInt(const uint8_t* address) {
    int32_t value;
    std::memcpy(&value, address, sizeof(value));
    return value;
}

/// A matrix of the record on its way.
class Fixpipe {
public:
    Fixpipe(const CubeFixpipe& record, Scales* scales)
        : r_(record),
          scales_(*scales),
          source_size_(SizeOf(record.src_dtype)),
          size_(SizeOf(record.dst_dtype)) {
        if (r_.convert >= FixpipeConvert::kDequant) {
            DecodeScales();
        }
    }

    void Run() {
        for (uint32_t matrix = 0; matrix < r_.matrices; ++matrix) {
            src_ = r_.src + matrix * r_.src_matrix_pitch;
            dst_ = r_.dst + matrix * r_.dst_matrix_pitch;
            if (r_.layout == FixpipeLayout::kNz) {
                for (size_t column = 0; column < r_.n; column += kTileColumns) {
                    MoveGroup(column);
                }
            } else {
                MoveRows();
            }
        }
    }

private:
    void DecodeScales() {
        const uint32_t used = CurrentCore().arch >= 220 ? 0xffffe000U : 0xffffffffU;
        for (size_t i = 0; i < r_.n; ++i) {
            if (r_.half_scales != nullptr) {
                scales_.factor[i] = HalfToFloat(r_.half_scales[i]);
                scales_.offset[i] = 0;
                scales_.shift[i] = 0;
                scales_.is_signed[i] = r_.dst_dtype == DType::kI8;
                continue;
            }
            const uint64_t word = r_.scales == nullptr ? r_.scale : r_.scales[i];
            const bool shifts = (word >> 36 & 1) != 0 || r_.convert == FixpipeConvert::kShift;
            scales_.factor[i] = FloatOfBits(static_cast<uint32_t>(word) & used);
            scales_.offset[i] = static_cast<int32_t>(static_cast<uint32_t>(word >> 37) << 23) >> 23;
            scales_.shift[i] = static_cast<uint8_t>(shifts ? (word >> 32 & 15) + 1 : 0);
            scales_.is_signed[i] = (word >> 46 & 1) != 0;
        }
    }

    /// One tile column: its rows are contiguous on both sides.
    void MoveGroup(size_t column) {
        const uint8_t* src = src_ + column / kTileColumns * r_.src_group_pitch;
        const size_t rows_at_once = kStageBytes / (kTileColumns * 4);
        const size_t width = std::min(kTileColumns, r_.n - column);
        alignas(64) uint8_t stage[kStageBytes];
        for (size_t row = 0; row < r_.m; row += rows_at_once) {
            const size_t rows = std::min(rows_at_once, r_.m - row);
            for (size_t i = 0; i < (IsColumnwise() ? rows : 1); ++i) {
                const size_t count = IsColumnwise() ? kTileColumns : rows * kTileColumns;
                Convert(stage + i * kTileColumns * size_,
                        src + (row + i) * kTileColumns * source_size_, count, column);
            }
            WorkOnElements(stage, rows * kTileColumns, kTileColumns, row, column);
            StoreGroup(stage, column, width, row, rows);
        }
    }

    /// Values are converted differently in different columns.
    bool IsColumnwise() const { return r_.convert >= FixpipeConvert::kDequant; }

    void StoreGroup(const uint8_t* stage, size_t column, size_t width, size_t row, size_t rows) {
        const size_t whole_bytes = kTileColumns * size_;
        if (r_.dst_row_pitch != 0) {
            Store(dst_ + column / kTileColumns * r_.dst_pitch + row * r_.dst_row_pitch,
                  r_.dst_row_pitch, stage, whole_bytes, whole_bytes, rows);
            return;
        }
        if (r_.channel_split) {
            for (size_t part = 0; part * 8 < width; ++part) {
                uint8_t* dst = dst_ + (column / 8 + part) * r_.dst_pitch;
                Store(dst + row * 8 * size_, 8 * size_, stage + part * 8 * size_, whole_bytes,
                      8 * size_, rows);
            }
            return;
        }
        if (size_ == 1 && (column % 32 != 0 || column + kTileColumns < r_.n)) {
            uint8_t* dst = dst_ + column / 32 * r_.dst_pitch + column % 32;
            Store(dst + row * 32, 32, stage, whole_bytes, whole_bytes, rows);
            return;
        }
        const size_t group = size_ == 1 ? column / 32 : column / kTileColumns;
        Store(dst_ + group * r_.dst_pitch + row * whole_bytes, whole_bytes, stage, whole_bytes,
              whole_bytes, rows);
    }

    /// Clips results of type half and adds or subtracts those of the registers' matrix. The values
    /// are rows of `width` elements, the first one of them at (row, column).
    void WorkOnElements(uint8_t* values, size_t count, size_t width, size_t row,
                        size_t column) const {
        if (!r_.clip && r_.elements == ElementOp::kNone) {
            return;
        }
        const Core& core = CurrentCore();
        const float sign = r_.elements == ElementOp::kSub ? -1.0F : 1.0F;
        const float largest = HalfToFloat(core.fixpipe_clip);
        for (size_t i = 0; i < count; ++i) {
            uint16_t bits;
            std::memcpy(&bits, values + i * 2, sizeof(bits));
            float value = HalfToFloat(bits);
            if (r_.clip) {
                value = std::min(value, largest);
            }
            if (r_.elements != ElementOp::kNone) {
                const size_t at = column + i % width;
                const uint8_t* group = static_cast<const uint8_t*>(core.fixpipe_elements) +
                                       at / kTileColumns * core.fixpipe_element_pitch;
                std::memcpy(&bits, group + ((row + i / width) * 16 + at % kTileColumns) * 2,
                            sizeof(bits));
                value += sign * HalfToFloat(bits);
            }
            StoreBlock(DType::kF32, DType::kF16, values + i * 2, &value, 1);
        }
    }

    /// Rows of the matrix, gathered from the tile columns.
    void MoveRows() {
        const size_t row_bytes = r_.n * size_;
        const size_t rows_at_once = std::max<size_t>(1, kStageBytes / row_bytes);
        alignas(64) uint8_t stage[kStageBytes];
        alignas(64) uint8_t values[kMaxColumns * 4];
        for (size_t row = 0; row < r_.m; row += rows_at_once) {
            const size_t rows = std::min(rows_at_once, r_.m - row);
            for (size_t i = 0; i < rows; ++i) {
                GatherRow(values, row + i);
                Convert(stage + i * row_bytes, values, r_.n, 0);
            }
            WorkOnElements(stage, rows * r_.n, r_.n, row, 0);
            if (r_.layout == FixpipeLayout::kRowMajor) {
                Store(dst_ + row * r_.dst_pitch, r_.dst_pitch, stage, row_bytes, row_bytes, rows);
                continue;
            }
            for (size_t i = 0; i < rows; ++i) {
                Store(dst_ + (row + i) * size_, r_.dst_pitch, stage + i * row_bytes, size_, size_,
                      r_.n);
            }
        }
    }

    void GatherRow(uint8_t* values, size_t row) const {
        const size_t bytes = kTileColumns * source_size_;
        const uint8_t* src = src_ + row * bytes;
        for (size_t column = 0; column < r_.n; column += kTileColumns) {
            std::memcpy(values + column * source_size_, src, bytes);
            src += r_.src_group_pitch;
        }
    }

    void Store(uint8_t* dst, size_t dst_pitch, const uint8_t* src, size_t src_pitch, size_t bytes,
               size_t count) const {
        MoveRecord move = {};
        move.op = MoveOp::kCopy;
        move.dtype = r_.dst_dtype;
        move.src_memory = Hardware::L0C;
        move.dst_memory = r_.dst_memory;
        move.dst = dst;
        move.src = src;
        move.count = static_cast<uint32_t>(count);
        move.bytes = bytes;
        move.src_pitch = static_cast<int64_t>(src_pitch);
        move.dst_pitch = static_cast<int64_t>(dst_pitch);
        move.element = static_cast<uint8_t>(size_);
        aicore_move(&move);
    }

    /// `count` values; the first one belongs to `column`.
    void Convert(uint8_t* dst, const uint8_t* src, size_t count, size_t column) const {
        if (source_size_ == 4) {
            ConvertWords(dst, src, count, column);
            return;
        }
        constexpr size_t kChunk = 256;
        float values[kChunk];
        for (size_t i = 0; i < count; i += kChunk) {
            const size_t n = std::min(kChunk, count - i);
            HalfToFloatBlock(values, reinterpret_cast<const uint16_t*>(src) + i, n);
            ConvertWords(dst + i * size_, reinterpret_cast<const uint8_t*>(values), n, column + i);
        }
    }

    void ConvertWords(uint8_t* dst, const uint8_t* src, size_t count, size_t column) const {
        switch (r_.convert) {
            case FixpipeConvert::kNone:
                return Pass(dst, src, count);
            case FixpipeConvert::kRound:
                return Round(dst, src, count);
            case FixpipeConvert::kDequant:
                return Dequantize(dst, src, count, column);
            case FixpipeConvert::kShift:
                return Shift(dst, src, count, column);
            default:
                return Quantize(dst, src, count, column);
        }
    }

    void Pass(uint8_t* dst, const uint8_t* src, size_t count) const {
        if (r_.src_dtype != DType::kI32 && SaturatesCube(CurrentCore())) {
            for (size_t i = 0; i < count; ++i) {
                float value;
                std::memcpy(&value, src + i * 4, sizeof(value));
                value = SaturatedFloat(value);
                value = r_.relu && value < 0 ? 0.0F : value;
                std::memcpy(dst + i * 4, &value, sizeof(value));
            }
            return;
        }
        if (!r_.relu) {
            std::memcpy(dst, src, count * 4);
            return;
        }
        // Floats and integers have the sign in the same place.
        const int32_t* in = reinterpret_cast<const int32_t*>(src);
        int32_t* out = reinterpret_cast<int32_t*>(dst);
        for (size_t i = 0; i < count; ++i) {
            out[i] = in[i] & ~(in[i] >> 31);
        }
    }

    void Round(uint8_t* dst, const uint8_t* src, size_t count) const {
        constexpr size_t kChunk = 256;
        float values[kChunk];
        for (size_t i = 0; i < count; i += kChunk) {
            const size_t n = std::min(kChunk, count - i);
            Pass(reinterpret_cast<uint8_t*>(values), src + i * 4, n);
            StoreBlock(DType::kF32, r_.dst_dtype, dst + i * 2, values, n);
        }
    }

    /// Value of an element in its scaled form.
    float Scaled(const uint8_t* src, size_t index, size_t column) const {
        float value;
        if (r_.src_dtype != DType::kI32) {
            std::memcpy(&value, src + index * 4, sizeof(value));
        } else {
            int32_t integer = LoadInt(src + index * 4);
            if (scales_.shift[column] != 0) {
                integer >>= scales_.shift[column];
                integer = std::min(std::max(integer, -32768), 32767);
            }
            value = static_cast<float>(integer);
        }
        return r_.relu && value < 0 ? 0.0F : value * scales_.factor[column];
    }

    void Dequantize(uint8_t* dst, const uint8_t* src, size_t count, size_t column) const {
        for (size_t i = 0; i < count; ++i) {
            const float value = Scaled(src, i, std::min<size_t>(column + i, r_.n - 1));
            StoreBlock(DType::kF32, r_.dst_dtype, dst + i * 2, &value, 1);
        }
    }

    void Shift(uint8_t* dst, const uint8_t* src, size_t count, size_t column) const {
        for (size_t i = 0; i < count; ++i) {
            const int32_t value =
                LoadInt(src + i * 4) >> scales_.shift[std::min<size_t>(column + i, r_.n - 1)];
            const int16_t result =
                static_cast<int16_t>(std::min(std::max(value, r_.relu ? 0 : -32768), 32767));
            std::memcpy(dst + i * 2, &result, sizeof(result));
        }
    }

    void Quantize(uint8_t* dst, const uint8_t* src, size_t count, size_t column) const {
        for (size_t i = 0; i < count; ++i) {
            const size_t at = std::min<size_t>(column + i, r_.n - 1);
            const int32_t low = scales_.is_signed[at] ? -128 : 0;
            const int32_t high = scales_.is_signed[at] ? 127 : 255;
            const float value = Scaled(src, i, at);
            const float limited = value > 255.0F ? 255.0F : value < -256.0F ? -256.0F : value;
            const int32_t rounded =
                limited == limited ? static_cast<int32_t>(std::nearbyintf(limited)) : 0;
            dst[i] =
                static_cast<uint8_t>(std::min(std::max(rounded + scales_.offset[at], low), high));
        }
    }

    const CubeFixpipe& r_;
    Scales& scales_;
    const size_t source_size_;
    const size_t size_;
    const uint8_t* src_ = nullptr;
    uint8_t* dst_ = nullptr;
};

void RunFixpipe(const CubeFixpipe* record) {
    if (record->n == 0 || record->m == 0 || record->n > kMaxColumns) {
        return;
    }
    Scales scales;
    Fixpipe(*record, &scales).Run();
}

}  // namespace

AICORE_EXECUTOR(aicore_cube_fixpipe, CubeFixpipe, RunFixpipe)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
