// What tiling functions ask about the AI processor (libtiling_api.a).
#ifndef PLATFORM_ASCENDC_H
#define PLATFORM_ASCENDC_H

#include <csignal>
#include <cstdint>
#include <mutex>

#include "tiling/platform/soc_spec.h"

#define ASCENDC_ASSERT(cond, behavior) \
    do {                               \
        if (!(cond)) {                 \
            behavior;                  \
            raise(SIGABRT);            \
        }                              \
    } while (0)

namespace fe {
class PlatFormInfos;
}

namespace platform_ascendc {
enum class CoreMemType {
    L0_A = 0,
    L0_B = 1,
    L0_C = 2,
    L1 = 3,
    L2 = 4,
    UB = 5,
    HBM = 6,
    FB = 7,
    BT = 8,
    RESERVED
};

/// Families of SoCs; Ascend 910_93 counts as ASCEND910B.
enum class SocVersion {
    ASCEND910 = 0,
    ASCEND910B,
    ASCEND310P,
    ASCEND310B,
    ASCEND910_95,
    ASCEND950 = ASCEND910_95,
    // Of newer toolkits. 910_93 counts as 910B, and MC62 and MC32DM11A are not known here.
    ASCEND910_55,
    AS31XM1 = ASCEND910_55,
    ASCEND031,
    ASCEND035,
    ASCEND310,
    ASCEND610,
    ASCEND610Lite,
    ASCEND910_93,
    BS9SX1A,
    BS9SX2A,
    HI3796CV300CS,
    HI3796CV300ES,
    MC61AM21A,
    MC62,
    SD3403,
    KIRINX90,
    KIRIN9030,
    MC32DM11A,
    ASCEND350,
    RESERVED_VERSION = 99999
};

/// Parts of the unified buffer that an operator keeps for itself.
enum class ReservedSize {
    RESERVED_SIZE_8K,
    RESERVED_SIZE_16K,
    RESERVED_SIZE_32K,
};

/// Thin view of the platform infos, which must outlive it. With null infos every question aborts
/// the process.
class PlatformAscendC {
public:
    PlatformAscendC() = delete;
    ~PlatformAscendC() = default;
    explicit PlatformAscendC(fe::PlatFormInfos* platformInfo) : platformInfo_(platformInfo) {}

    /// Cores that a kernel launch counts as blocks.
    uint32_t GetCoreNum(void) const;
    /// Cube and vector cores; both are the AI cores where they are not separate.
    uint32_t GetCoreNumAic(void) const;
    uint32_t GetCoreNumAiv(void) const;
    /// Additional vector cores (310P); 0 elsewhere.
    uint32_t GetCoreNumVector(void) const;
    /// Blocks to launch for `sliceNum` vector slices of a kernel with cube and vector parts.
    uint32_t CalcTschBlockDim(uint32_t sliceNum, uint32_t aicCoreNum, uint32_t aivCoreNum) const;
    /// Newer name of the same.
    uint32_t CalcTschNumBlocks(uint32_t sliceNum, uint32_t aicCoreNum, uint32_t aivCoreNum) const {
        return CalcTschBlockDim(sliceNum, aicCoreNum, aivCoreNum);
    }
    /// Bytes of workspace that the library itself needs, in front of the user's.
    uint32_t GetLibApiWorkSpaceSize(void) const;
    /// Bytes of workspace of CubeResGroupHandle and GroupBarrier; (uint32_t)-1 where they do not
    /// exist.
    uint32_t GetResCubeGroupWorkSpaceSize(void) const;
    uint32_t GetResGroupBarrierWorkSpaceSize(void) const;
    /// Bytes an operator may use; L1 and UB of Ascend 910B are 256 bytes smaller than the
    /// hardware's.
    void GetCoreMemSize(const CoreMemType& memType, uint64_t& size) const;
    /// Takes so much of the unified buffer out of what GetCoreMemSize answers; the last call
    /// counts.
    void ReserveLocalMemory(ReservedSize size);
    /// Bytes per cycle of L2 and HBM; 0 for others.
    void GetCoreMemBw(const CoreMemType& memType, uint64_t& bwSize) const;
    SocVersion GetSocVersion(void) const;
    NpuArch GetCurNpuArch(void) const;
    /// Bytes of a vector register; 0 where the vector unit works on memory.
    uint32_t GetVecRegLen(void) const;

private:
    fe::PlatFormInfos* GetPlatFormInfo(void) const;
    fe::PlatFormInfos* platformInfo_;
    uint32_t reserved_bytes_ = 0;
};

/// The platform of the process for code that launches kernels itself.
class PlatformAscendCManager {
public:
    /// Of the current device. Null if the platform is unknown.
    static PlatformAscendC* GetInstance() { return GetInstance(nullptr); }
    /// Of the named SoC ("Ascend910B1"). The first call decides for the whole process.
    static PlatformAscendC* GetInstance(const char* customSocVersion);

private:
    PlatformAscendCManager() = delete;
};
}  // namespace platform_ascendc

#endif  // PLATFORM_ASCENDC_H
