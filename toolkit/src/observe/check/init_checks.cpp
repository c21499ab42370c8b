#include "observe/check/init_checks.h"

#include <algorithm>

#include "observe/check/undefined_flow.h"

namespace observe {
namespace {

using AscendC::Hardware;

/// Whether it costs less to look at all bytes from the first to the last one than at each run.
bool IsDense(const Region& region) {
    constexpr uint64_t kBytesPerRun = 512;
    uint64_t runs = region.selection.count;
    if (region.selection.words == nullptr) {
        runs = 1;
        for (uint32_t i = 0; i < region.axis_count; ++i) {
            runs *= region.axes[i].count;
        }
    }
    const Extent extent = ExtentOf(region);
    return region.memory != Hardware::GM && runs > 1 &&
           extent.end - extent.begin <= runs * kBytesPerRun;
}

/// The region of the first byte that is read without being defined; null if all are.
const Region* FindUndefined(const std::vector<Region>& regions, const Shadows& shadows,
                            uint64_t* address) {
    const Region* undefined_read = nullptr;
    for (const Region& region : regions) {
        if (region.kind == AccessKind::kWrite || undefined_read != nullptr) {
            continue;
        }
        if (IsDense(region)) {
            const Extent extent = ExtentOf(region);
            if (shadows.FirstUndefined(region.memory, extent.begin, extent.end) == extent.end) {
                continue;
            }
        }
        ForEachRun(region, [&](uint64_t begin) {
            const uint64_t end = begin + region.run;
            const uint64_t first =
                undefined_read != nullptr ? end : shadows.FirstUndefined(region.memory, begin, end);
            if (first != end) {
                undefined_read = &region;
                *address = first;
            }
        });
    }
    return undefined_read;
}

/// How many bytes of an operand are read, and how many of them have no meaning.
struct OperandBytes {
    uint64_t read = 0;
    uint64_t undefined = 0;
};

OperandBytes CountBytes(const std::vector<Region>& regions, const Region& operand,
                        const Shadows& shadows) {
    OperandBytes bytes;
    for (const Region& region : regions) {
        if (region.kind == AccessKind::kWrite || region.memory != operand.memory ||
            region.operand_address != operand.operand_address) {
            continue;
        }
        ForEachRun(region, [&](uint64_t begin) {
            const uint64_t end = begin + region.run;
            bytes.read += region.run;
            for (uint64_t at = shadows.FirstUndefined(region.memory, begin, end); at != end;) {
                const uint64_t stop = shadows.FirstDefined(region.memory, at, end);
                bytes.undefined += stop - at;
                at = shadows.FirstUndefined(region.memory, stop, end);
            }
        });
    }
    return bytes;
}

NamedRange RangeOf(const Argument& argument) {
    return {argument.name, 0, 0, 0, argument.begin, argument.end - argument.begin};
}

}  // namespace

void InitChecks::Instruction(const Moment& moment, const std::vector<Region>& regions) {
    Shadows shadows(moment.state, &checker_.global);
    uint64_t address = 0;
    const Region* const region = FindUndefined(regions, shadows, &address);
    if (region == nullptr) {
        Define(moment, regions);
        return;
    }
    const uint32_t site = shadows.OriginOf(region->memory, address);
    if (site == 0 && origins_.count(moment.site()) == 0) {
        const OperandBytes bytes = CountBytes(regions, *region, shadows);
        Origin origin = OriginOf(moment, *region, address, bytes.undefined);
        if (bytes.undefined == bytes.read && IsUnknownInput(*region)) {
            ReportRead(moment, origin);
            origin.is_reported = true;
        }
        origins_.emplace(moment.site(), origin);
    }
    FlowUndefined(moment, regions, site != 0 ? site : moment.site(), &shadows);
}

InitChecks::Origin InitChecks::OriginOf(const Moment& moment, const Region& region,
                                        uint64_t address, uint64_t bytes) const {
    Origin origin = {};
    origin.side = SideOf(moment, region.operand, "read");
    origin.memory = NameOf(region.memory);
    origin.address = address;
    origin.bytes = bytes;
    if (const LocalMemory* const memory = moment.state->MemoryOf(region.memory)) {
        origin.address -= memory->base;
        const Buffer* const buffer = memory->buffers.Find(origin.address, origin.address + 1);
        origin.range = buffer != nullptr ? buffer->Named(0)
                                         : NamedRange{origin.memory, 0, 0, 0, 0, memory->size};
    } else if (const Argument* const argument = checker_.global.Find(address)) {
        origin.range = RangeOf(*argument);
    }
    return origin;
}

bool InitChecks::IsUnknownInput(const Region& region) const {
    const Argument* const argument = checker_.global.Find(region.base);
    return region.memory == Hardware::GM && region.kind == AccessKind::kRead &&
           argument != nullptr && argument->role == ASCENDC_ARGUMENT_OTHER;
}

void InitChecks::ReportRead(const Moment& moment, const Origin& origin) {
    checker_.reports.Add(
        {Fault::kUninitialized, moment.location, origin.side.operand, kNoLocation},
        moment.state->name, [&] {
            FaultReport report = {};
            report.fault = Fault::kUninitialized;
            report.severity = Severity::kError;
            report.message = "reads {range}, where neither the host nor a kernel wrote anything";
            report.help = "fill the memory by aclrtMemcpy or aclrtMemset before the launch";
            report.side = origin.side;
            report.memory = origin.memory;
            report.address = origin.address;
            report.size = origin.bytes;
            report.has_range = true;
            report.range = origin.range;
            return report;
        });
}

void InitChecks::Define(const Moment& moment, const std::vector<Region>& regions) {
    Shadows shadows(moment.state, &checker_.global);
    for (const Region& region : regions) {
        if (region.kind != AccessKind::kRead) {
            ForEachRun(region, [&](uint64_t begin) {
                shadows.Define(region.memory, begin, begin + region.run);
            });
        }
    }
}

Severity InitChecks::OutputSeverity(Severity severity) const {
    const std::vector<FaultReport>& reports = checker_.reports.all();
    const bool astray = std::any_of(reports.begin(), reports.end(), [](const FaultReport& report) {
        return report.fault == Fault::kOutOfBounds && report.severity == Severity::kError &&
               report.memory != "GM";
    });
    return astray ? Severity::kInfo : severity;
}

void InitChecks::Scalar(const Moment& moment, const AscendC::isa::ScalarEvent& event) {
    Shadows shadows(moment.state, &checker_.global);
    const uint64_t begin = reinterpret_cast<uint64_t>(event.address);
    const uint64_t end = begin + event.bytes;
    if (event.memory != Hardware::GM) {
        const LocalMemory* const memory = moment.state->MemoryOf(event.memory);
        if (memory == nullptr || begin < memory->base || end > memory->base + memory->size) {
            return;
        }
    }
    if (event.write) {
        shadows.Define(event.memory, begin, end);
        return;
    }
    if (!shadows.IsUndefined(event.memory, begin, end)) {
        return;
    }
    const uint32_t origin = shadows.OriginOf(event.memory, begin);
    checker_.reports.Add(
        {Fault::kUninitialized, moment.location, "", LocationOfSite(origin)}, moment.state->name,
        [&] {
            FaultReport report = {};
            report.fault = Fault::kUninitialized;
            report.severity = Severity::kError;
            report.message = origin == 0
                                 ? "a scalar is read from {range}, where nobody wrote before"
                                 : "a scalar is read from {range}, computed from bytes that nobody "
                                   "wrote";
            report.help = "write the tensor before it is read, or read only what was written";
            report.side = SideOf(moment, "", "read");
            report.memory = NameOf(event.memory);
            report.size = event.bytes;
            report.has_range = true;
            if (const LocalMemory* const memory = moment.state->MemoryOf(event.memory)) {
                report.address = begin - memory->base;
                const Buffer* const buffer =
                    memory->buffers.Find(report.address, report.address + event.bytes);
                report.range = buffer != nullptr
                                   ? buffer->Named(0)
                                   : NamedRange{NameOf(event.memory), 0, 0, 0, 0, memory->size};
            } else {
                const Argument* const argument = checker_.global.Find(begin);
                report.address = begin;
                report.range = {argument == nullptr ? "global memory" : argument->name,
                                0,
                                0,
                                0,
                                argument == nullptr ? begin : argument->begin,
                                argument == nullptr ? 0 : argument->end - argument->begin};
            }
            if (origin != 0) {
                report.has_other = true;
                report.other =
                    SideOf(origin, static_cast<uint32_t>(Pipe::kNone), "read", moment.state->name);
            }
            return report;
        });
}

void InitChecks::Barrier(const Moment& moment, const AscendC::isa::SyncRecord& record) {
    constexpr uint64_t kBytesPerCore = 32;
    const uint64_t begin = reinterpret_cast<uint64_t>(record.address);
    const uint64_t end = begin + record.count * kBytesPerCore;
    // Cores do not count there here: what the first one finds is what there was.
    const Argument* const argument = checker_.global.Find(begin);
    if (record.op != AscendC::isa::SyncOp::kBarrierMemory || argument == nullptr ||
        end > argument->end || !barriers_.insert(begin).second) {
        return;
    }
    const bool undefined = checker_.global.FirstUndefined(begin, end) != end;
    bool in_use = false;
    for (uint64_t word = begin; word < end; word += kBytesPerCore) {
        in_use |= *reinterpret_cast<const int32_t*>(word) != 0;
    }
    if (!undefined && !in_use) {
        return;
    }
    checker_.global.Define(begin, end);
    checker_.reports.Add(
        {Fault::kUninitialized, moment.location, "", kNoLocation}, moment.state->name, [&] {
            FaultReport report = {};
            report.fault = Fault::kUninitialized;
            report.severity = Severity::kError;
            report.message = undefined
                                 ? "the barrier counts in {range}, which nobody cleared before"
                                 : "the barrier counts in {range}, whose words are not zero";
            report.help =
                "fill the words of the barrier with zero before the first core comes to "
                "it";
            report.side = SideOf(moment, "gmWorkspace", "read");
            report.memory = "GM";
            report.address = begin;
            report.size = end - begin;
            report.has_range = true;
            report.range = {
                argument->name, 0, 0, 0, argument->begin, argument->end - argument->begin};
            return report;
        });
}

void InitChecks::Outputs() {
    for (const Argument& argument : checker_.global.arguments()) {
        // Of a kernel without a description it is not known what its results are.
        const bool is_output = argument.role == ASCENDC_ARGUMENT_OUTPUT;
        if (!argument.starts_undefined || (!is_output && argument.role != ASCENDC_ARGUMENT_OTHER)) {
            continue;
        }
        uint64_t unwritten = 0;
        uint64_t first_unwritten = argument.end;
        for (uint64_t at = argument.begin; at < argument.end;) {
            const uint64_t begin = checker_.global.FirstUndefined(at, argument.end);
            if (begin == argument.end) {
                break;
            }
            const uint64_t end = checker_.global.FirstDefined(begin, argument.end);
            // Where undefined bytes were stored, cells of 32 bytes say from where.
            for (uint64_t cell = begin; cell < end;) {
                const uint64_t offset = cell - argument.begin;
                const uint64_t stop = std::min(end, cell + 32 - offset % 32);
                if (checker_.global.OriginOf(cell) != 0) {
                    ReportOutput(argument, cell);
                } else {
                    unwritten += stop - cell;
                    first_unwritten = std::min(first_unwritten, cell);
                }
                cell = stop;
            }
            at = end;
        }
        if (unwritten != 0 && is_output) {
            ReportUnwritten(argument, unwritten, first_unwritten);
        }
    }
}

void InitChecks::ReportOutput(const Argument& argument, uint64_t begin) {
    const uint32_t site = checker_.global.OriginOf(begin);
    const auto entry = origins_.find(site);
    if (entry == origins_.end() || entry->second.is_reported) {
        return;
    }
    const Origin& origin = entry->second;
    const CoreName core = origin.side.core;
    uint32_t store = 0;
    FaultSide other = {};
    checker_.global_cells.ForEachWrite(begin, begin + 1, [&](const GlobalMark& mark) {
        store = mark.site;
        other = SideOf(store, PipeOfStamp(mark.stamp), "write", checker_.core_names[mark.unit]);
    });
    checker_.reports.Add(
        {Fault::kUninitialized, LocationOfSite(site), argument.name, LocationOfSite(store)}, core,
        [&] {
            FaultReport report = {};
            report.fault = Fault::kUninitialized;
            report.severity = OutputSeverity(Severity::kError);
            report.message = "uses bytes of {range} that nobody wrote; the result is in output " +
                             std::string(argument.name) + ", from byte " +
                             std::to_string(begin - argument.begin) + " on";
            report.help = "fill the tensor before it is used, or store only what was computed";
            report.side = origin.side;
            report.memory = origin.memory;
            report.address = origin.address;
            report.size = origin.bytes;
            report.has_range = true;
            report.range = origin.range;
            report.has_other = store != 0 && store != site;
            report.other = other;
            return report;
        });
}

void InitChecks::ReportUnwritten(const Argument& argument, uint64_t bytes, uint64_t first) {
    const uint64_t size = argument.end - argument.begin;
    checker_.reports.Add(
        {Fault::kUninitialized, kNoLocation, argument.name, kNoLocation},
        checker_.core_names.begin()->second, [&] {
            FaultReport report = {};
            report.fault = Fault::kUninitialized;
            report.severity = OutputSeverity(bytes == size ? Severity::kError : Severity::kWarning);
            report.message =
                bytes == size
                    ? "output {range} is never written"
                    : std::to_string(bytes) + " of the " + std::to_string(size) +
                          " bytes of output {range} are never written, the first at byte " +
                          std::to_string(first - argument.begin);
            report.help =
                "compare the work of all blocks and tiles, the last ones too, with the "
                "size of the output";
            report.side.access = "write";
            report.side.location = kNoLocation;
            report.memory = "GM";
            report.address = first;
            report.size = bytes;
            report.has_range = true;
            report.range = {argument.name, 0, 0, 0, argument.begin, size};
            return report;
        });
}

}  // namespace observe
