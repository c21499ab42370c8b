// The lanes of vector instructions, one by one.
#pragma once

#include <cstdint>

#include "isa/vec_shape.h"
#include "observe/access/regions.h"

namespace observe {

/// Whether a vector instruction takes elements of this type for numbers with NaN and infinity.
inline bool IsFloat(AscendC::isa::DType type) {
    using AscendC::isa::DType;
    return type == DType::kF32 || type == DType::kF16 || type == DType::kBF16;
}

/// One vector operand with elements of whole bytes.
struct LaneOperand {
    AscendC::isa::VecOperand at;
    uint32_t bytes;

    uint64_t AddressOf(const AscendC::isa::VecShape& shape, uint32_t repeat, uint32_t lane,
                       uint32_t width) const {
        const uint64_t base = reinterpret_cast<uint64_t>(at.addr);
        if (shape.mode == AscendC::isa::VecMode::kCount) {
            return base + (uint64_t{repeat} * width + lane) * bytes;
        }
        const uint32_t per_block = AscendC::isa::kBlockBytes / bytes;
        return base +
               (uint64_t{repeat} * at.rep_stride + uint64_t{lane / per_block} * at.blk_stride) *
                   AscendC::isa::kBlockBytes +
               uint64_t{lane % per_block} * bytes;
    }
};

/// Calls visit(repeat, lane) for the lanes of an instruction of `width` lanes per repeat.
template <typename Visit>
void ForEachLane(const AscendC::isa::VecShape& shape, uint32_t width, const Visit& visit) {
    if (shape.mode == AscendC::isa::VecMode::kMask) {
        for (uint32_t repeat = 0; repeat < shape.repeat; ++repeat) {
            for (uint32_t lane = 0; lane < width; ++lane) {
                if ((shape.mask[lane >> 6 & 1] >> (lane & 63) & 1) != 0) {
                    visit(repeat, lane);
                }
            }
        }
        return;
    }
    for (uint32_t i = 0; i < shape.count; ++i) {
        visit(i / width, i % width);
    }
}

/// Calls visit(repeat, lane, count) for runs of neighbouring lanes.
template <typename Visit>
void ForEachRow(const AscendC::isa::VecShape& shape, uint32_t width, const Visit& visit) {
    if (shape.mode == AscendC::isa::VecMode::kCount) {
        visit(uint32_t{0}, uint32_t{0}, shape.count);
        return;
    }
    for (const LaneGroup& group : LaneGroupsOf(shape, width)) {
        for (uint32_t repeat = group.first; repeat < group.first + group.count; ++repeat) {
            for (const LaneRun& run : group.runs) {
                visit(repeat, run.begin, run.end - run.begin);
            }
        }
    }
}

}  // namespace observe
