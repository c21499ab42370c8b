#include "observe/check/init_checks.h"

#include <algorithm>

#include "observe/check/undefined_flow.h"

namespace observe {
namespace {

using AscendC::Hardware;

/// The first byte that is read without being defined; false if all are.
bool FindUndefined(const std::vector<Region>& regions, const Shadows& shadows, Hardware* memory,
                   uint64_t* address) {
    bool found = false;
    for (const Region& region : regions) {
        if (region.kind == AccessKind::kWrite || found) {
            continue;
        }
        ForEachRun(region, [&](uint64_t begin) {
            const uint64_t end = begin + region.run;
            const uint64_t first = found ? end : shadows.FirstUndefined(region.memory, begin, end);
            if (first != end) {
                found = true;
                *memory = region.memory;
                *address = first;
            }
        });
    }
    return found;
}

}  // namespace

void InitChecks::Instruction(const Moment& moment, const std::vector<Region>& regions) {
    Shadows shadows(moment.state, &checker_.global);
    Hardware memory = Hardware::GM;
    uint64_t address = 0;
    if (!FindUndefined(regions, shadows, &memory, &address)) {
        Define(moment, regions);
        return;
    }
    const uint32_t known = shadows.OriginOf(memory, address);
    FlowUndefined(moment, regions, known != 0 ? known : moment.site(), &shadows);
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
    const std::vector<Finding>& found = checker_.findings.all();
    const bool astray = std::any_of(found.begin(), found.end(), [](const Finding& finding) {
        return finding.fault == Fault::kOutOfBounds && finding.severity == Severity::kError &&
               finding.memory != "GM";
    });
    return astray ? Severity::kInfo : severity;
}

void InitChecks::Scalar(const Moment& moment, const AscendC::isa::ScalarAct& act) {
    Shadows shadows(moment.state, &checker_.global);
    const uint64_t begin = reinterpret_cast<uint64_t>(act.address);
    const uint64_t end = begin + act.bytes;
    if (act.memory != Hardware::GM) {
        const LocalMemory* const memory = moment.state->MemoryOf(act.memory);
        if (memory == nullptr || begin < memory->base || end > memory->base + memory->size) {
            return;
        }
    }
    if (act.write) {
        shadows.Define(act.memory, begin, end);
        return;
    }
    if (!shadows.IsUndefined(act.memory, begin, end)) {
        return;
    }
    const uint32_t origin = shadows.OriginOf(act.memory, begin);
    checker_.findings.Add(
        {Fault::kUninitialized, moment.place, "", PlaceOfSite(origin)}, moment.state->name, [&] {
            Finding finding = {};
            finding.fault = Fault::kUninitialized;
            finding.severity = Severity::kError;
            finding.message =
                origin == 0 ? "a scalar is read from {range}, where nobody wrote before"
                            : "a scalar is read from {range}, computed from bytes that nobody "
                              "wrote";
            finding.help = "write the tensor before it is read, or read only what was written";
            finding.doing = DoingOf(moment, "", "read");
            finding.memory = NameOf(act.memory);
            finding.size = act.bytes;
            finding.has_range = true;
            if (const LocalMemory* const memory = moment.state->MemoryOf(act.memory)) {
                finding.address = begin - memory->base;
                const Buffer* const buffer =
                    memory->buffers.Find(finding.address, finding.address + act.bytes);
                finding.range = buffer != nullptr
                                    ? buffer->Named(0)
                                    : NamedRange{NameOf(act.memory), 0, 0, 0, 0, memory->size};
            } else {
                const Argument* const argument = checker_.global.Find(begin);
                finding.address = begin;
                finding.range = {argument == nullptr ? "global memory" : argument->name,
                                 0,
                                 0,
                                 0,
                                 argument == nullptr ? begin : argument->begin,
                                 argument == nullptr ? 0 : argument->end - argument->begin};
            }
            if (origin != 0) {
                finding.has_other = true;
                finding.other =
                    DoingOf(origin, static_cast<uint32_t>(Pipe::kNone), "read", moment.state->name);
            }
            return finding;
        });
}

void InitChecks::Barrier(const Moment& moment, const AscendC::isa::SyncRecord& record) {
    constexpr uint64_t kBytesPerCore = 32;
    const uint64_t begin = reinterpret_cast<uint64_t>(record.address);
    const uint64_t end = begin + record.count * kBytesPerCore;
    if (record.op != AscendC::isa::SyncOp::kBarrierMemory ||
        checker_.global.FirstUndefined(begin, end) == end) {
        return;
    }
    checker_.global.Define(begin, end);
    const Argument* const argument = checker_.global.Find(begin);
    checker_.findings.Add(
        {Fault::kUninitialized, moment.place, "", kNoPlace}, moment.state->name, [&] {
            Finding finding = {};
            finding.fault = Fault::kUninitialized;
            finding.severity = Severity::kError;
            finding.message = "the barrier counts in {range}, which nobody cleared before";
            finding.help =
                "fill the words of the barrier with zero before the first core comes to "
                "it";
            finding.doing = DoingOf(moment, "gmWorkspace", "read");
            finding.memory = "GM";
            finding.address = begin;
            finding.size = end - begin;
            finding.has_range = argument != nullptr;
            if (argument != nullptr) {
                finding.range = {
                    argument->name, 0, 0, 0, argument->begin, argument->end - argument->begin};
            }
            return finding;
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
    const uint32_t origin = checker_.global.OriginOf(begin);
    CoreName core = {};
    uint32_t store = 0;
    uint32_t pipe = 0;
    checker_.global_cells.ForEachWrite(begin, begin + 1, [&](const GlobalMark& mark) {
        store = mark.site;
        pipe = PipeOfStamp(mark.stamp);
        core = checker_.core_names[mark.unit];
    });
    checker_.findings.Add(
        {Fault::kUninitialized, PlaceOfSite(origin), argument.name, PlaceOfSite(store)}, core, [&] {
            Finding finding = {};
            finding.fault = Fault::kUninitialized;
            finding.severity = OutputSeverity(Severity::kError);
            finding.message =
                "uses bytes that nobody wrote; the result is in output {range}, from "
                "byte " +
                std::to_string(begin - argument.begin) + " on";
            finding.help = "fill the tensor before it is used, or store only what was computed";
            finding.doing = DoingOf(origin, static_cast<uint32_t>(Pipe::kNone), "read", core);
            finding.memory = "GM";
            finding.address = begin;
            finding.size = 1;
            finding.has_range = true;
            finding.range = {argument.name, 0, 0, 0, argument.begin, argument.end - argument.begin};
            finding.has_other = store != 0 && store != origin;
            finding.other = DoingOf(store, pipe, "write", core);
            return finding;
        });
}

void InitChecks::ReportUnwritten(const Argument& argument, uint64_t bytes, uint64_t first) {
    const uint64_t size = argument.end - argument.begin;
    checker_.findings.Add(
        {Fault::kUninitialized, kNoPlace, argument.name, kNoPlace},
        checker_.core_names.begin()->second, [&] {
            Finding finding = {};
            finding.fault = Fault::kUninitialized;
            finding.severity =
                OutputSeverity(bytes == size ? Severity::kError : Severity::kWarning);
            finding.message =
                bytes == size
                    ? "output {range} is never written"
                    : std::to_string(bytes) + " of the " + std::to_string(size) +
                          " bytes of output {range} are never written, the first at byte " +
                          std::to_string(first - argument.begin);
            finding.help =
                "compare the work of all blocks and tiles, the last ones too, with the "
                "size of the output";
            finding.doing.access = "write";
            finding.doing.place = kNoPlace;
            finding.memory = "GM";
            finding.address = first;
            finding.size = bytes;
            finding.has_range = true;
            finding.range = {argument.name, 0, 0, 0, argument.begin, size};
            return finding;
        });
}

}  // namespace observe
