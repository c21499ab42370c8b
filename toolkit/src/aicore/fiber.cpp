#include "aicore/fiber.h"

#include <pthread.h>

#include <cstring>

#include "aicore/fault.h"
#include "platform/overflow_mode.h"

extern "C" {
__attribute__((visibility("default"))) __thread AscendC::isa::Core* ascendc_current_core = nullptr;
}

namespace aicore {
namespace {

constexpr size_t kIdleFibersKept = 128;

/// CTRL at the start of a block.
uint64_t ResetValueOfCtrl(const platform::SocSpec& soc, AicoreOverflow mode) {
    const bool keeps = mode == AICORE_OVERFLOW_DEFAULT ? platform::KeepsInfinities(soc)
                                                       : mode == AICORE_OVERFLOW_KEEPS;
    if (soc.arch == 200) {
        return keeps ? 0 : uint64_t{1} << 53;
    }
    return (keeps ? uint64_t{1} << 48 : 0) | uint64_t{1} << 60;
}

std::mutex g_idle_mutex;
std::vector<std::unique_ptr<Fiber>>& IdleFibers() {
    static auto* fibers = new std::vector<std::unique_ptr<Fiber>>();  // outlives exit handlers
    return *fibers;
}

}  // namespace

__attribute__((noinline)) Thread& ThisThread() {
    static thread_local Thread* thread = nullptr;
    if (thread == nullptr) {
        thread_local std::unique_ptr<Thread> owner = std::make_unique<Thread>();
        owner->handle = pthread_self();
        thread = owner.get();
    }
    __asm__ volatile("" ::: "memory");
    return *thread;
}

bool Fiber::Prepare(const platform::SocSpec& soc) {
    if (!memory_.Fits(soc)) {
        started_ = false;  // the new stack is empty, also where it lies at the old one's address
        if (!memory_.Map(soc)) {
            return false;
        }
    }
    for (int i = 0; i < static_cast<int>(AscendC::Hardware::MAX); ++i) {
        core_.arenas[i] = memory_.arenas()[i];
    }
    core_.soc = &soc;
    core_.arch = soc.arch;
    core_.fiber = this;
    return true;
}

void Fiber::Assign(Launch* launch, uint32_t unit_index) {
    launch_ = launch;
    unit_index_ = unit_index;
    unit_ = launch->UnitAt(unit_index);
    state_ = State::kReady;
    reads_ = {};
    if (!started_) {
        InitContext(&context_, memory_.stack_base(), CoreMemory::kStackSize, &Fiber::Main);
        started_ = true;
    }
}

void Fiber::Abandon() {
    started_ = false;
    block_local_.clear();  // the next block may be another kernel's
    state_ = State::kIdle;
}

void Fiber::ResetCore() {
    AscendC::isa::Core& core = core_;
    const auto* begin = reinterpret_cast<uint8_t*>(&core.mask);
    std::memset(reinterpret_cast<uint8_t*>(&core.mask), 0,
                reinterpret_cast<uint8_t*>(&core.fiber) - begin);
    core.block_idx = unit_.group;
    core.block_num = launch_->request.block_dim;
    core.sub_block_idx = unit_.sub_block;
    core.task_ratio = launch_->ratio;
    core.core_type = unit_.core_type;
    core.is_mix = launch_->has_aic && launch_->has_aiv;
    core.tiling_key = launch_->request.tiling_key;
    core.entry_cycle = AscendC::isa::SystemTicks(core.arch);
    core.parameters = launch_->request.args;
    core.sys_workspace = static_cast<uint8_t*>(launch_->request.sys_workspace);
    AscendC::isa::ResetMask(core);
    core.ctrl = ResetValueOfCtrl(*core.soc, launch_->request.overflow);
    const auto* stack = static_cast<const uint8_t*>(memory_.stack_base());
    observed_block_ = {&core, unit_index_, launch_->BlockOf(unit_), stack,
                       stack + CoreMemory::kStackSize};
    core.observer = launch_->request.observer;
    core.observed_block = &observed_block_;
    std::fill(std::begin(buffers_end_), std::end(buffers_end_), 0);
}

void Fiber::RunBlock() {
    ResetCore();
    memory_.FillWithPattern();
    const BlockLocals& locals = launch_->object.locals;
    if (locals.size != 0) {
        uint8_t* address = locals.Address();
        std::memcpy(address, locals.initial, locals.initial_size);
        std::memset(address + locals.initial_size, 0, locals.size - locals.initial_size);
    }
    const AscendcObserver* const observer = launch_->request.observer;
    if (observer != nullptr) {
        observer->begin_block(observer->user, &observed_block_);
    }
    Thread& thread = ThisThread();
    thread.runtime_depth = 0;
    launch_->request.kernel->entry(static_cast<void* const*>(launch_->request.args));
    thread.runtime_depth = 1;
    if (observer != nullptr) {
        observer->end_block(observer->user, &observed_block_);
    }
    launch_->FinishUnit();
}

void Fiber::Main() {
    for (;;) {
        Thread* thread = &ThisThread();
        Fiber* self = thread->current;
        self->RunBlock();
        thread->progress.fetch_add(1, std::memory_order_relaxed);
        // The next block needs no switch unless another one of this thread can continue.
        uint32_t next;
        if (thread->ready.empty() && thread->polling.empty() && thread->waiting.empty() &&
            self->launch_->TakeUnit(&next)) {
            self->Assign(self->launch_, next);
            continue;
        }
        self->Suspend(State::kIdle);
    }
}

void Fiber::Resume(Thread* thread) {
    thread->current = this;
    thread->progress.fetch_add(1, std::memory_order_relaxed);
    ascendc_current_core = &core_;
    const BlockLocals& locals = launch_->object.locals;
    if (!block_local_.empty()) {
        std::memcpy(locals.Address(), block_local_.data(), locals.size);
        block_local_.clear();
    }
    SwitchContext(&thread->scheduler, &context_);
    if (state_ != State::kIdle && locals.size != 0) {
        const uint8_t* address = locals.Address();
        block_local_.assign(address, address + locals.size);
    }
    ascendc_current_core = nullptr;
    thread->current = nullptr;
}

void Fiber::Suspend(State state) {
    Thread& thread = ThisThread();
    const int depth = thread.runtime_depth;
    thread.runtime_depth = depth + 1;
    state_ = state;
    SwitchContext(&context_, &thread.scheduler);
    while (support::CallChain* const request = ThisThread().wanted_calls) {
        ThisThread().wanted_calls = nullptr;
        CollectKernelCalls(request);
        SwitchContext(&context_, &ThisThread().scheduler);
    }
    // A block stays on its thread, but a fiber that was idle may be another thread's by now, and
    // its former one may be gone.
    ThisThread().runtime_depth = depth;
}

void Fiber::WaitFor(const Counter& counter, uint64_t target, const char* event, int32_t flag) {
    if (counter.load(std::memory_order_acquire) >= target) {
        return;
    }
    wait_counter_ = &counter;
    wait_target_ = target;
    waits_for_ = event;
    awaited_flag_ = flag;
    Suspend(State::kWaiting);
}

support::CallChain Fiber::SuspendedCalls(Thread* thread) {
    support::CallChain calls;
    thread->wanted_calls = &calls;
    Resume(thread);
    return calls;
}

void Fiber::Land() {
    Thread& thread = ThisThread();
    thread.runtime_depth = 1;
    if (thread.held_lock != nullptr) {
        thread.held_lock->store(0, std::memory_order_release);
        thread.held_lock = nullptr;
    }
    Fiber* self = thread.current;
    self->Abandon();
    // The context saved here is never continued.
    SwitchContext(&self->context_, &thread.scheduler);
    __builtin_unreachable();
}

bool Fiber::OnItsStack(const void* address) const {
    const auto* stack = static_cast<const uint8_t*>(memory_.stack_base());
    return address >= stack && address < stack + CoreMemory::kStackSize;
}

Fiber* AcquireFiber(Thread* thread, const platform::SocSpec& soc) {
    std::unique_ptr<Fiber> fiber;
    if (!thread->idle.empty()) {
        fiber.reset(thread->idle.back());
        thread->idle.pop_back();
    } else {
        std::lock_guard<std::mutex> lock(g_idle_mutex);
        auto& shared = IdleFibers();
        if (!shared.empty()) {
            fiber = std::move(shared.back());
            shared.pop_back();
        }
    }
    if (fiber == nullptr) {
        fiber = std::make_unique<Fiber>();
    }
    return fiber->Prepare(soc) ? fiber.release() : nullptr;
}

void ReleaseFibers(Thread* thread) {
    if (thread->idle.empty()) {
        return;
    }
    std::lock_guard<std::mutex> lock(g_idle_mutex);
    auto& shared = IdleFibers();
    for (Fiber* fiber : thread->idle) {
        std::unique_ptr<Fiber> owned(fiber);
        if (shared.size() < kIdleFibersKept) {
            shared.push_back(std::move(owned));
        }
    }
    thread->idle.clear();
}

}  // namespace aicore
