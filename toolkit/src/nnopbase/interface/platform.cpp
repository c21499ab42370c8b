// opdev/platform.h
#include "aclnn/opdev/platform.h"

#include <map>

#include "acl/acl_rt.h"
#include "platform/platform_infos_factory.h"
#include "platform/soc_table.h"

namespace op {
namespace {

constexpr int64_t kBlockBytes = 32;

SocVersion VersionOf(const std::string& unit) {
#define SOC_UNIT(name, tiling, op, soc_type, in_8_1, newer) \
    if (unit == name) {                                     \
        return SocVersion::op;                              \
    }
#include "platform/soc_units.inc"
#undef SOC_UNIT
    return SocVersion::RESERVED_VERSION;
}

}  // namespace

SocVersion PlatformInfo::GetSocVersion() const {
    return VersionOf(platform::CurrentSoc().short_soc_version);
}

const std::string& PlatformInfo::GetSocLongVersion() const {
    return platform::CurrentSoc().soc_version;
}

NpuArch PlatformInfo::GetCurNpuArch() const {
    const uint32_t number = platform::CurrentSoc().npu_arch;
    return number == 0 ? NpuArch::DAV_RESV : static_cast<NpuArch>(number);
}

int32_t PlatformInfo::GetDeviceId() const {
    int32_t device = 0;
    return aclrtGetDevice(&device) == ACL_SUCCESS ? device : 0;
}

bool PlatformInfo::CheckSupport(SocSpec, SocSpecAbility ability) const {
    static const std::map<SocSpecAbility, std::string>* const kNames =
        new std::map<SocSpecAbility, std::string>{
            {SocSpecAbility::INST_MMAD_F162F16, "f162f16"},
            {SocSpecAbility::INST_MMAD_F162F32, "f162f32"},
            {SocSpecAbility::INST_MMAD_H322F32, "h322f32"},
            {SocSpecAbility::INST_MMAD_F322F32, "f322f32"},
            {SocSpecAbility::INST_MMAD_U32U8U8, "u32u8u8"},
            {SocSpecAbility::INST_MMAD_S32S8S8, "s32s8s8"},
            {SocSpecAbility::INST_MMAD_S32U8S8, "s32u8s8"},
            {SocSpecAbility::INST_MMAD_F16F16F16, "f16f16f16"},
            {SocSpecAbility::INST_MMAD_F32F16F16, "f32f16f16"},
            {SocSpecAbility::INST_MMAD_F16F16U2, "f16f16u2"},
            {SocSpecAbility::INST_MMAD_U8, "u8"},
            {SocSpecAbility::INST_MMAD_S8, "s8"},
            {SocSpecAbility::INST_MMAD_U8S8, "u8s8"},
            {SocSpecAbility::INST_MMAD_F16U2, "f16u2"},
        };
    const std::string* const listed =
        platform::CurrentSoc().Get("AICoreintrinsicDtypeMap", "Intrinsic_mmad");
    if (listed == nullptr) {
        return false;
    }
    const std::string& name = kNames->at(ability);
    for (size_t at = listed->find(name); at != std::string::npos; at = listed->find(name, at + 1)) {
        const size_t end = at + name.size();
        const bool begins = at == 0 || (*listed)[at - 1] == ',' || (*listed)[at - 1] == '|';
        if (begins && (end == listed->size() || (*listed)[end] == ',')) {
            return true;
        }
    }
    return false;
}

int64_t PlatformInfo::GetBlockSize() const {
    return kBlockBytes;
}

uint32_t PlatformInfo::GetCubeCoreNum() const {
    return static_cast<uint32_t>(platform::CurrentSoc().cube_core_cnt);
}

uint32_t PlatformInfo::GetVectorCoreNum() const {
    return static_cast<uint32_t>(platform::CurrentSoc().vector_core_cnt);
}

bool PlatformInfo::Valid() const {
    return true;
}

bool PlatformInfo::GetFftsPlusMode() const {
    return platform::CurrentSoc().split_cores;
}

fe::PlatFormInfos* PlatformInfo::GetPlatformInfos() const {
    static fe::PlatFormInfos* const infos =
        new fe::PlatFormInfos(platform::InfosOf(platform::CurrentSoc()));
    return infos;
}

const PlatformInfo& GetCurrentPlatformInfo() {
    static const PlatformInfo* const info = new PlatformInfo();
    return *info;
}

}  // namespace op
