// What an instruction record reads and writes, on which pipe it runs, and what a kernel calls it.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/core.h"
#include "isa/records.h"

namespace observe {

enum class AccessKind : uint8_t {
    kRead,
    kWrite,   ///< of every byte of the region
    kUpdate,  ///< read and written: old values matter, in whole or in part
};

/// A repetition: `count` times, `stride` bytes apart.
struct Axis {
    uint32_t count;
    int64_t stride;
};

/// Which of the neighbouring elements of a region are meant: a bit each, from `first` on of
/// `words`, `count` in all; the first one and the last one are.
struct SelectedBits {
    const uint64_t* words;
    uint32_t first, count;
};

/// Runs of bytes in regular distances: at base + i0 * axes[0].stride + i1 * axes[1].stride + ...,
/// `run` bytes each. The order of the axes means nothing. Or, where `selection` has words, those
/// that it selects of the neighbouring runs from `base` on; it lasts until the thread asks for the
/// accesses of the next record.
struct Region {
    static constexpr int kAxes = 6;

    AccessKind kind;
    AscendC::Hardware memory;  ///< where the instruction expects the operand
    bool atomic;               ///< an update that other cores' updates cannot disturb
    const char* operand;       ///< "dst"
    uint64_t base;
    uint64_t run;
    uint32_t axis_count;
    Axis axes[kAxes];
    SelectedBits selection;
    uint64_t operand_address;  ///< where the whole operand starts
    uint32_t alignment;        ///< of operand_address, that the hardware demands; 1: none
};

class RegionVisitor {
public:
    virtual ~RegionVisitor() = default;
    virtual void Visit(const Region& region) = 0;
};

/// Keeps the regions.
class RegionList : public RegionVisitor {
public:
    void Visit(const Region& region) override { regions.push_back(region); }

    std::vector<Region> regions;
};

/// Tells `visitor` what `record` reads and writes when `core` executes it: nothing if the core does
/// not execute it. To be called before the execution, as indices and counts are read from memory;
/// those that lie outside the core's memories are not. Reads are those that the results depend on:
/// lanes that are masked off, or padding that a product leaves out, are none. False if it is not
/// known what records of the kind access.
bool Accesses(AscendC::isa::RecordKind kind, const void* record, const AscendC::isa::Core& core,
              RegionVisitor* visitor);

/// Execution units of a core that work concurrently, each in order.
enum class Pipe : uint8_t { kS, kV, kM, kMte1, kMte2, kMte3, kFix, kNone };
constexpr int kPipes = static_cast<int>(Pipe::kNone);

/// Cores with a fixpipe between L0C and what reads results; on the older ones the vector unit
/// moves them. `arch`: value of __CCE_AICORE__.
constexpr bool HasFixpipe(uint32_t arch) {
    return arch >= 220;
}

/// The pipe that a record occupies on `core`; kNone if none, or several.
Pipe PipeOf(AscendC::isa::RecordKind kind, const void* record, const AscendC::isa::Core& core);

/// The pipe of a kernel's number for it (pipe_t); kNone for PIPE_ALL and those that do not exist.
Pipe PipeOfNumber(uint32_t number);

/// "V", "MTE2", ...; "" for kNone.
const char* NameOf(Pipe pipe);

/// "UB", "L1", ...
const char* NameOf(AscendC::Hardware memory);

/// Whether `core` executes the record: the cores of a split group run common code.
bool IsExecutedBy(AscendC::isa::RecordKind kind, const void* record,
                  const AscendC::isa::Core& core);

/// Whether the instruction is a function that ends with its own waits: the scalar unit takes the
/// last result from the vector unit, and stores it. What a single instruction computes is left to
/// the kernel. `arch`: value of __CCE_AICORE__.
bool WaitsForResult(AscendC::isa::RecordKind kind, const void* record, uint32_t arch);

/// What a user calls the instruction: "Add", "DataCopy", "Mmad".
const char* ApiName(AscendC::isa::RecordKind kind, const void* record);

/// One past the last, and the first byte of a region.
struct Extent {
    uint64_t begin, end;
};
inline Extent ExtentOf(const Region& region) {
    Extent extent = {region.base, region.base + region.run};
    for (uint32_t i = 0; i < region.axis_count; ++i) {
        const int64_t reach = (int64_t{region.axes[i].count} - 1) * region.axes[i].stride;
        (reach < 0 ? extent.begin : extent.end) += static_cast<uint64_t>(reach);
    }
    if (region.selection.words != nullptr) {
        extent.end = region.base + region.run * region.selection.count;
    }
    return extent;
}

/// Calls visit(number) for the elements that are selected, from 0 on.
template <typename Visit>
void ForEachSelected(const SelectedBits& selection, const Visit& visit) {
    const uint32_t end = selection.first + selection.count;
    for (uint32_t word = 0; word * 64 < end; ++word) {
        for (uint64_t bits = selection.words[word]; bits != 0; bits &= bits - 1) {
            visit(word * 64 + static_cast<uint32_t>(__builtin_ctzll(bits)) - selection.first);
        }
    }
}

/// Calls visit(address) for every run of the region.
template <typename Visit>
void ForEachRun(const Region& region, const Visit& visit) {
    if (region.selection.words != nullptr) {
        ForEachSelected(region.selection,
                        [&](uint32_t number) { visit(region.base + number * region.run); });
        return;
    }
    uint32_t at[Region::kAxes] = {};
    uint64_t address = region.base;
    for (;;) {
        visit(address);
        uint32_t axis = region.axis_count;
        for (;;) {
            if (axis == 0) {
                return;
            }
            --axis;
            address += static_cast<uint64_t>(region.axes[axis].stride);
            if (++at[axis] < region.axes[axis].count) {
                break;
            }
            address -= static_cast<uint64_t>(region.axes[axis].stride) * region.axes[axis].count;
            at[axis] = 0;
        }
    }
}

}  // namespace observe
