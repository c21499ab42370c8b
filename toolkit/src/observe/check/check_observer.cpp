// The observer that looks for faults: `check`.
#include <memory>
#include <vector>

#include "isa/events.h"
#include "isa/sync.h"
#include "observe/check/access_checks.h"
#include "observe/check/cache_checks.h"
#include "observe/check/check_report.h"
#include "observe/check/checker.h"
#include "observe/check/init_checks.h"
#include "observe/check/operand_rules.h"
#include "observe/check/order_checks.h"
#include "observe/check/queue_checks.h"
#include "observe/check/scratch_checks.h"
#include "observe/check/sync_checks.h"
#include "observe/check/value_checks.h"
#include "observe/launch_observer.h"
#include "observe/settings.h"

namespace observe {
namespace {

using AscendC::Hardware;
using AscendC::isa::CubeSideEvent;
using AscendC::isa::RecordKind;
using AscendC::isa::ScalarEvent;
using AscendC::isa::SyncRecord;

class CheckObserver : public LaunchObserver {
public:
    explicit CheckObserver(const AscendcObservedLaunch& launch)
        : checker_(launch, Tools::Parse(GetSettings().Option("tools", ""))),
          report_(launch, SeverityOf(GetSettings().Option("lowest", ""))),
          accesses_(&checker_),
          caches_(&checker_),
          init_(&checker_),
          order_(&checker_),
          rules_(&checker_),
          queues_(&checker_),
          scratch_(&checker_),
          sync_(&checker_),
          values_(&checker_, GetSettings().Option("values", "")) {
        report_.Begin();
    }

    void BeginBlock(const AscendcBlock& block) override {
        const CoreName name = {block.core->core_type, block.block};
        checker_.core_names[block.unit] = name;
        if (states_.size() <= block.unit) {
            states_.resize(block.unit + 1);
        }
        states_[block.unit] = std::make_unique<CoreState>(block, name, checker_.manual_sync);
    }
    void EndBlock(const AscendcBlock& block) override {
        CoreState& state = *states_[block.unit];
        caches_.EndBlock(state);
        queues_.End(&state);
        sync_.End(&state);
        states_[block.unit].reset();
    }
    void Issue(const AscendcBlock& block, const Instruction& instruction,
               const void* const* frame) override;
    void Note(const AscendcBlock& block, RecordKind kind, const void* event,
              const void* const* frame) override;
    bool ReportsExceptions() const override { return true; }
    void End(const AscendcObservedFault* fault) override {
        if (fault == nullptr && checker_.tools.initcheck) {
            init_.Outputs();
        }
        if (fault == nullptr) {
            sync_.EndLaunch();
        }
        report_.End(&checker_, fault);
    }

private:
    Moment MomentOf(const AscendcBlock& block, RecordKind kind, const void* record,
                    const void* const* frame) {
        CoreState& state = *states_[block.unit];
        const Pipe pipe = PipeOf(kind, record, *block.core);
        const Stamp stamp =
            pipe == Pipe::kNone ? 0 : state.order.Issue(static_cast<uint32_t>(pipe));
        checker_.reports.NextRecord();
        return {&state, checker_.locations.At(block, frame), kind, record, pipe, stamp};
    }
    void Scalar(const Moment& moment, const ScalarEvent& event);

