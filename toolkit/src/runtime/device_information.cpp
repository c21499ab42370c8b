// experiment/runtime/runtime/dev.h
#include "runtime/device_information.h"

#include <unistd.h>

#include "experiment/runtime/runtime/dev.h"
#include "platform/soc_table.h"
#include "runtime/context.h"
#include "runtime/error.h"

namespace runtime {
namespace {

constexpr uint32_t kArchOf950 = 3510;

enum Module : int32_t { kSystem = 0, kAiCore = 4 };
enum Information : int32_t {
    kCoreCount = 3,
    kChip = 18,
    kDie = 19,
    kDeviceInPod = 26,
    kServer = 27,
    kPod = 29,
};

int RequireDevice(uint32_t id) {
    return Process::Get().device(static_cast<int32_t>(id)) != nullptr
               ? 0
               : Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %u does not exist", id);
}

template <typename Number>
int CopyNumber(const char* function, uint32_t id, Number* copy) {
    if (copy == nullptr) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: the result is NULL", function);
    }
    const int code = RequireDevice(id);
    if (code == 0) {
        *copy = static_cast<Number>(id);
    }
    return code;
}

/// False for what nothing here has.
bool ReadInformation(uint32_t device, int32_t module, int32_t information, int64_t* value) {
    if (module == kAiCore && information == kCoreCount) {
        *value = platform::CurrentSoc().ai_core_cnt;
        return true;
    }
    if (module != kSystem) {
        return false;
    }
    switch (information) {
        case kChip:
            *value = device;
            return true;
        case kDie:
            *value = 0;
            return true;
        case kServer:
            *value = ServerId();
            return true;
        case kDeviceInPod:
        case kPod:
            *value = kNoSuperPod;
            return true;
        default:
            return false;
    }
}

}  // namespace

uint32_t ServerId() {
    return platform::CurrentSoc().npu_arch == kArchOf950 ? 0xFFFF : 0x3FF;
}

}  // namespace runtime

using runtime::Fail;

extern "C" {

rtError_t rtDeviceGetBareTgid(uint32_t* pid) {
    if (pid == nullptr) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: pid is NULL", __func__);
    }
    *pid = static_cast<uint32_t>(getpid());
    return RT_ERROR_NONE;
}

rtError_t rtGetLogicDevIdByUserDevId(const int32_t userDevId, int32_t* const logicDevId) {
    return runtime::CopyNumber(__func__, static_cast<uint32_t>(userDevId), logicDevId);
}

rtError_t rtGetDevicePhyIdByIndex(uint32_t devIndex, uint32_t* phyId) {
    return runtime::CopyNumber(__func__, devIndex, phyId);
}

rtError_t rtGetDeviceIndexByPhyId(uint32_t phyId, uint32_t* devIndex) {
    return runtime::CopyNumber(__func__, phyId, devIndex);
}

rtError_t rtGetDeviceInfo(uint32_t deviceId, int32_t moduleType, int32_t infoType, int64_t* val) {
    if (val == nullptr) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: val is NULL", __func__);
    }
    const int code = runtime::RequireDevice(deviceId);
    if (code != 0 || runtime::ReadInformation(deviceId, moduleType, infoType, val)) {
        return code;
    }
    return Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                "%s: information %d of module %d is not simulated", __func__, infoType, moduleType);
}

rtError_t rtEnableP2P(uint32_t devIdDes, uint32_t phyIdSrc, uint32_t flag) {
    if (flag != 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: flag must be 0", __func__);
    }
    const int code = runtime::RequireDevice(devIdDes);
    return code != 0 ? code : runtime::RequireDevice(phyIdSrc);
}

rtError_t rtDisableP2P(uint32_t devIdDes, uint32_t phyIdSrc) {
    const int code = runtime::RequireDevice(devIdDes);
    return code != 0 ? code : runtime::RequireDevice(phyIdSrc);
}
}
