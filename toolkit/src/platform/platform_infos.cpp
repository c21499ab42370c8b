#include <cstdlib>
#include <mutex>

#include "experiment/platform/platform/platform_infos_def.h"
#include "platform/platform_infos_factory.h"
#include "support/strings.h"

namespace fe {
namespace {

using DtypeMap = std::map<std::string, std::vector<std::string>>;
using Section = std::map<std::string, std::string>;

const char* const kAiCoreIntrinsics = "AICoreintrinsicDtypeMap";
const char* const kVectorCoreIntrinsics = "VectorCoreintrinsicDtypeMap";

/// Section and key of a memory's size in the configuration; null section for none.
struct Property {
    const char* section;
    const char* key;
};

Property SizeProperty(LocalMemType type) {
    switch (type) {
        case LocalMemType::L0_A:
            return {"AICoreSpec", "l0_a_size"};
        case LocalMemType::L0_B:
            return {"AICoreSpec", "l0_b_size"};
        case LocalMemType::L0_C:
            return {"AICoreSpec", "l0_c_size"};
        case LocalMemType::L1:
            return {"AICoreSpec", "l1_size"};
        case LocalMemType::L2:
            return {"SoCInfo", "l2_size"};
        case LocalMemType::UB:
            return {"AICoreSpec", "ub_size"};
        case LocalMemType::HBM:
            return {"SoCInfo", "memory_size"};
        default:
            return {nullptr, nullptr};
    }
}

}  // namespace

/// Contents shared by the copies of a PlatFormInfos.
class PlatFormInfosImpl {
public:
    bool Get(const std::string& label, const std::string& key, std::string* value) {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto section = sections_.find(label);
        if (section == sections_.end()) {
            return false;
        }
        const auto property = section->second.find(key);
        if (property == section->second.end()) {
            return false;
        }
        *value = property->second;
        return true;
    }
    bool Get(const std::string& label, Section* section) {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto entry = sections_.find(label);
        if (entry == sections_.end()) {
            return false;
        }
        *section = entry->second;
        return true;
    }
    platform::IniSections All() {
        const std::lock_guard<std::mutex> lock(mutex_);
        return sections_;
    }
    void Set(const std::string& label, const Section& section) {
        const std::lock_guard<std::mutex> lock(mutex_);
        sections_[label] = section;
    }
    uint64_t Number(const char* label, const char* key) {
        std::string text;
        return label != nullptr && Get(label, key, &text) ? std::strtoull(text.c_str(), nullptr, 10)
                                                          : 0;
    }
    DtypeMap Dtypes(const char* label) {
        Section section;
        DtypeMap dtypes;
        (void)Get(label, &section);
        for (const auto& entry : section) {
            dtypes[entry.first] = support::Split(entry.second, ',');
        }
        return dtypes;
    }
    void SetDtypes(const char* label, const DtypeMap& dtypes) {
        Section section;
        for (const auto& entry : dtypes) {
            section[entry.first] = support::Join(entry.second, ",");
        }
        Set(label, section);
    }
    DtypeMap fixpipe() {
        const std::lock_guard<std::mutex> lock(mutex_);
        return fixpipe_;
    }
    void set_fixpipe(const DtypeMap& map) {
        const std::lock_guard<std::mutex> lock(mutex_);
        fixpipe_ = map;
    }

private:
    std::mutex mutex_;
    platform::IniSections sections_;
    DtypeMap fixpipe_;
};

bool PlatFormInfos::Init() {
    platform_infos_impl_ = std::make_shared<PlatFormInfosImpl>();
    return true;
}

DtypeMap PlatFormInfos::GetAICoreIntrinsicDtype() const {
    return platform_infos_impl_ == nullptr ? DtypeMap()
                                           : platform_infos_impl_->Dtypes(kAiCoreIntrinsics);
}
DtypeMap PlatFormInfos::GetAICoreIntrinsicDtype() {
    return static_cast<const PlatFormInfos*>(this)->GetAICoreIntrinsicDtype();
}
DtypeMap PlatFormInfos::GetVectorCoreIntrinsicDtype() const {
    return platform_infos_impl_ == nullptr ? DtypeMap()
                                           : platform_infos_impl_->Dtypes(kVectorCoreIntrinsics);
}
DtypeMap PlatFormInfos::GetVectorCoreIntrinsicDtype() {
    return static_cast<const PlatFormInfos*>(this)->GetVectorCoreIntrinsicDtype();
}

bool PlatFormInfos::GetPlatformRes(const std::string& label, const std::string& key,
                                   std::string& val) const {
    return platform_infos_impl_ != nullptr && platform_infos_impl_->Get(label, key, &val);
}
bool PlatFormInfos::GetPlatformRes(const std::string& label, const std::string& key,
                                   std::string& val) {
    return static_cast<const PlatFormInfos*>(this)->GetPlatformRes(label, key, val);
}
bool PlatFormInfos::GetPlatformResWithLock(const std::string& label, const std::string& key,
                                           std::string& val) {
    return GetPlatformRes(label, key, val);
}
bool PlatFormInfos::GetPlatformRes(const std::string& label, Section& res) {
    return platform_infos_impl_ != nullptr && platform_infos_impl_->Get(label, &res);
}
bool PlatFormInfos::GetPlatformResWithLock(const std::string& label, Section& res) {
    return GetPlatformRes(label, res);
}
bool PlatFormInfos::GetPlatformResWithLock(std::map<std::string, Section>& res) {
    if (platform_infos_impl_ == nullptr) {
        return false;
    }
    res = platform_infos_impl_->All();
    return true;
}

uint32_t PlatFormInfos::GetCoreNum() const {
    if (core_num_ != 0 || platform_infos_impl_ == nullptr) {
        return core_num_;
    }
    return static_cast<uint32_t>(platform_infos_impl_->Number("SoCInfo", "ai_core_cnt"));
}
uint32_t PlatFormInfos::GetCoreNumWithLock() const {
    return GetCoreNum();
}

void PlatFormInfos::GetLocalMemSize(const LocalMemType& mem_type, uint64_t& size) {
    const Property property = SizeProperty(mem_type);
    size = platform_infos_impl_ == nullptr
               ? 0
               : platform_infos_impl_->Number(property.section, property.key);
}

void PlatFormInfos::GetLocalMemBw(const LocalMemType& mem_type, uint64_t& bw_size) {
    bw_size = 0;
    if (platform_infos_impl_ == nullptr) {
        return;
    }
    if (mem_type == LocalMemType::L2) {
        bw_size = platform_infos_impl_->Number("AICoreMemoryRates", "l2_rate");
    } else if (mem_type == LocalMemType::HBM) {
        bw_size = platform_infos_impl_->Number("AICoreMemoryRates", "ddr_rate");
    }
}

void PlatFormInfos::SetAICoreIntrinsicDtype(DtypeMap& intrinsic_dtypes) {
    if (platform_infos_impl_ != nullptr || Init()) {
        platform_infos_impl_->SetDtypes(kAiCoreIntrinsics, intrinsic_dtypes);
    }
}
void PlatFormInfos::SetVectorCoreIntrinsicDtype(DtypeMap& intrinsic_dtypes) {
    if (platform_infos_impl_ != nullptr || Init()) {
        platform_infos_impl_->SetDtypes(kVectorCoreIntrinsics, intrinsic_dtypes);
    }
}
void PlatFormInfos::SetPlatformRes(const std::string& label, Section& res) {
    if (platform_infos_impl_ != nullptr || Init()) {
        platform_infos_impl_->Set(label, res);
    }
}
void PlatFormInfos::SetPlatformResWithLock(const std::string& label, Section& res) {
    SetPlatformRes(label, res);
}
DtypeMap PlatFormInfos::GetFixPipeDtypeMap() {
    return platform_infos_impl_ == nullptr ? DtypeMap() : platform_infos_impl_->fixpipe();
}
void PlatFormInfos::SetFixPipeDtypeMap(const DtypeMap& fixpipe_dtype_map) {
    if (platform_infos_impl_ != nullptr || Init()) {
        platform_infos_impl_->set_fixpipe(fixpipe_dtype_map);
    }
}

void PlatFormInfos::SetCoreNumByCoreType(const std::string& core_type) {
    core_num_ = GetCoreNumByType(core_type);
}
void PlatFormInfos::SetCoreNum(const uint32_t& core_num) {
    core_num_ = core_num;
}

uint32_t PlatFormInfos::GetCoreNumByType(const std::string& core_type) {
    if (platform_infos_impl_ == nullptr) {
        return 0;
    }
    const char* const key = core_type == "VectorCore" ? "vector_core_cnt"
                            : core_type == "CubeCore" ? "cube_core_cnt"
                                                      : "ai_core_cnt";
    const uint64_t count = platform_infos_impl_->Number("SoCInfo", key);
    return static_cast<uint32_t>(
        count != 0 ? count : platform_infos_impl_->Number("SoCInfo", "ai_core_cnt"));
}

std::string PlatFormInfos::SaveToBuffer() {
    std::string text;
    if (platform_infos_impl_ == nullptr) {
        return text;
    }
    for (const auto& section : platform_infos_impl_->All()) {
        text += "[" + section.first + "]\n";
        for (const auto& entry : section.second) {
            text += entry.first + "=" + entry.second + "\n";
        }
    }
    return text;
}

bool PlatFormInfos::LoadFromBuffer(const char* buf_ptr, const size_t buf_len) {
    if (buf_ptr == nullptr || !Init()) {
        return false;
    }
    const std::string text(buf_ptr, buf_len);
    std::string label;
    platform::IniSections sections;
    for (size_t start = 0; start < text.size();) {
        size_t end = text.find('\n', start);
        end = end == std::string::npos ? text.size() : end;
        const std::string line = text.substr(start, end - start);
        const size_t equals = line.find('=');
        if (line.size() > 2 && line[0] == '[' && line.back() == ']') {
            label = line.substr(1, line.size() - 2);
        } else if (equals != std::string::npos) {
            sections[label][line.substr(0, equals)] = line.substr(equals + 1);
        } else if (!line.empty()) {
            return false;
        }
        start = end + 1;
    }
    for (const auto& section : sections) {
        platform_infos_impl_->Set(section.first, section.second);
    }
    return true;
}

}  // namespace fe

namespace platform {

fe::PlatFormInfos InfosOf(const SocSpec& soc) {
    fe::PlatFormInfos infos;
    (void)infos.Init();
    for (const auto& section : soc.ini) {
        std::map<std::string, std::string> entries = section.second;
        infos.SetPlatformRes(section.first, entries);
    }
    infos.SetCoreNum(soc.split_cores ? soc.vector_core_cnt : soc.ai_core_cnt);
    return infos;
}

}  // namespace platform
