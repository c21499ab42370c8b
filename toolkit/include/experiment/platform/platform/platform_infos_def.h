// Figures of a SoC by section and key, as tiling functions ask for them.
#ifndef PLATFORM_INFOS_DEF_H
#define PLATFORM_INFOS_DEF_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "platform_info_def.h"

namespace fe {
enum class LocalMemType { L0_A = 0, L0_B = 1, L0_C = 2, L1 = 3, L2 = 4, UB = 5, HBM = 6, RESERVED };

class PlatFormInfosImpl;
using PlatFormInfosImplPtr = std::shared_ptr<PlatFormInfosImpl>;

/// A SoC's platform configuration. Copies share their contents. Before Init() (or Set*) everything
/// is empty: getters answer false, 0 or an empty map. The ...WithLock forms do the same; all
/// members are thread safe.
class __attribute__((visibility("default"))) PlatFormInfos {
public:
    /// Makes the contents (empty); true.
    bool Init();
    /// Intrinsic name -> types, from section AICoreintrinsicDtypeMap.
    std::map<std::string, std::vector<std::string>> GetAICoreIntrinsicDtype();
    std::map<std::string, std::vector<std::string>> GetAICoreIntrinsicDtype() const;
    std::map<std::string, std::vector<std::string>> GetVectorCoreIntrinsicDtype();
    std::map<std::string, std::vector<std::string>> GetVectorCoreIntrinsicDtype() const;
    /// Text of section `label`, key `key`. Within the two ...intrinsicDtypeMap sections the key is
    /// the intrinsic's name and the value its types, separated by commas.
    bool GetPlatformRes(const std::string& label, const std::string& key, std::string& val);
    bool GetPlatformRes(const std::string& label, const std::string& key, std::string& val) const;
    bool GetPlatformResWithLock(const std::string& label, const std::string& key, std::string& val);
    bool GetPlatformRes(const std::string& label, std::map<std::string, std::string>& res);
    bool GetPlatformResWithLock(const std::string& label, std::map<std::string, std::string>& res);
    bool GetPlatformResWithLock(std::map<std::string, std::map<std::string, std::string>>& res);
    /// What SetCoreNum or SetCoreNumByCoreType stored; AI cores of the SoC before.
    uint32_t GetCoreNum() const;
    uint32_t GetCoreNumWithLock() const;
    /// Bytes as in the configuration; 0 for an unknown type.
    void GetLocalMemSize(const LocalMemType& mem_type, uint64_t& size);
    /// Bytes per cycle of L2 and HBM; 0 for others.
    void GetLocalMemBw(const LocalMemType& mem_type, uint64_t& bw_size);

    void SetAICoreIntrinsicDtype(std::map<std::string, std::vector<std::string>>& intrinsic_dtypes);
    void SetVectorCoreIntrinsicDtype(
        std::map<std::string, std::vector<std::string>>& intrinsic_dtypes);
    void SetPlatformRes(const std::string& label, std::map<std::string, std::string>& res);
    void SetPlatformResWithLock(const std::string& label, std::map<std::string, std::string>& res);
    std::map<std::string, std::vector<std::string>> GetFixPipeDtypeMap();
    void SetFixPipeDtypeMap(
        const std::map<std::string, std::vector<std::string>>& fixpipe_dtype_map);
    /// "VectorCore", "CubeCore", "AiCore" or "MIX": stores that kind's number for GetCoreNum.
    void SetCoreNumByCoreType(const std::string& core_type);
    void SetCoreNum(const uint32_t& core_num);
    /// Text form of all sections, and back; false if the text is malformed.
    std::string SaveToBuffer();
    bool LoadFromBuffer(const char* buf_ptr, const size_t buf_len);
    /// Cores of the kind: "VectorCore" vector cores, "CubeCore" cube cores, else AI cores.
    uint32_t GetCoreNumByType(const std::string& core_type);

private:
    uint32_t core_num_{0};
    PlatFormInfosImplPtr platform_infos_impl_{nullptr};
};

class OptionalInfosImpl;
using OptionalInfosImplPtr = std::shared_ptr<OptionalInfosImpl>;

/// Choices of a compilation, in addition to the SoC's figures.
class __attribute__((visibility("default"))) OptionalInfos {
public:
    bool Init();
    std::string GetSocVersion();
    std::string GetSocVersion() const;
    std::string GetCoreType();
    std::string GetCoreType() const;
    uint32_t GetAICoreNum();
    uint32_t GetAICoreNum() const;
    std::string GetL1FusionFlag();
    std::string GetL1FusionFlag() const;
    std::map<std::string, std::vector<std::string>> GetFixPipeDtypeMap();
    std::map<std::string, std::vector<std::string>> GetFixPipeDtypeMap() const;
    void SetFixPipeDtypeMap(
        const std::map<std::string, std::vector<std::string>>& fixpipe_dtype_map);
    void SetSocVersion(std::string soc_version);
    void SetSocVersionWithLock(std::string soc_version);
    void SetCoreType(std::string core_type);
    void SetAICoreNum(uint32_t ai_core_num);
    void SetL1FusionFlag(std::string l1_fusion_flag);

private:
    OptionalInfosImplPtr optional_infos_impl_{nullptr};
};
}  // namespace fe

#endif  // PLATFORM_INFOS_DEF_H
