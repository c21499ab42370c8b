// Access to the platform configurations of all known SoCs.
#ifndef PLATFORM_INFO_H
#define PLATFORM_INFO_H

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>

#include "platform_info_def.h"
#include "platform_infos_def.h"

namespace fe {
/// Process-wide registry of platform configurations. Functions return 0 for success, 0xFFFFFFFF
/// otherwise.
class __attribute__((visibility("default"))) PlatformInfoManager {
public:
    PlatformInfoManager(const PlatformInfoManager&) = delete;
    PlatformInfoManager& operator=(const PlatformInfoManager&) = delete;
    static PlatformInfoManager& Instance();
    static PlatformInfoManager& GeInstance();

    uint32_t InitializePlatformInfo();
    uint32_t Finalize();

    uint32_t GetPlatformInfo(const std::string SoCVersion, PlatformInfo& platform_info,
                             OptionalInfo& opti_compilation_info);
    /// Of the SoC named by SetOptionalCompilationInfo, else of the current device.
    uint32_t GetPlatformInfoWithOutSocVersion(PlatformInfo& platform_info,
                                              OptionalInfo& opti_compilation_info);
    void SetOptionalCompilationInfo(OptionalInfo& opti_compilation_info);

    uint32_t GetPlatformInfos(const std::string SoCVersion, PlatFormInfos& platform_info,
                              OptionalInfos& opti_compilation_info);
    uint32_t GetPlatformInfoWithOutSocVersion(PlatFormInfos& platform_info,
                                              OptionalInfos& opti_compilation_info);
    void SetOptionalCompilationInfo(OptionalInfos& opti_compilation_info);

    uint32_t UpdatePlatformInfos(PlatFormInfos& platform_infos);
    uint32_t UpdatePlatformInfos(const std::string& soc_version, PlatFormInfos& platform_infos);
    uint32_t GetPlatformInstanceByDevice(const uint32_t& device_id, PlatFormInfos& platform_infos);
    uint32_t GetRuntimePlatformInfosByDevice(const uint32_t& device_id,
                                             PlatFormInfos& platform_infos);
    uint32_t UpdateRuntimePlatformInfosByDevice(const uint32_t& device_id,
                                                PlatFormInfos& platform_infos);
    uint32_t InitRuntimePlatformInfos(const std::string& SoCVersion);

private:
    PlatformInfoManager();
    ~PlatformInfoManager();
    class State;
    State* state_;
};
}  // namespace fe

#endif  // PLATFORM_INFO_H
