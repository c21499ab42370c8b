#include "observe/check/access_checks.h"

#include <algorithm>

namespace observe {
namespace {

using AscendC::Hardware;

std::string Number(uint64_t value) {
    return std::to_string(value);
}

}  // namespace

bool AccessChecks::Check(const Moment& moment, const Region& region) {
    if (region.memory == Hardware::GM) {
        CheckGlobal(moment, region);
        return true;
    }
    LocalMemory* const memory = moment.state->MemoryOf(region.memory);
    return memory != nullptr && CheckLocal(moment, region, memory);
}

bool AccessChecks::CheckLocal(const Moment& moment, const Region& region, LocalMemory* memory) {
    const Extent extent = ExtentOf(region);
    if (region.memory == Hardware::L0B && extent.end <= memory->base) {
        return false;  // the index of a sparse B has a separate memory in front
    }
    CheckAlignment(moment, region, region.operand_address - memory->base);
    if (extent.begin < memory->base || extent.end > memory->base + memory->size) {
        if (checker_.tools.memcheck) {
            const uint64_t offset = region.base - memory->base;
            ReportOutside(moment, region, *memory,
                          region.base < memory->base
                              ? nullptr
                              : memory->buffers.Find(offset, offset + region.run),
                          offset);
        }
        return false;
    }
    if (checker_.tools.memcheck) {
        CheckBuffer(moment, region, *memory);
    }
    return true;
}

void AccessChecks::CheckAlignment(const Moment& moment, const Region& region, uint64_t offset) {
    if (!checker_.tools.memcheck || region.alignment <= 1 || offset % region.alignment == 0) {
        return;
    }
    checker_.reports.Add(
        {Fault::kMisaligned, moment.location, region.operand, 0}, moment.state->name, [&] {
            FaultReport report = {};
            report.fault = Fault::kMisaligned;
            report.severity = Severity::kError;
            report.message = std::string(region.operand) + " begins at byte " + Number(offset) +
                             " of " + NameOf(region.memory) + ", which is no multiple of " +
                             Number(region.alignment);
            report.help = "begin at a multiple of " + Number(region.alignment) + " bytes";
            report.side = SideOf(moment, region.operand, AccessName(region.kind));
            report.memory = NameOf(region.memory);
            report.address = offset;
            report.size = region.run;
            return report;
        });
}

void AccessChecks::CheckBuffer(const Moment& moment, const Region& region,
                               const LocalMemory& memory) {
    if (!memory.buffers.managed()) {
        return;
    }
    const Extent extent = ExtentOf(region);
    const uint64_t offset = region.base - memory.base;
    const Buffer* const home =
        memory.buffers.Find(extent.begin - memory.base, extent.end - memory.base);
    const bool inside = home != nullptr && extent.begin - memory.base >= home->begin &&
                        extent.end - memory.base <= home->end;
    if (inside) {
        CheckBufferRun(moment, region, memory, home, offset);
        return;
    }
    const Buffer* const start = memory.buffers.Find(offset, offset + region.run);
    bool reported = false;
    ForEachRun(region, [&](uint64_t address) {
        if (!reported) {
            reported = CheckBufferRun(moment, region, memory, start, address - memory.base);
        }
    });
}

bool AccessChecks::CheckBufferRun(const Moment& moment, const Region& region,
                                  const LocalMemory& memory, const Buffer* home, uint64_t begin) {
    if (home == nullptr || begin < home->begin || begin + region.run > home->end) {
        ReportOutside(moment, region, memory, home, begin);
        return true;
    }
    if (!home->is_queue || home->in_use) {
        return false;
    }
    checker_.reports.Add(
        {Fault::kUseAfterFree, moment.location, region.operand, home->moved}, moment.state->name,
        [&] {
            FaultReport report = {};
            report.fault = Fault::kUseAfterFree;
            report.severity = Severity::kError;
            report.message =
                std::string(AccessVerb(region.kind)) + " {range} after FreeTensor gave it back";
            report.help = "call FreeTensor after the last use of the tensor";
            report.side = SideOf(moment, region.operand, AccessName(region.kind));
            report.memory = NameOf(region.memory);
            report.address = begin;
            report.size = region.run;
            report.has_range = true;
            report.range = home->Named(0);
            report.has_other = true;
            report.other = {home->moved, "", "FreeTensor", "", "", moment.state->name};
            return report;
        });
    return true;
}

void AccessChecks::ReportOutside(const Moment& moment, const Region& region,
                                 const LocalMemory& memory, const Buffer* home, uint64_t begin) {
    checker_.reports.Add(
        {Fault::kOutOfBounds, moment.location, region.operand, 0}, moment.state->name, [&] {
            FaultReport report = {};
            report.fault = Fault::kOutOfBounds;
            const Extent extent = ExtentOf(region);
            const bool on_chip =
                extent.begin >= memory.base && extent.end <= memory.base + memory.size;
            report.severity =
                region.kind == AccessKind::kRead && on_chip ? Severity::kWarning : Severity::kError;
            const std::string verb = AccessVerb(region.kind);
            const uint64_t end = extent.end - memory.base;
            const uint64_t low = extent.begin - memory.base;
            if (home == nullptr && on_chip) {
                report.message = verb + " " + Number(region.run) + " bytes at byte " +
                                 Number(begin) + " of " + NameOf(region.memory) +
                                 ", which no InitBuffer gave to a queue or buffer";
            } else if (home != nullptr && low < home->begin && end <= home->end) {
                report.message =
                    verb + " " + Number(home->begin - low) + " bytes before the start of {range}";
            } else if (home != nullptr && end > home->end) {
                report.message =
                    verb + " " + Number(end - home->end) + " bytes past the end of {range}";
            } else if (extent.begin < memory.base) {
                report.message = verb + " " + Number(memory.base - extent.begin) +
                                 " bytes before the start of " + NameOf(region.memory);
            } else {
                report.message = verb + " " + Number(end - memory.size) +
                                 " bytes past the end of " + NameOf(region.memory) + " (" +
                                 Number(memory.size) + " bytes)";
            }
            report.help =
                "compare the count, repeats and strides with the bytes that InitBuffer "
                "was asked for";
            report.side = SideOf(moment, region.operand, AccessName(region.kind));
            report.memory = NameOf(region.memory);
            report.address = begin;
            report.size = extent.end - extent.begin;
            if (home != nullptr) {
                report.has_range = true;
                report.range = home->Named(0);
            }
            return report;
        });
}

void AccessChecks::CheckGlobal(const Moment& moment, const Region& region) {
    if (checker_.tools.memcheck) {
        CheckAlignment(moment, region, region.operand_address);
        const Extent extent = ExtentOf(region);
        const Argument* const home = checker_.global.Find(extent.begin);
        if (home == nullptr || extent.end > home->end) {
            bool reported = false;
            ForEachRun(region, [&](uint64_t begin) {
                OutsideGlobal outside;
                if (!reported && checker_.global.IsOutside(begin, begin + region.run, &outside)) {
                    ReportOutsideGlobal(moment, region, begin, outside);
                    reported = true;
                }
            });
        }
    }
}

void AccessChecks::ReportOutsideGlobal(const Moment& moment, const Region& region, uint64_t begin,
                                       const OutsideGlobal& outside) {
    const uint64_t end = begin + region.run;
    // Hardware reads whole blocks of 32 bytes, and aclrtMalloc gives as many more than it was asked
    // for.
    const uint64_t rounded = outside.begin + (outside.end - outside.begin + 31) / 32 * 32;
    const bool tail = region.kind == AccessKind::kRead && moment.pipe != Pipe::kS && end <= rounded;
    const std::string argument = outside.argument == nullptr ? "" : outside.argument->name;
    checker_.reports.Add(
        {Fault::kOutOfBounds, moment.location, region.operand, 0}, moment.state->name, [&] {
            FaultReport report = {};
            report.fault = Fault::kOutOfBounds;
            report.severity = tail ? Severity::kInfo : Severity::kError;
            report.message = std::string(AccessVerb(region.kind)) + " " +
                             Number(end - outside.first_outside) + " bytes past the end of {range}";
            if (begin > outside.end) {
                report.message += ", from " + Number(begin - outside.end) + " bytes after it on";
            }
            report.help = tail ? "a copy by DataCopyPad would stop at the end"
                               : "compare offset and count with the size of the tensor, also in "
                                 "the last block and the last tile";
            report.side = SideOf(moment, region.operand, AccessName(region.kind));
            report.memory = NameOf(region.memory);
            report.address = outside.first_outside;
            report.size = end - outside.first_outside;
            report.has_range = true;
            report.range.name = argument.empty() ? "the allocation" : argument;
            report.range.address = outside.begin;
            report.range.bytes = outside.end - outside.begin;
            return report;
        });
}

void AccessChecks::CheckTensor(const Moment& moment, const AscendC::isa::ScalarEvent& event) {
    const Argument* const argument =
        event.memory != Hardware::GM || event.tensor == nullptr || !checker_.tools.memcheck
            ? nullptr
            : checker_.global.Find(reinterpret_cast<uint64_t>(event.tensor));
    const uint64_t begin = reinterpret_cast<uint64_t>(event.address);
    if (argument == nullptr || begin >= argument->begin) {
        return;  // a location after the end is found without the tensor
    }
    const AccessKind kind = event.write ? AccessKind::kWrite : AccessKind::kRead;
    checker_.reports.Add(
        {Fault::kOutOfBounds, moment.location, "", kNoLocation}, moment.state->name, [&] {
            FaultReport report = {};
            report.fault = Fault::kOutOfBounds;
            report.severity = Severity::kError;
            report.message = std::string(AccessVerb(kind)) + " " + Number(event.bytes) +
                             " bytes, " + Number(argument->begin - begin) +
                             " bytes before the start of {range}";
            report.help = "an index is negative there";
            report.side = SideOf(moment, "", AccessName(kind));
            report.memory = NameOf(event.memory);
            report.address = begin;
            report.size = event.bytes;
            report.has_range = true;
            report.range.name = argument->name;
            report.range.address = argument->begin;
            report.range.bytes = argument->end - argument->begin;
            return report;
        });
}

void AccessChecks::CheckTiling(const Moment& moment, const AscendC::isa::TilingEvent& event) {
    const uint64_t begin = reinterpret_cast<uint64_t>(event.address);
    const Argument* const tiling = checker_.global.Find(begin);
    if (!checker_.tools.memcheck || tiling == nullptr || tiling->role != ASCENDC_ARGUMENT_TILING ||
        begin + event.bytes <= tiling->end) {
        return;
    }
    checker_.reports.Add(
        {Fault::kTilingOverflow, moment.location, "", kNoLocation}, moment.state->name, [&] {
            FaultReport report = {};
            report.fault = Fault::kTilingOverflow;
            report.severity = Severity::kError;
            report.message = "reads " + Number(event.bytes) + " bytes of tiling data; there are " +
                             Number(tiling->end - begin);
            report.help = "the tiling function and the kernel must have the same structure";
            report.side = SideOf(moment, "", "read");
            report.size = event.bytes;
            return report;
        });
}

}  // namespace observe
