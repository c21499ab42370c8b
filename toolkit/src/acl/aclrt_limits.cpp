// acl_rt.h: cores that operators may use, groups of cores, time limits, numbers of devices,
// overflow.
#include <climits>
#include <cstring>
#include <new>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "platform/soc_table.h"
#include "runtime/call_task.h"
#include "runtime/context.h"
#include "runtime/memory.h"

using runtime::Device;
using runtime::Fail;
using runtime::Process;

/// One group; a device has no others.
struct tagRtGroupInfo {
    bool filled;
};

namespace {

constexpr uint64_t kTimeoutStep = 1000;  // microseconds
constexpr size_t kOverflowBytes = 64;
constexpr int32_t kLeastPriority = 7;

/// The stream whose limits this thread uses; null for none.
thread_local aclrtStream limits_of = nullptr;
thread_local bool uses_limits = false;

Device* FindDevice(int32_t id, int* code) {
    Device* const device = Process::Get().device(id);
    *code =
        device != nullptr ? 0 : Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %d does not exist", id);
    return device;
}

int CheckType(aclrtDevResLimitType type) {
    return type == ACL_RT_DEV_RES_CUBE_CORE || type == ACL_RT_DEV_RES_VECTOR_CORE
               ? ACL_SUCCESS
               : Fail(ACL_ERROR_RT_PARAM_INVALID, "unknown resource %d", type);
}

uint32_t CoresOf(aclrtDevResLimitType type) {
    const platform::SocSpec& soc = platform::CurrentSoc();
    return static_cast<uint32_t>(type == ACL_RT_DEV_RES_CUBE_CORE ? soc.cube_core_cnt
                                                                  : soc.vector_core_cnt);
}

int CheckLimit(aclrtDevResLimitType type, uint32_t value) {
    const int code = CheckType(type);
    if (code == ACL_SUCCESS && (value == 0 || value > CoresOf(type))) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "a limit of %u cores: there are %u", value,
                    CoresOf(type));
    }
    return code;
}

int CheckOverflowMode(const char* function, uint32_t mode) {
    return mode == 0 ? ACL_SUCCESS
                     : Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: checkMode must be 0, not %u", function,
                            mode);
}

int CopyId(int32_t from, int32_t* to) {
    ACL_REQUIRE_NOT_NULL(to);
    int code = 0;
    if (FindDevice(from, &code) != nullptr) {
        *to = from;
    }
    return code;
}

}  // namespace

extern "C" {

aclError aclrtSetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t value) {
    int code = CheckLimit(type, value);
    Device* const device = code == 0 ? FindDevice(deviceId, &code) : nullptr;
    if (device != nullptr) {
        device->core_limits[type] = value;
    }
    return code;
}

aclError aclrtGetDeviceResLimit(int32_t deviceId, aclrtDevResLimitType type, uint32_t* value) {
    ACL_REQUIRE_NOT_NULL(value);
    int code = CheckType(type);
    Device* const device = code == 0 ? FindDevice(deviceId, &code) : nullptr;
    if (device != nullptr) {
        const uint32_t limit = device->core_limits[type];
        *value = limit != 0 ? limit : CoresOf(type);
    }
    return code;
}

aclError aclrtResetDeviceResLimit(int32_t deviceId) {
    int code = 0;
    Device* const device = FindDevice(deviceId, &code);
    if (device != nullptr) {
        device->core_limits[ACL_RT_DEV_RES_CUBE_CORE] = 0;
        device->core_limits[ACL_RT_DEV_RES_VECTOR_CORE] = 0;
    }
    return code;
}

aclError aclrtSetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t value) {
    int code = CheckLimit(type, value);
    const auto live_stream = code == 0 ? runtime::FindStream(stream, &code) : nullptr;
    if (live_stream != nullptr) {
        live_stream->core_limits[type] = value;
    }
    return code;
}

aclError aclrtGetStreamResLimit(aclrtStream stream, aclrtDevResLimitType type, uint32_t* value) {
    ACL_REQUIRE_NOT_NULL(value);
    int code = CheckType(type);
    const auto live_stream = code == 0 ? runtime::FindStream(stream, &code) : nullptr;
    if (live_stream == nullptr) {
        return code;
    }
    const uint32_t limit = live_stream->core_limits[type];
    *value = limit;
    return limit != 0 ? ACL_SUCCESS : aclrtGetDeviceResLimit(live_stream->device(), type, value);
}

aclError aclrtResetStreamResLimit(aclrtStream stream) {
    int code = 0;
    const auto live_stream = runtime::FindStream(stream, &code);
    if (live_stream != nullptr) {
        live_stream->core_limits[ACL_RT_DEV_RES_CUBE_CORE] = 0;
        live_stream->core_limits[ACL_RT_DEV_RES_VECTOR_CORE] = 0;
    }
    return code;
}

