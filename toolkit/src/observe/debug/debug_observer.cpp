// Keeps what a debugger shows: which block runs, where the others are, which flags are raised.
#include <vector>

#include "isa/events.h"
#include "observe/debug/debug_state.h"
#include "observe/launch_observer.h"
#include "observe/record_names.h"

extern "C" {
/// The launch that began last.
__attribute__((visibility("default"))) observe::DebugLaunch ascendc_debug_launch = {
    1, 0, 0, nullptr, nullptr, nullptr};

/// A debugger stops here at the beginning of a block.
__attribute__((visibility("default"), noinline)) void ascendc_debug_block_begins() {
    __asm__ __volatile__("");
}
}

namespace observe {
namespace {

class DebugObserver : public LaunchObserver {
public:
    explicit DebugObserver(const AscendcObservedLaunch& launch) {
        ascendc_debug_launch.kernel = launch.kernel;
        ascendc_debug_launch.index = launch.index;
    }
    ~DebugObserver() override { Publish(nullptr, 0); }

    void BeginBlock(const AscendcBlock& block) override {
        DebugBlock& state = Of(block);
        state = {};
        state.unit = block.unit;
        state.block = block.block;
        state.core_type = block.core->core_type;
        state.state = DebugBlock::kBegun;
        state.core = block.core;
        ascendc_debug_launch.current = &state;
        ascendc_debug_block_begins();
    }
    void EndBlock(const AscendcBlock& block) override { Of(block).state = DebugBlock::kEnded; }

    void Issue(const AscendcBlock& block, const Instruction& instruction,
               const void* const*) override {
        Count(block, instruction.kind);
        instruction.Execute();
        // It may have waited, and others have run.
        ascendc_debug_launch.current = &Of(block);
    }
    void Note(const AscendcBlock& block, AscendC::isa::RecordKind kind, const void* event,
              const void* const*) override {
        Count(block, kind);
        if (kind == AscendC::isa::RecordKind::kFlagEvent) {
            Flag(&Of(block), *static_cast<const AscendC::isa::FlagEvent*>(event));
        }
    }
    void End(const AscendcObservedFault*) override {}

private:
    DebugBlock& Of(const AscendcBlock& block) {
        if (block.unit >= blocks_.size()) {
            blocks_.resize(block.unit + 1);
            Publish(blocks_.data(), blocks_.size());
        }
        return blocks_[block.unit];
    }
    static void Publish(DebugBlock* blocks, size_t count) {
        ascendc_debug_launch.current = nullptr;
        ascendc_debug_launch.blocks = blocks;
        ascendc_debug_launch.block_count = static_cast<uint32_t>(count);
    }
    void Count(const AscendcBlock& block, AscendC::isa::RecordKind kind) {
        DebugBlock& state = Of(block);
        ++state.records;
        state.last = NameOf(kind);
    }
    static void Flag(DebugBlock* state, const AscendC::isa::FlagEvent& event) {
        if (event.op == AscendC::isa::FlagOp::kBarrier) {
            return;
        }
        const int change = event.op == AscendC::isa::FlagOp::kSet ? 1 : -1;
        for (uint32_t i = 0; i < state->flag_count; ++i) {
            DebugFlag& flag = state->flags[i];
            if (flag.pipe == event.pipe && flag.other_pipe == event.other_pipe &&
                flag.id == event.id) {
                flag.count += change;
                return;
            }
        }
        if (state->flag_count < DebugBlock::kFlags) {
            state->flags[state->flag_count++] = {event.pipe, event.other_pipe, 0, event.id, change};
        }
    }

    std::vector<DebugBlock> blocks_;
};

}  // namespace

std::unique_ptr<LaunchObserver> MakeDebugObserver(const AscendcObservedLaunch& launch) {
    return std::make_unique<DebugObserver>(launch);
}

}  // namespace observe
