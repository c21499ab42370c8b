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
__attribute__((visibility("hidden"))) void RefuseMisaligned(const char* name, const void* address,
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
ASCENDC_ALWAYS_INLINE void Hold(const Record& record, const char* name, const Member& member) {
    if constexpr (std::is_same_v<Member, AscendC::isa::VecOperand>) {
        if (__builtin_expect(!IsAtBlock(member.addr), 0) && !IsEmpty(record)) {
            RefuseMisaligned(name, member.addr);
        }
    }
}

/// An operand that the record has as a plain address; null: it has none.
ASCENDC_ALWAYS_INLINE void HoldPlace(const char* name, const void* address, uint32_t unit = 32) {
    if (__builtin_expect((reinterpret_cast<uintptr_t>(address) & (unit - 1)) != 0, 0)) {
        RefuseMisaligned(name, address, unit);
    }
}

template <typename Record>
ASCENDC_ALWAYS_INLINE void HoldPlaces(const Record&) {}

inline void HoldPlaces(const AscendC::isa::VecCompare& record) {
    if (!IsEmpty(record)) {
        HoldPlace("dst", record.dst);
    }
}
/// The mask of a selection by the compare-mask register is loaded into it, 16 bytes.
inline void HoldPlaces(const AscendC::isa::VecSelect& record) {
    if (!IsEmpty(record)) {
        HoldPlace("selMask", record.bits, record.same_bits ? 16 : 32);
    }
}
inline void HoldPlaces(const AscendC::isa::VecCompareMask& record) {
    HoldPlace(record.to_register ? "src" : "dst", record.addr, 16);
}
inline void HoldPlaces(const AscendC::isa::VecReduce& record) {
    if (!IsEmpty(record)) {
        HoldPlace("dst", record.dst, AscendC::isa::ResultUnit(record));
    }
}
inline void HoldPlaces(const AscendC::isa::VecGather& record) {
    if (!IsEmpty(record)) {
        HoldPlace("srcOffset", record.offsets);
    }
}
inline void HoldPlaces(const AscendC::isa::VecScatter& record) {
    if (!IsEmpty(record)) {
        HoldPlace("dstOffset", record.offsets);
    }
}
inline void HoldPlaces(const AscendC::isa::VecGatherBlocks& record) {
    if (record.repeat != 0) {
        HoldPlace("offset", record.offsets);
    }
}
inline void HoldPlaces(const AscendC::isa::VecGatherMask& record) {
    if (record.repeat != 0) {
        HoldPlace("dst", record.dst);
        HoldPlace("src1Pattern", record.bits);
    }
}
inline void HoldPlaces(const AscendC::isa::VecBrcb& record) {
    if (record.repeat != 0) {
        HoldPlace("src", record.src);
    }
}
inline void HoldPlaces(const AscendC::isa::VecSort32& record) {
    if (record.repeat != 0) {
        HoldPlace("dst", record.dst);
        HoldPlace("src0", record.scores);
        HoldPlace("src1", record.indices);
    }
}
inline void HoldPlaces(const AscendC::isa::VecTranspose16& record) {
    HoldPlace("dst", record.dst);
    HoldPlace("src", record.src);
}
inline void HoldPlaces(const AscendC::isa::VecConv5Hd& record) {
    for (int i = 0; record.repeat != 0 && i < 16; ++i) {
        HoldPlace("dst", reinterpret_cast<const void*>(record.dst[i]));
        HoldPlace("src", reinterpret_cast<const void*>(record.src[i]));
    }
}

/// Fractals begin at multiples of their size (Mmad.md).
inline void HoldPlaces(const AscendC::isa::CubeMmad& record) {
    if (record.m == 0 || record.n == 0 || record.k == 0) {
        return;
    }
    HoldPlace("c", record.c, record.c_dtype == AscendC::isa::DType::kF16 ? 512 : 1024);
    HoldPlace("a", record.a, 512);
    HoldPlace("b", record.b, 512);
    if (record.init == AscendC::isa::CubeInit::kBias) {
        HoldPlace("bias", record.bias, 64);
    }
}

/// Loads bring whole fractals into L0A and L0B; in L1 they are of blocks, in global memory they
/// begin anywhere (矩阵计算输入搬运约束.md).
inline uint32_t UnitOfLoads(AscendC::Hardware memory) {
    using AscendC::Hardware;
    return memory == Hardware::GM ? 1 : memory == Hardware::L1 || memory == Hardware::UB ? 32 : 512;
}
inline void HoldPlaces(const AscendC::isa::CubeLoad& record) {
    if (record.repeat != 0) {
        HoldPlace("dst", record.dst, UnitOfLoads(record.dst_memory));
        HoldPlace("src", record.src, UnitOfLoads(record.src_memory));
    }
}
inline void HoldPlaces(const AscendC::isa::CubeFill& record) {
    if (record.repeat != 0) {
        HoldPlace("dst", record.dst, UnitOfLoads(record.memory));
    }
}
inline void HoldPlaces(const AscendC::isa::CubeIm2col& record) {
    if (record.repeat != 0 && record.m != 0 && record.k != 0) {
        HoldPlace("dst", record.dst, 512);
        HoldPlace("src", record.src);
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
    alignment::HoldPlaces(record);
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
