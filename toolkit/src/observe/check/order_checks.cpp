#include "observe/check/order_checks.h"

#include <algorithm>
#include <cstring>

namespace observe {
namespace {

using AscendC::Hardware;

/// What makes `to` wait for `from`, as advice.
std::string WaitAdvice(const std::string& from, const std::string& to) {
    if (from == to) {
        return "separate them by PipeBarrier<PIPE_" + from + ">()";
    }
    return "hand the tensor over by EnQue and DeQue, or call SetFlag<HardEvent::" + from + "_" +
           to + "> after the first and WaitFlag before the second";
}

/// Whether the instructions of a pipe begin in order, and end in any. For those of the vector pipe
/// the compiler inserts the barriers, unless an option forbids it.
bool EndsInAnyOrder(const PipeOrder& order, Pipe pipe) {
    return pipe == Pipe::kMte2 || pipe == Pipe::kMte3 || (pipe == Pipe::kV && order.manual());
}

/// What is done when the next instruction of `pipe` touches memory.
PipeClock DoneBefore(const PipeOrder& order, Pipe pipe) {
    const auto number = static_cast<uint32_t>(pipe);
    return EndsInAnyOrder(order, pipe) ? order.Ended(number) : order.Before(number);
}

uint64_t FirstBit(uint32_t bits) {
    return static_cast<uint64_t>(__builtin_ctz(bits));
}

/// Calls visit(i, value) for the bytes of a cell that `bytes` has.
template <typename Visit>
void ForEachByte(uint64_t cell, uint32_t bytes, const Visit& visit) {
    for (uint32_t i = 0; i < LocalCells::kBytes; ++i) {
        if ((bytes >> i & 1) != 0) {
            visit(i, reinterpret_cast<const uint8_t*>(cell)[i]);
        }
    }
}

std::string Number(uint64_t value) {
    return std::to_string(value);
}

}  // namespace

void OrderChecks::Check(const Moment& moment, const Region& region) {
    if (!checker_.tools.racecheck || moment.pipe == Pipe::kNone) {
        return;
    }
    if (region.memory == Hardware::GM) {
        CheckGlobal(moment, region);
    } else if (LocalMemory* const memory = moment.state->MemoryOf(region.memory)) {
        CheckLocal(moment, region, memory);
    }
}

void OrderChecks::CheckLocal(const Moment& moment, const Region& region, LocalMemory* memory) {
    const PipeClock done = DoneBefore(moment.state->order, moment.pipe);
    const Mark mark = {moment.stamp, moment.site()};
    const bool writes = region.kind != AccessKind::kRead;
    Conflict first = {};
    const auto report = [&](const Conflict& conflict) {
        if (writes && conflict.before_writes &&
            PipeOfStamp(conflict.before.stamp) == PipeOfStamp(mark.stamp)) {
            Add(region, memory->base + conflict.offset, conflict.bytes, conflict.before.site);
        } else if (first.bytes == 0) {
            first = conflict;
        }
    };
    LocalCells::ForEachCell(region, memory->base, [&](uint64_t cell, uint32_t bytes) {
        if (writes) {
            memory->cells.Write(cell, bytes, mark, done, report);
        } else {
            memory->cells.Read(cell, bytes, mark, done, report);
        }
    });
    if (first.bytes != 0) {
        ReportLocal(moment, region, *memory, first);
    }
}

void OrderChecks::ReportLocal(const Moment& moment, const Region& region, const LocalMemory& memory,
                              const Conflict& conflict) {
    const uint64_t offset = conflict.offset + FirstBit(conflict.bytes);
    checker_.reports.Add(
        {Fault::kRace, moment.location, region.operand, LocationOfSite(conflict.before.site)},
        moment.state->name, [&] {
            FaultReport report = {};
            report.fault = Fault::kRace;
            report.severity = Severity::kError;
            const std::string pipe = NameOf(moment.pipe);
            const std::string there = NameOf(static_cast<Pipe>(PipeOfStamp(conflict.before.stamp)));
            report.message = pipe + " " + AccessVerb(region.kind) + " " + NameOf(region.memory) +
                             " at byte " + Number(offset) + " without waiting for " + there +
                             ", which " + (conflict.before_writes ? "writes" : "reads") + " it";
            report.help = WaitAdvice(there, pipe);
            report.side = SideOf(moment, region.operand, AccessName(region.kind));
            report.memory = NameOf(region.memory);
            report.address = offset;
            report.size = region.run;
            if (const Buffer* const buffer = memory.buffers.Find(offset, offset + 1)) {
                report.has_range = true;
                report.range = buffer->Named(0);
            }
            report.has_other = true;
            report.other = SideOf(conflict.before.site, PipeOfStamp(conflict.before.stamp),
                                  conflict.before_writes ? "write" : "read", moment.state->name);
            return report;
        });
}

void OrderChecks::CheckGlobal(const Moment& moment, const Region& region) {
    const bool writes = region.kind != AccessKind::kRead;
    if (!writes) {
        const Extent extent = ExtentOf(region);
        checker_.polled_words.Acquire(moment.state, extent.begin, extent.end);
    }
    if (moment.pipe == Pipe::kS) {
        return;
    }
    const Argument* const argument = checker_.global.Find(region.base);
    if (argument == nullptr ||
        (!writes && argument->role == ASCENDC_ARGUMENT_INPUT && !argument->starts_undefined)) {
        return;  // nobody writes inputs, as a rule, and all read them
    }
    CoreState& state = *moment.state;
    const GlobalMark mark = {state.unit, moment.stamp, moment.site(), region.atomic, false};
    const PipeClock own = DoneBefore(state.order, moment.pipe);
    if (checker_.polled_words.Take(&state, region, own)) {
        return;
    }
    const GlobalView view = {&own, &state.other_cores};
    GlobalConflict first = {};
    const auto report = [&](const GlobalConflict& conflict) {
        if (writes && conflict.before_writes && conflict.before.unit == mark.unit &&
            PipeOfStamp(conflict.before.stamp) == PipeOfStamp(mark.stamp)) {
            Add(region, conflict.address, conflict.bytes, conflict.before.site);
        } else if (first.bytes == 0) {
            first = conflict;
        }
    };
    ForEachRun(region, [&](uint64_t begin) {
        if (writes) {
            checker_.global_cells.Write(begin, begin + region.run, mark, view, report);
        } else {
            checker_.global_cells.Read(begin, begin + region.run, mark, view, report);
        }
    });
    if (first.bytes != 0) {
        ReportGlobal(moment, region, *argument, first);
    }
}

void OrderChecks::ReportGlobal(const Moment& moment, const Region& region, const Argument& argument,
                               const GlobalConflict& conflict) {
    const uint64_t address = conflict.address + FirstBit(conflict.bytes);
    const GlobalMark& before = conflict.before;
    const bool same_core = before.unit == moment.state->unit;
    const CoreName other = same_core ? moment.state->name : checker_.core_names.at(before.unit);
    FaultSide now = SideOf(moment, region.operand, AccessName(region.kind));
    FaultSide then = SideOf(before.site, PipeOfStamp(before.stamp),
                            conflict.before_writes ? "write" : "read", other);
    // Nothing orders cores: which one came first here means nothing. The reader is the one that
    // does not get what it wants.
    const bool swap = !same_core && !conflict.before_writes;
    const FaultSide& victim = swap ? then : now;
    const FaultSide& source = swap ? now : then;
    checker_.reports.Add(
        {Fault::kRace, victim.location, swap ? "" : region.operand, source.location}, victim.core,
        [&] {
            FaultReport report = {};
            report.fault = Fault::kRace;
            report.severity = Severity::kError;
            report.message = victim.access + "s byte " + Number(address - argument.begin) +
                             " of {range}, which " +
                             (same_core ? source.pipe : TextOf(source.core)) + " " + source.access +
                             "s: nothing orders the two";
            report.help = same_core ? WaitAdvice(source.pipe, victim.pipe)
                                    : "give the cores parts that do not meet, or put SyncAll or "
                                      "CrossCoreSetFlag and CrossCoreWaitFlag between them";
            report.side = victim;
            report.memory = NameOf(region.memory);
            report.address = address;
            report.size = region.run;
            report.has_range = true;
            report.range.name = argument.name;
            report.range.address = argument.begin;
            report.range.bytes = argument.end - argument.begin;
            report.has_other = true;
            report.other = source;
            return report;
        });
}

void OrderChecks::Add(const Region& region, uint64_t cell, uint32_t bytes, uint32_t site) {
    Overwrite overwrite = {region.memory, region.operand, cell, bytes, site, {}};
    ForEachByte(overwrite.cell, overwrite.bytes,
                [&](uint32_t i, uint8_t value) { overwrite.values[i] = value; });
    overwrites_.push_back(overwrite);
}

void OrderChecks::Settle(const Moment& moment) {
    for (const Overwrite& overwrite : overwrites_) {
        uint64_t changed = LocalCells::kBytes;
        ForEachByte(overwrite.cell, overwrite.bytes, [&](uint32_t i, uint8_t value) {
            changed = value != overwrite.values[i] ? std::min<uint64_t>(changed, i) : changed;
        });
        if (changed != LocalCells::kBytes) {
            ReportOverwrite(moment, overwrite, overwrite.cell + changed);
        }
    }
    overwrites_.clear();
}

void OrderChecks::ReportOverwrite(const Moment& moment, const Overwrite& overwrite,
                                  uint64_t address) {
    checker_.reports.Add(
        {Fault::kRace, moment.location, overwrite.operand, LocationOfSite(overwrite.site)},
        moment.state->name, [&] {
            const std::string pipe = NameOf(moment.pipe);
            FaultReport report = {};
            report.fault = Fault::kRace;
            report.severity = Severity::kError;
            report.message = pipe + " writes {range} over what an earlier instruction of " + pipe +
                             " writes there: those of one pipe may end in any order";
            report.help = WaitAdvice(pipe, pipe);
            report.side = SideOf(moment, overwrite.operand, "write");
            report.memory = NameOf(overwrite.memory);
            report.address = address;
            report.size = 1;
            if (const LocalMemory* const memory = moment.state->MemoryOf(overwrite.memory)) {
                report.address = address - memory->base;
                const Buffer* const buffer =
                    memory->buffers.Find(report.address, report.address + 1);
                report.range = buffer != nullptr
                                   ? buffer->Named(0)
                                   : NamedRange{report.memory, 0, 0, 0, 0, memory->size};
            } else if (const Argument* const argument = checker_.global.Find(address)) {
                report.range = {
                    argument->name, 0, 0, 0, argument->begin, argument->end - argument->begin};
            }
            report.has_range = true;
            report.has_other = true;
            report.other = SideOf(overwrite.site, static_cast<uint32_t>(moment.pipe), "write",
                                  moment.state->name);
            return report;
        });
}

}  // namespace observe
