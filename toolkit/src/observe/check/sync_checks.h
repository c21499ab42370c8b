// Order: flags and barriers between pipes, and what cores tell each other.
#pragma once

#include <map>
#include <tuple>

#include "isa/sync.h"
#include "observe/check/checker.h"

namespace observe {

class SyncChecks {
public:
    explicit SyncChecks(Checker* checker) : checker_(*checker) {}

    void Flag(const Moment& moment, const AscendC::isa::FlagEvent& event);
    void Handshake(const Moment& moment, const AscendC::isa::HandshakeEvent& event);
    void Event(const Moment& moment, const AscendC::isa::EventIdEvent& event);
    /// What the unit flag makes an instruction of the cube core wait for.
    void BeforeInstruction(const Moment& moment);
    /// What a function of the library has waited for when it ends, and the unit flag.
    void AfterInstruction(const Moment& moment);
    /// Between cores: before the instruction is executed, which may wait, and after it.
    void BeforeCoreSync(const Moment& moment, const AscendC::isa::SyncRecord& record);
    void AfterCoreSync(const Moment& moment, const AscendC::isa::SyncRecord& record);
    /// The vector unit's result is read, or the core's side changes: everything waits.
    void Join(CoreState* state) { state->order.Barrier(); }
    /// At the end of the launch: flags of other cores that nobody waited for.
    void EndLaunch();
    /// At the end of a block: flags that are still set.
    void End(CoreState* state);

private:
    /// A channel's name: what kind it is, between whom, its number or address.
    using ChannelKey = std::tuple<uint32_t, uint32_t, uint64_t>;

    Channel& ChannelOf(uint32_t kind, uint32_t between, uint64_t number) {
        return channels_[{kind, between, number}];
    }
    /// Hears all channels on which flag `id` can be raised for the core.
    void HearFlag(CoreState* state, int32_t id);
    /// What the core knows to be done, with its own work.
    VectorClock JoinedClock(const CoreState& state, const PipeClock& own) const;
    void ReportRepeated(const Moment& moment, const FlagName& flag, const FlagPair& pair,
                        const FlagPair& last);
    void ReportFlag(const Moment& moment, const FlagName& flag, Fault fault, Severity severity,
                    const char* message, const char* help, LocationId other);

    Checker& checker_;
    std::map<ChannelKey, Channel> channels_;
    std::map<uint64_t, VectorClock> words_;  ///< what a word of global memory tells, by address
};

}  // namespace observe
