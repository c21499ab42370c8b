#include "tiling/platform/platform_ascendc.h"

#include <strings.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "experiment/platform/platform/platform_info.h"
#include "experiment/platform/platform/platform_infos_def.h"

namespace platform_ascendc {
namespace {

constexpr uint32_t kMiB = 1024U * 1024U;
constexpr uint64_t kReservedBytes = 256;  // of L1 and UB, reserved by the library on 910B
constexpr uint32_t kNotSupported = 0xFFFFFFFFU;

std::string TextOf(const fe::PlatFormInfos& infos, const char* label, const char* key) {
    std::string text;
    (void)infos.GetPlatformRes(label, key, text);
    return text;
}

uint32_t NumberOf(const fe::PlatFormInfos& infos, const char* label, const char* key) {
    return static_cast<uint32_t>(std::strtoul(TextOf(infos, label, key).c_str(), nullptr, 10));
}

bool SeparateCores(const fe::PlatFormInfos& infos) {
    return TextOf(infos, "SoCInfo", "core_type_list") == "CubeCore,VectorCore";
}

struct FamilyOfUnit {
    const char* unit;
    SocVersion version;
};

constexpr FamilyOfUnit kFamilies[] = {
#define SOC_UNIT(unit, tiling, op, soc_type, in_8_1, newer) {unit, SocVersion::tiling},
#include "platform/soc_units.inc"
#undef SOC_UNIT
};

}  // namespace

fe::PlatFormInfos* PlatformAscendC::GetPlatFormInfo(void) const {
    if (platformInfo_ == nullptr) {
        std::fprintf(stderr, "error: PlatformAscendC was made from null platform infos\n");
        std::abort();
    }
    return platformInfo_;
}

uint32_t PlatformAscendC::GetCoreNum(void) const {
    return GetPlatFormInfo()->GetCoreNum();
}

uint32_t PlatformAscendC::GetCoreNumAic(void) const {
    const fe::PlatFormInfos& infos = *GetPlatFormInfo();
    return NumberOf(infos, "SoCInfo", SeparateCores(infos) ? "cube_core_cnt" : "ai_core_cnt");
}

uint32_t PlatformAscendC::GetCoreNumAiv(void) const {
    const fe::PlatFormInfos& infos = *GetPlatFormInfo();
    return NumberOf(infos, "SoCInfo", SeparateCores(infos) ? "vector_core_cnt" : "ai_core_cnt");
}

uint32_t PlatformAscendC::GetCoreNumVector(void) const {
    if (GetSocVersion() != SocVersion::ASCEND310P) {
        return 0;
    }
    return NumberOf(*GetPlatFormInfo(), "SoCInfo", "vector_core_cnt");
}

uint32_t PlatformAscendC::CalcTschBlockDim(uint32_t sliceNum, uint32_t aicCoreNum,
                                           uint32_t aivCoreNum) const {
    if (aicCoreNum == 0 || aivCoreNum == 0 || aicCoreNum > aivCoreNum) {
        return sliceNum;
    }
    const uint32_t ratio = aivCoreNum / aicCoreNum;
    const uint32_t blocks = (sliceNum + ratio - 1) / ratio;
    return ratio == 2 && blocks > aicCoreNum ? 0 : blocks;
}

uint32_t PlatformAscendC::GetLibApiWorkSpaceSize(void) const {
    const SocVersion version = GetSocVersion();
    const bool large = version == SocVersion::ASCEND910B || version == SocVersion::ASCEND950;
    return large ? 16U * kMiB : 2U * kMiB;
}

uint32_t PlatformAscendC::GetResCubeGroupWorkSpaceSize(void) const {
    return GetSocVersion() == SocVersion::ASCEND910B ? kMiB : kNotSupported;
}

uint32_t PlatformAscendC::GetResGroupBarrierWorkSpaceSize(void) const {
    return GetSocVersion() == SocVersion::ASCEND910B ? kMiB : kNotSupported;
}

void PlatformAscendC::GetCoreMemSize(const CoreMemType& memType, uint64_t& size) const {
    fe::PlatFormInfos& infos = *GetPlatFormInfo();
    if (memType == CoreMemType::FB) {
        size = NumberOf(infos, "AICoreSpec", "fb0_size");
        return;
    }
    if (memType == CoreMemType::BT) {
        size = NumberOf(infos, "AICoreSpec", "bt_size");
        return;
    }
    infos.GetLocalMemSize(static_cast<fe::LocalMemType>(memType), size);
    const bool reserved = memType == CoreMemType::UB || memType == CoreMemType::L1;
    if (reserved && GetSocVersion() == SocVersion::ASCEND910B && size >= kReservedBytes) {
        size -= kReservedBytes;
    }
    if (memType == CoreMemType::UB) {
        size -= std::min<uint64_t>(reserved_bytes_, size);
    }
}

void PlatformAscendC::ReserveLocalMemory(ReservedSize size) {
    switch (size) {
        case ReservedSize::RESERVED_SIZE_8K:
            reserved_bytes_ = 8 * 1024;
            break;
        case ReservedSize::RESERVED_SIZE_16K:
            reserved_bytes_ = 16 * 1024;
            break;
        case ReservedSize::RESERVED_SIZE_32K:
            reserved_bytes_ = 32 * 1024;
            break;
    }
}

uint32_t PlatformAscendC::GetVecRegLen(void) const {
    constexpr uint32_t kRegisterBytes = 256;
    return GetCurNpuArch() == NpuArch::DAV_3510 ? kRegisterBytes : 0;
}

void PlatformAscendC::GetCoreMemBw(const CoreMemType& memType, uint64_t& bwSize) const {
    GetPlatFormInfo()->GetLocalMemBw(static_cast<fe::LocalMemType>(memType), bwSize);
}

SocVersion PlatformAscendC::GetSocVersion(void) const {
    const std::string name = TextOf(*GetPlatFormInfo(), "version", "Short_SoC_version");
    for (const FamilyOfUnit& family : kFamilies) {
        if (strcasecmp(name.c_str(), family.unit) == 0) {
            return family.version;
        }
    }
    return SocVersion::RESERVED_VERSION;
}

NpuArch PlatformAscendC::GetCurNpuArch(void) const {
    const uint32_t number = NumberOf(*GetPlatFormInfo(), "version", "NpuArch");
    return number == 0 ? NpuArch::DAV_RESV : static_cast<NpuArch>(number);
}

PlatformAscendC* PlatformAscendCManager::GetInstance(const char* customSocVersion) {
    static std::mutex mutex;
    static PlatformAscendC* instance = nullptr;
    const std::lock_guard<std::mutex> lock(mutex);
    if (instance != nullptr) {
        return instance;
    }
    // Both live as long as the process: the caller keeps the pointer.
    auto* const infos = new fe::PlatFormInfos;
    fe::OptionalInfos optional;
    fe::PlatformInfoManager& manager = fe::PlatformInfoManager::Instance();
    const uint32_t status = customSocVersion == nullptr
                                ? manager.GetPlatformInstanceByDevice(0, *infos)
                                : manager.GetPlatformInfos(customSocVersion, *infos, optional);
    if (status != 0) {
        delete infos;
        return nullptr;
    }
    instance = new PlatformAscendC(infos);
    return instance;
}

}  // namespace platform_ascendc
