#include "observe/check/scratch_checks.h"

#include <algorithm>

namespace observe {

ScratchChecks::ScratchRange ScratchChecks::ScratchRangeOf(
    const Moment& moment, const AscendC::isa::ScratchAct& act) const {
    const uint64_t begin = reinterpret_cast<uint64_t>(act.address);
    const LocalMemory* const memory = moment.state->MemoryOf(act.memory);
    if (memory == nullptr) {
        const Argument* const argument = checker_.global.Find(begin);
        return argument == nullptr ? ScratchRange{}
                                   : ScratchRange{true, begin, argument->end - begin};
    }
    if (act.address == nullptr) {
        uint64_t allocated = 0;
        for (const Buffer& buffer : memory->buffers.all()) {
            allocated = std::max(allocated, buffer.owner == nullptr ? 0 : buffer.end);
        }
        return {true, allocated, memory->size - std::min(allocated, memory->size)};
    }
    const uint64_t offset = begin - memory->base;
    if (act.bytes != 0 || offset >= memory->size) {
        return {act.bytes != 0, offset, act.bytes};
    }
    const Buffer* const home = memory->buffers.Find(offset, offset + act.needed);
    return {true, offset, (home == nullptr ? memory->size : home->end) - offset};
}

void ScratchChecks::Check(const Moment& moment, const AscendC::isa::ScratchAct& act) {
    const ScratchRange scratch =
        checker_.tools.memcheck ? ScratchRangeOf(moment, act) : ScratchRange{};
    if (!scratch.is_known || act.needed <= scratch.bytes) {
        return;
    }
    const bool has_tensor = act.address != nullptr;
    const Fault fault = has_tensor ? Fault::kScratchTooSmall : Fault::kMemoryExceeded;
    const std::string memory = NameOf(act.memory);
    checker_.reports.Add({fault, moment.location, memory, kNoLocation}, moment.state->name, [&] {
        FaultReport report = {};
        report.fault = fault;
        report.severity = Severity::kError;
        report.message = std::string(act.api) + " works in " + std::to_string(act.needed) +
                         " bytes of " + memory + "; " +
                         (has_tensor ? "it is given " + std::to_string(scratch.bytes)
                                     : "the buffers leave " + std::to_string(scratch.bytes));
        report.help = has_tensor ? "give it a larger temporary tensor"
                                 : "leave space after the buffers, or hand in a temporary tensor";
        report.side = SideOf(moment, "", "");
        report.side.api = act.api;
        report.memory = memory;
        report.address = scratch.address;
        report.size = act.needed;
        return report;
    });
}

}  // namespace observe