aclError aclrtUseStreamResInCurrentThread(aclrtStream stream) {
    int code = 0;
    if (runtime::FindStream(stream, &code) != nullptr) {
        limits_of = stream;
        uses_limits = true;
    }
    return code;
}

aclError aclrtUnuseStreamResInCurrentThread(aclrtStream stream) {
    int code = 0;
    if (runtime::FindStream(stream, &code) != nullptr && limits_of == stream) {
        uses_limits = false;
    }
    return code;
}

aclError aclrtGetResInCurrentThread(aclrtDevResLimitType type, uint32_t* value) {
    ACL_REQUIRE_NOT_NULL(value);
    int code = CheckType(type);
    const auto context = code == 0 ? runtime::CurrentContext(&code) : nullptr;
    if (context == nullptr) {
        return code;
    }
    return uses_limits ? aclrtGetStreamResLimit(limits_of, type, value)
                       : aclrtGetDeviceResLimit(context->device()->id(), type, value);
}

aclError aclrtSetGroup(int32_t groupId) {
    return groupId == 0 ? ACL_SUCCESS
                        : Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: group %d: there is only 0",
                               __func__, groupId);
}

aclError aclrtGetGroupCount(uint32_t* count) {
    ACL_REQUIRE_NOT_NULL(count);
    *count = 1;
    return ACL_SUCCESS;
}

aclrtGroupInfo* aclrtCreateGroupInfo(void) {
    return runtime::Remembered(runtime::ObjectKind::kGroupInfo,
                               new (std::nothrow) aclrtGroupInfo{false});
}

aclError aclrtDestroyGroupInfo(aclrtGroupInfo* groupInfo) {
    ACL_DESTROY(kGroupInfo, groupInfo);
    return ACL_SUCCESS;
}

aclError aclrtGetAllGroupInfo(aclrtGroupInfo* groupInfo) {
    ACL_REQUIRE_LIVE(kGroupInfo, groupInfo);
    groupInfo->filled = true;
    return ACL_SUCCESS;
}

aclError aclrtGetGroupInfoDetail(const aclrtGroupInfo* groupInfo, int32_t groupIndex,
                                 aclrtGroupAttr attr, void* attrValue, size_t valueLen,
                                 size_t* paramRetSize) {
    ACL_REQUIRE_LIVE(kGroupInfo, groupInfo);
    ACL_REQUIRE_NOT_NULL(attrValue);
    ACL_REQUIRE_NOT_NULL(paramRetSize);
    int32_t value = 0;
    if (!groupInfo->filled || groupIndex != 0 || valueLen < sizeof(value)) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: group %d, or a buffer of %zu bytes", __func__,
                    groupIndex, valueLen);
    }
    const platform::SocSpec& soc = platform::CurrentSoc();
    switch (attr) {
        case ACL_GROUP_AICORE_INT:
            value = static_cast<int32_t>(soc.ai_core_cnt);
            break;
        case ACL_GROUP_AIV_INT:
            value = static_cast<int32_t>(soc.vector_core_cnt);
            break;
        case ACL_GROUP_AIC_INT:
            value = static_cast<int32_t>(soc.cube_core_cnt);
            break;
        case ACL_GROUP_SDMANUM_INT:
        case ACL_GROUP_ASQNUM_INT:
        case ACL_GROUP_GROUPID_INT:
            break;
        default:
            return Fail(ACL_ERROR_INVALID_PARAM, "%s: unknown attribute %d", __func__, attr);
    }
    memcpy(attrValue, &value, sizeof(value));
    *paramRetSize = sizeof(value);
    return ACL_SUCCESS;
}

aclError aclrtSetOpExecuteTimeOutV2(uint64_t timeout, uint64_t* actualTimeout) {
    ACL_REQUIRE_NOT_NULL(actualTimeout);
    const uint64_t steps = timeout / kTimeoutStep + (timeout % kTimeoutStep != 0 ? 1 : 0);
    Process::Get().kernel_timeout_us = steps * kTimeoutStep;
    *actualTimeout = timeout == 0 ? UINT64_MAX : steps * kTimeoutStep;
    return ACL_SUCCESS;
}

aclError aclrtGetOpTimeOutInterval(uint64_t* interval) {
    ACL_REQUIRE_NOT_NULL(interval);
    *interval = kTimeoutStep;
    return ACL_SUCCESS;
}

aclError aclrtGetOpExecuteTimeout(uint32_t* timeoutMs) {
    ACL_REQUIRE_NOT_NULL(timeoutMs);
    const uint64_t limit = Process::Get().kernel_timeout_us / 1000;
    *timeoutMs = limit == 0 || limit > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(limit);
    return ACL_SUCCESS;
}

