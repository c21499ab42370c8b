// Host callbacks in streams: a subscribed thread runs them (aclrtSubscribeReport and its
// relatives).
#pragma once

#include <cstdint>

namespace runtime {

using Callback = void (*)(void* user_data);

/// The thread is named by its pthread_self() value.
int SubscribeReport(uint64_t thread, const void* stream);
int UnsubscribeReport(uint64_t thread, const void* stream);
/// `blocking`: later work of the stream waits until the callback has run.
int LaunchCallback(Callback function, void* user_data, bool blocking, const void* stream);
/// Runs the callbacks that wait for the calling thread; -1 waits forever for the first.
int ProcessReport(int32_t timeout_ms);

}  // namespace runtime
