// Blocks of 32 bytes: operands of vector instructions and on-chip ends of moves begin at one, else
// hardware faults. Results of reductions and what is named by plain addresses have rules of their
// own, which only checked runs know (observe/access).
#pragma once

#include <type_traits>

#include "aicore/instruction.h"
#include "isa/move.h"

namespace aicore {

/// Ends the launch of the calling kernel if `name` of the instruction at work, a place on the chip,
/// does not begin at a block. Returns where the launch is watched by what reports that itself.
__attribute__((visibility("hidden"))) void RefuseMisaligned(const char* name, const void* address);

namespace alignment {

ASCENDC_ALWAYS_INLINE bool IsAtBlock(const void* address) {
    return (reinterpret_cast<uintptr_t>(address) & 31) == 0;
}

/// Whether the instruction has nothing to do.
template <typename Record>
bool IsEmpty(const Record& record) {
    if constexpr (notes::has_shape<Record>::value) {
        if constexpr (std::is_same_v<decltype(record.shape), AscendC::isa::VecShape>) {
            const AscendC::isa::VecShape& shape = record.shape;
            return shape.mode == AscendC::isa::VecMode::kMask ? shape.repeat == 0
                                                              : shape.count == 0;
        }
    }
    return false;
}

template <typename Record, typename Member>
ASCENDC_ALWAYS_INLINE void Hold(const Record& record, const char* name, const Member& member) {
    if constexpr (std::is_same_v<Member, AscendC::isa::VecOperand>) {
        if (__builtin_expect(!IsAtBlock(member.addr), 0) && !IsEmpty(record)) {
            RefuseMisaligned(name, member.addr);
        }
    }
}

}  // namespace alignment

/// Holds a record, which is that of the instruction at work.
template <typename Record>
ASCENDC_ALWAYS_INLINE void HoldAlignment([[maybe_unused]] const Record& record) {
#define AICORE_HOLD(member)                              \
    if constexpr (notes::has_##member<Record>::value) {  \
        alignment::Hold(record, #member, record.member); \
    }
    AICORE_HOLD(dst)
    AICORE_HOLD(src)
    AICORE_HOLD(src0)
    AICORE_HOLD(src1)
#undef AICORE_HOLD
}

inline void HoldAlignment(const AscendC::isa::MoveRecord& record) {
    using AscendC::Hardware;
    // Results of the cube are moved in rows of what they are converted to.
    if (record.count == 0 || record.bytes == 0 || record.src_memory == Hardware::L0C) {
        return;
    }
    const bool from_chip = record.src_memory == Hardware::UB || record.src_memory == Hardware::L1;
    const bool to_chip = record.dst_memory == Hardware::UB || record.dst_memory == Hardware::L1;
    if (__builtin_expect(to_chip && !alignment::IsAtBlock(record.dst), 0)) {
        RefuseMisaligned("dst", record.dst);
    }
    if (__builtin_expect(from_chip && !alignment::IsAtBlock(record.src), 0)) {
        RefuseMisaligned("src", record.src);
    }
}

}  // namespace aicore
