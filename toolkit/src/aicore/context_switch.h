// Switching between stacks on one thread.
#pragma once

#include <cstddef>

#if !defined(__x86_64__) && !defined(__aarch64__)
#include <ucontext.h>
#endif

namespace aicore {

/// A suspended flow of control. On x86-64 and aarch64 only the callee-saved registers are saved, on
/// its own stack; elsewhere a ucontext_t.
struct Context {
#if defined(__x86_64__) || defined(__aarch64__)
    void* sp = nullptr;
#else
    ucontext_t ucontext;
#endif
#if defined(__SANITIZE_THREAD__)
    void* sanitizer_fiber = nullptr;
#endif
};

/// Makes `context` start `entry` on the stack [base, base + size) when it is switched to. `entry`
/// never returns.
void InitContext(Context* context, void* base, size_t size, void (*entry)());

/// Ends the record of a context that was made by InitContext and is never switched to again.
void EndContext(Context* context);

/// Saves the calling flow into `from` and continues `to`.
void SwitchContext(Context* from, Context* to);

}  // namespace aicore
