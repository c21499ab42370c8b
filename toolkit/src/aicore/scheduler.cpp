// Runs the blocks of launches on the calling thread and a pool of helper threads.
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iterator>
#include <list>
#include <string>
#include <thread>

#include "aicore/estimates.h"
#include "aicore/fault.h"
#include "aicore/fiber.h"
#include "aicore/launch_state.h"
#include "aicore/monitor.h"
#include "aicore/report.h"

namespace aicore {
namespace {

/// One blocked core as text, for deadlock reports.
void AppendWait(const Fiber& fiber, std::string* text) {
    static const char* const kTypes[] = {"core", "AIC", "AIV"};
    const Unit& unit = fiber.unit();
    char line[128];
    const int length =
        std::snprintf(line, sizeof(line), "%s block %u.%u waits for %s", kTypes[unit.core_type],
                      unit.group, unit.sub_block, fiber.waits_for());
    if (fiber.awaited_flag() >= 0) {
        std::snprintf(line + length, sizeof(line) - static_cast<size_t>(length), " of flag %d",
                      fiber.awaited_flag());
    }
    if (!text->empty()) {
        *text += "; ";
    }
    *text += line;
}

/// The part of a launch that one thread runs.
class Participant {
public:
    Participant(Launch* launch, Thread* thread) : launch_(*launch), thread_(*thread) {}

    void Run() {
        thread_.launch = &launch_;
        MonitorEnter(&thread_);
        for (;;) {
            if (launch_.cancelled()) {
                DropAll();
                break;
            }
            WakeWaiting();
            if (Fiber* fiber = Next()) {
                fiber->Resume(&thread_);
                Park(fiber);
                continue;
            }
            if (launch_.cancelled()) {
                continue;
            }
            if (thread_.waiting.empty()) {
                break;
            }
            Sleep();
        }
        MonitorLeave(&thread_);
        thread_.launch = nullptr;
        ReleaseFibers(&thread_);
    }

private:
    void WakeWaiting() {
        auto& waiting = thread_.waiting;
        for (size_t i = 0; i < waiting.size();) {
            if (waiting[i]->WaitIsOver()) {
                thread_.ready.push_back(waiting[i]);
                waiting[i] = waiting.back();
                waiting.pop_back();
            } else {
                ++i;
            }
        }
    }

    /// What to continue: a block whose wait is over, else a new block, else one that polls.
    Fiber* Next() {
        if (!thread_.ready.empty()) {
            Fiber* fiber = thread_.ready.front();
            thread_.ready.pop_front();
            idle_polls_ = 0;
            return fiber;
        }
        uint32_t unit;
        if (launch_.HasPendingBlocks()) {
            Fiber* fiber = AcquireFiber(&thread_, launch_.soc);
            if (fiber == nullptr) {
                launch_.Fail(AICORE_FAULT_INVALID, nullptr, "no memory for another simulated core");
                return nullptr;
            }
            if (launch_.TakeUnit(&unit)) {
                idle_polls_ = 0;
                fiber->Assign(&launch_, unit);
                return fiber;
            }
            thread_.idle.push_back(fiber);
        }
        if (!thread_.polling.empty()) {
            Fiber* fiber = thread_.polling.front();
            if (launch_.expired()) {
                ReportExpired(*fiber, {fiber->SuspendedCalls(&thread_), {}});
                return nullptr;
            }
            thread_.polling.pop_front();
            // Only pollers left: the one they wait for runs elsewhere; leave it the CPU. Observed
            // blocks all run here.
            if (launch_.request.observer == nullptr && ++idle_polls_ > 64) {
                sched_yield();
            }
            return fiber;
        }
        return nullptr;
    }

    void Park(Fiber* fiber) {
        switch (fiber->state()) {
            case Fiber::State::kIdle:
                thread_.idle.push_back(fiber);
                break;
            case Fiber::State::kReady:
                thread_.ready.push_back(fiber);
                break;
            case Fiber::State::kPolling:
                thread_.polling.push_back(fiber);
                break;
            case Fiber::State::kWaiting:
                thread_.waiting.push_back(fiber);
                break;
        }
    }

