// Configuration of a Matmul object: what is fixed when it is declared.
#pragma once

#include "detail/types/constants.h"
#include "detail/types/macros.h"
#include "kernel_tiling/kernel_tiling.h"

/// Layout of a matrix.
enum class CubeFormat {
    ND = 0,
    NZ,
    ZN,
    ZZ,
    NN,
    ND_ALIGN,  ///< rows padded to 32 bytes
    SCALAR,    ///< all elements have one value
    VECTOR,    ///< one row
};

/// Where the matrices of a batch lie; letters are dimensions, a matrix has the rows S and the
/// columns D (S1 and S2 for results).
enum class LayoutMode { NONE = 0, BSNGD, SBNGD, BNGS1S2, NORMAL };
enum class BatchMode { NONE = 0, BATCH_LESS_THAN_L1, BATCH_LARGE_THAN_L1, SINGLE_LARGE_THAN_L1 };
enum class IterateOrder { ORDER_M = 0, ORDER_N, UNDEF };
/// N_BUFFER_33 differs from INNER_PRODUCT in time only.
enum class ScheduleType { INNER_PRODUCT = 0, OUTER_PRODUCT, N_BUFFER_33 };
enum class MatmulVersion { NORMAL = 0, MULTI_DATA_LOAD, BASIC_BLOCK, IBSHARE_NORM };
enum IterateMode : uint8_t {
    ITERATE_MODE_NORMAL = 1,
    ITERATE_MODE_ALL = 2,
    ITERATE_MODE_BATCH = 4,
    ITERATE_MODE_N_BATCH = 8,
    ITERATE_MODE_DEFAULT = 255,
};

/// Sizes are in elements; 0: the tiling says it.
struct MatmulConfig {
    bool doNorm = false;
    bool doBasicBlock = false;
    bool doMultiDataLoad = false;
    uint32_t basicM = 0;
    uint32_t basicN = 0;
    uint32_t basicK = 0;
    bool intrinsicsCheck = false;
    bool isNBatch = false;
    bool enVecND2NZ = false;
    bool doSpecialBasicBlock = false;
    uint32_t doMTE2Preload = 0;
    uint32_t singleCoreM = 0;
    uint32_t singleCoreN = 0;
    uint32_t singleCoreK = 0;
    uint32_t stepM = 0;
    uint32_t stepN = 0;
    uint32_t baseMN = 0;
    uint32_t singleCoreMN = 0;
    bool enUnitFlag = true;
    bool isPerTensor = false;
    bool hasAntiQuantOffset = false;
    bool doIBShareNorm = false;
    bool doSpecialMDL = false;
    bool enableInit = true;
    BatchMode batchMode = BatchMode::NONE;
    bool enableEnd = true;
    bool enableGetTensorC = true;
    bool enableSetOrgShape = true;
    bool enableSetBias = true;
    bool enableSetTail = true;
    bool enableQuantVector = true;
    bool enableSetDefineData = true;
    uint8_t iterateMode = IterateMode::ITERATE_MODE_DEFAULT;
    bool enableReuse = true;
    bool enableUBReuse = false;
    bool enableL1CacheUB = false;
    bool intraBlockPartSum = false;
    IterateOrder iterateOrder = IterateOrder::UNDEF;
    ScheduleType scheduleType = ScheduleType::INNER_PRODUCT;
    bool enableDoubleCache = false;
    bool isBiasBatch = true;
    bool enableStaticPadZeros = false;
    bool isPartialOutput = false;
    bool enableMixDualMaster = false;
    bool isA2B2Shared = false;
    bool isEnableChannelSplit = false;
    bool enableKdimReorderLoad = false;
};

enum class MatmulConfigMode { CONFIG_NORM, CONFIG_MDL, CONFIG_SPECIALMDL, CONFIG_IBSHARE };

struct MatmulShapeParams {
    uint32_t singleCoreM;
    uint32_t singleCoreN;
    uint32_t singleCoreK;
    uint32_t basicM;
    uint32_t basicN;
    uint32_t basicK;
};

