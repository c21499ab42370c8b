#include "observe/check/undefined_flow.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "isa/move.h"
#include "isa/vec_elementwise.h"
#include "isa/vec_fill.h"
#include "isa/vec_gather.h"
#include "isa/vec_reduce.h"
#include "isa/vec_select.h"
#include "observe/check/lanes.h"

namespace observe {
namespace {

using AscendC::Hardware;
using AscendC::isa::BitsOf;
using AscendC::isa::RecordKind;
using AscendC::isa::VecMode;
using AscendC::isa::VecOperand;
using AscendC::isa::VecShape;

class Flow {
public:
    Flow(const Moment& moment, uint32_t origin, Shadows* shadows)
        : moment_(moment), origin_(origin), shadows_(*shadows) {}

    /// dst = f(sources), lane by lane. False if elements are smaller than a byte.
    bool Lanes(const VecShape& shape, const LaneOperand& dst,
               std::initializer_list<LaneOperand> sources) {
        uint32_t widest = dst.bytes;
        bool whole = dst.bytes != 0;
        for (const LaneOperand& source : sources) {
            widest = std::max(widest, source.bytes);
            whole = whole && source.bytes != 0;
        }
        if (!whole) {
            return false;
        }
        const uint32_t width = AscendC::isa::LanesOf(widest);
        if (IsInRows(shape, dst, sources)) {
            ForEachRow(shape, width, [&](uint32_t repeat, uint32_t lane, uint32_t count) {
                Row row = {dst.AddressOf(shape, repeat, lane, width), dst.bytes, {}};
                for (const LaneOperand& source : sources) {
                    row.sources.push_back(
                        {source.AddressOf(shape, repeat, lane, width), source.bytes});
                }
                FlowRow(row, count);
            });
            return true;
        }
        ForEachLane(shape, width, [&](uint32_t repeat, uint32_t lane) {
            bool undefined = false;
            for (const LaneOperand& source : sources) {
                undefined |=
                    IsUndefined(source.AddressOf(shape, repeat, lane, width), source.bytes);
            }
            Set(dst.AddressOf(shape, repeat, lane, width), dst.bytes, undefined);
        });
        return true;
    }

    /// dst = f(sources), bit by bit. Bytes of bits that a comparison made have separate lanes.
    /// A byte of a source that is `absorbing` decides the result, whatever the others are.
    bool Bits(const VecShape& shape, const LaneOperand& dst,
              std::initializer_list<LaneOperand> sources, std::optional<uint8_t> absorbing) {
        const uint32_t width = AscendC::isa::LanesOf(dst.bytes);
        ForEachLane(shape, width, [&](uint32_t repeat, uint32_t lane) {
            const uint64_t target = dst.AddressOf(shape, repeat, lane, width);
            for (uint32_t byte = 0; byte < dst.bytes; ++byte) {
                bool undefined = false;
                bool decided = false;
                for (const LaneOperand& source : sources) {
                    const uint64_t address = source.AddressOf(shape, repeat, lane, width) + byte;
                    const bool unknown = IsUndefined(address, 1);
                    undefined |= unknown;
                    decided |= !unknown && absorbing == *reinterpret_cast<const uint8_t*>(address);
                }
                Set(target + byte, 1, undefined && !decided);
            }
        });
        return true;
    }

    /// One bit selects which source a lane comes from.
    bool Select(const AscendC::isa::VecSelect& record) {
        const uint32_t bytes = BitsOf(record.type) / 8;
        const uint32_t width = AscendC::isa::LanesOf(bytes);
        const LaneOperand dst = {record.dst, bytes};
        const LaneOperand first = {record.src0, bytes};
        const LaneOperand second = {record.src1, bytes};
        const auto* const words =
            record.bits != nullptr
                ? static_cast<const uint8_t*>(record.bits)
                : reinterpret_cast<const uint8_t*>(moment_.state->core->cmp_mask);
        ForEachLane(record.shape, width, [&](uint32_t repeat, uint32_t lane) {
            const uint32_t bit = (record.same_bits ? 0 : repeat * width) + lane;
            const uint8_t* const word = words + bit / 8;
            bool undefined =
                record.bits != nullptr && IsUndefined(reinterpret_cast<uint64_t>(word), 1);
            if (!undefined) {
                const bool is_first = (*word >> bit % 8 & 1) != 0;
                const LaneOperand& chosen = is_first ? first : second;
                undefined = (is_first || !record.by_scalar) &&
                            IsUndefined(chosen.AddressOf(record.shape, repeat, lane, width), bytes);
            }
            Set(dst.AddressOf(record.shape, repeat, lane, width), bytes, undefined);
        });
        return true;
    }

