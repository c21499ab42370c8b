// acl_rt.h: devices and contexts.
#include "acl/acl_rt.h"
#include "acl/check.h"
#include "acl/state_callbacks.h"
#include "platform/overflow_mode.h"
#include "platform/soc_table.h"
#include "runtime/context.h"

using runtime::Fail;
using runtime::Process;

namespace {

constexpr uint32_t kArchOf950 = 3510;

bool IsOption(int opt) {
    return opt == ACL_OPT_DETERMINISTIC || opt == ACL_OPT_ENABLE_DEBUG_KERNEL ||
           opt == ACL_OPT_STRONG_CONSISTENCY;
}

constexpr int64_t kConsistentInBatches = 3;

/// Results are deterministic always, wherever data are in a tensor; 2 asks for that.
int64_t HighestValue(int opt) {
    return opt == ACL_OPT_DETERMINISTIC ? 2 : 1;
}

int SetOption(std::mutex* mutex, std::map<int, int64_t>* options, int opt, int64_t value) {
    if (opt == ACL_OPT_DETERMINISTIC && value == kConsistentInBatches) {
        return Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                    "system option %d cannot be 3: tiling may depend on the size of a batch", opt);
    }
    if (!IsOption(opt) || value < 0 || value > HighestValue(opt)) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "system option %d cannot be %lld", opt,
                    static_cast<long long>(value));
    }
    std::lock_guard<std::mutex> lock(*mutex);
    (*options)[opt] = value;
    return ACL_SUCCESS;
}

/// `unset` is what an option is that was never set; null: an error.
int GetOption(std::mutex* mutex, const std::map<int, int64_t>& options, int opt, int64_t* value,
              const int64_t* unset) {
    if (!IsOption(opt)) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "unknown system option %d", opt);
    }
    std::lock_guard<std::mutex> lock(*mutex);
    const auto option = options.find(opt);
    if (option == options.end() && unset == nullptr) {
        return Fail(ACL_ERROR_RT_SYSPARAMOPT_NOT_SET, "system option %d was never set", opt);
    }
    *value = option == options.end() ? *unset : option->second;
    return ACL_SUCCESS;
}

int RequireDevice(int32_t device_id) {
    return Process::Get().device(device_id) != nullptr
               ? ACL_SUCCESS
               : Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %d does not exist", device_id);
}

/// -1 waits forever; other values must be positive.
int CheckTimeout(int32_t timeout) {
    return timeout == -1 || timeout > 0
               ? ACL_SUCCESS
               : Fail(ACL_ERROR_RT_PARAM_INVALID, "a timeout of %d ms: use -1 or a positive number",
                      timeout);
}

int Reset(int32_t device_id, bool force) {
    acl::NotifyDeviceState(device_id, ACL_RT_DEVICE_STATE_RESET_PRE);
    const int code = runtime::ResetDevice(device_id, force);
    acl::NotifyDeviceState(device_id, ACL_RT_DEVICE_STATE_RESET_POST);
    return code;
}

}  // namespace

extern "C" {

aclError aclrtSetDevice(int32_t deviceId) {
    acl::NotifyDeviceState(deviceId, ACL_RT_DEVICE_STATE_SET_PRE);
    const int code = runtime::SetDevice(deviceId);
    acl::NotifyDeviceState(deviceId, ACL_RT_DEVICE_STATE_SET_POST);
    return code;
}

aclError aclrtResetDevice(int32_t deviceId) {
    return Reset(deviceId, false);
}

aclError aclrtResetDeviceForce(int32_t deviceId) {
    return Reset(deviceId, true);
}

aclError aclrtGetDevice(int32_t* deviceId) {
    ACL_REQUIRE_NOT_NULL(deviceId);
    int code = 0;
    const auto context = runtime::CurrentContext(&code);
    if (context != nullptr) {
        *deviceId = context->device()->id();
    }
    return runtime::Answer(code);
}

aclError aclrtGetRunMode(aclrtRunMode* runMode) {
    ACL_REQUIRE_NOT_NULL(runMode);
    *runMode = ACL_HOST;
    return ACL_SUCCESS;
}

aclError aclrtSynchronizeDevice(void) {
    return runtime::SynchronizeContext(-1);
}

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) {
    const int code = CheckTimeout(timeout);
    return code != 0 ? code : runtime::SynchronizeContext(timeout);
}

aclError aclrtSetTsDevice(aclrtTsId tsId) {
    return tsId == ACL_TS_ID_AICORE || tsId == ACL_TS_ID_AIVECTOR
               ? ACL_SUCCESS
               : Fail(ACL_ERROR_INVALID_PARAM, "aclrtSetTsDevice: unknown id %d", tsId);
}

aclError aclrtGetDeviceCount(uint32_t* count) {
    ACL_REQUIRE_NOT_NULL(count);
    *count = Process::Get().device_count();
    return ACL_SUCCESS;
}

