#include "observe/cycles/move_costs.h"

#include <algorithm>

#include "isa/cube_fixpipe.h"
#include "isa/cube_im2col.h"
#include "isa/cube_load.h"
#include "isa/cube_mmad.h"
#include "isa/image.h"
#include "isa/move.h"
#include "isa/vec_shape.h"

namespace observe::cycles {
namespace {

using AscendC::Hardware;
using namespace AscendC::isa;

uint64_t AddressOf(const void* pointer) {
    return reinterpret_cast<uint64_t>(pointer);
}

uint64_t CeilDiv(uint64_t a, uint64_t b) {
    return (a + b - 1) / b;
}

}  // namespace

MoveCosts::MoveCosts(const Constants& constants)
    : latency_(constants("mte2.latency")),
      latency_ddr_(constants("mte2.latency_ddr")),
      rate_(constants("mte2.rate")),
      rate_ddr_(constants("mte2.rate_ddr")),
      rate_l1_(constants("mte2.rate_l1")),
      rate_ddr_l1_(constants("mte2.rate_ddr_l1")),
      instruction_(constants("mte2.instruction")),
      burst_(constants("mte2.burst")),
      burst_nd2nz_(constants("mte2.burst_nd2nz")),
      unaligned_bytes_(constants("mte2.unaligned_bytes")),
      same_line_(constants("mte2.same_line")),
      store_latency_(constants("mte3.latency")),
      store_rate_(constants("mte3.rate")),
      store_instruction_(constants("mte3.instruction")),
      store_burst_(constants("mte3.burst")),
      ub_latency_(constants("ub.latency")),
      ub_rate_(constants("ub.rate")),
      mte1_startup_(constants("mte1.startup")),
      rate_l0a_(constants("mte1.rate_l0a")),
      rate_l0b_(constants("mte1.rate_l0b")),
      rate_other_(constants("mte1.rate_other")),
      rate_ub_(constants("mte1.rate_ub")),
      cube_startup_(constants("cube.startup")),
      cube_issue_(constants("cube.issue")),
      fractal_(constants("cube.fractal")),
      fractal_f32_(constants("cube.fractal.f32")),
      fractal_hf32_(constants("cube.fractal.hf32")),
      fixpipe_latency_(constants("fixpipe.latency")),
      fixpipe_rate_(constants("fixpipe.rate")),
      fixpipe_burst_(constants("fixpipe.burst")) {}

Transfer MoveCosts::Of(RecordKind kind, const void* record, const MemoryPort& port, Cycles start,
                       MemorySystem* memory) const {
    switch (kind) {
        case RecordKind::kMoveRecord:
            return Move(record, port, start, memory);
        case RecordKind::kLayoutRecord:
            return Layout(record, port, start, memory);
        case RecordKind::kCubeLoad: {
            const auto& r = *static_cast<const CubeLoad*>(record);
            const uint64_t fractals = !r.transpose || r.element_bits == 16 ? 1
                                      : r.element_bits == 4                ? 4
                                                                           : 2;
            const uint64_t bytes = fractals * kFractalBytes;
            if (r.src_memory == Hardware::GM) {
                return Load({AddressOf(r.src), r.repeat, bytes, r.src_pitch, false}, r.dst_memory,
                            port, start, memory);
            }
            return OnChip(r.src_memory, r.dst_memory, r.repeat * bytes);
        }
        case RecordKind::kCubeFill: {
            const auto& r = *static_cast<const CubeFill*>(record);
            return OnChip(r.memory, r.memory, r.repeat * r.bytes);
        }
        case RecordKind::kCubeIm2col: {
            const auto& r = *static_cast<const CubeIm2col*>(record);
            const Hardware to =
                r.target == CubeIm2col::Target::kTransposed ? Hardware::L0B : Hardware::L0A;
            const uint64_t bits =
                uint64_t{std::max<uint32_t>(r.repeat, 1)} * r.m * r.k * r.element_bits;
            return OnChip(Hardware::L1, to, bits / 8);
        }
        case RecordKind::kCubeMmad: {
            Transfer transfer;
            transfer.work = Mmad(record);
            return transfer;
        }
        case RecordKind::kCubeFixpipe:
            return Fixpipe(record, port, start, memory);
        case RecordKind::kLoadImage: {
            const auto& r = *static_cast<const LoadImage*>(record);
            const uint64_t bytes = uint64_t{r.width} * r.height * kBlockBytes;
            return Load({AddressOf(r.dst), 1, bytes, 0, true}, Hardware::L1, port, start, memory);
        }
        default:
            return {};
    }
}

Transfer MoveCosts::Load(const Rows& rows, Hardware to, const MemoryPort& port, Cycles start,
                         MemorySystem* memory) const {
    Transfer transfer{{}, Hardware::GM, to, rows.count * rows.bytes, {}};
    ReadTraffic sources;
    uint64_t unaligned = 0;
    const bool whole = rows.pitch == static_cast<int64_t>(rows.bytes);
    const uint64_t pieces = whole ? 1 : rows.count;
    for (uint64_t i = 0; i < pieces; ++i) {
        const uint64_t address = rows.address + i * static_cast<uint64_t>(rows.pitch);
        const ReadTraffic piece =
            memory->Read(port.unit, port.cores, address, whole ? transfer.bytes : rows.bytes);
        sources.in_l2 += piece.in_l2;
        sources.in_ddr += piece.in_ddr;
        sources.past_l2 += piece.past_l2;
        unaligned += address % kBlockBytes != 0 ? 1 : 0;
    }
    transfer.read = sources;
    const double more = static_cast<double>(unaligned) * unaligned_bytes_;
    const bool missed = sources.in_ddr > 0;
    const double in_l2 = static_cast<double>(sources.in_l2) + (missed ? 0 : more);
    const double in_ddr = static_cast<double>(sources.in_ddr) + (missed ? more : 0);
    const bool to_ub = to == Hardware::UB;
    const double rate = std::min(to_ub ? rate_ : rate_l1_, port.share.l2_read);
    const double burst = rows.changes_layout ? burst_nd2nz_ : burst_;
    const Cycles own = in_l2 / rate + in_ddr / (to_ub ? rate_ddr_ : rate_ddr_l1_) +
                       static_cast<double>(rows.changes_layout ? rows.count : pieces - 1) * burst;
    const Cycles shared =
        missed ? memory->UseDdr(port.unit, port.share, start, static_cast<uint64_t>(in_ddr)) - start
               : 0;
    // The memory gives a line to one core after the other.
    const Cycles same_line = static_cast<double>(sources.past_l2) * same_line_;
    transfer.work = {std::max({instruction_, own, shared, same_line}),
                     missed ? latency_ddr_ : latency_};
    return transfer;
}

Transfer MoveCosts::Store(const Rows& rows, Hardware from, const MemoryPort& port, Cycles start,
                          MemorySystem* memory) const {
    Transfer transfer{{}, from, Hardware::GM, rows.count * rows.bytes, {}};
    const bool whole = rows.pitch == static_cast<int64_t>(rows.bytes);
    const uint64_t pieces = whole ? 1 : rows.count;
    const bool overflows = memory->Overflows(port.unit, port.cores);
    for (uint64_t i = 0; i < pieces; ++i) {
        memory->Write(port.unit, port.cores, rows.address + i * static_cast<uint64_t>(rows.pitch),
                      whole ? transfer.bytes : rows.bytes);
    }
    if (overflows) {
        // L2 writes other lines back to make space.
        memory->UseDdr(port.unit, port.share, start, transfer.bytes);
    }
    // While loads from the memory beyond L2 are in progress, stores get no more than they.
    const double meets = overflows ? 1 : memory->DdrUse(port.unit, start);
    const double to_l2 = port.share.l2_write;
    const double rate =
        std::min(store_rate_, to_l2 + meets * (std::min(port.share.ddr, to_l2) - to_l2));
    transfer.work = {
        std::max(store_instruction_, static_cast<double>(transfer.bytes) / rate +
                                         static_cast<double>(pieces - 1) * store_burst_),
        store_latency_};
    return transfer;
}

Transfer MoveCosts::OnChip(Hardware from, Hardware to, uint64_t bytes) const {
    double rate = rate_other_;
    Cycles latency = mte1_startup_;
    if (from == Hardware::UB && to == Hardware::UB) {
        rate = ub_rate_;
        latency = ub_latency_;
    } else if (to == Hardware::L0A) {
        rate = rate_l0a_;
    } else if (to == Hardware::L0B) {
        rate = rate_l0b_;
    } else if (from == Hardware::UB || to == Hardware::UB || to == Hardware::L1) {
        rate = rate_ub_;
    }
    return {{static_cast<double>(bytes) / rate, latency}, from, to, bytes, {}};
}

Transfer MoveCosts::Move(const void* record, const MemoryPort& port, Cycles start,
                         MemorySystem* memory) const {
    const auto& r = *static_cast<const MoveRecord*>(record);
    if (r.op == MoveOp::kFill) {
        return OnChip(r.dst_memory, r.dst_memory, r.count * r.bytes);
    }
    if (r.src_memory == Hardware::GM) {
        return Load({AddressOf(r.src), r.count, r.bytes, r.src_pitch, false}, r.dst_memory, port,
                    start, memory);
    }
    if (r.dst_memory == Hardware::GM) {
        return Store({AddressOf(r.dst), r.count, r.bytes, r.dst_pitch, false}, r.src_memory, port,
                     start, memory);
    }
    return OnChip(r.src_memory, r.dst_memory, r.count * r.bytes);
}

Transfer MoveCosts::Layout(const void* record, const MemoryPort& port, Cycles start,
                           MemorySystem* memory) const {
    const auto& r = *static_cast<const LayoutRecord*>(record);
    const uint64_t rows = uint64_t{r.matrices} * r.rows;
    if (r.src_memory == Hardware::GM) {
        return Load(
            {AddressOf(r.src), rows, r.row_bytes, static_cast<int64_t>(r.nd_row_pitch), true},
            r.dst_memory, port, start, memory);
    }
    if (r.dst_memory == Hardware::GM) {
        return Store(
            {AddressOf(r.dst), rows, r.row_bytes, static_cast<int64_t>(r.nd_row_pitch), true},
            r.src_memory, port, start, memory);
    }
    return OnChip(r.src_memory, r.dst_memory, rows * r.row_bytes);
}

Transfer MoveCosts::Fixpipe(const void* record, const MemoryPort& port, Cycles start,
                            MemorySystem* memory) const {
    const auto& r = *static_cast<const CubeFixpipe*>(record);
    const uint64_t element = std::max<uint64_t>(BitsOf(r.dst_dtype) / 8, 1);
    const bool by_row = r.layout == FixpipeLayout::kRowMajor;
    const uint64_t row_elements = by_row ? r.n : uint64_t{r.m} * 16;
    const uint64_t rows = uint64_t{r.matrices} * (by_row ? r.m : CeilDiv(r.n, 16));
    const uint64_t bytes = rows * row_elements * element;
    Transfer transfer{{}, Hardware::L0C, r.dst_memory, bytes, {}};
    if (r.dst_memory == Hardware::GM) {
        transfer = Store({AddressOf(r.dst), rows, row_elements * element,
                          static_cast<int64_t>(r.dst_pitch), false},
                         Hardware::L0C, port, start, memory);
    }
    transfer.work = {
        std::max(static_cast<double>(bytes) / std::min(fixpipe_rate_, r.dst_memory == Hardware::GM
                                                                          ? port.share.l2_write
                                                                          : fixpipe_rate_),
                 static_cast<double>(rows) * fixpipe_burst_),
        fixpipe_latency_};
    return transfer;
}

Work MoveCosts::Mmad(const void* record) const {
    const auto& r = *static_cast<const CubeMmad*>(record);
    const uint64_t fractal_k = kBlockBytes * 8 / BitsOf(r.a_dtype);
    const uint64_t fractals = CeilDiv(r.m, 16) * CeilDiv(r.n, 16) * CeilDiv(r.k, fractal_k);
    const double each = r.a_dtype != DType::kF32 ? fractal_ : r.hf32 ? fractal_hf32_ : fractal_f32_;
    return {static_cast<double>(fractals) * each + cube_issue_, cube_startup_};
}

}  // namespace observe::cycles
