// Turns crashes of kernels into launch results.
#pragma once

#include <signal.h>

#include "support/code_location.h"

namespace aicore {

/// Puts handlers for SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGTRAP in place, once, or again if
/// somebody replaced them. Signals that do not come from a kernel go on to the handlers that were
/// there before.
void InstallFaultHandlers();

/// While it lives, the calling thread handles signals on a stack that a kernel cannot have
/// overflowed.
class FaultStack {
public:
    FaultStack();
    ~FaultStack();
    FaultStack(const FaultStack&) = delete;
    FaultStack& operator=(const FaultStack&) = delete;

private:
    stack_t previous_ = {};
    bool active_ = false;
};

/// support::CollectCalls for a stack that a kernel may have damaged.
void CollectKernelCalls(support::CallChain* chain);

/// Ends the calling kernel's launch with a fault. For code that runs on a fiber.
[[noreturn]] void FailFromKernel(unsigned kind, const char* message);

}  // namespace aicore