aclError aclrtGetDeviceInfo(uint32_t deviceId, aclrtDevAttr attr, int64_t* value) {
    ACL_REQUIRE_NOT_NULL(value);
    runtime::Device* device = Process::Get().device(static_cast<int32_t>(deviceId));
    if (device == nullptr) {
        return Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %u does not exist", deviceId);
    }
    const platform::SocSpec& soc = platform::CurrentSoc();
    switch (attr) {
        case ACL_DEV_ATTR_AICPU_CORE_NUM:
        case ACL_DEV_ATTR_IS_VIRTUAL:
            *value = 0;
            return ACL_SUCCESS;
        case ACL_DEV_ATTR_SMP_ID:
            *value = 0;  // all devices belong to one system
            return ACL_SUCCESS;
        case ACL_DEV_ATTR_PHY_CHIP_ID:
            *value = device->id();
            return ACL_SUCCESS;
        case ACL_DEV_ATTR_WARP_SIZE:
        case ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE:
        case ACL_DEV_ATTR_MAX_GRID_DIM_X:
        case ACL_DEV_ATTR_MAX_GRID_DIM_Y:
        case ACL_DEV_ATTR_MAX_GRID_DIM_Z:
        case ACL_DEV_ATTR_MAX_BLOCK_PER_GRID:
        case ACL_DEV_ATTR_MAX_THREADS_PER_BLOCK:
        case ACL_DEV_ATTR_MAX_BLOCK_DIM_X:
        case ACL_DEV_ATTR_MAX_BLOCK_DIM_Y:
        case ACL_DEV_ATTR_MAX_BLOCK_DIM_Z:
            // Products without SIMT have none of these.
            *value = 0;
            return soc.npu_arch != kArchOf950
                       ? ACL_SUCCESS
                       : Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                              "device attribute %d: no SIMT kernel runs here", attr);
        case ACL_DEV_ATTR_AICORE_CORE_NUM:
            *value = soc.ai_core_cnt;
            return ACL_SUCCESS;
        case ACL_DEV_ATTR_CUBE_CORE_NUM:
            *value = soc.cube_core_cnt;
            return ACL_SUCCESS;
        case ACL_DEV_ATTR_VECTOR_CORE_NUM:
            *value = soc.vector_core_cnt;
            return ACL_SUCCESS;
        case ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE:
            *value = static_cast<int64_t>(soc.ub_size);
            return ACL_SUCCESS;
        case ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE:
            *value = static_cast<int64_t>(device->memory().capacity());
            return ACL_SUCCESS;
        case ACL_DEV_ATTR_L2_CACHE_SIZE:
            *value = static_cast<int64_t>(soc.l2_size);
            return ACL_SUCCESS;
        case ACL_DEV_ATTR_NPU_ARCH:
            *value = soc.npu_arch;
            return ACL_SUCCESS;
        default:
            return Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "device attribute %d is not supported",
                        attr);
    }
}

aclError aclrtGetHardwareSyncAddr(void** addr) {
    ACL_REQUIRE_NOT_NULL(addr);
    const platform::SocSpec& soc = platform::CurrentSoc();
    constexpr uint32_t kSyncArch = 2201;
    if (soc.npu_arch != kSyncArch) {
        return Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                    "aclrtGetHardwareSyncAddr: %s has no such address", soc.soc_version.c_str());
    }
    // Cores of this process synchronise without it; kernels get a value that nothing else has.
    alignas(64) static char address[64];
    *addr = address;
    return ACL_SUCCESS;
}

aclError aclrtQueryDeviceStatus(int32_t deviceId, aclrtDeviceStatus* deviceStatus) {
    ACL_REQUIRE_NOT_NULL(deviceStatus);
    *deviceStatus = ACL_RT_DEVICE_STATUS_NORMAL;
    return RequireDevice(deviceId);
}

aclError aclrtDeviceCanAccessPeer(int32_t* canAccessPeer, int32_t deviceId, int32_t peerDeviceId) {
    ACL_REQUIRE_NOT_NULL(canAccessPeer);
    if (deviceId == peerDeviceId) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    "aclrtDeviceCanAccessPeer: a device is no peer of itself");
    }
    // All simulated devices share one address space.
    *canAccessPeer = 1;
    const int code = RequireDevice(deviceId);
    return code != 0 ? code : RequireDevice(peerDeviceId);
}

aclError aclrtDeviceEnablePeerAccess(int32_t peerDeviceId, uint32_t flags) {
    if (flags != 0) {
        return Fail(ACL_ERROR_INVALID_PARAM, "aclrtDeviceEnablePeerAccess: flags must be 0");
    }
    return RequireDevice(peerDeviceId);
}

aclError aclrtDeviceDisablePeerAccess(int32_t peerDeviceId) {
    return RequireDevice(peerDeviceId);
}

