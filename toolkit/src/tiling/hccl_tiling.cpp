// Tiling of communication operators. The structures are opaque to kernels; what they hold is agreed
// between this file and the communication library.
#include "lib/hccl/hccl_tiling.h"

#include <cstring>

#include "kernel_tiling/hccl_enums.h"

namespace AscendC {
namespace {

constexpr uint32_t kVersion = 100;  // of the layout below
constexpr size_t kMaxName = 128;    // all of the field

/// What Mc2InitTiling holds.
struct InitContents {
    uint32_t version;
    uint32_t communications;
    uint32_t offsets[8];  // of each Mc2CcTiling from this structure
    uint8_t debug_mode;
    uint8_t engine;
    uint16_t queues;
    uint16_t blocks;
    uint8_t reserved[2];
};
static_assert(sizeof(InitContents) <= sizeof(::Mc2InitTiling), "fits");

constexpr uint32_t kMaxCommunications = 8;

bool Copy(const std::string& text, char* field, size_t size) {
    if (text.size() > size) {
        return false;
    }
    std::memset(field, 0, size);
    std::memcpy(field, text.data(), text.size());
    return true;
}

template <typename Enumeration>
constexpr uint32_t Number(Enumeration value) {
    return static_cast<uint32_t>(value);
}

bool IsOperation(uint32_t type) {
    return type > Number(HcclCMDType::HCCL_CMD_INVALID) && type < Number(HcclCMDType::HCCL_CMD_ALL);
}

bool IsName(const std::string& name) {
    return !name.empty() && name.size() <= kMaxName;
}

bool IsReductionOf(uint32_t reduction, uint8_t destination, uint8_t source) {
    return reduction < Number(HCCL_REDUCE_RESERVED) &&
           destination < Number(HCCL_DATA_TYPE_RESERVED) &&
           source < Number(HCCL_DATA_TYPE_RESERVED);
}

}  // namespace

Mc2CcTilingConfig::Mc2CcTilingConfig(const std::string& groupName, uint32_t opType,
                                     const std::string& algConfig, uint32_t reduceType,
                                     uint8_t dstDataType, uint8_t srcDataType, uint8_t commEngine)
    : opType_(opType),
      groupName_(groupName),
      algConfig_(algConfig),
      reduceType_(reduceType),
      dstDataType_(dstDataType),
      srcDataType_(srcDataType),
      commEngine_(commEngine) {}
Mc2CcTilingConfig::~Mc2CcTilingConfig() = default;

bool Mc2CcTilingConfig::IsReduction() const {
    return opType_ == Number(HcclCMDType::HCCL_CMD_ALLREDUCE) ||
           opType_ == Number(HcclCMDType::HCCL_CMD_REDUCE) ||
           opType_ == Number(HcclCMDType::HCCL_CMD_REDUCE_SCATTER);
}

bool Mc2CcTilingConfig::IsValid() const {
    return IsOperation(opType_) && IsName(groupName_) && algConfig_.size() <= kMaxName &&
           (!IsReduction() || IsReductionOf(reduceType_, dstDataType_, srcDataType_));
}

uint32_t Mc2CcTilingConfig::GetTiling(::Mc2InitTiling& tiling) {
    if (!IsValid()) {
        return 1;
    }
    InitContents contents = {};
    contents.version = kVersion;
    contents.debug_mode = debugMode_;
    contents.engine = commEngine_;
    contents.queues = queueNum_;
    contents.blocks = commBlockNum_;
    std::memcpy(tiling.reserved, &contents, sizeof(contents));
    initTilingAddr_ = reinterpret_cast<uint64_t>(&tiling);
    return 0;
}

uint32_t Mc2CcTilingConfig::GetTiling(::Mc2CcTiling& tiling) {
    if (initTilingAddr_ == 0 || !IsValid()) {
        return 1;
    }
    ::Mc2HcommCfg config;
    config.skipLocalRankCopy = skipLocalRankCopy_;
    config.skipBufferWindowCopy = skipBufferWindowCopy_;
    config.stepSize = stepSize_;
    config.opType = opType_;
    config.reduceType = reduceType_;
    if (!Copy(groupName_, config.groupName, sizeof(config.groupName)) ||
        !Copy(algConfig_, config.algConfig, sizeof(config.algConfig))) {
        return 1;
    }
    static_assert(sizeof(config) <= sizeof(tiling.reserved), "fits");
    std::memcpy(tiling.reserved, &config, sizeof(config));
    auto* const init = reinterpret_cast<InitContents*>(initTilingAddr_);
    if (init->communications >= kMaxCommunications) {
        return 1;
    }
    init->offsets[init->communications++] =
        static_cast<uint32_t>(reinterpret_cast<uint64_t>(&tiling) - initTilingAddr_);
    return 0;
}

uint32_t Mc2CcTilingConfig::SetOpType(uint32_t opType) {
    if (!IsOperation(opType)) {
        return 1;
    }
    opType_ = opType;
    return 0;
}
uint32_t Mc2CcTilingConfig::SetGroupName(const std::string& groupName) {
    if (!IsName(groupName)) {
        return 1;
    }
    groupName_ = groupName;
    return 0;
}
uint32_t Mc2CcTilingConfig::SetAlgConfig(const std::string& algConfig) {
    if (algConfig.size() > kMaxName) {
        return 1;
    }
    algConfig_ = algConfig;
    return 0;
}
uint32_t Mc2CcTilingConfig::SetReduceType(uint32_t reduceType, uint8_t dstDataType,
                                          uint8_t srcDataType) {
    if (!IsReductionOf(reduceType, dstDataType, srcDataType)) {
        return 1;
    }
    reduceType_ = reduceType;
    dstDataType_ = dstDataType;
    srcDataType_ = srcDataType;
    return 0;
}
uint32_t Mc2CcTilingConfig::SetStepSize(uint8_t stepSize) {
    stepSize_ = stepSize;
    return 0;
}
uint32_t Mc2CcTilingConfig::SetSkipLocalRankCopy(uint8_t skipLocalRankCopy) {
    if (skipLocalRankCopy > 1) {
        return 1;
    }
    skipLocalRankCopy_ = skipLocalRankCopy;
    return 0;
}
uint32_t Mc2CcTilingConfig::SetSkipBufferWindowCopy(uint8_t skipBufferWindowCopy) {
    if (skipBufferWindowCopy > 2) {
        return 1;
    }
    skipBufferWindowCopy_ = skipBufferWindowCopy;
    return 0;
}
uint32_t Mc2CcTilingConfig::SetDebugMode(uint8_t debugMode) {
    constexpr uint8_t kFirstInternal = 250;
    if (debugMode == 0 || (debugMode > 4 && debugMode < kFirstInternal)) {
        return 1;
    }
    debugMode_ = debugMode;
    return 0;
}
uint32_t Mc2CcTilingConfig::SetQueueNum(uint16_t num) {
    queueNum_ = num;
    return 0;
}
uint32_t Mc2CcTilingConfig::SetCommBlockNum(uint16_t num) {
    commBlockNum_ = num;
    return 0;
}
uint32_t Mc2CcTilingConfig::SetCommEngine(uint8_t commEngine) {
    commEngine_ = commEngine;
    return 0;
}

}  // namespace AscendC