struct MatmulQuantParams {
    bool isPerTensor;
    bool hasAntiQuantOffset;
};

struct MatmulBatchParams {
    bool isNBatch;
    BatchMode batchMode;
    bool isBiasBatch = true;
};

struct MatmulFuncParams {
    bool intrinsicsCheck;
    bool enVecND2NZ;
    bool enableDoubleCache;
    bool enableL1CacheUB;
    uint32_t doMTE2Preload;
    IterateOrder iterateOrder;
    ScheduleType scheduleType;
    bool enableReuse = true;
    bool enableUBReuse;
    bool isPartialOutput = false;
    bool isA2B2Shared = false;
    bool isEnableChannelSplit = false;
    bool enableKdimReorderLoad = false;
};

struct MatmulBiasParams {
    bool enableSetBias = true;  ///< whether SetBias is called
};

/// CANN's headers have it; nothing of them reads it.
#define ITERATE_SIZE 2
/// For kernels that define it.
extern int blockidx_;

/// Place of a tile in the result, in elements.
struct MatrixOffset {
    int32_t offset;
    int32_t row, col;
    int32_t height, width;
};

__aicore__ constexpr MatmulConfig GetNormalConfig(
    const bool intrinsicsLimit = false, const bool batchLoop = false, const bool isVecND2NZ = false,
    const BatchMode bmmMode = BatchMode::BATCH_LESS_THAN_L1, const bool isMsgReuse = true,
    const IterateOrder iterateOrder = IterateOrder::UNDEF,
    const ScheduleType scheduleType = ScheduleType::INNER_PRODUCT, const bool enUnitFlag = true,
    const bool enableMixDualMaster = false) {
    MatmulConfig config;
    config.doNorm = true;
    config.intrinsicsCheck = intrinsicsLimit;
    config.isNBatch = batchLoop;
    config.enVecND2NZ = isVecND2NZ;
    config.batchMode = bmmMode;
    config.enableReuse = isMsgReuse;
    config.enableUBReuse = true;
    config.iterateOrder = iterateOrder;
    config.scheduleType = scheduleType;
    config.enUnitFlag = enUnitFlag;
    config.enableMixDualMaster = enableMixDualMaster;
    return config;
}

__aicore__ constexpr MatmulConfig GetMDLConfig(
    const bool intrinsicsLimit = false, const bool batchLoop = false,
    const uint32_t doMTE2Preload = 0, const bool isVecND2NZ = false, bool isPerTensor = false,
    bool hasAntiQuantOffset = false, const bool enUnitFlag = false, const bool isMsgReuse = true,
    const bool enableUBReuse = true, const bool enableL1CacheUB = false,
    const bool enableMixDualMaster = false, const bool enableKdimReorderLoad = false) {
    MatmulConfig config;
    config.doMultiDataLoad = true;
    config.intrinsicsCheck = intrinsicsLimit;
    config.isNBatch = batchLoop;
    config.doMTE2Preload = doMTE2Preload;
    config.enVecND2NZ = isVecND2NZ;
    config.isPerTensor = isPerTensor;
    config.hasAntiQuantOffset = hasAntiQuantOffset;
    config.enUnitFlag = enUnitFlag;
    config.enableReuse = isMsgReuse;
    config.enableUBReuse = enableUBReuse;
    config.enableL1CacheUB = enableL1CacheUB;
    config.enableMixDualMaster = enableMixDualMaster;
    config.enableKdimReorderLoad = enableKdimReorderLoad;
    return config;
}

__aicore__ constexpr MatmulConfig GetSpecialMDLConfig(const bool intrinsicsLimit = false,
                                                      const bool batchLoop = false,
                                                      const uint32_t doMTE2Preload = 0,
                                                      const bool isVecND2NZ = false,
                                                      bool isPerTensor = false,
                                                      bool hasAntiQuantOffset = false) {
    MatmulConfig config = GetMDLConfig(intrinsicsLimit, batchLoop, doMTE2Preload, isVecND2NZ,
                                       isPerTensor, hasAntiQuantOffset);
    config.doMultiDataLoad = false;
    config.doSpecialMDL = true;
    return config;
}

