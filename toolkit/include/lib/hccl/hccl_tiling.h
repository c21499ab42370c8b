// Tiling of communication operators.
#ifndef LIB_HCCL_HCCL_TILING_H_
#define LIB_HCCL_HCCL_TILING_H_

#include <cstdint>
#include <string>

#include "kernel_tiling/kernel_tiling.h"
#include "kernel_tiling/tiling_enums.h"

namespace AscendC {
/// Describes one collective communication for a kernel. The element types (HcclDataType) count for
/// reductions only.
class Mc2CcTilingConfig {
public:
    explicit Mc2CcTilingConfig(const std::string& groupName, uint32_t opType,
                               const std::string& algConfig, uint32_t reduceType = 0,
                               uint8_t dstDataType = 0, uint8_t srcDataType = 0,
                               uint8_t commEngine = 0);
    virtual ~Mc2CcTilingConfig();

    /// Fill the parts of the tiling structure: first the common one, then one per communication. 0,
    /// or 1 if the configuration is not valid.
    uint32_t GetTiling(::Mc2InitTiling& tiling);
    uint32_t GetTiling(::Mc2CcTiling& tiling);

    /// 0, or 1 for a value that is not valid.
    uint32_t SetOpType(uint32_t opType);
    uint32_t SetGroupName(const std::string& groupName);
    uint32_t SetAlgConfig(const std::string& algConfig);
    uint32_t SetReduceType(uint32_t reduceType, uint8_t dstDataType = 0, uint8_t srcDataType = 0);
    uint32_t SetStepSize(uint8_t stepSize);
    uint32_t SetSkipLocalRankCopy(uint8_t skipLocalRankCopy);
    uint32_t SetSkipBufferWindowCopy(uint8_t skipBufferWindowCopy);
    uint32_t SetDebugMode(uint8_t debugMode);
    uint32_t SetQueueNum(uint16_t num);
    uint32_t SetCommBlockNum(uint16_t num);
    uint32_t SetCommEngine(uint8_t commEngine);

private:
    bool IsReduction() const;
    bool IsValid() const;

    uint32_t opType_;
    std::string groupName_;
    std::string algConfig_;
    uint32_t reduceType_ = 0;
    uint8_t stepSize_ = 0;
    uint8_t skipLocalRankCopy_ = 0;
    uint8_t skipBufferWindowCopy_ = 0;
    uint8_t debugMode_ = 0;
    uint8_t dstDataType_ = 0;
    uint8_t srcDataType_ = 0;
    uint8_t commEngine_ = 0;
    uint16_t queueNum_ = 0;
    uint16_t commBlockNum_ = 0;
    uint64_t initTilingAddr_ = 0;
};
}  // namespace AscendC

#endif  // LIB_HCCL_HCCL_TILING_H_
