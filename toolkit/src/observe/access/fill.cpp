// Instructions that fill, copy or broadcast values.
#include <algorithm>

#include "isa/vec_fill.h"
#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;

void Describe(const VecDuplicate& r, Regions* regions) {
    const uint32_t bits = r.size * 8;
    regions->Lanes(Writes("dst", r.dst.addr), r.shape, r.dst, bits, WidthOf(bits));
}

void Describe(const VecIndex& r, Regions* regions) {
    const uint32_t bits = BitsOf(r.type);
    regions->Lanes(Writes("dst", r.dst.addr), r.shape, r.dst, bits, WidthOf(bits));
}

void Describe(const VecProgression& r, Regions* regions) {
    const uint64_t bytes = BytesFor(r.type, r.count);
    regions->Bytes(Writes("dst", r.dst), (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes);
}

void Describe(const VecCopy& r, Regions* regions) {
    const uint32_t bits = r.size * 8;
    VecShape shape = r.shape;
    if (shape.mode == VecMode::kCount) {
        shape.mode = VecMode::kCounter;  // the strides apply
    }
    regions->Lanes(Reads("src", r.src.addr), shape, r.src, bits, WidthOf(bits));
    regions->Lanes(Writes("dst", r.dst.addr), shape, r.dst, bits, WidthOf(bits));
}

void Describe(const VecBrcb& r, Regions* regions) {
    regions->Bytes(Reads("src", r.src), uint64_t{8} * r.repeat * r.size);
    regions->Box(Writes("dst", r.dst.addr), kBlockBytes,
                 {{r.repeat, int64_t{r.dst.rep_stride} * kBlockBytes},
                  {8, int64_t{r.dst.blk_stride} * kBlockBytes}});
}

void Describe(const VecBroadcast& r, Regions* regions) {
    uint64_t from = r.size, to = r.size;
    for (uint32_t i = 0; i < r.rank; ++i) {
        from *= r.src_dims[i];
        to *= r.dst_dims[i];
    }
    regions->Bytes(Reads("src", r.src), to == 0 ? 0 : from);
    regions->Bytes(Writes("dst", r.dst), to);
}

void Describe(const VecPad& r, Regions* regions) {
    regions->Rows(Reads("src", r.src), r.rows, uint64_t{r.valid} * r.size,
                  int64_t{r.src_cols} * r.size);
    regions->Bytes(Writes("dst", r.dst), uint64_t{r.rows} * r.dst_cols * r.size);
}

void Describe(const VecPadBlocks& r, Regions* regions) {
    // Whole blocks of the source, where any of their lanes is asked for.
    const uint32_t bits = r.size * 8;
    const uint32_t width = WidthOf(bits);
    const uint32_t per_block = kBlockBytes / r.size;
    const bool dense = r.shape.mode == VecMode::kCount;
    const int64_t repeat_pitch = int64_t{dense ? 8 : r.src.rep_stride} * kBlockBytes;
    const int64_t block_pitch = int64_t{dense ? 1 : r.src.blk_stride} * kBlockBytes;
    VecShape shape = r.shape;
    if (dense) {
        shape.mode = VecMode::kCounter;
    }
    for (const LaneGroup& group : LaneGroupsOf(shape, width)) {
        uint32_t next = 0;
        for (const LaneRun& run : group.runs) {
            const uint32_t begin = std::max(next, run.begin / per_block);
            const uint32_t end = (run.end + per_block - 1) / per_block;
            regions->Box(
                Reads("src", r.src.addr), group.first * repeat_pitch + begin * block_pitch,
                kBlockBytes,
                {{group.count, repeat_pitch}, {end > begin ? end - begin : 0, block_pitch}});
            next = std::max(next, end);
        }
    }
    regions->Lanes(Writes("dst", r.dst.addr), r.shape, r.dst, bits, width);
}

}  // namespace observe