    /// A bit per lane; eight of them share a byte, which is undefined if all are.
    bool Compare(const AscendC::isa::VecCompare& record) {
        if (record.dst == nullptr) {
            return true;
        }
        const uint32_t bytes = BitsOf(record.type) / 8;
        const uint32_t width = AscendC::isa::LanesOf(bytes);
        const LaneOperand first = {record.src0, bytes};
        const LaneOperand second = {record.src1, bytes};
        const uint64_t dst = reinterpret_cast<uint64_t>(record.dst);
        ForEachLane(record.shape, width, [&](uint32_t repeat, uint32_t lane) {
            const bool undefined =
                IsUndefined(first.AddressOf(record.shape, repeat, lane, width), bytes) ||
                (!record.by_scalar &&
                 IsUndefined(second.AddressOf(record.shape, repeat, lane, width), bytes));
            const uint32_t bit = repeat * width + lane;
            if (bit % 8 == 0 || !undefined) {
                Set(dst + bit / 8, 1, undefined);
            }
        });
        return true;
    }

    /// One result per repeat is undefined if one of its lanes is.
    bool Reduce(const AscendC::isa::VecReduce& record) {
        if (record.span != AscendC::isa::ReduceSpan::kRepeat ||
            record.shape.mode != VecMode::kMask) {
            return false;
        }
        const uint32_t bytes = BitsOf(record.type) / 8;
        const uint32_t width = AscendC::isa::LanesOf(bytes);
        const LaneOperand source = {record.src, bytes};
        std::vector<bool> undefined(record.shape.repeat, false);
        ForEachLane(record.shape, width, [&](uint32_t repeat, uint32_t lane) {
            undefined[repeat] =
                undefined[repeat] ||
                IsUndefined(source.AddressOf(record.shape, repeat, lane, width), bytes);
        });
        const bool pair = record.op != AscendC::isa::ReduceOp::kSum &&
                          (record.layout == AscendC::isa::ReduceLayout::kValueIndex ||
                           record.layout == AscendC::isa::ReduceLayout::kIndexValue);
        const bool index = record.op != AscendC::isa::ReduceOp::kSum &&
                           record.layout == AscendC::isa::ReduceLayout::kIndex;
        const uint32_t size = pair ? 2 * bytes : index ? 4 : bytes;
        for (uint32_t repeat = 0; repeat < record.shape.repeat; ++repeat) {
            Set(reinterpret_cast<uint64_t>(record.dst) + uint64_t{repeat} * record.dst_step, size,
                undefined[repeat]);
        }
        return true;
    }

    bool Gather(const AscendC::isa::VecGather& record) {
        const uint32_t width = AscendC::isa::LanesOf(record.size);
        const LaneOperand dst = {record.dst, record.size};
        const uint64_t source = reinterpret_cast<uint64_t>(record.src) + record.base;
        ForEachLane(record.shape, width, [&](uint32_t repeat, uint32_t lane) {
            const uint32_t* const offset = record.offsets + (uint64_t{repeat} * width + lane);
            const bool unknown = IsUndefined(reinterpret_cast<uint64_t>(offset), 4);
            Set(dst.AddressOf(record.shape, repeat, lane, width), record.size,
                unknown || IsUndefined(source + *offset, record.size));
        });
        return true;
    }

    /// Rows of bytes. An atomic store adds to what is there.
    bool Move(const AscendC::isa::MoveRecord& record, bool updates) {
        using AscendC::isa::MoveOp;
        if (record.op != MoveOp::kCopy && record.op != MoveOp::kPad) {
            return false;
        }
        const uint64_t left = record.op == MoveOp::kPad ? record.left : 0;
        for (uint32_t row = 0; row < record.count; ++row) {
            const uint64_t source = reinterpret_cast<uint64_t>(record.src) +
                                    static_cast<uint64_t>(row * record.src_pitch);
            const uint64_t dst = reinterpret_cast<uint64_t>(record.dst) +
                                 static_cast<uint64_t>(row * record.dst_pitch);
            if (record.op == MoveOp::kPad) {
                const uint64_t padded = (left + record.bytes + record.right + 31) / 32 * 32;
                shadows_.Define(record.dst_memory, dst, dst + padded);
            }
            Copy(record.src_memory, source, record.dst_memory, dst + left, record.bytes, updates);
        }
        return true;
    }