    Checker checker_;
    CheckReport report_;
    AccessChecks accesses_;
    CacheChecks caches_;
    InitChecks init_;
    OrderChecks order_;
    OperandRules rules_;
    QueueChecks queues_;
    ScratchChecks scratch_;
    SyncChecks sync_;
    ValueChecks values_;
    std::vector<std::unique_ptr<CoreState>> states_;  ///< by unit; null: not at work
    RegionList list_;
    std::vector<Region> inside_;
};

void CheckObserver::Issue(const AscendcBlock& block, const Instruction& instruction,
                          const void* const* frame) {
    caches_.Settle();
    const Moment moment = MomentOf(block, instruction.kind, instruction.record, frame);
    if (instruction.kind == RecordKind::kSyncRecord) {
        const auto& record = instruction.As<SyncRecord>();
        if (checker_.tools.initcheck) {
            init_.Barrier(moment, record);
        }
        sync_.BeforeCoreSync(moment, record);
        instruction.Execute();
        sync_.AfterCoreSync(moment, record);
        return;
    }
    rules_.Check(moment);
    sync_.BeforeInstruction(moment);
    list_.regions.clear();
    Accesses(instruction.kind, instruction.record, *block.core, &list_);
    inside_.clear();
    for (const Region& region : list_.regions) {
        caches_.Read(moment, region);
        if (accesses_.Check(moment, region)) {
            order_.Check(moment, region);
            inside_.push_back(region);
        }
    }
    if (checker_.tools.initcheck) {
        // What a faulty access brings along is no second fault.
        if (checker_.reports.LastRecordIsAtFault()) {
            init_.Define(moment, inside_);
        } else {
            init_.Instruction(moment, inside_);
        }
    }
    values_.Before(moment, inside_);
    instruction.Execute();
    sync_.AfterInstruction(moment);
    values_.After(moment, inside_);
    order_.Settle(moment);
}

void CheckObserver::Scalar(const Moment& moment, const ScalarEvent& event) {
    CoreState& state = *moment.state;
    Region region = {};
    region.kind = event.write ? AccessKind::kWrite : AccessKind::kRead;
    region.memory = event.memory;
    region.operand = "";
    region.base = reinterpret_cast<uint64_t>(event.address);
    region.operand_address = region.base;
    region.run = event.bytes;
    region.alignment = 1;
    LocalMemory* const memory = state.MemoryOf(event.memory);
    if (memory != nullptr && !state.order.manual()) {
        // The compiler makes the scalar unit wait for the pipes that have to do with these bytes.
        const uint64_t offset = region.base - memory->base;
        if (offset < memory->size) {
            const uint32_t pipes =
                memory->cells.PipesOf(offset, offset + event.bytes) & ~(1U << kScalarPipe);
            for (uint32_t pipe = 0; pipe < kClockPipes; ++pipe) {
                if ((pipes >> pipe & 1) != 0) {
                    state.order.Await(kScalarPipe, state.order.Done(pipe));
                }
            }
        }
    }
    if (accesses_.Check(moment, region)) {
        order_.Check(moment, region);
    }
    accesses_.CheckTensor(moment, event);
    caches_.Scalar(moment, event);
    if (checker_.tools.initcheck && !checker_.reports.LastRecordIsAtFault()) {
        init_.Scalar(moment, event);
    }
}

void CheckObserver::Note(const AscendcBlock& block, RecordKind kind, const void* event,
                         const void* const* frame) {
    using namespace AscendC::isa;
    caches_.Settle();
    const Moment moment = MomentOf(block, kind, event, frame);
    switch (kind) {
        case RecordKind::kFlagEvent:
            sync_.Flag(moment, *static_cast<const FlagEvent*>(event));
            break;
        case RecordKind::kQueueEvent:
            queues_.Queue(moment, *static_cast<const QueueEvent*>(event));
            break;
        case RecordKind::kBufferEvent:
            queues_.BufferGiven(moment, *static_cast<const BufferEvent*>(event));
            break;
        case RecordKind::kScalarEvent:
            Scalar(moment, *static_cast<const ScalarEvent*>(event));
            break;
        case RecordKind::kCacheEvent:
            caches_.Cache(moment, *static_cast<const CacheEvent*>(event));
            break;
        case RecordKind::kScratchEvent:
            scratch_.Check(moment, *static_cast<const ScratchEvent*>(event));
            break;
        case RecordKind::kTilingEvent:
            accesses_.CheckTiling(moment, *static_cast<const TilingEvent*>(event));
            break;
        case RecordKind::kHandshakeEvent:
            sync_.Handshake(moment, *static_cast<const HandshakeEvent*>(event));
            break;
        case RecordKind::kEventIdEvent:
            sync_.Event(moment, *static_cast<const EventIdEvent*>(event));
            break;
        case RecordKind::kRegisterEvent:
        case RecordKind::kCubeSideEvent:
            sync_.Join(moment.state);
            break;
        case RecordKind::kRejectionEvent:
            report_.AddIllegalParameter(&checker_, moment,
                                        *static_cast<const RejectionEvent*>(event));
            break;
        default:
            break;
    }
}

}  // namespace

std::unique_ptr<LaunchObserver> MakeCheckObserver(const AscendcObservedLaunch& launch) {
    return std::make_unique<CheckObserver>(launch);
}

}  // namespace observe