aclError aclrtDeviceTaskAbort(int32_t deviceId, uint32_t timeout) {
    const int code = RequireDevice(deviceId);
    if (code != 0) {
        return code;
    }
    acl::NotifyTaskAbort(deviceId, ACL_RT_DEVICE_TASK_ABORT_PRE, timeout);
    for (const auto& entry : Process::Get().streams.All()) {
        if (entry.second->stream->device() == deviceId) {
            entry.second->stream->DiscardQueued();
            entry.second->stream->failure_mode().Recover();
        }
    }
    acl::NotifyTaskAbort(deviceId, ACL_RT_DEVICE_TASK_ABORT_POST, timeout);
    return ACL_SUCCESS;
}

aclError aclrtSetDeviceSatMode(aclrtFloatOverflowMode mode) {
    if (mode != ACL_RT_OVERFLOW_MODE_SATURATION && mode != ACL_RT_OVERFLOW_MODE_INFNAN) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "unknown overflow mode %d", mode);
    }
    Process::Get().overflow_mode = mode;
    return ACL_SUCCESS;
}

aclError aclrtGetDeviceSatMode(aclrtFloatOverflowMode* mode) {
    ACL_REQUIRE_NOT_NULL(mode);
    const int set = Process::Get().overflow_mode;
    const bool keeps = set < 0 ? platform::KeepsInfinities(platform::CurrentSoc())
                               : set == ACL_RT_OVERFLOW_MODE_INFNAN;
    *mode = keeps ? ACL_RT_OVERFLOW_MODE_INFNAN : ACL_RT_OVERFLOW_MODE_SATURATION;
    return ACL_SUCCESS;
}

aclError aclrtSetOpWaitTimeout(uint32_t timeout) {
    runtime::SetEventWaitTimeout(timeout);
    return ACL_SUCCESS;
}

aclError aclrtSetOpExecuteTimeOut(uint32_t timeout) {
    Process::Get().kernel_timeout_us = uint64_t{timeout} * 1000000;
    return ACL_SUCCESS;
}

aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t timeout) {
    Process::Get().kernel_timeout_us = uint64_t{timeout} * 1000;
    return ACL_SUCCESS;
}

aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId) {
    ACL_REQUIRE_NOT_NULL(context);
    return runtime::CreateContext(context, deviceId);
}

aclError aclrtDestroyContext(aclrtContext context) {
    ACL_REQUIRE_NOT_NULL(context);
    return runtime::DestroyContext(context);
}

aclError aclrtSetCurrentContext(aclrtContext context) {
    ACL_REQUIRE_NOT_NULL(context);
    if (Process::Get().contexts.Find(context) == nullptr) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "context %p does not exist or was destroyed",
                    context);
    }
    runtime::SetCurrentContextHandle(context);
    return ACL_SUCCESS;
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
    ACL_REQUIRE_NOT_NULL(context);
    int code = 0;
    if (runtime::CurrentContext(&code) != nullptr) {
        *context = runtime::CurrentContextHandle();
    }
    return code;
}

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream) {
    ACL_REQUIRE_NOT_NULL(stream);
    int code = 0;
    const auto context = runtime::CurrentContext(&code);
    if (context != nullptr) {
        *stream = context->default_stream();
    }
    return code;
}

aclError aclrtGetPrimaryCtxState(int32_t deviceId, uint32_t* flags, int32_t* active) {
    ACL_REQUIRE_NOT_NULL(active);
    runtime::Device* device = Process::Get().device(deviceId);
    if (device == nullptr) {
        return RequireDevice(deviceId);
    }
    std::lock_guard<std::mutex> lock(device->mutex);
    *active = device->default_context != nullptr ? 1 : 0;
    if (flags != nullptr) {
        *flags = 0;
    }
    return ACL_SUCCESS;
}

aclError aclrtCtxGetSysParamOpt(aclSysParamOpt opt, int64_t* value) {
    ACL_REQUIRE_NOT_NULL(value);
    int code = 0;
    const auto context = runtime::CurrentContext(&code);
    return context == nullptr
               ? code
               : GetOption(&context->options_mutex, context->options, opt, value, nullptr);
}

aclError aclrtCtxSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
    int code = 0;
    const auto context = runtime::CurrentContext(&code);
    return context == nullptr ? code
                              : SetOption(&context->options_mutex, &context->options, opt, value);
}

aclError aclrtGetSysParamOpt(aclSysParamOpt opt, int64_t* value) {
    ACL_REQUIRE_NOT_NULL(value);
    const int64_t off = 0;
    return GetOption(&Process::Get().options_mutex, Process::Get().options, opt, value, &off);
}

aclError aclrtSetSysParamOpt(aclSysParamOpt opt, int64_t value) {
    return SetOption(&Process::Get().options_mutex, &Process::Get().options, opt, value);
}
}
