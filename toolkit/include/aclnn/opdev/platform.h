// The SoC that the current device is.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_PLATFORM_H
#define OP_API_OP_API_COMMON_INC_OPDEV_PLATFORM_H

#include <array>
#include <map>
#include <string>
#include <unordered_set>

#include "aclnn/aclnn_base.h"
#include "graph/ascend_string.h"
#include "tiling/platform/soc_spec.h"

namespace fe {
class PlatFormInfos;
}

namespace op {

/// Compute units in the order in which operators compare them.
enum class SocVersion {
    ASCEND910 = 0,
    ASCEND910B,
    ASCEND910_93,
    ASCEND910_95,
    ASCEND950 = ASCEND910_95,
    ASCEND910E,
    ASCEND310,
    ASCEND310P,
    ASCEND310B,
    ASCEND310C,
    ASCEND610LITE,
    KIRINX90,
    KIRIN9030,
    ASCEND350,
    RESERVED_VERSION = 99999
};

enum class SocSpec { INST_MMAD = 0, RESERVED_SPEC = 99999 };

enum class SocSpecAbility {
    INST_MMAD_F162F16 = 0,
    INST_MMAD_F162F32,
    INST_MMAD_H322F32,
    INST_MMAD_F322F32,
    INST_MMAD_U32U8U8,
    INST_MMAD_S32S8S8,
    INST_MMAD_S32U8S8,
    INST_MMAD_F16F16F16,
    INST_MMAD_F32F16F16,
    INST_MMAD_F16F16U2,
    INST_MMAD_U8,
    INST_MMAD_S8,
    INST_MMAD_U8S8,
    INST_MMAD_F16U2,
};

class ACL_FUNC_VISIBILITY PlatformInfo {
public:
    PlatformInfo(const PlatformInfo&) = delete;
    PlatformInfo& operator=(const PlatformInfo&) = delete;

    SocVersion GetSocVersion() const;
    const std::string& GetSocLongVersion() const;
    NpuArch GetCurNpuArch() const;
    /// The calling thread's device; 0 before aclrtSetDevice.
    int32_t GetDeviceId() const;
    bool CheckSupport(SocSpec socSpec, SocSpecAbility ability) const;
    /// Bytes of a block of local memory.
    int64_t GetBlockSize() const;
    uint32_t GetCubeCoreNum() const;
    uint32_t GetVectorCoreNum() const;
    bool Valid() const;
    bool GetFftsPlusMode() const;
    fe::PlatFormInfos* GetPlatformInfos() const;

private:
    friend ACL_FUNC_VISIBILITY const PlatformInfo& GetCurrentPlatformInfo();
    PlatformInfo() = default;
};

ACL_FUNC_VISIBILITY const PlatformInfo& GetCurrentPlatformInfo();

ACL_FUNC_VISIBILITY ge::AscendString ToString(SocVersion socVersion);

}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_PLATFORM_H
