// The way of results out of L0C.
#include "isa/cube_fixpipe.h"
#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;
using AscendC::Hardware;

namespace {

constexpr uint32_t kMaxColumns = 4096;
constexpr uint32_t kTile = 16;

/// Where the scales of columns, and the matrix that results are added to, are.
void Parameters(const CubeFixpipe& r, Regions* regions) {
    const Core& core = regions->core();
    const auto read = [&](const char* name, const void* address) {
        const Hardware memory = regions->MemoryAt(address);
        return Operand{AccessKind::kRead, memory, name, address, 32};
    };
    if (r.convert >= FixpipeConvert::kDequant && r.half_scales != nullptr) {
        regions->Bytes(read("scales", r.half_scales), uint64_t{r.n} * sizeof(uint16_t));
    } else if (r.convert >= FixpipeConvert::kDequant && r.scales != nullptr) {
        regions->Bytes(read("scales", r.scales), uint64_t{r.n} * sizeof(uint64_t));
    }
    if (r.elements != ElementOp::kNone) {
        // In NZ whole tiles are worked on.
        const uint32_t columns =
            r.layout == FixpipeLayout::kNz ? (r.n + kTile - 1) / kTile * kTile : r.n;
        regions->Tiles(read("elements", core.fixpipe_elements), r.m, columns, sizeof(uint16_t),
                       core.fixpipe_element_pitch);
    }
}

void NzResult(const CubeFixpipe& r, const Operand& dst, Regions* regions) {
    const uint32_t size = SizeOf(r.dst_dtype);
    const uint32_t tiles = (r.n + kTile - 1) / kTile;
    const Axis matrices = {r.matrices, static_cast<int64_t>(r.dst_matrix_pitch)};
    const int64_t pitch = static_cast<int64_t>(r.dst_pitch);
    if (r.dst_row_pitch != 0) {
        regions->Box(dst, kTile * size, {matrices, {tiles, pitch}, {r.m, r.dst_row_pitch}});
    } else if (r.channel_split) {
        regions->Box(dst, uint64_t{r.m} * 8 * size, {matrices, {(r.n + 7U) / 8, pitch}});
    } else if (size == 1) {
        // Groups of two tiles; a single last one is a narrow group.
        regions->Box(dst, uint64_t{r.m} * 32, {matrices, {tiles / 2, pitch}});
        regions->Box(dst, tiles / 2 * pitch, uint64_t{r.m} * kTile, {matrices, {tiles % 2, 0}});
    } else {
        regions->Box(dst, uint64_t{r.m} * kTile * size, {matrices, {tiles, pitch}});
    }
}

}  // namespace

void Describe(const CubeFixpipe& r, Regions* regions) {
    if (r.n == 0 || r.m == 0 || r.n > kMaxColumns) {
        return;
    }
    const uint32_t source_size = SizeOf(r.src_dtype);
    const uint32_t size = SizeOf(r.dst_dtype);
    const bool nz = r.layout == FixpipeLayout::kNz;
    const uint32_t columns = nz ? (r.n + kTile - 1) / kTile * kTile : r.n;
    regions->Tiles({AccessKind::kRead, Hardware::L0C, "src", r.src, 64}, r.m, columns, source_size,
                   static_cast<int64_t>(r.src_group_pitch), r.matrices,
                   static_cast<int64_t>(r.src_matrix_pitch));
    Parameters(r, regions);
    const bool global = r.dst_memory == Hardware::GM;
    const bool atomic = global && regions->core().atomic_op != AtomicOp::kNone;
    const Operand dst = {atomic ? AccessKind::kUpdate : AccessKind::kWrite, r.dst_memory, "dst",
                         r.dst, global ? 1 : AlignmentOf(r.dst_memory)};
    if (nz) {
        NzResult(r, dst, regions);
        return;
    }
    const Axis matrices = {r.matrices, static_cast<int64_t>(r.dst_matrix_pitch)};
    const bool row_major = r.layout == FixpipeLayout::kRowMajor;
    const uint32_t lines = row_major ? r.m : r.n;
    const uint64_t line = uint64_t{row_major ? r.n : r.m} * size;
    regions->Box(dst, line, {matrices, {lines, static_cast<int64_t>(r.dst_pitch)}});
}

}  // namespace observe
