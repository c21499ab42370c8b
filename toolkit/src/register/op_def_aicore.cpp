// Compute units, callbacks and communication groups of operator definitions.
#include <algorithm>

#include "op_def_impl.h"

namespace ops {

void OpAICoreConfigImpl::SetItem(const std::string& key, const std::string& value) {
    auto match = std::find_if(
        items.begin(), items.end(),
        [&key](const std::pair<std::string, std::string>& item) { return item.first == key; });
    if (match == items.end()) {
        items.emplace_back(key, value);
    } else {
        match->second = value;
    }
}

OpAICoreConfig::OpAICoreConfig() : impl_(new OpAICoreConfigImpl()) {}
OpAICoreConfig::OpAICoreConfig(const char*) : OpAICoreConfig() {
    DynamicCompileStaticFlag(true);
    DynamicFormatFlag(true);
    DynamicRankSupportFlag(true);
    DynamicShapeSupportFlag(true);
    NeedCheckSupportFlag(false);
    PrecisionReduceFlag(true);
}
OpAICoreConfig::OpAICoreConfig(const OpAICoreConfig& aicore_config)
    : impl_(new OpAICoreConfigImpl(*aicore_config.impl_)) {}
OpAICoreConfig::~OpAICoreConfig() = default;
OpAICoreConfig& OpAICoreConfig::operator=(const OpAICoreConfig& aicore_config) {
    if (this != &aicore_config) {
        *impl_ = *aicore_config.impl_;
    }
    return *this;
}

OpParamDef& OpAICoreConfig::Input(const char* name) {
    return impl_->inputs.FindOrAdd(name);
}
OpParamDef& OpAICoreConfig::Output(const char* name) {
    return impl_->outputs.FindOrAdd(name);
}

static const char* FlagText(bool flag) {
    return flag ? "true" : "false";
}

OpAICoreConfig& OpAICoreConfig::DynamicCompileStaticFlag(bool flag) {
    return ExtendCfgInfo("dynamicCompileStatic.flag", FlagText(flag));
}
OpAICoreConfig& OpAICoreConfig::DynamicFormatFlag(bool flag) {
    return ExtendCfgInfo("dynamicFormat.flag", FlagText(flag));
}
OpAICoreConfig& OpAICoreConfig::DynamicRankSupportFlag(bool flag) {
    return ExtendCfgInfo("dynamicRankSupport.flag", FlagText(flag));
}
OpAICoreConfig& OpAICoreConfig::DynamicShapeSupportFlag(bool flag) {
    return ExtendCfgInfo("dynamicShapeSupport.flag", FlagText(flag));
}
OpAICoreConfig& OpAICoreConfig::NeedCheckSupportFlag(bool flag) {
    return ExtendCfgInfo("needCheckSupport.flag", FlagText(flag));
}
OpAICoreConfig& OpAICoreConfig::PrecisionReduceFlag(bool flag) {
    return ExtendCfgInfo("precision_reduce.flag", FlagText(flag));
}
OpAICoreConfig& OpAICoreConfig::ExtendCfgInfo(const char* key, const char* value) {
    impl_->SetItem(Text(key), Text(value));
    return *this;
}

OpAICoreDef::OpAICoreDef() : impl_(new OpAICoreDefImpl()) {}
OpAICoreDef::OpAICoreDef(const OpAICoreDef& aicore_def)
    : impl_(new OpAICoreDefImpl(*aicore_def.impl_)) {}
OpAICoreDef::~OpAICoreDef() = default;
OpAICoreDef& OpAICoreDef::operator=(const OpAICoreDef& aicore_def) {
    if (this != &aicore_def) {
        *impl_ = *aicore_def.impl_;
    }
    return *this;
}

OpAICoreDef& OpAICoreDef::SetTiling(gert::OpImplRegisterV2::TilingKernelFunc func) {
    impl_->tiling = func;
    return *this;
}
OpAICoreDef& OpAICoreDef::SetCheckSupport(optiling::OP_CHECK_FUNC func) {
    impl_->check_support = func;
    return *this;
}
OpAICoreDef& OpAICoreDef::SetOpSelectFormat(optiling::OP_CHECK_FUNC func) {
    impl_->op_select_format = func;
    return *this;
}
OpAICoreDef& OpAICoreDef::SetOpSupportInfo(optiling::OP_CHECK_FUNC func) {
    impl_->op_support_info = func;
    return *this;
}
OpAICoreDef& OpAICoreDef::SetOpSpecInfo(optiling::OP_CHECK_FUNC func) {
    impl_->op_spec_info = func;
    return *this;
}
OpAICoreDef& OpAICoreDef::SetParamGeneralize(optiling::PARAM_GENERALIZE_FUNC func) {
    impl_->param_generalize = func;
    return *this;
}
gert::OpImplRegisterV2::TilingKernelFunc& OpAICoreDef::GetTiling(void) {
    return impl_->tiling;
}
optiling::OP_CHECK_FUNC& OpAICoreDef::GetCheckSupport(void) {
    return impl_->check_support;
}
optiling::OP_CHECK_FUNC& OpAICoreDef::GetOpSelectFormat(void) {
    return impl_->op_select_format;
}
optiling::OP_CHECK_FUNC& OpAICoreDef::GetOpSupportInfo(void) {
    return impl_->op_support_info;
}
optiling::OP_CHECK_FUNC& OpAICoreDef::GetOpSpecInfo(void) {
    return impl_->op_spec_info;
}
optiling::PARAM_GENERALIZE_FUNC& OpAICoreDef::GetParamGeneralize(void) {
    return impl_->param_generalize;
}

OpAICoreDef& OpAICoreDef::LaunchWithZeroEleOutputTensors(bool launchFlag) {
    impl_->launch_empty = launchFlag;
    return *this;
}
bool OpAICoreDef::GetZeroEleOutputLaunchFlag(void) {
    return impl_->launch_empty;
}

OpAICoreDef& OpAICoreDef::AddConfig(const char* soc) {
    OpAICoreConfig defaults(soc);
    return AddConfig(soc, defaults);
}
OpAICoreDef& OpAICoreDef::AddConfig(const char* soc, OpAICoreConfig& aicore_config) {
    impl_->configs[Text(soc)] = aicore_config;
    return *this;
}

OpMC2Def::OpMC2Def() : impl_(new OpMC2DefImpl()) {}
OpMC2Def::OpMC2Def(const OpMC2Def& mc2_def) : impl_(new OpMC2DefImpl(*mc2_def.impl_)) {}
OpMC2Def::~OpMC2Def() = default;
OpMC2Def& OpMC2Def::operator=(const OpMC2Def& mc2_def) {
    if (this != &mc2_def) {
        *impl_ = *mc2_def.impl_;
    }
    return *this;
}
OpMC2Def& OpMC2Def::HcclGroup(const char* value) {
    return HcclGroup(std::vector<const char*>{value});
}
OpMC2Def& OpMC2Def::HcclGroup(std::vector<const char*> value) {
    impl_->hccl_groups.clear();
    for (const char* group : value) {
        impl_->hccl_groups.push_back(Text(group));
    }
    return *this;
}

}  // namespace ops