__aicore__ constexpr MatmulConfig GetBasicConfig(
    const uint32_t basicM, const uint32_t basicN, const uint32_t basicK,
    const bool intrinsicsLimit = false, const bool batchLoop = false,
    const BatchMode bmmMode = BatchMode::BATCH_LESS_THAN_L1) {
    MatmulConfig config;
    config.doBasicBlock = true;
    config.basicM = basicM;
    config.basicN = basicN;
    config.basicK = basicK;
    config.intrinsicsCheck = intrinsicsLimit;
    config.isNBatch = batchLoop;
    config.enUnitFlag = false;
    config.batchMode = bmmMode;
    config.enableUBReuse = true;
    return config;
}

__aicore__ constexpr MatmulConfig GetSpecialBasicConfig(
    const uint32_t basicM, const uint32_t basicN, const uint32_t basicK, const uint32_t singleCoreM,
    const uint32_t singleCoreN, const uint32_t singleCoreK, const uint32_t stepM,
    const uint32_t stepN, const bool intrinsicsLimit = false, const bool batchLoop = false,
    const BatchMode bmmMode = BatchMode::BATCH_LESS_THAN_L1) {
    MatmulConfig config =
        GetBasicConfig(basicM, basicN, basicK, intrinsicsLimit, batchLoop, bmmMode);
    config.doBasicBlock = false;
    config.doSpecialBasicBlock = true;
    config.singleCoreM = singleCoreM;
    config.singleCoreN = singleCoreN;
    config.singleCoreK = singleCoreK;
    config.stepM = stepM;
    config.stepN = stepN;
    config.baseMN = basicM * basicN;
    config.singleCoreMN = singleCoreM * singleCoreN;
    return config;
}

__aicore__ constexpr MatmulConfig GetIBShareNormConfig(
    const bool intrinsicsLimit = false, const bool batchLoop = false, const bool isVecND2NZ = false,
    const BatchMode bmmMode = BatchMode::BATCH_LESS_THAN_L1, const bool isDoubleCache = false,
    const bool enUnitFlag = true) {
    MatmulConfig config = GetNormalConfig(intrinsicsLimit, batchLoop, isVecND2NZ, bmmMode);
    config.doNorm = false;
    config.doIBShareNorm = true;
    config.enableDoubleCache = isDoubleCache;
    config.enUnitFlag = enUnitFlag;
    return config;
}

constexpr MatmulConfig CFG_NORM = GetNormalConfig();
constexpr MatmulConfig CFG_MDL = GetMDLConfig();
constexpr MatmulConfig MM_CFG_BB = GetBasicConfig(128, 128, 128);
constexpr MatmulConfig CFG_IBSHARE_NORM = GetIBShareNormConfig();

namespace AscendC::isa {

constexpr void Apply(MatmulConfig& config, const MatmulShapeParams& shape) {
    config.singleCoreM = shape.singleCoreM;
    config.singleCoreN = shape.singleCoreN;
    config.singleCoreK = shape.singleCoreK;
    config.basicM = shape.basicM;
    config.basicN = shape.basicN;
    config.basicK = shape.basicK;
}
constexpr void Apply(MatmulConfig& config, const MatmulQuantParams& quant) {
    config.isPerTensor = quant.isPerTensor;
    config.hasAntiQuantOffset = quant.hasAntiQuantOffset;
}
constexpr void Apply(MatmulConfig& config, const MatmulBatchParams& batch) {
    config.isNBatch = batch.isNBatch;
    config.batchMode = batch.batchMode;
    config.isBiasBatch = batch.isBiasBatch;
}
constexpr void Apply(MatmulConfig& config, const MatmulFuncParams& func) {
    config.intrinsicsCheck = func.intrinsicsCheck;
    config.enVecND2NZ = func.enVecND2NZ;
    config.enableDoubleCache = func.enableDoubleCache;
    config.enableL1CacheUB = func.enableL1CacheUB;
    config.doMTE2Preload = func.doMTE2Preload;
    config.iterateOrder = func.iterateOrder;
    config.scheduleType = func.scheduleType;
    config.enableReuse = func.enableReuse;
    config.enableUBReuse = func.enableUBReuse;
    config.isPartialOutput = func.isPartialOutput;
    config.isA2B2Shared = func.isA2B2Shared;
    config.isEnableChannelSplit = func.isEnableChannelSplit;
    config.enableKdimReorderLoad = func.enableKdimReorderLoad;
}
constexpr void Apply(MatmulConfig& config, const MatmulBiasParams& bias) {
    config.enableSetBias = bias.enableSetBias;
}

}  // namespace AscendC::isa

