#include "exe_graph/host_call.h"

#include <cxxabi.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <typeinfo>

#include "support/code_location.h"
#include "support/time_limit.h"

namespace gert {
namespace {

constexpr int kClockSignal = SIGXCPU;
constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, kClockSignal};
constexpr int kSignalCount = 6;
constexpr size_t kStackBytes = 128 * 1024;

__thread HostCall* t_call __attribute__((tls_model("initial-exec"))) = nullptr;

struct sigaction g_previous[kSignalCount];
int g_calls = 0;
std::mutex& CallsMutex() {
    static auto* const mutex = new std::mutex();  // outlives exit handlers
    return *mutex;
}

int IndexOf(int signal) {
    int index = 0;
    while (index < kSignalCount - 1 && kSignals[index] != signal) {
        ++index;
    }
    return index;
}

/// "division by zero (SIGFPE)"
void DescribeSignal(int signal, const siginfo_t& info, char* text, size_t size) {
    switch (signal) {
        case SIGFPE:
            std::snprintf(text, size, "%s (SIGFPE)",
                          info.si_code == FPE_INTDIV ? "division by zero" : "arithmetic error");
            return;
        case SIGABRT:
            if (const std::type_info* const type = abi::__cxa_current_exception_type()) {
                int status = 0;
                char* const name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
                std::snprintf(text, size, "uncaught %s (SIGABRT)",
                              name == nullptr ? type->name() : name);
                std::free(name);
            } else {
                std::snprintf(text, size, "abort (SIGABRT)");
            }
            return;
        case SIGILL:
            std::snprintf(text, size, "illegal instruction (SIGILL)");
            return;
        default:
            std::snprintf(text, size, "access to address %p (%s)", info.si_addr,
                          signal == SIGSEGV ? "SIGSEGV" : "SIGBUS");
    }
}

void Write(const char* text) {
    size_t remaining = std::strlen(text);
    while (remaining != 0) {
        const ssize_t written = write(STDERR_FILENO, text, remaining);
        if (written <= 0) {
            return;
        }
        text += written;
        remaining -= static_cast<size_t>(written);
    }
}

std::string& FailureOfThread() {
    thread_local std::string failure;
    return failure;
}

void DescribeCrash(const HostCall& call, int signal, const siginfo_t& info, char* text,
                   size_t size) {
    char reason[300];
    DescribeSignal(signal, info, reason, sizeof(reason));
    std::snprintf(text, size, "%s: %s crashed: %s", call.op_type(), call.purpose(), reason);
}

/// " in f, file:line" of the function at work; empty if not known.
void DescribeCalls(const HostCall& call, char* text, size_t size) {
    support::CallChain calls;
    support::CollectCalls(&calls);
    support::DescribeLocation(calls, call.function(), text, size);
}

/// One line for the user. In two parts: on a damaged stack the second may not be found.
void Report(const HostCall& call, int signal, const siginfo_t& info) {
    char text[600];
    if (signal == kClockSignal) {
        uint64_t limit = 0;
        support::UserTimeLimit(&limit);
        std::snprintf(text, sizeof(text), "%s: %s did not end within %g s", call.op_type(),
                      call.purpose(), static_cast<double>(limit) / 1e6);
    } else {
        DescribeCrash(call, signal, info, text, sizeof(text));
    }
    Write(text);
    DescribeCalls(call, text, sizeof(text));
    if (text[0] != '\0') {
        Write(" in ");
        Write(text);
    }
    Write("\n");
}

void PassOn(int signal, siginfo_t* info, void* context) {
    const struct sigaction& previous = g_previous[IndexOf(signal)];
    if ((previous.sa_flags & SA_SIGINFO) != 0) {
        previous.sa_sigaction(signal, info, context);
        return;
    }
    if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
        previous.sa_handler(signal);
        return;
    }
    struct sigaction fallback = {};
    fallback.sa_handler = SIG_DFL;
    sigaction(signal, &fallback, nullptr);
    if (info->si_code <= 0) {
        raise(signal);  // the others come again when the instruction is repeated
    }
}

