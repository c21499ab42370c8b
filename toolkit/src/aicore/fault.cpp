#include "aicore/fault.h"

#include <setjmp.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstdio>

#include "aicore/division.h"
#include "aicore/fiber.h"
#include "aicore/report.h"

namespace aicore {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
constexpr int kSignalCount = 5;
constexpr size_t kFaultStackSize = 64 * 1024;
constexpr uintptr_t kLargestMemory = 1024 * 1024;  ///< L1 has 512 KiB or 1 MiB
constexpr uintptr_t kFirstPage = 4096;             ///< never mapped

struct sigaction g_previous[kSignalCount];
std::mutex g_install_mutex;

int IndexOf(int signal) {
    for (int i = 0; i < kSignalCount; ++i) {
        if (kSignals[i] == signal) {
            return i;
        }
    }
    return 0;
}

/// What the handler found out; read by the landing code on the same thread.
struct Pending {
    int signal;
    int code;
    uintptr_t address;
    uintptr_t instruction;
};
thread_local Pending t_pending __attribute__((tls_model("initial-exec")));

/// Where to go on if following the calls on a damaged stack is itself a fault; else null.
thread_local sigjmp_buf* t_escape __attribute__((tls_model("initial-exec"))) = nullptr;

void Describe(const Fiber& fiber, const Pending& pending, char* text, size_t size) {
    const char* kernel = fiber.launch()->request.kernel->name;
    char at[200];
    support::DescribeInstruction(pending.instruction, at, sizeof(at));
    const InstructionText instruction(fiber, fiber.fault_place().instruction);
    if (pending.signal == SIGFPE) {
        std::snprintf(text, size, "kernel %s ran into an arithmetic error at %s", kernel, at);
        return;
    }
    if (pending.signal == SIGILL || pending.signal == SIGTRAP) {  // __builtin_trap()
        std::snprintf(text, size, "kernel %s ran into an illegal instruction at %s", kernel, at);
        return;
    }
    if (pending.code == SI_KERNEL) {  // x86-64: a general protection fault, which has no address
        std::snprintf(text, size,
                      "kernel %s used an address that cannot exist, or one that is not aligned for "
                      "the instruction at %s%s",
                      kernel, at, instruction.text);
        return;
    }
    if (fiber.memory().IsNearStack(pending.address)) {
        std::snprintf(
            text, size,
            "kernel %s accessed the end of the core's stack (the kernel's local variables "
            "are too large)",
            kernel);
        return;
    }
    CoreMemory::Location location;
    if (fiber.memory().Find(pending.address, &location)) {
        const uint64_t buffers_end = fiber.buffers_end(location.index);
        if (location.offset >= location.size && buffers_end != 0) {
            std::snprintf(text, size,
                          "the buffers of InitBuffer end at byte %llu of %s, which has %u bytes, "
                          "and kernel %s accessed byte %lld%s",
                          static_cast<unsigned long long>(buffers_end), location.memory,
                          location.size, kernel, static_cast<long long>(location.offset),
                          instruction.text);
            return;
        }
        std::snprintf(text, size, "kernel %s accessed %s offset %lld (its size is %u bytes)%s",
                      kernel, location.memory, static_cast<long long>(location.offset),
                      location.size, instruction.text);
        return;
    }
    const char* hint = "";
    if (pending.address < kFirstPage) {
        hint =
            instruction.text[0] == '\0'
                ? ""
                : "; local tensors that nothing gave memory (AllocTensor, DeQue, Get) begin at 0";
    } else if (pending.address < kLargestMemory) {
        hint =
            "; offsets in on-chip memory are addresses for intrinsics only, C++ itself needs those "
            "of tensors (GetPhyAddr)";
    }
    std::snprintf(
        text, size, "kernel %s accessed address 0x%llx, which is no allocated memory, at %s%s%s",
        kernel, static_cast<unsigned long long>(pending.address), at, instruction.text, hint);
}

/// Runs at the top of the fiber's stack after the handler has returned: an ordinary function again.
void LandAfterFault() {
    Thread& thread = ThisThread();
    thread.runtime_depth = 1;
    Fiber* fiber = thread.current;
    char text[800];
    Describe(*fiber, t_pending, text, sizeof(text));
    const Unit unit = fiber->unit();
    const bool has_address = t_pending.signal == SIGSEGV && t_pending.code != SI_KERNEL;
    fiber->launch()->Fail(AICORE_FAULT_MEMORY, &unit, text, &fiber->fault_place().calls,
                          has_address ? t_pending.address : 0);
    Fiber::Land();
}

bool Redirect(void* raw_context, const Fiber& fiber) {
    auto* context = static_cast<ucontext_t*>(raw_context);
    const uintptr_t top =
        reinterpret_cast<uintptr_t>(fiber.memory().stack_base()) + CoreMemory::kStackSize;
#if defined(__x86_64__)
    t_pending.instruction = static_cast<uintptr_t>(context->uc_mcontext.gregs[REG_RIP]);
    context->uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(&LandAfterFault);
    context->uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(top - 72);
    return true;
#elif defined(__aarch64__)
    t_pending.instruction = context->uc_mcontext.pc;
    context->uc_mcontext.pc = reinterpret_cast<uintptr_t>(&LandAfterFault);
    context->uc_mcontext.sp = top - 64;
    return true;
#else
    (void)context;
    (void)top;
    return false;
#endif
}

void PassOn(int signal, siginfo_t* info, void* context) {
    static thread_local bool passing __attribute__((tls_model("initial-exec"))) = false;
    const struct sigaction& previous = g_previous[IndexOf(signal)];
    if (!passing && (previous.sa_flags & SA_SIGINFO) != 0 && previous.sa_sigaction != nullptr) {
        passing = true;
        previous.sa_sigaction(signal, info, context);
        passing = false;
        return;
    }
    if (!passing && previous.sa_handler == SIG_IGN) {
        return;
    }
    if (!passing && (previous.sa_flags & SA_SIGINFO) == 0 && previous.sa_handler != SIG_DFL) {
        passing = true;
        previous.sa_handler(signal);
        passing = false;
        return;
    }
    // Back to the default action; returning repeats the faulting instruction and ends the process.
    struct sigaction fallback = {};
    fallback.sa_handler = SIG_DFL;
    sigaction(signal, &fallback, nullptr);
    if (info->si_code <= 0) {
        raise(signal);  // sent by somebody, not caused by an instruction
    }
}

void Handle(int signal, siginfo_t* info, void* context) {
    if (t_escape != nullptr && info->si_code > 0) {
        siglongjmp(*t_escape, 1);
    }
    // Signals sent by kill() are not the kernel's.
    if (ascendc_current_core != nullptr && info->si_code > 0) {
        auto* fiber = static_cast<Fiber*>(ascendc_current_core->fiber);
        bool is_by_zero = false;
        if (signal == SIGFPE && FinishDivision(context, &is_by_zero)) {
            if (is_by_zero) {
                fiber->launch()->division.Take(fiber->unit_index());
            }
            return;
        }
        t_pending.signal = signal;
        t_pending.code = info->si_code;
        t_pending.address = reinterpret_cast<uintptr_t>(info->si_addr);
        fiber->fault_place() = {};
        TakePosition(fiber->launch()->object, &fiber->fault_place());
        if (Redirect(context, *fiber)) {
            return;
        }
    }
    PassOn(signal, info, context);
}

}  // namespace

