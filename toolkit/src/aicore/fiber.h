// A simulated core with its stack, and the thread that runs it.
#pragma once

#include <pthread.h>

#include <deque>
#include <memory>
#include <vector>

#include "aicore/context_switch.h"
#include "aicore/core_memory.h"
#include "aicore/launch_state.h"
#include "aicore/report.h"
#include "support/repeated_reads.h"

namespace aicore {

class Fiber;

/// What the scheduler knows of one thread that runs fibers. Fibers never change their thread while
/// they run a block.
struct Thread {
    Context scheduler;
    Fiber* current = nullptr;
    Launch* launch = nullptr;
    std::deque<Fiber*> ready;     ///< may continue
    std::deque<Fiber*> polling;   ///< yielded; may continue when nothing better is there
    std::vector<Fiber*> waiting;  ///< wait for a counter
    std::vector<Fiber*> idle;     ///< without a block
    /// Non-zero while the runtime itself is executing on a kernel's behalf: no preemption then.
    volatile int runtime_depth = 0;
    /// Spin lock that the running block holds; released for it if it faults.
    std::atomic<uint32_t>* held_lock = nullptr;
    /// Number of switches and blocks begun; the monitor sees by it whether the thread is stuck in
    /// one block.
    std::atomic<uint64_t> progress{0};
    /// Where a suspended block is to tell its calls when it is resumed; else null.
    support::CallChain* wanted_calls = nullptr;
    pthread_t handle{};
};

/// The calling thread's state. Out of line: code that may continue on another thread asks again.
Thread& ThisThread();

/// Keeps the calling block from being preempted while the runtime works for it.
class RuntimeScope {
public:
    RuntimeScope() : thread_(ThisThread()) { thread_.runtime_depth = thread_.runtime_depth + 1; }
    ~RuntimeScope() { thread_.runtime_depth = thread_.runtime_depth - 1; }
    RuntimeScope(const RuntimeScope&) = delete;
    RuntimeScope& operator=(const RuntimeScope&) = delete;

    Thread& thread() { return thread_; }
    Fiber& fiber() { return *thread_.current; }

private:
    Thread& thread_;
};

class Fiber {
public:
    enum class State { kIdle, kReady, kPolling, kWaiting };

    Fiber() = default;
    ~Fiber() { EndContext(&context_); }

    /// Maps stack and memories for `soc`; false if the system has no memory.
    bool Prepare(const platform::SocSpec& soc);
    /// Gives the fiber a block to run when it is switched to next.
    void Assign(Launch* launch, uint32_t unit_index);

    /// Switches from the scheduler to this fiber until it yields, waits or has no block any more.
    void Resume(Thread* thread);
    /// Called on the fiber: back to the scheduler in `state`.
    void Suspend(State state);
    /// Called on the fiber: returns when `counter` is at least `target`. `flag`: its number, if it
    /// waits for one.
    void WaitFor(const Counter& counter, uint64_t target, const char* event, int32_t flag = -1);
    /// The calls in which a block of this thread, not at work at the moment, is suspended.
    support::CallChain SuspendedCalls(Thread* thread);

    /// Notes that the block reads this place of global memory; true from the third time in
    /// succession on, and from the 17th if it reads a few places in turn.
    bool Polls(const void* word) {
        const auto reads = reads_.Note(reinterpret_cast<uintptr_t>(word));
        return reads.successive > 2 || reads.recent > 16;
    }
    bool WaitIsOver() const {
        return wait_counter_->load(std::memory_order_acquire) >= wait_target_;
    }
    /// Forgets what it was doing; it starts again on the next Assign.
    void Abandon();

    State state() const { return state_; }
    Launch* launch() const { return launch_; }
    const Unit& unit() const { return unit_; }
    uint32_t unit_index() const { return unit_index_; }
    const char* waits_for() const { return waits_for_; }
    int32_t awaited_flag() const { return awaited_flag_; }
    const CoreMemory& memory() const { return memory_; }
    AscendC::isa::Core& core() { return core_; }
    /// Where the block was when it faulted. Not thread-local: there is little space for such memory
    /// in libraries that are loaded late.
    BlockPosition& fault_place() { return fault_place_; }
    const BlockPosition& fault_place() const { return fault_place_; }
    /// Where the buffers of InitBuffer in a memory end, if the kernel uses one past its end.
    uint64_t& buffers_end(int memory) { return buffers_end_[memory]; }
    uint64_t buffers_end(int memory) const { return buffers_end_[memory]; }
    bool OnItsStack(const void* address) const;
    /// Jumps to the start of the stack, dropping the block; for fault handlers.
    static void Land();

private:
    static void Main();
    void RunBlock();
    void ResetCore();

    Context context_;
    CoreMemory memory_;
    AscendC::isa::Core core_ = {};
    State state_ = State::kIdle;
    Launch* launch_ = nullptr;
    uint32_t unit_index_ = 0;
    Unit unit_ = {};
    bool started_ = false;
    const Counter* wait_counter_ = nullptr;
    uint64_t wait_target_ = 0;
    const char* waits_for_ = "";
    support::RepeatedReads reads_;  ///< of global memory, by the block
    int32_t awaited_flag_ = -1;
    std::vector<uint8_t> block_local_;
    BlockPosition fault_place_;
    uint64_t buffers_end_[static_cast<int>(AscendC::Hardware::MAX)] = {};
    AscendcBlock observed_block_ = {};
};

/// Fibers without work, shared by all threads.
Fiber* AcquireFiber(Thread* thread, const platform::SocSpec& soc);
void ReleaseFibers(Thread* thread);

}  // namespace aicore
