// The SoCs that this toolkit knows, read from <library directory>/../data/platform_config/*.ini.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace platform {

/// Sections of a platform ini file: section -> key -> value.
using IniSections = std::map<std::string, std::map<std::string, std::string>>;

/// Figures of one SoC. Sizes are in bytes, as written in the ini file (nothing subtracted).
struct SocSpec {
    std::string soc_version;        ///< e.g. "Ascend910B1"
    std::string short_soc_version;  ///< lower case compute unit, e.g. "ascend910b"
    uint32_t ai_core_cnt = 0;
    uint32_t cube_core_cnt = 0;    ///< equal to ai_core_cnt where the ini does not say
    uint32_t vector_core_cnt = 0;  ///< equal to ai_core_cnt where the ini does not say
    uint64_t ub_size = 0;
    uint64_t l1_size = 0;
    uint64_t l0a_size = 0;
    uint64_t l0b_size = 0;
    uint64_t l0c_size = 0;
    uint64_t bt_size = 0;  ///< bias table
    uint64_t fb_size = 0;  ///< fixpipe buffer, all of its parts
    uint64_t l2_size = 0;
    uint64_t memory_size = 0;  ///< device memory; 0 where the ini does not say
    uint32_t cube_freq_mhz = 0;
    uint32_t arch = 0;         ///< value of __CCE_AICORE__: 100, 200, 220, 300, 310
    uint32_t npu_arch = 0;     ///< value of __NPU_ARCH__, e.g. 2201; 0 where no source gives one
    bool split_cores = false;  ///< cube and vector cores are separate ("CubeCore,VectorCore")
    IniSections ini;

    /// What code for the SoC's cores is compiled for: the same number, the same instructions.
    uint32_t architecture() const { return npu_arch != 0 ? npu_arch : arch; }
    /// Raw text of a key; null if the section or the key does not exist.
    const std::string* Get(const std::string& section, const std::string& key) const;
};

/// Finds by long name ("Ascend910B1", exact, else ignoring case) or compute unit ("ascend910b": the
/// SoC that stands for it as a device).
/// The pointer stays valid for the life of the process. Null for an unknown name.
const SocSpec* FindSoc(const std::string& name);

/// Long names of all SoCs, sorted.
std::vector<std::string> AllSocs();

/// The simulated device, chosen at the first call: env ASCENDC_SOC_VERSION (long or short name) if
/// it names a known SoC, else the default one. Aborts with a message if the platform data is not
/// installed.
const SocSpec& CurrentSoc();

/// Makes the simulated device another SoC, for all launches that are submitted from now on. False
/// if the name is unknown.
bool SetCurrentSoc(const std::string& name);

}  // namespace platform
