#include "lib/matmul/matmul_tiling_base.h"

#include <algorithm>

#include "tiling/matmul_block.h"

namespace matmul_tiling {

int64_t BitsOf(DataType type) {
    switch (type) {
        case DataType::DT_FLOAT:
        case DataType::DT_INT32:
        case DataType::DT_UINT32:
            return 32;
        case DataType::DT_FLOAT16:
        case DataType::DT_BF16:
        case DataType::DT_BFLOAT16:
        case DataType::DT_INT16:
        case DataType::DT_UINT16:
            return 16;
        case DataType::DT_INT64:
        case DataType::DT_UINT64:
        case DataType::DT_DOUBLE:
            return 64;
        case DataType::DT_INT4:
        case DataType::DT_FLOAT4_E2M1:
        case DataType::DT_FLOAT4_E1M2:
            return 4;
        default:
            return 8;
    }
}

namespace {

bool OnVectorSide(TPosition pos) {
    return pos != TPosition::GM && pos != TPosition::TSCM;
}

/// Bytes of a buffer: what the user allows, -1 for all; false if more than there is.
bool Limit(int32_t requested, int32_t available, int32_t* size) {
    if (requested > available || requested < -1) {
        return false;
    }
    *size = requested == -1 ? available : requested;
    return true;
}

bool IsCoupled(platform_ascendc::SocVersion version) {
    return version == platform_ascendc::SocVersion::ASCEND310P ||
           version == platform_ascendc::SocVersion::ASCEND910;
}

/// Bytes of the unified buffer in which the vector unit turns matrices into fractals and back: with
/// enVecND2NZ a matrix at a time, else what is in L1 of both; and a block of the result.
int64_t TransLength(const BlockProblem& problem, const BlockChoice& choice, bool one_at_a_time) {
    const int64_t a =
        problem.a_in_l1 ? 0 : choice.depth_a1 * choice.base_m * choice.base_k * problem.a_bits / 8;
    const int64_t b =
        problem.b_in_l1 ? 0 : choice.depth_b1 * choice.base_n * choice.base_k * problem.b_bits / 8;
    const int64_t c = choice.base_m * choice.base_n * problem.c_bits / 8;
    return std::max(one_at_a_time ? std::max(a, b) : a + b, c);
}

BufferPool PoolOf(const PlatformInfo& platform) {
    BufferPool pool;
    pool.l1Size = static_cast<int32_t>(platform.l1Size);
    pool.l0CSize = static_cast<int32_t>(platform.l0CSize);
    pool.ubSize = static_cast<int32_t>(platform.ubSize);
    pool.l0ASize = static_cast<int32_t>(platform.l0ASize);
    pool.l0BSize = static_cast<int32_t>(platform.l0BSize);
    // A coupled core keeps the bias in the unified buffer.
    pool.btSize = IsCoupled(platform.socVersion) ? 0 : 1024;
    return pool;
}

PlatformInfo InfoOf(const platform_ascendc::PlatformAscendC& platform) {
    using platform_ascendc::CoreMemType;
    PlatformInfo info;
    info.socVersion = platform.GetSocVersion();
    platform.GetCoreMemSize(CoreMemType::L1, info.l1Size);
    platform.GetCoreMemSize(CoreMemType::L0_C, info.l0CSize);
    platform.GetCoreMemSize(CoreMemType::UB, info.ubSize);
    platform.GetCoreMemSize(CoreMemType::L0_A, info.l0ASize);
    platform.GetCoreMemSize(CoreMemType::L0_B, info.l0BSize);
    return info;
}

PlatformInfo Ascend910B() {
    PlatformInfo info;
    info.l1Size = 512 * 1024 - 256;
    info.l0CSize = 128 * 1024;
    info.ubSize = 192 * 1024 - 256;
    info.l0ASize = 64 * 1024;
    info.l0BSize = 64 * 1024;
    return info;
}

}  // namespace

MatmulApiTilingBase::MatmulApiTilingBase() : MatmulApiTilingBase(Ascend910B()) {}
MatmulApiTilingBase::MatmulApiTilingBase(const platform_ascendc::PlatformAscendC& ascendcPlatform)
    : MatmulApiTilingBase(InfoOf(ascendcPlatform)) {}
MatmulApiTilingBase::MatmulApiTilingBase(const PlatformInfo& platform)
    : oriBufferPool_(PoolOf(platform)),
      bufferPool_(oriBufferPool_),
      socVersion(platform.socVersion) {
    // Only these move results from L0C to memory without passing the UB.
    isSupportL0c2Out = !IsCoupled(socVersion);
}
MatmulApiTilingBase::~MatmulApiTilingBase() = default;

int32_t MatmulApiTilingBase::SetAType(TPosition pos, CubeFormat type, DataType dataType,
                                      bool isTrans) {
    aType_.pos = pos;
    aType_.type = type;
    aType_.dataType = dataType;
    aType_.isTrans = isTrans;
    return 0;
}
int32_t MatmulApiTilingBase::SetBType(TPosition pos, CubeFormat type, DataType dataType,
                                      bool isTrans) {
    bType_.pos = pos;
    bType_.type = type;
    bType_.dataType = dataType;
    bType_.isTrans = isTrans;
    return 0;
}
int32_t MatmulApiTilingBase::SetCType(TPosition pos, CubeFormat type, DataType dataType) {
    cType_.pos = pos;
    cType_.type = type;
    cType_.dataType = dataType;
    return 0;
}
int32_t MatmulApiTilingBase::SetBiasType(TPosition pos, CubeFormat type, DataType dataType) {
    biasType_.pos = pos;
    biasType_.type = type;
    biasType_.dataType = dataType;
    return 0;
}

int32_t MatmulApiTilingBase::SetShape(int32_t m, int32_t n, int32_t k) {
    if (m < -1 || n < -1 || k < -1 || m == 0 || n == 0 || k == 0) {
        return -1;
    }
    singleM = m;
    singleN = n;
    singleK = k;
    return 0;
}
int32_t MatmulApiTilingBase::SetOrgShape(int32_t orgMIn, int32_t orgNIn, int32_t orgKIn) {
    return SetOrgShape(orgMIn, orgNIn, orgKIn, orgKIn);
}
int32_t MatmulApiTilingBase::SetOrgShape(int32_t orgMIn, int32_t orgNIn, int32_t orgKaIn,
                                         int32_t orgKbIn) {
    orgM = orgMIn;
    orgN = orgNIn;
    orgKa = orgKaIn;
    orgKb = orgKbIn;
    return 0;
}

int32_t MatmulApiTilingBase::SetALayout(int32_t b, int32_t s, int32_t n, int32_t g, int32_t d) {
    aLayoutInfoB = b;
    aLayoutInfoS = s;
    aLayoutInfoN = n;
    aLayoutInfoG = g;
    aLayoutInfoD = d;
    return 0;
}
int32_t MatmulApiTilingBase::SetBLayout(int32_t b, int32_t s, int32_t n, int32_t g, int32_t d) {
    bLayoutInfoB = b;
    bLayoutInfoS = s;
    bLayoutInfoN = n;
    bLayoutInfoG = g;
    bLayoutInfoD = d;
    return 0;
}
int32_t MatmulApiTilingBase::SetCLayout(int32_t b, int32_t s, int32_t n, int32_t g, int32_t d) {
    cLayoutInfoB = b;
    cLayoutInfoS1 = s;
    cLayoutInfoN = n;
    cLayoutInfoG = g;
    cLayoutInfoS2 = d;
    return 0;
}
int32_t MatmulApiTilingBase::SetBatchInfoForNormal(int32_t batchA, int32_t batchB, int32_t m,
                                                   int32_t n, int32_t k) {
    if (batchA <= 0 || batchB <= 0) {
        return -1;
    }
    isNormalBatch_ = true;
    (void)SetALayout(batchA, m, 1, 1, k);
    (void)SetBLayout(batchB, n, 1, 1, k);
    (void)SetCLayout(std::max(batchA, batchB), m, 1, 1, n);
    return SetBatchNum(std::max(batchA, batchB));
}
int32_t MatmulApiTilingBase::SetBatchNum(int32_t batch) {
    if (batch <= 0) {
        return -1;
    }
    batchNum = batch;
    return 0;
}
int32_t MatmulApiTilingBase::EnableBias(bool isBiasIn) {
    isBias = isBiasIn;
    return 0;
}
int32_t MatmulApiTilingBase::SetBias(bool isBiasIn) {
    return EnableBias(isBiasIn);
}

int32_t MatmulApiTilingBase::SetFixSplit(int32_t baseMIn, int32_t baseNIn, int32_t baseKIn) {
    fixedBaseM_ = baseMIn;
    fixedBaseN_ = baseNIn;
    fixedBaseK_ = baseKIn;
    if (baseMIn == 0 || baseNIn == 0 || baseKIn == 0) {
        return -1;
    }
    // Known before the rest is computed.
    baseM = baseMIn > 0 ? baseMIn : baseM;
    baseN = baseNIn > 0 ? baseNIn : baseN;
    baseK = baseKIn > 0 ? baseKIn : baseK;
    return 0;
}
int32_t MatmulApiTilingBase::SetBufferSpace(int32_t l1Size, int32_t l0CSize, int32_t ubSize,
                                            int32_t btSize) {
    BufferPool pool = oriBufferPool_;
    if (!Limit(l1Size, oriBufferPool_.l1Size, &pool.l1Size) ||
        !Limit(l0CSize, oriBufferPool_.l0CSize, &pool.l0CSize) ||
        !Limit(ubSize, oriBufferPool_.ubSize, &pool.ubSize) ||
        !Limit(btSize, oriBufferPool_.btSize, &pool.btSize)) {
        return -1;
    }
    bufferPool_ = pool;
    return 0;
}
int32_t MatmulApiTilingBase::SetTraverse(MatrixTraverse traverse) {
    traverse_ = traverse;
    return 0;
}
int32_t MatmulApiTilingBase::SetMadType(MatrixMadType madType) {
    madType_ = madType;
    return 0;
}
int32_t MatmulApiTilingBase::SetSplitRange(int32_t maxBaseM, int32_t maxBaseN, int32_t maxBaseK,
                                           int32_t minBaseM, int32_t minBaseN, int32_t minBaseK) {
    adjust_.maxBaseM = maxBaseM;
    adjust_.maxBaseN = maxBaseN;
    adjust_.maxBaseK = maxBaseK;
    adjust_.minBaseM = minBaseM;
    adjust_.minBaseN = minBaseN;
    adjust_.minBaseK = minBaseK;
    return 0;
}
int32_t MatmulApiTilingBase::SetDoubleBuffer(bool a, bool b, bool c, bool bias, bool transND2NZ,
                                             bool transNZ2ND) {
    aType_.isDB = a;
    bType_.isDB = b;
    cType_.isDB = c;
    biasType_.isDB = bias;
    transND2NZ_ = transND2NZ;
    transNZ2ND_ = transNZ2ND;
    return 0;
}
void MatmulApiTilingBase::SetMatmulConfigParams(int32_t mmConfigTypeIn, bool enableL1CacheUBIn,
                                                ScheduleType scheduleTypeIn,
                                                MatrixTraverse traverseIn, bool enVecND2NZIn) {
    SetMatmulConfigParams(MatmulConfigParams(mmConfigTypeIn, enableL1CacheUBIn, scheduleTypeIn,
                                             traverseIn, enVecND2NZIn));
}
void MatmulApiTilingBase::SetMatmulConfigParams(const MatmulConfigParams& configParams) {
    mmConfigType = configParams.mmConfigType;
    enableL1CacheUB = configParams.enableL1CacheUB;
    scheduleType = configParams.scheduleType;
    traverse_ = configParams.traverse;
    enVecND2NZ = configParams.enVecND2NZ;
}
int32_t MatmulApiTilingBase::SetSparse(bool isSparseIn) {
    isSparse_ = isSparseIn;
    return 0;
}

bool MatmulApiTilingBase::CheckSetParam() const {
    return singleCoreM > 0 && singleCoreN > 0 && singleCoreK > 0 && fixedBaseM_ != 0 &&
           fixedBaseN_ != 0 && fixedBaseK_ != 0;
}

bool MatmulApiTilingBase::IsBatchInL1() const {
    // Only with the layout NORMAL may a batch be larger: the kernel's configuration says how.
    if (isNormalBatch_ || batchNum <= 0 || aLayoutInfoB <= 0) {
        return true;
    }
    const auto aligned = [](int64_t size) { return (size + 15) / 16 * 16; };
    const int64_t k = aligned(singleCoreK);
    const int64_t bits = aligned(singleCoreM) * k * BitsOf(aType_.dataType) +
                         aligned(singleCoreN) * k * BitsOf(bType_.dataType);
    return batchNum * bits / 8 < bufferPool_.l1Size;
}

bool MatmulApiTilingBase::IsResultAligned() const {
    // A coupled core moves rows of the result within the unified buffer in whole blocks.
    const bool rows_in_ub =
        IsCoupled(socVersion) && OnVectorSide(cType_.pos) && cType_.type == CubeFormat::ND;
    return !rows_in_ub || int64_t{singleCoreN} * BitsOf(cType_.dataType) % (32 * 8) == 0;
}

int64_t MatmulApiTilingBase::ComputeCore() {
    if (!CheckSetParam() || !IsBatchInL1() || !IsResultAligned()) {
        return -1;
    }
    BlockProblem problem;
    problem.m = singleCoreM;
    problem.n = singleCoreN;
    problem.k = singleCoreK;
    problem.a_bits = BitsOf(aType_.dataType);
    problem.b_bits = BitsOf(bType_.dataType);
    problem.c_bits = BitsOf(cType_.dataType);
    // What vectors turn into fractals on a coupled core has bias and scales next to it.
    const bool by_vectors = IsCoupled(socVersion) && enVecND2NZ;
    problem.bias_bits = isBias && !by_vectors ? BitsOf(biasType_.dataType) : 0;
    problem.l0a = bufferPool_.l0ASize;
    problem.l0b = bufferPool_.l0BSize;
    // An outer product has two tiles of the result at a time.
    problem.l0c = bufferPool_.l0CSize / (scheduleType == ScheduleType::OUTER_PRODUCT ? 2 : 1);
    problem.l1 = bufferPool_.l1Size;
    problem.bt = bufferPool_.btSize;
    const bool integers = problem.a_bits < 16;
    const bool converted = problem.c_bits < 16 || (integers && problem.c_bits < 32);
    problem.scale_bits = converted && !by_vectors ? 64 : 0;
    problem.k_in_squares = (aType_.isTrans && aType_.type == CubeFormat::NZ) ||
                           (!bType_.isTrans && bType_.type == CubeFormat::NZ);
    problem.sparse = isSparse_;
    problem.a_stays = scheduleType == ScheduleType::N_BUFFER_33;
    const bool coupled = IsCoupled(socVersion);
    const bool through_ub = coupled || OnVectorSide(cType_.pos);
    problem.ub = through_ub ? bufferPool_.ubSize : -1;
    problem.a_in_l1 = aType_.pos == TPosition::TSCM;
    problem.b_in_l1 = bType_.pos == TPosition::TSCM;
    problem.fixed_m = fixedBaseM_;
    problem.fixed_n = fixedBaseN_;
    problem.fixed_k = fixedBaseK_;
    problem.max_m = adjust_.maxBaseM;
    problem.max_n = adjust_.maxBaseN;
    problem.max_k = adjust_.maxBaseK;
    problem.min_m = adjust_.minBaseM;
    problem.min_n = adjust_.minBaseN;
    problem.min_k = adjust_.minBaseK;
    BlockChoice choice;
    if (!ChooseBlocks(problem, &choice)) {
        return -1;
    }
    // Where all of the cube's part of L1 takes part, an outer product has one step along K only.
    const bool one_step = mmConfigType == 1 || batchNum > 0;
    if (scheduleType == ScheduleType::OUTER_PRODUCT && one_step && problem.k > choice.base_k) {
        return -1;
    }
    baseM = static_cast<int32_t>(choice.base_m);
    baseN = static_cast<int32_t>(choice.base_n);
    baseK = static_cast<int32_t>(choice.base_k);

    TCubeTiling result;
    result.usedCoreNum = std::max(blockDim, 1);
    result.M = orgM;
    result.N = orgN;
    result.Ka = orgKa;
    result.Kb = orgKb;
    result.singleCoreM = singleCoreM;
    result.singleCoreN = singleCoreN;
    result.singleCoreK = singleCoreK;
    result.baseM = baseM;
    result.baseN = baseN;
    result.baseK = baseK;
    result.depthA1 = static_cast<int32_t>(choice.depth_a1);
    result.depthB1 = static_cast<int32_t>(choice.depth_b1);
    result.stepM = static_cast<int32_t>(choice.step_m);
    result.stepN = static_cast<int32_t>(choice.step_n);
    result.stepKa = static_cast<int32_t>(choice.step_ka);
    result.stepKb = static_cast<int32_t>(choice.step_kb);
    result.isBias = isBias ? 1 : 0;
    result.iterateOrder = traverse_ == MatrixTraverse::FIRSTN ? 1 : 0;
    result.shareL1Size = static_cast<int32_t>(choice.l1_bytes);
    result.shareL0CSize = static_cast<int32_t>(choice.l0c_bytes);
    result.shareUbSize = static_cast<int32_t>(choice.ub_bytes);
    if (coupled || socVersion == platform_ascendc::SocVersion::ASCEND310B) {
        result.transLength = static_cast<int32_t>(TransLength(problem, choice, enVecND2NZ));
    }
    result.batchM = batchM > 0 ? batchM : 1;
    result.batchN = batchN > 0 ? batchN : 1;
    result.singleBatchM = singleBatchM > 0 ? singleBatchM : 1;
    result.singleBatchN = singleBatchN > 0 ? singleBatchN : 1;
    result.depthAL1CacheUB = 0;
    result.depthBL1CacheUB = 0;
    result.dbL0A = static_cast<int32_t>(choice.db_l0a);
    result.dbL0B = static_cast<int32_t>(choice.db_l0b);
    result.dbL0C = static_cast<int32_t>(choice.db_l0c);
    result.ALayoutInfoB = aLayoutInfoB;
    result.ALayoutInfoS = aLayoutInfoS;
    result.ALayoutInfoN = aLayoutInfoN;
    result.ALayoutInfoG = aLayoutInfoG;
    result.ALayoutInfoD = aLayoutInfoD;
    result.BLayoutInfoB = bLayoutInfoB;
    result.BLayoutInfoS = bLayoutInfoS;
    result.BLayoutInfoN = bLayoutInfoN;
    result.BLayoutInfoG = bLayoutInfoG;
    result.BLayoutInfoD = bLayoutInfoD;
    result.CLayoutInfoB = cLayoutInfoB;
    result.CLayoutInfoS1 = cLayoutInfoS1;
    result.CLayoutInfoN = cLayoutInfoN;
    result.CLayoutInfoG = cLayoutInfoG;
    result.CLayoutInfoS2 = cLayoutInfoS2;
    result.BatchNum = batchNum;
    result_ = result;
    return Store(tiling_);
}

int64_t MatmulApiTilingBase::Store(TCubeTiling& tiling) {
    tiling = result_;
    return 0;
}

int64_t MatmulApiTilingBase::Store(optiling::TCubeTiling& tiling) {
#define ASCENDC_STORE_SCALAR(type, name) tiling.set_##name(result_.name);
#define ASCENDC_STORE_ARRAY(type, length, name) tiling.set_##name(result_.name);
    ASCENDC_FIELDS_TCUBE_TILING(ASCENDC_STORE_SCALAR, ASCENDC_STORE_ARRAY)
#undef ASCENDC_STORE_SCALAR
#undef ASCENDC_STORE_ARRAY
    return 0;
}

}  // namespace matmul_tiling