    /// All blocks of this thread wait: sleeps until something happens in the launch. When the last
    /// thread would fall asleep, nothing can happen any more.
    void Sleep() {
        std::unique_lock<std::mutex> lock(launch_.mutex);
        for (Fiber* fiber : thread_.waiting) {
            if (fiber->WaitIsOver()) {
                return;
            }
        }
        if (launch_.cancelled() || launch_.HasPendingBlocks()) {
            return;
        }
        if (launch_.sleepers + 1 == launch_.participants) {
            lock.unlock();
            std::string text;
            for (size_t i = 0; i < thread_.waiting.size() && i < 4; ++i) {
                AppendWait(*thread_.waiting[i], &text);
            }
            Fiber* const first = thread_.waiting.front();
            const support::CallChain calls = first->SuspendedCalls(&thread_);
            launch_.Fail(AICORE_FAULT_DEADLOCK, &first->unit(),
                         ("every unfinished block waits for another one: " + text).c_str(), &calls);
            return;
        }
        ++launch_.sleepers;
        const uint64_t epoch = launch_.epoch;
        launch_.changed.wait(lock, [&] { return launch_.epoch != epoch; });
    }

    void DropAll() {
        const auto drop = [this](Fiber* fiber) {
            fiber->Abandon();
            thread_.idle.push_back(fiber);
        };
        for (Fiber* fiber : thread_.ready) {
            drop(fiber);
        }
        for (Fiber* fiber : thread_.polling) {
            drop(fiber);
        }
        for (Fiber* fiber : thread_.waiting) {
            drop(fiber);
        }
        thread_.ready.clear();
        thread_.polling.clear();
        thread_.waiting.clear();
    }

    Launch& launch_;
    Thread& thread_;
    int idle_polls_ = 0;
};

/// Helper threads, started as launches need them: one per CPU besides the launching thread's own.
class Pool {
public:
    /// The pool of this process; a forked child gets a new one, because threads do not survive
    /// fork.
    static Pool& Get() {
        static std::mutex mutex;
        static Pool* pool = nullptr;
        static pid_t owner = 0;
        std::lock_guard<std::mutex> lock(mutex);
        if (pool == nullptr || owner != getpid()) {
            pool = new Pool();  // never destroyed: helpers sleep in it until the process ends
            owner = getpid();
        }
        return *pool;
    }

    void Offer(Launch* launch, size_t helpers) {
        std::lock_guard<std::mutex> lock(mutex_);
        while (thread_count_ < helpers) {
            if (!StartHelper()) {
                break;
            }
            ++thread_count_;
        }
        launches_.push_back(launch);
        for (size_t i = 0; i < helpers; ++i) {
            wake_.notify_one();
        }
    }

    /// No helper enters the launch after this.
    void Withdraw(Launch* launch) {
        std::lock_guard<std::mutex> lock(mutex_);
        launches_.remove(launch);
    }

private:
    bool StartHelper() {
        try {
            std::thread(&Pool::Work, this).detach();
            return true;
        } catch (const std::exception&) {
            return false;
        }
    }

    void Work() {
        sigset_t all;
        sigfillset(&all);
        sigdelset(&all, SIGSEGV);
        sigdelset(&all, SIGBUS);
        sigdelset(&all, SIGFPE);
        sigdelset(&all, SIGILL);
        sigdelset(&all, SIGTRAP);
        sigdelset(&all, kPreemptSignal);
        pthread_sigmask(SIG_SETMASK, &all, nullptr);
        pthread_setname_np(pthread_self(), "aicore");
        Thread& thread = ThisThread();
        FaultStack fault_stack;
        std::unique_lock<std::mutex> lock(mutex_);
        for (;;) {
            Launch* launch = Pick();
            if (launch == nullptr) {
                wake_.wait(lock);
                continue;
            }
            {
                std::lock_guard<std::mutex> launch_lock(launch->mutex);
                ++launch->participants;
            }
            lock.unlock();
            Participant(launch, &thread).Run();
            {
                // The launch may be destroyed as soon as its mutex is free again.
                std::lock_guard<std::mutex> launch_lock(launch->mutex);
                --launch->participants;
                launch->SignalLocked();
            }
            lock.lock();
        }
    }

    Launch* Pick() {
        for (Launch* launch : launches_) {
            if (launch->HasPendingBlocks()) {
                return launch;
            }
        }
        return nullptr;
    }

