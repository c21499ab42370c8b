// A check of checks.cpp: what the pages of Mc2CcTilingConfig (HCCL-Tiling) say of its values.
#include <string>

#include "check.h"
#include "kernel_tiling/hccl_enums.h"
#include "lib/hccl/hccl_tiling.h"

void Collectives();

void Collectives() {
    using namespace AscendC;
    constexpr auto kAllReduce = static_cast<uint32_t>(HcclCMDType::HCCL_CMD_ALLREDUCE);
    Mc2CcTilingConfig config("group", kAllReduce, "AllReduce=level0:fullmesh", HCCL_REDUCE_SUM,
                             HCCL_DATA_TYPE_FP16, HCCL_DATA_TYPE_FP16);
    // The parts are one structure: offsets count from the common one.
    struct {
        ::Mc2InitTiling init;
        ::Mc2CcTiling first, second;
    } tiling = {};
    EQUAL(config.GetTiling(tiling.first), 1U);  // the common one is asked for first
    EQUAL(config.SetSkipLocalRankCopy(1) + config.SetSkipBufferWindowCopy(2), 0U);
    EQUAL(config.GetTiling(tiling.init) + config.GetTiling(tiling.first), 0U);
    EQUAL(config.GetTiling(tiling.second), 0U);
    const auto* words = reinterpret_cast<const uint32_t*>(&tiling.init);
    EQUAL(words[1], 2U);
    EQUAL(words[3] - words[2], sizeof(::Mc2CcTiling));
    EQUAL(config.SetSkipLocalRankCopy(2), 1U);
    EQUAL(config.SetSkipBufferWindowCopy(3), 1U);
    EQUAL(config.SetOpType(0), 1U);
    EQUAL(config.SetGroupName(std::string(129, 'g')), 1U);
    EQUAL(config.SetAlgConfig(std::string(129, 'a')), 1U);
    EQUAL(config.SetReduceType(HCCL_REDUCE_RESERVED), 1U);
    EQUAL(config.SetReduceType(HCCL_REDUCE_MAX, HCCL_DATA_TYPE_RESERVED), 1U);
    uint32_t refused = 0;
    for (uint32_t mode = 0; mode < 250; ++mode) {  // 1 to 4 are documented, 250 on are internal
        refused += config.SetDebugMode(static_cast<uint8_t>(mode));
    }
    EQUAL(refused, 246U);
}
