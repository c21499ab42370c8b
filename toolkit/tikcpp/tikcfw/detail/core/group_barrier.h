// GroupBarrier: some vector cores wait for others.
#pragma once

#include "detail/core/sync.h"

namespace AscendC {

/// What sends the messages of a group barrier.
enum class PipeMode : uint8_t { SCALAR_MODE = 0, MTE3_MODE = 1, MAX };

/// `waitSize` vector cores wait in each round until `arriveSize` others have arrived; these begin
/// the next round when all have waited. The workspace, GetWorkspaceLen() bytes, starts as zeros.
template <PipeMode pipeMode>
class GroupBarrier {
    static_assert(pipeMode == PipeMode::MTE3_MODE,
                  "GroupBarrier supports PipeMode::MTE3_MODE only");

public:
    GroupBarrier() = delete;
    GroupBarrier(GM_ADDR groupWorkspace, uint32_t arriveSizeIn, uint32_t waitSizeIn)
        : arrived_(reinterpret_cast<uint32_t*>(groupWorkspace)),
          waited_(reinterpret_cast<uint32_t*>(groupWorkspace + kCounterPitch)),
          arrive_size_(arriveSizeIn),
          wait_size_(waitSizeIn) {}

    void Arrive([[maybe_unused]] uint32_t arriveIndex) {
        if (isa::CurrentCore().core_type == AIC) {
            return;
        }
        PollUntilReached(waited_, (round_ - 1) * wait_size_);
        Increase(arrived_);
        ++round_;
        has_arrived_ = true;
    }
    void Wait([[maybe_unused]] uint32_t waitIndex) {
        if (isa::CurrentCore().core_type == AIC) {
            return;
        }
        PollUntilReached(arrived_, (has_arrived_ ? round_ - 1 : round_) * arrive_size_);
        Increase(waited_);
        round_ += has_arrived_ ? 0 : 1;
        has_arrived_ = false;
    }
    /// Bytes.
    uint64_t GetWorkspaceLen() {
        return uint64_t{arrive_size_ > wait_size_ ? arrive_size_ : wait_size_} * kIndexPitch;
    }

private:
    static constexpr uint32_t kCounterPitch = 64;
    static constexpr uint32_t kIndexPitch = 512;

    static void PollUntilReached(const uint32_t* counter, uint32_t value) {
        while (__atomic_load_n(counter, __ATOMIC_ACQUIRE) < value) {
            isa::IssueCoreSync(isa::SyncOp::kPoll, PIPE_S, 0, 0);
        }
        isa::Note(isa::HandshakeEvent{isa::HandshakeOp::kWait, counter, value});
    }
    static void Increase(uint32_t* counter) {
        isa::Note(isa::HandshakeEvent{isa::HandshakeOp::kAdd, counter, 1});
        __atomic_fetch_add(counter, 1, __ATOMIC_ACQ_REL);
    }

    uint32_t* arrived_;
    uint32_t* waited_;
    uint32_t arrive_size_;
    uint32_t wait_size_;
    uint32_t round_ = 1;
    bool has_arrived_ = false;
};

}  // namespace AscendC
