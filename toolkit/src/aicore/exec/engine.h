// Walks the operands of element-wise instructions and feeds a kernel with contiguous values.
//
// Storage types and arithmetic types differ: half and bfloat16 are computed in float, int4b_t in
// int8. A kernel only knows the arithmetic types; the engine converts blocks of a few hundred
// elements that stay in the first-level cache.
#pragma once

#include "aicore/exec/simd.h"
#include "isa/vec_elementwise.h"
#include "isa/vec_shape.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

/// Type that elements of `type` are computed in.
constexpr DType ComputeType(DType type) {
    switch (type) {
        case DType::kF16:
        case DType::kBF16:
            return DType::kF32;
        case DType::kI4:
            return DType::kI8;
        case DType::kBool:
            return DType::kU8;
        default:
            return type;
    }
}

/// Bytes of `count` elements in memory.
constexpr size_t BytesFor(DType type, size_t count) {
    return (count * BitsOf(type) + 7) / 8;
}

/// What a kernel gets besides its operands.
struct LoopArgs {
    uint64_t scalar;  ///< raw bits, in the arithmetic type of the sources
    Round round;      ///< conversions: how to round,
    DType from, to;   ///< and between which types
};

/// out[i] = f(in[0][i], in[1][i], ...); all arrays contiguous, `out` equal to an input or disjoint.
using Kernel = void (*)(void* out, const void* const* in, size_t n, const LoopArgs& args);

/// One operand and its type in memory.
struct Port {
    VecOperand at;
    DType type;
};

/// One element-wise instruction, ready to run.
struct Program {
    Kernel kernel;
    LoopArgs args;
    DType in_type;   ///< arithmetic type of all sources
    DType out_type;  ///< arithmetic type of the result
    int sources;
    bool reads_first;  ///< all sources are read before dst is written (see IsFunction)
    Port src[3];
    Port dst;
};

/// Lanes of one repeat that an instruction works on.
struct LaneSet {
    uint64_t bits[2];
    uint32_t prefix;  ///< number of lanes when they are the first ones
    bool is_prefix;
};

/// Lanes of repeat `r` of `lanes` lanes each.
LaneSet LanesOfRepeat(const VecShape& shape, uint32_t r, uint32_t lanes);

/// Number of repeats of `lanes` lanes.
uint32_t RepeatsOf(const VecShape& shape, uint32_t lanes);

/// True when every lane of every repeat takes part and the shape counts repeats.
bool IsFull(const VecShape& shape, uint32_t lanes);

/// Memory type -> arithmetic type. `dst` holds `n` elements.
void LoadBlock(DType type, void* dst, const void* src, size_t n);

/// Arithmetic type `from` -> memory type `to`; saturates for integers, and for half and bfloat16
/// when the core says so.
void StoreBlock(DType from, DType to, void* dst, const void* src, size_t n);

/// Copies the lanes of one repeat that `lanes` selects into `packed` (lane l at element l),
/// blockwise.
void PackRepeat(void* packed, const VecOperand& from, uint32_t repeat, DType type, uint32_t width,
                const LaneSet& lanes);

/// Writes the selected lanes of `packed` to their places; other lanes keep their contents.
void UnpackRepeat(const VecOperand& to, const void* packed, uint32_t repeat, DType type,
                  uint32_t width, const LaneSet& lanes);

inline bool HasLane(const LaneSet& lanes, uint32_t lane) {
    return lanes.is_prefix ? lane < lanes.prefix
                           : ((lanes.bits[(lane >> 6) & 1] >> (lane & 63)) & 1) != 0;
}

/// Raw scalar bits of memory type `type` in its arithmetic type.
uint64_t LoadScalar(DType type, uint64_t bits);

/// Runs `program` on all lanes of `shape`.
void Run(const Program& program, const VecShape& shape);

/// Stops the block: an instruction got an element type it does not know.
[[noreturn]] void UnknownType();

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