void InstallFaultHandlers() {
    for (int i = 0; i < kSignalCount; ++i) {
        struct sigaction now;
        if (sigaction(kSignals[i], nullptr, &now) != 0 ||
            ((now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == Handle)) {
            continue;
        }
        std::lock_guard<std::mutex> lock(g_install_mutex);
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

FaultStack::FaultStack() {
    static thread_local struct Owner {
        void* memory = mmap(nullptr, kFaultStackSize, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        ~Owner() {
            if (memory != MAP_FAILED) {
                munmap(memory, kFaultStackSize);
            }
        }
    } owner;
    if (owner.memory == MAP_FAILED) {
        return;
    }
    stack_t stack = {};
    stack.ss_sp = owner.memory;
    stack.ss_size = kFaultStackSize;
    active_ = sigaltstack(&stack, &previous_) == 0;
}

FaultStack::~FaultStack() {
    if (active_) {
        sigaltstack(&previous_, nullptr);
    }
}

void CollectKernelCalls(support::CallChain* chain) {
    sigjmp_buf escape;
    if (sigsetjmp(escape, 0) == 0) {
        t_escape = &escape;
        support::CollectCalls(chain);
    }
    t_escape = nullptr;
}

void FailFromKernel(unsigned kind, const char* message) {
    Thread& thread = ThisThread();
    thread.runtime_depth = 1;
    Fiber* fiber = thread.current;
    const Unit unit = fiber->unit();
    support::CallChain calls;
    CollectKernelCalls(&calls);
    fiber->launch()->Fail(kind, &unit, message, &calls);
    Fiber::Land();
    __builtin_unreachable();
}

}  // namespace aicore
