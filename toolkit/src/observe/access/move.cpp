// Data movement.
#include "isa/move.h"

#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;
using AscendC::Hardware;

namespace {

/// On-chip operands of moves; the table in front of L0B has a quarter of L0B's alignment. Global
/// memory is aligned to elements where a kernel names them, else not at all.
Operand Source(const uint8_t* address, Hardware memory) {
    // Moves read L1 and its like in blocks.
    const uint32_t alignment = memory == Hardware::GM ? 1 : 32;
    return {AccessKind::kRead, memory, "src", address, alignment};
}

Operand Destination(const uint8_t* address, Hardware memory, const Core& core) {
    const bool atomic = memory == Hardware::GM && core.atomic_op != AtomicOp::kNone;
    const bool indices =
        memory == Hardware::L0B && address < core.arenas[static_cast<int>(Hardware::L0B)].base;
    return {atomic ? AccessKind::kUpdate : AccessKind::kWrite, memory, "dst", address,
            indices ? AlignmentOf(memory) / 4 : AlignmentOf(memory)};
}

}  // namespace

void Describe(const MoveRecord& r, Regions* regions) {
    const Operand src = Source(r.src, r.src_memory);
    const Operand dst = Destination(r.dst, r.dst_memory, regions->core());
    switch (r.op) {
        case MoveOp::kCopy:
            regions->Rows(src, r.count, r.bytes, r.src_pitch);
            regions->Rows(dst, r.count, r.bytes, r.dst_pitch);
            break;
        case MoveOp::kPad: {
            const uint64_t used = r.left + r.bytes + r.right;
            regions->Rows(src, r.count, r.bytes, r.src_pitch);
            regions->Rows(dst, r.count, (used + 31) / 32 * 32, r.dst_pitch);
            break;
        }
        case MoveOp::kWiden:
            regions->Rows(src, r.count, r.bytes / 2 * 2, r.src_pitch);
            regions->Rows(dst, r.count, r.bytes / 2 * 4, r.dst_pitch);
            break;
        case MoveOp::kFill:
            regions->Rows(dst, r.count, r.bytes, r.dst_pitch);
            break;
    }
}

void Describe(const LayoutRecord& r, Regions* regions) {
    const Operand src = Source(r.src, r.src_memory);
    const Operand dst = Destination(r.dst, r.dst_memory, regions->core());
    const auto nd = [&](const Operand& operand) {
        regions->Box(operand, r.row_bytes,
                     {{r.matrices, static_cast<int64_t>(r.nd_matrix_pitch)},
                      {r.rows, static_cast<int64_t>(r.nd_row_pitch)}});
    };
    const auto nz = [&](const Operand& operand, uint64_t first, uint64_t groups, uint64_t bytes) {
        regions->Box(operand, static_cast<int64_t>(first * r.nz_group_pitch), bytes,
                     {{r.matrices, static_cast<int64_t>(r.nz_matrix_pitch)},
                      {r.rows, static_cast<int64_t>(r.nz_row_pitch)},
                      {static_cast<uint32_t>(groups), static_cast<int64_t>(r.nz_group_pitch)}});
    };
    if (r.op == LayoutOp::kNdToNz) {
        nd(src);
        nz(dst, 0, (r.row_bytes + 31) / 32, 32);  // the last group is filled up with zeros
        return;
    }
    nz(src, 0, r.row_bytes / r.group_bytes, r.group_bytes);
    nz(src, r.row_bytes / r.group_bytes, 1, r.row_bytes % r.group_bytes);
    nd(dst);
}

}  // namespace observe
