// Comparisons into bits, and selections by bits.
#include <algorithm>

#include "isa/vec_select.h"
#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;

void Describe(const VecCompare& r, Regions* regions) {
    const uint32_t bits = BitsOf(r.type);
    const uint32_t width = WidthOf(bits);
    const uint32_t repeats = r.shape.mode == VecMode::kCount ? 0 : RepeatsOf(r.shape, width);
    VecShape shape = r.shape;
    if (r.dst == nullptr) {
        shape.repeat = 1;  // the register holds the bits of one repeat
    } else if (shape.mode != VecMode::kCount && regions->core().arch < 300) {
        // All lanes are compared, whatever the mask.
        shape = {{~uint64_t{0}, ~uint64_t{0}}, 0, repeats, VecMode::kMask};
    }
    regions->Lanes(Reads("src0", r.src0.addr), shape, r.src0, bits, width);
    if (!r.by_scalar) {
        regions->Lanes(Reads("src1", r.src1.addr), shape, r.src1, bits, width);
    }
    if (r.dst == nullptr) {
        return;
    }
    if (shape.mode != VecMode::kCount) {
        regions->Bytes(Writes("dst", r.dst), uint64_t{repeats} * width / 8);
        return;
    }
    regions->Bytes(Writes("dst", r.dst), shape.count / 8);
    regions->Box(Updates("dst", r.dst), shape.count / 8, shape.count % 8 == 0 ? 0 : 1, {});
}

void Describe(const VecSelect& r, Regions* regions) {
    const uint32_t bits = BitsOf(r.type);
    const uint32_t width = WidthOf(bits);
    if (r.bits != nullptr && r.same_bits) {
        regions->Bytes(Reads("selMask", r.bits), width / 8);
    } else if (r.bits != nullptr && r.shape.mode == VecMode::kMask) {
        for (const LaneGroup& group : LaneGroupsOf(r.shape, width)) {
            regions->Rows(Reads("selMask", r.bits), group.count, (group.runs.back().end + 7) / 8,
                          width / 8);
        }
    } else if (r.bits != nullptr) {
        regions->Bytes(Reads("selMask", r.bits), (r.shape.count + 7U) / 8);
    }
    regions->Lanes(Reads("src0", r.src0.addr), r.shape, r.src0, bits, width);
    if (!r.by_scalar) {
        regions->Lanes(Reads("src1", r.src1.addr), r.shape, r.src1, bits, width);
    }
    regions->Lanes(Writes("dst", r.dst.addr), r.shape, r.dst, bits, width);
}

void Describe(const VecCompareMask& r, Regions* regions) {
    const Operand operand = r.to_register ? Reads("src", r.addr, 16) : Writes("dst", r.addr, 16);
    regions->Bytes(operand, sizeof(Core::cmp_mask));
}

void Describe(const VecSelectBytes& r, Regions* regions) {
    const uint64_t bytes = uint64_t{r.rows} * BytesFor(r.type, r.src_cols);
    regions->Rows(Reads("mask", r.mask), r.rows, uint64_t{r.src_cols} * r.mask_bytes,
                  int64_t{r.mask_cols} * r.mask_bytes);
    regions->Bytes(Reads("src", r.src), bytes);
    regions->Bytes(Writes("dst", r.dst), bytes);
}

void Describe(const VecDropOut& r, Regions* regions) {
    const uint64_t bytes = BytesFor(r.type, uint64_t{r.rows} * r.src_cols);
    regions->Rows(Reads("mask", r.mask), r.rows, r.bits ? (r.src_cols + 7U) / 8 : r.src_cols,
                  r.mask_pitch);
    regions->Bytes(Reads("src", r.src), bytes);
    regions->Bytes(Writes("dst", r.dst), bytes);
}

}  // namespace observe
