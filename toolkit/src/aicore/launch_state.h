// State shared by the blocks of one launch.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "aicore/collective_state.h"
#include "aicore/division.h"
#include "aicore/kernel_object.h"
#include "aicore/launch_interface.h"
#include "aicore/printed.h"
#include "isa/core.h"
#include "platform/soc_table.h"
#include "support/code_location.h"

namespace aicore {

/// Types of cores: AscendC::MIX, AIC, AIV.
constexpr int32_t kMix = 0;
constexpr int32_t kAic = 1;
constexpr int32_t kAiv = 2;

/// Which core of which group a block runs on.
struct Unit {
    uint32_t group;
    uint32_t sub_block;
    int32_t core_type;
};

/// Events of one counter only grow: waiting is waiting for a counter to reach a value.
using Counter = std::atomic<uint64_t>;

/// Waits of a group of cores for each other.
struct Barrier {
    uint64_t arrived = 0;  ///< in the current round; guarded by Launch::mutex
    Counter rounds{0};     ///< completed rounds
};

/// Software SyncAll on one workspace, and what each core found there when it arrived first.
struct MemoryBarrier {
    Barrier barrier;
    std::vector<bool> has_come;  ///< by unit
    int32_t word = 0;            ///< of the first core that came
    uint32_t block = 0;          ///< its number
};

/// The flags that other cores raise for one core, and how often this core has raised each: 16 of
/// modes 0 to 2, and 32 of mode 4 as cube cores number them.
struct CoreFlags {
    static constexpr int kShared = 16;
    static constexpr int kCount = 3 * kShared;
    static constexpr uint64_t kMostPending = 15;  ///< sets that a counter holds
    Counter raised[kCount] = {};
    uint64_t consumed[kCount] = {};  ///< waits passed; touched by the core itself only
    uint64_t sets[3][kCount] = {};   ///< sets by this core per mode; guarded by Launch::mutex
};

/// How many times a set of cores has completely raised a flag.
struct FlagRound {
    uint64_t completed[CoreFlags::kCount] = {};
};

/// One call of AicoreRun.
class Launch {
public:
    explicit Launch(const AicoreLaunch& request);

    /// Number of cores that take part, and the place of the index-th.
    uint32_t unit_count() const { return unit_count_; }
    Unit UnitAt(uint32_t index) const;
    uint32_t IndexOf(const Unit& unit) const;
    uint32_t CoresOfType(int32_t core_type) const;

    /// Takes the next block that nobody runs; false if there is none or the launch was cancelled.
    bool TakeUnit(uint32_t* index);
    bool HasPendingBlocks() const {
        return !cancelled() && next_unit_.load(std::memory_order_relaxed) < unit_count_;
    }
    void FinishUnit();
    bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

    uint32_t unfinished() const { return unit_count_ - finished_.load(std::memory_order_relaxed); }
    /// The number of the block among those of its type, as its kernel counts.
    uint32_t BlockOf(const Unit& unit) const;

    /// Records the first fault and stops the launch: no block is started or resumed any more.
    /// `calls`, which may be null, led to it; `address` outside of the core was accessed, if any.
    void Fail(uint32_t kind, const Unit* unit, const char* message,
              const support::CallChain* calls = nullptr, uintptr_t address = 0);

    /// The time is over: whichever block is found at work first fails the launch.
    void Expire() { expired_.store(true, std::memory_order_relaxed); }
    bool expired() const { return expired_.load(std::memory_order_relaxed); }

    /// Wakes threads that sleep because all their blocks wait.
    void Signal();
    void SignalLocked();  ///< the same with `mutex` held

    CoreFlags& FlagsOf(uint32_t unit_index);
    /// Fails the launch, when all blocks have ended, if a flag was set so much more often than
    /// waited for that its counter must have been full.
    void ExpectCountedFlags();
    CollectiveState& Collective();

    const AicoreLaunch& request;
    const platform::SocSpec& soc;
    uint32_t ratio = 1;  ///< AIV per group
    bool has_aic = false;
    bool has_aiv = false;
    bool coupled = false;  ///< one core has both; core type MIX
    KernelObject object;

    std::mutex mutex;
    std::condition_variable changed;
    uint64_t epoch = 0;         ///< number of Signal() calls; guarded by mutex
    uint32_t participants = 0;  ///< threads inside the launch; guarded by mutex
    uint32_t sleepers = 0;      ///< of them, asleep; guarded by mutex

    Barrier type_barriers[3];  ///< SyncAll among cores of one type
    Barrier all_barrier;       ///< SyncAll<false>
    std::map<uintptr_t, MemoryBarrier>
        memory_barriers;                     ///< software SyncAll by workspace; guarded by mutex
    FlagRound grid_rounds[3];                ///< mode 0, by core type; guarded by mutex
    std::vector<FlagRound> group_rounds[2];  ///< modes 1 and 2, by group; guarded by mutex

    uint64_t timeout_us;  ///< 0: none; the user's limit, else that of the request
    uint64_t start_us = 0;
    AicoreFault fault = {};
    support::CallChain fault_calls;  ///< that led to the fault; may be none
    DivisionNote division;
    Output output;

private:
    uint32_t unit_count_ = 0;
    uint32_t units_per_group_ = 1;
    std::atomic<uint32_t> next_unit_{0};
    std::atomic<uint32_t> finished_{0};
    std::atomic<bool> cancelled_{false};
    std::atomic<bool> expired_{false};
    std::once_flag flags_once_;
    std::unique_ptr<CoreFlags[]> flags_;
    std::once_flag collective_once_;
    std::unique_ptr<CollectiveState> collective_;
};

}  // namespace aicore
