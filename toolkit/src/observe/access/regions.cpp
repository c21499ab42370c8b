#include "observe/access/regions.h"

#include <algorithm>
#include <cstdlib>

#include "observe/access/bit_runs.h"

namespace observe {

using AscendC::Hardware;
using AscendC::isa::Arena;
using AscendC::isa::kBlockBytes;
using AscendC::isa::VecMode;
using AscendC::isa::VecOperand;
using AscendC::isa::VecShape;

namespace {

constexpr int64_t kFractalRows = 16;

/// Bytes in front of a memory that belong to it: L0B has the indices of sparse matrices there.
uint64_t FrontOf(Hardware memory, const Arena& arena) {
    return memory == Hardware::L0B ? arena.size / 4 : 0;
}

/// Whether a repeat of `width` lanes selects a lane: masks have 128 bits, which instructions with
/// more lanes use again.
bool Selects(const VecShape& shape, uint32_t lane) {
    return ((shape.mask[lane >> 6 & 1] >> (lane & 63)) & 1) != 0;
}

bool IsPrefix(const std::vector<LaneRun>& runs) {
    return runs.size() == 1 && runs[0].begin == 0;
}

/// The runs of set bits of a mask. A full register selects all lanes; any other prefix is one of
/// the first 128 lanes.
std::vector<LaneRun> RunsOf(const VecShape& shape, uint32_t width) {
    const uint32_t masked = width < 128 ? width : 128;
    std::vector<LaneRun> runs;
    for (uint32_t lane = 0; lane < masked;) {
        if (!Selects(shape, lane)) {
            ++lane;
            continue;
        }
        const uint32_t begin = lane;
        while (lane < masked && Selects(shape, lane)) {
            ++lane;
        }
        runs.push_back({begin, lane});
    }
    if (width > 128 && IsPrefix(runs) && runs[0].end == 128) {
        runs[0].end = width;
    } else if (width > 128 && !runs.empty() && !IsPrefix(runs)) {
        const size_t once = runs.size();
        for (uint32_t turn = 128; turn < width; turn += 128) {
            for (size_t i = 0; i < once; ++i) {
                runs.push_back({runs[i].begin + turn, runs[i].end + turn});
            }
        }
    }
    return runs;
}

/// Simplifies the axes of a region: none that stays in place, and those that continue a run are
/// part of it.
void Simplify(Region* region) {
    Axis* const axes = region->axes;
    uint32_t count = 0;
    for (uint32_t i = 0; i < region->axis_count; ++i) {
        if (axes[i].count != 1 && axes[i].stride != 0) {
            axes[count++] = axes[i];
        }
    }
    std::sort(axes, axes + count, [](const Axis& a, const Axis& b) {
        return std::llabs(a.stride) > std::llabs(b.stride);
    });
    while (count != 0 && axes[count - 1].stride == static_cast<int64_t>(region->run)) {
        region->run *= axes[--count].count;
    }
    for (uint32_t i = count; i-- > 1;) {
        if (axes[i - 1].stride == axes[i].stride * int64_t{axes[i].count}) {
            axes[i - 1] = {axes[i - 1].count * axes[i].count, axes[i].stride};
            std::copy(axes + i + 1, axes + count, axes + i);
            --count;
        }
    }
    region->axis_count = count;
}

}  // namespace

uint32_t AlignmentOf(Hardware memory) {
    switch (memory) {
        case Hardware::UB:
        case Hardware::L1:
            return 32;
        case Hardware::L0A:
        case Hardware::L0B:
            return 512;
        case Hardware::L0C:
        case Hardware::BIAS:
        case Hardware::FIXBUF:
            return 64;
        default:
            return 1;
    }
}

std::vector<LaneGroup> LaneGroupsOf(const VecShape& shape, uint32_t width) {
    std::vector<LaneGroup> groups;
    if (shape.mode == VecMode::kMask) {
        std::vector<LaneRun> runs = RunsOf(shape, width);
        if (shape.repeat != 0 && !runs.empty()) {
            groups.push_back({0, shape.repeat, std::move(runs)});
        }
        return groups;
    }
    const uint32_t full = shape.count / width;
    const uint32_t rest = shape.count % width;
    if (full != 0) {
        groups.push_back({0, full, {{0, width}}});
    }
    if (rest != 0) {
        groups.push_back({full, 1, {{0, rest}}});
    }
    return groups;
}

Hardware Regions::MemoryAt(const void* address) const {
    for (int i = 1; i < static_cast<int>(Hardware::MAX); ++i) {
        const Hardware memory = static_cast<Hardware>(i);
        const Arena& arena = core_.arenas[i];
        const uint8_t* const at = static_cast<const uint8_t*>(address);
        if (arena.size != 0 && at + FrontOf(memory, arena) >= arena.base &&
            at < arena.base + arena.size) {
            return memory;
        }
    }
    return Hardware::GM;
}

bool Regions::IsOnChip(const void* address, uint64_t bytes) const {
    const Hardware memory = MemoryAt(address);
    if (memory == Hardware::GM) {
        return false;
    }
    const Arena& arena = core_.arenas[static_cast<int>(memory)];
    const uint8_t* const at = static_cast<const uint8_t*>(address);
    return bytes <= static_cast<uint64_t>(arena.base + arena.size - at);
}

Region Regions::RegionOf(const Operand& operand) {
    Region region = {};
    region.kind = operand.kind;
    region.memory = operand.memory;
    region.operand = operand.name;
    region.operand_address = reinterpret_cast<uint64_t>(operand.address);
    region.base = region.operand_address;
    region.alignment = operand.alignment;
    region.atomic = operand.kind == AccessKind::kUpdate && operand.memory == Hardware::GM;
    return region;
}

void Regions::Box(const Operand& operand, int64_t offset, uint64_t run,
                  std::initializer_list<Axis> axes) {
    Region region = RegionOf(operand);
    region.base += static_cast<uint64_t>(offset);
    region.run = run;
    bool empty = run == 0;
    for (const Axis& axis : axes) {
        empty = empty || axis.count == 0;
        region.axes[region.axis_count++] = axis;
    }
    if (!empty) {
        Simplify(&region);
        visitor_.Visit(region);
    }
}

void Regions::Lanes(const Operand& operand, const VecShape& shape, const VecOperand& at,
                    uint32_t bits, uint32_t width) {
    if (shape.mode == VecMode::kCount) {
        const uint64_t whole = uint64_t{shape.count} * bits / 8;
        Bytes(operand, whole);
        if (uint64_t{shape.count} * bits % 8 != 0) {
            // Half a byte: the other half stays.
            const bool reads = operand.kind == AccessKind::kRead;
            Operand last = operand;
            last.kind = reads ? AccessKind::kRead : AccessKind::kUpdate;
            Box(last, static_cast<int64_t>(whole), 1, {});
        }
        return;
    }
    const uint32_t per_block = kBlockBytes * 8 / bits;
    const int64_t repeat_pitch = int64_t{at.rep_stride} * kBlockBytes;
    const int64_t block_pitch = int64_t{at.blk_stride} * kBlockBytes;
    for (const LaneGroup& group : LaneGroupsOf(shape, width)) {
        const Axis repeats = {group.count, repeat_pitch};
        const int64_t start = group.first * repeat_pitch;
        const auto part = [&](uint32_t begin, uint32_t end) {
            const uint64_t first_bit = uint64_t{begin % per_block} * bits;
            const uint64_t last_bit = first_bit + uint64_t{end - begin} * bits;
            Operand piece = operand;
            if ((first_bit % 8 != 0 || last_bit % 8 != 0) && piece.kind == AccessKind::kWrite) {
                piece.kind = AccessKind::kUpdate;
            }
            Box(piece,
                start + begin / per_block * block_pitch + static_cast<int64_t>(first_bit / 8),
                (last_bit + 7) / 8 - first_bit / 8, {repeats});
        };
        for (const LaneRun& run : group.runs) {
            if (at.blk_stride == 1) {
                part(run.begin, run.end);
                continue;
            }
            const uint32_t whole_begin = (run.begin + per_block - 1) / per_block;
            const uint32_t whole_end = run.end / per_block;
            if (whole_begin > whole_end) {
                part(run.begin, run.end);
                continue;
            }
            if (run.begin < whole_begin * per_block) {
                part(run.begin, whole_begin * per_block);
            }
            Box(operand, start + whole_begin * block_pitch, kBlockBytes,
                {repeats, {whole_end - whole_begin, block_pitch}});
            if (whole_end * per_block < run.end) {
                part(whole_end * per_block, run.end);
            }
        }
    }
}

void Regions::Fractals(const Operand& operand, uint32_t rows, uint64_t row_bytes,
                       int64_t tile_pitch, int64_t block_pitch) {
    const uint32_t tiles = rows / kFractalRows;
    const uint32_t rest_rows = rows % kFractalRows;
    const uint32_t blocks = static_cast<uint32_t>(row_bytes / kBlockBytes);
    const uint64_t rest_bytes = row_bytes % kBlockBytes;
    const auto part = [&](int64_t offset, uint32_t tile_count, uint32_t row_count) {
        Box(operand, offset, kBlockBytes,
            {{tile_count, tile_pitch}, {blocks, block_pitch}, {row_count, kBlockBytes}});
        Box(operand, offset + blocks * block_pitch, rest_bytes,
            {{tile_count, tile_pitch}, {row_count, kBlockBytes}});
    };
    part(0, tiles, kFractalRows);
    part(tiles * tile_pitch, 1, rest_rows);
}

void Regions::Tiles(const Operand& operand, uint32_t m, uint32_t n, uint32_t size,
                    int64_t group_pitch, uint32_t count, int64_t matrix_pitch) {
    const uint32_t groups = n / kFractalRows;
    const uint64_t row_bytes = uint64_t{16} * size;
    const Axis matrices = {count, matrix_pitch};
    Box(operand, m * row_bytes, {matrices, {groups, group_pitch}});
    Box(operand, groups * group_pitch, uint64_t{n % 16} * size,
        {matrices, {m, static_cast<int64_t>(row_bytes)}});
}

/// Sorts the runs, and joins those that overlap or touch.
void ScatteredRuns::Merge() {
    uint64_t begin = ~uint64_t{0};
    uint64_t end = 0;
    for (const Run& run : runs_) {
        begin = std::min(begin, run.address);
        end = std::max(end, run.address + run.bytes);
    }
    // An on-chip memory is small; offsets that lead out of it may lead anywhere.
    constexpr uint64_t kMostBytes = uint64_t{1} << 20;
    if (begin < end && end - begin <= kMostBytes) {
        MergeByMap(begin, end);
    } else {
        MergeBySorting();
    }
}

uint64_t ScatteredRuns::GranuleFrom(uint64_t begin) const {
    const uint64_t bytes = runs_.front().bytes;
    const bool same = std::all_of(runs_.begin(), runs_.end(), [&](const Run& run) {
        return run.bytes == bytes && (run.address - begin) % bytes == 0;
    });
    return same ? bytes : 1;
}

void ScatteredRuns::MergeByMap(uint64_t begin, uint64_t end) {
    const uint64_t granule = GranuleFrom(begin);
    std::vector<uint64_t> map((end - begin) / granule / 64 + 2, 0);  // a bit each, then a zero
    for (const Run& run : runs_) {
        uint64_t at = (run.address - begin) / granule;
        for (uint64_t remaining = run.bytes / granule; remaining != 0;) {
            const uint64_t count = std::min(remaining, 64 - at % 64);
            map[at / 64] |= (count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1) << at % 64;
            at += count;
            remaining -= count;
        }
    }
    runs_.clear();
    ForEachBitRun(map, [&](uint64_t at, uint64_t stop) {
        runs_.push_back({begin + at * granule, (stop - at) * granule});
    });
}

void ScatteredRuns::MergeBySorting() {
    std::sort(runs_.begin(), runs_.end(),
              [](const Run& a, const Run& b) { return a.address < b.address; });
    size_t merged = 0;
    for (const Run& run : runs_) {
        if (merged != 0 && run.address <= runs_[merged - 1].address + runs_[merged - 1].bytes) {
            Run& last = runs_[merged - 1];
            last.bytes = std::max(last.bytes, run.address + run.bytes - last.address);
        } else {
            runs_[merged++] = run;
        }
    }
    runs_.resize(merged);
}

void ScatteredRuns::Flush(const Operand& operand, Regions* regions) {
    Merge();
    Region region = Regions::RegionOf(operand);
    for (size_t i = 0; i < runs_.size();) {
        size_t end = i + 1;
        uint64_t stride = 0;
        if (end < runs_.size()) {
            stride = runs_[end].address - runs_[i].address;
            while (end < runs_.size() && runs_[end].bytes == runs_[i].bytes &&
                   runs_[end].address - runs_[end - 1].address == stride) {
                ++end;
            }
        }
        region.base = runs_[i].address;
        region.run = runs_[i].bytes;
        region.axis_count = end - i > 1 ? 1 : 0;
        region.axes[0] = {static_cast<uint32_t>(end - i), static_cast<int64_t>(stride)};
        regions->Visit(region);
        i = end;
    }
    runs_.clear();
}

}  // namespace observe
