#include "aicore/monitor.h"

#include <pthread.h>
#include <ucontext.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "aicore/fault.h"
#include "aicore/fiber.h"
#include "aicore/report.h"

namespace aicore {
namespace {

constexpr auto kTick = std::chrono::milliseconds(20);
/// A block that ran this many ticks without any switch gives way to the others of its launch.
constexpr int kTicksUntilPreemption = 5;
/// Time for a block to report where it is when its launch takes too long.
constexpr uint64_t kGraceMicroseconds = 2000000;
/// Ticks without any launch after which the monitor sleeps.
constexpr int kTicksUntilSleep = 50;

uintptr_t InterruptedInstruction(const void* raw_context) {
    const auto* context = static_cast<const ucontext_t*>(raw_context);
#if defined(__x86_64__)
    return static_cast<uintptr_t>(context->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return context->uc_mcontext.pc;
#else
    static_cast<void>(context);
    return 0;
#endif
}

/// Found before the first signal comes: looking for it takes locks.
const KernelObject& ThisLibrary() {
    static const KernelObject library =
        FindKernelObject(reinterpret_cast<const void*>(&InterruptedInstruction));
    return library;
}

void OnPreempt(int, siginfo_t*, void* context) {
    if (ascendc_current_core == nullptr) {
        return;
    }
    Thread& thread = ThisThread();
    Fiber* fiber = thread.current;
    // Not while the thread is between two blocks or inside the runtime.
    if (fiber == nullptr || thread.runtime_depth != 0 ||
        !fiber->OnItsStack(__builtin_frame_address(0))) {
        return;
    }
    const Launch& launch = *fiber->launch();
    if (launch.expired() && !launch.cancelled()) {
        BlockPosition position;
        TakePosition(launch.object, &position);
        ReportExpired(*fiber, position);
    }
    // It stops neither in the C library, which may hold a lock there, as malloc does, nor in the
    // middle of an instruction unless it never comes back. The next signal finds it elsewhere.
    const uintptr_t at = InterruptedInstruction(context);
    const bool is_kernel = launch.object.HasCode(at);
    if (launch.cancelled() && (is_kernel || ThisLibrary().HasCode(at))) {
        Fiber::Land();
    }
    // Blocks of instrumented launches switch where they wait and poll, never by time.
    if (is_kernel && launch.request.observer == nullptr) {
        fiber->Suspend(Fiber::State::kPolling);
    }
}

struct Watched {
    Thread* thread;
    uint64_t progress;
    int ticks;
};

class Monitor {
public:
    static Monitor& Get() {
        static std::mutex mutex;
        static Monitor* monitor = nullptr;
        static pid_t owner = 0;
        std::lock_guard<std::mutex> lock(mutex);
        if (monitor == nullptr || owner != getpid()) {
            monitor = new Monitor();  // its thread uses it until the process ends
            owner = getpid();
        }
        return *monitor;
    }

    void Enter(Thread* thread) {
        std::lock_guard<std::mutex> lock(mutex_);
        watched_.push_back({thread, 0, 0});
        if (asleep_) {
            asleep_ = false;
            wake_.notify_one();
        }
    }

    void Leave(Thread* thread) {
        std::lock_guard<std::mutex> lock(mutex_);
        for (Watched& watched : watched_) {
            if (watched.thread == thread) {
                watched = watched_.back();
                watched_.pop_back();
                return;
            }
        }
    }

private:
    Monitor() {
        ThisLibrary();
        struct sigaction action = {};
        action.sa_sigaction = OnPreempt;
        action.sa_flags = SA_RESTART | SA_NODEFER | SA_SIGINFO;
        sigemptyset(&action.sa_mask);
        sigaction(kPreemptSignal, &action, nullptr);
        std::thread(&Monitor::Watch, this).detach();
    }

    void Watch() {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, nullptr);
        pthread_setname_np(pthread_self(), "aicore-watch");
        std::unique_lock<std::mutex> lock(mutex_);
        int quiet = 0;
        for (;;) {
            quiet = watched_.empty() ? quiet + 1 : 0;
            if (quiet > kTicksUntilSleep) {
                asleep_ = true;
                wake_.wait(lock, [this] { return !asleep_; });
                quiet = 0;
            }
            lock.unlock();
            std::this_thread::sleep_for(kTick);
            lock.lock();
            for (Watched& watched : watched_) {
                Look(&watched);
            }
        }
    }

    static void Look(Watched* watched) {
        Thread* thread = watched->thread;
        Launch* launch = thread->launch;
        const uint64_t limit = launch->timeout_us;
        const uint64_t used = limit == 0 ? 0 : NowMicroseconds() - launch->start_us;
        if (used > limit && !launch->cancelled()) {
            launch->Expire();
            if (used - limit > kGraceMicroseconds) {  // no block let itself be found at work
                launch->Fail(AICORE_FAULT_TIMEOUT, nullptr,
                             "the kernel ran longer than its time limit");
            }
        }
        const uint64_t progress = thread->progress.load(std::memory_order_relaxed);
        watched->ticks = progress == watched->progress ? watched->ticks + 1 : 0;
        watched->progress = progress;
        if (launch->cancelled() || launch->expired() || watched->ticks >= kTicksUntilPreemption) {
            watched->ticks = 0;
#if !defined(__SANITIZE_THREAD__)  // which delivers signals late, in places that cannot be left
            pthread_kill(thread->handle, kPreemptSignal);
#endif
        }
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::vector<Watched> watched_;
    bool asleep_ = false;
};

}  // namespace

uint64_t NowMicroseconds() {
    return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(
                                     std::chrono::steady_clock::now().time_since_epoch())
                                     .count());
}

void MonitorEnter(Thread* thread) {
    Monitor::Get().Enter(thread);
}
void MonitorLeave(Thread* thread) {
    Monitor::Get().Leave(thread);
}

}  // namespace aicore
