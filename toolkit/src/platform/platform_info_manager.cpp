#include <cctype>
#include <cstdlib>
#include <mutex>

#include "experiment/platform/platform/platform_info.h"
#include "platform/platform_infos_factory.h"
#include "platform/soc_table.h"

namespace fe {
namespace {

constexpr uint32_t kSuccess = 0;
constexpr uint32_t kFailed = 0xFFFFFFFFU;

/// Reads typed values of one section.
class SectionReader {
public:
    SectionReader(const platform::SocSpec& soc, const char* section)
        : soc_(soc), section_(section) {}
    template <typename T>
    void Read(const char* key, T* value) const {
        const std::string* const text = soc_.Get(section_, key);
        if (text != nullptr && !text->empty()) {
            *value = static_cast<T>(std::strtod(text->c_str(), nullptr));
        }
    }
    void Read(const char* key, std::string* value) const {
        const std::string* const text = soc_.Get(section_, key);
        if (text != nullptr) {
            *value = *text;
        }
    }

private:
    const platform::SocSpec& soc_;
    const char* section_;
};

void FillVersion(const platform::SocSpec& soc, StrInfo* info) {
    const SectionReader reader(soc, "version");
    reader.Read("AIC_version", &info->aic_version);
    reader.Read("CCEC_AIC_version", &info->ccec_aic_version);
    reader.Read("CCEC_AIV_version", &info->ccec_aiv_version);
    reader.Read("Short_SoC_version", &info->short_soc_version);
}

void FillSocInfo(const platform::SocSpec& soc, SoCInfo* info) {
    const SectionReader reader(soc, "SoCInfo");
    reader.Read("ai_core_cnt", &info->ai_core_cnt);
    reader.Read("vector_core_cnt", &info->vector_core_cnt);
    reader.Read("ai_cpu_cnt", &info->ai_cpu_cnt);
    reader.Read("memory_size", &info->memory_size);
    reader.Read("l2_size", &info->l2_size);
    reader.Read("l2PageNum", &info->l2PageNum);
    SectionReader(soc, "version").Read("Arch_type", &info->arch_type);
}

void FillCoreSpec(const platform::SocSpec& soc, AiCoreSpec* spec) {
    const SectionReader reader(soc, "AICoreSpec");
    reader.Read("cube_freq", &spec->cube_freq);
    reader.Read("cube_m_size", &spec->cube_m_size);
    reader.Read("cube_n_size", &spec->cube_n_size);
    reader.Read("cube_k_size", &spec->cube_k_size);
    reader.Read("vec_calc_size", &spec->vec_calc_size);
    reader.Read("l0_a_size", &spec->l0_a_size);
    reader.Read("l0_b_size", &spec->l0_b_size);
    reader.Read("l0_c_size", &spec->l0_c_size);
    reader.Read("l1_size", &spec->l1_size);
    reader.Read("smask_buffer", &spec->smask_buffer);
    reader.Read("ub_size", &spec->ub_size);
    reader.Read("ubblock_size", &spec->ubblock_size);
    reader.Read("ubbank_size", &spec->ubbank_size);
    reader.Read("ubbank_num", &spec->ubbank_num);
    reader.Read("ubbank_group_num", &spec->ubbank_group_num);
    reader.Read("sparsity", &spec->sparsity);
    spec->cube_vector_split = soc.split_cores ? 1 : 0;
}

void FillRates(const platform::SocSpec& soc, AiCoreMemoryRates* rates) {
    const SectionReader reader(soc, "AICoreMemoryRates");
    reader.Read("ddr_rate", &rates->ddr_rate);
    reader.Read("ddr_read_rate", &rates->ddr_read_rate);
    reader.Read("ddr_write_rate", &rates->ddr_write_rate);
    reader.Read("l2_rate", &rates->l2_rate);
    reader.Read("l2_read_rate", &rates->l2_read_rate);
    reader.Read("l2_write_rate", &rates->l2_write_rate);
    reader.Read("l1_to_l0_a_rate", &rates->l1_to_l0_a_rate);
    reader.Read("l1_to_l0_b_rate", &rates->l1_to_l0_b_rate);
    reader.Read("l1_to_ub_rate", &rates->l1_to_ub_rate);
    reader.Read("l0_c_to_ub_rate", &rates->l0_c_to_ub_rate);
    reader.Read("ub_to_l2_rate", &rates->ub_to_l2_rate);
    reader.Read("ub_to_ddr_rate", &rates->ub_to_ddr_rate);
    reader.Read("ub_to_l1_rate", &rates->ub_to_l1_rate);
}

PlatformInfo StructOf(const platform::SocSpec& soc) {
    PlatformInfo info;
    FillVersion(soc, &info.str_info);
    FillSocInfo(soc, &info.soc_info);
    FillCoreSpec(soc, &info.ai_core_spec);
    FillRates(soc, &info.ai_core_memory_rates);
    const SectionReader vector_core(soc, "VectorCoreSpec");
    vector_core.Read("vec_freq", &info.vector_core_spec.vec_freq);
    vector_core.Read("ub_size", &info.vector_core_spec.ub_size);
    const PlatFormInfos infos = platform::InfosOf(soc);
    info.ai_core_intrinsic_dtype_map = infos.GetAICoreIntrinsicDtype();
    info.vector_core_intrinsic_dtype_map = infos.GetVectorCoreIntrinsicDtype();
    return info;
}

}  // namespace

class PlatformInfoManager::State {
public:
    std::mutex mutex;
    OptionalInfo optional;
    OptionalInfos optionals;
    std::map<std::string, PlatFormInfos> replaced;      // by SoC name
    std::map<uint32_t, PlatFormInfos> device_replaced;  // by device number
};

PlatformInfoManager::PlatformInfoManager() : state_(new State) {}
PlatformInfoManager::~PlatformInfoManager() {
    delete state_;
}

PlatformInfoManager& PlatformInfoManager::Instance() {
    static PlatformInfoManager* const manager = new PlatformInfoManager;
    return *manager;
}
PlatformInfoManager& PlatformInfoManager::GeInstance() {
    static PlatformInfoManager* const manager = new PlatformInfoManager;
    return *manager;
}

uint32_t PlatformInfoManager::InitializePlatformInfo() {
    return platform::AllSocs().empty() ? kFailed : kSuccess;
}
uint32_t PlatformInfoManager::Finalize() {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    state_->replaced.clear();
    state_->device_replaced.clear();
    return kSuccess;
}

uint32_t PlatformInfoManager::GetPlatformInfo(const std::string SoCVersion,
                                              PlatformInfo& platform_info,
                                              OptionalInfo& opti_compilation_info) {
    const platform::SocSpec* const soc = platform::FindSoc(SoCVersion);
    if (soc == nullptr) {
        return kFailed;
    }
    platform_info = StructOf(*soc);
    opti_compilation_info.soc_version = soc->soc_version;
    opti_compilation_info.core_type = "AiCore";
    opti_compilation_info.ai_core_num = soc->ai_core_cnt;
    return kSuccess;
}

uint32_t PlatformInfoManager::GetPlatformInfoWithOutSocVersion(
    PlatformInfo& platform_info, OptionalInfo& opti_compilation_info) {
    std::string name;
    {
        const std::lock_guard<std::mutex> lock(state_->mutex);
        name = state_->optional.soc_version;
    }
    return GetPlatformInfo(name.empty() ? platform::CurrentSoc().soc_version : name, platform_info,
                           opti_compilation_info);
}

void PlatformInfoManager::SetOptionalCompilationInfo(OptionalInfo& opti_compilation_info) {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    state_->optional = opti_compilation_info;
}

uint32_t PlatformInfoManager::GetPlatformInfos(const std::string SoCVersion,
                                               PlatFormInfos& platform_info,
                                               OptionalInfos& opti_compilation_info) {
    const platform::SocSpec* const soc = platform::FindSoc(SoCVersion);
    if (soc == nullptr) {
        return kFailed;
    }
    const std::lock_guard<std::mutex> lock(state_->mutex);
    const auto replaced = state_->replaced.find(soc->soc_version);
    platform_info = replaced != state_->replaced.end() ? replaced->second : platform::InfosOf(*soc);
    (void)opti_compilation_info.Init();
    opti_compilation_info.SetSocVersion(soc->soc_version);
    opti_compilation_info.SetCoreType("AiCore");
    opti_compilation_info.SetAICoreNum(soc->ai_core_cnt);
    return kSuccess;
}

uint32_t PlatformInfoManager::GetPlatformInfoWithOutSocVersion(
    PlatFormInfos& platform_info, OptionalInfos& opti_compilation_info) {
    std::string name;
    {
        const std::lock_guard<std::mutex> lock(state_->mutex);
        name = state_->optionals.GetSocVersion();
    }
    return GetPlatformInfos(name.empty() ? platform::CurrentSoc().soc_version : name, platform_info,
                            opti_compilation_info);
}

void PlatformInfoManager::SetOptionalCompilationInfo(OptionalInfos& opti_compilation_info) {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    state_->optionals = opti_compilation_info;
}

uint32_t PlatformInfoManager::UpdatePlatformInfos(PlatFormInfos& platform_infos) {
    std::string name;
    if (!platform_infos.GetPlatformRes("version", "SoC_version", name)) {
        return kFailed;
    }
    return UpdatePlatformInfos(name, platform_infos);
}
uint32_t PlatformInfoManager::UpdatePlatformInfos(const std::string& soc_version,
                                                  PlatFormInfos& platform_infos) {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    state_->replaced[soc_version] = platform_infos;
    return kSuccess;
}

uint32_t PlatformInfoManager::GetPlatformInstanceByDevice(const uint32_t& device_id,
                                                          PlatFormInfos& platform_infos) {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    const auto replaced = state_->device_replaced.find(device_id);
    platform_infos = replaced != state_->device_replaced.end()
                         ? replaced->second
                         : platform::InfosOf(platform::CurrentSoc());
    return kSuccess;
}
uint32_t PlatformInfoManager::GetRuntimePlatformInfosByDevice(const uint32_t& device_id,
                                                              PlatFormInfos& platform_infos) {
    return GetPlatformInstanceByDevice(device_id, platform_infos);
}
uint32_t PlatformInfoManager::UpdateRuntimePlatformInfosByDevice(const uint32_t& device_id,
                                                                 PlatFormInfos& platform_infos) {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    state_->device_replaced[device_id] = platform_infos;
    return kSuccess;
}
uint32_t PlatformInfoManager::InitRuntimePlatformInfos(const std::string& SoCVersion) {
    return platform::FindSoc(SoCVersion) == nullptr ? kFailed : kSuccess;
}

}  // namespace fe
