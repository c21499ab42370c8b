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
    checker_.findings.Add(
        {Fault::kMisaligned, moment.place, region.operand, 0}, moment.state->name, [&] {
            Finding finding = {};
            finding.fault = Fault::kMisaligned;
            finding.severity = Severity::kError;
            finding.message = std::string(region.operand) + " begins at byte " + Number(offset) +
                              " of " + NameOf(region.memory) + ", which is no multiple of " +
                              Number(region.alignment);
            finding.help = "begin at a multiple of " + Number(region.alignment) + " bytes";
            finding.doing = DoingOf(moment, region.operand, AccessName(region.kind));
            finding.memory = NameOf(region.memory);
            finding.address = offset;
            finding.size = region.run;
            return finding;
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
    checker_.findings.Add(
        {Fault::kUseAfterFree, moment.place, region.operand, home->moved}, moment.state->name, [&] {
            Finding finding = {};
            finding.fault = Fault::kUseAfterFree;
            finding.severity = Severity::kError;
            finding.message =
                std::string(AccessVerb(region.kind)) + " {range} after FreeTensor gave it back";
            finding.help = "call FreeTensor after the last use of the tensor";
            finding.doing = DoingOf(moment, region.operand, AccessName(region.kind));
            finding.memory = NameOf(region.memory);
            finding.address = begin;
            finding.size = region.run;
            finding.has_range = true;
            finding.range = home->Named(0);
            finding.has_other = true;
            finding.other = {home->moved, "", "FreeTensor", "", "", moment.state->name};
            return finding;
        });
    return true;
}

void AccessChecks::ReportOutside(const Moment& moment, const Region& region,
                                 const LocalMemory& memory, const Buffer* home, uint64_t begin) {
    checker_.findings.Add(
        {Fault::kOutOfBounds, moment.place, region.operand, 0}, moment.state->name, [&] {
            Finding finding = {};
            finding.fault = Fault::kOutOfBounds;
            const Extent extent = ExtentOf(region);
            const bool on_chip =
                extent.begin >= memory.base && extent.end <= memory.base + memory.size;
            finding.severity =
                region.kind == AccessKind::kRead && on_chip ? Severity::kWarning : Severity::kError;
            const std::string verb = AccessVerb(region.kind);
            const uint64_t end = extent.end - memory.base;
            const uint64_t low = extent.begin - memory.base;
            if (home == nullptr && on_chip) {
                finding.message = verb + " " + Number(region.run) + " bytes at byte " +
                                  Number(begin) + " of " + NameOf(region.memory) +
                                  ", which no InitBuffer gave to a queue or buffer";
            } else if (home != nullptr && low < home->begin && end <= home->end) {
                finding.message =
                    verb + " " + Number(home->begin - low) + " bytes before the start of {range}";
            } else if (home != nullptr && end > home->end) {
                finding.message =
                    verb + " " + Number(end - home->end) + " bytes past the end of {range}";
            } else if (extent.begin < memory.base) {
                finding.message = verb + " " + Number(memory.base - extent.begin) +
                                  " bytes before the start of " + NameOf(region.memory);
            } else {
                finding.message = verb + " " + Number(end - memory.size) +
                                  " bytes past the end of " + NameOf(region.memory) + " (" +
                                  Number(memory.size) + " bytes)";
            }
            finding.help =
                "compare the count, repeats and strides with the bytes that InitBuffer "
                "was asked for";
            finding.doing = DoingOf(moment, region.operand, AccessName(region.kind));
            finding.memory = NameOf(region.memory);
            finding.address = begin;
            finding.size = extent.end - extent.begin;
            if (home != nullptr) {
                finding.has_range = true;
                finding.range = home->Named(0);
            }
            return finding;
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
    checker_.findings.Add(
        {Fault::kOutOfBounds, moment.place, region.operand, 0}, moment.state->name, [&] {
            Finding finding = {};
            finding.fault = Fault::kOutOfBounds;
            finding.severity = tail ? Severity::kInfo : Severity::kError;
            finding.message = std::string(AccessVerb(region.kind)) + " " +
                              Number(end - outside.first_outside) +
                              " bytes past the end of {range}";
            if (begin > outside.end) {
                finding.message += ", from " + Number(begin - outside.end) + " bytes after it on";
            }
            finding.help = tail ? "a copy by DataCopyPad would stop at the end"
                                : "compare offset and count with the size of the tensor, also in "
                                  "the last block and the last tile";
            finding.doing = DoingOf(moment, region.operand, AccessName(region.kind));
            finding.memory = NameOf(region.memory);
            finding.address = outside.first_outside;
            finding.size = end - outside.first_outside;
            finding.has_range = true;
            finding.range.name = argument.empty() ? "the allocation" : argument;
            finding.range.address = outside.begin;
            finding.range.bytes = outside.end - outside.begin;
            return finding;
        });
}

void AccessChecks::CheckTensor(const Moment& moment, const AscendC::isa::ScalarAct& act) {
    const Argument* const argument =
        act.memory != Hardware::GM || act.tensor == nullptr || !checker_.tools.memcheck
            ? nullptr
            : checker_.global.Find(reinterpret_cast<uint64_t>(act.tensor));
    const uint64_t begin = reinterpret_cast<uint64_t>(act.address);
    if (argument == nullptr || begin >= argument->begin) {
        return;  // a location after the end is found without the tensor
    }
    const AccessKind kind = act.write ? AccessKind::kWrite : AccessKind::kRead;
    checker_.findings.Add(
        {Fault::kOutOfBounds, moment.place, "", kNoPlace}, moment.state->name, [&] {
            Finding finding = {};
            finding.fault = Fault::kOutOfBounds;
            finding.severity = Severity::kError;
            finding.message = std::string(AccessVerb(kind)) + " " + Number(act.bytes) + " bytes, " +
                              Number(argument->begin - begin) +
                              " bytes before the start of {range}";
            finding.help = "an index is negative there";
            finding.doing = DoingOf(moment, "", AccessName(kind));
            finding.memory = NameOf(act.memory);
            finding.address = begin;
            finding.size = act.bytes;
            finding.has_range = true;
            finding.range.name = argument->name;
            finding.range.address = argument->begin;
            finding.range.bytes = argument->end - argument->begin;
            return finding;
        });
}

void AccessChecks::CheckTiling(const Moment& moment, const AscendC::isa::TilingAct& act) {
    const uint64_t begin = reinterpret_cast<uint64_t>(act.address);
    const Argument* const tiling = checker_.global.Find(begin);
    if (!checker_.tools.memcheck || tiling == nullptr || tiling->role != ASCENDC_ARGUMENT_TILING ||
        begin + act.bytes <= tiling->end) {
        return;
    }
    checker_.findings.Add(
        {Fault::kTilingOverflow, moment.place, "", kNoPlace}, moment.state->name, [&] {
            Finding finding = {};
            finding.fault = Fault::kTilingOverflow;
            finding.severity = Severity::kError;
            finding.message = "reads " + Number(act.bytes) + " bytes of tiling data; there are " +
                              Number(tiling->end - begin);
            finding.help = "the tiling function and the kernel must have the same structure";
            finding.doing = DoingOf(moment, "", "read");
            finding.size = act.bytes;
            return finding;
        });
}

}  // namespace observe
