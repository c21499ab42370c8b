// One operator call that is made again and again on tensors in host memory: copy in, second phase,
// wait, copy back, in one call of a foreign language.
#pragma once

#include <cstdint>

extern "C" {

/// A tensor's location on the device. `direction`: 1 copies to it before the operator, 2 back after
/// it.
struct RepeatedCallBuffer {
    void* device;
    uint64_t bytes;
    uint32_t direction;
};

/// The functions are aclrtMemcpy, aclrtSynchronizeStream and aclnn<Op>; the executor is repeatable.
struct RepeatedCall {
    int (*copy)(void* to, uint64_t room, const void* from, uint64_t bytes, int kind);
    int (*synchronize)(void* stream);
    int (*launch)(void* workspace, uint64_t bytes, void* executor, void* stream);
    void* workspace;
    uint64_t workspace_bytes;
    void* executor;
    const RepeatedCallBuffer* buffers;
    uint64_t count;
};

/// Runs the call on the default stream. `hosts`: the address of each tensor in host memory. Returns
/// the first error code, or 0.
__attribute__((visibility("default"))) int RepeatedCallRun(const RepeatedCall* call,
                                                           void* const* hosts);
}