void Handle(int signal, siginfo_t* info, void* context) {
    HostCall* const call = t_call;
    const bool is_clock = signal == kClockSignal;
    const bool is_own = is_clock ? info->si_code == SI_TIMER && info->si_value.sival_ptr == call
                                 : info->si_code > 0 || signal == SIGABRT;
    if (call != nullptr && is_own) {
        t_call = nullptr;  // what goes wrong from here on is not the function's
        if (signal == SIGFPE && info->si_code == FPE_INTDIV) {
            char crash[500];
            char calls[600];
            DescribeCrash(*call, signal, *info, crash, sizeof(crash));
            DescribeCalls(*call, calls, sizeof(calls));
            char text[1200];
            std::snprintf(text, sizeof(text), "%s%s%s", crash, calls[0] == '\0' ? "" : " in ",
                          calls);
            call->Leave(text);
        }
        Report(*call, signal, *info);
        if (is_clock) {
            _exit(EXIT_FAILURE);
        }
    }
    PassOn(signal, info, context);
}

void InstallHandlers() {
    std::lock_guard<std::mutex> lock(CallsMutex());
    if (g_calls++ != 0) {
        return;
    }
    for (int i = 0; i < kSignalCount; ++i) {
        struct sigaction ours = {};
        ours.sa_sigaction = Handle;
        ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
        sigemptyset(&ours.sa_mask);
        struct sigaction previous;
        sigaction(kSignals[i], &ours, &previous);
        if ((previous.sa_flags & SA_SIGINFO) == 0 || previous.sa_sigaction != Handle) {
            g_previous[i] = previous;
        }
    }
}

/// Puts the former handlers back where nobody has replaced ours.
void RemoveHandlers() {
    std::lock_guard<std::mutex> lock(CallsMutex());
    if (--g_calls != 0) {
        return;
    }
    for (int i = 0; i < kSignalCount; ++i) {
        struct sigaction now;
        sigaction(kSignals[i], nullptr, &now);
        if ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == Handle) {
            sigaction(kSignals[i], &g_previous[i], nullptr);
        }
    }
}

/// A stack for handlers, unless the thread has one: endless recursion leaves none.
bool UseStack() {
    stack_t present;
    if (sigaltstack(nullptr, &present) != 0 || (present.ss_flags & SS_DISABLE) == 0) {
        return false;
    }
    static thread_local struct Owner {
        void* memory = mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        ~Owner() {
            if (memory != MAP_FAILED) {
                munmap(memory, kStackBytes);
            }
        }
    } owner;
    stack_t stack = {};
    stack.ss_sp = owner.memory;
    stack.ss_size = kStackBytes;
    return owner.memory != MAP_FAILED && sigaltstack(&stack, nullptr) == 0;
}

void LeaveStack() {
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
}

}  // namespace

HostCall::HostCall(const char* purpose, const char* op_type, const void* function)
    : purpose_(purpose), op_type_(op_type), function_(function), outer_(t_call) {
    FailureOfThread().clear();
    has_stack_ = UseStack();
    InstallHandlers();
    t_call = this;
    StartClock();
}

HostCall::~HostCall() {
    if (has_timer_) {
        timer_delete(timer_);
    }
    t_call = outer_;
    RemoveHandlers();
    if (has_stack_) {
        LeaveStack();
    }
}

const std::string& HostCall::Failure() {
    return FailureOfThread();
}

void HostCall::Leave(const char* failure) {
    FailureOfThread() = failure;
    siglongjmp(landing_, 1);
}

void HostCall::StartClock() {
    uint64_t limit = 0;
    if (!support::UserTimeLimit(&limit) || limit == 0) {
        return;
    }
    struct sigevent event = {};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = kClockSignal;
    event.sigev_value.sival_ptr = this;
    event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
    if (timer_create(CLOCK_MONOTONIC, &event, &timer_) != 0) {
        return;
    }
    has_timer_ = true;
    struct itimerspec time = {};
    time.it_value.tv_sec = static_cast<time_t>(limit / 1000000);
    time.it_value.tv_nsec = static_cast<long>(limit % 1000000) * 1000;
    timer_settime(timer_, 0, &time, nullptr);
}

}  // namespace gert
