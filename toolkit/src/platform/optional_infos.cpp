#include <string>

#include "experiment/platform/platform/platform_infos_def.h"

namespace fe {

/// Contents shared by the copies of an OptionalInfos.
class OptionalInfosImpl {
public:
    std::string soc_version;
    std::string core_type;
    uint32_t ai_core_num = 0;
    std::string l1_fusion_flag;
    std::map<std::string, std::vector<std::string>> fixpipe_dtype_map;
};

namespace {
// What an object answers before Init().
const OptionalInfosImpl& Contents(const OptionalInfosImplPtr& impl) {
    static const OptionalInfosImpl* const empty = new OptionalInfosImpl;
    return impl == nullptr ? *empty : *impl;
}
}  // namespace

bool OptionalInfos::Init() {
    optional_infos_impl_ = std::make_shared<OptionalInfosImpl>();
    return true;
}
std::string OptionalInfos::GetSocVersion() const {
    return Contents(optional_infos_impl_).soc_version;
}
std::string OptionalInfos::GetSocVersion() {
    return Contents(optional_infos_impl_).soc_version;
}
std::string OptionalInfos::GetCoreType() const {
    return Contents(optional_infos_impl_).core_type;
}
std::string OptionalInfos::GetCoreType() {
    return Contents(optional_infos_impl_).core_type;
}
uint32_t OptionalInfos::GetAICoreNum() const {
    return Contents(optional_infos_impl_).ai_core_num;
}
uint32_t OptionalInfos::GetAICoreNum() {
    return Contents(optional_infos_impl_).ai_core_num;
}
std::string OptionalInfos::GetL1FusionFlag() const {
    return Contents(optional_infos_impl_).l1_fusion_flag;
}
std::string OptionalInfos::GetL1FusionFlag() {
    return Contents(optional_infos_impl_).l1_fusion_flag;
}
std::map<std::string, std::vector<std::string>> OptionalInfos::GetFixPipeDtypeMap() const {
    return Contents(optional_infos_impl_).fixpipe_dtype_map;
}
std::map<std::string, std::vector<std::string>> OptionalInfos::GetFixPipeDtypeMap() {
    return Contents(optional_infos_impl_).fixpipe_dtype_map;
}
void OptionalInfos::SetFixPipeDtypeMap(
    const std::map<std::string, std::vector<std::string>>& fixpipe_dtype_map) {
    if (optional_infos_impl_ != nullptr || Init()) {
        optional_infos_impl_->fixpipe_dtype_map = fixpipe_dtype_map;
    }
}
void OptionalInfos::SetSocVersion(std::string soc_version) {
    if (optional_infos_impl_ != nullptr || Init()) {
        optional_infos_impl_->soc_version = soc_version;
    }
}
void OptionalInfos::SetSocVersionWithLock(std::string soc_version) {
    SetSocVersion(soc_version);
}
void OptionalInfos::SetCoreType(std::string core_type) {
    if (optional_infos_impl_ != nullptr || Init()) {
        optional_infos_impl_->core_type = core_type;
    }
}
void OptionalInfos::SetAICoreNum(uint32_t ai_core_num) {
    if (optional_infos_impl_ != nullptr || Init()) {
        optional_infos_impl_->ai_core_num = ai_core_num;
    }
}
void OptionalInfos::SetL1FusionFlag(std::string l1_fusion_flag) {
    if (optional_infos_impl_ != nullptr || Init()) {
        optional_infos_impl_->l1_fusion_flag = l1_fusion_flag;
    }
}

}  // namespace fe
