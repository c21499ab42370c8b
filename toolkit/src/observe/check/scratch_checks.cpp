#include "observe/check/scratch_checks.h"

#include <algorithm>

namespace observe {

ScratchChecks::ScratchRange ScratchChecks::ScratchRangeOf(
    const Moment& moment, const AscendC::isa::ScratchEvent& event) const {
    const uint64_t begin = reinterpret_cast<uint64_t>(event.address);
    const LocalMemory* const memory = moment.state->MemoryOf(event.memory);
    if (memory == nullptr) {
        const Argument* const argument = checker_.global.Find(begin);
        return argument == nullptr ? ScratchRange{}
                                   : ScratchRange{true, begin, argument->end - begin};
    }
    if (event.address == nullptr) {
        uint64_t allocated = 0;
        for (const Buffer& buffer : memory->buffers.all()) {
            allocated = std::max(allocated, buffer.owner == nullptr ? 0 : buffer.end);
        }
        return {true, allocated, memory->size - std::min(allocated, memory->size)};
    }
    const uint64_t offset = begin - memory->base;
    if (event.bytes != 0 || offset >= memory->size) {
        return {event.bytes != 0, offset, event.bytes};
    }
    const Buffer* const home = memory->buffers.Find(offset, offset + event.needed);
    return {true, offset, (home == nullptr ? memory->size : home->end) - offset};
}

void ScratchChecks::Check(const Moment& moment, const AscendC::isa::ScratchEvent& event) {
    const ScratchRange scratch =
        checker_.tools.memcheck ? ScratchRangeOf(moment, event) : ScratchRange{};
    if (!scratch.is_known || event.needed <= scratch.bytes) {
        return;
    }
    const bool has_tensor = event.address != nullptr;
    const Fault fault = has_tensor ? Fault::kScratchTooSmall : Fault::kMemoryExceeded;
    const std::string memory = NameOf(event.memory);
    checker_.reports.Add({fault, moment.location, memory, kNoLocation}, moment.state->name, [&] {
        FaultReport report = {};
        report.fault = fault;
        report.severity = Severity::kError;
        report.message = std::string(event.api) + " works in " + std::to_string(event.needed) +
                         " bytes of " + memory + "; " +
                         (has_tensor ? "it is given " + std::to_string(scratch.bytes)
                                     : "the buffers leave " + std::to_string(scratch.bytes));
        report.help = has_tensor ? "give it a larger temporary tensor"
                                 : "leave space after the buffers, or hand in a temporary tensor";
        report.side = SideOf(moment, "", "");
        report.side.api = event.api;
        report.memory = memory;
        report.address = scratch.address;
        report.size = event.needed;
        return report;
    });
}

}  // namespace observe
