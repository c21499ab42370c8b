// Blocks of 32 bytes: operands of vector instructions and on-chip ends of moves begin at one, else
// hardware faults. Results of reductions and masks have smaller units; the base of
// gathered and scattered elements has none, since it is a number that a register holds. Functions
// of the library have rules that only sanitizer runs know (observe/access).
#pragma once

#include <type_traits>

#include "aicore/instruction.h"
#include "isa/cube_im2col.h"
#include "isa/cube_load.h"
#include "isa/cube_mmad.h"
#include "isa/move.h"
#include "isa/vec_fill.h"
#include "isa/vec_gather.h"
#include "isa/vec_reduce.h"
#include "isa/vec_select.h"
#include "isa/vec_sort.h"
#include "isa/vec_transpose.h"

namespace aicore {

/// Ends the launch of the calling kernel: `name` of the instruction at work, a place on the chip,
/// does not begin at a multiple of `unit` bytes. Returns where the launch is watched by what
/// reports that itself, and where the address is in none of the core's memories.
__attribute__((visibility("hidden"))) void FailMisaligned(const char* name, const void* address,
                                                          uint32_t unit = 32);

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
ASCENDC_ALWAYS_INLINE void CheckMember(const Record& record, const char* name,
                                       const Member& member) {
    if constexpr (std::is_same_v<Member, AscendC::isa::VecOperand>) {
        if (__builtin_expect(!IsAtBlock(member.addr), 0) && !IsEmpty(record)) {
            FailMisaligned(name, member.addr);
        }
    }
}

/// An operand that the record has as a plain address; null: it has none.
ASCENDC_ALWAYS_INLINE void CheckAddress(const char* name, const void* address, uint32_t unit = 32) {
    if (__builtin_expect((reinterpret_cast<uintptr_t>(address) & (unit - 1)) != 0, 0)) {
        FailMisaligned(name, address, unit);
    }
}

template <typename Record>
ASCENDC_ALWAYS_INLINE void CheckAddresses(const Record&) {}

inline void CheckAddresses(const AscendC::isa::VecCompare& record) {
    if (!IsEmpty(record)) {
        CheckAddress("dst", record.dst);
    }
}
/// The mask of a selection by the compare-mask register is loaded into it, 16 bytes.
inline void CheckAddresses(const AscendC::isa::VecSelect& record) {
    if (!IsEmpty(record)) {
        CheckAddress("selMask", record.bits, record.same_bits ? 16 : 32);
    }
}
inline void CheckAddresses(const AscendC::isa::VecCompareMask& record) {
    CheckAddress(record.to_register ? "src" : "dst", record.addr, 16);
}
inline void CheckAddresses(const AscendC::isa::VecReduce& record) {
    if (!IsEmpty(record)) {
        CheckAddress("dst", record.dst, AscendC::isa::ResultUnit(record));
    }
}
inline void CheckAddresses(const AscendC::isa::VecGather& record) {
    if (!IsEmpty(record)) {
        CheckAddress("srcOffset", record.offsets);
    }
}
inline void CheckAddresses(const AscendC::isa::VecScatter& record) {
    if (!IsEmpty(record)) {
        CheckAddress("dstOffset", record.offsets);
    }
}
inline void CheckAddresses(const AscendC::isa::VecGatherBlocks& record) {
    if (record.repeat != 0) {
        CheckAddress("offset", record.offsets);
    }
}
inline void CheckAddresses(const AscendC::isa::VecGatherMask& record) {
    if (record.repeat != 0) {
        CheckAddress("dst", record.dst);
        CheckAddress("src1Pattern", record.bits);
    }
}
inline void CheckAddresses(const AscendC::isa::VecBrcb& record) {
    if (record.repeat != 0) {
        CheckAddress("src", record.src);
    }
}
inline void CheckAddresses(const AscendC::isa::VecSort32& record) {
    if (record.repeat != 0) {
        CheckAddress("dst", record.dst);
        CheckAddress("src0", record.scores);
        CheckAddress("src1", record.indices);
    }
}
inline void CheckAddresses(const AscendC::isa::VecTranspose16& record) {
    CheckAddress("dst", record.dst);
    CheckAddress("src", record.src);
}
inline void CheckAddresses(const AscendC::isa::VecConv5Hd& record) {
    for (int i = 0; record.repeat != 0 && i < 16; ++i) {
        CheckAddress("dst", reinterpret_cast<const void*>(record.dst[i]));
        CheckAddress("src", reinterpret_cast<const void*>(record.src[i]));
    }
}

/// Fractals begin at multiples of their size (Mmad.md).
inline void CheckAddresses(const AscendC::isa::CubeMmad& record) {
    if (record.m == 0 || record.n == 0 || record.k == 0) {
        return;
    }
    CheckAddress("c", record.c, record.c_dtype == AscendC::isa::DType::kF16 ? 512 : 1024);
    CheckAddress("a", record.a, 512);
    CheckAddress("b", record.b, 512);
    if (record.init == AscendC::isa::CubeInit::kBias) {
        CheckAddress("bias", record.bias, 64);
    }
}

/// Loads bring whole fractals into L0A and L0B; in L1 they are of blocks, in global memory they
/// begin anywhere (矩阵计算输入搬运约束.md).
inline uint32_t UnitOfLoads(AscendC::Hardware memory) {
    using AscendC::Hardware;
    return memory == Hardware::GM ? 1 : memory == Hardware::L1 || memory == Hardware::UB ? 32 : 512;
}
inline void CheckAddresses(const AscendC::isa::CubeLoad& record) {
    if (record.repeat != 0) {
        CheckAddress("dst", record.dst, UnitOfLoads(record.dst_memory));
        CheckAddress("src", record.src, UnitOfLoads(record.src_memory));
    }
}
inline void CheckAddresses(const AscendC::isa::CubeFill& record) {
    if (record.repeat != 0) {
        CheckAddress("dst", record.dst, UnitOfLoads(record.memory));
    }
}
inline void CheckAddresses(const AscendC::isa::CubeIm2col& record) {
    if (record.repeat != 0 && record.m != 0 && record.k != 0) {
        CheckAddress("dst", record.dst, 512);
        CheckAddress("src", record.src);
    }
}

}  // namespace alignment

/// Holds a record, which is that of the instruction at work.
template <typename Record>
ASCENDC_ALWAYS_INLINE void CheckAlignment([[maybe_unused]] const Record& record) {
#define AICORE_HOLD(member)                                     \
    if constexpr (notes::has_##member<Record>::value) {         \
        alignment::CheckMember(record, #member, record.member); \
    }
    AICORE_HOLD(dst)
    AICORE_HOLD(src)
    AICORE_HOLD(src0)
    AICORE_HOLD(src1)
#undef AICORE_HOLD
    alignment::CheckAddresses(record);
}

inline void CheckAlignment(const AscendC::isa::MoveRecord& record) {
    using AscendC::Hardware;
    // Results of the cube are moved in rows of what they are converted to.
    if (record.count == 0 || record.bytes == 0 || record.src_memory == Hardware::L0C) {
        return;
    }
    const bool from_chip = record.src_memory == Hardware::UB || record.src_memory == Hardware::L1;
    const bool to_chip = record.dst_memory == Hardware::UB || record.dst_memory == Hardware::L1;
    if (__builtin_expect(to_chip && !alignment::IsAtBlock(record.dst), 0)) {
        FailMisaligned("dst", record.dst);
    }
    if (__builtin_expect(from_chip && !alignment::IsAtBlock(record.src), 0)) {
        FailMisaligned("src", record.src);
    }
}

}  // namespace aicore
