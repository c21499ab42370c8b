#include "nnopbase/core_limits.h"

#include <map>
#include <mutex>
#include <utility>

#include "acl/acl_rt.h"
#include "platform/platform_infos_factory.h"
#include "platform/soc_table.h"
#include "runtime/context.h"

namespace nnopbase {
namespace {

/// `section`'s number `key`, but no more than `most`.
void Limit(std::map<std::string, std::string>* section, const char* key, uint32_t most) {
    const auto property = section->find(key);
    if (property != section->end() && std::stoul("0" + property->second) > most) {
        property->second = std::to_string(most);
    }
}

}  // namespace

CoreLimits CoreLimits::OfThread() {
    const platform::SocSpec& soc = platform::CurrentSoc();
    CoreLimits limits = {static_cast<uint32_t>(soc.cube_core_cnt),
                         static_cast<uint32_t>(soc.vector_core_cnt)};
    // A call without a context fails later, with another message.
    if (runtime::CurrentContextHandle() != nullptr) {
        uint32_t count = 0;
        if (aclrtGetResInCurrentThread(ACL_RT_DEV_RES_CUBE_CORE, &count) == ACL_SUCCESS) {
            limits.cube = count;
        }
        if (aclrtGetResInCurrentThread(ACL_RT_DEV_RES_VECTOR_CORE, &count) == ACL_SUCCESS) {
            limits.vector = count;
        }
    }
    return limits;
}

fe::PlatFormInfos* CoreLimits::Platform() const {
    static std::mutex* const mutex = new std::mutex();
    static auto* const infos_of_limits =
        new std::map<std::pair<uint32_t, uint32_t>, fe::PlatFormInfos*>();
    const std::lock_guard<std::mutex> lock(*mutex);
    fe::PlatFormInfos*& infos = (*infos_of_limits)[{cube, vector}];
    if (infos == nullptr) {
        infos = new fe::PlatFormInfos(platform::InfosOf(platform::CurrentSoc()));
        std::map<std::string, std::string> section;
        if (infos->GetPlatformRes("SoCInfo", section)) {
            Limit(&section, "ai_core_cnt", cube);
            Limit(&section, "cube_core_cnt", cube);
            Limit(&section, "vector_core_cnt", vector);
            infos->SetPlatformRes("SoCInfo", section);
        }
    }
    return infos;
}

}  // namespace nnopbase
