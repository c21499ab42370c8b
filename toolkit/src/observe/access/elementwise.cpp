// Element-wise vector instructions, and conversions.
#include <algorithm>

#include "isa/vec_elementwise.h"
#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;

namespace {

uint32_t WidthOfBoth(DType a, DType b) {
    return WidthOf(std::max(BitsOf(a), BitsOf(b)));
}

/// The destination: its old values are an operand too if `reads`.
Operand Target(const VecOperand& dst, bool reads) {
    return reads ? Updates("dst", dst.addr) : Writes("dst", dst.addr);
}

}  // namespace

void Describe(const VecUnary& r, Regions* regions) {
    const uint32_t bits = BitsOf(r.type);
    regions->Lanes(Reads("src", r.src.addr), r.shape, r.src, bits, WidthOf(bits));
    regions->Lanes(Writes("dst", r.dst.addr), r.shape, r.dst, bits, WidthOf(bits));
}

void Describe(const VecBinary& r, Regions* regions) {
    const uint32_t width = WidthOfBoth(r.dst_type, r.src_type);
    const uint32_t bits = BitsOf(r.src_type);
    regions->Lanes(Reads("src0", r.src0.addr), r.shape, r.src0, bits, width);
    regions->Lanes(Reads("src1", r.src1.addr), r.shape, r.src1, bits, width);
    regions->Lanes(Target(r.dst, ReadsDst(r.op)), r.shape, r.dst, BitsOf(r.dst_type), width);
}

void Describe(const VecScalar& r, Regions* regions) {
    const uint32_t width = WidthOfBoth(r.dst_type, r.src_type);
    regions->Lanes(Reads("src", r.src.addr), r.shape, r.src, BitsOf(r.src_type), width);
    regions->Lanes(Target(r.dst, ReadsDst(r.op)), r.shape, r.dst, BitsOf(r.dst_type), width);
}

void Describe(const VecCast& r, Regions* regions) {
    const uint32_t width = WidthOfBoth(r.dst_type, r.src_type);
    regions->Lanes(Reads("src", r.src.addr), r.shape, r.src, BitsOf(r.src_type), width);
    regions->Lanes(Writes("dst", r.dst.addr), r.shape, r.dst, BitsOf(r.dst_type), width);
}

void Describe(const VecCastDeq& r, Regions* regions) {
    if (r.src_type != DType::kI16) {
        Describe(VecCast{r.dst_type, r.src_type, Round::kNone, r.shape, r.dst, r.src}, regions);
        return;
    }
    constexpr uint32_t kBits = 16;
    constexpr uint32_t kLanesOfBlock = 16;
    regions->Lanes(Reads("src", r.src.addr), r.shape, r.src, kBits, WidthOf(kBits));
    const void* const table = regions->core().deq_tensor;
    if (r.per_lane && table != nullptr) {
        Operand scales = Reads("deqScale", table);
        scales.memory = regions->MemoryAt(table);
        regions->Bytes(scales, kLanesOfBlock * sizeof(uint64_t));
    }
    // Bytes in one half of blocks that stand as those of the source do.
    const bool dense = r.shape.mode == VecMode::kCount;
    const int64_t repeat_pitch = int64_t{dense ? 8 : r.dst.rep_stride} * kBlockBytes;
    const int64_t block_pitch = int64_t{dense ? 1 : r.dst.blk_stride} * kBlockBytes;
    VecShape shape = r.shape;
    if (dense) {
        shape.mode = VecMode::kCounter;
    }
    const Operand dst = Writes("dst", r.dst.addr);
    for (const LaneGroup& group : LaneGroupsOf(shape, WidthOf(kBits))) {
        for (const LaneRun& run : group.runs) {
            for (uint32_t lane = run.begin; lane < run.end;) {
                const uint32_t block = lane / kLanesOfBlock;
                const uint32_t end = std::min((block + 1) * kLanesOfBlock, run.end);
                regions->Box(dst,
                             group.first * repeat_pitch + block * block_pitch +
                                 (r.upper_half ? 16 : 0) + lane % kLanesOfBlock,
                             end - lane, {{group.count, repeat_pitch}});
                lane = end;
            }
        }
    }
}

}  // namespace observe