aclError aclrtGetDeviceCapability(int32_t deviceId, aclrtDevFeatureType devFeatureType,
                                  int32_t* value) {
    ACL_REQUIRE_NOT_NULL(value);
    int code = 0;
    if (FindDevice(deviceId, &code) == nullptr) {
        return code;
    }
    if (devFeatureType != ACL_FEATURE_TSCPU_TASK_UPDATE_SUPPORT_AIC_AIV &&
        devFeatureType != ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: unknown feature %d", __func__, devFeatureType);
    }
    *value = ACL_DEV_FEATURE_NOT_SUPPORT;
    return ACL_SUCCESS;
}

aclError aclrtGetDeviceUtilizationRate(int32_t deviceId, aclrtUtilizationInfo* utilizationInfo) {
    ACL_REQUIRE_NOT_NULL(utilizationInfo);
    int code = 0;
    Device* const device = FindDevice(deviceId, &code);
    if (device != nullptr) {
        const size_t hundredth = device->memory().capacity() / 100;
        utilizationInfo->cubeUtilization = 0;
        utilizationInfo->vectorUtilization = 0;
        utilizationInfo->aicpuUtilization = 0;
        utilizationInfo->memoryUtilization =
            hundredth == 0 ? 100 : static_cast<int32_t>(device->memory().used() / hundredth);
    }
    return code;
}

aclError aclrtDeviceGetStreamPriorityRange(int32_t* leastPriority, int32_t* greatestPriority) {
    ACL_REQUIRE_NOT_NULL(leastPriority);
    ACL_REQUIRE_NOT_NULL(greatestPriority);
    *leastPriority = kLeastPriority;
    *greatestPriority = 0;
    return ACL_SUCCESS;
}

aclError aclrtDeviceGetUuid(int32_t deviceId, aclrtUuid* uuid) {
    ACL_REQUIRE_NOT_NULL(uuid);
    int code = 0;
    if (FindDevice(deviceId, &code) != nullptr) {
        memset(uuid, 0, sizeof(*uuid));
        memcpy(uuid->bytes, "simulated", sizeof("simulated") - 1);
        memcpy(uuid->bytes + 12, &deviceId, sizeof(deviceId));
    }
    return code;
}

aclError aclrtDevicePeerAccessStatus(int32_t deviceId, int32_t peerDeviceId, int32_t* status) {
    ACL_REQUIRE_NOT_NULL(status);
    int code = 0;
    if (FindDevice(deviceId, &code) != nullptr && FindDevice(peerDeviceId, &code) != nullptr) {
        *status = 1;  // all simulated devices share one address space
    }
    return code;
}

aclError aclrtGetLogicDevIdByUserDevId(const int32_t userDevid, int32_t* const logicDevId) {
    return CopyId(userDevid, logicDevId);
}

aclError aclrtGetUserDevIdByLogicDevId(const int32_t logicDevId, int32_t* const userDevid) {
    return CopyId(logicDevId, userDevid);
}

aclError aclrtGetLogicDevIdByPhyDevId(const int32_t phyDevId, int32_t* const logicDevId) {
    return CopyId(phyDevId, logicDevId);
}

aclError aclrtGetPhyDevIdByLogicDevId(const int32_t logicDevId, int32_t* const phyDevId) {
    return CopyId(logicDevId, phyDevId);
}

aclError aclrtGetPhyDevIdByUserDevId(const int32_t userDevId, int32_t* const phyDevId) {
    return CopyId(userDevId, phyDevId);
}

aclError aclrtGetUserDevIdByPhyDevId(const int32_t phyDevId, int32_t* const userDevId) {
    return CopyId(phyDevId, userDevId);
}

aclError aclrtGetOverflowStatus(void* outputAddr, size_t outputSize, aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(outputAddr);
    if (outputSize != kOverflowBytes) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: the status has %zu bytes, not %zu", __func__,
                    kOverflowBytes, outputSize);
    }
    return runtime::FillAsync(outputAddr, outputSize, 0, outputSize, stream);
}

aclError aclrtResetOverflowStatus(aclrtStream stream) {
    return runtime::SubmitTask(stream,
                               std::make_unique<runtime::CallTask>([](std::string*) { return 0; }));
}

aclError aclrtGetFloatOverflowStatus(void* outputAddr, uint64_t outputSize, aclrtStream stream) {
    return aclrtGetOverflowStatus(outputAddr, outputSize, stream);
}

aclError aclrtResetFloatOverflowStatus(aclrtStream stream) {
    return aclrtResetOverflowStatus(stream);
}

aclError aclrtNpuGetFloatOverFlowStatus(void* outputAddr, uint64_t outputSize, uint32_t checkMode,
                                        aclrtStream stream) {
    const int code = CheckOverflowMode(__func__, checkMode);
    return code != ACL_SUCCESS ? code : aclrtGetOverflowStatus(outputAddr, outputSize, stream);
}

aclError aclrtNpuClearFloatOverFlowStatus(uint32_t checkMode, aclrtStream stream) {
    const int code = CheckOverflowMode(__func__, checkMode);
    return code != ACL_SUCCESS ? code : aclrtResetOverflowStatus(stream);
}
}
