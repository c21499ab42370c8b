#include "observe/check/scratch_checks.h"

#include <algorithm>

namespace observe {

ScratchChecks::Room ScratchChecks::RoomOf(const Moment& moment,
                                          const AscendC::isa::ScratchAct& act) const {
    const uint64_t begin = reinterpret_cast<uint64_t>(act.address);
    const LocalMemory* const memory = moment.state->MemoryOf(act.memory);
    if (memory == nullptr) {
        const Argument* const argument = checker_.global.Find(begin);
        return argument == nullptr ? Room{} : Room{true, begin, argument->end - begin};
    }
    if (act.address == nullptr) {
        uint64_t taken = 0;
        for (const Buffer& buffer : memory->buffers.all()) {
            taken = std::max(taken, buffer.owner == nullptr ? 0 : buffer.end);
        }
        return {true, taken, memory->size - std::min(taken, memory->size)};
    }
    const uint64_t offset = begin - memory->base;
    if (act.bytes != 0 || offset >= memory->size) {
        return {act.bytes != 0, offset, act.bytes};
    }
    const Buffer* const home = memory->buffers.Find(offset, offset + act.needed);
    return {true, offset, (home == nullptr ? memory->size : home->end) - offset};
}

void ScratchChecks::Check(const Moment& moment, const AscendC::isa::ScratchAct& act) {
    const Room room = checker_.tools.memcheck ? RoomOf(moment, act) : Room{};
    if (!room.known || act.needed <= room.bytes) {
        return;
    }
    const bool given = act.address != nullptr;
    const Fault fault = given ? Fault::kScratchTooSmall : Fault::kMemoryExceeded;
    const std::string memory = NameOf(act.memory);
    checker_.findings.Add({fault, moment.place, memory, kNoPlace}, moment.state->name, [&] {
        Finding finding = {};
        finding.fault = fault;
        finding.severity = Severity::kError;
        finding.message = std::string(act.api) + " works in " + std::to_string(act.needed) +
                          " bytes of " + memory + "; " +
                          (given ? "it is given " + std::to_string(room.bytes)
                                 : "the buffers leave " + std::to_string(room.bytes));
        finding.help = given ? "give it a larger temporary tensor"
                             : "leave space after the buffers, or hand in a temporary tensor";
        finding.doing = DoingOf(moment, "", "");
        finding.doing.api = act.api;
        finding.memory = memory;
        finding.address = room.address;
        finding.size = act.needed;
        return finding;
    });
}

}  // namespace observe
