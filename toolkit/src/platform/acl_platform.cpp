// acl_platform.h: facts of the SoC as text.
#include "acl/acl_platform.h"

#include <cstring>
#include <string>

#include "platform/soc_table.h"

namespace {

struct FactKey {
    const char* section;
    const char* key;
};

/// Where the platform file has the fact of each aclplatformDevInfo.
constexpr FactKey kFacts[] = {
    {"SoCInfo", "ai_core_cnt"},     {"AICoreSpec", "ub_size"},      {"SoCInfo", "cube_core_cnt"},
    {"SoCInfo", "vector_core_cnt"}, {"SoCInfo", "l2_size"},         {"SoCInfo", "memory_size"},
    {"AICoreSpec", "cube_freq"},    {"VectorCoreSpec", "vec_freq"}, {"AICoreSpec", "bt_size"},
    {"AICoreSpec", "l0_a_size"},    {"AICoreSpec", "l0_b_size"},    {"AICoreSpec", "l0_c_size"},
    {"AICoreSpec", "l1_size"},      {"version", "SoC_version"},     {"version", "AIC_version"},
    {"version", "NpuArch"},         {"SoCInfo", "memory_type"},
};

aclError CopyText(const std::string* text, char* value, uint32_t size) {
    if (text == nullptr || text->empty() || text->size() >= size) {
        return ACL_ERROR_INVALID_PARAM;
    }
    memcpy(value, text->c_str(), text->size() + 1);
    return ACL_SUCCESS;
}

}  // namespace

extern "C" {

aclError aclplatformGetDeviceInfo(aclplatformDevInfo infoType, char* value, uint32_t maxLen) {
    const size_t index = static_cast<size_t>(infoType);
    if (value == nullptr || index >= sizeof(kFacts) / sizeof(kFacts[0])) {
        return ACL_ERROR_INVALID_PARAM;
    }
    return CopyText(platform::CurrentSoc().Get(kFacts[index].section, kFacts[index].key), value,
                    maxLen);
}

aclError aclplatformGetInstructionInfo(aclplatformCoreType type, const char* instruction,
                                       char* value, uint32_t maxLen) {
    if (value == nullptr || instruction == nullptr ||
        (type != ACL_PLATFORM_CORE_TYPE_AI_CORE && type != ACL_PLATFORM_CORE_TYPE_VECTOR_CORE)) {
        return ACL_ERROR_INVALID_PARAM;
    }
    const char* const section = type == ACL_PLATFORM_CORE_TYPE_AI_CORE
                                    ? "AICoreintrinsicDtypeMap"
                                    : "VectorCoreintrinsicDtypeMap";
    return CopyText(platform::CurrentSoc().Get(section, instruction), value, maxLen);
}
}
