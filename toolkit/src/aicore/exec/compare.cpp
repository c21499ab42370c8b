#include "aicore/exec/engine.h"
#include "aicore/exec/types.h"
#include "aicore/instruction_executor.h"
#include "isa/core.h"
#include "isa/vec_select.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

constexpr size_t kChunk = 1024;  // a multiple of 8 and of the lanes of a repeat

/// verdict[i] = 1 where a[i] relates to b[i] (to b[0] for a scalar), else 0.
using CompareFunction = void (*)(uint8_t* verdict, const void* a, const void* b, size_t n);

template <Relation R, typename T>
ASCENDC_ALWAYS_INLINE bool Holds(T a, T b) {
    switch (R) {
        case Relation::kLT:
            return a < b;
        case Relation::kGT:
            return a > b;
        case Relation::kEQ:
            return a == b;
        case Relation::kLE:
            return a <= b;
        case Relation::kGE:
            return a >= b;
        default:
            return a != b;
    }
}

template <Relation R, typename T, bool Scalar>
void CompareLoop(uint8_t* verdict, const void* a, const void* b, size_t n) {
    const T* left = static_cast<const T*>(a);
    const T* right = static_cast<const T*>(b);
    const T scalar = right[0];
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        verdict[i] = Holds<R, T>(left[i], Scalar ? scalar : right[i]) ? 1 : 0;
    }
}

template <Relation R>
CompareFunction FindFor(DType type, bool scalar) {
    return VisitType(type, [scalar](auto tag) -> CompareFunction {
        using T = typename decltype(tag)::type;
        return scalar ? CompareLoop<R, T, true> : CompareLoop<R, T, false>;
    });
}

CompareFunction Find(Relation relation, DType type, bool scalar) {
    switch (relation) {
        case Relation::kLT:
            return FindFor<Relation::kLT>(type, scalar);
        case Relation::kGT:
            return FindFor<Relation::kGT>(type, scalar);
        case Relation::kEQ:
            return FindFor<Relation::kEQ>(type, scalar);
        case Relation::kLE:
            return FindFor<Relation::kLE>(type, scalar);
        case Relation::kGE:
            return FindFor<Relation::kGE>(type, scalar);
        default:
            return FindFor<Relation::kNE>(type, scalar);
    }
}

/// Gathers 0/1 bytes into bits, LSB first; bits beyond `n` in the last byte keep their contents.
void PackBits(uint8_t* dst, const uint8_t* verdict, size_t n) {
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        uint64_t eight;
        std::memcpy(&eight, verdict + i, sizeof(eight));
        dst[i / 8] = static_cast<uint8_t>((eight * 0x0102040810204080ULL) >> 56);
    }
    for (; i < n; ++i) {
        const uint8_t bit = static_cast<uint8_t>(1U << (i % 8));
        dst[i / 8] = static_cast<uint8_t>((dst[i / 8] & ~bit) | (verdict[i] != 0 ? bit : 0));
    }
}

struct Operands {
    DType type, compute;
    bool by_scalar;
    uint64_t scalar;  // in the arithmetic type
    CompareFunction compare;
};

/// Judges `n` <= kChunk contiguous elements.
void CompareBlock(const Operands& op, uint8_t* verdict, const void* a, const void* b, size_t n) {
    alignas(64) uint8_t left[kChunk * 4];
    alignas(64) uint8_t right[kChunk * 4];
    if (op.type != op.compute) {
        LoadBlock(op.type, left, a, n);
        a = left;
        if (!op.by_scalar) {
            LoadBlock(op.type, right, b, n);
            b = right;
        }
    }
    op.compare(verdict, a, op.by_scalar ? &op.scalar : b, n);
}

void CompareDense(const VecCompare& r, const Operands& op) {
    uint8_t verdict[kChunk];
    for (size_t start = 0; start < r.shape.count; start += kChunk) {
        const size_t remaining = r.shape.count - start;
        const size_t count = remaining < kChunk ? remaining : kChunk;
        const size_t offset = BytesFor(r.type, start);
        const uint8_t* b =
            op.by_scalar ? nullptr : static_cast<const uint8_t*>(r.src1.addr) + offset;
        CompareBlock(op, verdict, static_cast<const uint8_t*>(r.src0.addr) + offset, b, count);
        PackBits(static_cast<uint8_t*>(r.dst) + start / 8, verdict, count);
    }
}

