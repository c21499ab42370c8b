// What a kernel holds itself to that was built with CANN's words for it: the launch fails at the
// first access that leaves the memory it was given (oom), at the first flag that is set or waited
// for alone (check_flag).
#include <cstdio>
#include <map>
#include <string>

#include "isa/events.h"
#include "isa/print.h"
#include "observe/access/access.h"
#include "observe/check/flag_table.h"
#include "observe/check/global_memory.h"
#include "observe/launch_observer.h"
#include "observe/locations.h"

namespace observe {
namespace {

using AscendC::Hardware;
using AscendC::isa::FlagEvent;
using AscendC::isa::FlagOp;
using AscendC::isa::RecordKind;
using AscendC::isa::ScalarEvent;

constexpr uint64_t kBlockBytes = 32;

class GuardObserver : public LaunchObserver {
public:
    explicit GuardObserver(const AscendcObservedLaunch& launch)
        : guards_(launch.guards), global_(launch), locations_(launch) {}

    void BeginBlock(const AscendcBlock& block) override { flags_[block.unit] = FlagTable(); }
    void EndBlock(const AscendcBlock& block) override {
        const auto& raised = flags_[block.unit].raised();
        if (raised.empty()) {
            return;
        }
        locations_.Resolve();
        const Frame& set = locations_.LineOf(raised.begin()->second.front().site);
        problem_ = "is set at " + set.file + ":" + std::to_string(set.line) +
                   " and nobody waits for it until the kernel ends";
        FailAtFlag(raised.begin()->first, problem_.c_str());
    }

    void Issue(const AscendcBlock& block, const Instruction& instruction,
               const void* const*) override {
        if (Guards(ASCENDC_GUARD_MEMORY) && instruction.kind != RecordKind::kSyncRecord) {
            list_.regions.clear();
            Accesses(instruction.kind, instruction.record, *block.core, &list_);
            for (const Region& region : list_.regions) {
                if (region.memory == Hardware::GM) {
                    ForEachRun(region, [&](uint64_t begin) {
                        CheckAccess(region.kind, begin, begin + region.run,
                                    ApiName(instruction.kind, instruction.record), kBlockBytes);
                    });
                }
            }
        }
        instruction.Execute();
    }

    void Note(const AscendcBlock& block, RecordKind kind, const void* event,
              const void* const* frame) override {
        if (kind == RecordKind::kScalarEvent && Guards(ASCENDC_GUARD_MEMORY)) {
            const auto& scalar = *static_cast<const ScalarEvent*>(event);
            const auto begin = reinterpret_cast<uint64_t>(scalar.address);
            if (scalar.memory == Hardware::GM) {
                CheckAccess(scalar.write ? AccessKind::kWrite : AccessKind::kRead, begin,
                            begin + scalar.bytes, "a scalar", 1);
            }
        } else if (kind == RecordKind::kFlagEvent && Guards(ASCENDC_GUARD_FLAGS)) {
            CheckFlag(&flags_[block.unit], *static_cast<const FlagEvent*>(event),
                      locations_.At(block, frame));
        }
    }

    void End(const AscendcObservedFault*) override {}

private:
    bool Guards(uint32_t guard) const { return (guards_ & guard) != 0; }

    /// Reads may reach to the end of a whole `unit` after an argument, as the hardware's do.
    void CheckAccess(AccessKind kind, uint64_t begin, uint64_t end, const char* api,
                     uint64_t unit) {
        OutsideGlobal outside;
        if (!global_.IsOutside(begin, end, &outside)) {
            return;
        }
        const uint64_t bytes = outside.end - outside.begin;
        const uint64_t readable = outside.begin + (bytes + unit - 1) / unit * unit;
        if (kind == AccessKind::kRead && end <= readable) {
            return;
        }
        std::snprintf(
            message_, sizeof(message_),
            "EZ9999: oom: %s %s %llu bytes past the end of %s, which has %llu", api,
            kind == AccessKind::kRead ? "reads" : "writes",
            static_cast<unsigned long long>(end - outside.first_outside),
            outside.argument == nullptr ? "the allocation" : outside.argument->name.c_str(),
            static_cast<unsigned long long>(bytes));
        aicore_trap(message_);
    }

    void CheckFlag(FlagTable* flags, const FlagEvent& event, LocationId location) {
        const FlagName flag = {event.pipe, event.other_pipe, event.id};
        const bool between_pipes = PipeOfNumber(event.pipe) != Pipe::kNone &&
                                   PipeOfNumber(event.other_pipe) != Pipe::kNone;
        if (event.op == FlagOp::kBarrier || !between_pipes) {
            return;
        }
        RaisedFlag raised = {};
        raised.site = location;
        uint32_t earlier = 0;
        if (event.op == FlagOp::kSet && flags->Set(flag, raised, &earlier) != FlagFault::kNone) {
            FailAtFlag(flag, "is set a second time before anybody waited for it");
        }
        if (event.op == FlagOp::kWait && flags->Wait(flag, &raised) != FlagFault::kNone) {
            FailAtFlag(flag, "is waited for and was not set");
        }
    }

    [[noreturn]] void FailAtFlag(const FlagName& flag, const char* problem) {
        std::snprintf(message_, sizeof(message_), "EZ9999: check_flag: flag %s_%s, id %d, %s",
                      NameOf(PipeOfNumber(flag.from)), NameOf(PipeOfNumber(flag.to)), flag.id,
                      problem);
        aicore_trap(message_);
    }

    const uint32_t guards_;
    const GlobalMemory global_;
    Locations locations_;
    std::map<uint32_t, FlagTable> flags_;  ///< by unit
    // Members, as a trap does not come back.
    RegionList list_;
    std::string problem_;
    char message_[400];
};

}  // namespace

std::unique_ptr<LaunchObserver> MakeGuardObserver(const AscendcObservedLaunch& launch) {
    return std::make_unique<GuardObserver>(launch);
}

}  // namespace observe