/// A configuration of parts, each a Matmul*Params.
template <MatmulConfigMode configMode, typename... ArgTypes>
__aicore__ inline constexpr MatmulConfig GetMMConfig(ArgTypes&&... args) {
    MatmulConfig config = configMode == MatmulConfigMode::CONFIG_MDL ? CFG_MDL
                          : configMode == MatmulConfigMode::CONFIG_SPECIALMDL
                              ? GetSpecialMDLConfig()
                          : configMode == MatmulConfigMode::CONFIG_IBSHARE ? CFG_IBSHARE_NORM
                                                                           : CFG_NORM;
    (AscendC::isa::Apply(config, args), ...);
    return config;
}

/// A tiling that is a compile-time constant; -1: only known at run time. For the meaning of the
/// fields see TCubeTiling.
struct MatmulApiStaticTiling {
    int32_t usedCoreNum = -1;
    int32_t M = -1;
    int32_t N = -1;
    int32_t Ka = -1;
    int32_t Kb = -1;
    int32_t singleCoreM = -1;
    int32_t singleCoreN = -1;
    int32_t singleCoreK = -1;
    int32_t baseM = -1;
    int32_t baseN = -1;
    int32_t baseK = -1;
    int32_t depthA1 = -1;
    int32_t depthB1 = -1;
    int32_t stepM = -1;
    int32_t stepN = -1;
    int32_t isBias = -1;
    int32_t transLength = -1;
    int32_t iterateOrder = -1;
    int32_t shareMode = -1;
    int32_t shareL1Size = -1;
    int32_t shareL0CSize = -1;
    int32_t shareUbSize = -1;
    int32_t stepKa = -1;
    int32_t stepKb = -1;
    int32_t depthAL1CacheUB = -1;
    int32_t depthBL1CacheUB = -1;
    int32_t dbL0A = -1;
    int32_t dbL0B = -1;
    int32_t dbL0C = -1;
    int32_t ALayoutInfoB = -1;
    int32_t ALayoutInfoS = -1;
    int32_t ALayoutInfoN = -1;
    int32_t ALayoutInfoG = -1;
    int32_t ALayoutInfoD = -1;
    int32_t BLayoutInfoB = -1;
    int32_t BLayoutInfoS = -1;
    int32_t BLayoutInfoN = -1;
    int32_t BLayoutInfoG = -1;
    int32_t BLayoutInfoD = -1;
    int32_t CLayoutInfoB = -1;
    int32_t CLayoutInfoS1 = -1;
    int32_t CLayoutInfoN = -1;
    int32_t CLayoutInfoG = -1;
    int32_t CLayoutInfoS2 = -1;
    int32_t BatchNum = -1;
    MatmulConfig cfg = CFG_NORM;
};

__aicore__ inline constexpr MatmulConfig ToMatmulConfig(const MatmulConfig& cfg) {
    return cfg;
}
__aicore__ inline constexpr MatmulConfig ToMatmulConfig(const MatmulApiStaticTiling& cfg) {
    return cfg.cfg;
}

namespace AscendC {
/// How a message to the cube core names SetQuantVector.
constexpr int32_t VECTOR_QUANT_MODE = 2;
using ::ToMatmulConfig;
}  // namespace AscendC
