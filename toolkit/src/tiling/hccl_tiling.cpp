// Tiling of communication operators. The structures are opaque to kernels; what they hold is agreed
// between this file and the communication library.
#include "lib/hccl/hccl_tiling.h"

#include <cstring>

namespace AscendC {
namespace {

constexpr uint32_t kVersion = 100;  // of the layout below
constexpr size_t kMaxName = 127;

/// What Mc2InitTiling holds.
struct InitContents {
    uint32_t version;
    uint32_t communications;
    uint32_t offsets[8];  // of each Mc2CcTiling from this structure
    uint8_t debug_mode;
    uint8_t reserved[7];
};
static_assert(sizeof(InitContents) <= sizeof(::Mc2InitTiling), "fits");

constexpr uint32_t kMaxCommunications = 8;

bool Copy(const std::string& text, char* field, size_t size) {
    if (text.size() >= size) {
        return false;
    }
    std::memset(field, 0, size);
    std::memcpy(field, text.data(), text.size());
    return true;
}

}  // namespace

Mc2CcTilingConfig::Mc2CcTilingConfig(const std::string& groupName, uint32_t opType,
                                     const std::string& algConfig, uint32_t reduceType)
    : opType_(opType), groupName_(groupName), algConfig_(algConfig), reduceType_(reduceType) {}
Mc2CcTilingConfig::~Mc2CcTilingConfig() = default;

uint32_t Mc2CcTilingConfig::GetTiling(::Mc2InitTiling& tiling) {
    InitContents contents = {};
    contents.version = kVersion;
    contents.debug_mode = debugMode_;
    std::memcpy(tiling.reserved, &contents, sizeof(contents));
    initTilingAddr_ = reinterpret_cast<uint64_t>(&tiling);
    return 0;
}

uint32_t Mc2CcTilingConfig::GetTiling(::Mc2CcTiling& tiling) {
    if (initTilingAddr_ == 0) {
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
    opType_ = opType;
    return 0;
}
uint32_t Mc2CcTilingConfig::SetGroupName(const std::string& groupName) {
    if (groupName.empty() || groupName.size() > kMaxName) {
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
uint32_t Mc2CcTilingConfig::SetReduceType(uint32_t reduceType) {
    reduceType_ = reduceType;
    return 0;
}
uint32_t Mc2CcTilingConfig::SetStepSize(uint8_t stepSize) {
    stepSize_ = stepSize;
    return 0;
}
uint32_t Mc2CcTilingConfig::SetSkipLocalRankCopy(uint8_t skipLocalRankCopy) {
    skipLocalRankCopy_ = skipLocalRankCopy;
    return 0;
}
uint32_t Mc2CcTilingConfig::SetSkipBufferWindowCopy(uint8_t skipBufferWindowCopy) {
    skipBufferWindowCopy_ = skipBufferWindowCopy;
    return 0;
}
uint32_t Mc2CcTilingConfig::SetDebugMode(uint8_t debugMode) {
    debugMode_ = debugMode;
    return 0;
}

}  // namespace AscendC