    /// What comes from where is not known: all that is written is undefined if the whole of an
    /// operand is, or any byte with `if_any`. What is updated keeps its undefined bytes.
    void Whole(const std::vector<Region>& regions, bool if_any) {
        bool undefined = if_any;
        for (const Region& region : regions) {
            undefined =
                undefined || (region.kind == AccessKind::kRead && IsNothing(regions, region));
        }
        for (const Region& region : regions) {
            if (region.kind == AccessKind::kRead) {
                continue;
            }
            ForEachRun(region, [&](uint64_t begin) {
                if (region.kind == AccessKind::kUpdate && !undefined) {
                    KeepUndefined(region.memory, begin, begin + region.run);
                } else {
                    SetIn(region.memory, begin, region.run, undefined);
                }
            });
        }
    }

private:
    /// Neighbouring elements of a source.
    struct RowSource {
        uint64_t address;
        uint32_t bytes;  ///< of an element
    };
    /// Lanes whose elements are neighbours in all operands.
    struct Row {
        uint64_t dst;
        uint32_t bytes;
        std::vector<RowSource> sources;
    };

    /// Whether lanes that follow each other do so in memory too, and no result is in the place of
    /// what a later lane reads.
    static bool IsInRows(const VecShape& shape, const LaneOperand& dst,
                         std::initializer_list<LaneOperand> sources) {
        const bool is_counted = shape.mode == VecMode::kCount;
        const auto is_flat = [&](const LaneOperand& operand) {
            return is_counted || operand.at.blk_stride == 1;
        };
        const auto is_apart = [&](const LaneOperand& source) {
            const uint64_t bytes = is_counted
                                       ? uint64_t{shape.count} * std::max(source.bytes, dst.bytes)
                                       : uint64_t{AscendC::isa::kRepeatBytes};
            const int64_t distance = static_cast<const uint8_t*>(source.at.addr) -
                                     static_cast<const uint8_t*>(dst.at.addr);
            return distance == 0 ? source.bytes == dst.bytes
                                 : static_cast<uint64_t>(std::llabs(distance)) >= bytes;
        };
        return is_flat(dst) &&
               std::all_of(sources.begin(), sources.end(), [&](const LaneOperand& source) {
                   return is_flat(source) && is_apart(source);
               });
    }

    /// The lanes of a row in stretches that are alike.
    void FlowRow(const Row& row, uint32_t count) {
        for (uint32_t lane = 0; lane < count;) {
            uint64_t alike = count - lane;
            uint64_t undefined = 0;  // lanes from here on of which a source has no defined byte
            for (const RowSource& source : row.sources) {
                const uint64_t begin = source.address + uint64_t{lane} * source.bytes;
                const uint64_t end = source.address + uint64_t{count} * source.bytes;
                const uint64_t first = shadows_.FirstUndefined(Hardware::UB, begin, end);
                if (first - begin >= source.bytes) {
                    alike = std::min(alike, (first - begin) / source.bytes);
                    continue;
                }
                const uint64_t stop = shadows_.FirstDefined(Hardware::UB, first, end);
                undefined = std::max({undefined, uint64_t{1}, (stop - begin) / source.bytes});
            }
            const uint64_t lanes = undefined != 0 ? undefined : alike;
            Set(row.dst + uint64_t{lane} * row.bytes, lanes * row.bytes, undefined != 0);
            lane += static_cast<uint32_t>(lanes);
        }
    }

