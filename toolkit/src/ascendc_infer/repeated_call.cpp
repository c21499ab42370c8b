#include "ascendc_infer/repeated_call.h"

namespace {

constexpr uint32_t kToDevice = 1;
constexpr uint32_t kToHost = 2;

}  // namespace

int RepeatedCallRun(const RepeatedCall* call, void* const* hosts) {
    for (uint64_t i = 0; i < call->count; ++i) {
        const RepeatedCallBuffer& buffer = call->buffers[i];
        if ((buffer.direction & kToDevice) != 0) {
            const int code =
                call->copy(buffer.device, buffer.bytes, hosts[i], buffer.bytes, kToDevice);
            if (code != 0) {
                return code;
            }
        }
    }
    int code = call->launch(call->workspace, call->workspace_bytes, call->executor, nullptr);
    if (code != 0 || (code = call->synchronize(nullptr)) != 0) {
        return code;
    }
    for (uint64_t i = 0; i < call->count && code == 0; ++i) {
        const RepeatedCallBuffer& buffer = call->buffers[i];
        if ((buffer.direction & kToHost) != 0) {
            code = call->copy(hosts[i], buffer.bytes, buffer.device, buffer.bytes, kToHost);
        }
    }
    return code;
}
