// acl_rt_device.h: where devices are, what they reach, and their failures.
#include <cstdio>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "platform/soc_table.h"
#include "runtime/context.h"

using runtime::Fail;
using runtime::Process;

namespace {

constexpr int kAddressBytes = 13;  // "0000:3d:00.0" and a zero

int CheckDevice(int32_t id) {
    return Process::Get().device(id) != nullptr
               ? ACL_SUCCESS
               : Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %d does not exist", id);
}

/// Devices have the buses from 1 on.
void FormatAddress(int32_t device, char* address, size_t size) {
    const unsigned bus = static_cast<unsigned>(device) + 1;
    snprintf(address, size, "%04x:%02x:00.0", (bus >> 8) & 0xFFFF, bus & 0xFF);
}

}  // namespace

extern "C" {

aclError aclrtDeviceGetPCIBusId(int32_t deviceId, char* pciBusId, int32_t len) {
    ACL_REQUIRE_NOT_NULL(pciBusId);
    if (len < kAddressBytes) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: the address needs %d bytes, not %d", __func__,
                    kAddressBytes, len);
    }
    const int code = CheckDevice(deviceId);
    if (code == ACL_SUCCESS) {
        FormatAddress(deviceId, pciBusId, static_cast<size_t>(len));
    }
    return code;
}

aclError aclrtDeviceGetByPCIBusId(const char* pciBusId, int32_t* deviceId) {
    ACL_REQUIRE_NOT_NULL(pciBusId);
    ACL_REQUIRE_NOT_NULL(deviceId);
    unsigned domain = 0;
    unsigned bus = 0;
    char more = 0;
    const bool parsed = sscanf(pciBusId, "%4x:%2x:00.0%c", &domain, &bus, &more) == 2;
    const int32_t device = static_cast<int32_t>((domain << 8) + bus) - 1;
    char address[kAddressBytes] = {};
    FormatAddress(device, address, sizeof(address));
    if (!parsed || Process::Get().device(device) == nullptr || std::string(address) != pciBusId) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: no device has the address \"%.32s\"", __func__,
                    pciBusId);
    }
    *deviceId = device;
    return ACL_SUCCESS;
}

aclError aclrtGetDevicesTopo(uint32_t deviceId, uint32_t otherDeviceId, uint64_t* value) {
    ACL_REQUIRE_NOT_NULL(value);
    int code = CheckDevice(static_cast<int32_t>(deviceId));
    code = code != ACL_SUCCESS ? code : CheckDevice(static_cast<int32_t>(otherDeviceId));
    if (code == ACL_SUCCESS) {
        *value = ACL_RT_DEVS_TOPOLOGY_HCCS;
    }
    return code;
}

aclError aclrtHostMemMapCapabilities(uint32_t deviceId, aclrtHacType hacType,
                                     aclrtHostMemMapCapability* capabilities) {
    ACL_REQUIRE_NOT_NULL(capabilities);
    const int code = CheckDevice(static_cast<int32_t>(deviceId));
    if (code != ACL_SUCCESS) {
        return code;
    }
    switch (hacType) {
        // Everything that is simulated runs in this process, and sees the memory of the host.
        case ACL_RT_HAC_TYPE_STARS:
        case ACL_RT_HAC_TYPE_AIC:
        case ACL_RT_HAC_TYPE_AIV:
        case ACL_RT_HAC_TYPE_PCIEDMA:
        case ACL_RT_HAC_TYPE_SDMA:
            *capabilities = ACL_RT_HOST_MEM_MAP_SUPPORTED;
            return ACL_SUCCESS;
        case ACL_RT_HAC_TYPE_AICPU:
        case ACL_RT_HAC_TYPE_RDMA:
        case ACL_RT_HAC_TYPE_DVPP:
        case ACL_RT_HAC_TYPE_UDMA:
        case ACL_RT_HAC_TYPE_CCU:
            *capabilities = ACL_RT_HOST_MEM_MAP_NOT_SUPPORTED;
            return ACL_SUCCESS;
        default:
            return Fail(ACL_ERROR_INVALID_PARAM, "%s: unknown accelerator %d", __func__, hacType);
    }
}

aclError aclrtCheckArchCompatibility(const char* socVersion, int32_t* canCompatible) {
    ACL_REQUIRE_NOT_NULL(socVersion);
    ACL_REQUIRE_NOT_NULL(canCompatible);
    const platform::SocSpec* const soc = platform::FindSoc(socVersion);
    if (soc == nullptr) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: unknown SoC \"%.64s\"", __func__, socVersion);
    }
    *canCompatible = soc->architecture() == platform::CurrentSoc().architecture() ? 1 : 0;
    return ACL_SUCCESS;
}

aclError aclrtDeviceL2CacheFlush(void* rsv) {
    if (rsv != nullptr) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: rsv must be NULL", __func__);
    }
    int code = 0;
    // The cache holds no separate values.
    runtime::CurrentContext(&code);
    return code;
}

aclError aclrtGetErrorVerbose(int32_t deviceId, aclrtErrorInfo* errorInfo) {
    ACL_REQUIRE_NOT_NULL(errorInfo);
    const int code = CheckDevice(deviceId);
    if (code == ACL_SUCCESS) {
        *errorInfo = aclrtErrorInfo();
        errorInfo->errorType = ACL_RT_NO_ERROR;
    }
    return code;
}

aclError aclrtRepairError(int32_t deviceId, const aclrtErrorInfo* errorInfo) {
    ACL_REQUIRE_NOT_NULL(errorInfo);
    const int code = CheckDevice(deviceId);
    if (code == ACL_SUCCESS && errorInfo->errorType != ACL_RT_NO_ERROR) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: device %d has no error of type %d", __func__,
                    deviceId, errorInfo->errorType);
    }
    return code;
}
}
