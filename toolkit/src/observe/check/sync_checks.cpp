#include "observe/check/sync_checks.h"

#include "detail/types/enums.h"
#include "isa/cube_fixpipe.h"
#include "isa/cube_mmad.h"
#include "isa/vec_reduce.h"

namespace observe {
namespace {

using AscendC::isa::EventsOf;
using AscendC::isa::FlagEvent;
using AscendC::isa::FlagOp;
using AscendC::isa::HandshakeEvent;
using AscendC::isa::HandshakeOp;
using AscendC::isa::SyncOp;
using AscendC::isa::SyncRecord;

/// Kinds of channels.
enum : uint32_t { kBarrier, kGridFlag, kGroupFlag, kFromCube, kFromVector };

constexpr uint32_t kAllTypes = 3;

/// The pipe that a wait for another core's flag holds up.
Pipe WaitingPipe(const SyncRecord& record) {
    const Pipe pipe = PipeOfNumber(record.pipe);
    return pipe == Pipe::kNone ? Pipe::kS : pipe;
}

std::string PipePair(const FlagName& flag) {
    return std::string(NameOf(PipeOfNumber(flag.from))) + "_" + NameOf(PipeOfNumber(flag.to));
}

/// The last of several instructions that use a part of L0C hands it over to the other pipe.
constexpr uint8_t kReleases = 3;

/// The unit flag of Mmad and Fixpipe, 0 without one: each waits until the other has released what
/// it uses of L0C.
uint8_t UnitFlagOf(const Moment& moment) {
    switch (moment.kind) {
        case AscendC::isa::RecordKind::kCubeMmad:
            return static_cast<const AscendC::isa::CubeMmad*>(moment.record)->unit_flag;
        case AscendC::isa::RecordKind::kCubeFixpipe:
            return static_cast<const AscendC::isa::CubeFixpipe*>(moment.record)->unit_flag;
        default:
            return 0;
    }
}

}  // namespace

VectorClock SyncChecks::JoinedClock(const CoreState& state, const PipeClock& own) const {
    VectorClock joined = state.other_cores;
    joined.Join(state.unit, own);
    return joined;
}

void SyncChecks::Flag(const Moment& moment, const FlagEvent& event) {
    CoreState& state = *moment.state;
    if (event.op == FlagOp::kBarrier) {
        const Pipe pipe = PipeOfNumber(event.pipe);
        if (event.pipe == PIPE_ALL) {
            state.order.Barrier();
        } else if (pipe != Pipe::kNone) {
            state.order.Barrier(static_cast<uint32_t>(pipe));
        }
        return;
    }
    const FlagName flag = {event.pipe, event.other_pipe, event.id};
    const Pipe from = PipeOfNumber(event.pipe);
    const Pipe to = PipeOfNumber(event.other_pipe);
    if (from == Pipe::kNone || to == Pipe::kNone) {
        return;
    }
    if (event.id < 0 || event.id >= EventsOf(state.core->arch)) {
        ReportFlag(moment, flag, Fault::kIllegalParameter, Severity::kError,
                   "the event id is none of this SoC's",
                   "take ids from AllocEventID or FetchEventID, or 0 to 7 (0 to 3 on Ascend910)",
                   kNoLocation);
    }
    if (event.op == FlagOp::kSet) {
        uint32_t earlier = 0;
        const PipeClock done = state.order.Done(static_cast<uint32_t>(from));
        const RaisedFlag raised = {done, moment.site(), moment.stamp};
        if (state.flags.Set(flag, raised, &earlier) == FlagFault::kSetTwice) {
            ReportFlag(moment, flag, Fault::kRedundantFlag, Severity::kWarning,
                       "the flag is set a second time before anybody waited for it, which is "
                       "undefined: the core hangs if all pipes are waited for before",
                       "put a WaitFlag between the two, or take another event id",
                       LocationOfSite(earlier));
        }
        return;
    }
    RaisedFlag raised = {};
    if (state.flags.Wait(flag, &raised) == FlagFault::kWaitForNothing) {
        ReportFlag(moment, flag, Fault::kDeadlock, Severity::kError,
                   "WaitFlag for a flag that was not set: on hardware the core waits for ever",
                   "call SetFlag with the same event and id before it", kNoLocation);
        return;
    }
    state.order.Await(static_cast<uint32_t>(to), raised.done);
    const FlagPair pair = {raised.stamp, moment.stamp, raised.site, moment.site()};
    FlagPair last = {};
    // What the scalar pipe did in between is not known.
    if (state.flags.Repeats(flag, pair, &last) && from != Pipe::kS && to != Pipe::kS) {
        ReportRepeated(moment, flag, pair, last);
    }
}

void SyncChecks::ReportRepeated(const Moment& moment, const FlagName& flag, const FlagPair& pair,
                                const FlagPair& last) {
    const char* const message =
        "the same was set and waited for just before: this pair orders "
        "nothing more";
    const char* const help =
        "leave out the second SetFlag and WaitFlag, unless they order something in other passes";
    // It does no harm, so that a right kernel is not reported unless just this is asked for.
    const Severity severity = checker_.tools.OnlySynccheck() ? Severity::kWarning : Severity::kInfo;
    Moment set = moment;
    set.location = LocationOfSite(pair.set_site);
    ReportFlag(set, flag, Fault::kRedundantFlag, severity, message, help,
               LocationOfSite(last.set_site));
    ReportFlag(moment, flag, Fault::kRedundantFlag, severity, message, help,
               LocationOfSite(last.wait_site));
}

void SyncChecks::BeforeInstruction(const Moment& moment) {
    const uint8_t flag = UnitFlagOf(moment);
    if (flag != 0) {
        const bool reads = moment.kind == AscendC::isa::RecordKind::kCubeFixpipe;
        moment.state->order.Await(
            static_cast<uint32_t>(moment.pipe),
            reads ? moment.state->flagged_products : moment.state->flagged_reads);
    }
}

void SyncChecks::AfterInstruction(const Moment& moment) {
    PipeOrder& order = moment.state->order;
    if (UnitFlagOf(moment) == kReleases) {
        const bool reads = moment.kind == AscendC::isa::RecordKind::kCubeFixpipe;
        (reads ? moment.state->flagged_reads : moment.state->flagged_products) =
            order.Done(static_cast<uint32_t>(moment.pipe));
    }
    if (WaitsForResult(moment.kind, moment.record, moment.state->core->arch)) {
        order.Await(kScalarPipe, order.Done(static_cast<uint32_t>(Pipe::kV)));
    }
}

void SyncChecks::ReportFlag(const Moment& moment, const FlagName& flag, Fault fault,
                            Severity severity, const char* message, const char* help,
                            LocationId other) {
    if (!checker_.tools.synccheck) {
        return;
    }
    checker_.reports.Add({fault, moment.location, "", other}, moment.state->name, [&] {
        FaultReport report = {};
        report.fault = fault;
        report.severity = severity;
        report.message = PipePair(flag) + ", id " + std::to_string(flag.id) + ": " + message;
        report.help = help;
        report.side = SideOf(moment, "", "");
        report.side.pipe = NameOf(PipeOfNumber(flag.from));
        report.side.operand = NameOf(PipeOfNumber(flag.to));
        report.has_other = other != kNoLocation;
        report.other = {other, report.side.pipe, "SetFlag", "", "", moment.state->name};
        return report;
    });
}

void SyncChecks::Event(const Moment& moment, const AscendC::isa::EventIdEvent& event) {
    const int32_t events = EventsOf(moment.state->core->arch);
    const uint32_t all = (1U << events) - 1;
    if (!checker_.tools.synccheck || event.op == AscendC::isa::EventIdOp::kRelease ||
        (event.taken_ids & all) != all) {
        return;
    }
    checker_.reports.Add(
        {Fault::kEventExhausted, moment.location, "", kNoLocation}, moment.state->name, [&] {
            FaultReport report = {};
            report.fault = Fault::kEventExhausted;
            report.severity = Severity::kError;
            report.message = "all " + std::to_string(events) +
                             " event ids of this pair of pipes are taken: id " +
                             std::to_string(event.id) + " is in use already";
            report.help =
                "give ids back by ReleaseEventID, or use FetchEventID where set and wait "
                "follow each other";
            report.side = SideOf(moment, "", "");
            report.side.pipe = "";
            report.side.api =
                event.op == AscendC::isa::EventIdOp::kAlloc ? "AllocEventID" : "FetchEventID";
            return report;
        });
}

void SyncChecks::Handshake(const Moment& moment, const HandshakeEvent& event) {
    CoreState& state = *moment.state;
    const uint64_t address = reinterpret_cast<uint64_t>(event.address);
    state.order.Barrier();
    if (event.op != HandshakeOp::kSignal) {
        state.other_cores.Join(words_[address]);
    }
    if (event.op != HandshakeOp::kWait) {
        words_[address].Join(JoinedClock(state, state.order.AllDone()));
    }
}

void SyncChecks::BeforeCoreSync(const Moment& moment, const SyncRecord& record) {
    CoreState& state = *moment.state;
    const uint32_t type = static_cast<uint32_t>(state.name.type);
    const uint32_t group = state.core->block_idx;
    switch (record.op) {
        case SyncOp::kBarrierType:
        case SyncOp::kBarrierAll:
        case SyncOp::kBarrierMemory: {
            state.order.Barrier();
            const uint32_t between = record.op == SyncOp::kBarrierType ? type : kAllTypes;
            ChannelOf(kBarrier, between, reinterpret_cast<uint64_t>(record.address))
                .Send(state.unit, JoinedClock(state, state.order.AllDone()), moment.site());
            break;
        }
        case SyncOp::kCrossSet: {
            const Pipe pipe = PipeOfNumber(record.pipe);
            const VectorClock joined = JoinedClock(
                state, pipe == Pipe::kNone ? state.order.AllDone()
                                           : state.order.Done(static_cast<uint32_t>(pipe)));
            const uint64_t id = static_cast<uint64_t>(record.id);
            if (record.mode == 0) {
                ChannelOf(kGridFlag, type, id).Send(state.unit, joined, moment.site());
            } else if (record.mode == 1) {
                ChannelOf(kGroupFlag, group, id).Send(state.unit, joined, moment.site());
            } else {
                ChannelOf(type == 1 ? kFromCube : kFromVector, group, id)
                    .Send(state.unit, joined, moment.site());
            }
            break;
        }
        default:
            break;
    }
}

void SyncChecks::AfterCoreSync(const Moment& moment, const SyncRecord& record) {
    CoreState& state = *moment.state;
    switch (record.op) {
        case SyncOp::kBarrierType:
        case SyncOp::kBarrierAll:
        case SyncOp::kBarrierMemory: {
            const uint32_t between = record.op == SyncOp::kBarrierType
                                         ? static_cast<uint32_t>(state.name.type)
                                         : kAllTypes;
            ChannelOf(kBarrier, between, reinterpret_cast<uint64_t>(record.address))
                .Receive(state.unit, &state.other_cores);
            break;
        }
        case SyncOp::kCrossWait:
            HearFlag(&state, record.id);
            // The core may have signalled itself, or those that signal now.
            state.order.Await(static_cast<uint32_t>(WaitingPipe(record)),
                              state.other_cores.Of(state.unit));
            break;
        default:
            break;
    }
}

void SyncChecks::HearFlag(CoreState* state, int32_t id) {
    const uint32_t type = static_cast<uint32_t>(state->name.type);
    const uint32_t group = state->core->block_idx;
    const uint64_t number = static_cast<uint64_t>(id);
    ChannelOf(kGridFlag, type, number).Receive(state->unit, &state->other_cores);
    ChannelOf(kGroupFlag, group, number).Receive(state->unit, &state->other_cores);
    ChannelOf(type == 1 ? kFromVector : kFromCube, group, number)
        .Receive(state->unit, &state->other_cores);
}

void SyncChecks::EndLaunch() {
    for (const auto& [key, channel] : channels_) {
        uint32_t unit = 0;
        uint32_t site = 0;
        if (!checker_.tools.synccheck || std::get<0>(key) == kBarrier ||
            !channel.LastIsUnreceived(&unit, &site)) {
            continue;
        }
        const CoreName& core = checker_.core_names.at(unit);
        const uint64_t id = std::get<2>(key);
        checker_.reports.Add(
            {Fault::kUnpairedFlag, LocationOfSite(site), "", kNoLocation}, core, [&] {
                FaultReport report = {};
                report.fault = Fault::kUnpairedFlag;
                report.severity = Severity::kWarning;
                report.message = "flag " + std::to_string(id < 16 ? id : id - 16) +
                                 " is set for other cores and nobody waits for it: the next kernel "
                                 "finds it set";
                report.help = "call CrossCoreWaitFlag as often as CrossCoreSetFlag";
                report.side.location = LocationOfSite(site);
                report.side.api = "CrossCoreSetFlag";
                return report;
            });
    }
}

void SyncChecks::End(CoreState* state) {
    if (!checker_.tools.synccheck) {
        return;
    }
    for (const auto& [flag, sets] : state->flags.raised()) {
        const RaisedFlag& raised = sets.back();
        const Moment moment = {state,   LocationOfSite(raised.site), KindOfSite(raised.site),
                               nullptr, PipeOfNumber(flag.from),     0};
        ReportFlag(moment, flag, Fault::kUnpairedFlag, Severity::kWarning,
                   "the flag is set at the end of the kernel: nobody waited for it",
                   "call WaitFlag with the same event and id, or leave out SetFlag", kNoLocation);
    }
}

}  // namespace observe