    /// Whether all bytes of the operand that `part` belongs to are undefined.
    bool IsNothing(const std::vector<Region>& regions, const Region& part) const {
        bool nothing = true;
        for (const Region& region : regions) {
            if (region.kind != AccessKind::kRead || region.operand != part.operand || !nothing) {
                continue;
            }
            ForEachRun(region, [&](uint64_t begin) {
                const uint64_t end = begin + region.run;
                nothing = nothing && shadows_.FirstDefined(region.memory, begin, end) == end;
            });
        }
        return nothing;
    }
    /// Old values that nobody wrote are used here.
    void KeepUndefined(Hardware memory, uint64_t begin, uint64_t end) {
        for (uint64_t at = shadows_.FirstUndefined(memory, begin, end); at != end;) {
            const uint64_t stop = shadows_.FirstDefined(memory, at, end);
            const uint32_t site = shadows_.OriginOf(memory, at);
            shadows_.Undefine(memory, at, stop, site != 0 ? site : origin_);
            at = shadows_.FirstUndefined(memory, stop, end);
        }
    }
    bool IsUndefined(uint64_t address, uint64_t bytes) const {
        return shadows_.IsUndefined(Hardware::UB, address, address + bytes);
    }
    void Set(uint64_t address, uint64_t bytes, bool undefined) {
        SetIn(Hardware::UB, address, bytes, undefined);
    }
    void SetIn(Hardware memory, uint64_t address, uint64_t bytes, bool undefined) {
        if (undefined) {
            shadows_.Undefine(memory, address, address + bytes, origin_);
        } else {
            shadows_.Define(memory, address, address + bytes);
        }
    }
    void Copy(Hardware from, uint64_t source, Hardware to, uint64_t dst, uint64_t bytes,
              bool updates) {
        for (uint64_t at = 0; at < bytes;) {
            const uint64_t first = shadows_.FirstUndefined(from, source + at, source + bytes);
            if (updates) {
                KeepUndefined(to, dst + at, dst + (first - source));
            } else if (first != source + at) {
                shadows_.Define(to, dst + at, dst + (first - source));
            }
            at = first - source;
            if (at == bytes) {
                return;
            }
            const uint64_t end = shadows_.FirstDefined(from, source + at, source + bytes) - source;
            const uint32_t site = shadows_.OriginOf(from, source + at);
            shadows_.Undefine(to, dst + at, dst + end, site != 0 ? site : origin_);
            at = end;
        }
    }