/// Lanes outside the mask give 0; other cores compare all.
bool ObeysMask(const Core& core) {
    return core.arch >= 300;
}

void CompareRepeats(const VecCompare& r, const Operands& op, uint32_t lanes) {
    const uint32_t repeats = RepeatsOf(r.shape, lanes);
    const LaneSet all = {{~uint64_t{0}, ~uint64_t{0}}, lanes, true};
    const bool masked = ObeysMask(CurrentCore());
    alignas(64) uint8_t a[kRepeatBytes];
    alignas(64) uint8_t b[kRepeatBytes];
    uint8_t verdict[kRepeatBytes];
    for (uint32_t repeat = 0; repeat < repeats; ++repeat) {
        PackRepeat(a, r.src0, repeat, r.type, lanes, all);
        if (!op.by_scalar) {
            PackRepeat(b, r.src1, repeat, r.type, lanes, all);
        }
        CompareBlock(op, verdict, a, b, lanes);
        const LaneSet set = masked ? LanesOfRepeat(r.shape, repeat, lanes) : all;
        for (uint32_t lane = 0; masked && lane < lanes; ++lane) {
            verdict[lane] = HasLane(set, lane) ? verdict[lane] : uint8_t{0};
        }
        PackBits(static_cast<uint8_t*>(r.dst) + size_t{repeat} * lanes / 8, verdict, lanes);
    }
}

/// The register form: one repeat; lanes outside the mask give 0.
void CompareToRegister(const VecCompare& r, const Operands& op, uint32_t lanes) {
    alignas(64) uint8_t a[kRepeatBytes] = {};
    alignas(64) uint8_t b[kRepeatBytes] = {};
    uint8_t verdict[kRepeatBytes];
    const LaneSet set = LanesOfRepeat(r.shape, 0, lanes);
    PackRepeat(a, r.src0, 0, r.type, lanes, set);
    PackRepeat(b, r.src1, 0, r.type, lanes, set);
    CompareBlock(op, verdict, a, b, lanes);
    uint64_t bits[2] = {0, 0};
    for (uint32_t lane = 0; lane < lanes && lane < 128; ++lane) {
        if (verdict[lane] != 0 && HasLane(set, lane)) {
            bits[lane / 64] |= uint64_t{1} << (lane % 64);
        }
    }
    CurrentCore().cmp_mask[0] = bits[0];
    CurrentCore().cmp_mask[1] = bits[1];
}

/// int32 is compared for equality only on these cores, whatever is asked for.
Relation RelationOn(const Core& core, const VecCompare& r) {
    return r.type == DType::kI32 && core.arch < 300 ? Relation::kEQ : r.relation;
}

void RunCompare(const VecCompare* record) {
    const VecCompare& r = *record;
    Operands op = {r.type, ComputeType(r.type), r.by_scalar, 0, nullptr};
    op.compare = Find(RelationOn(CurrentCore(), r), op.compute, r.by_scalar);
    if (op.compare == nullptr) {
        UnknownType();
    }
    if (r.by_scalar) {
        op.scalar = LoadScalar(r.type, r.scalar);
    }
    const uint32_t lanes = kRepeatBytes * 8 / BitsOf(r.type);
    if (r.dst == nullptr) {
        CompareToRegister(r, op, lanes);
    } else if (r.shape.mode == VecMode::kCount) {
        CompareDense(r, op);
    } else {
        CompareRepeats(r, op, lanes);
    }
}

void RunCompareMask(const VecCompareMask* record) {
    Core& core = CurrentCore();
    if (record->to_register) {
        std::memcpy(core.cmp_mask, record->addr, sizeof(core.cmp_mask));
    } else {
        std::memcpy(record->addr, core.cmp_mask, sizeof(core.cmp_mask));
    }
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_compare, VecCompare, RunCompare)
AICORE_EXECUTOR(aicore_vec_compare_mask, VecCompareMask, RunCompareMask)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
