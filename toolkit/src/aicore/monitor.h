// Watches threads that run kernels: time limits, and blocks that poll without ever calling the
// runtime.
#pragma once

#include <signal.h>

#include <cstdint>

namespace aicore {

struct Thread;

/// Sent to a thread whose block must give way. Ignored by default, so a late one does no harm.
constexpr int kPreemptSignal = SIGURG;

/// What Launch::start_us and time limits count: a clock that never goes back.
uint64_t NowMicroseconds();

/// The calling thread begins (ends) running blocks of `thread->launch`.
void MonitorEnter(Thread* thread);
void MonitorLeave(Thread* thread);

}  // namespace aicore
