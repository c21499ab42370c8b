// Builds the regions of a record from the shapes that instructions have.
#pragma once

#include <initializer_list>
#include <vector>

#include "isa/vec_shape.h"
#include "observe/access/access.h"

namespace observe {

/// An operand of an instruction.
struct Operand {
    AccessKind kind;
    AscendC::Hardware memory;
    const char* name;
    const void* address;
    uint32_t alignment;
};

/// Operands in the unified buffer.
inline Operand Reads(const char* name, const void* address, uint32_t alignment = 32) {
    return {AccessKind::kRead, AscendC::Hardware::UB, name, address, alignment};
}
inline Operand Writes(const char* name, const void* address, uint32_t alignment = 32) {
    return {AccessKind::kWrite, AscendC::Hardware::UB, name, address, alignment};
}
inline Operand Updates(const char* name, const void* address, uint32_t alignment = 32) {
    return {AccessKind::kUpdate, AscendC::Hardware::UB, name, address, alignment};
}

/// Alignment that the memories demand of operands, where an instruction does not say otherwise.
uint32_t AlignmentOf(AscendC::Hardware memory);

/// Bytes of `count` elements.
constexpr uint64_t BytesFor(AscendC::isa::DType type, uint64_t count) {
    return (count * AscendC::isa::BitsOf(type) + 7) / 8;
}
constexpr uint32_t SizeOf(AscendC::isa::DType type) {
    return AscendC::isa::BitsOf(type) / 8;
}

/// Runs of neighbouring lanes [begin, end) of one repeat.
struct LaneRun {
    uint32_t begin, end;
};

/// The repeats of an instruction whose repeats all select the same lanes.
struct LaneGroup {
    uint32_t first, count;  ///< repeats
    std::vector<LaneRun> runs;
};

/// The selected lanes of an instruction with `width` lanes in a repeat, for modes that count
/// repeats: first the full repeats, then what remains.
std::vector<LaneGroup> LaneGroupsOf(const AscendC::isa::VecShape& shape, uint32_t width);

/// Lanes of a repeat for elements of `bits` bits.
constexpr uint32_t WidthOf(uint32_t bits) {
    return AscendC::isa::kRepeatBytes * 8 / bits;
}
/// Repeats of `width` lanes.
inline uint32_t RepeatsOf(const AscendC::isa::VecShape& shape, uint32_t width) {
    return shape.mode == AscendC::isa::VecMode::kMask ? shape.repeat
                                                      : (shape.count + width - 1) / width;
}

/// Hands the regions of one record to a visitor.
class Regions {
public:
    Regions(const AscendC::isa::Core& core, RegionVisitor* visitor)
        : core_(core), visitor_(*visitor) {}
    Regions(const Regions&) = delete;
    Regions& operator=(const Regions&) = delete;

    const AscendC::isa::Core& core() const { return core_; }

    /// Which of the core's memories an address is in; global memory if none.
    AscendC::Hardware MemoryAt(const void* address) const;
    /// Whether an index that lies there may be read now: it is in a memory of the core.
    bool IsOnChip(const void* address, uint64_t bytes) const;

    /// A region of the operand that begins where it does, without a length.
    static Region RegionOf(const Operand& operand);
    /// Hands over a region that somebody else made.
    void Visit(const Region& region) { visitor_.Visit(region); }

    /// `run` bytes from `offset` bytes after the operand's start, repeated along `axes`.
    void Box(const Operand& operand, int64_t offset, uint64_t run,
             std::initializer_list<Axis> axes);
    void Box(const Operand& operand, uint64_t run, std::initializer_list<Axis> axes) {
        Box(operand, 0, run, axes);
    }
    void Bytes(const Operand& operand, uint64_t bytes) { Box(operand, 0, bytes, {}); }
    /// `rows` rows of `bytes` bytes, `pitch` bytes apart.
    void Rows(const Operand& operand, uint64_t rows, uint64_t bytes, int64_t pitch) {
        Box(operand, 0, bytes, {{static_cast<uint32_t>(rows), pitch}});
    }

    /// The selected lanes of a vector operand with elements of `bits` bits. `width` lanes make a
    /// repeat: those of the widest operand.
    void Lanes(const Operand& operand, const AscendC::isa::VecShape& shape,
               const AscendC::isa::VecOperand& at, uint32_t bits, uint32_t width);

    /// A matrix of fractals of 16 rows of 32 bytes: the bytes [0, row_bytes) of rows [0, rows).
    /// Tiles of 16 rows are `tile_pitch` bytes apart, pieces of 32 bytes of a row `block_pitch`.
    void Fractals(const Operand& operand, uint32_t rows, uint64_t row_bytes, int64_t tile_pitch,
                  int64_t block_pitch);

    /// Columns of tiles of 16 x 16 elements of `size` bytes, as L0C has them: `m` rows, `n`
    /// columns, `count` such matrices.
    void Tiles(const Operand& operand, uint32_t m, uint32_t n, uint32_t size, int64_t group_pitch,
               uint32_t count = 1, int64_t matrix_pitch = 0);

private:
    const AscendC::isa::Core& core_;
    RegionVisitor& visitor_;
};

/// Collects runs at any addresses, and hands them over as few regions.
class ScatteredRuns {
public:
    void Add(const void* address, uint64_t bytes) {
        runs_.push_back({reinterpret_cast<uint64_t>(address), bytes});
    }
    /// Hands over what was collected as accesses to `operand`.
    void Flush(const Operand& operand, Regions* regions);

private:
    struct Run {
        uint64_t address, bytes;
    };
    /// Makes of runs that touch one, in the order of their addresses.
    void Merge();
    void MergeByMap(uint64_t begin, uint64_t end);
    /// Of what runs and the distances between them are multiples.
    uint64_t GranuleFrom(uint64_t begin) const;
    void MergeBySorting();

    std::vector<Run> runs_;
};

}  // namespace observe