    const Moment& moment_;
    uint32_t origin_;
    Shadows& shadows_;
};

uint32_t BytesOf(AscendC::isa::DType type) {
    return BitsOf(type) / 8;
}

bool IsBitwise(AscendC::isa::BinaryOp op) {
    using AscendC::isa::BinaryOp;
    return op == BinaryOp::kAnd || op == BinaryOp::kOr || op == BinaryOp::kXor;
}

/// The byte that gives itself with any other.
std::optional<uint8_t> AbsorbingByte(AscendC::isa::BinaryOp op) {
    using AscendC::isa::BinaryOp;
    if (op == BinaryOp::kAnd) {
        return uint8_t{0};
    }
    return op == BinaryOp::kOr ? std::optional<uint8_t>(uint8_t{0xff}) : std::nullopt;
}

/// Whether the result is 0 whatever the source holds: an integer less itself. A float may be NaN.
bool CancelsItself(const AscendC::isa::VecBinary& record) {
    using AscendC::isa::BinaryOp;
    const VecOperand& first = record.src0;
    const VecOperand& second = record.src1;
    return (record.op == BinaryOp::kSub || record.op == BinaryOp::kXor) &&
           !IsFloat(record.src_type) && first.addr == second.addr &&
           first.blk_stride == second.blk_stride && first.rep_stride == second.rep_stride;
}

/// False if nothing is known of how the instruction's results come from its operands.
bool FlowPrecisely(const Moment& moment, const std::vector<Region>& regions, Flow* flow) {
    using namespace AscendC::isa;
    bool updates = false;
    for (const Region& region : regions) {
        updates |= region.kind == AccessKind::kUpdate;
    }
    switch (moment.kind) {
        case RecordKind::kVecUnary: {
            const auto& r = *static_cast<const VecUnary*>(moment.record);
            const LaneOperand dst = {r.dst, BytesOf(r.type)};
            const LaneOperand source = {r.src, BytesOf(r.type)};
            return r.op == UnaryOp::kNot ? flow->Bits(r.shape, dst, {source}, std::nullopt)
                                         : flow->Lanes(r.shape, dst, {source});
        }
        case RecordKind::kVecBinary: {
            const auto& r = *static_cast<const VecBinary*>(moment.record);
            const LaneOperand dst = {r.dst, BytesOf(r.dst_type)};
            const LaneOperand first = {r.src0, BytesOf(r.src_type)};
            const LaneOperand second = {r.src1, BytesOf(r.src_type)};
            if (CancelsItself(r)) {
                return flow->Lanes(r.shape, dst, {});
            }
            if (IsBitwise(r.op)) {
                return flow->Bits(r.shape, dst, {first, second}, AbsorbingByte(r.op));
            }
            return ReadsDst(r.op) ? flow->Lanes(r.shape, dst, {first, second, dst})
                                  : flow->Lanes(r.shape, dst, {first, second});
        }
        case RecordKind::kVecScalar: {
            const auto& r = *static_cast<const VecScalar*>(moment.record);
            const LaneOperand dst = {r.dst, BytesOf(r.dst_type)};
            const LaneOperand source = {r.src, BytesOf(r.src_type)};
            return ReadsDst(r.op) ? flow->Lanes(r.shape, dst, {source, dst})
                                  : flow->Lanes(r.shape, dst, {source});
        }
        case RecordKind::kVecCast: {
            const auto& r = *static_cast<const VecCast*>(moment.record);
            return flow->Lanes(r.shape, {r.dst, BytesOf(r.dst_type)},
                               {{r.src, BytesOf(r.src_type)}});
        }
        case RecordKind::kVecCopy: {
            const auto& r = *static_cast<const VecCopy*>(moment.record);
            return flow->Lanes(r.shape, {r.dst, r.size}, {{r.src, r.size}});
        }
        case RecordKind::kVecCompare:
            return flow->Compare(*static_cast<const VecCompare*>(moment.record));
        case RecordKind::kVecSelect:
            return flow->Select(*static_cast<const VecSelect*>(moment.record));
        case RecordKind::kVecReduce:
            return flow->Reduce(*static_cast<const VecReduce*>(moment.record));
        case RecordKind::kVecGather:
            return flow->Gather(*static_cast<const VecGather*>(moment.record));
        case RecordKind::kMoveRecord:
            return flow->Move(*static_cast<const MoveRecord*>(moment.record), updates);
        case RecordKind::kVecReduceAll:
            flow->Whole(regions, true);
            return true;
        default:
            return false;
    }
}

}  // namespace

void Shadows::Define(Hardware memory, uint64_t begin, uint64_t end) {
    if (memory == Hardware::GM) {
        global_.Define(begin, end);
    } else if (LocalMemory* const local = state_.MemoryOf(memory)) {
        local->defined.Define(begin - local->base, end - local->base);
    }
}

void Shadows::Undefine(Hardware memory, uint64_t begin, uint64_t end, uint32_t origin) {
    if (memory == Hardware::GM) {
        global_.Undefine(begin, end, origin);
    } else if (LocalMemory* const local = state_.MemoryOf(memory)) {
        local->defined.Undefine(begin - local->base, end - local->base, origin);
    }
}

uint64_t Shadows::FirstUndefined(Hardware memory, uint64_t begin, uint64_t end) const {
    if (memory == Hardware::GM) {
        return global_.FirstUndefined(begin, end);
    }
    LocalMemory* const local = state_.MemoryOf(memory);
    return local == nullptr ? end
                            : local->base + local->defined.FirstUndefined(begin - local->base,
                                                                          end - local->base);
}

uint64_t Shadows::FirstDefined(Hardware memory, uint64_t begin, uint64_t end) const {
    if (memory == Hardware::GM) {
        return global_.FirstDefined(begin, end);
    }
    LocalMemory* const local = state_.MemoryOf(memory);
    return local == nullptr
               ? begin
               : local->base + local->defined.FirstDefined(begin - local->base, end - local->base);
}

uint32_t Shadows::OriginOf(Hardware memory, uint64_t address) const {
    if (memory == Hardware::GM) {
        return global_.OriginOf(address);
    }
    LocalMemory* const local = state_.MemoryOf(memory);
    return local == nullptr ? 0 : local->defined.OriginOf(address - local->base);
}

void FlowUndefined(const Moment& moment, const std::vector<Region>& regions, uint32_t origin,
                   Shadows* shadows) {
    Flow flow(moment, origin, shadows);
    if (!FlowPrecisely(moment, regions, &flow)) {
        flow.Whole(regions, false);
    }
}

}  // namespace observe
