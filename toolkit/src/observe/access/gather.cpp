// Indexed access inside the unified buffer.
#include <cstring>

#include "isa/vec_gather.h"
#include "observe/access/describe.h"
#include "observe/access/selected_elements.h"

namespace observe {

using namespace AscendC::isa;

namespace {

/// Lanes of all repeats count on: the offsets of repeat r begin at r * width.
VecOperand Packed(const uint32_t* offsets, uint32_t width) {
    return Strided(offsets, 1, width * sizeof(uint32_t) / kBlockBytes);
}

/// Bytes of offsets up to the last repeat.
uint64_t OffsetBytes(const VecShape& shape, uint32_t width) {
    const uint64_t lanes =
        shape.mode == VecMode::kMask ? uint64_t{shape.repeat} * width : shape.count;
    return lanes * sizeof(uint32_t);
}

/// Calls visit(offsets, count) for the neighbouring ones among the offsets of the selected lanes.
template <typename Visit>
void ForEachOffsets(const VecShape& shape, uint32_t width, const uint32_t* offsets,
                    const Visit& visit) {
    if (shape.mode != VecMode::kMask) {
        visit(offsets, uint64_t{shape.count});
        return;
    }
    for (const LaneGroup& group : LaneGroupsOf(shape, width)) {
        for (uint32_t repeat = group.first; repeat < group.first + group.count; ++repeat) {
            for (const LaneRun& run : group.runs) {
                visit(offsets + uint64_t{repeat} * width + run.begin,
                      uint64_t{run.end} - run.begin);
            }
        }
    }
}

/// The elements that the selected lanes name by their offsets.
void Elements(const VecShape& shape, uint32_t size, const uint32_t* offsets, uint32_t base,
              const Operand& operand, Regions* regions) {
    const uint32_t width = WidthOf(size * 8);
    regions->Lanes(Reads("offset", offsets), shape, Packed(offsets, width), 32, width);
    if (!regions->IsOnChip(offsets, OffsetBytes(shape, width))) {
        return;
    }
    const uint8_t* const start = static_cast<const uint8_t*>(operand.address) + base;
    const AscendC::isa::Arena& arena =
        regions->core().arenas[static_cast<int>(AscendC::Hardware::UB)];
    SelectedElements chosen(arena, start, size);
    bool inside = true;
    ForEachOffsets(shape, width, offsets, [&](const uint32_t* some, uint64_t count) {
        inside = inside && chosen.Add(some, count);
    });
    if (inside) {
        chosen.Flush(operand, regions);
        return;
    }
    ScatteredRuns runs;
    ForEachOffsets(shape, width, offsets, [&](const uint32_t* some, uint64_t count) {
        for (uint64_t i = 0; i < count; ++i) {
            runs.Add(start + some[i], size);
        }
    });
    runs.Flush(operand, regions);
}

}  // namespace

void Describe(const VecGather& r, Regions* regions) {
    Elements(r.shape, r.size, r.offsets, r.base, Reads("src", r.src), regions);
    regions->Lanes(Writes("dst", r.dst.addr), r.shape, r.dst, r.size * 8, WidthOf(r.size * 8));
}

void Describe(const VecScatter& r, Regions* regions) {
    regions->Lanes(Reads("src", r.src.addr), r.shape, r.src, r.size * 8, WidthOf(r.size * 8));
    Elements(r.shape, r.size, r.offsets, r.base, Writes("dst", r.dst), regions);
}

void Describe(const VecGatherBlocks& r, Regions* regions) {
    const uint64_t blocks = uint64_t{r.repeat} * 8;
    regions->Bytes(Reads("offset", r.offsets), blocks * sizeof(uint32_t));
    if (regions->IsOnChip(r.offsets, blocks * sizeof(uint32_t))) {
        ScatteredRuns runs;
        for (uint64_t i = 0; i < blocks; ++i) {
            runs.Add(static_cast<const uint8_t*>(r.src) + r.offsets[i], kBlockBytes);
        }
        runs.Flush(Reads("src", r.src), regions);
    }
    const int64_t block_pitch = int64_t{r.dst.blk_stride == 0 ? 1 : r.dst.blk_stride} * kBlockBytes;
    regions->Box(Writes("dst", r.dst.addr), kBlockBytes,
                 {{r.repeat, int64_t{r.dst.rep_stride} * kBlockBytes}, {8, block_pitch}});
}

namespace {

/// The elements that a built-in pattern keeps: every `step`th, from `first` on.
struct Pattern {
    uint32_t first, step;
};

Pattern PatternOf(uint32_t number) {
    switch (number) {
        case 1:
        case 2:
            return {number - 1, 2};
        case 3:
        case 4:
        case 5:
        case 6:
            return {number - 3, 4};
        default:
            return {0, 1};
    }
}

/// Reads what the pattern keeps of `count` repeats of `elements`, from repeat `first` on, and
/// returns how many elements that are in one.
uint64_t KeptByPattern(const VecGatherMask& r, uint32_t first, uint32_t count, uint32_t elements,
                       Regions* regions) {
    const uint32_t per_block = kBlockBytes / r.size;
    const Pattern pattern = PatternOf(r.pattern);
    const Operand src = Reads("src", r.src.addr);
    const int64_t repeat_pitch = int64_t{r.src.rep_stride} * kBlockBytes;
    const Axis repeats = {count, repeat_pitch};
    const int64_t block_pitch = int64_t{r.src.blk_stride} * kBlockBytes;
    const int64_t begin = first * repeat_pitch + int64_t{pattern.first} * r.size;
    const int64_t step = int64_t{pattern.step} * r.size;
    const auto kept_of = [&](uint32_t some) {
        return some > pattern.first ? (some - pattern.first + pattern.step - 1) / pattern.step : 0;
    };
    const uint32_t blocks = elements / per_block;
    regions->Box(src, begin, r.size, {repeats, {blocks, block_pitch}, {kept_of(per_block), step}});
    regions->Box(src, blocks * block_pitch + begin, r.size,
                 {repeats, {kept_of(elements % per_block), step}});
    return kept_of(elements);
}

/// The same for all repeats, of which the last may have fewer elements.
uint64_t KeptByPattern(const VecGatherMask& r, Regions* regions) {
    if (r.repeat == 0) {
        return 0;
    }
    const uint32_t whole = r.repeat - 1;
    return whole * KeptByPattern(r, 0, whole, r.per_repeat, regions) +
           KeptByPattern(r, whole, 1, r.last, regions);
}

/// The same for the bits of a tensor; how many elements of all repeats.
uint64_t KeptByBits(const VecGatherMask& r, Regions* regions) {
    const uint32_t per_block = kBlockBytes / r.size;
    if (r.repeat == 0) {
        return 0;
    }
    const int64_t pitch = int64_t{r.bits_stride} * kBlockBytes;
    const int64_t last = (r.repeat - 1) * pitch;
    const uint64_t last_bytes = (r.last + 7U) / 8;
    regions->Rows(Reads("pattern", r.bits), r.repeat - 1, (r.per_repeat + 7U) / 8, pitch);
    regions->Bytes(Reads("pattern", static_cast<const uint8_t*>(r.bits) + last), last_bytes);
    if (!regions->IsOnChip(r.bits, static_cast<uint64_t>(last) + last_bytes)) {
        return 0;
    }
    ScatteredRuns runs;
    uint64_t gathered = 0;
    for (uint32_t repeat = 0; repeat < r.repeat; ++repeat) {
        const uint8_t* const at = static_cast<const uint8_t*>(r.bits) + repeat * pitch;
        const uint8_t* const base = static_cast<const uint8_t*>(r.src.addr) +
                                    uint64_t{repeat} * r.src.rep_stride * kBlockBytes;
        const uint32_t elements = repeat + 1 == r.repeat ? r.last : r.per_repeat;
        for (uint32_t i = 0; i < elements; ++i) {
            if (((at[i / 8] >> (i % 8)) & 1) != 0) {
                runs.Add(base + uint64_t{i / per_block} * r.src.blk_stride * kBlockBytes +
                             i % per_block * r.size,
                         r.size);
                ++gathered;
            }
        }
    }
    runs.Flush(Reads("src", r.src.addr), regions);
    return gathered;
}

}  // namespace

void Describe(const VecGatherMask& r, Regions* regions) {
    const uint64_t gathered = r.pattern != 0 ? KeptByPattern(r, regions) : KeptByBits(r, regions);
    regions->Bytes(Writes("dst", r.dst), gathered * r.size);
}

}  // namespace observe