    std::mutex mutex_;
    std::condition_variable wake_;
    std::list<Launch*> launches_;
    size_t thread_count_ = 0;
};

size_t UsableCpus() {
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof(set), &set) != 0) {
        return 1;
    }
    return static_cast<size_t>(CPU_COUNT(&set));
}

uint32_t Invalid(AicoreFault* fault, const char* message) {
    if (fault != nullptr) {
        *fault = {};
        fault->kind = AICORE_FAULT_INVALID;
        std::snprintf(fault->message, sizeof(fault->message), "%s", message);
    }
    return AICORE_FAULT_INVALID;
}

/// Adds where in its sources the kernel was.
void AppendCalls(const Launch& launch, AicoreFault* fault) {
    char calls[500];
    support::DescribeLocation(launch.fault_calls,
                              reinterpret_cast<const void*>(launch.request.kernel->entry), calls,
                              sizeof(calls));
    if (calls[0] == '\0' || std::strstr(fault->message, calls) != nullptr) {
        return;
    }
    const size_t length = std::strlen(fault->message);
    std::snprintf(fault->message + length, sizeof(fault->message) - length, "; at %s", calls);
}

void RunLaunch(Launch* launch) {
    Pool& pool = Pool::Get();
    // What an observer sees must not depend on chance.
    const size_t cpus = launch->request.observer != nullptr ? 1 : UsableCpus();
    const size_t helpers = std::min<size_t>(cpus - 1, launch->unit_count() - 1);
    launch->participants = 1;
    if (helpers != 0) {
        pool.Offer(launch, helpers);
    }
    {
        FaultStack fault_stack;
        Participant(launch, &ThisThread()).Run();
    }
    if (helpers != 0) {
        pool.Withdraw(launch);
    }
    std::unique_lock<std::mutex> lock(launch->mutex);
    --launch->participants;
    // A helper whose blocks wait for one that ended here must learn that it is alone now.
    launch->SignalLocked();
    launch->changed.wait(lock, [launch] { return launch->participants == 0; });
}

}  // namespace
}  // namespace aicore

extern "C" __attribute__((visibility("default"))) const platform::SocSpec* AicoreSoc(
    const char* name) {
    return platform::FindSoc(name);
}

extern "C" __attribute__((visibility("default"))) uint32_t AicoreRun(const AicoreLaunch* request,
                                                                     AicoreFault* fault) {
    using aicore::Invalid;
    if (request == nullptr || request->kernel == nullptr || request->kernel->entry == nullptr) {
        return Invalid(fault, "no kernel");
    }
    const AscendcKernelInfo& kernel = *request->kernel;
    if (kernel.abi_version != ASCENDC_KERNEL_ABI_VERSION) {
        return Invalid(
            fault,
            "the kernel was compiled with headers of another toolkit version; compile it again");
    }
    if (request->args_size < size_t{8} * kernel.param_count) {
        return Invalid(fault, "fewer arguments than the kernel has parameters");
    }
    if (request->soc == nullptr) {
        return Invalid(fault, "no SoC");
    }
    if (request->block_dim == 0) {
        return Invalid(fault, "block_dim is 0");
    }
    if (aicore::EstimatesSetting() == aicore::Estimates::kUnknown) {
        return Invalid(fault, "environment variable ASCENDC_ESTIMATES must be hardware or exact");
    }
    if (aicore::ThisThread().current != nullptr) {
        return Invalid(fault, "a kernel cannot launch a kernel");
    }
    aicore::Launch launch(*request);
    launch.start_us = aicore::NowMicroseconds();
    aicore::InstallFaultHandlers();
    aicore::RunLaunch(&launch);
    if (launch.fault.kind == AICORE_OK) {
        launch.ExpectCountedFlags();
    }
    launch.output.Deliver(launch);
    launch.division.Report(launch);
    if (fault != nullptr) {
        *fault = launch.fault;
        if (fault->kind != AICORE_OK) {
            aicore::AppendCalls(launch, fault);
            const int calls = std::min<int>(launch.fault_calls.count, std::size(fault->calls));
            std::copy_n(launch.fault_calls.calls, calls, fault->calls);
        }
    }
    return launch.fault.kind;
}
